//! How often each level beats the one below: `levels hex size=7 20`.

use connection::engine::Status;
use connection::game::Game;
use connection::library;
use connection::opponent::{Level, choose};
use std::sync::Arc;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("hex", String::as_str);
    let options: Vec<(&str, &str)> = arguments
        .iter()
        .filter_map(|text| text.split_once('='))
        .collect();
    let games: u32 = arguments
        .iter()
        .filter_map(|text| text.parse().ok())
        .next_back()
        .unwrap_or(10);
    let plan = Arc::new(
        library::game(name)
            .expect("a game")
            .plan(&options)
            .expect("options"),
    );
    for pair in Level::ALL.windows(2) {
        let (mut won, mut drawn) = (0, 0);
        for number in 0..games {
            let mut game = Game::new(plan.clone());
            let first = (number % 2) as u8;
            while game.status() == Status::Running {
                let level = pair[usize::from((game.person() - 1) ^ first == 0)];
                let seed = u64::from(number) * 1000 + game.played().len() as u64;
                let chosen = choose(game.engine(), game.swapped(), level, seed).expect("a move");
                game.play(chosen).expect("legal");
            }
            match game.status() {
                Status::Won(colour) => won += u32::from((game.person_of(colour) - 1) ^ first == 0),
                _ => drawn += 1,
            }
        }
        println!(
            "{name} {options:?}: {} beat {} in {won} of {games}, {drawn} drawn",
            pair[1].name(),
            pair[0].name()
        );
    }
}
