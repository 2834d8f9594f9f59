//! The computer's moves in connection games at the edge: a level, a seed, and how long it may think. Owns the clock, the threads,
//! and the trees that are kept from move to move.

use connection::engine::Engine;
use connection::moves::Move;
use connection::opponent::{Search, Strength};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use terminal::clock;

/// How much is thought about a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Processor time of each thread, in seconds. The level's own budget of playouts still holds, except for the strongest.
    /// Where neither this nor `playouts` is given, a level takes no longer than a person likes to wait.
    pub seconds: Option<f64>,
    /// Playouts of each thread, instead of the level's own.
    pub playouts: Option<u32>,
    /// Threads, each with a tree of its own.
    pub threads: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            seconds: None,
            playouts: None,
            threads: 1,
        }
    }
}

/// A computer opponent from move to move.
pub struct Thinker {
    level: Strength,
    effort: Effort,
    seed: u64,
    searches: Vec<Search>,
    /// The move that it chose last.
    own: Option<Move>,
    /// Somebody wants the move now.
    hurried: Arc<AtomicBool>,
    /// Playouts of all moves so far.
    pub playouts: u64,
    /// Processor time of all moves so far, in seconds.
    pub seconds: f64,
    /// Moves so far.
    pub moves: u64,
}

/// Playouts between two looks at the clock.
const SLICE: u32 = 64;

impl Thinker {
    /// An opponent that has not thought yet.
    pub fn new(level: Strength, effort: Effort, seed: u64) -> Self {
        Thinker {
            level,
            effort,
            seed,
            searches: Vec::new(),
            own: None,
            hurried: Arc::default(),
            playouts: 0,
            seconds: 0.0,
            moves: 0,
        }
    }

    /// How much it thinks.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Changes how long it may think.
    pub fn set_seconds(&mut self, seconds: Option<f64>) {
        self.effort.seconds = seconds;
    }

    /// From now on it stops thinking and plays when this is raised.
    pub fn heed(&mut self, hurried: &Arc<AtomicBool>) {
        self.hurried = Arc::clone(hurried);
    }

    /// Forgets what it thought of another game.
    pub fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.searches.clear();
    }

    /// Whether the player who moved last was sure to win (or to lose), as far as that is proved.
    pub fn certainty(&self) -> Option<bool> {
        self.searches.iter().find_map(Search::certainty)
    }

    /// Chooses a move in a running game. `going_on` is told the share of the thinking that is done, now and then.
    pub fn choose(
        &mut self,
        engine: &dyn Engine,
        swapped: bool,
        going_on: &mut dyn FnMut(f64),
    ) -> Move {
        let Effort {
            playouts, seconds, ..
        } = self.effort;
        let (playouts, seconds) = self.level.limits(playouts, seconds);
        self.prepare(engine, swapped, playouts);
        let hurried = &*self.hurried;
        let (first, rest) = self
            .searches
            .split_first_mut()
            .expect("at least one thread");
        let spent = std::thread::scope(|scope| {
            let others: Vec<_> = rest
                .iter_mut()
                .map(|search| scope.spawn(move || think(search, seconds, hurried, &mut |_| {})))
                .collect();
            let own = think(first, seconds, hurried, going_on);
            let theirs = others.into_iter().map(|other| other.join().unwrap_or(0.0));
            own + theirs.sum::<f64>()
        });
        self.moves += 1;
        self.playouts += self
            .searches
            .iter()
            .map(|search| u64::from(search.playouts()))
            .sum::<u64>();
        self.seconds += spent;
        let chosen = Search::best_of(&mut self.searches).expect("a running game has a move");
        self.own = Some(chosen);
        chosen
    }

    /// Brings the trees to the position, or plants new ones.
    fn prepare(&mut self, engine: &dyn Engine, swapped: bool, playouts: u32) {
        let own = self.own.take();
        let all_follow = !self.searches.is_empty()
            && self
                .searches
                .iter_mut()
                .all(|search| search.follow(engine, swapped, own));
        if !all_follow {
            let threads = self.effort.threads.max(1) as u64;
            self.seed = self.seed.wrapping_add(1);
            let seeds = (0..threads).map(|thread| self.seed ^ thread << 48);
            self.searches = seeds
                .map(|seed| Search::new(engine, swapped, self.level, seed))
                .collect();
        }
        self.searches
            .iter_mut()
            .for_each(|search| search.set_budget(playouts));
    }
}

/// Thinks as long as the search wants, the time of this thread allows and nobody wants the move, and says how long that was.
fn think(
    search: &mut Search,
    seconds: Option<f64>,
    hurried: &AtomicBool,
    going_on: &mut dyn FnMut(f64),
) -> f64 {
    let begun = clock::thread_time();
    let spent = || (clock::thread_time() - begun).as_secs_f64();
    while search.think(SLICE) {
        let used = seconds.map_or(0.0, |seconds| spent() / seconds.max(1e-9));
        if used >= 1.0 || hurried.load(Relaxed) {
            break;
        }
        going_on(used.max(search.progress()));
    }
    spent()
}
