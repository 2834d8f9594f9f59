//! A game of Sprouts in writing: tables and notation instead of a picture, as the terminal plays it. It owns nothing but the
//! two forms that people read; the rules are `sprouts`'.

use crate::{Game, Setting, Side, Start, Verdict};
use sprouts::list_model::ListModel;
use sprouts::wgosa::{self, Transcript};
use sprouts::{Ending, Labelled, Move, MoveError, Position};
use std::fmt;

/// Why a game or a move in writing is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenError {
    /// The notation begins with lone spots, and with so many at most.
    Start,
    /// The rules forbid it.
    Rules(MoveError),
}

impl fmt::Display for WrittenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrittenError::Start => write!(
                f,
                "a game in writing begins with 1 to {} lone spots",
                Position::SPOTS_MAX
            ),
            WrittenError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WrittenError {}

/// A game of Sprouts in writing.
#[derive(Clone, Debug)]
pub struct Written {
    setting: Setting,
    model: ListModel,
    transcript: Transcript,
}

impl Written {
    /// The game in the list model.
    pub fn model(&self) -> &ListModel {
        &self.model
    }

    /// The position.
    pub fn labelled(&self) -> &Labelled {
        self.model.game()
    }

    /// The moves as a reader of the record has them.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Who wins when nobody can move.
    pub fn ending(&self) -> Ending {
        self.setting.ending
    }

    /// How many spots the game began with.
    pub fn spots(&self) -> u32 {
        self.labelled().spots() - self.len() as u32
    }

    /// The game as people write it down.
    pub fn record(&self) -> wgosa::Record {
        wgosa::Record {
            spots: self.spots(),
            ending: self.setting.ending,
            players: None,
            moves: self.transcript.texts().to_vec(),
            result: None,
        }
    }
}

impl Game for Written {
    type Start = Setting;
    type Move = Move;
    type Refusal = WrittenError;

    fn open(start: &Setting) -> Result<Self, WrittenError> {
        match start.start {
            Start::Spots(spots) if (1..=Position::SPOTS_MAX).contains(&spots) => Ok(Written {
                setting: start.clone(),
                model: ListModel::start(spots),
                transcript: Transcript::start(spots),
            }),
            _ => Err(WrittenError::Start),
        }
    }

    fn start(&self) -> &Setting {
        &self.setting
    }

    fn mover(&self) -> Option<Side> {
        (!self.labelled().is_over()).then(|| Side::of_turn(self.len()))
    }

    fn len(&self) -> usize {
        self.labelled().history().len()
    }

    fn move_at(&self, index: usize) -> Option<Move> {
        self.labelled().history().get(index).cloned()
    }

    fn play(&mut self, m: &Move) -> Result<(), WrittenError> {
        self.labelled().check(m).map_err(WrittenError::Rules)?;
        self.transcript.write(self.model.game(), m);
        self.model.play(m).map_err(WrittenError::Rules)?;
        Ok(())
    }

    fn undo(&mut self) -> Option<Move> {
        self.transcript.undo()?;
        self.model.undo()
    }

    fn verdict(&self) -> Option<Verdict> {
        self.mover()
            .is_none()
            .then(|| Verdict::Wins(stuck_verdict(self.len(), self.setting.ending)))
    }

    fn sized(start: &Setting, size: u32) -> Option<Setting> {
        (1..=Position::SPOTS_MAX)
            .contains(&size)
            .then_some(Setting {
                start: Start::Spots(size),
                ending: start.ending,
            })
    }
}

/// Who wins when nobody can move after so many moves.
pub(crate) fn stuck_verdict(moves: usize, ending: Ending) -> Side {
    let stuck = Side::of_turn(moves);
    match ending {
        Ending::Normal => stuck.other(),
        Ending::Misere => stuck,
    }
}
