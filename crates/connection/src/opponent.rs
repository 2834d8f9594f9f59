//! The computer opponents: Monte Carlo tree search over the undoable interface, in four strengths, for any number of
//! players.
//!
//! Works in slices: the caller asks for some playouts at a time and stops by its own clock, so the same search runs in a
//! page, a terminal or a test. From the same seed and number of playouts comes the same move.

pub(crate) mod circuit;
mod gathering;
mod joints;
mod knowledge;
mod reach;
mod search;

use crate::engine::{self, Engine, Status};
use crate::moves::Move;
use crate::plan::{Colour, Plan};
use crate::policy::Policy;
use knowledge::{Depth, Knowledge};
use search::Tree;
use std::sync::Arc;

/// How strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strength {
    /// Looks a moment, and often plays at random.
    Easy,
    /// Sees what is directly threatened.
    Medium,
    /// Plans.
    Strong,
    /// Takes its time.
    Master,
}

impl Strength {
    /// All of them, weakest first.
    pub const ALL: [Strength; 4] = [
        Strength::Easy,
        Strength::Medium,
        Strength::Strong,
        Strength::Master,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Strength::Easy => "easy",
            Strength::Medium => "medium",
            Strength::Strong => "strong",
            Strength::Master => "master",
        }
    }

    /// The level of this name.
    pub fn parse(name: &str) -> Option<Strength> {
        Strength::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The most playouts for a move.
    pub fn playouts(self) -> u32 {
        match self {
            Strength::Easy => 30,
            Strength::Medium => 150,
            Strength::Strong => 20_000,
            Strength::Master => 200_000,
        }
    }

    /// How long a person should have to wait for a move, in seconds, where nobody says otherwise: games differ a hundredfold in
    /// what a playout costs.
    pub fn seconds(self) -> f64 {
        match self {
            Strength::Easy | Strength::Medium | Strength::Strong => 1.0,
            Strength::Master => 5.0,
        }
    }

    /// The most playouts for a move, and the most seconds if the clock counts, where somebody may have said how many of either.
    pub fn limits(self, playouts: Option<u32>, seconds: Option<f64>) -> (u32, Option<f64>) {
        let most = match (playouts, seconds) {
            (Some(playouts), _) => playouts,
            // Whoever says how long the strongest may think gets all of that time.
            (None, Some(_)) if self == Strength::Master => u32::MAX,
            _ => self.playouts(),
        };
        let own = || playouts.is_none().then(|| self.seconds());
        (most, seconds.or_else(own))
    }

    /// What the level knows of goals of connection.
    fn depth(self) -> Depth {
        match self {
            Strength::Easy => Depth::Rules,
            Strength::Medium => Depth::Threats,
            Strength::Strong | Strength::Master => Depth::Proofs,
        }
    }
}

/// A search for a move in one position.
pub struct Search {
    tree: Tree,
    level: Strength,
    budget: u32,
    done: u32,
}

impl Search {
    /// A search in the position of an engine; `swapped` says whether colour 2 is played by person 1.
    pub fn new(engine: &dyn Engine, swapped: bool, level: Strength, seed: u64) -> Self {
        Search {
            tree: Tree::new(engine, swapped, level.depth(), seed),
            level,
            budget: level.playouts(),
            done: 0,
        }
    }

    /// Follows the game to the position of an engine, one move on from where the search stands or two, and keeps what was thought
    /// about it. False when the engine stands elsewhere: then a new search is needed.
    pub fn follow(&mut self, engine: &dyn Engine, swapped: bool, own: Option<Move>) -> bool {
        for played in own.into_iter().chain(engine.last()) {
            if self.tree.is_at(engine, swapped) {
                break;
            }
            if !self.tree.allows(played) {
                return false;
            }
            self.tree.advance(played);
        }
        self.done = 0;
        self.tree.is_at(engine, swapped)
    }

    /// The move that several searches of one position would play together.
    pub fn best_of(searches: &mut [Search]) -> Option<Move> {
        let (first, rest) = searches.split_first_mut()?;
        if rest.is_empty() || first.tree.is_over() {
            return first.best();
        }
        if let Some(winning) = first.tree.winning_move() {
            return Some(winning);
        }
        let mut sums: Vec<(Move, f32, Option<bool>)> = first.tree.tallies().collect();
        for search in rest {
            for (played, visits, sure) in search.tree.tallies() {
                if let Some(sum) = sums.iter_mut().find(|sum| sum.0 == played) {
                    sum.1 += visits;
                    sum.2 = sum.2.or(sure);
                }
            }
        }
        let rank = |sure: Option<bool>| sure.map_or(0, |wins| if wins { 1 } else { -1 });
        let best = sums
            .iter()
            .max_by(|a, b| rank(a.2).cmp(&rank(b.2)).then(a.1.total_cmp(&b.1)));
        best.map_or_else(|| first.best(), |best| Some(best.0))
    }

    /// Sets the most playouts for the move, instead of the level's own.
    pub fn set_budget(&mut self, playouts: u32) {
        self.budget = playouts.max(1);
    }

    /// Runs up to so many playouts; false when the budget is used up or there is nothing to think about.
    pub fn think(&mut self, playouts: u32) -> bool {
        let until = self.budget.min(self.done.saturating_add(playouts));
        while self.done < until {
            if self.tree.is_decided() {
                return false;
            }
            self.tree.playout();
            self.done += 1;
        }
        self.done < self.budget
    }

    /// Playouts so far.
    pub fn playouts(&self) -> u32 {
        self.done
    }

    /// The share of the budget used, from 0 to 1.
    pub fn progress(&self) -> f64 {
        f64::from(self.done) / f64::from(self.budget)
    }

    /// The share of the payoffs that the chosen move is thought to bring: 1 for a win, a draw divided among all players.
    pub fn expectation(&self) -> f64 {
        self.tree.expectation()
    }

    /// Whether the player to move is sure to win (or to lose), as far as that is proved.
    pub fn certainty(&self) -> Option<bool> {
        self.tree.certainty()
    }

    /// The move to play. `None` when the game is over.
    pub fn best(&mut self) -> Option<Move> {
        if self.tree.is_over() {
            return None;
        }
        // The weakest level plays at random now and then, or it would still punish every slip.
        if self.level == Strength::Easy && self.tree.draw(3) == 0 {
            return Some(self.tree.any_move());
        }
        if self.level > Strength::Easy
            && let Some(winning) = self.tree.winning_move()
        {
            return Some(winning);
        }
        Some(self.tree.best().unwrap_or_else(|| self.tree.any_move()))
    }
}

/// What playouts of the two strongest levels know of a game beyond its rules, if anything.
pub fn playout_policy(plan: &Plan) -> Option<Policy> {
    Knowledge::new(plan, Strength::Master.depth()).policy
}

/// A move found with the level's whole budget.
pub fn choose(engine: &dyn Engine, swapped: bool, level: Strength, seed: u64) -> Option<Move> {
    let mut search = Search::new(engine, swapped, level, seed);
    while search.think(1024) {}
    search.best()
}

/// What came of many games between two levels.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Match {
    /// Games that the one won.
    pub won: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Games that somebody of the others won.
    pub lost: u32,
    /// The most playouts for a move, where that is less than a level's own.
    pub playouts_max: Option<u32>,
    /// Moves and playouts of the one.
    pub one: Work,
    /// Moves and playouts of the others.
    pub others: Work,
}

/// How much was thought.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// Moves made.
    pub moves: u64,
    /// Playouts for all of them.
    pub playouts: u64,
}

impl Work {
    /// Playouts for a move.
    pub fn mean(&self) -> f64 {
        self.playouts as f64 / self.moves.max(1) as f64
    }
}

impl Match {
    /// Plays a game: `one` on seat `number` modulo the number of players, `other` on all others.
    pub fn play(&mut self, plan: &Arc<Plan>, one: Strength, other: Strength, number: u32) {
        let mut game = engine::start(plan);
        let mut swapped = false;
        let seat = (number % u32::from(plan.players)) as u8 + 1;
        while game.status() == Status::Running {
            let (level, work) = if person_of(game.mover(), swapped) == seat {
                (one, &mut self.one)
            } else {
                (other, &mut self.others)
            };
            let seed = u64::from(number) << 32 | u64::from(game.moves_made());
            let mut search = Search::new(&*game, swapped, level, seed);
            let most = self.playouts_max.unwrap_or(u32::MAX);
            search.set_budget(level.playouts().min(most));
            while search.think(1024) {}
            work.moves += 1;
            work.playouts += u64::from(search.playouts());
            let chosen = search.best().expect("a running game has a move");
            swapped |= chosen == Move::SWAP;
            game.play(chosen);
        }
        match game.status() {
            Status::Won(colour) if person_of(colour, swapped) == seat => self.won += 1,
            Status::Won(_) => self.lost += 1,
            Status::Draw | Status::Running => self.drawn += 1,
        }
    }
}

/// The person who plays a colour, from 1: the colour's number, except after a swap.
fn person_of(colour: Colour, swapped: bool) -> u8 {
    if swapped { 3 - colour.0 } else { colour.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    fn plan(name: &str, options: &[(&str, &str)]) -> Arc<Plan> {
        Arc::new(library::game(name).unwrap().plan(options).unwrap())
    }

    fn game(name: &str, options: &[(&str, &str)]) -> Box<dyn Engine> {
        engine::start(&plan(name, options))
    }

    /// As many playouts as tests have time for.
    const ENOUGH: u32 = 3_000;

    /// How many of so many games the first level wins, sitting on every seat in turn.
    fn wins(
        name: &str,
        options: &[(&str, &str)],
        one: Strength,
        other: Strength,
        games: u32,
    ) -> u32 {
        let plan = plan(name, options);
        let mut result = Match {
            playouts_max: Some(ENOUGH),
            ..Match::default()
        };
        (0..games).for_each(|number| result.play(&plan, one, other, number));
        result.won
    }

    #[test]
    fn stronger_levels_beat_weaker_ones() {
        assert!(
            wins(
                "hex",
                &[("size", "5")],
                Strength::Medium,
                Strength::Easy,
                10
            ) >= 8
        );
        assert!(
            wins(
                "hex",
                &[("size", "7")],
                Strength::Strong,
                Strength::Medium,
                8
            ) >= 6
        );
        assert!(
            wins(
                "atari-go",
                &[("size", "5")],
                Strength::Medium,
                Strength::Easy,
                10
            ) >= 7
        );
    }

    #[test]
    fn with_three_players_the_stronger_one_wins_more_than_a_third() {
        let omega = [("players", "3"), ("base", "4")];
        let won = wins("omega", &omega, Strength::Strong, Strength::Easy, 12);
        assert!(won >= 8, "{won} of 12");
    }

    #[test]
    fn the_same_seed_gives_the_same_move() {
        let hex = game("hex", &[("size", "6")]);
        let choose = |seed| choose(&*hex, false, Strength::Medium, seed);
        assert_eq!(choose(5), choose(5));
    }

    #[test]
    fn a_win_in_one_is_taken_and_a_lost_game_has_no_move() {
        let mut hex = game("hex", &[("size", "3"), ("swap", "no")]);
        for text in ["0,0", "1,0", "0,1", "1,1"] {
            hex.play_text(text).unwrap();
        }
        let chosen = choose(&*hex, false, Strength::Medium, 1).unwrap();
        hex.play(chosen);
        assert_eq!(hex.status(), Status::Won(Colour(1)));
        assert_eq!(choose(&*hex, false, Strength::Medium, 1), None);
    }

    /// Hex 4 without a swap is won by whoever begins, and small enough to be seen through.
    #[test]
    fn a_sure_win_ends_the_search() {
        let mut hex = game("hex", &[("size", "4"), ("swap", "no")]);
        hex.play_text("1,1").unwrap();
        hex.play_text("2,1").unwrap();
        let mut search = Search::new(&*hex, false, Strength::Master, 1);
        while search.think(256) {}
        assert!(search.playouts() < Strength::Master.playouts());
        assert_eq!(search.expectation(), 1.0);
    }

    /// Person 1 sees through a swapped game that colour 2, which he plays now, wins in one move.
    #[test]
    fn after_a_swap_colours_and_persons_differ() {
        let mut hex = game("hex", &[("size", "3")]);
        for text in ["0,0", "swap", "0,1", "2,2", "1,1", "0,2"] {
            hex.play_text(text).unwrap();
        }
        assert_eq!((hex.mover(), person_of(hex.mover(), true)), (Colour(2), 1));
        let chosen = choose(&*hex, true, Strength::Medium, 1).unwrap();
        hex.play(chosen);
        assert_eq!(hex.status(), Status::Won(Colour(2)));
    }

    /// What was thought about the position after two moves is still there, and the move that follows is as good.
    #[test]
    fn a_search_follows_the_game() {
        for name in ["hex", "havannah", "go", "lines-of-action"] {
            let mut game = game(name, &[]);
            let mut search = Search::new(&*game, false, Strength::Strong, 1);
            search.think(400);
            let own = search.best().unwrap();
            game.play(own);
            let mut random = crate::random::Random::new(3);
            let mut reply = game.sample(&mut random);
            while reply == Move::SWAP {
                reply = game.sample(&mut random);
            }
            game.play(reply);
            assert!(search.follow(&*game, false, Some(own)), "{name}");
            search.think(50);
            assert!(game.is_legal(search.best().unwrap()), "{name}");
            game.undo();
            assert!(
                !search.follow(&*game, false, None),
                "{name}: that is a step back"
            );
        }
    }

    /// Whoever's turn it is of four: nothing in a search may take it for granted that there are two.
    #[test]
    fn every_one_of_four_thinks() {
        let mut omega = game("omega", &[("base", "3"), ("players", "4")]);
        while omega.status() == Status::Running {
            let mut search = Search::new(&*omega, false, Strength::Master, 1);
            search.think(150);
            let best = search.best().unwrap();
            omega.play(best);
        }
    }

    #[test]
    fn several_searches_choose_together() {
        let mut hex = game("hex", &[("size", "4"), ("swap", "no")]);
        hex.play_text("1,1").unwrap();
        let mut searches: Vec<Search> = (1..4)
            .map(|seed| Search::new(&*hex, false, Strength::Strong, seed))
            .collect();
        for search in &mut searches {
            search.think(200);
        }
        let chosen = Search::best_of(&mut searches).unwrap();
        assert!(hex.is_legal(chosen));
    }

    /// Five bridges from side to side: nobody needs to play that out.
    #[test]
    fn a_chain_of_bridges_is_a_sure_win() {
        let mut hex = game("hex", &[("size", "11"), ("swap", "no")]);
        let chain = ["5,1", "4,3", "3,5", "2,7", "1,9"];
        let elsewhere = ["9,2", "9,4", "9,6", "9,8", "8,9"];
        for (own, other) in chain.iter().zip(elsewhere) {
            hex.play_text(own).unwrap();
            hex.play_text(other).unwrap();
        }
        for level in [Strength::Strong, Strength::Master] {
            let mut search = Search::new(&*hex, false, level, 1);
            search.think(20);
            assert_eq!(search.certainty(), Some(true), "{level:?}");
            assert_eq!(search.expectation(), 1.0);
        }
        let played = choose(&*hex, false, Strength::Strong, 1).unwrap();
        hex.play(played);
        let mut lost = Search::new(&*hex, false, Strength::Strong, 1);
        lost.think(20);
        assert_eq!((lost.certainty(), lost.expectation()), (Some(false), 0.0));
    }

    /// Black has ten points and white five, and whoever fills his own loses them. Players of playouts fill all but their eyes, more where
    /// there is more to fill, and that must not decide.
    #[test]
    fn a_settled_game_of_go_is_judged_by_its_points() {
        for (komi, wins) in [("4", true), ("6", false)] {
            let mut go = game("go", &[("size", "5"), ("komi", komi)]);
            for row in 0..5 {
                go.play_text(&format!("2,{row}")).unwrap();
                go.play_text(&format!("3,{row}")).unwrap();
            }
            for seed in 0..4 {
                let mut search = Search::new(&*go, false, Strength::Strong, seed);
                search.think(1_000);
                let expected = search.expectation();
                assert_eq!(expected > 0.5, wins, "komi {komi}: {expected}");
            }
        }
    }

    /// Where many moves look alike the best ones are still looked at often, or more thinking would see no further.
    #[test]
    fn looks_go_to_few_moves() {
        let mut hex = game("hex", &[("size", "9"), ("swap", "no")]);
        hex.play_text("3,8").unwrap();
        let mut search = Search::new(&*hex, false, Strength::Master, 1);
        search.think(4_000);
        let mut looks: Vec<f32> = search.tree.tallies().map(|tally| tally.1).collect();
        looks.sort_by(|a, b| b.total_cmp(a));
        let (few, all): (f32, f32) = (looks[..8].iter().sum(), looks.iter().sum());
        assert!(few > 0.5 * all, "{few} of {all}");
    }

    /// Five bridges of the other player have won, and only a stone inside one of them asks him for an answer.
    #[test]
    fn in_a_lost_position_it_plays_for_mistakes() {
        let mut hex = game("hex", &[("size", "9"), ("swap", "no")]);
        for text in ["4,1", "8,1", "3,3", "8,3", "2,5", "8,5", "1,7"] {
            hex.play_text(text).unwrap();
        }
        let asks = crate::connections::needed_by_last(&*hex).unwrap();
        for seed in 0..6 {
            let mut search = Search::new(&*hex, false, Strength::Strong, seed);
            search.think(3_000);
            assert_eq!(search.certainty(), Some(false));
            let site = search.best().unwrap().target().unwrap();
            assert!(asks.contains(&site), "seed {seed}: {site:?}");
        }
    }

    /// Whoever may swap does so just after a first stone that wins, alone and with a second tree.
    #[test]
    fn a_stone_that_wins_is_swapped_and_no_other() {
        let (hex, without) = ([("size", "4")], [("size", "4"), ("swap", "no")]);
        let plan = plan("hex", &hex);
        let mut swaps = 0;
        for site in plan.board.ids() {
            let first = Move::place(site, Colour(1));
            let mut game = engine::start(&plan);
            game.play(first);
            let mut same = super::tests::game("hex", &without);
            same.play(first);
            let mut solver = crate::solving::Solver::new(&*same).unwrap();
            let winner = solver.solve(&*same, &mut |_| true).unwrap().winner;
            let mut searches: Vec<Search> = (1..3)
                .map(|seed| Search::new(&*game, false, Strength::Strong, seed))
                .collect();
            searches.iter_mut().for_each(|search| {
                search.think(5_000);
            });
            let wanted = winner == Some(Colour(1));
            let shown = plan.board.shown(site);
            assert_eq!(
                Search::best_of(&mut searches) == Some(Move::SWAP),
                wanted,
                "{shown}"
            );
            for search in &mut searches {
                assert_eq!(search.best() == Some(Move::SWAP), wanted, "{shown}");
                assert_eq!(
                    (search.certainty(), search.expectation()),
                    (Some(true), 1.0)
                );
            }
            swaps += u32::from(wanted);
        }
        assert!((2..15).contains(&swaps), "{swaps}");
    }

    /// Nobody begins in the middle of a board where that would be taken from him.
    #[test]
    fn a_first_stone_is_none_that_wins_by_far() {
        let middle = ["b2", "c2", "b3", "c3"];
        let hex = game("hex", &[("size", "4")]);
        for seed in 0..8 {
            let mut search = Search::new(&*hex, false, Strength::Strong, seed);
            search.think(2_000);
            let site = search.best().unwrap().target().unwrap();
            assert!(!middle.contains(&hex.plan().board.shown(site).as_str()));
            assert!(search.expectation() <= 0.5);
        }
    }

    /// The moves that win at once.
    fn winning_moves(game: &mut dyn Engine) -> Vec<Move> {
        let (mut moves, mover) = (Vec::new(), game.mover());
        game.legal_moves(&mut moves);
        moves.retain(|played| {
            game.play(*played);
            let won = game.status() == Status::Won(mover);
            game.undo();
            won
        });
        moves
    }

    /// Who wins, as far as anybody sees it who tries all of his moves and their answers: a win at once, two threats of the other
    /// player, or a move that makes two threats.
    fn seen_two_moves_ahead(game: &mut dyn Engine) -> Option<bool> {
        if !winning_moves(game).is_empty() {
            return Some(true);
        }
        game.play(Move::PASS);
        let theirs = winning_moves(game);
        game.undo();
        if theirs.len() > 1 {
            return Some(false);
        }
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let doubles = moves.into_iter().any(|played| {
            game.play(played);
            let safe = game.status() == Status::Running && winning_moves(game).is_empty();
            game.play(Move::PASS);
            let doubled = safe && winning_moves(game).len() > 1;
            game.undo();
            game.undo();
            doubled
        });
        doubles.then_some(true)
    }

    /// Rings, forks and bridges of Havannah, in the middle of random games.
    #[test]
    fn two_threats_are_seen_two_moves_ahead() {
        let mut havannah = game("havannah", &[("base", "4")]);
        let mut random = crate::random::Random::new(11);
        let mut seen = [0; 2];
        for number in 0..400 {
            havannah.restart();
            for _ in 0..8 + number % 12 {
                if havannah.status() == Status::Running {
                    let drawn = havannah.sample(&mut random);
                    havannah.play(drawn);
                }
            }
            if havannah.status() != Status::Running {
                continue;
            }
            let Some(wins) = seen_two_moves_ahead(&mut *havannah) else {
                continue;
            };
            let mut search = Search::new(&*havannah, false, Strength::Strong, number);
            search.think(8);
            assert_eq!(search.certainty(), Some(wins), "{}", havannah.image());
            seen[usize::from(wins)] += 1;
        }
        assert!(seen[0] >= 5 && seen[1] >= 20, "{seen:?}");
    }

    /// Whether the player to move wins, by trying everything.
    fn wins_by_trying(game: &mut dyn Engine) -> bool {
        let (mut moves, mover) = (Vec::new(), game.mover());
        game.legal_moves(&mut moves);
        moves.into_iter().any(|played| {
            game.play(played);
            let wins = match game.status() {
                Status::Running => !wins_by_trying(game),
                status => status == Status::Won(mover),
            };
            game.undo();
            wins
        })
    }

    /// Rows of threats, late in random games: each is a win, and some are longer than two moves.
    #[test]
    fn a_row_of_threats_is_a_sure_win() {
        let mut havannah = game("havannah", &[("base", "3")]);
        let mut random = crate::random::Random::new(12);
        let mut longer = 0;
        for number in 0..600 {
            havannah.restart();
            for _ in 0..9 + number % 4 {
                if havannah.status() == Status::Running {
                    let drawn = havannah.sample(&mut random);
                    havannah.play(drawn);
                }
            }
            if havannah.status() != Status::Running {
                continue;
            }
            let mut search = Search::new(&*havannah, false, Strength::Strong, number);
            search.think(1);
            if search.certainty() == Some(true) {
                assert!(wins_by_trying(&mut *havannah), "{}", havannah.image());
                longer += u32::from(seen_two_moves_ahead(&mut *havannah).is_none());
            }
        }
        assert!(longer >= 5, "{longer}");
    }

    /// Player 1 threatens to join two corners; everything but a stone between them loses at once.
    #[test]
    fn a_single_threat_is_answered() {
        let mut havannah = game("havannah", &[("base", "3")]);
        for text in ["-2,0", "0,0", "-2,1"] {
            havannah.play_text(text).unwrap();
        }
        let mut search = Search::new(&*havannah, false, Strength::Strong, 1);
        search.think(2);
        assert_eq!(search.best(), havannah.read("-2,2").ok());
        assert_eq!(search.certainty(), None);
    }

    #[test]
    fn every_game_has_an_opponent() {
        for described in library::games() {
            let mut game = engine::start(&Arc::new(described.plan::<&str, &str>(&[]).unwrap()));
            let mut swapped = false;
            for _ in 0..2 {
                let mut search = Search::new(&*game, swapped, Strength::Medium, 3);
                search.think(20);
                let chosen = search.best().unwrap();
                swapped |= chosen == Move::SWAP;
                game.play(chosen);
            }
        }
    }
}
