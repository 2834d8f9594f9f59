//! Full training: proves every position in which the perfect opponent can be asked for a move, when it plays the side that can
//! win and its adversary plays anything. Owns the walk through those positions; files and clocks are the caller's.
//!
//! The opponent answers with the winning moves that it already knows, so the walk need not follow the others. Positions of few
//! lives are left out: they are proved in no time when they are met.

use super::Opponents;
use super::judge::Judge;
use sprouts::{Canonical, Ending, Nimber, Outcome};
use std::collections::HashSet;

/// Positions with fewer lives than this are not walked through.
pub const EASY_LIVES: u32 = 12;

/// What a training has covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Positions in which the opponent is to move and knows a winning move.
    pub answers: u64,
    /// Different positions that its winning moves leave.
    pub left: u64,
    /// Positions not walked through because they have few lives.
    pub easy: u64,
    /// Results proved so far, all together.
    pub proved: u64,
}

/// A training was stopped before its end; what was proved is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Opponents {
    /// Puts proved nimbers into the tables of normal play, from a database for example. Their proof is the caller's word.
    pub fn learn<'a>(&mut self, nimbers: impl IntoIterator<Item = (&'a [u8], Nimber)>) {
        let lands = self.judge.normal().lands();
        for (land, nimber) in nimbers {
            lands.prove(lands.intern(land), nimber.get());
        }
    }

    /// The nimbers proved in normal play: packed canonical lands.
    pub fn proved(&self) -> impl Iterator<Item = (&[u8], Nimber)> {
        let proved = self.judge.normal().lands().proved();
        proved.map(|(land, nimber)| (land, Nimber::new(nimber)))
    }

    /// Trains the games from one position in normal play. With `winning_moves_max` moves followed in each won position the
    /// opponent may vary its play that much without leaving what is trained. `go_on` is asked all the time, with the coverage so far.
    pub fn train(
        &mut self,
        position: &Canonical,
        winning_moves_max: usize,
        go_on: &mut dyn FnMut(&Coverage) -> bool,
    ) -> Result<Coverage, Stopped> {
        let mut walk = Walk {
            judge: &mut self.judge,
            winning_moves_max: winning_moves_max.max(1),
            seen: HashSet::new(),
            coverage: Coverage::default(),
            go_on,
        };
        match walk.prove(position)? {
            // The opponent moves second: whatever the adversary does is won for it.
            Outcome::Loss => walk.leave(position)?,
            Outcome::Win => walk.answer(position)?,
        }
        Ok(walk.coverage)
    }
}

struct Walk<'a> {
    judge: &'a mut Judge,
    winning_moves_max: usize,
    seen: HashSet<Canonical>,
    coverage: Coverage,
    go_on: &'a mut dyn FnMut(&Coverage) -> bool,
}

impl Walk<'_> {
    fn prove(&mut self, position: &Canonical) -> Result<Outcome, Stopped> {
        self.coverage.proved = self.judge.normal().lands().proved_count();
        let coverage = self.coverage;
        let go_on = &mut *self.go_on;
        self.judge
            .prove(position, Ending::Normal, &mut || go_on(&coverage))
            .ok_or(Stopped)
    }

    /// The adversary is to move in a position that is lost for them. The depth is the number of moves of a game.
    fn leave(&mut self, position: &Canonical) -> Result<(), Stopped> {
        if position.lives() < EASY_LIVES {
            self.coverage.easy += 1;
            return Ok(());
        }
        if !self.seen.insert(position.clone()) {
            return Ok(());
        }
        self.coverage.left += 1;
        for reply in position.children() {
            self.answer(&reply)?;
        }
        Ok(())
    }

    /// The opponent is to move in a position that it wins.
    fn answer(&mut self, position: &Canonical) -> Result<(), Stopped> {
        if position.lives() < EASY_LIVES {
            self.coverage.easy += 1;
            return Ok(());
        }
        if !self.seen.insert(position.clone()) {
            return Ok(());
        }
        self.prove(position)?;
        let mut children = position.children();
        children.sort_by_cached_key(|child| (child.lives(), child.regions()));
        let known = |judge: &mut Judge, child: &Canonical| {
            judge.known(child, Ending::Normal) == Some(Outcome::Loss)
        };
        let mut winning: Vec<&Canonical> = children
            .iter()
            .filter(|child| known(self.judge, child))
            .take(self.winning_moves_max)
            .collect();
        if winning.is_empty() {
            for child in &children {
                if self.prove(child)? == Outcome::Loss {
                    winning.push(child);
                    break;
                }
            }
        }
        self.coverage.answers += 1;
        for child in winning {
            self.leave(child)?;
        }
        Ok(())
    }
}
