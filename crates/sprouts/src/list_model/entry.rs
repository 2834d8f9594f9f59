//! A move in the words of the tables, as a person types it. Owns its text and the reasons for refusal; which move of the
//! position it is, the model finds.

use std::fmt;
use std::str::FromStr;

/// Digits of the largest number that is read.
const DIGITS_MAX: usize = 6;

/// A point where a curve ends, and which of its listings on the component is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The number of the point.
    pub number: u32,
    /// The first, second, … listing in the component; written `8/2`.
    pub listing: Option<u32>,
}

/// A move in the words of the tables: `REGION COMPONENT COMPONENT POINT POINT [inside COMPONENT…]`.
///
/// The components named after `inside` go to the side that keeps the points listed from the first point to the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListMove {
    /// The region.
    pub region: u32,
    /// The components of the two ends, which may be the same.
    pub components: [u32; 2],
    /// The two points, which may be the same.
    pub points: [End; 2],
    /// The components that go inside.
    pub inside: Vec<u32>,
}

impl fmt::Display for ListMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {}",
            self.region, self.components[0], self.components[1]
        )?;
        for end in self.points {
            write!(f, " {}", end.number)?;
            if let Some(listing) = end.listing {
                write!(f, "/{listing}")?;
            }
        }
        for (index, component) in self.inside.iter().enumerate() {
            write!(f, "{} {component}", if index == 0 { " inside" } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for ListMove {
    type Err = ListError;

    fn from_str(text: &str) -> Result<Self, ListError> {
        let mut words = words(text);
        let mut number = |expected: &'static str| match words.next() {
            Some((column, word)) => number_of(word).ok_or(ListError::Expected { column, expected }),
            None => Err(ListError::Expected {
                column: text.chars().count() + 1,
                expected,
            }),
        };
        let region = number("the number of a region")?;
        let components = [
            number("the number of the first component")?,
            number("the number of the second component")?,
        ];
        let mut end = |expected: &'static str| {
            let (column, word) = words.next().ok_or(ListError::Expected {
                column: text.chars().count() + 1,
                expected,
            })?;
            let (point, listing) = word
                .split_once('/')
                .map_or((word, None), |(point, listing)| (point, Some(listing)));
            let parsed = number_of(point)
                .zip(listing.map_or(Some(None), |listing| number_of(listing).map(Some)));
            let (number, listing) = parsed.ok_or(ListError::Expected { column, expected })?;
            Ok(End { number, listing })
        };
        let points = [
            end("the number of the first point (8, or 8/2 for its second listing)")?,
            end("the number of the second point (8, or 8/2 for its second listing)")?,
        ];
        let mut inside = Vec::new();
        if let Some((column, word)) = words.next() {
            if word != "inside" && word != "in" {
                return Err(ListError::Expected {
                    column,
                    expected: "`inside` and components, or the end",
                });
            }
            for (column, word) in words {
                let expected = "the number of a component that goes inside";
                inside.push(number_of(word).ok_or(ListError::Expected { column, expected })?);
            }
        }
        Ok(ListMove {
            region,
            components,
            points,
            inside,
        })
    }
}

/// The words of a text with their columns, from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| {
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        (text[..offset].chars().count() + 1, word)
    })
}

fn number_of(word: &str) -> Option<u32> {
    (word.len() <= DIGITS_MAX && word.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| word.parse().ok())?
}

/// Why a move in the words of the tables is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListError {
    /// The text is no such move.
    Expected {
        /// The column, from 1.
        column: usize,
        /// What could stand there.
        expected: &'static str,
    },
    /// There is no such region.
    NoSuchRegion {
        /// Its number.
        region: u32,
    },
    /// The region has fewer than two open sockets.
    RegionIsDead {
        /// Its number.
        region: u32,
    },
    /// The component does not belong to the region.
    NotInRegion {
        /// The component.
        component: u32,
        /// The region.
        region: u32,
    },
    /// The point does not lie on the component.
    NotOnComponent {
        /// The point.
        point: u32,
        /// The component.
        component: u32,
    },
    /// The point is not listed so often.
    NoSuchListing {
        /// The point.
        point: u32,
        /// The component.
        component: u32,
        /// How often it is listed.
        listings: u32,
    },
    /// The point is listed several times and it makes a difference.
    WhichListing {
        /// The point.
        point: u32,
        /// The component.
        component: u32,
    },
    /// The point has no open socket.
    NoSocket {
        /// The point.
        point: u32,
    },
    /// A point joined to itself needs two open sockets.
    NeedsTwoSockets {
        /// The point.
        point: u32,
    },
    /// Two components are joined, so there is no inside.
    NothingGoesInside,
    /// The component of the curve cannot go inside.
    OwnComponentInside {
        /// The component.
        component: u32,
    },
    /// A component is named twice.
    InsideTwice {
        /// The component.
        component: u32,
    },
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListError::Expected { column, expected } => {
                write!(f, "column {column}: expected {expected}")
            }
            ListError::NoSuchRegion { region } => write!(f, "there is no region {region}"),
            ListError::RegionIsDead { region } => {
                write!(
                    f,
                    "region {region} is dead: a move needs two open sockets in its region"
                )
            }
            ListError::NotInRegion { component, region } => {
                write!(f, "component {component} is not in region {region}")
            }
            ListError::NotOnComponent { point, component } => {
                write!(f, "point {point} is not on component {component}")
            }
            ListError::NoSuchListing {
                point,
                component,
                listings,
            } => {
                let times = if *listings == 1 { "once" } else { "twice" };
                write!(
                    f,
                    "point {point} is listed only {times} on component {component}"
                )
            }
            ListError::WhichListing { point, component } => write!(
                f,
                "point {point} is listed twice on component {component} and the two differ; write {point}/1 or {point}/2"
            ),
            ListError::NoSocket { point } => write!(f, "point {point} has no open socket"),
            ListError::NeedsTwoSockets { point } => {
                write!(
                    f,
                    "point {point} has one open socket; joined to itself it needs two"
                )
            }
            ListError::NothingGoesInside => f.write_str(
                "the move joins two components, so nothing goes inside; leave `inside` out",
            ),
            ListError::OwnComponentInside { component } => {
                write!(
                    f,
                    "component {component} carries the curve and cannot go inside it"
                )
            }
            ListError::InsideTwice { component } => {
                write!(f, "component {component} is named twice after `inside`")
            }
        }
    }
}

impl std::error::Error for ListError {}
