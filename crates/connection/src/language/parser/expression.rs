//! Numbers as expressions of options.

use super::{Parsed, Parser};
use crate::language::LanguageError;
use crate::language::lexer::Token;
use crate::language::syntax::*;

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

    pub(super) fn product(&mut self) -> Parsed<Expression> {
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
