//! The plan: what a description means once its options are chosen. Plain enums and tables, no text to interpret.
//!
//! Owns the vocabulary of rules. Knows neither the syntax they were written in nor how an engine carries them out.

use crate::board::{Board, Connectivity, SiteId};

/// The most players a game may have.
pub const PLAYERS_MAX: u32 = 8;

/// A colour of stones, from 1; player p owns colour p. `NONE` stands on empty sites, `NEUTRAL` belongs to nobody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Colour(pub u8);

impl Colour {
    /// No stone.
    pub const NONE: Colour = Colour(0);
    /// A stone of nobody: above the colours of all players there may be.
    pub const NEUTRAL: Colour = Colour(PLAYERS_MAX as u8 + 1);

    /// Whether a player owns stones of this colour.
    #[inline]
    pub fn is_owned(self) -> bool {
        self != Colour::NONE && self != Colour::NEUTRAL
    }

    /// The number as an index; colour 1 is index 1.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which stones may be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placing {
    /// The mover's own colour, or in a turn of all colours the one whose turn it is.
    Own,
    /// A colour of the mover's choice.
    Any,
}

/// A move along a line, exactly as far as there are stones on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineMove {
    /// Along which lines.
    pub along: Connectivity,
}

/// The kinds of moves a game has.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Moves {
    /// Putting a stone on an empty site.
    pub place: Option<Placing>,
    /// Moving a stone to an empty neighbour.
    pub step: Option<Connectivity>,
    /// Jumping over one stone to the empty site behind it.
    pub hop: Option<Connectivity>,
    /// Moving as far as there are stones on the line, jumping over own ones, capturing by landing.
    pub line: Option<LineMove>,
    /// Putting a stack of the mover's on a site, as high as there are own stacks in sight along these lines, where nothing stands or
    /// a lower stack does.
    pub settle: Option<Connectivity>,
    /// Passing freely.
    pub pass: bool,
}

/// What a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// So many moves; the very first turn may be shorter.
    Moves {
        /// Moves in a turn.
        count: u32,
        /// Moves in the first turn of the game.
        first: u32,
    },
    /// One placement of every colour, in order.
    EachColour,
    /// One move or more: who has made one may stop by passing.
    UpTo {
        /// The most moves in a turn.
        count: u32,
        /// The most in the first turn of the game.
        first: u32,
        /// The most after a turn that made the largest group on the board larger.
        growth: u32,
    },
    /// A stone may move, then one is placed. What moves need and the ends are judged after both.
    MoveThenPlace,
    /// One of `Plan::ways`, action by action. The ends are judged after the last of them.
    Ways,
}

/// A part of a turn that is made of several. Every stone is touched once in a turn at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A stone of the mover comes on an empty site.
    PlaceOwn,
    /// A stone of the other one of two players comes on an empty site.
    PlaceOther,
    /// A stone of nobody comes on an empty site.
    PlaceNeutral,
    /// A stone of nobody becomes the mover's.
    Take,
    /// A stone of the mover becomes nobody's.
    Free,
}

impl Action {
    /// What must stand on the site, and what stands there afterwards.
    pub fn change(self, mover: Colour) -> [Colour; 2] {
        match self {
            Action::PlaceOwn => [Colour::NONE, mover],
            Action::PlaceOther => [Colour::NONE, Colour(3 - mover.0)],
            Action::PlaceNeutral => [Colour::NONE, Colour::NEUTRAL],
            Action::Take => [Colour::NEUTRAL, mover],
            Action::Free => [mover, Colour::NEUTRAL],
        }
    }
}

/// A way to spend a turn: what is done in it, in order.
pub type Way = Vec<Action>;

/// The opening of a game for two, before it is settled who plays which colour: both place stones of colour 1, until one of them
/// takes that colour, player 1 by passing, player 2 by swapping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Where no stone may come in the opening.
    pub barred: Vec<SiteId>,
}

/// Custodial capture: a straight, unbroken line of another player's stones between the stone that came and one of its own colour is
/// removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flanking {
    /// The fewest stones that are taken.
    pub from: u32,
    /// Whether only lines of an odd number of stones are taken.
    pub odd: bool,
    /// Whether the rim may stand for the other stone.
    pub rim: bool,
}

/// What must hold after a move for it to be legal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// The placed stone's group has an empty neighbour after captures.
    pub freedom: bool,
    /// The stones on the board never stood like this before.
    pub new_position: bool,
    /// The placed stone's group is at most this large.
    pub group_at_most: Option<u32>,
    /// So many occupied sites are adjacent to the site before the stone is placed.
    pub neighbours_at_least: Option<u32>,
    /// The stone completes no square of four in which two of its colour and two of another face each other.
    pub no_crosscut: bool,
    /// No two stones of its colour face each other in a square of four without a third of them in it.
    pub no_bare_diagonal: bool,
}

/// Whose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// The player who just moved.
    Mover,
    /// The player after him.
    Next,
    /// The player who owns the colour of the stone just placed or moved.
    Owner,
    /// This player.
    Player(u8),
    /// All players: every one of them, or all together where something is counted.
    Every,
}

/// Something that can be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Moves made, passes and swaps included.
    Moves,
    /// Empty sites.
    Empty,
    /// Stones removed by the last move.
    Captured,
    /// Stones that somebody has captured so far.
    Captures(Who),
    /// Groups of at least so many stones.
    Groups {
        /// Whose groups.
        who: Who,
        /// The smallest that counts.
        from: u32,
    },
    /// Stones in the group of the last stone.
    Group,
    /// Empty neighbours of the group of the last stone.
    Freedom,
    /// Stones on the board.
    Stones(Who),
    /// Empty sites that only somebody's stones border.
    Territory(Who),
    /// Corners that somebody holds: pairs of regions, next to each other in the order of their family, that one of his groups
    /// joins with a third.
    Held {
        /// Index into `Plan::families`.
        family: usize,
        /// Whose groups.
        who: Who,
    },
}

/// A comparison with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// `= n`
    Equal(u32),
    /// `!= n`
    NotEqual(u32),
    /// `< n`
    Less(u32),
    /// `<= n`
    AtMost(u32),
    /// `> n`
    More(u32),
    /// `>= n`
    AtLeast(u32),
    /// `is odd`
    Odd,
    /// `is even`
    Even,
}

impl Test {
    /// Whether a number passes.
    #[inline]
    pub fn holds(self, value: u32) -> bool {
        match self {
            Test::Equal(n) => value == n,
            Test::NotEqual(n) => value != n,
            Test::Less(n) => value < n,
            Test::AtMost(n) => value <= n,
            Test::More(n) => value > n,
            Test::AtLeast(n) => value >= n,
            Test::Odd => !value.is_multiple_of(2),
            Test::Even => value.is_multiple_of(2),
        }
    }
}

/// How two numbers stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Relation {
    /// Whether two numbers stand so.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
            Relation::More => left > right,
            Relation::AtLeast => left >= right,
        }
    }
}

/// How two values make a third.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
}

/// A number that may change during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Always the same.
    Number(i64),
    /// Something counted.
    Quantity(Quantity),
    /// Made of two others.
    Operation(Box<Value>, Operator, Box<Value>),
}

impl Value {
    /// The number, when the quantities are these. What is too large stays at the largest number there is.
    pub fn evaluate(&self, count: &impl Fn(Quantity) -> u32) -> i64 {
        match self {
            Value::Number(number) => *number,
            Value::Quantity(quantity) => i64::from(count(*quantity)),
            Value::Operation(left, operator, right) => {
                let (left, right) = (left.evaluate(count), right.evaluate(count));
                match operator {
                    Operator::Add => left.saturating_add(right),
                    Operator::Subtract => left.saturating_sub(right),
                    Operator::Multiply => left.saturating_mul(right),
                }
            }
        }
    }
}

/// What a loop must hold inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopInside {
    /// Anything.
    All,
    /// A stone of somebody else.
    Enemy,
    /// An empty site.
    Empty,
    /// A single own stone and nothing else; the last stone may be that one as well as one round it.
    Full,
}

/// A condition of an end rule, tested after every move.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// The group of the last stone touches so many regions of the family that belongs to its colour.
    Connect {
        /// Index into `Plan::families`.
        family: usize,
        /// How many regions.
        at_least: u32,
    },
    /// The last stone closes a loop, or fills one that is to be full.
    Loop(LoopInside),
    /// So many stones of one colour or more in a straight line through the last one.
    Line(u32),
    /// An enemy stone adjacent to the last one, not on the rim, belongs to a group whose neighbours are all the mover's.
    Enclosed,
    /// Some group of somebody passes the test of size.
    SomeGroup(Who, Test),
    /// A quantity passes a test.
    Count(Quantity, Test),
    /// Two values stand in a relation.
    Compare(Value, Relation, Value),
    /// The first of these is the same player as the second.
    Is(Who, Who),
    /// All stones of somebody form one group.
    Single(Who),
    /// The next player has no move but a forced pass.
    NoMove,
    /// All players passed in succession.
    AllPassed,
    /// The last player's turn has just ended.
    RoundOver,
    /// All of these.
    All(Vec<Condition>),
    /// One of these.
    Any(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}

/// What an end rule decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This player wins.
    Wins(Who),
    /// This one of two players loses.
    Loses(Who),
    /// Nobody wins.
    Draw,
    /// The highest score wins; a tie for the top is a draw, unless the plan breaks ties.
    BestScore,
}

/// An end rule.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// When.
    pub condition: Condition,
    /// Who wins.
    pub verdict: Verdict,
}

/// A part of the score; parts are added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreTerm {
    /// Stones captured.
    Captures,
    /// Empty sites that only own stones border.
    Territory,
    /// The product of the sizes of all own groups.
    Product,
    /// The product of the sizes of so many of the largest own groups; nothing where there are fewer.
    Largest(u32),
    /// Own groups of at least this size.
    Groups(u32),
    /// Own stones on the board.
    Stones,
    /// Empty sites that see more own stacks than stacks of any other player.
    Sight,
    /// For every own group that touches at least three cells beyond the rim, their number less two.
    Stars,
    /// Points that a player has from the start.
    Bonus {
        /// Whose.
        player: Colour,
        /// How many.
        points: u32,
    },
}

/// The corners that a group holds which touches these of so many regions, a bit each: between a region and the next, where it
/// touches a third as well.
pub fn held_corners(touched: u32, regions: u32) -> u32 {
    if touched.count_ones() < 3 {
        return 0;
    }
    let next = touched >> 1 | (touched & 1) << (regions - 1);
    touched & next
}

/// What decides between equal scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// The sizes of the groups, from the largest down: the first that is larger wins.
    LargerGroups,
    /// Fewer stones on the board win.
    FewerStones,
    /// This player wins.
    Player(Colour),
}

/// The highest stack there may be at the start.
pub const HEIGHT_MAX: u8 = 9;

/// The most groups that `ScoreTerm::Largest` multiplies.
pub const LARGEST_MAX: usize = 8;

/// A named family of regions, for every colour a list of sets of sites.
#[derive(Clone, PartialEq, Debug)]
pub struct Family {
    /// The name in the description.
    pub name: String,
    /// Per player (index 0 is player 1) the regions.
    pub regions: Vec<Vec<Vec<SiteId>>>,
}

/// A game with its options chosen, ready to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The name used on the command line.
    pub name: String,
    /// The name people read.
    pub title: String,
    /// The rules in a sentence.
    pub about: String,
    /// The options as chosen, in the order declared.
    pub options: Vec<(String, String)>,
    /// The board.
    pub board: Board,
    /// Number of players.
    pub players: u8,
    /// What makes a group, per player (index 0 is player 1).
    pub connect: Vec<Connectivity>,
    /// Families of regions.
    pub families: Vec<Family>,
    /// Stones before the first move.
    pub start: Vec<(SiteId, Colour)>,
    /// How high those of them are that are higher than one.
    pub heights: Vec<(SiteId, u8)>,
    /// Per player (index 0 is player 1) the sites where he never places a stone.
    pub barred: Vec<Vec<SiteId>>,
    /// How the game is opened, if in a way of its own.
    pub opening: Option<Opening>,
    /// What a turn is.
    pub turn: Turn,
    /// The ways to spend a turn, where turns are made of actions; none is the beginning of another.
    pub ways: Vec<Way>,
    /// What a player does who can finish none of them: the first of these that he can finish.
    pub last_ways: Vec<Way>,
    /// The same for the first turn of the game, where it has ways of its own.
    pub first_ways: Vec<Way>,
    /// Whether there are stones of nobody.
    pub neutral: bool,
    /// What a move is.
    pub moves: Moves,
    /// Whether the second player may swap sides instead of his first move.
    pub swap: bool,
    /// Whether enemy groups without freedom are removed.
    pub capture_enclosed: bool,
    /// Which lines of enemy stones are removed, if any.
    pub capture_flanked: Option<Flanking>,
    /// What a legal move needs.
    pub needs: Needs,
    /// End rules in order.
    pub ends: Vec<End>,
    /// The score, for `best score`.
    pub score: Vec<ScoreTerm>,
    /// What decides between equal scores, in order.
    pub ties: Vec<Tie>,
}

impl Plan {
    /// A draw after so many turns.
    pub fn turns_max(&self) -> u32 {
        1250 * u32::from(self.players)
    }

    /// A draw after so many moves.
    pub fn moves_max(&self) -> u32 {
        10_000
    }

    /// The connectivity of a colour's groups.
    #[inline]
    pub fn connectivity(&self, colour: Colour) -> Connectivity {
        match self.connect.get(colour.index() - 1) {
            Some(connectivity) => *connectivity,
            None => Connectivity::Adjacent,
        }
    }

    /// The ways to spend the turn with this number, from 0; none where the turn is not made of actions.
    pub fn ways_in(&self, turn: u32) -> &[Way] {
        match turn {
            0 if !self.first_ways.is_empty() => &self.first_ways,
            _ => &self.ways,
        }
    }

    /// How many moves the turn with this number has at most; the first turn has number 0. `grown` says whether the turn before
    /// it made the largest group larger.
    #[inline]
    pub fn moves_in_turn(&self, turn: u32, grown: bool) -> u32 {
        match self.turn {
            Turn::Moves { count, first } => {
                if turn == 0 {
                    first
                } else {
                    count
                }
            }
            Turn::EachColour => u32::from(self.players),
            Turn::UpTo { first, .. } if turn == 0 => first,
            Turn::UpTo { growth, .. } if grown => growth,
            Turn::UpTo { count, .. } => count,
            Turn::MoveThenPlace => 2,
            Turn::Ways => self.ways.iter().map(Vec::len).max().unwrap_or(1) as u32,
        }
    }

    /// Whether stones can be captured where they stand.
    pub fn captures(&self) -> bool {
        self.capture_enclosed || self.capture_flanked.is_some()
    }

    /// Whether stones are joined by links, which may not cross those of another colour.
    pub fn has_links(&self) -> bool {
        self.connect.contains(&Connectivity::Knight)
    }

    /// Whether stones come on any empty site and nothing but the players' stones lies on the board: no links, no cells that points
    /// win, no stones of nobody, no stacks, no sites that are closed to somebody. The fast engines know these boards alone, no turns made
    /// of actions and no capture but that of enclosed groups.
    pub fn is_plain(&self) -> bool {
        let open = self.barred.iter().all(Vec::is_empty);
        let actions = !self.ways.is_empty() || !self.first_ways.is_empty();
        open && !actions
            && self.moves.settle.is_none()
            && self.capture_flanked.is_none()
            && !self.neutral
            && !self.has_links()
            && !self.board.has_points()
    }
}
