//! Tokens to a description: the grammar, statement by statement.
//!
//! Must not build boards or judge whether rules make sense together; `compile` does.

mod board;
mod conditions;
mod expression;
mod rules;

use super::lexer::{Token, tokens};
use super::meant::meant;
use super::mistake::{Mistake, Rare, Thing};
use super::syntax::*;
use super::{At, LanguageError};
use expression::QUANTITIES;

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

/// The first words of lines.
const STATEMENTS: [&str; 23] = [
    "game", "by", "about", "option", "when", "players", "board", "site", "line", "sites",
    "connect", "regions", "start", "bar", "opening", "turn", "move", "swap", "capture", "need",
    "score", "tie", "end",
];

/// What may be forgotten before these is `move`.
const MOVES: [&str; 5] = ["place", "step", "hop", "settle", "pass"];

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

    fn expected<T>(&self, thing: Thing) -> Parsed<T> {
        self.expected_near(thing, [])
    }

    /// The same, with a guess which of the known words was meant.
    fn expected_near<'a, T>(
        &self,
        thing: Thing,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Parsed<T> {
        let (found, meant) = (self.peek().found(), self.meant(known));
        let mistake = Mistake::Thing {
            thing,
            found,
            meant,
        };
        Err(LanguageError::new(self.at(), mistake))
    }

    /// One of these is needed as it is written; the guess is among `known`.
    fn expected_words<'a, T>(
        &self,
        words: &[&str],
        known: impl IntoIterator<Item = &'a str>,
    ) -> Parsed<T> {
        let mistake = Mistake::Words {
            words: words.iter().map(ToString::to_string).collect(),
            found: self.peek().found(),
            meant: self.meant(known),
        };
        Err(LanguageError::new(self.at(), mistake))
    }

    /// The known word that the next one was probably meant to be.
    fn meant<'a>(&self, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
        match self.peek() {
            Token::Word(word) => meant(word, known).map(str::to_string),
            _ => None,
        }
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
            self.expected_words(&[word], [word])
        }
    }

    fn need_symbol(&mut self, symbol: &str) -> Parsed<()> {
        if self.take_symbol(symbol) {
            Ok(())
        } else {
            self.expected_words(&[symbol], [])
        }
    }

    fn any_word(&mut self, what: Thing) -> Parsed<String> {
        match self.peek().clone() {
            Token::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    fn text(&mut self, what: Thing) -> Parsed<String> {
        match self.peek().clone() {
            Token::Text(text) => {
                self.advance();
                Ok(text)
            }
            _ => self.expected(what),
        }
    }

    fn number(&mut self, what: Thing) -> Parsed<i64> {
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
            _ => return self.expected(Thing::Number),
        };
        self.advance();
        Ok(sign * number)
    }

    /// One of these words; the error names all of them.
    fn any_of<'a>(&mut self, words: &[&'a str]) -> Parsed<&'a str> {
        match words.iter().find(|word| self.take_word(word)) {
            Some(word) => Ok(word),
            None => self.expected_words(words, words.iter().copied()),
        }
    }

    /// Chooses by the next word; the error names all choices.
    fn one_of<T: Clone>(&mut self, choices: &[(&str, T)]) -> Parsed<T> {
        match choices.iter().find(|(word, _)| self.take_word(word)) {
            Some((_, value)) => Ok(value.clone()),
            None => {
                let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
                self.expected_words(&words, words.iter().copied())
            }
        }
    }

    fn line_end(&mut self) -> Parsed<()> {
        match self.peek() {
            Token::LineEnd | Token::End => {
                self.advance();
                Ok(())
            }
            _ => self.expected(Thing::LineEnd),
        }
    }

    fn description(&mut self) -> Parsed<Description> {
        let mut game: Option<(String, String)> = None;
        let mut result = Description {
            name: String::new(),
            title: String::new(),
            by: String::new(),
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
                    return Err(LanguageError::new(at, Mistake::TwoGames));
                }
                let name = self.any_word(Thing::GameName)?;
                game = Some((name, self.text(Thing::Title)?));
            } else if self.take_word("by") {
                result.by = self.text(Thing::Maker)?;
            } else if self.take_word("about") {
                result.about = self.text(Thing::Rules)?;
            } else if self.take_word("option") {
                let option = self.option()?;
                if result.options.iter().any(|other| other.name == option.name) {
                    return Err(LanguageError::new(at, Mistake::OptionTwice(option.name)));
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
            return Err(LanguageError::new(at, Mistake::NoGame));
        };
        (result.name, result.title) = (name, title);
        Ok(result)
    }

    fn option(&mut self) -> Parsed<OptionSpec> {
        let at = self.at();
        let name = self.any_word(Thing::OptionName)?;
        if QUANTITIES.contains(&name.as_str()) || name == "sites" {
            return Err(LanguageError::new(at, Rare::Reserved.of(&[&name])));
        }
        let at = self.at();
        if matches!(self.peek(), Token::Number(_)) {
            let default = self.number(Thing::Number)?;
            let at_range = self.at();
            self.need_word("from")?;
            let min = self.number(Thing::Smallest)?;
            self.need_word("to")?;
            let max = self.number(Thing::Largest)?;
            if min > max {
                let mistake = Rare::RangeTurned.of(&[&min, &max]);
                return Err(LanguageError::new(at_range, mistake));
            }
            if !(min <= default && default <= max) {
                return Err(LanguageError::new(
                    at,
                    Rare::DefaultOutside.of(&[&default, &min, &max]),
                ));
            }
            let kind = OptionKind::Number {
                default: default as u32,
                min: min as u32,
                max: max as u32,
            };
            return Ok(OptionSpec { name, kind });
        }
        if self.is_word("from") {
            return self.expected(Thing::NumberOrWord);
        }
        let mut words = vec![self.any_word(Thing::NumberOrWord)?];
        while self.take_word("or") {
            words.push(self.any_word(Thing::Word)?);
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
                let name = self.any_word(Thing::OptionName)?;
                self.need_word("is")?;
                let at_value = self.at();
                let value = match self.peek().clone() {
                    Token::Word(word) => Choice::Word(word),
                    Token::Number(number) => Choice::Number(number),
                    _ => return self.expected(Thing::OptionValue),
                };
                self.advance();
                when.push((name, value, [at, at_value]));
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
            return self.expected_statement();
        };
        let start = self.place;
        self.advance();
        Ok(match word.as_str() {
            "players" => Statement::Players(self.expression()?),
            "board" => self.board()?,
            "site" => self.site()?,
            "line" => self.straight_line()?,
            "sites" => self.named_sites()?,
            "connect" => {
                let at = self.at();
                let connectivity = self.joining()?;
                Statement::Connect(connectivity, at, self.number_after("for")?)
            }
            "regions" => self.regions()?,
            "start" => self.start()?,
            "bar" => {
                let player = self.operand()?;
                self.need_word("from")?;
                Statement::Bar(player, self.sum()?)
            }
            "opening" => self.opening()?,
            "turn" => self.turn()?,
            "move" => self.moves()?,
            "swap" => Statement::Swap,
            "capture" => {
                let at = self.at();
                match self.one_of(&[("enclosed", false), ("flanked", true)])? {
                    false => Statement::CaptureEnclosed,
                    true => self.flanked(at)?,
                }
            }
            "need" => self.need()?,
            "score" => self.scores()?,
            "tie" => self.tie()?,
            "end" => {
                let condition = self.condition()?;
                self.need_symbol(":")?;
                Statement::End(condition, self.verdict()?)
            }
            _ => {
                self.place = start;
                return self.expected_statement();
            }
        })
    }

    fn expected_statement<T>(&self) -> Parsed<T> {
        if *self.peek() == Token::Symbol("#") {
            return Err(LanguageError::new(self.at(), Rare::Comment));
        }
        let moves = |word: &str| MOVES.contains(&word).then(|| format!("move {word}"));
        let meant = match self.peek() {
            Token::Word(word) => moves(word),
            _ => None,
        };
        let mistake = Mistake::Statement {
            words: STATEMENTS.map(str::to_string).to_vec(),
            found: self.peek().found(),
            meant: meant.or_else(|| self.meant(STATEMENTS)),
        };
        Err(LanguageError::new(self.at(), mistake))
    }
}
