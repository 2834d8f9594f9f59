//! Tokens to a description: the grammar, statement by statement. Numbers stay expressions until the options are known.
//!
//! Must not build boards or judge whether rules make sense together; `compile` does.

use super::lexer::{Token, tokens};
use super::{At, LanguageError};
use crate::board::{Connectivity, Stand};
use crate::plan::LoopInside;

/// A game as text says it, grammar checked, options not chosen yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Description {
    /// The name used on the command line.
    pub name: String,
    /// The name people read.
    pub title: String,
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
    pub when: Vec<(String, Choice, At)>,
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
    Number(i64),
    Name(String, At),
    Negative(Box<Expression>),
    Operation(Box<Expression>, char, Box<Expression>, At),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Statement {
    Players(Expression),
    Board {
        shape: String,
        sizes: Vec<Expression>,
        stand: Stand,
    },
    Site {
        number: i64,
        x: f64,
        y: f64,
        joined: Vec<i64>,
        beside: Vec<i64>,
    },
    Connect(Connectivity, Option<Expression>),
    Regions {
        name: String,
        of: Option<Expression>,
        regions: Vec<Region>,
    },
    Start(Expression, Vec<(Sign, Set, At)>),
    TurnEachColour,
    TurnMoves {
        count: Expression,
        first: Option<Expression>,
    },
    Place {
        any: bool,
    },
    Step(Connectivity),
    Hop(Connectivity),
    Line(Connectivity),
    Pass,
    Swap,
    CaptureEnclosed,
    NeedFreedom,
    NeedNewPosition,
    NeedGroup(Expression),
    NeedNeighbours(Expression),
    Score(Vec<ScoreWord>),
    End(Condition, Verdict),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum SiteName {
    Pair(Expression, Expression),
    Number(i64),
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
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum ScoreWord {
    Captures,
    Territory,
    Product,
    Groups(Expression),
    Stones,
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
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum TestWord {
    Compare(&'static str, Expression),
    Odd,
    Even,
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
    Count(QuantityWord, TestWord),
    Single(WhoWord),
    NoMove,
    AllPassed,
    RoundOver,
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Verdict {
    Wins(WhoWord),
    Loses(WhoWord),
    Draw,
    BestScore,
}

type Parsed<T> = Result<T, LanguageError>;

impl Description {
    /// Reads a description; the first mistake is reported with its place.
    pub fn parse(text: &str) -> Result<Self, LanguageError> {
        let tokens = tokens(text)?;
        let mut parser = Parser {
            tokens: &tokens,
            place: 0,
            depth: 0,
        };
        parser.description()
    }
}

struct Parser<'a> {
    tokens: &'a [(Token, At)],
    place: usize,
    depth: u32,
}

const STATEMENTS: &str = "a statement: `game`, `about`, `option`, `when`, `players`, `board`, `site`, `connect`, \
     `regions`, `start`, `turn`, `move`, `swap`, `capture`, `need`, `score` or `end`";

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.place].0
    }

    fn at(&self) -> At {
        self.tokens[self.place].1
    }

    fn advance(&mut self) {
        if self.place + 1 < self.tokens.len() {
            self.place += 1;
        }
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        Err(LanguageError::new(
            self.at(),
            format!("expected {what}, found {}", self.peek().describe()),
        ))
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(found) if *found == symbol);
        if found {
            self.advance();
        }
        found
    }

    fn need_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) {
            Ok(())
        } else {
            self.expected(&format!("`{word}`"))
        }
    }

    fn need_symbol(&mut self, symbol: &str) -> Parsed<()> {
        if self.take_symbol(symbol) {
            Ok(())
        } else {
            self.expected(&format!("`{symbol}`"))
        }
    }

    fn any_word(&mut self, what: &str) -> Parsed<String> {
        match self.peek().clone() {
            Token::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    fn text(&mut self, what: &str) -> Parsed<String> {
        match self.peek().clone() {
            Token::Text(text) => {
                self.advance();
                Ok(text)
            }
            _ => self.expected(what),
        }
    }

    fn number(&mut self, what: &str) -> Parsed<i64> {
        match *self.peek() {
            Token::Number(number) => {
                self.advance();
                Ok(number)
            }
            _ => self.expected(what),
        }
    }

    fn decimal(&mut self) -> Parsed<f64> {
        let sign = if self.take_symbol("-") { -1.0 } else { 1.0 };
        let number = match *self.peek() {
            Token::Number(number) => number as f64,
            Token::Decimal(number) => number,
            _ => return self.expected("a number"),
        };
        self.advance();
        Ok(sign * number)
    }

    /// Chooses by the next word; the error names all choices.
    fn one_of<T: Clone>(&mut self, choices: &[(&str, T)]) -> Parsed<T> {
        if let Some((word, value)) = choices.iter().find(|(word, _)| self.is_word(word)) {
            self.take_word(word);
            return Ok(value.clone());
        }
        let names: Vec<String> = choices
            .iter()
            .map(|(word, _)| format!("`{word}`"))
            .collect();
        self.expected(&alternatives(&names))
    }

    fn line_end(&mut self) -> Parsed<()> {
        match self.peek() {
            Token::LineEnd | Token::End => {
                self.advance();
                Ok(())
            }
            _ => self.expected("the end of the line"),
        }
    }

    fn description(&mut self) -> Parsed<Description> {
        let mut game: Option<(String, String)> = None;
        let mut result = Description {
            name: String::new(),
            title: String::new(),
            about: String::new(),
            options: Vec::new(),
            statements: Vec::new(),
        };
        while *self.peek() != Token::End {
            if *self.peek() == Token::LineEnd {
                self.advance();
                continue;
            }
            let at = self.at();
            if self.take_word("game") {
                if game.is_some() {
                    return Err(LanguageError::new(at, "a description has one `game` line"));
                }
                let name =
                    self.any_word("the game's name, one word in small letters such as `my-game`")?;
                game = Some((name, self.text("the game's title in quotes")?));
            } else if self.take_word("about") {
                result.about = self.text("the rules in a sentence, in quotes")?;
            } else if self.take_word("option") {
                let option = self.option()?;
                if result.options.iter().any(|other| other.name == option.name) {
                    return Err(LanguageError::new(
                        at,
                        format!("the option {} is declared twice", option.name),
                    ));
                }
                result.options.push(option);
            } else {
                let guarded = self.guarded()?;
                result.statements.push(guarded);
            }
            self.line_end()?;
        }
        let Some((name, title)) = game else {
            let at = At { line: 1, column: 1 };
            return Err(LanguageError::new(
                at,
                "a description begins with a line such as `game my-game \"My game\"`",
            ));
        };
        (result.name, result.title) = (name, title);
        Ok(result)
    }

    fn option(&mut self) -> Parsed<OptionSpec> {
        let name = self.any_word("the option's name")?;
        let at = self.at();
        if matches!(self.peek(), Token::Number(_)) {
            let default = self.number("a number")?;
            self.need_word("from")?;
            let min = self.number("the smallest value")?;
            self.need_word("to")?;
            let max = self.number("the largest value")?;
            if !(min <= default && default <= max) {
                return Err(LanguageError::new(
                    at,
                    format!("{default} does not lie between {min} and {max}"),
                ));
            }
            let kind = OptionKind::Number {
                default: default as u32,
                min: min as u32,
                max: max as u32,
            };
            return Ok(OptionSpec { name, kind });
        }
        let mut words = vec![self.any_word("a number or a word")?];
        while self.take_word("or") {
            words.push(self.any_word("a word")?);
        }
        Ok(OptionSpec {
            name,
            kind: OptionKind::Choice(words),
        })
    }

    fn guarded(&mut self) -> Parsed<Guarded> {
        let mut when = Vec::new();
        if self.take_word("when") {
            loop {
                let at = self.at();
                let name = self.any_word("an option's name")?;
                self.need_word("is")?;
                let value = match self.peek().clone() {
                    Token::Word(word) => Choice::Word(word),
                    Token::Number(number) => Choice::Number(number),
                    _ => return self.expected("a value of the option"),
                };
                self.advance();
                when.push((name, value, at));
                if !self.take_word("and") {
                    break;
                }
            }
            self.need_symbol(":")?;
        }
        let at = self.at();
        let statement = self.statement()?;
        Ok(Guarded {
            when,
            at,
            statement,
        })
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let Token::Word(word) = self.peek().clone() else {
            return self.expected(STATEMENTS);
        };
        let start = self.place;
        self.advance();
        Ok(match word.as_str() {
            "players" => Statement::Players(self.expression()?),
            "board" => self.board()?,
            "site" => self.site()?,
            "connect" => {
                let connectivity = self.connectivity()?;
                let of = if self.take_word("for") {
                    Some(self.expression()?)
                } else {
                    None
                };
                Statement::Connect(connectivity, of)
            }
            "regions" => self.regions()?,
            "start" => {
                let colour = self.expression()?;
                self.need_word("at")?;
                let at = self.at();
                let first = self.set()?;
                Statement::Start(colour, self.terms(vec![(Sign::Add, first, at)])?)
            }
            "turn" => {
                if self.take_word("each") {
                    self.need_word("colour")?;
                    Statement::TurnEachColour
                } else {
                    let count = self.expression()?;
                    self.need_word("moves")?;
                    let first = if self.take_word("first") {
                        Some(self.expression()?)
                    } else {
                        None
                    };
                    Statement::TurnMoves { count, first }
                }
            }
            "move" => self.moves()?,
            "swap" => Statement::Swap,
            "capture" => {
                self.need_word("enclosed")?;
                Statement::CaptureEnclosed
            }
            "need" => self.need()?,
            "score" => {
                let mut words = vec![self.score()?];
                while self.take_symbol("+") {
                    words.push(self.score()?);
                }
                Statement::Score(words)
            }
            "end" => {
                let condition = self.condition()?;
                self.need_symbol(":")?;
                Statement::End(condition, self.verdict()?)
            }
            _ => {
                self.place = start;
                return self.expected(STATEMENTS);
            }
        })
    }

    fn board(&mut self) -> Parsed<Statement> {
        let shape = self.one_of(&[
            ("rhombus", "rhombus"),
            ("hexagon", "hexagon"),
            ("square", "square"),
            ("rectangle", "rectangle"),
            ("triangle", "triangle"),
            ("half-hexagon", "half-hexagon"),
            ("rhombitrihexagonal", "rhombitrihexagonal"),
            ("graph", "graph"),
        ])?;
        let count = match shape {
            "graph" => 0,
            "rectangle" => 2,
            _ => 1,
        };
        let sizes = (0..count)
            .map(|_| self.operand())
            .collect::<Parsed<Vec<_>>>()?;
        let stand = if self.take_word("on") {
            self.one_of(&[
                ("cells", Stand::Cells),
                ("intersections", Stand::Intersections),
            ])?
        } else {
            Stand::Cells
        };
        Ok(Statement::Board {
            shape: shape.to_string(),
            sizes,
            stand,
        })
    }

    fn site(&mut self) -> Parsed<Statement> {
        let number = self.number("the site's number")?;
        self.need_word("at")?;
        let x = self.decimal()?;
        self.need_symbol(",")?;
        let y = self.decimal()?;
        let joined = if self.take_word("to") {
            self.numbers()?
        } else {
            Vec::new()
        };
        let beside = if self.take_word("beside") {
            self.numbers()?
        } else {
            Vec::new()
        };
        Ok(Statement::Site {
            number,
            x,
            y,
            joined,
            beside,
        })
    }

    fn numbers(&mut self) -> Parsed<Vec<i64>> {
        let mut numbers = vec![self.number("the number of a site")?];
        while matches!(self.peek(), Token::Number(_)) {
            numbers.push(self.number("the number of a site")?);
        }
        Ok(numbers)
    }

    fn connectivity(&mut self) -> Parsed<Connectivity> {
        self.one_of(&[
            ("orthogonal", Connectivity::Orthogonal),
            ("adjacent", Connectivity::Adjacent),
            ("diagonal", Connectivity::Diagonal),
        ])
    }

    fn optional_connectivity(&mut self) -> Parsed<Connectivity> {
        if matches!(self.peek(), Token::Word(_)) {
            self.connectivity()
        } else {
            Ok(Connectivity::Adjacent)
        }
    }

    fn regions(&mut self) -> Parsed<Statement> {
        let name = self.any_word("a name for the regions")?;
        let of = if self.take_word("of") {
            Some(self.expression()?)
        } else {
            None
        };
        self.need_symbol("=")?;
        let mut regions = Vec::new();
        loop {
            regions.push(if self.take_word("each") {
                let side = self.one_of(&[("side", true), ("corner", false)])?;
                let terms = self.terms(Vec::new())?;
                if side {
                    Region::EachSide(terms)
                } else {
                    Region::EachCorner(terms)
                }
            } else {
                let at = self.at();
                let first = self.set()?;
                Region::One(self.terms(vec![(Sign::Add, first, at)])?)
            });
            if !self.take_symbol(",") {
                return Ok(Statement::Regions { name, of, regions });
            }
        }
    }

    fn terms(&mut self, mut terms: Vec<(Sign, Set, At)>) -> Parsed<Vec<(Sign, Set, At)>> {
        loop {
            let sign = if self.take_symbol("+") {
                Sign::Add
            } else if self.take_symbol("-") {
                Sign::Remove
            } else {
                return Ok(terms);
            };
            let at = self.at();
            terms.push((sign, self.set()?, at));
        }
    }

    fn set(&mut self) -> Parsed<Set> {
        if matches!(self.peek(), Token::Symbol("{")) {
            return Ok(Set::Sites(self.sites()?));
        }
        Ok(Set::Name(self.any_word(
            "a side, `corners`, `outer`, or sites in braces",
        )?))
    }

    fn sites(&mut self) -> Parsed<Vec<(SiteName, At)>> {
        self.need_symbol("{")?;
        let mut sites = Vec::new();
        while !self.take_symbol("}") {
            let at = self.at();
            if self.take_symbol("#") {
                sites.push((SiteName::Number(self.number("the number of a site")?), at));
            } else {
                let first = self.coordinate()?;
                self.need_symbol(",")?;
                sites.push((SiteName::Pair(first, self.coordinate()?), at));
            }
        }
        Ok(sites)
    }

    fn coordinate(&mut self) -> Parsed<Expression> {
        if self.take_symbol("-") {
            return Ok(Expression::Negative(Box::new(self.operand()?)));
        }
        match self.peek() {
            Token::Number(_) | Token::Word(_) | Token::Symbol("(") => self.operand(),
            _ => self.expected("a site such as `3,4` or `#17`, or `}`"),
        }
    }

    fn moves(&mut self) -> Parsed<Statement> {
        let kind = self.one_of(&[
            ("place", 0),
            ("step", 1),
            ("hop", 2),
            ("line", 3),
            ("pass", 4),
        ])?;
        Ok(match kind {
            0 => Statement::Place {
                any: self.one_of(&[("own", false), ("any", true)])?,
            },
            1 => Statement::Step(self.optional_connectivity()?),
            2 => Statement::Hop(self.optional_connectivity()?),
            3 => Statement::Line(self.optional_connectivity()?),
            _ => Statement::Pass,
        })
    }

    fn need(&mut self) -> Parsed<Statement> {
        if self.take_word("freedom") {
            return Ok(Statement::NeedFreedom);
        }
        if self.take_word("new") {
            self.need_word("position")?;
            return Ok(Statement::NeedNewPosition);
        }
        if self.take_word("group") {
            self.need_symbol("<=")?;
            return Ok(Statement::NeedGroup(self.expression()?));
        }
        if self.take_word("neighbours") {
            self.need_symbol(">=")?;
            return Ok(Statement::NeedNeighbours(self.expression()?));
        }
        self.expected("`freedom`, `new position`, `group <= n` or `neighbours >= n`")
    }

    fn score(&mut self) -> Parsed<ScoreWord> {
        let kind = self.one_of(&[
            ("captures", 0),
            ("territory", 1),
            ("product", 2),
            ("groups", 3),
            ("stones", 4),
        ])?;
        Ok(match kind {
            0 => ScoreWord::Captures,
            1 => ScoreWord::Territory,
            2 => ScoreWord::Product,
            3 if self.take_word("from") => ScoreWord::Groups(self.expression()?),
            3 => ScoreWord::Groups(Expression::Number(1)),
            _ => ScoreWord::Stones,
        })
    }

    fn who(&mut self) -> Parsed<WhoWord> {
        if self.is_word("player") {
            self.take_word("player");
            let at = self.at();
            return Ok(WhoWord::Player(self.operand()?, at));
        }
        if let Token::Number(_) = self.peek() {
            let at = self.at();
            return Ok(WhoWord::Player(self.operand()?, at));
        }
        self.one_of(&[
            ("mover", WhoWord::Mover),
            ("next", WhoWord::Next),
            ("owner", WhoWord::Owner),
            ("every", WhoWord::Every),
        ])
    }

    /// `of WHO`, the mover when nothing is said.
    fn of_who(&mut self) -> Parsed<WhoWord> {
        if self.take_word("of") {
            self.who()
        } else {
            Ok(WhoWord::Mover)
        }
    }

    fn condition(&mut self) -> Parsed<Condition> {
        let mut any = vec![self.conjunction()?];
        while self.take_word("or") {
            any.push(self.conjunction()?);
        }
        Ok(if any.len() == 1 {
            any.remove(0)
        } else {
            Condition::Any(any)
        })
    }

    fn conjunction(&mut self) -> Parsed<Condition> {
        let mut all = vec![self.atom()?];
        while self.take_word("and") {
            all.push(self.atom()?);
        }
        Ok(if all.len() == 1 {
            all.remove(0)
        } else {
            Condition::All(all)
        })
    }

    fn atom(&mut self) -> Parsed<Condition> {
        let start = self.place;
        let word = self.any_word("a condition")?;
        Ok(match word.as_str() {
            "connect" => {
                let at_least = if self.take_word("all") {
                    None
                } else {
                    Some(self.operand()?)
                };
                let at = self.at();
                Condition::Connect {
                    family: self.any_word("the name of some regions")?,
                    at,
                    at_least,
                }
            }
            "loop" => {
                let inside = match self.peek() {
                    Token::Word(word) if word != "or" && word != "and" => self.one_of(&[
                        ("all", LoopInside::All),
                        ("enemy", LoopInside::Enemy),
                        ("empty", LoopInside::Empty),
                        ("full", LoopInside::Full),
                    ])?,
                    _ => LoopInside::All,
                };
                Condition::Loop(inside)
            }
            "line" => {
                let at = self.at();
                Condition::Line(self.operand()?, at)
            }
            "enclosed" => Condition::Enclosed,
            "some" => {
                self.need_word("group")?;
                let who = self.of_who()?;
                Condition::SomeGroup(who, self.test()?)
            }
            "single" => {
                self.need_word("group")?;
                Condition::Single(self.of_who()?)
            }
            "no" => {
                self.need_word("move")?;
                Condition::NoMove
            }
            "all" => {
                self.need_word("passed")?;
                Condition::AllPassed
            }
            "round" => {
                self.need_word("over")?;
                Condition::RoundOver
            }
            "full" => Condition::Count(
                QuantityWord::Empty,
                TestWord::Compare("=", Expression::Number(0)),
            ),
            _ => {
                let quantity = match word.as_str() {
                    "moves" => QuantityWord::Moves,
                    "empty" => QuantityWord::Empty,
                    "captured" => QuantityWord::Captured,
                    "captures" => QuantityWord::Captures(self.of_who()?),
                    "groups" => {
                        let who = self.of_who()?;
                        let from = if self.take_word("from") {
                            Some(self.operand()?)
                        } else {
                            None
                        };
                        QuantityWord::Groups(who, from)
                    }
                    "group" => QuantityWord::Group,
                    "freedom" => QuantityWord::Freedom,
                    "stones" => QuantityWord::Stones(self.of_who()?),
                    "territory" => QuantityWord::Territory(self.of_who()?),
                    _ => {
                        self.place = start;
                        return self.expected(
                            "a condition: `connect`, `loop`, `line`, `enclosed`, `some group`, `single group`, \
                             `no move`, `all passed`, `round over`, `full`, or a number to compare: `moves`, `empty`, \
                             `captured`, `captures`, `groups`, `group`, `freedom`, `stones`, `territory`",
                        );
                    }
                };
                Condition::Count(quantity, self.test()?)
            }
        })
    }

    fn test(&mut self) -> Parsed<TestWord> {
        if self.take_word("is") {
            return self.one_of(&[("odd", TestWord::Odd), ("even", TestWord::Even)]);
        }
        for symbol in ["=", "!=", "<=", "<", ">=", ">"] {
            if self.take_symbol(symbol) {
                return Ok(TestWord::Compare(symbol, self.expression()?));
            }
        }
        self.expected("`=`, `!=`, `<`, `<=`, `>`, `>=`, `is odd` or `is even`")
    }

    fn verdict(&mut self) -> Parsed<Verdict> {
        if self.take_word("draw") {
            return Ok(Verdict::Draw);
        }
        if self.take_word("best") {
            self.need_word("score")?;
            return Ok(Verdict::BestScore);
        }
        if !["mover", "next", "owner", "player"]
            .iter()
            .any(|word| self.is_word(word))
        {
            return self.expected("a result: `mover`, `next`, `owner` or `player n`, then `wins` or `loses`; `draw`; `best score`");
        }
        let who = self.who()?;
        self.one_of(&[
            ("wins", Verdict::Wins(who.clone())),
            ("loses", Verdict::Loses(who)),
        ])
    }

    fn expression(&mut self) -> Parsed<Expression> {
        let mut left = self.product()?;
        loop {
            let at = self.at();
            let operator = if self.take_symbol("+") {
                '+'
            } else if self.take_symbol("-") {
                '-'
            } else {
                return Ok(left);
            };
            left = Expression::Operation(Box::new(left), operator, Box::new(self.product()?), at);
        }
    }

    fn product(&mut self) -> Parsed<Expression> {
        let mut left = self.operand()?;
        loop {
            let at = self.at();
            let operator = if self.take_symbol("*") {
                '*'
            } else if self.take_symbol("/") {
                '/'
            } else {
                return Ok(left);
            };
            left = Expression::Operation(Box::new(left), operator, Box::new(self.operand()?), at);
        }
    }

    fn operand(&mut self) -> Parsed<Expression> {
        let at = self.at();
        match self.peek().clone() {
            Token::Number(number) => {
                self.advance();
                Ok(Expression::Number(number))
            }
            Token::Word(word) => {
                self.advance();
                Ok(Expression::Name(word, at))
            }
            Token::Symbol("(") => {
                self.depth += 1;
                if self.depth > 32 {
                    return Err(LanguageError::new(at, "parentheses are nested too deeply"));
                }
                self.advance();
                let inner = self.expression()?;
                self.need_symbol(")")?;
                self.depth -= 1;
                Ok(inner)
            }
            _ => self.expected("a number, the name of an option, or an expression in parentheses"),
        }
    }
}

fn alternatives(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [many @ .., last] => format!("{} or {last}", many.join(", ")),
    }
}
