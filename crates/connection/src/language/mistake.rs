//! What can be wrong in a description, and the English words for it. Those that people make most have their values apart, so
//! that a page can say them in another language; the others are words alone. Where a mistake stands is `LanguageError`'s.

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
        /// One that it has.
        example: String,
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
    /// Anything else, in words.
    Other(String),
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
            Thing::Site => "a site such as `3,4` or `#17`, or `}`",
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
            Mistake::NoSite { example } => {
                write!(f, "this board has no such site; its first one is {example}")
            }
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
            Mistake::Other(words) => f.write_str(words),
        }
    }
}

impl From<&str> for Mistake {
    fn from(words: &str) -> Self {
        Mistake::Other(words.to_string())
    }
}

impl From<String> for Mistake {
    fn from(words: String) -> Self {
        Mistake::Other(words)
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
