//! The perfect opponent with the page's own limits and lessons. First every answer to every different first move on levels of the
//! campaign, and on start positions as first and as second player. Then games to their end against moves at random. What is counted is
//! whether it
//! had to guess, and how long it thought.

use crate::{host, percentile};
use drawing::PlanarMap;
use solver::opponent::{Choice, Knowledge, Level, Opponents};
use sprouts::{Canonical, Ending, Labelled, Seed};
use std::collections::BTreeSet;

const CAMPAIGN: &str = include_str!("../../web/page/data/campaign.json");
const LESSONS: &str = include_str!("../../web/page/data/lessons.txt");

/// What the page gives its opponents.
const MEMORY_BYTES: u64 = 192 << 20;
const DEADLINE_MS: f64 = 900.0;

/// The levels of the campaign are played in so many parts, each with every so many-th level; the last part stands for all where time is short.
pub const TENTHS: usize = 10;
/// The largest starts of the two endings.
const STARTS: [(Ending, u32); 2] = [(Ending::Normal, 11), (Ending::Misere, 9)];

/// Answers and how long they took.
#[derive(Default)]
struct Answers {
    times: Vec<f64>,
    guesses: u32,
}

/// Reports how the opponent answers on a tenth of the levels, and on start positions.
pub fn run() {
    campaign(TENTHS);
    starts();
}

/// The levels of one tenth: the n-th, the n-th after the tenth, and so on.
pub fn campaign(tenth: usize) {
    let levels: Vec<serde_json::Value> = serde_json::from_str(CAMPAIGN).expect("the campaign");
    let mut answers = Answers::default();
    for level in levels.iter().skip(tenth - 1).step_by(TENTHS) {
        let map: PlanarMap = (level["map"].as_str())
            .and_then(|map| map.parse().ok())
            .expect("a map");
        match level["computer_starts"] == true {
            true => answers.play_on(map.labelled().without_history(), Ending::Normal, 0),
            false => answers.replies(map.labelled(), Ending::Normal),
        }
    }
    answers.report("the campaign");
}

fn starts() {
    for (ending, spots_max) in STARTS {
        let mut answers = Answers::default();
        for spots in 2..=spots_max {
            let start = Labelled::start(spots);
            answers.play_on(start.clone(), ending, 0);
            answers.replies(&start, ending);
        }
        answers.report(&format!("starts up to {spots_max}, {ending}"));
    }
}

fn opponents() -> Opponents {
    let mut opponents = Opponents::new(MEMORY_BYTES);
    let (lessons, _) = solver::database::read_text(LESSONS.as_bytes()).expect("the lessons");
    opponents.learn_results(&lessons);
    opponents
}

impl Answers {
    /// The answers to every different first move of the adversary, each in a game of its own that goes on to its end.
    fn replies(&mut self, start: &Labelled, ending: Ending) {
        let mut met: BTreeSet<Canonical> = BTreeSet::new();
        for (number, played) in (0..).zip(start.moves_up_to(20_000)) {
            let mut board = start.without_history();
            board.play(&played).expect("legal");
            if met.insert(board.position().expect("it fits").canonical()) {
                self.play_on(board, ending, number);
            }
        }
    }

    /// The opponent is to move, its adversary plays at random.
    fn play_on(&mut self, mut board: Labelled, ending: Ending, game: u64) {
        let mut opponents = opponents();
        let mut seed = Seed::new(game);
        while let Some(choice) = self.answer(&mut opponents, &board, ending, &mut seed) {
            board.play(&choice.played).expect("legal");
            let Some(reply) = seed.pick(&board.moves_up_to(4000)).cloned() else {
                break;
            };
            board.play(&reply).expect("legal");
        }
    }

    fn answer(
        &mut self,
        opponents: &mut Opponents,
        board: &Labelled,
        ending: Ending,
        seed: &mut Seed,
    ) -> Option<Choice> {
        let begun = host::milliseconds();
        let mut spent = || (host::milliseconds() - begun) / DEADLINE_MS;
        let choice = opponents.choose(board, ending, Level::Perfect, seed, &mut spent)?;
        self.times.push(spent() * DEADLINE_MS);
        self.guesses += u32::from(matches!(choice.knowledge, Knowledge::Guess { .. }));
        Some(choice)
    }

    fn report(mut self, what: &str) {
        host::say(
            &format!("number of answers, {what}"),
            self.times.len() as f64,
        );
        host::say(
            &format!("number of guesses, {what}"),
            f64::from(self.guesses),
        );
        for (name, share) in [("median", 0.5), ("99th percentile", 0.99), ("most", 1.0)] {
            let time = percentile(&mut self.times, share);
            host::say(&format!("an answer of Perfect, {what}, {name}"), time);
        }
    }
}
