//! Why something was not possible, for a page that speaks many languages: a kind that stays the same, its values, and the
//! engine's own English words. The page's files `mistakes` have a sentence for every kind; what is `other` is shown in English.

use crate::shown::stroke_kind;
use connection::language::{Allowed, Found, LanguageError, Mistake, PlanError};
use connection::refusal::MoveError as StoneError;
use connection::sgf::SgfError;
use connection::solving::Unsolved;
use drawing::{CurveError, MapError, PlanarMap, RouteError, TextError, Unrealisable};
use rooms::{Invalid, Name, Refusal};
use serde::Serialize;
use serde_json::{Value, json};
use sprouts::wgosa::{FitError, RecordError, SyntaxError};
use sprouts::{LabelledError, MoveError, NoPicture, Position, PositionError, Problem};
use std::fmt::{Debug, Display};
use table::{Game, InkError, Record, Refused, ReplayError, Start, StonesError};

/// Why something was not possible. A value may be a `Said` again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Said {
    kind: String,
    values: Value,
    words: String,
}

/// Something that can be said in every language.
pub trait Say: Display {
    /// It, as a kind and its values.
    fn said(&self) -> Said;
}

impl<E: Say> From<E> for Said {
    fn from(error: E) -> Said {
        error.said()
    }
}

impl Said {
    /// It as JSON, for the scripts.
    pub fn text(self) -> String {
        serde_json::to_string(&self).unwrap_or(self.words)
    }
}

/// What only the engine's own words say: a rare mistake, or one of ours.
pub fn other(words: &(impl Display + ?Sized)) -> Said {
    say("other", json!([]), words)
}

/// A mistake of a kind that the page knows.
pub fn say(kind: &str, values: Value, words: &(impl Display + ?Sized)) -> Said {
    Said {
        kind: kind.to_owned(),
        values,
        words: words.to_string(),
    }
}

/// One of a list of things without values: its kind is its name in the list.
fn named<T: Debug + Display>(list: &str, thing: &T) -> Said {
    say(&format!("{list}.{thing:?}"), json!([]), thing)
}

/// Why a record cannot be played: the game itself, at its start, says more than the table.
pub fn unplayable<G: Game>(mut game: G, record: &Record<G::Move>, error: &ReplayError) -> Said
where
    G::Refusal: Say,
{
    let moves = record.moves.iter().take(error.index + 1);
    let refused = moves.map(|m| game.replay(m)).find_map(Result::err);
    let why = refused.map_or_else(|| other(&error.reason), Said::from);
    say("record.move", json!([error.index + 1, why]), error)
}

impl Say for serde_json::Error {
    fn said(&self) -> Said {
        let (line, column) = (self.line(), self.column());
        // The reader's own words are for programmers.
        let words = format!("this is no saved game: mistake in line {line}, column {column}");
        say("json", json!([line, column]), &words)
    }
}

impl Say for PositionError {
    fn said(&self) -> Said {
        match self {
            PositionError::Text { column, problem } => {
                say("column", json!([column, problem.said()]), self)
            }
            PositionError::Regions(_) => other(self),
            PositionError::TooLarge => say("position.large", json!([Position::SPOTS_MAX]), self),
        }
    }
}

impl Say for Problem {
    fn said(&self) -> Said {
        match self {
            Problem::Empty => say("position.empty", json!([]), self),
            Problem::AfterEnd => say("position.afterEnd", json!([]), self),
            Problem::Degree(symbol) => say("position.degree", json!([symbol]), self),
            Problem::Blank => say("position.blank", json!([]), self),
            Problem::Character(symbol) => say("position.character", json!([symbol]), self),
            Problem::CountedSpots => say("position.counted", json!([]), self),
            Problem::NoCount => say("position.noCount", json!([]), self),
            Problem::AfterCount => say("position.afterCount", json!([]), self),
            Problem::NothingBefore(ending) => say("position.nothing", json!([ending]), self),
            Problem::LoneSpotWithOthers => say("position.lone", json!([]), self),
            Problem::FourthTime => say("position.fourth", json!([]), self),
            Problem::NoPicture(why) => why.said(),
        }
    }
}

impl Say for NoPicture {
    fn said(&self) -> Said {
        named("noPicture", self)
    }
}

impl Say for SyntaxError {
    fn said(&self) -> Said {
        let wanted = named("notation", &self.expected);
        let inner = say("notation", json!([wanted, self.found]), self);
        say("column", json!([self.column, inner]), self)
    }
}

impl Say for RecordError {
    fn said(&self) -> Said {
        let values = json!([self.number, self.text, self.error.said()]);
        say("move", values, self)
    }
}

impl Say for FitError {
    fn said(&self) -> Said {
        match self {
            FitError::NoSuchSpot { spot } => say("spot.none", json!([spot.number()]), self),
            FitError::WrongNewSpot { spot, expected } => {
                let numbers = json!([spot.number(), expected.number()]);
                say("spot.new", numbers, self)
            }
            FitError::SpotIsDead { spot } => say("spot.dead", json!([spot.number()]), self),
            FitError::NeedsTwoLives { spot } => say("spot.loop", json!([spot.number()]), self),
            FitError::NoSharedRegion { from, to } => {
                say("spot.apart", json!([from.number(), to.number()]), self)
            }
            FitError::NothingIsSeparated => say("move.parts", json!([]), self),
            FitError::CannotSeparate { spot } => say("move.side", json!([spot.number()]), self),
            FitError::DoesNotFace { spot } => say("move.faces", json!([spot.number()]), self),
            FitError::NoOtherSide => say("move.otherSide", json!([]), self),
            FitError::Ambiguous { texts } => say("move.ambiguous", json!([texts]), self),
            _ => other(self),
        }
    }
}

impl Say for MoveError {
    fn said(&self) -> Said {
        match self {
            MoveError::SpotIsDead { spot } => say("spot.dead", json!([spot.number()]), self),
            MoveError::NeedsTwoLives { spot } => say("spot.loop", json!([spot.number()]), self),
            _ => say("move.none", json!([]), self),
        }
    }
}

impl Say for LabelledError {
    fn said(&self) -> Said {
        other(self)
    }
}

impl Say for TextError {
    fn said(&self) -> Said {
        match self {
            TextError::NotAMap => say("map.none", json!([]), self),
            TextError::Character { at } => say("map.character", json!([at + 1]), self),
            TextError::CutShort => say("map.short", json!([]), self),
            TextError::TooLong => say("map.long", json!([]), self),
            TextError::TooLarge => say("map.number", json!([]), self),
            TextError::Map(error) => error.said(),
            TextError::OtherMap(_) => say("map.other", json!([]), self),
            TextError::Curve { number, error } => {
                say("map.move", json!([number, error.said()]), self)
            }
            _ => other(self),
        }
    }
}

impl Say for MapError {
    fn said(&self) -> Said {
        match self {
            MapError::SpotCount { spots } => {
                say("map.spots", json!([PlanarMap::MAX_SPOTS, spots]), self)
            }
            MapError::OffBoard => say("map.off", json!([]), self),
            MapError::SpotsCoincide { spot } => say("map.same", json!([spot.number()]), self),
            MapError::TooManyLines { spot } => say("map.lines", json!([spot.number()]), self),
            MapError::EdgeEnds { edge } => say("map.ends", json!([edge.0 + 1]), self),
            MapError::EdgeCrosses { edge } => say("map.crosses", json!([edge.0 + 1]), self),
            _ => other(self),
        }
    }
}

impl Say for CurveError {
    fn said(&self) -> Said {
        let (kind, spot) = stroke_kind(self);
        say(
            "stroke",
            json!([kind, spot.map(|spot| spot.number())]),
            self,
        )
    }
}

impl Say for RouteError {
    fn said(&self) -> Said {
        match self {
            RouteError::Move(error) => error.said(),
            _ => say("move.noRoom", json!([]), self),
        }
    }
}

impl Say for Unrealisable {
    fn said(&self) -> Said {
        match self {
            Unrealisable::Crossing { land } => say("realise.crossing", json!([land]), self),
            _ => say("realise.fine", json!([]), self),
        }
    }
}

impl Say for InkError {
    fn said(&self) -> Said {
        match self {
            InkError::SpotCount => say("board.spots", json!([Start::SPOTS_MAX]), self),
            InkError::Map(error) => error.said(),
            InkError::Rules(error) => error.said(),
            InkError::Curve(error) => error.said(),
            InkError::NoCurve(error) => error.said(),
            InkError::OtherMove => say("move.other", json!([]), self),
            InkError::RedrawnTooOften => say("record.redrawn", json!([]), self),
        }
    }
}

impl Say for StonesError {
    fn said(&self) -> Said {
        match self {
            StonesError::Description(error) => error.said(),
            StonesError::Plan(error) => error.said(),
            StonesError::Move(error) => error.said(),
        }
    }
}

impl Say for StoneError {
    fn said(&self) -> Said {
        match self {
            StoneError::Over => say("stone.over", json!([]), self),
            StoneError::Unreadable(text) => say("stone.none", json!([text]), self),
            StoneError::Occupied(site) => say("stone.taken", json!([site]), self),
            StoneError::Illegal { played, reason } => {
                let why = named("forbidden", reason);
                say("stone.forbidden", json!([played, why]), self)
            }
        }
    }
}

impl Say for Unsolved {
    fn said(&self) -> Said {
        named("unsolved", self)
    }
}

impl Say for PlanError {
    fn said(&self) -> Said {
        match self {
            PlanError::Language(error) => error.said(),
            PlanError::UnknownOption { name, known } => {
                say("option.none", json!([name, known]), self)
            }
            PlanError::OptionValue {
                name,
                value,
                allowed: Allowed::Numbers(min, max),
            } => say("option.number", json!([name, value, min, max]), self),
            PlanError::OptionValue {
                name,
                value,
                allowed: Allowed::Words(words),
            } => say("option.word", json!([name, value, words]), self),
        }
    }
}

impl Say for LanguageError {
    fn said(&self) -> Said {
        let values = json!([self.at.line, self.at.column, self.mistake.said()]);
        say("place", values, self)
    }
}

impl Say for Mistake {
    fn said(&self) -> Said {
        match self {
            Mistake::Words {
                words,
                found,
                meant,
            } => say("text.words", json!([words, found.said(), meant]), self),
            Mistake::Statement { found, meant, .. } => {
                say("text.statement", json!([found.said(), meant]), self)
            }
            Mistake::Thing {
                thing,
                found,
                meant,
            } => {
                let values = json!([named("thing", thing), found.said(), meant]);
                say("text.thing", values, self)
            }
            Mistake::OpenQuote => say("text.openQuote", json!([]), self),
            Mistake::Quote(found) => say("text.quote", json!([found]), self),
            Mistake::Character(found) => say("text.character", json!([found]), self),
            Mistake::LargeNumber(max) => say("text.number", json!([max]), self),
            Mistake::NoGame => say("text.noGame", json!([]), self),
            Mistake::TwoGames => say("text.twoGames", json!([]), self),
            Mistake::OptionTwice(name) => say("text.optionTwice", json!([name]), self),
            Mistake::NoOption { name, meant } => say("text.noOption", json!([name, meant]), self),
            Mistake::NoRegions { name, meant } => say("text.noRegions", json!([name, meant]), self),
            Mistake::NoPart { name, sides, meant } => {
                say("text.noPart", json!([name, sides, meant]), self)
            }
            Mistake::NoSite { first, last } => say("text.noSite", json!([first, last]), self),
            Mistake::Outside {
                min, max, value, ..
            } => say("text.outside", json!([min, max, value]), self),
            Mistake::BoardSize(max) => say("text.boardSize", json!([max]), self),
            Mistake::NoBoard => say("text.noBoard", json!([]), self),
            Mistake::TwoBoards => say("text.twoBoards", json!([]), self),
            Mistake::NoMove => say("text.noMove", json!([]), self),
            Mistake::NoEnd => say("text.noEnd", json!([]), self),
            Mistake::ByZero => say("text.byZero", json!([]), self),
            Mistake::Rare(rare, values) => say(&format!("rare.{rare:?}"), json!(values), self),
        }
    }
}

impl Say for Found {
    fn said(&self) -> Said {
        match self {
            Found::Word(word) => say("found.word", json!([word]), self),
            Found::Text => say("found.text", json!([]), self),
            Found::LineEnd => say("found.lineEnd", json!([]), self),
            Found::End => say("found.end", json!([]), self),
        }
    }
}

impl Say for SgfError {
    fn said(&self) -> Said {
        match self {
            SgfError::OtherGame(name) => say("sgf.game", json!([name]), self),
            SgfError::Text { column, .. } => say("sgf.text", json!([column]), self),
            SgfError::TooLong => say("textTooLong", json!([]), self),
            SgfError::Size => say("sgf.size", json!([]), self),
            SgfError::SetUp => say("sgf.setUp", json!([]), self),
            SgfError::SetUpLate => say("sgf.setUpLate", json!([]), self),
            SgfError::Stone(text) => say("sgf.stone", json!([text]), self),
            SgfError::Komi(text) => say("sgf.komi", json!([text]), self),
            SgfError::TooManyMoves => say("textTooLong", json!([]), self),
            SgfError::Move { number, text } => say("sgf.move", json!([number, text]), self),
            SgfError::Turn { number } => say("sgf.turn", json!([number]), self),
        }
    }
}

impl Say for Refused {
    fn said(&self) -> Said {
        match self {
            Refused::Move(words) => other(words),
            _ => say(&format!("table.{self:?}"), json!([]), self),
        }
    }
}

impl Say for Refusal {
    fn said(&self) -> Said {
        match self {
            Refusal::Table(refused) => refused.said(),
            Refusal::Invalid(words) => other(words),
            _ => say(&format!("room.{self:?}"), json!([]), self),
        }
    }
}

impl Say for Invalid {
    fn said(&self) -> Said {
        match self {
            Invalid::NoName => say("name.none", json!([]), self),
            Invalid::NameTooLong => say("name.long", json!([Name::CHARS_MAX]), self),
            Invalid::NameHas(_) => say("name.character", json!([]), self),
            Invalid::TextTooLong => say("textTooLong", json!([]), self),
            Invalid::Game(words) => other(words),
        }
    }
}
