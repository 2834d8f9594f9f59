//! The conditions and verdicts of ends.

use super::expression::QUANTITIES;
use super::{Parsed, Parser};
use crate::language::LanguageError;
use crate::language::lexer::Token;
use crate::language::mistake::{Rare, Thing};
use crate::language::syntax::*;
use crate::plan::LoopInside;

/// The first words of conditions that compare nothing.
const CONDITION_WORDS: [&str; 14] = [
    "connect", "loop", "line", "enclosed", "some", "single", "no", "all", "round", "full", "mover",
    "next", "owner", "not",
];

/// Who somebody is, with a player's number as an example.
const WHO: [&str; 5] = ["mover", "next", "owner", "every", "1"];

impl Parser<'_> {
    fn who(&mut self) -> Parsed<WhoWord> {
        if self.take_word("player") || matches!(self.peek(), Token::Number(_)) {
            let at = self.at();
            // No option has these names here: the number was left out.
            if self.is_word("wins") || self.is_word("loses") {
                return self.expected(Thing::Expression);
            }
            return Ok(WhoWord::Player(self.operand()?, at));
        }
        let words = [
            ("mover", WhoWord::Mover),
            ("next", WhoWord::Next),
            ("owner", WhoWord::Owner),
            ("every", WhoWord::Every),
        ];
        match words.iter().find(|(word, _)| self.take_word(word)) {
            Some((_, who)) => Ok(who.clone()),
            None => self.expected_words(&WHO, WHO),
        }
    }

    /// `of WHO`, the mover when nothing is said.
    pub(super) fn of_who(&mut self) -> Parsed<WhoWord> {
        if self.take_word("of") {
            self.who()
        } else {
            Ok(WhoWord::Mover)
        }
    }

    pub(super) fn condition(&mut self) -> Parsed<Condition> {
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
        let mut all = vec![self.negation()?];
        while self.take_word("and") {
            all.push(self.negation()?);
        }
        Ok(if all.len() == 1 {
            all.remove(0)
        } else {
            Condition::All(all)
        })
    }

    fn negation(&mut self) -> Parsed<Condition> {
        if self.is_word("not") {
            self.deeper()?;
            self.advance();
            let inner = self.negation()?;
            self.depth -= 1;
            return Ok(Condition::Not(Box::new(inner)));
        }
        if matches!(self.peek(), Token::Symbol("(")) {
            self.deeper()?;
            self.advance();
            let inner = self.condition()?;
            self.need_symbol(")")?;
            self.depth -= 1;
            return Ok(inner);
        }
        self.atom()
    }

    fn atom(&mut self) -> Parsed<Condition> {
        let start = self.place;
        let at = self.at();
        if let Token::Number(_) = self.peek() {
            return self.comparison();
        }
        let Token::Word(word) = self.peek().clone() else {
            return self.expected(Thing::Condition);
        };
        if QUANTITIES.contains(&word.as_str()) {
            return self.comparison();
        }
        self.advance();
        Ok(match word.as_str() {
            "connect" => self.connected()?,
            "loop" => Condition::Loop(self.loop_inside()?),
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
            "no" => self.then("move", Condition::NoMove)?,
            "all" => self.then("passed", Condition::AllPassed)?,
            "round" => self.then("over", Condition::RoundOver)?,
            "full" => Condition::Compare(
                Expression::Quantity(Box::new(QuantityWord::Empty), at),
                TestWord::Compare("=", Expression::Number(0, at)),
            ),
            "mover" | "next" | "owner" => {
                self.place = start;
                self.same_player()?
            }
            _ => {
                self.place = start;
                let words = CONDITION_WORDS.into_iter().chain(QUANTITIES);
                return self.expected_near(Thing::Condition, words);
            }
        })
    }

    /// A condition of two words, after its first.
    fn then(&mut self, word: &str, condition: Condition) -> Parsed<Condition> {
        self.need_word(word)?;
        Ok(condition)
    }

    /// `all sides` or `3 sides`, after `connect`.
    fn connected(&mut self) -> Parsed<Condition> {
        let first = self.at();
        let at_least = match self.take_word("all") {
            true => None,
            false => Some(self.operand()?),
        };
        let at = self.at();
        if let (Some(Expression::Name(name, _)), false) =
            (&at_least, matches!(self.peek(), Token::Word(_)))
        {
            let mistake = Rare::ConnectHowMany.of(&[name]);
            return Err(LanguageError::new(first, mistake));
        }
        Ok(Condition::Connect {
            family: self.any_word(Thing::Regions)?,
            at,
            at_least,
        })
    }

    /// What a loop has to hold, after `loop`.
    fn loop_inside(&mut self) -> Parsed<LoopInside> {
        match self.peek() {
            Token::Word(word) if word != "or" && word != "and" => self.one_of(&[
                ("all", LoopInside::All),
                ("enemy", LoopInside::Enemy),
                ("empty", LoopInside::Empty),
                ("full", LoopInside::Full),
            ]),
            _ => Ok(LoopInside::All),
        }
    }

    /// `owner is next`.
    fn same_player(&mut self) -> Parsed<Condition> {
        let one = self.who()?;
        self.need_word("is")?;
        let at = self.at();
        Ok(Condition::Is(one, self.who()?, at))
    }

    /// Something counted, held against a number or against something else that is counted.
    fn comparison(&mut self) -> Parsed<Condition> {
        let left = self.expression()?;
        Ok(Condition::Compare(left, self.test()?))
    }

    fn test(&mut self) -> Parsed<TestWord> {
        if self.take_word("is") {
            let at = self.at();
            return self.one_of(&[("odd", TestWord::Odd(at)), ("even", TestWord::Even(at))]);
        }
        for symbol in ["=", "!=", "<=", "<", ">=", ">"] {
            if self.take_symbol(symbol) {
                return Ok(TestWord::Compare(symbol, self.expression()?));
            }
        }
        self.expected_words(&["=", "!=", "<", "<=", ">", ">=", "is odd", "is even"], [])
    }

    pub(super) fn verdict(&mut self) -> Parsed<Verdict> {
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
            return self.expected_near(
                Thing::Verdict,
                ["mover", "next", "owner", "player", "draw", "best"],
            );
        }
        let who = self.who()?;
        self.one_of(&[
            ("wins", Verdict::Wins(who.clone())),
            ("loses", Verdict::Loses(who)),
        ])
    }
}
