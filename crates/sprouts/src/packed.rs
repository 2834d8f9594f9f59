//! Packed lands and positions that come from outside: files and certificates. Owns the one door from bytes to [`Land`] and
//! [`Canonical`]; what the bytes mean is in `land`.
//!
//! Lands written one after another need no mark between them: the regions of a land hang together by their capitals, so a
//! land ends with the first region after which every capital has been met twice.

use crate::land::{CAPITAL, END_BOUNDARY, END_REGION, LOWER, Land, PackedLand};
use crate::position::{Canonical, Position};
use std::fmt;

/// Why bytes are no packed land or position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedError {
    /// The bytes end inside a land.
    Unfinished,
    /// A boundary or a region without a spot.
    Empty,
    /// A lone spot with neighbours.
    LoneSpot,
    /// A letter that does not occur exactly twice, small letters in one boundary.
    Letter,
    /// Dead parts, or several lands where one was expected.
    NotALand,
    /// Boundaries that no drawing has.
    NoPicture,
    /// More spots than any position has.
    TooLarge,
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PackedError::Unfinished => "the packed land is cut off",
            PackedError::Empty => "a packed boundary or region has no spot",
            PackedError::LoneSpot => "a packed lone spot has neighbours",
            PackedError::Letter => "a packed letter does not occur exactly twice",
            PackedError::NotALand => "the packed bytes are not one land",
            PackedError::NoPicture => "the packed land cannot be drawn",
            PackedError::TooLarge => "the packed position is too large",
        })
    }
}

impl std::error::Error for PackedError {}

/// No packed land is longer: a letter occurs twice, a generic spot once, and each at worst with a boundary and a region of its own.
pub(crate) const LAND_BYTES_MAX: usize = 6 * 2 * Position::SPOTS_MAX as usize;

impl Land {
    /// The land that these bytes describe. They need not be canonical, so that what was written by a version with another
    /// canonical form can still be read; the result is.
    pub fn from_bytes(bytes: &[u8]) -> Result<Land, PackedError> {
        if first_in(bytes)?.len() != bytes.len() {
            return Err(PackedError::NotALand);
        }
        let canonical = unpack(bytes)?.canonical();
        match canonical.lands() {
            [land] => Ok(land.clone()),
            _ => Err(PackedError::NotALand),
        }
    }
}

impl<'a> PackedLand<'a> {
    /// The land that these bytes are, which somebody else found to be canonical. Only whether they are well formed is looked at.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, PackedError> {
        match PackedLand::first_in(bytes)? {
            (land, []) => Ok(land),
            _ => Err(PackedError::NotALand),
        }
    }

    /// The first land of a packed position and the bytes after it. It is well formed, and canonical if the position is.
    ///
    /// ```
    /// use sprouts::{PackedLand, Position};
    /// let packed = "AB|AB+0.2".parse::<Position>()?.canonical().to_bytes();
    /// let (first, rest) = PackedLand::first_in(&packed)?;
    /// assert_eq!(first.to_land().to_string(), "0.2");
    /// assert_eq!(PackedLand::from_bytes(rest)?.to_land().to_string(), "AB|AB");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_in(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), PackedError> {
        let land = first_in(bytes)?;
        Ok((PackedLand(land), &bytes[land.len()..]))
    }

    /// The lands of a packed position. Panics if it is not well formed: what comes from outside enters by [`Canonical::from_bytes`].
    pub fn all_in(mut position: &'a [u8]) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            if position.is_empty() {
                return None;
            }
            let (land, rest) = PackedLand::first_in(position).expect("a packed position");
            position = rest;
            Some(land)
        })
    }
}

/// The bytes of the first land, well formed but perhaps not canonical.
fn first_in(bytes: &[u8]) -> Result<&[u8], PackedError> {
    // Bit by letter: met once, met twice.
    let (mut once, mut twice) = (0u128, 0u128);
    let (mut lower_once, mut lower_twice) = (0u128, 0u128);
    let (mut boundary, mut region) = (0usize, 0usize);
    for (index, &byte) in bytes.iter().enumerate() {
        if index >= LAND_BYTES_MAX {
            return Err(PackedError::TooLarge);
        }
        match byte {
            END_BOUNDARY => {
                if index == boundary {
                    return Err(PackedError::Empty);
                }
                if lower_once != lower_twice {
                    return Err(PackedError::Letter);
                }
                if index > boundary + 1 && bytes[boundary..index].contains(&0) {
                    return Err(PackedError::LoneSpot);
                }
                (lower_once, lower_twice) = (0, 0);
                boundary = index + 1;
            }
            END_REGION => {
                if index == region || index != boundary {
                    return Err(PackedError::Empty);
                }
                if once == twice {
                    return Ok(&bytes[..=index]);
                }
                region = index + 1;
                boundary = region;
            }
            0..LOWER => {}
            LOWER..END_BOUNDARY => meet(&mut lower_once, &mut lower_twice, byte - LOWER)?,
            CAPITAL.. => meet(&mut once, &mut twice, byte - CAPITAL)?,
        }
    }
    Err(PackedError::Unfinished)
}

fn meet(once: &mut u128, twice: &mut u128, letter: u8) -> Result<(), PackedError> {
    let bit = 1u128 << letter;
    if *twice & bit != 0 {
        return Err(PackedError::Letter);
    }
    if *once & bit != 0 {
        *twice |= bit;
    } else {
        *once |= bit;
    }
    Ok(())
}

/// A well-formed packed land as a position.
fn unpack(bytes: &[u8]) -> Result<Position, PackedError> {
    let mut degrees = Vec::new();
    let mut capitals = [None; 128];
    let mut regions = Vec::new();
    for region in bytes[..bytes.len() - 1].split(|&byte| byte == END_REGION) {
        let mut boundaries = Vec::new();
        for boundary in region[..region.len() - 1].split(|&byte| byte == END_BOUNDARY) {
            let mut lower = [None; 128];
            let spots = boundary
                .iter()
                .map(|&byte| {
                    let mut fresh = |degree| {
                        degrees.push(degree);
                        degrees.len() as u32 - 1
                    };
                    match byte {
                        0..LOWER => fresh(byte),
                        CAPITAL.. => {
                            *capitals[usize::from(byte - CAPITAL)].get_or_insert_with(|| fresh(2))
                        }
                        _ => *lower[usize::from(byte - LOWER)].get_or_insert_with(|| fresh(2)),
                    }
                })
                .collect();
            boundaries.push(spots);
        }
        regions.push(boundaries);
    }
    let position = Position { degrees, regions };
    position
        .check_drawable()
        .map_err(|_| PackedError::NoPicture)?;
    position.bounded().map_err(|_| PackedError::TooLarge)
}

impl Canonical {
    /// The packed form: the lands one after another, in order. Equal exactly for equal positions; empty when the game is over.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.lands()
            .iter()
            .flat_map(|land| land.as_bytes())
            .copied()
            .collect()
    }

    /// The position that these bytes describe; see [`Land::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Canonical, PackedError> {
        let mut lands = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let first = first_in(rest)?;
            rest = &rest[first.len()..];
            lands.push(Land::from_bytes(first)?);
            if lands.len() > Position::SPOTS_MAX as usize * 2 {
                return Err(PackedError::TooLarge);
            }
        }
        Ok(Canonical::sum(lands))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(text: &str) -> Vec<u8> {
        text.parse::<Position>().unwrap().canonical().to_bytes()
    }

    #[test]
    fn positions_read_back() {
        for text in [
            "!",
            "0*5",
            "AB|AB+AB|AB",
            "0.AB2C|BAC.1a1a2.0+12.AB|AB",
            "22+22+111",
        ] {
            let position = text.parse::<Position>().unwrap().canonical();
            assert_eq!(Canonical::from_bytes(&position.to_bytes()), Ok(position));
        }
    }

    #[test]
    fn other_names_give_the_same_land() {
        let mut bytes = packed("0.AB|AB");
        for byte in &mut bytes {
            if *byte >= CAPITAL {
                *byte ^= 1;
            }
        }
        assert_eq!(
            Canonical::from_bytes(&bytes).unwrap().to_bytes(),
            packed("0.AB|AB")
        );
    }

    #[test]
    fn what_is_no_land_is_refused() {
        let check = |bytes: &[u8], error| {
            assert_eq!(Land::from_bytes(bytes), Err(error), "{bytes:x?}");
        };
        check(&[], PackedError::Unfinished);
        check(&[0, 0x7e], PackedError::Unfinished);
        check(&[0x7e, 0x7f], PackedError::Empty);
        check(&[0, 0x7f], PackedError::Empty);
        check(&[0, 1, 0x7e, 0x7f], PackedError::LoneSpot);
        check(&[3, 1, 1, 0x7e, 0x7f], PackedError::Letter);
        check(&[0x80, 0x80, 0x80, 0x7e, 0x7f], PackedError::Letter);
        check(&[0x80, 1, 1, 0x7e, 0x7f], PackedError::Unfinished);
        // A region with one life is dead.
        check(&[2, 0x7e, 0x7f], PackedError::NotALand);
        check(&[0, 0x7e, 0x7f, 0, 0x7e, 0x7f], PackedError::NotALand);
        // A spot on two boundaries of one region, and two spots that cross in a boundary.
        check(
            &[1, 1, 0x80, 0x7e, 0x80, 1, 0x7e, 0x7f],
            PackedError::NoPicture,
        );
        check(&[3, 4, 1, 3, 4, 0x7e, 0x7f], PackedError::NoPicture);
        check(&[0x7e; 100_000], PackedError::Empty);
        check(&[1; 100_000], PackedError::TooLarge);
    }
}
