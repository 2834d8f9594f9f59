//! Nimbers: the sizes of Nim heaps that games are worth in normal play. Owns their arithmetic; knows no game.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};
use std::str::FromStr;

/// The size of the Nim heap that a game is worth in normal play. A sum of games is an exclusive or, and nothing else is an
/// operation on nimbers.
///
/// ```
/// use sprouts::Nimber;
/// let sum = Nimber::new(1) ^ Nimber::new(3);
/// assert_eq!(sum, Nimber::new(2));
/// assert_eq!(Nimber::mex([Nimber::new(0), Nimber::new(2)])?, Nimber::new(1));
/// assert!(Nimber::try_from(256u32).is_err());
/// # Ok::<(), sprouts::NimberError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(u8);

/// A nimber that does not fit, or a text that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimberError {
    /// Larger than [`Nimber::MAX`]. A game of fewer than 256 moves never gets there.
    TooLarge,
    /// Not a number.
    NotANumber,
}

impl Nimber {
    /// A loss for the player to move.
    pub const ZERO: Nimber = Nimber(0);
    /// The largest that fits.
    pub const MAX: Nimber = Nimber(u8::MAX);

    /// The nimber of a heap of this size.
    pub const fn new(size: u8) -> Self {
        Nimber(size)
    }

    /// The size of the heap.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Whether a game of this worth is lost for the player to move.
    pub const fn is_loss(self) -> bool {
        self.0 == 0
    }

    /// The least nimber that is not among these.
    pub fn mex(options: impl IntoIterator<Item = Nimber>) -> Result<Nimber, NimberError> {
        let mut seen = [false; 256];
        for option in options {
            seen[usize::from(option.0)] = true;
        }
        match seen.iter().position(|&seen| !seen) {
            Some(size) => Ok(Nimber(size as u8)),
            None => Err(NimberError::TooLarge),
        }
    }
}

impl BitXor for Nimber {
    type Output = Nimber;
    fn bitxor(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Nimber) {
        self.0 ^= other.0;
    }
}

impl TryFrom<u32> for Nimber {
    type Error = NimberError;
    fn try_from(size: u32) -> Result<Self, NimberError> {
        u8::try_from(size)
            .map(Nimber)
            .map_err(|_| NimberError::TooLarge)
    }
}

impl FromStr for Nimber {
    type Err = NimberError;
    fn from_str(text: &str) -> Result<Self, NimberError> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NimberError::NotANumber);
        }
        text.parse().map(Nimber).map_err(|_| NimberError::TooLarge)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for NimberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NimberError::TooLarge => write!(f, "a nimber above {} does not fit", Nimber::MAX),
            NimberError::NotANumber => {
                f.write_str("expected a nimber: a whole number from 0 to 255")
            }
        }
    }
}

impl std::error::Error for NimberError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_an_error() {
        assert_eq!(
            Nimber::mex((0..=255).map(Nimber)),
            Err(NimberError::TooLarge)
        );
        assert_eq!(Nimber::mex((0..=254).map(Nimber)), Ok(Nimber::MAX));
        assert_eq!("256".parse::<Nimber>(), Err(NimberError::TooLarge));
        assert_eq!("+3".parse::<Nimber>(), Err(NimberError::NotANumber));
        assert_eq!("".parse::<Nimber>(), Err(NimberError::NotANumber));
        assert_eq!("255".parse::<Nimber>(), Ok(Nimber::MAX));
    }

    #[test]
    fn mex_of_nothing_is_zero() {
        assert_eq!(Nimber::mex([]), Ok(Nimber::ZERO));
        assert_eq!(
            Nimber::mex([Nimber(1), Nimber(0), Nimber(3)]),
            Ok(Nimber(2))
        );
    }
}
