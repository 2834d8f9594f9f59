//! A land in canonical form, packed into bytes. Owns the packing and its printed form; knows neither moves nor search.
//!
//! A byte is a spot occurrence or the end of a boundary or of a region:
//!
//! | byte | meaning |
//! |---|---|
//! | 0, 1, 2 | a generic spot of that degree, occurring once |
//! | 3 … 0x7d | a small letter: a spot of degree 2 with both occurrences in this boundary; names count from 3 in each boundary |
//! | 0x7e | end of a boundary |
//! | 0x7f | end of a region |
//! | 0x80 … 0xff | a capital letter: a spot of degree 2 with occurrences in two boundaries |

use std::fmt;

pub(crate) const LOWER: u8 = 3;
pub(crate) const END_BOUNDARY: u8 = 0x7e;
pub(crate) const END_REGION: u8 = 0x7f;
pub(crate) const CAPITAL: u8 = 0x80;

/// An independent part of a position, reduced and canonical: equal bytes mean the same land up to rotation of boundaries,
/// reversal of regions, order and names, and different bytes mean different lands.
///
/// Lands are made by [`Position::canonical`](crate::Position::canonical) and by move generation, never from outside bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(Box<[u8]>);

impl Land {
    /// The packed form; equal exactly for equal lands.
    pub fn packed(&self) -> PackedLand<'_> {
        PackedLand(&self.0)
    }

    /// The bytes of the packed form.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The number of lives of all spots.
    pub fn lives(&self) -> u32 {
        lives(&self.0)
    }

    /// The number of regions.
    pub fn regions(&self) -> u32 {
        self.0.iter().filter(|&&byte| byte == END_REGION).count() as u32
    }
}

/// A packed land that lies in memory of somebody else: to a [`Land`] as a `&str` is to a `String`. Canonical like every land, unless it was
/// put together from bytes of one's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedLand<'a>(pub(crate) &'a [u8]);

impl<'a> PackedLand<'a> {
    /// A packed land out of the caller's own store. Nothing is checked: the bytes are those that [`PackedLand::as_bytes`] gave. What comes
    /// from outside enters by [`Land::from_bytes`].
    pub fn stored(bytes: &'a [u8]) -> Self {
        debug_assert!(
            bytes.last() == Some(&END_REGION),
            "a land ends with the end of a region"
        );
        PackedLand(bytes)
    }

    /// The bytes.
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The land as a value of its own.
    pub fn to_land(self) -> Land {
        Land(self.0.into())
    }

    /// The number of lives of all spots.
    pub fn lives(self) -> u32 {
        lives(self.0)
    }

    /// What the land is made of.
    pub fn census(self) -> Census {
        let mut census = Census::default();
        let (mut small, mut capital) = (0, 0);
        for &byte in self.0 {
            match byte {
                0..=2 => census.generic[usize::from(byte)] += 1,
                END_BOUNDARY => census.boundaries += 1,
                END_REGION => census.regions += 1,
                CAPITAL.. => capital += 1,
                _ => small += 1,
            }
        }
        (census.small_letters, census.capitals) = (small / 2, capital / 2);
        census
    }

    /// The regions, each as its boundaries. A byte below 3 is a generic spot of that degree.
    pub fn regions(self) -> impl Iterator<Item = impl Iterator<Item = &'a [u8]>> {
        let regions = self.0.split_inclusive(|&byte| byte == END_REGION);
        regions.map(|region| {
            let boundaries = region.strip_suffix(&[END_REGION]).unwrap_or(region);
            boundaries
                .split_inclusive(|&byte| byte == END_BOUNDARY)
                .map(|boundary| boundary.strip_suffix(&[END_BOUNDARY]).unwrap_or(boundary))
        })
    }
}

impl fmt::Debug for PackedLand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedLand({})", self.to_land())
    }
}

/// How many of each kind of thing a land has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Spots that occur once, by degree: 0, 1, 2.
    pub generic: [u32; 3],
    /// Spots of degree 2 with both occurrences in one boundary.
    pub small_letters: u32,
    /// Spots of degree 2 with occurrences in two boundaries.
    pub capitals: u32,
    /// Boundaries of all regions.
    pub boundaries: u32,
    /// Regions.
    pub regions: u32,
}

/// The lives of a packed land: a letter occurs twice and has one life.
pub(crate) fn lives(bytes: &[u8]) -> u32 {
    let mut half_lives = 0u32;
    for &byte in bytes {
        half_lives += match byte {
            0 => 6,
            1 => 4,
            2 => 2,
            END_BOUNDARY | END_REGION => 0,
            _ => 1,
        };
    }
    half_lives / 2
}

impl fmt::Display for Land {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let regions = self.0.strip_suffix(&[END_REGION]).unwrap_or(&self.0);
        for (index, region) in regions.split(|&byte| byte == END_REGION).enumerate() {
            if index > 0 {
                f.write_str("|")?;
            }
            let boundaries = region.strip_suffix(&[END_BOUNDARY]).unwrap_or(region);
            let lone = boundaries
                .split(|&byte| byte == END_BOUNDARY)
                .take_while(|boundary| *boundary == [0])
                .count();
            match lone {
                0 => {}
                1 => f.write_str("0")?,
                _ => write!(f, "0*{lone}")?,
            }
            for (index, boundary) in boundaries
                .split(|&byte| byte == END_BOUNDARY)
                .enumerate()
                .skip(lone)
            {
                if index > 0 {
                    f.write_str(".")?;
                }
                for &byte in boundary {
                    match byte {
                        0..=2 => write!(f, "{byte}")?,
                        LOWER..END_BOUNDARY => write_letter(f, b'a', u32::from(byte - LOWER))?,
                        END_BOUNDARY | END_REGION => unreachable!("split away above"),
                        CAPITAL..=u8::MAX => write_letter(f, b'A', u32::from(byte - CAPITAL))?,
                    }
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Land {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Land({self})")
    }
}

/// The `index`-th letter counted from `first`: after the 26th come letters with a prime mark, then with two, and so on.
pub(crate) fn write_letter(f: &mut impl fmt::Write, first: u8, index: u32) -> fmt::Result {
    f.write_char(char::from(first + (index % 26) as u8))?;
    for _ in 0..index / 26 {
        f.write_char('\'')?;
    }
    Ok(())
}

impl std::borrow::Borrow<[u8]> for Land {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}
