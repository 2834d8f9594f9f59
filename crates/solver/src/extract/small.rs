//! Nimbers of small lands, found by trying everything: they are quick to find, a search proves only those it happens to meet, and
//! the more are known, the smaller a certificate can be.

use sprouts::{Generator, Nimber, PackedLand, PackedTable};
use std::ops::ControlFlow;

/// Remembers what it has found.
pub(super) struct Small {
    /// Lands with more lives are none of its business.
    lives_max: u32,
    nimbers: PackedTable,
    /// One for each move of the game in progress.
    generators: Vec<Generator>,
}

impl Small {
    /// The most lives that are tried through: it takes no time yet, and a word has a bit for every nimber.
    pub(super) const LIVES_MAX: u32 = 9;

    pub(super) fn new(lives_max: u32) -> Self {
        Small {
            lives_max: lives_max.min(Self::LIVES_MAX),
            nimbers: PackedTable::default(),
            generators: Vec::new(),
        }
    }

    /// The memory that its table takes.
    pub(super) fn bytes(&self) -> usize {
        self.nimbers.bytes()
    }

    /// The nimber of a land with few lives.
    pub(super) fn nimber(&mut self, land: PackedLand<'_>) -> Option<Nimber> {
        if land.lives() > self.lives_max {
            return None;
        }
        if let Some(nimber) = self.nimbers.get(land.as_bytes()) {
            return Some(Nimber::new(nimber));
        }
        let mut generator = self.generators.pop().unwrap_or_default();
        // Bit by nimber: with so few lives there are fewer moves than bits, so every nimber fits.
        let mut seen = 0u64;
        let _ = generator.children(land, |child| {
            let nimber = child.lands().try_fold(Nimber::ZERO, |sum, land| {
                self.nimber(land).map(|nimber| sum ^ nimber)
            });
            seen |= 1 << nimber.expect("a child has fewer lives").get();
            ControlFlow::<()>::Continue(())
        });
        self.generators.push(generator);
        let nimber = seen.trailing_ones() as u8;
        // A full table only means that it is found again.
        let _ = self.nimbers.insert(land.as_bytes(), nimber);
        Some(Nimber::new(nimber))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Oracle;
    use sprouts::Position;

    #[test]
    fn agrees_with_the_oracle() {
        let start = Position::start(3).unwrap().canonical();
        let mut oracle = Oracle::default();
        oracle.nimber(&start);
        let mut small = Small::new(Small::LIVES_MAX);
        for (land, &nimber) in oracle.nimbers() {
            assert_eq!(small.nimber(land.packed()), Some(nimber), "{land}");
        }
        let large = Position::start(4).unwrap().canonical();
        assert_eq!(small.nimber(large.lands()[0].packed()), None);
    }
}
