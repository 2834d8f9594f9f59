//! Labelled positions as text with a letter of its own for every spot, nothing left out: read and written.
//! Positions in the usual mixed notation, with generic spots and letters local to a land, are not read here.

use super::{Labelled, LabelledError, SpotId};
use std::fmt;

/// More prime marks than any game needs; it keeps a hostile text from naming a spot beyond counting.
const PRIMES_MAX: u32 = 1000;

impl Labelled {
    /// The position as text: `.` between boundaries, `|` between regions. The 27th spot is `A'`, the 53rd `A''`.
    pub fn raw(&self) -> String {
        let mut text = String::new();
        for (region, boundaries) in self.regions().iter().enumerate() {
            if region > 0 {
                text.push('|');
            }
            for (boundary, corners) in boundaries.iter().enumerate() {
                if boundary > 0 {
                    text.push('.');
                }
                for &spot in corners {
                    text.push(char::from(b'A' + (spot.0 % 26) as u8));
                    text.extend(std::iter::repeat_n('\'', spot.0 as usize / 26));
                }
            }
        }
        text
    }

    /// Reads what [`Labelled::raw`] writes; `+` between regions is read as `|`, and empty text or `!` is no region at
    /// all. A letter means the same spot everywhere.
    ///
    /// ```
    /// use sprouts::Labelled;
    /// assert_eq!(Labelled::from_raw("BC|BC.A").unwrap().total_lives(), 5);
    /// assert!(Labelled::from_raw("BC|BC..A").unwrap_err().to_string().contains("column 7"));
    /// ```
    pub fn from_raw(text: &str) -> Result<Self, RawError> {
        if matches!(text.trim(), "" | "!") {
            return Self::from_regions(Vec::new()).map_err(RawError::NoPosition);
        }
        let mut regions = vec![vec![Vec::new()]];
        let mut primes = 0;
        for (index, symbol) in text.chars().enumerate() {
            let column = index + 1;
            let region: &mut Vec<Vec<SpotId>> =
                regions.last_mut().expect("there is always a region");
            let boundary = region.last_mut().expect("there is always a boundary");
            match symbol {
                'A'..='Z' => {
                    primes = 0;
                    boundary.push(SpotId(symbol as u32 - 'A' as u32));
                }
                '\'' if primes < PRIMES_MAX => match boundary.last_mut() {
                    Some(spot) => {
                        primes += 1;
                        spot.0 += 26;
                    }
                    None => return Err(RawError::Unexpected { column, symbol }),
                },
                '.' | '|' | '+' if boundary.is_empty() => {
                    return Err(RawError::Unexpected { column, symbol });
                }
                '.' => region.push(Vec::new()),
                '|' | '+' => regions.push(vec![Vec::new()]),
                _ => return Err(RawError::Unexpected { column, symbol }),
            }
        }
        if regions.iter().flatten().any(Vec::is_empty) {
            return Err(RawError::Unfinished {
                column: text.chars().count() + 1,
            });
        }
        Self::from_regions(regions).map_err(RawError::NoPosition)
    }
}

/// Why a text is no labelled position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawError {
    /// A symbol where none such may stand.
    Unexpected {
        /// Its column, from 1.
        column: usize,
        /// The symbol.
        symbol: char,
    },
    /// The text ends where a spot must follow.
    Unfinished {
        /// The column after the end.
        column: usize,
    },
    /// The symbols are fine but together they are no position.
    NoPosition(LabelledError),
}

impl fmt::Display for RawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RawError::Unexpected { column, symbol } => write!(
                f,
                "column {column}: expected a spot (a capital letter, with ' marks after the 26th), found {symbol:?}"
            ),
            RawError::Unfinished { column } => {
                write!(
                    f,
                    "column {column}: expected a spot (a capital letter), found the end"
                )
            }
            RawError::NoPosition(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for RawError {}
