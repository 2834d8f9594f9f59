//! What can be wrong in a description, and the English words for it. Every mistake has its kind and its values, so that a page
//! can say it in another language. Where it stands is `LanguageError`'s.

use std::fmt;

/// What is wrong in a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// Something else stands where one of these is needed, as it would be written.
    Words {
        /// What could stand there.
        words: Vec<String>,
        /// What stands there.
        found: Found,
        /// Which of the words was probably meant.
        meant: Option<String>,
    },
    /// A line begins with something that is no statement.
    Statement {
        /// All statements.
        words: Vec<String>,
        /// What stands there.
        found: Found,
        /// Which statement was probably meant.
        meant: Option<String>,
    },
    /// Something else stands where this is needed.
    Thing {
        /// What is needed.
        thing: Thing,
        /// What stands there.
        found: Found,
        /// Which word was probably meant.
        meant: Option<String>,
    },
    /// A text in quotes goes on to the end of its line.
    OpenQuote,
    /// A quote that is not a straight double one.
    Quote(char),
    /// A character without a meaning.
    Character(char),
    /// A number above this.
    LargeNumber(i64),
    /// There is no `game` line.
    NoGame,
    /// There are two `game` lines.
    TwoGames,
    /// An option is declared twice.
    OptionTwice(String),
    /// An option that was not declared.
    NoOption {
        /// Its name.
        name: String,
        /// Which one was probably meant.
        meant: Option<String>,
    },
    /// Regions that were not given.
    NoRegions {
        /// Their name.
        name: String,
        /// Which ones were probably meant.
        meant: Option<String>,
    },
    /// A part that the board does not have.
    NoPart {
        /// Its name.
        name: String,
        /// The board's sides.
        sides: Vec<String>,
        /// Which part was probably meant.
        meant: Option<String>,
    },
    /// A site that the board does not have.
    NoSite {
        /// The first one that it has.
        first: String,
        /// The last one.
        last: String,
    },
    /// A number outside its limits.
    Outside {
        /// What it is the number of.
        what: &'static str,
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
        /// The one given.
        value: i64,
    },
    /// The sizes make no board: none, or one of more sites than this.
    BoardSize(usize),
    /// There is no board.
    NoBoard,
    /// There are two boards.
    TwoBoards,
    /// There is no move.
    NoMove,
    /// There is no end.
    NoEnd,
    /// A division by nought.
    ByZero,
    /// One of those that few people make, and the values that its words name.
    Rare(Rare, Vec<String>),
}

/// What few people do wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rare {
    /// A quantity of the running game where a number is needed that is known before it.
    Counted,
    /// The number of sites before the board.
    SitesBeforeBoard,
    /// An option that is a word where a number is needed.
    WordOption,
    /// A sum that is too large.
    Overflow,
    /// Taking sites away leaves none.
    NoSiteLeft,
    /// A name for sites that is taken.
    NameTaken,
    /// A `site` or a `line` where the board is no graph.
    NoGraph,
    /// Sites of a graph out of order.
    SiteOrder,
    /// A site of a graph that is joined to itself.
    JoinedToItself,
    /// A number that no site of a graph has.
    NoGraphSite,
    /// Sites that follow each other on a line of a graph and are not joined.
    LineNotJoined,
    /// A site that a line of a graph meets twice.
    LineTwice,
    /// Too many lines of a graph.
    LinesMany,
    /// `every` on a board without columns and rows.
    NoColumns,
    /// A region without sites.
    EmptyRegion,
    /// Too many regions, or none.
    RegionCount,
    /// The regions of a player are given twice.
    RegionsTwice,
    /// A kind of neighbours that the board does not have.
    NoNeighbours,
    /// Two stones on one site.
    StoneTwice,
    /// Crosscuts or bare diagonals on a board without squares.
    NoSquare,
    /// `turn move then place` without both.
    MoveThenPlace,
    /// A way to spend a turn that is the beginning of another.
    WayBegins,
    /// `place other` with more players.
    OtherForTwo,
    /// Too many ways to spend a turn, or too many actions in one.
    WaysMany,
    /// Turns made of actions with what they do not go with.
    Ways,
    /// Stones of nobody with what they do not go with.
    Neutral,
    /// A height where nothing settles.
    NoStacks,
    /// `sight` where nothing settles.
    NoSight,
    /// Settling with what it does not go with.
    Settle,
    /// Settling, and a player has no stack.
    NoStack,
    /// Links with what they do not go with.
    Links,
    /// Cells and points with what they do not go with.
    Points,
    /// `bar` where no stone is placed.
    NothingBarred,
    /// `stars` on a board that has none round it.
    NoStars,
    /// Stones that move on a board without directions.
    NoDirections,
    /// Stones that move in directions that the board does not have.
    NoSuchDirection,
    /// Stones move, and a player has none.
    NoStoneToMove,
    /// `turn each colour` with other moves.
    EachColour,
    /// `turn up to` with passing.
    StopAndPass,
    /// `swap` with more players.
    SwapForTwo,
    /// `best score` without a score.
    NoScore,
    /// `tie` without a score.
    NoTie,
    /// `opening` with more players.
    OpeningForTwo,
    /// `opening` with other moves.
    OpeningMoves,
    /// `opening` with longer turns.
    OpeningTurns,
    /// `opening` with `swap`.
    OpeningSwap,
    /// An option named like a word of the language.
    Reserved,
    /// A default outside its limits.
    DefaultOutside,
    /// The smallest value of an option is larger than the largest.
    RangeTurned,
    /// A comment in the manner of another language.
    Comment,
    /// A site where a set of sites is needed.
    SiteWithoutBraces,
    /// `connect` without how many regions.
    ConnectHowMany,
    /// `is odd` of a sum.
    OddSum,
    /// A comparison of two numbers that never change.
    FixedNumbers,
    /// A division of something counted.
    Division,
    /// `held` with fewer than three regions.
    HeldRegions,
    /// `held` without a player.
    HeldByWhom,
    /// Players with different numbers of regions.
    RegionNumbers,
    /// `line` on a board without lines.
    NoLines,
    /// `is` with more than one player.
    OnePlayer,
    /// `loses` with more players.
    LosesForTwo,
    /// A description that is too long.
    TooLong,
    /// A number that cannot be read.
    NoNumber,
    /// A sign as books print it instead of the one that is typed.
    Printed,
    /// A value that an option never has.
    NeverSo,
    /// Something that is captured is counted where nothing is.
    NothingCaptured,
    /// Stones are placed in two ways.
    PlacedTwice,
    /// Parentheses nested too deep.
    TooDeep,
}

impl Rare {
    /// The English words; `{0}`, `{1}` and so on stand for the values.
    fn words(self) -> &'static str {
        match self {
            Rare::Counted => {
                "this is counted during the game; here a number is needed that is known before it"
            }
            Rare::SitesBeforeBoard => "the number of sites is not known before the board",
            Rare::WordOption => "the option `{0}` is a word, not a number",
            Rare::Overflow => "numbers are at most {0}; this makes {1}",
            Rare::NoSiteLeft => "this leaves no site of the board",
            Rare::NameTaken => "`{0}` names sites already; choose another name",
            Rare::NoGraph => "`{0}` belongs to `board graph`",
            Rare::SiteOrder => "sites are numbered in order; this one is {0}",
            Rare::JoinedToItself => "a site is not joined to itself",
            Rare::NoGraphSite => "there is no site {0}; the sites are 0 to {1}",
            Rare::LineNotJoined => {
                "a line goes from site to site along edges; join {0} and {1} with `to`"
            }
            Rare::LineTwice => "site {0} lies on this line already",
            Rare::LinesMany => "a board has at most {0} lines",
            Rare::NoColumns => {
                "`every` counts columns and rows, and this board has none; name its sites with `{#0 #1}`"
            }
            Rare::EmptyRegion => "one of these regions has no sites, so nothing can touch it",
            Rare::RegionCount => "a family has from 1 to 32 regions; this one has {0}",
            Rare::RegionsTwice => "the regions `{0}` of player {1} are given twice",
            Rare::NoNeighbours => "on this board no two sites are neighbours in this way",
            Rare::StoneTwice => "a stone stands on {0} already",
            Rare::NoSquare => {
                "`need no {0}` is about a square of four stones, and this board has no such square"
            }
            Rare::MoveThenPlace => {
                "`turn move then place` needs `move place own` and a way to move, such as `move step`; it does not go with `move pass`"
            }
            Rare::WayBegins => {
                "one of these ways to spend a turn is the beginning of another, so nobody knows when the turn is over"
            }
            Rare::OtherForTwo => "`place other` is for two players",
            Rare::WaysMany => {
                "a turn has at most {0} ways to spend it, of at most {0} actions each"
            }
            Rare::Ways => {
                "a turn made of actions says itself what is done: it goes without `move` (but `move pass`), captures, `need`, \
                 `opening`, links and cells"
            }
            Rare::Neutral => {
                "stones of nobody go without captures, `need`, `opening`, links and cells"
            }
            Rare::NoStacks => "stones have a height where `move settle` makes stacks",
            Rare::NoSight => "`sight` is about stacks, which `move settle` makes",
            Rare::Settle => {
                "`move settle` goes without other moves (but `move pass`), captures, `need`, `opening`, links and cells"
            }
            Rare::NoStack => {
                "player {0} has no stack to settle from; give him one with `start {0} at {…}`, or with \
                 `turn first place own then place other`"
            }
            Rare::Links => {
                "linked stones come and stay: `connect knight` is for all players, with `move place`, and without captures, `need` and loops"
            }
            Rare::Points => {
                "on this board stones come and stay on its points, and cells are joined: it goes without other moves, captures, `need` and loops"
            }
            Rare::NothingBarred => {
                "`bar` says where a player places no stone, and in this game no stone is placed"
            }
            Rare::NoStars => {
                "`stars` counts the cells round a board of hexagons with columns and rows; this is none"
            }
            Rare::NoDirections => "stones move in straight directions, and this board has none",
            Rare::NoSuchDirection => "on this board no straight direction is of this kind",
            Rare::NoStoneToMove => {
                "player {0} has no stone to move; give him some with `start {0} at {…}`, or let stones come with `move place own`"
            }
            Rare::EachColour => "`turn each colour` goes with `move place own` alone",
            Rare::StopAndPass => {
                "`turn up to` lets one stop by passing, so it does not go with `move pass`"
            }
            Rare::SwapForTwo => "`swap` is for two players",
            Rare::NoScore => "`best score` needs a score, such as `score territory + captures`",
            Rare::NoTie => "`tie` decides between equal scores, and there is no score",
            Rare::OpeningForTwo => "`opening` is for two players",
            Rare::OpeningMoves => "`opening` goes with `move place own` alone",
            Rare::OpeningTurns => "`opening` goes with turns of one move",
            Rare::OpeningSwap => {
                "in an `opening` the players choose their colours already, so it does not go with `swap`"
            }
            Rare::Reserved => "`{0}` is a word of the language; choose another name for the option",
            Rare::DefaultOutside => "{0} does not lie between {1} and {2}",
            Rare::RangeTurned => "the smaller number comes first: `from {1} to {0}`",
            Rare::Comment => "a comment begins with `//`",
            Rare::SiteWithoutBraces => "a site stands in braces here: `{{0}}`",
            Rare::ConnectHowMany => {
                "say how many of which regions, such as `connect all {0}` or `connect 2 {0}`"
            }
            Rare::OddSum => {
                "`is odd` and `is even` ask about one thing that is counted, not about a sum"
            }
            Rare::FixedNumbers => {
                "both sides are fixed numbers; compare something counted, such as `moves`"
            }
            Rare::Division => "what is counted cannot be divided; multiply the other side instead",
            Rare::HeldRegions => {
                "a corner is held by joining three of `{0}`, so every player needs at least three"
            }
            Rare::HeldByWhom => "say whose: `of mover`, `of next`, `of owner` or `of 1`",
            Rare::RegionNumbers => "players have different numbers of regions `{0}`; say how many",
            Rare::NoLines => "this board has no straight lines",
            Rare::OnePlayer => "say one player: `mover`, `next`, `owner` or a number",
            Rare::LosesForTwo => "with other than two players, say who wins",
            Rare::TooLong => "a description has at most {0} bytes; this one has {1}",
            Rare::NoNumber => "this is no number",
            Rare::Printed => "`{0}` is written `{1}` here",
            Rare::NeverSo => "the option `{0}` is never {1}; its values are {2}",
            Rare::NothingCaptured => {
                "in this game nothing is captured; let it be with `capture enclosed`, for example"
            }
            Rare::PlacedTwice => {
                "stones are placed in one way: `move place any` covers own stones, too"
            }
            Rare::TooDeep => {
                "parentheses and `not` are nested more than {0} deep; write it flatter"
            }
        }
    }

    /// The mistake with these values.
    pub fn of(self, values: &[&dyn fmt::Display]) -> Mistake {
        Mistake::Rare(self, values.iter().map(ToString::to_string).collect())
    }
}

/// What stands where something else was needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A word, a number or a sign.
    Word(String),
    /// A text in quotes.
    Text,
    /// The end of the line.
    LineEnd,
    /// The end of the description.
    End,
}

/// What is needed, where it is no fixed word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// Any number.
    Number,
    /// Any word.
    Word,
    /// A number or a word.
    NumberOrWord,
    /// The game's name.
    GameName,
    /// The game's title.
    Title,
    /// Who made the game.
    Maker,
    /// The rules in a sentence.
    Rules,
    /// The name of an option.
    OptionName,
    /// The smallest value of an option.
    Smallest,
    /// The largest value of an option.
    Largest,
    /// A value of an option.
    OptionValue,
    /// The end of the line.
    LineEnd,
    /// A number, an option or an expression in parentheses.
    Expression,
    /// A name for sites.
    SitesName,
    /// A name for regions.
    RegionsName,
    /// The name of regions that were given.
    Regions,
    /// The number of a site.
    SiteNumber,
    /// A site, or the end of their list.
    Site,
    /// A part of the board.
    Part,
    /// A condition.
    Condition,
    /// Who wins.
    Verdict,
    /// `without` and sites, or nothing more.
    Without,
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Thing::Number => "a number",
            Thing::Word => "a word",
            Thing::NumberOrWord => "a number or a word",
            Thing::GameName => "the game's name, one word in small letters such as `my-game`",
            Thing::Title => "the game's title in quotes",
            Thing::Maker => "who made the game and when, in quotes",
            Thing::Rules => "the rules in a sentence, in quotes",
            Thing::OptionName => "an option's name",
            Thing::Smallest => "the smallest value",
            Thing::Largest => "the largest value",
            Thing::OptionValue => "a value of the option",
            Thing::LineEnd => "the end of the line",
            Thing::Expression => {
                "a number, the name of an option, or an expression in parentheses"
            }
            Thing::SitesName => "a name for the sites",
            Thing::RegionsName => "a name for the regions",
            Thing::Regions => "the name of some regions",
            Thing::SiteNumber => "the number of a site",
            Thing::Site => "a site such as `c4`, `3,4` or `#17`, or `}`",
            Thing::Part => "a side, `corners`, `outer`, `every 2,2 from {0,1}`, or sites in braces",
            Thing::Condition => {
                "a condition: `connect`, `loop`, `line`, `enclosed`, `some group`, `single group`, `no move`, `all passed`, \
                 `round over`, `full`, `mover is`, `not`, one in parentheses, or a number to compare: `moves`, `empty`, \
                 `captured`, `captures`, `groups`, `group`, `freedom`, `stones`, `territory`, `held`"
            }
            Thing::Verdict => {
                "a result: `mover`, `next`, `owner` or `player n`, then `wins` or `loses`; `draw`; `best score`"
            }
            Thing::Without => "`without` and some sites, or the end of the line",
        })
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Word(word) => write!(f, "`{word}`"),
            Found::Text => f.write_str("a text in quotes"),
            Found::LineEnd => f.write_str("the end of the line"),
            Found::End => f.write_str("the end of the text"),
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Words {
                words,
                found,
                meant,
            } => {
                let guess = guess(meant.as_deref());
                write!(f, "expected {}, found {found}{guess}", alternatives(words))
            }
            Mistake::Statement {
                words,
                found,
                meant,
            } => {
                let (words, guess) = (alternatives(words), guess(meant.as_deref()));
                write!(f, "expected a statement: {words}, found {found}{guess}")
            }
            Mistake::Thing {
                thing,
                found,
                meant,
            } => {
                let guess = guess(meant.as_deref());
                write!(f, "expected {thing}, found {found}{guess}")
            }
            Mistake::OpenQuote => f.write_str("this text has no closing quote on its line"),
            Mistake::Quote(character) => write!(
                f,
                "the character {character:?} has no meaning here; texts stand in straight double quotes"
            ),
            Mistake::Character(character) => {
                write!(f, "the character {character:?} has no meaning here")
            }
            Mistake::LargeNumber(max) => {
                write!(f, "this number is too large; the largest is {max}")
            }
            Mistake::NoGame => {
                f.write_str("a description begins with a line such as `game my-game \"My game\"`")
            }
            Mistake::TwoGames => f.write_str("a description has one `game` line"),
            Mistake::OptionTwice(name) => write!(f, "the option {name} is declared twice"),
            Mistake::NoOption { name, meant } => {
                let guess = guess(meant.as_deref());
                write!(
                    f,
                    "there is no option `{name}`; declare it with `option {name} …`{guess}"
                )
            }
            Mistake::NoRegions { name, meant } => {
                let guess = guess(meant.as_deref());
                write!(
                    f,
                    "there are no regions `{name}`; give them with `regions {name} = …`{guess}"
                )
            }
            Mistake::NoPart { name, sides, meant } => {
                let sides = match sides.as_slice() {
                    [] => "no sides".to_string(),
                    sides => format!("the sides {}", sides.join(", ")),
                };
                let guess = guess(meant.as_deref());
                write!(
                    f,
                    "`{name}` is no part of this board; it has {sides}, `corners` and `outer`{guess}"
                )
            }
            Mistake::NoSite { first, last } => write!(
                f,
                "this board has no such site; its first one is {first}, its last one {last}"
            ),
            Mistake::Outside {
                what,
                min,
                max,
                value,
            } => {
                write!(f, "{what} must be from {min} to {max}; this is {value}")
            }
            Mistake::BoardSize(max) => {
                write!(f, "a board has from 1 to {max} sites; choose another size")
            }
            Mistake::NoBoard => f.write_str("the game needs a board, such as `board hexagon 5`"),
            Mistake::TwoBoards => f.write_str("with these options the game has two boards"),
            Mistake::NoMove => f.write_str("the game needs a move, such as `move place own`"),
            Mistake::NoEnd => f.write_str("the game needs an end, such as `end full: draw`"),
            Mistake::ByZero => f.write_str("nothing can be divided by 0"),
            Mistake::Rare(rare, values) => {
                let named = values.iter().enumerate();
                let words = named.fold(rare.words().to_owned(), |words, (place, value)| {
                    words.replace(&format!("{{{place}}}"), value)
                });
                f.write_str(&words)
            }
        }
    }
}

impl From<Rare> for Mistake {
    fn from(rare: Rare) -> Self {
        rare.of(&[])
    }
}

/// `; did you mean …?`, or nothing.
pub fn guess(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |word| format!("; did you mean `{word}`?"))
}

/// Words as they are written, the last one after an "or".
fn alternatives(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [many @ .., last] => format!("{} or {last}", many.join(", ")),
    }
}
