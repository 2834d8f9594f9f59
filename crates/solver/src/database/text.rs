//! The text form of the literature (`.spr`): a position and its nimber on a line; after a heading for misère play, a lost position on a
//! line. Owns reading and writing it; believes nothing, see `prove`.

use super::{Database, Results, Storage};
use sprouts::{Canonical, Land, Nimber, NimberError, Position, PositionError};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, BufRead, Read, Write};

/// The headings that programs of the literature write.
const NORMAL: &str = "[Positions+Nimber]";
const MISERE: &str = "[WinLoss_Misere:Losing_Position]";
/// Lines longer than this are refused, so that no input can fill the memory.
const LINE_BYTES_MAX: u64 = 1 << 20;

/// Why a text is no list of results.
#[derive(Debug)]
pub enum TextError {
    /// The system refused to read.
    Io(io::Error),
    /// A line is too long or not in UTF-8.
    Line {
        /// The number of the line, from 1.
        line: u64,
    },
    /// A line without a nimber.
    NoNimber {
        /// The number of the line, from 1.
        line: u64,
    },
    /// The position on a line is none.
    Position {
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: PositionError,
    },
    /// The nimber on a line is none.
    Nimber {
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: NimberError,
    },
    /// A line says something else than lines before it.
    Contradiction {
        /// The number of the line, from 1.
        line: u64,
        /// The position.
        position: Canonical,
        /// What lines before it say, and what this one says.
        nimbers: [Nimber; 2],
    },
}

/// Reads a list of results. Any string for a position will do, its canonical form counts. The nimber of a sum settles the nimber of one
/// of its lands if the others are in the list; gives back the number of sums that settled nothing, too.
pub fn read_text(mut input: impl BufRead) -> Result<(Results, usize), TextError> {
    let mut reader = Reader::default();
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let mut limited = input.by_ref().take(LINE_BYTES_MAX);
        let read = limited.read_until(b'\n', &mut bytes);
        if read.map_err(TextError::Io)? == 0 {
            break;
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| TextError::Line { line })?;
        if bytes.len() as u64 == LINE_BYTES_MAX && !text.ends_with('\n') {
            return Err(TextError::Line { line });
        }
        reader.line(text.trim(), line)?;
    }
    let open = reader.settle()?;
    let results = Results {
        nimbers: reader.nimbers.into_iter().collect(),
        misere_losses: reader.losses.into_iter().collect(),
    };
    Ok((results, open))
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    /// Whether the last heading was that of misère play.
    misere: bool,
    nimbers: BTreeMap<Land, Nimber>,
    losses: BTreeSet<Canonical>,
    /// Sums of several lands and the lines on which they stand.
    sums: Vec<(u64, Canonical, Nimber)>,
}

impl Reader {
    fn line(&mut self, text: &str, line: u64) -> Result<(), TextError> {
        match text {
            "" => {}
            NORMAL => self.misere = false,
            MISERE => self.misere = true,
            _ if self.misere => {
                self.losses.insert(read_position(text, line)?);
            }
            _ => self.nimber(text, line)?,
        }
        Ok(())
    }

    fn nimber(&mut self, text: &str, line: u64) -> Result<(), TextError> {
        let is_between = |c: char| c.is_whitespace() || matches!(c, ':' | ';' | ',' | '=');
        let (position, nimber) = text
            .rsplit_once(is_between)
            .ok_or(TextError::NoNimber { line })?;
        let position = read_position(position.trim_end_matches(is_between), line)?;
        let nimber = nimber
            .parse()
            .map_err(|problem| TextError::Nimber { line, problem })?;
        match position.lands() {
            [land] => {
                let known = *self.nimbers.entry(land.clone()).or_insert(nimber);
                agree(line, &position, known, nimber)
            }
            _ => {
                self.sums.push((line, position, nimber));
                Ok(())
            }
        }
    }

    /// Settles lands by the sums they are in; gives back how many sums settled nothing. Every round settles a land or is the last.
    fn settle(&mut self) -> Result<usize, TextError> {
        loop {
            let before = self.nimbers.len();
            for (line, position, nimber) in std::mem::take(&mut self.sums) {
                let (known, unknown) = fold(&position, &self.nimbers);
                match unknown[..] {
                    [] => agree(line, &position, known, nimber)?,
                    [land] => {
                        self.nimbers.insert(land.clone(), known ^ nimber);
                    }
                    _ => self.sums.push((line, position, nimber)),
                }
            }
            if self.nimbers.len() == before {
                return Ok(self.sums.len());
            }
        }
    }
}

/// Writes everything that a database holds, as [`read_text`] reads it.
pub fn write_text<S: Storage>(database: &Database<S>, output: &mut impl Write) -> io::Result<()> {
    let results = Results::of(database).map_err(io::Error::other)?;
    write_results(&results, output)
}

/// Writes all nimbers, sorted, and then all misère losses, as [`read_text`] reads them.
pub fn write_results(results: &Results, output: &mut impl Write) -> io::Result<()> {
    let mut nimbers: Vec<&(Land, Nimber)> = results.nimbers.iter().collect();
    nimbers.sort_unstable();
    writeln!(output, "{NORMAL}")?;
    for (land, nimber) in nimbers {
        writeln!(output, "{land} {nimber}")?;
    }
    let mut losses: Vec<&Canonical> = results.misere_losses.iter().collect();
    if losses.is_empty() {
        return Ok(());
    }
    losses.sort_unstable();
    writeln!(output, "{MISERE}")?;
    for loss in losses {
        writeln!(output, "{loss}")?;
    }
    Ok(())
}

fn read_position(text: &str, line: u64) -> Result<Canonical, TextError> {
    match text.parse::<Position>() {
        Ok(position) => Ok(position.canonical()),
        Err(problem) => Err(TextError::Position { line, problem }),
    }
}

/// The exclusive or of the known nimbers of a sum, and its lands without one, equal ones cancelled.
fn fold<'a>(position: &'a Canonical, nimbers: &BTreeMap<Land, Nimber>) -> (Nimber, Vec<&'a Land>) {
    let mut known = Nimber::ZERO;
    let mut unknown: Vec<&Land> = Vec::new();
    for land in position.lands() {
        match nimbers.get(land) {
            Some(&nimber) => known ^= nimber,
            None if unknown.last() == Some(&land) => {
                unknown.pop();
            }
            None => unknown.push(land),
        }
    }
    (known, unknown)
}

fn agree(line: u64, position: &Canonical, known: Nimber, new: Nimber) -> Result<(), TextError> {
    if known == new {
        return Ok(());
    }
    Err(TextError::Contradiction {
        line,
        position: position.clone(),
        nimbers: [known, new],
    })
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Io(error) => error.fmt(f),
            TextError::Line { line } => write!(f, "line {line}: too long, or not text in UTF-8"),
            TextError::NoNimber { line } => {
                write!(
                    f,
                    "line {line}: expected a position and its nimber, such as: 0*3 1"
                )
            }
            TextError::Position { line, problem } => write!(f, "line {line}, {problem}"),
            TextError::Nimber { line, problem } => write!(f, "line {line}: {problem}"),
            TextError::Contradiction {
                line,
                position,
                nimbers: [known, new],
            } => write!(
                f,
                "line {line}: {position} has nimber {new} here and {known} by the lines before: one of them is wrong"
            ),
        }
    }
}

impl std::error::Error for TextError {}
