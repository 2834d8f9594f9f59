//! Solving positions of games of two: who wins, by which move, and, where joining is the only goal, which empty sites he needs.
//!
//! `joining` knows virtual connections and solves small boards from the start; `trying` tries everything and solves the late
//! positions of all other games. Both go on where they were left, so that whoever asks can look at the clock, tell what was
//! done so far, or stop. Reads no clock.

mod joining;
mod trying;

use crate::board::SiteId;
use crate::engine::{Engine, Status};
use crate::moves::Move;
use crate::plan::Colour;
use joining::Joining;
use trying::Trying;

/// Positions that are remembered: about 140 MB of them, in a browser a quarter of that.
const KNOWN_MAX: usize = if cfg!(target_arch = "wasm32") {
    1 << 19
} else {
    1 << 21
};
/// Sites in a word of a key.
const SITES_A_WORD: usize = 32;
/// The words of the keys of boards that [`KNOWN_MAX`] is meant for.
const KEY_WORDS: usize = 5;

/// A position, whole: two bits for what stands on a site, then what else is to be known of it. Two positions with one key are the same,
/// so what is remembered of one is proved of the other.
type Key = Box<[u64]>;

fn key(sites: usize, stone: impl Fn(usize) -> u8, rest: u64) -> Key {
    let mut key = vec![0; key_words(sites)].into_boxed_slice();
    for site in 0..sites {
        key[site / SITES_A_WORD] |= u64::from(stone(site)) << (2 * (site % SITES_A_WORD));
    }
    key[key.len() - 1] = rest;
    key
}

fn key_words(sites: usize) -> usize {
    sites.div_ceil(SITES_A_WORD) + 1
}

/// Positions of a board that are remembered: fewer where one takes more room.
fn known_max(sites: usize) -> usize {
    KNOWN_MAX * KEY_WORDS / key_words(sites).max(KEY_WORDS)
}

/// Moves that are tried in one slice, where a look at a position takes next to no time.
const SLICE: u32 = 256;

/// Who wins, and what for.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The colour that wins; none of them when the game is drawn.
    pub winner: Option<Colour>,
    /// A move that wins, or that keeps the draw, when the mover has one.
    pub best: Option<Move>,
    /// The empty sites that the winner needs: whatever else is played does not matter. Only where joining is the only goal.
    pub carrier: Option<Vec<SiteId>>,
    /// The winner's stones that those sites join for sure; empty where it took a search to see the win.
    pub chain: Vec<SiteId>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Why there is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// More than two play.
    NotThisGame,
    /// It is not settled yet who plays which colour.
    Opening,
    /// The game is over.
    Over,
    /// The caller did not want to go on.
    Stopped,
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unsolved::NotThisGame => "only games of two players are solved",
            Unsolved::Opening => {
                "nobody has taken the colour of the opening yet; ask again when somebody has"
            }
            Unsolved::Over => "the game is over",
            Unsolved::Stopped => "not solved in the time there was",
        })
    }
}

impl std::error::Error for Unsolved {}

/// A solver for one plan. It remembers what it found, so that asking again after a move costs little.
pub struct Solver(Way);

enum Way {
    Joining(Box<Joining>),
    Trying(Box<Trying>),
}

impl Solver {
    /// A solver for the game of an engine.
    pub fn new(engine: &dyn Engine) -> Result<Solver, Unsolved> {
        let plan = engine.plan();
        if plan.players != 2 {
            return Err(Unsolved::NotThisGame);
        }
        Ok(Solver(match Joining::new(plan) {
            Some(joining) => Way::Joining(Box::new(joining)),
            None => Way::Trying(Box::new(Trying::new(engine))),
        }))
    }

    /// Takes the position of an engine of the same game. A right to swap is left aside: the answer is about the stones on the
    /// board.
    pub fn begin(&mut self, engine: &dyn Engine) -> Result<(), Unsolved> {
        if engine.status() != Status::Running {
            return Err(Unsolved::Over);
        }
        match &mut self.0 {
            Way::Joining(joining) => joining.begin(engine),
            Way::Trying(trying) => trying.begin(engine)?,
        }
        Ok(())
    }

    /// Works for some milliseconds at most and says who wins, if that is settled. After that there is nothing to do before the
    /// next position is taken.
    pub fn think(&mut self) -> Option<Solution> {
        match &mut self.0 {
            Way::Joining(joining) => joining.step(),
            Way::Trying(trying) => (0..SLICE).find_map(|_| trying.step()),
        }
    }

    /// Positions looked at since the last one was taken.
    pub fn nodes(&self) -> u64 {
        match &self.0 {
            Way::Joining(joining) => joining.nodes(),
            Way::Trying(trying) => trying.nodes(),
        }
    }

    /// How many moves are looked ahead, where everything is tried.
    pub fn depth(&self) -> Option<usize> {
        match &self.0 {
            Way::Joining(_) => None,
            Way::Trying(trying) => Some(trying.depth()),
        }
    }

    /// Solves the position of an engine of the same game. `go_on` hears how many positions were looked at.
    pub fn solve(
        &mut self,
        engine: &dyn Engine,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solution, Unsolved> {
        self.begin(engine)?;
        while go_on(self.nodes()) {
            if let Some(solution) = self.think() {
                return Ok(solution);
            }
        }
        Err(Unsolved::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine;
    use crate::language::OptionKind;
    use crate::library;
    use crate::opponent::{Search, Strength};
    use crate::random::Random;
    use std::collections::HashMap;
    use std::sync::Arc;

    fn game(name: &str, options: &[(&str, &str)]) -> Box<dyn Engine> {
        let plan = library::game(name).unwrap().plan(options).unwrap();
        engine::start(&Arc::new(plan))
    }

    fn hex(size: &str) -> Box<dyn Engine> {
        game("hex", &[("size", size), ("swap", "no")])
    }

    fn stones(game: &dyn Engine) -> Vec<u8> {
        let sites = game.plan().board.ids();
        sites.map(|site| game.stone(site).0).collect()
    }

    /// The obvious way: all moves, no knowledge.
    fn mover_wins(game: &mut dyn Engine, seen: &mut HashMap<Vec<u8>, bool>) -> bool {
        let stones = stones(game);
        if let Some(known) = seen.get(&stones) {
            return *known;
        }
        let (mut moves, mover) = (Vec::new(), game.mover());
        game.legal_moves(&mut moves);
        let wins = moves.into_iter().any(|played| {
            game.play(played);
            let won = match game.status() {
                Status::Won(colour) => colour == mover,
                _ => !mover_wins(game, seen),
            };
            game.undo();
            won
        });
        seen.insert(stones, wins);
        wins
    }

    #[test]
    fn positions_are_solved_as_by_trying_everything() {
        for mut game in [hex("3"), hex("4"), game("y-hex", &[("base", "3")])] {
            let mut solver = Solver::new(&*game).unwrap();
            let mut seen = HashMap::new();
            let mut random = Random::new(2);
            for _ in 0..150 {
                game.restart();
                // A full search of a nearly empty board takes too long.
                let begun = (game.plan().board.len() as u32).saturating_sub(9) + random.below(4);
                while game.moves_made() < begun && game.status() == Status::Running {
                    let chosen = game.sample(&mut random);
                    game.play(chosen);
                }
                if game.status() != Status::Running {
                    continue;
                }
                let wins = mover_wins(&mut *game, &mut seen);
                let solution = solver.solve(&*game, &mut |_| true).unwrap();
                assert_eq!(
                    solution.winner == Some(game.mover()),
                    wins,
                    "{}",
                    game.image()
                );
                let mut search = Search::new(&*game, false, Strength::Strong, 1);
                // Long enough for proofs below the root.
                search.think(200);
                assert!(search.certainty().is_none_or(|sure| sure == wins));
                if search.certainty() == Some(true) {
                    game.play(search.best().unwrap());
                    let won = game.status() == Status::Won(Colour(3 - game.mover().0));
                    assert!(won || !mover_wins(&mut *game, &mut seen));
                }
            }
        }
    }

    /// The winner plays the solver's moves, the other one everything there is.
    fn wins_against_all(
        game: &mut dyn Engine,
        solver: &mut Solver,
        winner: Colour,
        seen: &mut HashMap<Vec<u8>, bool>,
    ) {
        if seen.insert(stones(game), true).is_some() {
            return;
        }
        if let Status::Won(colour) = game.status() {
            assert_eq!(colour, winner);
            return;
        }
        if game.mover() == winner {
            let solution = solver.solve(game, &mut |_| true).unwrap();
            assert_eq!(solution.winner, Some(winner));
            let mut any = Random::new(1);
            let best = solution.best.unwrap_or_else(|| game.sample(&mut any));
            game.play(best);
            wins_against_all(game, solver, winner, seen);
            game.undo();
            return;
        }
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        for played in moves {
            game.play(played);
            wins_against_all(game, solver, winner, seen);
            game.undo();
        }
    }

    /// Too large to try everything: the winner plays the solver's moves, the other one at random.
    #[test]
    fn y_hex_4_is_solved_from_the_start() {
        let mut game = game("y-hex", &[("base", "4")]);
        let mut solver = Solver::new(&*game).unwrap();
        let mut random = Random::new(7);
        for _ in 0..6 {
            game.restart();
            while game.status() == Status::Running {
                let mover = game.mover();
                let played = match mover.0 {
                    1 => {
                        let solution = solver.solve(&*game, &mut |_| true).unwrap();
                        assert_eq!(solution.winner, Some(mover), "{}", game.image());
                        solution.best.unwrap_or_else(|| game.sample(&mut random))
                    }
                    _ => game.sample(&mut random),
                };
                game.play(played);
            }
            assert_eq!(game.status(), Status::Won(Colour(1)), "{}", game.image());
        }
    }

    #[test]
    fn a_proof_holds_against_every_reply() {
        for (mut game, first) in [
            (hex("3"), ""),
            (hex("4"), "1,2"),
            (game("y-hex", &[("base", "3")]), ""),
        ] {
            if !first.is_empty() {
                game.play_text(first).unwrap();
            }
            let mut solver = Solver::new(&*game).unwrap();
            let solution = solver.solve(&*game, &mut |_| true).unwrap();
            let winner = solution.winner.unwrap();
            assert_eq!(winner, Colour(1), "whoever begins wins");
            let mut seen = HashMap::new();
            wins_against_all(&mut *game, &mut solver, winner, &mut seen);
            assert!(seen.len() > 20, "{}", seen.len());
        }
    }

    /// Who is sure of a win after a move sees the stones that the empty sites join.
    #[test]
    fn a_sure_chain_is_shown() {
        let mut game = hex("5");
        let mut solver = Solver::new(&*game).unwrap();
        for text in ["2,2", "0,4", "1,2", "4,0"] {
            game.play_text(text).unwrap();
        }
        let solution = solver.solve(&*game, &mut |_| true).unwrap();
        assert_eq!(solution.winner, Some(Colour(1)));
        let chain: Vec<String> = (solution.chain.iter())
            .map(|site| game.plan().board.label(*site).to_string())
            .collect();
        assert_eq!(chain.len(), 2, "{chain:?}");
        for site in solution.carrier.unwrap() {
            assert_eq!(game.stone(site), Colour::NONE);
        }
    }

    /// What everybody can win or hold, from the definition.
    fn worth(game: &mut dyn Engine) -> i8 {
        let mover = game.mover();
        let sign = if mover == Colour(1) { 1 } else { -1 };
        match game.status() {
            Status::Won(colour) => return if colour == Colour(1) { 1 } else { -1 },
            Status::Draw => return 0,
            Status::Running => {}
        }
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        moves.retain(|one| *one != Move::SWAP);
        let mut best = -1;
        for played in moves {
            game.play(played);
            best = best.max(sign * worth(game));
            game.undo();
            if best == 1 {
                break;
            }
        }
        sign * best
    }

    /// Late positions of all kinds of games of two in which stones only come.
    #[test]
    fn late_positions_of_all_games_are_solved() {
        let (mut solved, mut drawn) = (0, 0);
        for description in library::games() {
            // The smallest boards: all that can happen must be tried to know what is right.
            let numbers = (description.options.iter()).filter_map(|option| match option.kind {
                OptionKind::Number { min, .. } if option.name != "players" => {
                    Some((option.name.clone(), min.to_string()))
                }
                _ => None,
            });
            let plan = Arc::new(description.plan(&numbers.collect::<Vec<_>>()).unwrap());
            let only_come = plan.moves.place.is_some() && plan.moves.step.is_none();
            let places = only_come && plan.board.len() <= 130;
            if plan.players != 2 || !places || plan.moves.pass || plan.captures() {
                continue;
            }
            let mut game = engine::start(&plan);
            let mut solver = Solver::new(&*game).unwrap();
            let mut random = Random::new(7);
            let mut found = 0;
            for _ in 0..60 {
                game.restart();
                let length = game.playout(&mut random);
                (0..(1 + random.below(5)).min(length)).for_each(|_| {
                    game.undo();
                });
                let mut moves = Vec::new();
                game.legal_moves(&mut moves);
                let opens = plan.opening.is_some() && moves.contains(&Move::PASS);
                if moves.len() > 6 || opens || moves.contains(&Move::SWAP) {
                    continue;
                }
                let wanted = match worth(&mut *game) {
                    0 => None,
                    1 => Some(Colour(1)),
                    _ => Some(Colour(2)),
                };
                let before = game.image();
                let solution = solver.solve(&*game, &mut |_| true).unwrap();
                assert_eq!(solution.winner, wanted, "{}: {}", plan.title, game.image());
                assert_eq!(game.image(), before);
                let holds = wanted.is_none_or(|winner| winner == game.mover());
                assert_eq!(solution.best.is_some(), holds, "{}", plan.title);
                if let Some(best) = solution.best {
                    game.play(best);
                    let after = worth(&mut *game);
                    assert_eq!(after == 0, wanted.is_none(), "{}", plan.title);
                }
                found += 1;
                drawn += u32::from(wanted.is_none());
            }
            solved += u32::from(found > 5);
        }
        assert!(solved >= 10, "{solved} games had such positions");
        assert!(drawn > 0, "a draw is among them");
    }

    /// Stones move in Lines of Action: a win in one is seen, and nothing is claimed of the start.
    #[test]
    fn games_that_go_on_and_on_are_solved_as_far_as_it_is_looked() {
        let mut game = game("lines-of-action", &[]);
        let mut solver = Solver::new(&*game).unwrap();
        let stopped = solver.solve(&*game, &mut |nodes| nodes < 20_000);
        assert_eq!(stopped, Err(Unsolved::Stopped));
        assert!(solver.depth().unwrap() > 2);
        let mut random = Random::new(3);
        while game.status() == Status::Running {
            let chosen = game.sample(&mut random);
            game.play(chosen);
        }
        let Status::Won(winner) = game.status() else {
            panic!("drawn");
        };
        game.undo();
        if game.mover() == winner {
            let solution = solver.solve(&*game, &mut |_| true).unwrap();
            assert_eq!(solution.winner, Some(winner));
        }
    }

    /// A search that is left and taken up again finds the same as one that is not.
    #[test]
    fn slices_change_nothing() {
        let mut game = hex("5");
        game.play_text("0,1").unwrap();
        let mut solver = Solver::new(&*game).unwrap();
        solver.begin(&*game).unwrap();
        let mut slices = 0;
        let sliced = loop {
            slices += 1;
            if let Some(solution) = solver.think() {
                break solution;
            }
        };
        let whole = Solver::new(&*game).unwrap().solve(&*game, &mut |_| true);
        assert_eq!(Ok(sliced), whole);
        assert!(slices > 3, "{slices} slices");
    }

    #[test]
    fn what_cannot_be_solved_says_why() {
        let three = game("omega", &[("players", "3")]);
        assert_eq!(Solver::new(&*three).err(), Some(Unsolved::NotThisGame));
        let unlur = game("unlur", &[]);
        let mut solver = Solver::new(&*unlur).unwrap();
        assert_eq!(solver.solve(&*unlur, &mut |_| true), Err(Unsolved::Opening));
        let mut stopped = Solver::new(&*hex("7")).unwrap();
        assert_eq!(
            stopped.solve(&*hex("7"), &mut |nodes| nodes < 5),
            Err(Unsolved::Stopped)
        );
    }
}
