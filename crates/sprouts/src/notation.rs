//! Positions as text, read and written. Owns the notation and its errors; reduction comes later.
//!
//! `.` ends a boundary, `|` a region, `+` a land and `!` the position; an ending that stands between nothing may be left out. `0`,
//! `1`, `2` are spots of that degree that occur once; `0*5` (or `0⋆5`) is five lone spots. A letter occurs as often as its
//! degree, and once when it is alone in its boundary and free. Small letters belong to their boundary. Capitals belong to the whole string, so that a
//! spot can die on both sides of a `+`; but a capital found more than three times, twice or three times in each of several lands, is a name local to each land.
//! Beyond the 26th letter names carry prime marks: `A'`, `B''`.

use crate::land::write_letter;
use crate::position::{Position, PositionError};
use std::collections::BTreeMap;
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

fn error<T>(column: usize, problem: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError::Text {
        column,
        problem: problem.into(),
    })
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
            return error(
                1,
                "expected a position such as 0*5 or 0.AB|AB; write ! for the finished game",
            );
        }
        let mut reader = Reader::default();
        reader.read(text.trim_start(), leading)?;
        let position = reader.resolve()?;
        position.check_drawable().map_err(|fault| {
            let place = fault.place();
            PositionError::Text {
                column: reader.regions[place.region][place.boundary][place.index].column,
                problem: fault.to_string(),
            }
        })?;
        position.bounded()
    }
}

impl Reader {
    fn read(&mut self, text: &str, leading: usize) -> Result<(), PositionError> {
        let mut characters = text.chars().peekable();
        let mut column = leading;
        // The last ending met: a boundary, region or land of nothing is refused unless it only ends what was ended before.
        let mut last = ' ';
        while let Some(character) = characters.next() {
            column += 1;
            let at = column;
            match character {
                '0'..='2' => {
                    let degree = character as u8 - b'0';
                    if let Some('*' | '⋆' | '∗') = characters.peek() {
                        if character != '0' || !self.boundary.is_empty() {
                            return error(
                                at + 1,
                                "only lone spots are counted so: write 0*5, in a boundary of its own",
                            );
                        }
                        characters.next();
                        column += 1;
                        let count = read_number(&mut characters, &mut column)?;
                        if !matches!(characters.peek(), None | Some('.' | '|' | '+' | '!')) {
                            return error(
                                column + 1,
                                "expected . | + or ! after a number of lone spots",
                            );
                        }
                        for _ in 0..count {
                            self.push_generic(0, at);
                            self.end_boundary()?;
                        }
                        last = '*';
                        continue;
                    }
                    self.push_generic(degree, at);
                }
                'a'..='z' | 'A'..='Z' => {
                    let mut primes = 0u16;
                    while characters
                        .next_if(|&next| next == '\'' || next == '′')
                        .is_some()
                    {
                        column += 1;
                        primes = primes.saturating_add(1);
                    }
                    let written = if character.is_ascii_lowercase() {
                        Written::Lower {
                            letter: character,
                            primes,
                            boundary: self.boundaries,
                        }
                    } else {
                        Written::Capital {
                            letter: character,
                            primes,
                            land: self.land,
                        }
                    };
                    self.boundary.push(Occurrence {
                        written,
                        column: at,
                    });
                }
                '.' => {
                    if self.boundary.is_empty() && last != '*' {
                        return error(
                            at,
                            "a boundary without a spot: expected 0, 1, 2 or a letter before this .",
                        );
                    }
                    self.end_boundary()?;
                }
                '|' => {
                    if self.boundary.is_empty() && self.region.is_empty() && last != '*' {
                        return error(
                            at,
                            "a region without a boundary: expected 0, 1, 2 or a letter before this |",
                        );
                    }
                    self.end_region()?;
                }
                '+' => {
                    if self.boundary.is_empty()
                        && self.region.is_empty()
                        && last != '|'
                        && last != '*'
                    {
                        return error(
                            at,
                            "a land without a region: expected 0, 1, 2 or a letter before this +",
                        );
                    }
                    self.end_region()?;
                    self.land += 1;
                }
                '!' => {
                    if characters.next().is_some() {
                        return error(at + 1, "nothing may follow the ! that ends the position");
                    }
                }
                '3'..='9' => {
                    return error(
                        at,
                        format!(
                            "a spot of degree {character}: only 0, 1 and 2 are spots with a life left"
                        ),
                    );
                }
                ' ' => return error(at, "a blank inside the position: write it without blanks"),
                other => {
                    return error(
                        at,
                        format!(
                            "expected 0, 1, 2, a letter, or one of . | + ! instead of {other:?}"
                        ),
                    );
                }
            }
            last = character;
        }
        self.end_region()
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
            return error(
                lone.column,
                "a spot without lines has no neighbours: 0 stands alone in its boundary",
            );
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
        let mut counts: BTreeMap<Written, u32> = BTreeMap::new();
        for occurrence in self.regions.iter().flatten().flatten() {
            *counts.entry(occurrence.written).or_insert(0) += 1;
        }
        // How often a capital occurs in the whole string, and the fewest and most times in any land that has it.
        let mut capitals: BTreeMap<(char, u16), (u32, u32, u32)> = BTreeMap::new();
        for (&written, &count) in &counts {
            if let Written::Capital { letter, primes, .. } = written {
                let (total, fewest, most) =
                    capitals.entry((letter, primes)).or_insert((0, u32::MAX, 0));
                *total += count;
                *fewest = count.min(*fewest);
                *most = count.max(*most);
            }
        }
        let local_to_land = |letter, primes| {
            let (total, fewest, most) = capitals[&(letter, primes)];
            total > 3 && fewest >= 2 && most <= 3
        };
        let mut numbers: BTreeMap<Written, u32> = BTreeMap::new();
        let mut degrees: Vec<u8> = Vec::new();
        let mut fixed: Vec<bool> = Vec::new();
        let mut regions = Vec::with_capacity(self.regions.len());
        for region in &self.regions {
            let mut boundaries = Vec::with_capacity(region.len());
            for boundary in region {
                let mut spots = Vec::with_capacity(boundary.len());
                for occurrence in boundary {
                    let key = match occurrence.written {
                        Written::Capital { letter, primes, .. }
                            if !local_to_land(letter, primes) =>
                        {
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
                        let generic = matches!(key, Written::Generic { .. });
                        degrees.push(if let Written::Generic { degree, .. } = key {
                            degree
                        } else {
                            0
                        });
                        fixed.push(generic);
                    }
                    if !fixed[number as usize] {
                        degrees[number as usize] += 1;
                        if degrees[number as usize] > 3 {
                            return error(
                                occurrence.column,
                                "this letter occurs a fourth time, but no spot has more than three line ends",
                            );
                        }
                    }
                    spots.push(number);
                }
                boundaries.push(spots);
            }
            regions.push(boundaries);
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
}

fn read_number(
    characters: &mut Peekable<Chars<'_>>,
    column: &mut usize,
) -> Result<u32, PositionError> {
    let mut number: Option<u32> = None;
    while let Some(digit) = characters.peek().and_then(|next| next.to_digit(10)) {
        characters.next();
        *column += 1;
        number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
    }
    match number {
        None => error(*column + 1, "expected a number of lone spots after 0*"),
        Some(number) if number > Position::SPOTS_MAX => Err(PositionError::TooLarge),
        Some(number) => Ok(number),
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
