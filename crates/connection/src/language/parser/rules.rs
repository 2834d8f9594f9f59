//! The statements about play: moves, what they need, scores, and the conditions and verdicts of ends.

use super::expression::QUANTITIES;
use super::{At, Parsed, Parser};
use crate::language::lexer::Token;
use crate::language::mistake::Thing;
use crate::language::syntax::*;
use crate::plan::{Action, LoopInside, Tie};

/// The first words of conditions that compare nothing.
const CONDITION_WORDS: [&str; 14] = [
    "connect", "loop", "line", "enclosed", "some", "single", "no", "all", "round", "full", "mover",
    "next", "owner", "not",
];

/// The first words of what a turn may be made of.
const ACTIONS: [&str; 3] = ["place", "take", "free"];

impl Parser<'_> {
    /// `without outer` or nothing, after `opening`.
    pub(super) fn opening(&mut self) -> Parsed<Statement> {
        if !self.take_word("without") {
            return match self.peek() {
                Token::LineEnd | Token::End => Ok(Statement::Opening(Vec::new())),
                _ => self.expected_near(Thing::Without, ["without"]),
            };
        }
        let at = self.at();
        let first = self.set()?;
        Ok(Statement::Opening(self.terms(vec![(
            Sign::Add,
            first,
            at,
        )])?))
    }

    /// What a turn is, after `turn`.
    pub(super) fn turn(&mut self) -> Parsed<Statement> {
        if self.take_word("each") {
            self.need_word("colour")?;
            return Ok(Statement::TurnEachColour);
        }
        if self.take_word("move") {
            self.need_word("then")?;
            self.need_word("place")?;
            return Ok(Statement::TurnMoveThenPlace);
        }
        let ahead = usize::from(self.is_word("first"));
        if let Some((Token::Word(word), _)) = self.tokens.get(self.place + ahead)
            && ACTIONS.contains(&word.as_str())
        {
            let first = self.take_word("first");
            return self.ways(first);
        }
        let up_to = self.take_word("up");
        if up_to {
            self.need_word("to")?;
        }
        let count = self.expression()?;
        self.need_word("moves")?;
        let first = self.number_after("first")?;
        if !up_to {
            return Ok(Statement::TurnMoves { count, first });
        }
        let growth = self.number_after("growth")?;
        Ok(Statement::TurnUpTo {
            count,
            first,
            growth,
        })
    }

    /// The ways to spend a turn: actions joined by `then`, ways by `or`.
    fn ways(&mut self, first: bool) -> Parsed<Statement> {
        let mut ways = Vec::new();
        loop {
            let at = self.at();
            let mut way = vec![self.action()?];
            while self.take_word("then") {
                way.push(self.action()?);
            }
            ways.push((way, at));
            if !self.take_word("or") {
                return Ok(Statement::TurnWays { first, ways });
            }
        }
    }

    fn action(&mut self) -> Parsed<Action> {
        let [place, take, free] = ACTIONS;
        match self.one_of(&[(place, 0), (take, 1), (free, 2)])? {
            0 => self.one_of(&[
                ("own", Action::PlaceOwn),
                ("other", Action::PlaceOther),
                ("neutral", Action::PlaceNeutral),
            ]),
            1 => self.one_of(&[("neutral", Action::Take)]),
            _ => self.one_of(&[("own", Action::Free)]),
        }
    }

    pub(super) fn number_after(&mut self, word: &str) -> Parsed<Option<Expression>> {
        if self.take_word(word) {
            Ok(Some(self.expression()?))
        } else {
            Ok(None)
        }
    }

    /// Which lines are captured, after `capture flanked`.
    pub(super) fn flanked(&mut self, at: At) -> Parsed<Statement> {
        let odd = self.take_word("odd");
        let from = self.number_after("from")?;
        let rim = self.take_word("or");
        if rim {
            self.need_word("at")?;
            self.need_word("rim")?;
        }
        Ok(Statement::CaptureFlanked { at, from, odd, rim })
    }

    /// What decides between equal scores, after `tie`.
    pub(super) fn tie(&mut self) -> Parsed<Statement> {
        let (tie, word) = match self.one_of(&[("larger", 0), ("fewer", 1), ("player", 2)])? {
            0 => (Tie::LargerGroups, "groups"),
            1 => (Tie::FewerStones, "stones"),
            _ => return Ok(Statement::TiePlayer(self.operand()?)),
        };
        self.need_word(word)?;
        Ok(Statement::Tie(tie))
    }

    pub(super) fn moves(&mut self) -> Parsed<Statement> {
        let kind = self.one_of(&[
            ("place", 0),
            ("step", 1),
            ("hop", 2),
            ("line", 3),
            ("pass", 4),
            ("settle", 5),
        ])?;
        Ok(match kind {
            0 => Statement::Place {
                any: self.one_of(&[("own", false), ("any", true)])?,
            },
            4 => Statement::Pass,
            _ => {
                let (along, at) = self.optional_connectivity()?;
                match kind {
                    1 => Statement::Step(along, at),
                    2 => Statement::Hop(along, at),
                    5 => Statement::Settle(along, at),
                    _ => Statement::Line(along, at),
                }
            }
        })
    }

    pub(super) fn need(&mut self) -> Parsed<Statement> {
        if self.take_word("freedom") {
            return Ok(Statement::NeedFreedom);
        }
        if self.take_word("new") {
            self.need_word("position")?;
            return Ok(Statement::NeedNewPosition);
        }
        if self.is_word("no") {
            let at = self.at();
            self.advance();
            if !self.one_of(&[("crosscut", false), ("bare", true)])? {
                return Ok(Statement::NeedNoCrosscut(at));
            }
            self.need_word("diagonal")?;
            return Ok(Statement::NeedNoBareDiagonal(at));
        }
        if self.take_word("group") {
            self.need_symbol("<=")?;
            return Ok(Statement::NeedGroup(self.expression()?));
        }
        if self.take_word("neighbours") {
            self.need_symbol(">=")?;
            return Ok(Statement::NeedNeighbours(self.expression()?));
        }
        self.expected_words(
            &[
                "freedom",
                "new position",
                "no crosscut",
                "no bare diagonal",
                "group <= n",
                "neighbours >= n",
            ],
            ["freedom", "new", "no", "group", "neighbours"],
        )
    }

    pub(super) fn score(&mut self) -> Parsed<ScoreWord> {
        let at = self.at();
        let kind = self.one_of(&[
            ("captures", 0),
            ("territory", 1),
            ("product", 2),
            ("groups", 3),
            ("stones", 4),
            ("largest", 5),
            ("stars", 6),
            ("bonus", 7),
            ("sight", 8),
        ])?;
        Ok(match kind {
            0 => ScoreWord::Captures,
            1 => ScoreWord::Territory,
            2 if self.take_word("of") => {
                let count = self.operand()?;
                self.need_word("largest")?;
                ScoreWord::Largest(count)
            }
            2 => ScoreWord::Product,
            6 => ScoreWord::Stars(at),
            8 => ScoreWord::Sight(at),
            7 => {
                let points = self.operand()?;
                self.need_word("of")?;
                ScoreWord::Bonus(points, self.operand()?)
            }
            5 => ScoreWord::Largest(Expression::Number(1, self.at())),
            3 if self.take_word("from") => ScoreWord::Groups(self.expression()?),
            3 => ScoreWord::Groups(Expression::Number(1, self.at())),
            _ => ScoreWord::Stones,
        })
    }

    pub(super) fn who(&mut self) -> Parsed<WhoWord> {
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

    pub(super) fn conjunction(&mut self) -> Parsed<Condition> {
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
        self.advance();
        if QUANTITIES.contains(&word.as_str()) {
            self.place = start;
            return self.comparison();
        }
        Ok(match word.as_str() {
            "connect" => {
                let at_least = if self.take_word("all") {
                    None
                } else {
                    Some(self.operand()?)
                };
                let at = self.at();
                Condition::Connect {
                    family: self.any_word(Thing::Regions)?,
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
            "full" => Condition::Compare(
                Expression::Quantity(Box::new(QuantityWord::Empty), at),
                TestWord::Compare("=", Expression::Number(0, at)),
            ),
            "mover" | "next" | "owner" => {
                self.place = start;
                let one = self.who()?;
                self.need_word("is")?;
                let at = self.at();
                Condition::Is(one, self.who()?, at)
            }
            _ => {
                self.place = start;
                let words = CONDITION_WORDS.into_iter().chain(QUANTITIES);
                return self.expected_near(Thing::Condition, words);
            }
        })
    }

    /// Something counted, held against a number or against something else that is counted.
    fn comparison(&mut self) -> Parsed<Condition> {
        let left = self.expression()?;
        Ok(Condition::Compare(left, self.test()?))
    }

    pub(super) fn test(&mut self) -> Parsed<TestWord> {
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
