//! Who wins a connection game: what the thinking worker asks, a little at a time. It knows positions and moves, no pictures.

use crate::door;
use crate::said::Said;
use crate::thinking::followed;
use connection::engine::Status;
use connection::moves::Move;
use connection::plan::Colour;
use connection::solving::{Solution, Solver};
use serde::{Deserialize, Serialize};
use table::{Game, Stones, StonesStart};

#[derive(Deserialize)]
struct Question {
    #[serde(flatten)]
    start: StonesStart,
    moves: Vec<String>,
}

/// What is known so far.
#[derive(Serialize)]
struct News {
    /// Positions looked at, and how many moves ahead where everything is tried.
    positions: u64,
    depth: Option<usize>,
    answer: Option<Answer>,
    /// Moves that reach what the answer says, and how many still wait for a look.
    good: Vec<String>,
    waiting: usize,
}

#[derive(Clone, Serialize)]
struct Answer {
    /// The colour that wins, or 0 for a draw.
    winner: u8,
    /// The empty places that the winner needs, where joining is the only goal.
    needed: Option<Vec<u16>>,
    /// The winner's stones that they join for sure.
    chain: Vec<u16>,
}

/// A position that is being solved: first who wins, then which other moves win as well.
pub struct StonesProof {
    game: Stones,
    solver: Solver,
    answer: Option<Answer>,
    good: Vec<Move>,
    /// Moves that nobody has looked at, the last one first.
    waiting: Vec<Move>,
    /// The move that is looked at.
    tried: Option<Move>,
    positions: u64,
}

impl StonesProof {
    /// Takes a game and its moves so far.
    pub fn open(question: &str) -> Result<StonesProof, Said> {
        StonesProof::of(&serde_json::from_str(question)?)
    }

    /// Takes another position. Of the same game, what was found about it helps.
    pub fn ask(&mut self, question: &str) -> Result<(), Said> {
        let question: Question = serde_json::from_str(question)?;
        if question.start != *self.game.start() {
            *self = StonesProof::of(&question)?;
            return Ok(());
        }
        self.game = followed(Some(self.game.clone()), &question.start, &question.moves)?;
        self.solver.begin(self.game.engine())?;
        (self.answer, self.tried, self.positions) = (None, None, 0);
        self.good.clear();
        self.waiting.clear();
        Ok(())
    }

    /// Goes on while `go_on` says so, and says what is known. Everything is when there is an answer and no move waits.
    pub fn think(&mut self) -> Result<String, Said> {
        while !self.is_done() && door::may_go_on() {
            self.step();
        }
        let news = self.news();
        Ok(serde_json::to_string(&news)?)
    }
}

impl StonesProof {
    fn of(question: &Question) -> Result<StonesProof, Said> {
        let game = followed(None, &question.start, &question.moves)?;
        let mut solver = Solver::new(game.engine())?;
        solver.begin(game.engine())?;
        Ok(StonesProof {
            game,
            solver,
            answer: None,
            good: Vec::new(),
            waiting: Vec::new(),
            tried: None,
            positions: 0,
        })
    }

    fn is_done(&self) -> bool {
        self.answer.is_some() && self.waiting.is_empty() && self.tried.is_none()
    }

    fn step(&mut self) {
        if self.answer.is_some() && self.tried.is_none() {
            return self.try_next();
        }
        let Some(solution) = self.solver.think() else {
            return;
        };
        self.positions += solution.nodes;
        match self.tried.take() {
            None => self.settle(solution),
            Some(tried) => self.hear(tried, solution.winner),
        }
    }

    /// Who wins is known; whoever has one good move may have more.
    fn settle(&mut self, solution: Solution) {
        let places =
            |sites: Vec<connection::board::SiteId>| sites.iter().map(|site| site.0).collect();
        self.answer = Some(Answer {
            winner: solution.winner.map_or(0, |winner| winner.0),
            needed: solution.carrier.map(places),
            chain: places(solution.chain),
        });
        if let Some(best) = solution.best {
            self.game.engine().legal_moves(&mut self.waiting);
            self.waiting
                .retain(|one| *one != best && *one != Move::SWAP);
            self.waiting.reverse();
            self.good.push(best);
        }
    }

    /// Plays the next move that waits, on a board of its own.
    fn try_next(&mut self) {
        let Some(next) = self.waiting.pop() else {
            return;
        };
        let mut after = self.game.engine().fork();
        after.play(next);
        match after.status() {
            Status::Won(winner) => self.hear(next, Some(winner)),
            Status::Draw => self.hear(next, None),
            Status::Running => {
                if self.solver.begin(&*after).is_ok() {
                    self.tried = Some(next);
                }
            }
        }
    }

    fn hear(&mut self, tried: Move, winner: Option<Colour>) {
        let winner = winner.map_or(0, |winner| winner.0);
        if self
            .answer
            .as_ref()
            .is_some_and(|answer| answer.winner == winner)
        {
            self.good.push(tried);
        }
    }

    fn news(&self) -> News {
        let plan = self.game.plan();
        let running = self.answer.is_none() || self.tried.is_some();
        News {
            positions: self.positions + if running { self.solver.nodes() } else { 0 },
            depth: self.solver.depth(),
            answer: self.answer.clone(),
            good: self.good.iter().map(|one| one.text(plan)).collect(),
            waiting: self.waiting.len() + usize::from(self.tried.is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(question: &str) -> News {
        let mut proof = StonesProof::open(question).unwrap();
        while !proof.is_done() {
            proof.step();
        }
        proof.news()
    }

    #[test]
    fn all_winning_moves_are_found() {
        // On Hex 3 all openings win but two corners and their neighbours.
        let news = solved(r#"{"game":"hex","options":[["size","3"],["swap","no"]],"moves":[]}"#);
        assert_eq!(news.answer.map(|answer| answer.winner), Some(1));
        assert!(news.good.contains(&"1,1".into()), "{:?}", news.good);
        assert!(!news.good.contains(&"0,0".into()), "{:?}", news.good);
        assert!((3..8).contains(&news.good.len()), "{:?}", news.good);
        // Whoever loses has no good move.
        let lost = r#"{"game":"hex","options":[["size","3"],["swap","no"]],"moves":["1,1"]}"#;
        let news = solved(lost);
        let answer = news.answer.unwrap();
        assert_eq!((answer.winner, news.good.len()), (1, 0));
        assert_eq!(answer.needed.map(|places| places.len()), Some(4));
        assert_eq!(answer.chain.len(), 1);
    }

    #[test]
    fn the_next_question_knows_the_last() {
        let question = |moves: &str| {
            format!(r#"{{"game":"hex","options":[["size","4"],["swap","no"]],"moves":[{moves}]}}"#)
        };
        let mut proof = StonesProof::open(&question("")).unwrap();
        while !proof.is_done() {
            proof.step();
        }
        let first = proof.news().positions;
        proof.ask(&question(r#""1,2""#)).unwrap();
        assert!(!proof.is_done());
        while !proof.is_done() {
            proof.step();
        }
        assert!(proof.news().positions * 4 < first, "{first}");
        proof
            .ask(r#"{"game":"omega","options":[["players","3"]],"moves":[]}"#)
            .unwrap_err();
        let said = StonesProof::open(r#"{"game":"omega","options":[["players","3"]],"moves":[]}"#);
        let said = serde_json::to_value(said.err()).unwrap();
        assert_eq!(said["kind"], "unsolved.NotThisGame");
    }
}
