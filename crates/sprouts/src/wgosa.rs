//! The move notation of the World Game of Sprouts Association, read and written.
//!
//! `f(g)h` is a curve from spot `f` to spot `h` with the new spot `g` on it, spots numbered as born, from 1.
//!
//! | written | says |
//! |---|---|
//! | `f(g)h[2,5-7]` | the curve separates these spots from all others it can separate them from |
//! | `f(g@i)h` | of the regions where the curve could be drawn it is the one where `g` and the living spot `i` meet |
//! | `f!(g)h`, `f(g)h!` | the curve ends on the other side of a spot that has two neighbours |
//! | `f(g)!h` | on the way from `f` over `g` to `h` the listed spots are on the left |
//!
//! Without `!` somebody who walks the curve towards its end spot sees the lower of the two neighbours on the left, and the
//! listed spots are on the right of the way. A `!` is only needed where both ways are open and differ. A spot that cannot
//! be separated from a listed one need not be listed.
//!
//! This module owns the syntax; how a text finds its move lives in `fit`, whole games in `record`. Both hands of the
//! walk are those of a labelled position whose regions lie to the left of their boundaries.

mod fit;
mod record;

use crate::SpotId;
use crate::order;
pub use fit::{FitError, WriteError, read, write};
pub use record::{Record, RecordError, Result as GameResult, Transcript};
use std::fmt;
use std::str::FromStr;

/// Digits of the largest number that is read: more than any game has, so that no text names a spot beyond counting.
const DIGITS_MAX: usize = 6;

/// A move as it is written: what the text says, not yet what it means on a position.
///
/// ```
/// let text: sprouts::wgosa::MoveText = "4!(17@2)6[5,7,10-12]".parse()?;
/// assert_eq!(text.to_string(), "4!(17@2)6[5,7,10-12]");
/// # Ok::<(), sprouts::wgosa::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// Where the curve starts.
    pub from: SpotId,
    /// Whether it starts on the other than the expected side.
    pub from_other: bool,
    /// The new spot.
    pub new: SpotId,
    /// A living spot that the new one can be joined to.
    pub faces: Option<SpotId>,
    /// Whether the listed spots are on the left of the way instead of the right.
    pub listed_left: bool,
    /// Where the curve ends.
    pub to: SpotId,
    /// Whether it ends on the other than the expected side.
    pub to_other: bool,
    /// Ranges, both ends included, of the spots cut off: in order, with gaps between them.
    pub listed: Vec<(SpotId, SpotId)>,
}

impl MoveText {
    /// Whether a spot is among the listed ones.
    pub fn lists(&self, spot: SpotId) -> bool {
        self.listed
            .iter()
            .any(|&(first, last)| (first..=last).contains(&spot))
    }

    /// The list of the spots of some ranges: in order, neighbours joined.
    fn list_of(mut ranges: Vec<(SpotId, SpotId)>) -> Vec<(SpotId, SpotId)> {
        order::sort_by(&mut ranges, Ord::cmp);
        let mut list: Vec<(SpotId, SpotId)> = Vec::new();
        for (first, last) in ranges {
            match list.last_mut() {
                Some((_, end)) if end.0 + 1 >= first.0 => *end = last.max(*end),
                _ => list.push((first, last)),
            }
        }
        list
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bang = |other: bool| if other { "!" } else { "" };
        write!(f, "{}{}({}", self.from, bang(self.from_other), self.new)?;
        if let Some(spot) = self.faces {
            write!(f, "@{spot}")?;
        }
        write!(
            f,
            "){}{}{}",
            bang(self.listed_left),
            self.to,
            bang(self.to_other)
        )?;
        for (index, (first, last)) in self.listed.iter().enumerate() {
            f.write_str(if index == 0 { "[" } else { "," })?;
            match last.0 - first.0 {
                0 => write!(f, "{first}")?,
                1 => write!(f, "{first},{last}")?,
                _ => write!(f, "{first}-{last}")?,
            }
        }
        f.write_str(if self.listed.is_empty() { "" } else { "]" })
    }
}

impl FromStr for MoveText {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut cursor = Cursor::new(text);
        let parsed = cursor.move_text()?;
        match cursor.peek() {
            None => Ok(parsed),
            Some(_) if parsed.listed.is_empty() => Err(cursor.expected(Expected::List)),
            Some(_) => Err(cursor.expected(Expected::MoveEnd)),
        }
    }
}

/// Where a text stops being in the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The column, from 1.
    pub column: usize,
    /// What could stand there.
    pub expected: Expected,
    /// What stands there; nothing at the end of the text.
    pub found: Option<char>,
}

/// What could stand where a text stops being in the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The `[` before a list of spots, or the end of the move.
    List,
    /// The end of the move.
    MoveEnd,
    /// A shorter number.
    SixDigits,
    /// A number that is not 0.
    SpotFromOne,
    /// The spot where the move starts.
    From,
    /// The `(` before the new spot.
    Open,
    /// The new spot.
    New,
    /// A spot that the new one faces.
    Faces,
    /// The `)` after the new spot.
    Close,
    /// The spot where the move ends.
    To,
    /// A spot that is cut off.
    Listed,
    /// A number not below the one before the dash.
    NotBelow,
    /// The last number of a range.
    RangeEnd,
    /// The `,` or the `]` in a list.
    ListGoesOn,
    /// A number of spots that a game can have.
    SpotCount,
    /// The number of spots.
    Spots,
    /// The `+` or the `-` of the ending.
    Ending,
    /// The `)` after the players.
    PlayersEnd,
    /// Nothing: the result is the last.
    Nothing,
    /// A space between moves.
    Space,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::List => "`[` before a list of spots, or the end of the move",
            Expected::MoveEnd => "the end of the move",
            Expected::SixDigits => "a number of at most six digits",
            Expected::SpotFromOne => "a spot number; spots are numbered from 1",
            Expected::From => "the number of the spot where the move starts",
            Expected::Open => "`(` before the number of the new spot",
            Expected::New => "the number of the new spot",
            Expected::Faces => "the number of a spot that the new one faces",
            Expected::Close => "`)` after the number of the new spot",
            Expected::To => "the number of the spot where the move ends",
            Expected::Listed => "the number of a spot that is cut off",
            Expected::NotBelow => "a number not below the one before the dash",
            Expected::RangeEnd => "the last number of the range",
            Expected::ListGoesOn => "`,` or `]` in the list of spots",
            Expected::SpotCount => "a number of spots from 1 to 1000",
            Expected::Spots => "the number of spots",
            Expected::Ending => "`+` (normal) or `-` (misère)",
            Expected::PlayersEnd => "`)` after the players",
            Expected::Nothing => "nothing after the result",
            Expected::Space => "a space after the move",
        })
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "column {}: expected {}, found ",
            self.column, self.expected
        )?;
        match self.found {
            Some(symbol) => write!(f, "{symbol:?}"),
            None => f.write_str("the end"),
        }
    }
}

impl std::error::Error for SyntaxError {}

/// Why a text is no move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It is not in the notation.
    Syntax(SyntaxError),
    /// It is, but there is no such move, or more than one.
    Fit(FitError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Syntax(error) => error.fmt(f),
            ReadError::Fit(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

/// A text and the place reached in it.
struct Cursor<'text> {
    rest: std::iter::Peekable<std::str::Chars<'text>>,
    column: usize,
}

impl<'text> Cursor<'text> {
    fn new(text: &'text str) -> Self {
        Cursor {
            rest: text.chars().peekable(),
            column: 1,
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn advance(&mut self) -> Option<char> {
        self.column += 1;
        self.rest.next()
    }

    /// Steps over a symbol if it stands here.
    fn takes(&mut self, symbol: char) -> bool {
        let here = self.peek() == Some(symbol);
        if here {
            self.advance();
        }
        here
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.advance();
        }
    }

    fn expected(&mut self, expected: Expected) -> SyntaxError {
        SyntaxError {
            column: self.column,
            expected,
            found: self.peek(),
        }
    }

    fn number(&mut self, expected: Expected) -> Result<u32, SyntaxError> {
        let error = self.expected(expected);
        let mut number = 0;
        let mut digits = 0;
        while let Some(digit) = self.peek().and_then(|symbol| symbol.to_digit(10)) {
            if digits == DIGITS_MAX {
                return Err(self.expected(Expected::SixDigits));
            }
            number = number * 10 + digit;
            digits += 1;
            self.advance();
        }
        if digits == 0 { Err(error) } else { Ok(number) }
    }

    fn spot(&mut self, expected: Expected) -> Result<SpotId, SyntaxError> {
        let error = self.expected(Expected::SpotFromOne);
        match self.number(expected)? {
            0 => Err(error),
            number => Ok(SpotId(number - 1)),
        }
    }

    fn move_text(&mut self) -> Result<MoveText, SyntaxError> {
        let from = self.spot(Expected::From)?;
        let from_other = self.takes('!');
        if !self.takes('(') {
            return Err(self.expected(Expected::Open));
        }
        let new = self.spot(Expected::New)?;
        let faces = if self.takes('@') {
            Some(self.spot(Expected::Faces)?)
        } else {
            None
        };
        if !self.takes(')') {
            return Err(self.expected(Expected::Close));
        }
        let listed_left = self.takes('!');
        let to = self.spot(Expected::To)?;
        let to_other = self.takes('!');
        let mut listed = Vec::new();
        if self.takes('[') {
            loop {
                let first = self.spot(Expected::Listed)?;
                let mut last = first;
                if self.takes('-') {
                    let error = self.expected(Expected::NotBelow);
                    last = self.spot(Expected::RangeEnd)?;
                    if last < first {
                        return Err(error);
                    }
                }
                listed.push((first, last));
                if self.takes(']') {
                    break;
                }
                if !self.takes(',') {
                    return Err(self.expected(Expected::ListGoesOn));
                }
            }
        }
        Ok(MoveText {
            from,
            from_other,
            new,
            faces,
            listed_left,
            to,
            to_other,
            listed: MoveText::list_of(listed),
        })
    }
}
