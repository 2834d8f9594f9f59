//! Rehearsals: games of Perfect against moves at random, with the page's memory, time and lessons. They find where it would guess. What to do about
//! that is the caller's.

use drawing::PlanarMap;
use solver::database::Results;
use solver::opponent::{Knowledge, Level, Opponents};
use sprouts::{Canonical, Ending, Labelled, Seed};
use std::collections::BTreeMap;

/// What the page gives its opponents.
const PAGE_BYTES: u64 = 192 << 20;

/// The page's time for a move, told by looks at the clock, which come every 64 nodes, or after a small proof.
pub fn move_time() -> impl FnMut() -> f64 {
    let mut looks = 0;
    move || {
        looks += 1;
        f64::from(looks) / 250.0
    }
}

/// The different positions in which Perfect is asked first: the level itself where the computer starts, else what each move of the person leads to.
pub fn first_questions(map: &PlanarMap, computer_starts: bool) -> Vec<Labelled> {
    let level = map.labelled().without_history();
    if computer_starts {
        return vec![level];
    }
    let mut questions = BTreeMap::new();
    for played in level.moves() {
        let mut board = level.clone();
        board.play(&played).expect("a listed move is legal");
        questions.insert(canonical(&board), board);
    }
    questions.into_values().collect()
}

/// Plays to the end of the game, and says how often Perfect was asked; or stops at the first position in which it guesses.
pub fn play(mut board: Labelled, lessons: &Results, seed: u64) -> Result<u32, Canonical> {
    let mut opponents = Opponents::new(PAGE_BYTES);
    opponents.learn_results(lessons);
    let mut seed = Seed::new(seed);
    let mut answers = 0;
    while let Some(choice) = opponents.choose(
        &board,
        Ending::Normal,
        Level::Perfect,
        &mut seed,
        &mut move_time(),
    ) {
        if matches!(choice.knowledge, Knowledge::Guess { .. }) {
            return Err(canonical(&board));
        }
        answers += 1;
        board
            .play(&choice.played)
            .expect("an opponent plays by the rules");
        let Some(reply) = seed.pick(&board.moves()).cloned() else {
            break;
        };
        board.play(&reply).expect("a listed move is legal");
    }
    Ok(answers)
}

fn canonical(board: &Labelled) -> Canonical {
    let position = board.position();
    position.expect("a board has a position").canonical()
}
