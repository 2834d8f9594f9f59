//! The statements about play: turns, moves, what they need, captures and scores.

use super::{At, Parsed, Parser};
use crate::language::lexer::Token;
use crate::language::mistake::Thing;
use crate::language::syntax::*;
use crate::plan::{Action, Tie};

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
        Ok(Statement::Opening(self.sum()?))
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

    /// The ways to spend a turn: actions joined by `then`, ways by `or`; after `or else` what is done when no other way is open.
    fn ways(&mut self, first: bool) -> Parsed<Statement> {
        let (mut ways, mut last) = (Vec::new(), Vec::new());
        let mut fallen_back = false;
        loop {
            let at = self.at();
            let mut way = vec![self.action()?];
            while self.take_word("then") {
                way.push(self.action()?);
            }
            if fallen_back { &mut last } else { &mut ways }.push((way, at));
            if !self.take_word("or") {
                return Ok(Statement::TurnWays { first, ways, last });
            }
            if fallen_back {
                self.need_word("else")?;
            } else if !first {
                fallen_back = self.take_word("else");
            }
        }
    }

    fn action(&mut self) -> Parsed<Action> {
        match self.any_of(&ACTIONS)? {
            "place" => self.one_of(&[
                ("own", Action::PlaceOwn),
                ("other", Action::PlaceOther),
                ("neutral", Action::PlaceNeutral),
            ]),
            "take" => self.one_of(&[("neutral", Action::Take)]),
            _ => self.one_of(&[("own", Action::Free)]),
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
        let (tie, word) = match self.any_of(&["larger", "fewer", "player"])? {
            "larger" => (Tie::LargerGroups, "groups"),
            "fewer" => (Tie::FewerStones, "stones"),
            _ => return Ok(Statement::TiePlayer(self.operand()?)),
        };
        self.need_word(word)?;
        Ok(Statement::Tie(tie))
    }

    pub(super) fn moves(&mut self) -> Parsed<Statement> {
        let kind = self.any_of(&["place", "step", "hop", "line", "pass", "settle"])?;
        match kind {
            "place" => {
                let any = self.one_of(&[("own", false), ("any", true)])?;
                return Ok(Statement::Place { any });
            }
            "pass" => return Ok(Statement::Pass),
            _ => {}
        }
        let (along, at) = self.optional_connectivity()?;
        Ok(match kind {
            "step" => Statement::Step(along, at),
            "hop" => Statement::Hop(along, at),
            "settle" => Statement::Settle(along, at),
            _ => Statement::Line(along, at),
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

    /// What is added up, after `score`.
    pub(super) fn scores(&mut self) -> Parsed<Statement> {
        let mut words = vec![self.score()?];
        while self.take_symbol("+") {
            words.push(self.score()?);
        }
        Ok(Statement::Score(words))
    }

    fn score(&mut self) -> Parsed<ScoreWord> {
        let at = self.at();
        let kind = self.any_of(&[
            "captures",
            "territory",
            "product",
            "groups",
            "stones",
            "largest",
            "stars",
            "bonus",
            "sight",
        ])?;
        Ok(match kind {
            "captures" => ScoreWord::Captures,
            "territory" => ScoreWord::Territory,
            "product" if self.take_word("of") => {
                let count = self.operand()?;
                self.need_word("largest")?;
                ScoreWord::Largest(count)
            }
            "product" => ScoreWord::Product,
            "groups" if self.take_word("from") => ScoreWord::Groups(self.expression()?),
            "groups" => ScoreWord::Groups(Expression::Number(1, self.at())),
            "largest" => ScoreWord::Largest(Expression::Number(1, self.at())),
            "stars" => ScoreWord::Stars(at),
            "bonus" => {
                let points = self.operand()?;
                self.need_word("of")?;
                ScoreWord::Bonus(points, self.operand()?)
            }
            "sight" => ScoreWord::Sight(at),
            _ => ScoreWord::Stones,
        })
    }
}
