//! Whole games in the notation: `8+ 1(9)2 1(10)1[3,4]`. Owns the text of a record and its replay.

use super::{Cursor, Expected, FitError, MoveText, ReadError, SyntaxError, fit};
use crate::{Ending, Labelled, Move};
use std::fmt;
use std::str::FromStr;

/// The most spots a record may start with, so that a text cannot ask for more memory than it has letters.
const SPOTS_MAX: u32 = 1000;

/// A recorded game.
///
/// ```
/// use sprouts::wgosa::Record;
/// let record: Record = "2+ 1(3)2 1(4)2".parse()?;
/// let game = record.replay().unwrap();
/// assert_eq!(Record::of(&game, record.ending).unwrap(), record);
/// # Ok::<(), sprouts::wgosa::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// How many spots the game starts with.
    pub spots: u32,
    /// Normal (`+`) or misère (`-`).
    pub ending: Ending,
    /// What stands in parentheses after the head, usually the players.
    pub players: Option<String>,
    /// The moves.
    pub moves: Vec<MoveText>,
    /// Who won, where the record says so (a game may be given up before it is over).
    pub result: Option<Result>,
}

/// Who won a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// The first player, written `I`.
    First,
    /// The second player, written `II`.
    Second,
}

impl Record {
    /// The record of a game that began with lone spots; nothing for another beginning, which has no head to write.
    ///
    /// The texts are written for whoever replays the record, whose drawing may be the mirror image in places.
    pub fn of(game: &Labelled, ending: Ending) -> Option<Record> {
        let mut original = game.clone();
        let mut moves: Vec<_> = std::iter::from_fn(|| original.undo()).collect();
        let spots = original.spots();
        if original != Labelled::start(spots) {
            return None;
        }
        let mut transcript = Transcript::start(spots);
        while let Some(m) = moves.pop() {
            transcript.write(&original, &m);
            original.play(&m).expect("a move of the history is legal");
        }
        let texts = transcript.texts;
        Some(Record {
            spots,
            ending,
            players: None,
            moves: texts,
            result: None,
        })
    }

    /// Plays the game again.
    pub fn replay(&self) -> std::result::Result<Labelled, RecordError> {
        let mut game = Labelled::start(self.spots);
        for (index, text) in self.moves.iter().enumerate() {
            let m = text.find(&game).map_err(|error| RecordError {
                number: index + 1,
                text: text.to_string(),
                error,
            })?;
            game.play(&m).expect("a move that was read is legal");
        }
        Ok(game)
    }
}

/// A record as it grows with a game, and the game as its readers have it: the same outline, but their drawing may be
/// the mirror image in places, so that texts must be written for them and read as they read them.
#[derive(Clone, Debug)]
pub struct Transcript {
    replayed: Labelled,
    texts: Vec<MoveText>,
}

impl Transcript {
    /// The transcript of a game that begins with lone spots.
    pub fn start(spots: u32) -> Self {
        Transcript {
            replayed: Labelled::start(spots),
            texts: Vec::new(),
        }
    }

    /// Writes down a legal move that is about to be played in `game`, and returns its text. Panics when the move is
    /// not legal or `game` is not the game written down so far.
    pub fn write(&mut self, game: &Labelled, m: &Move) -> &MoveText {
        let (text, read) = fit::shortest(&self.replayed, game, m)
            .expect("every move of a game from lone spots has a text");
        self.replayed
            .play(&read)
            .expect("a move that was read is legal");
        self.texts.push(text);
        self.texts.last().expect("just pushed")
    }

    /// The move of `game` that a text means to a reader of the transcript.
    pub fn read(&self, game: &Labelled, text: &str) -> std::result::Result<Move, ReadError> {
        let m = fit::read(&self.replayed, text)?;
        let (_, m) = fit::shortest(game, &self.replayed, &m)
            .expect("every move of a game from lone spots has a text");
        Ok(m)
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<MoveText> {
        self.replayed.undo();
        self.texts.pop()
    }

    /// The game as a reader has it.
    pub fn game(&self) -> &Labelled {
        &self.replayed
    }

    /// The moves written so far.
    pub fn texts(&self) -> &[MoveText] {
        &self.texts
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.ending {
            Ending::Normal => '+',
            Ending::Misere => '-',
        };
        write!(f, "{}{sign}", self.spots)?;
        if let Some(players) = &self.players {
            write!(f, " ({players})")?;
        }
        for text in &self.moves {
            write!(f, " {text}")?;
        }
        match self.result {
            None => Ok(()),
            Some(Result::First) => f.write_str(" I"),
            Some(Result::Second) => f.write_str(" II"),
        }
    }
}

impl FromStr for Record {
    type Err = SyntaxError;

    fn from_str(text: &str) -> std::result::Result<Self, SyntaxError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_space();
        let error = cursor.expected(Expected::SpotCount);
        let spots = cursor.number(Expected::Spots)?;
        if spots == 0 || spots > SPOTS_MAX {
            return Err(error);
        }
        let ending = match cursor.peek() {
            Some('+') => Ending::Normal,
            Some('-') => Ending::Misere,
            _ => return Err(cursor.expected(Expected::Ending)),
        };
        cursor.advance();
        let mut record = Record {
            spots,
            ending,
            players: None,
            moves: Vec::new(),
            result: None,
        };
        cursor.skip_space();
        if cursor.takes('(') {
            let mut players = String::new();
            while !cursor.takes(')') {
                match cursor.advance() {
                    Some(symbol) => players.push(symbol),
                    None => return Err(cursor.expected(Expected::PlayersEnd)),
                }
            }
            record.players = Some(players);
        }
        loop {
            let separated =
                cursor.peek().is_none_or(char::is_whitespace) || record.moves.is_empty();
            cursor.skip_space();
            match cursor.peek() {
                None => return Ok(record),
                Some('I') => {
                    cursor.advance();
                    record.result = Some(if cursor.takes('I') {
                        Result::Second
                    } else {
                        Result::First
                    });
                    cursor.skip_space();
                    return match cursor.peek() {
                        None => Ok(record),
                        Some(_) => Err(cursor.expected(Expected::Nothing)),
                    };
                }
                Some(_) if !separated => return Err(cursor.expected(Expected::Space)),
                Some(_) => record.moves.push(cursor.move_text()?),
            }
        }
    }
}

/// Which move of a record cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Which move, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// What is wrong with it.
    pub error: FitError,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, {}: {}", self.number, self.text, self.error)
    }
}

impl std::error::Error for RecordError {}
