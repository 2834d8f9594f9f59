//! Perfect as the side that theory favours, against random and Hard, with an empty table at the start of every game.
//! `cargo run --release -p laboratory --bin sprouts_favoured -- GAMES_PER_SIZE FIRST_SPOTS LAST_SPOTS DEADLINE_MS [misere]`

use solver::opponent::tournament::{Player, first_has_won};
use solver::opponent::{Knowledge, Level, Opponents};
use solver::{Outcome, opponent};
use sprouts::{Ending, Labelled, Seed};
use terminal::clock::thread_time as cpu;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| arguments[index].parse::<u32>().expect("a number");
    let misere = arguments.get(4).is_some_and(|last| last == "misere");
    let ending = if misere {
        Ending::Misere
    } else {
        Ending::Normal
    };
    let deadline_s = f64::from(number(3)) / 1000.0;
    let mut all = Vec::new();
    for spots in number(1)..=number(2) {
        let start = Labelled::start(spots);
        let favoured_first = opponent::Opponents::new(1 << 30).outcome(&start, ending, &mut || 0.0)
            == Some(Outcome::Win);
        let (mut losses, mut guesses, mut times) = (0, 0, Vec::new());
        for game in 0..number(0) {
            let mut opponents = Opponents::new(256 << 20);
            let mut seed = Seed::new(u64::from(game));
            let other = [Player::Random, Player::Level(Level::Hard)][game as usize % 2];
            let mut board = start.clone();
            for turn in 0.. {
                let perfect = (turn % 2 == 0) == favoured_first;
                let player = if perfect {
                    Player::Level(Level::Perfect)
                } else {
                    other
                };
                let begun = cpu();
                let mut budget = || (cpu() - begun).as_secs_f64() / deadline_s;
                let Some((played, choice)) =
                    player.choose(&mut opponents, &board, ending, &mut seed, &mut budget)
                else {
                    break;
                };
                if perfect {
                    times.push((cpu() - begun).as_secs_f64() * 1000.0);
                    let proved = choice
                        .is_some_and(|choice| matches!(choice.knowledge, Knowledge::Wins { .. }));
                    guesses += u32::from(!proved);
                }
                board.play(&played).expect("legal");
            }
            losses += u32::from(first_has_won(&board, 0, ending) != favoured_first);
        }
        times.sort_by(f64::total_cmp);
        all.extend_from_slice(&times);
        let p99 = times.get(times.len() * 99 / 100).copied().unwrap_or(0.0);
        let max = times.last().copied().unwrap_or(0.0);
        println!(
            "{spots} spots, {ending}: {losses} lost of {}, {guesses} unproved answers of {}, p99 {p99:.0} ms, max {max:.0} ms",
            number(0),
            times.len()
        );
    }
    all.sort_by(f64::total_cmp);
    println!(
        "all: p99 {:.0} ms of {} answers",
        all[all.len() * 99 / 100],
        all.len()
    );
}
