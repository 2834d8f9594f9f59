//! Each level against the one below, from positions where both could win, each position with both sides.
//! `cargo run --release -p laboratory --bin sprouts_levels -- GAMES SPOTS… [misere]`

use solver::opponent::tournament::{Player, fair_start, first_has_won};
use solver::opponent::{Level, Opponents};
use sprouts::{Ending, Seed};
use terminal::clock::thread_time as cpu;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let misere = arguments.last().is_some_and(|last| last == "misere");
    if misere {
        arguments.pop();
    }
    let ending = if misere {
        Ending::Misere
    } else {
        Ending::Normal
    };
    let numbers: Vec<u64> = arguments
        .iter()
        .map(|argument| argument.parse().expect("numbers: games, then spots"))
        .collect();
    let [games, sizes @ ..] = &numbers[..] else {
        panic!("say how many games, and how many spots");
    };
    let players: Vec<Player> = std::iter::once(Player::Random)
        .chain(Level::ALL.into_iter().map(Player::Level))
        .collect();
    for &spots in sizes {
        let mut opponents = Opponents::new(1 << 30);
        let starts: Vec<_> = (0..*games / 2)
            .map(|pair| {
                let mut seed = Seed::new(1000 + pair);
                fair_start(&mut opponents, spots as u32, ending, &mut seed, &mut || 0.0)
                    .expect("there are fair positions of this size")
            })
            .collect();
        for pair in players.windows(2) {
            let started = cpu();
            let mut wins = 0;
            for game in 0..*games {
                let start = &starts[game as usize / 2];
                let mut seed = Seed::new(game);
                let mut sides = [pair[1], pair[0]];
                let stronger_first = game % 2 == 0;
                if !stronger_first {
                    sides.reverse();
                }
                let mut board = start.clone();
                for turn in 0.. {
                    let asked = cpu();
                    let mut budget = || (cpu() - asked).as_secs_f64() / 4.0;
                    let Some((played, _)) = sides[turn % 2].choose(
                        &mut opponents,
                        &board,
                        ending,
                        &mut seed,
                        &mut budget,
                    ) else {
                        break;
                    };
                    board.play(&played).expect("legal");
                }
                let first = first_has_won(&board, start.history().len(), ending);
                wins += u64::from(first == stronger_first);
            }
            println!(
                "{spots} spots, {ending}: {} won {wins} of {games} against {} ({:.1} s)",
                pair[1],
                pair[0],
                (cpu() - started).as_secs_f64()
            );
        }
    }
}
