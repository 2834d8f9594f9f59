//! Numbers as expressions of options and, in conditions, of what is counted during the game.

use super::{Parsed, Parser};
use crate::language::LanguageError;
use crate::language::lexer::Token;
use crate::language::mistake::{Rare, Thing};
use crate::language::syntax::*;

/// The words for what is counted during a game.
pub(super) const QUANTITIES: [&str; 10] = [
    "moves",
    "empty",
    "captured",
    "captures",
    "groups",
    "group",
    "freedom",
    "stones",
    "territory",
    "held",
];

/// How deep parentheses and `not` may nest.
const DEPTH_MAX: u32 = 32;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
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

    /// A number after its word, or nothing where the word does not stand.
    pub(super) fn number_after(&mut self, word: &str) -> Parsed<Option<Expression>> {
        if self.take_word(word) {
            Ok(Some(self.expression()?))
        } else {
            Ok(None)
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

    pub(super) fn operand(&mut self) -> Parsed<Expression> {
        let at = self.at();
        match self.peek().clone() {
            Token::Number(number) => {
                self.advance();
                Ok(Expression::Number(number, at))
            }
            Token::Word(word) if QUANTITIES.contains(&word.as_str()) => {
                self.advance();
                Ok(Expression::Quantity(Box::new(self.quantity(&word)?), at))
            }
            Token::Word(word) => {
                self.advance();
                Ok(Expression::Name(word, at))
            }
            Token::Symbol("(") => {
                self.deeper()?;
                self.advance();
                let inner = self.expression()?;
                self.need_symbol(")")?;
                self.depth -= 1;
                Ok(inner)
            }
            _ => self.expected(Thing::Expression),
        }
    }

    /// One level further down; a text may not nest without end.
    pub(super) fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            let mistake = Rare::TooDeep.of(&[&DEPTH_MAX]);
            return Err(LanguageError::new(self.at(), mistake));
        }
        Ok(())
    }

    /// What is counted, after its first word.
    fn quantity(&mut self, word: &str) -> Parsed<QuantityWord> {
        Ok(match word {
            "moves" => QuantityWord::Moves,
            "empty" => QuantityWord::Empty,
            "captured" => QuantityWord::Captured,
            "captures" => QuantityWord::Captures(self.of_who()?),
            "groups" => {
                let who = self.of_who()?;
                let from = self.take_word("from").then(|| self.operand()).transpose()?;
                QuantityWord::Groups(who, from)
            }
            "group" => QuantityWord::Group,
            "freedom" => QuantityWord::Freedom,
            "stones" => QuantityWord::Stones(self.of_who()?),
            "held" => {
                let at = self.at();
                let family = self.any_word(Thing::Regions)?;
                QuantityWord::Held(family, at, self.of_who()?)
            }
            _ => QuantityWord::Territory(self.of_who()?),
        })
    }
}
