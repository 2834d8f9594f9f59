//! Positions as text, read and written. Owns the notation and its errors; reduction comes later.
//!
//! `.` ends a boundary, `|` a region, `+` a land and `!` the position; an ending that stands between nothing may be left out. `0`,
//! `1`, `2` are spots of that degree that occur once; `0*5` (or `0⋆5`) is five lone spots. A letter occurs as often as its
//! degree, and once when it is alone in its boundary and free. Small letters belong to their boundary. Capitals belong to the whole
//! string, so that a spot can die on both sides of a `+`. But a capital found more than three times, twice or three times in each of
//! several lands, is a name local to each land.
//! Beyond the 26th letter names carry prime marks: `A'`, `B''`.

use crate::land::write_letter;
use crate::position::{Position, PositionError, Problem};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::iter::Peekable;
use std::str::{Chars, FromStr};

/// Texts longer than this are refused before they are read.
const TEXT_MAX: usize = 100_000;

/// A spot as written, before letters are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Written {
    Generic {
        degree: u8,
        number: u32,
    },
    Lower {
        letter: char,
        primes: u16,
        boundary: u32,
    },
    Capital {
        letter: char,
        primes: u16,
        land: u32,
    },
}

#[derive(Clone, Copy)]
struct Occurrence {
    written: Written,
    column: usize,
}

#[derive(Default)]
struct Reader {
    regions: Vec<Vec<Vec<Occurrence>>>,
    region: Vec<Vec<Occurrence>>,
    boundary: Vec<Occurrence>,
    boundaries: u32,
    generic_spots: u32,
    land: u32,
}

fn error<T>(column: usize, problem: Problem) -> Result<T, PositionError> {
    Err(PositionError::Text { column, problem })
}

/// What is wrong with a symbol that may not stand in a position.
fn error_at<T>(symbol: char, column: usize) -> Result<T, PositionError> {
    match symbol {
        '!' => error(column + 1, Problem::AfterEnd),
        '3'..='9' => error(column, Problem::Degree(symbol)),
        ' ' => error(column, Problem::Blank),
        other => error(column, Problem::Character(other)),
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        if text.len() > TEXT_MAX {
            return Err(PositionError::TooLarge);
        }
        let text = text.trim_end();
        let leading = text
            .chars()
            .take_while(|character| character.is_whitespace())
            .count();
        if leading == text.chars().count() {
            return error(1, Problem::Empty);
        }
        let mut reader = Reader::default();
        reader.read(text.trim_start(), leading)?;
        let position = reader.resolve()?;
        position.check_drawable().map_err(|fault| {
            let place = fault.place();
            PositionError::Text {
                column: reader.regions[place.region][place.boundary][place.index].column,
                problem: Problem::NoPicture(fault.reason()),
            }
        })?;
        position.bounded()
    }
}

/// The symbols of a text, one after another, and the column of the last one.
struct Symbols<'t> {
    rest: Peekable<Chars<'t>>,
    column: usize,
}

impl Symbols<'_> {
    fn next(&mut self) -> Option<char> {
        self.next_if(|_| true)
    }

    fn next_if(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
        let next = self.rest.next_if(|&next| wanted(next));
        self.column += usize::from(next.is_some());
        next
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    /// A number of lone spots.
    fn number(&mut self) -> Result<u32, PositionError> {
        let mut number: Option<u32> = None;
        while let Some(digit) = self.next_if(|next| next.is_ascii_digit()) {
            let digit = u32::from(digit as u8 - b'0');
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        match number {
            None => error(self.column + 1, Problem::NoCount),
            Some(number) if number > Position::SPOTS_MAX => Err(PositionError::TooLarge),
            Some(number) => Ok(number),
        }
    }
}

impl Reader {
    fn read(&mut self, text: &str, leading: usize) -> Result<(), PositionError> {
        let mut symbols = Symbols {
            rest: text.chars().peekable(),
            column: leading,
        };
        // The last symbol met: a boundary, region or land of nothing is refused unless it only ends what was ended before.
        let mut last = ' ';
        while let Some(symbol) = symbols.next() {
            let column = symbols.column;
            last = match symbol {
                '0'..='2' if matches!(symbols.peek(), Some('*' | '⋆' | '∗')) => {
                    self.read_lone_spots(symbol, &mut symbols)?;
                    '*'
                }
                '0'..='2' => {
                    self.push_generic(symbol as u8 - b'0', column);
                    symbol
                }
                'a'..='z' | 'A'..='Z' => {
                    self.read_letter(symbol, &mut symbols);
                    symbol
                }
                '.' | '|' | '+' => {
                    self.read_ending(symbol, column, last)?;
                    symbol
                }
                '!' if symbols.peek().is_none() => symbol,
                other => return error_at(other, column),
            };
        }
        self.end_region()
    }

    /// A number of lone spots, after the spot that is counted and before the star.
    fn read_lone_spots(&mut self, spot: char, symbols: &mut Symbols) -> Result<(), PositionError> {
        let column = symbols.column;
        if spot != '0' || !self.boundary.is_empty() {
            return error(column + 1, Problem::CountedSpots);
        }
        symbols.next();
        let count = symbols.number()?;
        if !matches!(symbols.peek(), None | Some('.' | '|' | '+' | '!')) {
            return error(symbols.column + 1, Problem::AfterCount);
        }
        for _ in 0..count {
            self.push_generic(0, column);
            self.end_boundary()?;
        }
        Ok(())
    }

    fn read_letter(&mut self, letter: char, symbols: &mut Symbols) {
        let column = symbols.column;
        let mut primes = 0u16;
        while symbols
            .next_if(|next| next == '\'' || next == '′')
            .is_some()
        {
            primes = primes.saturating_add(1);
        }
        let written = if letter.is_ascii_lowercase() {
            Written::Lower {
                letter,
                primes,
                boundary: self.boundaries,
            }
        } else {
            Written::Capital {
                letter,
                primes,
                land: self.land,
            }
        };
        self.boundary.push(Occurrence { written, column });
    }

    /// The end of a boundary, a region or a land; what it ends must not be empty, unless it was ended already.
    fn read_ending(
        &mut self,
        ending: char,
        column: usize,
        last: char,
    ) -> Result<(), PositionError> {
        let no_boundary = self.boundary.is_empty() && last != '*';
        let no_region = no_boundary && self.region.is_empty();
        match ending {
            '.' if no_boundary => error(column, Problem::NothingBefore('.')),
            '|' if no_region => error(column, Problem::NothingBefore('|')),
            '+' if no_region && last != '|' => error(column, Problem::NothingBefore('+')),
            '.' => self.end_boundary(),
            '|' => self.end_region(),
            _ => {
                self.land += 1;
                self.end_region()
            }
        }
    }

    fn push_generic(&mut self, degree: u8, column: usize) {
        self.boundary.push(Occurrence {
            written: Written::Generic {
                degree,
                number: self.generic_spots,
            },
            column,
        });
        self.generic_spots += 1;
    }

    fn end_boundary(&mut self) -> Result<(), PositionError> {
        if self.boundary.is_empty() {
            return Ok(());
        }
        if self.boundary.len() > 1
            && let Some(lone) = self
                .boundary
                .iter()
                .find(|spot| matches!(spot.written, Written::Generic { degree: 0, .. }))
        {
            return error(lone.column, Problem::LoneSpotWithOthers);
        }
        self.region.push(std::mem::take(&mut self.boundary));
        self.boundaries += 1;
        Ok(())
    }

    fn end_region(&mut self) -> Result<(), PositionError> {
        self.end_boundary()?;
        if !self.region.is_empty() {
            self.regions.push(std::mem::take(&mut self.region));
        }
        Ok(())
    }

    /// Counts the letters and numbers the spots.
    fn resolve(&self) -> Result<Position, PositionError> {
        let local = self.local_capitals();
        let mut numbers: BTreeMap<Written, u32> = BTreeMap::new();
        let mut degrees: Vec<u8> = Vec::new();
        let mut fixed: Vec<bool> = Vec::new();
        let mut number_of = |occurrence: &Occurrence| {
            let key = match occurrence.written {
                Written::Capital { letter, primes, .. } if !local.contains(&(letter, primes)) => {
                    Written::Capital {
                        letter,
                        primes,
                        land: 0,
                    }
                }
                other => other,
            };
            let number = *numbers.entry(key).or_insert(degrees.len() as u32);
            if number as usize == degrees.len() {
                let generic = match key {
                    Written::Generic { degree, .. } => Some(degree),
                    _ => None,
                };
                degrees.push(generic.unwrap_or(0));
                fixed.push(generic.is_some());
            }
            if !fixed[number as usize] {
                degrees[number as usize] += 1;
                if degrees[number as usize] > 3 {
                    return error(occurrence.column, Problem::FourthTime);
                }
            }
            Ok(number)
        };
        let mut regions: Vec<Vec<Vec<u32>>> = Vec::with_capacity(self.regions.len());
        for region in &self.regions {
            let boundaries = region
                .iter()
                .map(|boundary| boundary.iter().map(&mut number_of).collect());
            regions.push(boundaries.collect::<Result<_, _>>()?);
        }
        for boundary in regions.iter().flatten() {
            if let [spot] = boundary[..]
                && !fixed[spot as usize]
                && degrees[spot as usize] == 1
            {
                degrees[spot as usize] = 0;
            }
        }
        Ok(Position { degrees, regions })
    }

    /// The capitals that are names local to each land.
    fn local_capitals(&self) -> BTreeSet<(char, u16)> {
        let mut counts: BTreeMap<(char, u16), BTreeMap<u32, u32>> = BTreeMap::new();
        for occurrence in self.regions.iter().flatten().flatten() {
            if let Written::Capital {
                letter,
                primes,
                land,
            } = occurrence.written
            {
                let by_land = counts.entry((letter, primes)).or_default();
                *by_land.entry(land).or_insert(0) += 1;
            }
        }
        let is_local = |by_land: &BTreeMap<u32, u32>| {
            by_land.values().sum::<u32>() > 3
                && by_land.values().all(|count| (2..=3).contains(count))
        };
        counts.retain(|_, by_land| is_local(by_land));
        counts.into_keys().collect()
    }
}

/// Writes what was read: letters where a spot occurs more than once, generic spots elsewhere. Reading it again gives the same position.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut count = vec![0u32; self.degrees.len()];
        for &spot in self.regions.iter().flatten().flatten() {
            count[spot as usize] += 1;
        }
        if self.regions.iter().all(Vec::is_empty) {
            return f.write_str("!");
        }
        let mut names: Vec<Option<u32>> = vec![None; self.degrees.len()];
        let mut letters = 0;
        for (index, region) in self.regions.iter().enumerate() {
            if index > 0 {
                f.write_str("|")?;
            }
            for (index, boundary) in region.iter().enumerate() {
                if index > 0 {
                    f.write_str(".")?;
                }
                for &spot in boundary {
                    if count[spot as usize] == 1 {
                        write!(f, "{}", self.degrees[spot as usize])?;
                        continue;
                    }
                    let name = *names[spot as usize].get_or_insert_with(|| {
                        letters += 1;
                        letters - 1
                    });
                    write_letter(f, b'A', name)?;
                }
            }
        }
        Ok(())
    }
}
