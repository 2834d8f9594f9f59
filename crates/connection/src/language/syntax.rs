//! What a description says, as a tree: statements, sets, conditions. Numbers stay expressions until the options are known.
//!
//! Owns the shape alone: `parser` makes it from tokens, `compile` makes a plan of it.

use super::At;
use crate::board::{Connectivity, Stand};
use crate::plan::{Action, LoopInside, Tie};

/// A game as text says it, grammar checked, options not chosen yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Description {
    /// The name used on the command line.
    pub name: String,
    /// The name people read.
    pub title: String,
    /// Who made it and when; empty when nothing is said.
    pub by: String,
    /// The rules in a sentence.
    pub about: String,
    /// The options, in order.
    pub options: Vec<OptionSpec>,
    pub(super) statements: Vec<Guarded>,
}

/// An option that a description declares.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// Its values.
    pub kind: OptionKind,
}

/// The values of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum OptionKind {
    /// Numbers.
    Number {
        /// When nothing is said.
        default: u32,
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
    },
    /// Words; the first one when nothing is said.
    Choice(Vec<String>),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Guarded {
    /// An option, the value that it must have, and where both stand.
    pub when: Vec<(String, Choice, [At; 2])>,
    pub at: At,
    pub statement: Statement,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Choice {
    Word(String),
    Number(i64),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expression {
    Number(i64, At),
    Name(String, At),
    /// Something counted during the game; only conditions may ask for it.
    Quantity(Box<QuantityWord>, At),
    Negative(Box<Expression>),
    /// The place is the operator's.
    Operation(Box<Expression>, char, Box<Expression>, At),
}

impl Expression {
    /// Where it begins.
    pub(super) fn at(&self) -> At {
        match self {
            Expression::Number(_, at) | Expression::Name(_, at) | Expression::Quantity(_, at) => {
                *at
            }
            Expression::Negative(inner) | Expression::Operation(inner, ..) => inner.at(),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Statement {
    Players(Expression),
    Board {
        shape: String,
        sizes: Vec<Expression>,
        /// Sites that are taken out.
        without: Vec<(Sign, Set, At)>,
        stand: Stand,
    },
    /// A set of sites with a name.
    Sites {
        name: String,
        at: At,
        terms: Vec<(Sign, Set, At)>,
    },
    Site {
        number: i64,
        x: f64,
        y: f64,
        joined: Vec<(i64, At)>,
        beside: Vec<(i64, At)>,
    },
    StraightLine(Vec<(i64, At)>),
    Connect(Connectivity, At, Option<Expression>),
    Regions {
        name: String,
        of: Option<Expression>,
        regions: Vec<Region>,
    },
    /// Nobody's stones have no number. Stacks have a height.
    Start {
        colour: Option<Expression>,
        terms: Vec<(Sign, Set, At)>,
        height: Option<Expression>,
    },
    TurnEachColour,
    TurnMoves {
        count: Expression,
        first: Option<Expression>,
    },
    TurnUpTo {
        count: Expression,
        first: Option<Expression>,
        growth: Option<Expression>,
    },
    /// A stone may move, then one is placed.
    TurnMoveThenPlace,
    /// Actions, and where each way to spend the turn begins.
    TurnWays {
        first: bool,
        ways: Vec<(Vec<Action>, At)>,
        /// What is done when none of them can be finished, in order.
        last: Vec<(Vec<Action>, At)>,
    },
    /// Where a player never places a stone.
    Bar(Expression, Vec<(Sign, Set, At)>),
    /// Where no stone may come before it is settled who plays which colour.
    Opening(Vec<(Sign, Set, At)>),
    Place {
        any: bool,
    },
    Step(Connectivity, At),
    Hop(Connectivity, At),
    Line(Connectivity, At),
    Settle(Connectivity, At),
    Pass,
    Swap,
    CaptureEnclosed,
    /// Lines of so many stones or more, only of odd numbers, also at the rim.
    CaptureFlanked {
        at: At,
        from: Option<Expression>,
        odd: bool,
        rim: bool,
    },
    NeedFreedom,
    NeedNewPosition,
    NeedNoCrosscut(At),
    NeedNoBareDiagonal(At),
    NeedGroup(Expression),
    NeedNeighbours(Expression),
    Score(Vec<ScoreWord>),
    Tie(Tie),
    TiePlayer(Expression),
    End(Condition, Verdict),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum SiteName {
    Pair(Expression, Expression),
    Number(i64),
    /// As players name it: `c4`.
    Name(String),
}

/// `each` makes one region of every side or corner; the terms are added to and taken from it.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Region {
    EachSide(Vec<(Sign, Set, At)>),
    EachCorner(Vec<(Sign, Set, At)>),
    One(Vec<(Sign, Set, At)>),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Sign {
    Add,
    Remove,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Set {
    Name(String),
    Sites(Vec<(SiteName, At)>),
    /// All sites that lie a whole number of steps from one place, along both coordinates.
    Every {
        steps: [Expression; 2],
        from: [Expression; 2],
    },
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum ScoreWord {
    Captures,
    Territory,
    Product,
    /// With its place.
    Sight(At),
    /// With its place.
    Stars(At),
    Largest(Expression),
    Groups(Expression),
    Stones,
    /// Points, and whose.
    Bonus(Expression, Expression),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum WhoWord {
    Mover,
    Next,
    Owner,
    Every,
    Player(Expression, At),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum QuantityWord {
    Moves,
    Empty,
    Captured,
    Captures(WhoWord),
    Groups(WhoWord, Option<Expression>),
    Group,
    Freedom,
    Stones(WhoWord),
    Territory(WhoWord),
    /// The name of the regions, and its place.
    Held(String, At, WhoWord),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum TestWord {
    Compare(&'static str, Expression),
    /// With the place of the word.
    Odd(At),
    Even(At),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Condition {
    Connect {
        family: String,
        at: At,
        at_least: Option<Expression>,
    },
    Loop(LoopInside),
    Line(Expression, At),
    Enclosed,
    SomeGroup(WhoWord, TestWord),
    Compare(Expression, TestWord),
    Is(WhoWord, WhoWord, At),
    Single(WhoWord),
    NoMove,
    AllPassed,
    RoundOver,
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Verdict {
    Wins(WhoWord),
    Loses(WhoWord),
    Draw,
    BestScore,
}
