//! The command `memory`: what frameworks A and B take while random games are played, beside what the report says of it.
//! Prints; measures nothing but counts and bytes, so that a figure is the same on every machine.

use crate::Outcome;
use clap::Args;
use connection::board::{Connectivity, SiteId};
use connection::engine::{self, Engine, Status};
use connection::library;
use connection::plan::{Colour, Plan};
use connection::random::Random;
use laboratory::groups::{
    Adjacency, Forest, FrameworkA, FrameworkB, Groups, GroupsWithDeletion, Memory, Method,
    Neighbourhoods, PlayerId,
};
use std::process::ExitCode;
use std::sync::Arc;

/// How many games to look at.
#[derive(Args)]
pub struct Arguments {
    /// Random games of each kind.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,
    /// The seed of the random games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The games of the report on their boards, small and large.
const GAMES: [(&str, &[(&str, &str)]); 9] = [
    ("hex", &[("size", "11")]),
    ("hex", &[("size", "19")]),
    ("havannah", &[("base", "5")]),
    ("omega", &[("players", "4")]),
    ("andantino", &[("tiling", "square")]),
    ("go", &[("size", "9")]),
    ("go", &[("size", "19")]),
    ("lines-of-action", &[]),
    ("groups", &[]),
];

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        println!(
            "| game | sites | t, most | lists A | lists B | bytes of them, A | B | allocated, A | B | a list for every site, B |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|");
        for (name, options) in GAMES {
            let game = library::game(name).ok_or("the library has lost a game")?;
            let plan = Arc::new(game.plan(options)?);
            println!("{}", row(&plan, self.games, self.seed));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The most that was seen of a framework.
#[derive(Default)]
struct Most {
    trees: usize,
    lists: usize,
    list_bytes: usize,
    allocated: usize,
    grew: bool,
}

impl Most {
    fn see(&mut self, memory: Memory) {
        self.grew |= self.allocated != 0 && self.allocated != memory.bytes;
        self.allocated = memory.bytes;
        self.trees = self.trees.max(memory.trees);
        self.lists = self.lists.max(memory.lists);
        self.list_bytes = memory.list_bytes;
    }
}

fn row(plan: &Arc<Plan>, games: u32, seed: u64) -> String {
    let neighbourhoods = neighbourhoods(plan);
    let sites = neighbourhoods.sites();
    let forests = usize::from(plan.players) + 2;
    let mut a = FrameworkA::new(neighbourhoods.clone(), Method::WQUPC);
    let mut b = FrameworkB::new(neighbourhoods, Method::WQUPC);
    let (mut in_a, mut in_b, mut only_added) = (Most::default(), Most::default(), true);
    let mut random = Random::new(seed);
    let mut game = engine::start(plan);
    for _ in 0..games {
        game.restart();
        a.reset();
        b.reset();
        loop {
            let left = follow(&*game, &mut b);
            only_added &= !left;
            if only_added {
                follow_adding(&*game, &mut a);
                in_a.see(a.memory());
            }
            in_b.see(b.memory());
            if game.status() != Status::Running {
                break;
            }
            let chosen = game.sample(&mut random);
            game.play(chosen);
        }
    }
    let name = options_text(plan);
    let of_a = |value: usize| {
        if only_added {
            grouped(value)
        } else {
            "–".into()
        }
    };
    assert!(!in_a.grew && !in_b.grew, "{name}: memory grew during play");
    format!(
        "| {name} | {sites} | {} | {} | {} | {} | {} | {} | {} | {} |",
        in_b.trees,
        of_a(in_a.lists),
        grouped(in_b.lists),
        of_a(in_a.lists * in_a.list_bytes),
        grouped(in_b.lists * in_b.list_bytes),
        of_a(in_a.allocated),
        grouped(in_b.allocated),
        grouped(2 * forests * sites * in_b.list_bytes),
    )
}

fn neighbourhoods(plan: &Plan) -> Neighbourhoods {
    let adjacency = |connectivity| Arc::new(Adjacency::of(&plan.board, connectivity));
    Neighbourhoods::new(
        plan.connect.iter().map(|&one| adjacency(one)).collect(),
        adjacency(Connectivity::Adjacent),
        adjacency(Connectivity::Orthogonal),
    )
}

/// Makes the changes that lead to the engine's position; says whether a stone left the board.
fn follow(game: &dyn Engine, groups: &mut FrameworkB) -> bool {
    let players = game.plan().players;
    let mut left = false;
    let changed: Vec<(SiteId, Option<PlayerId>)> = game
        .plan()
        .board
        .ids()
        .map(|site| (site, PlayerId::all(players).find(|&p| groups.has(site, p))))
        .filter(|(site, owner)| owner.map_or(0, |owner| owner.0) != game.stone(*site).0)
        .collect();
    for (site, owner) in &changed {
        if let Some(owner) = owner {
            groups.take(*site, *owner);
            left = true;
        }
    }
    for (site, _) in &changed {
        if game.stone(*site) != Colour::NONE {
            groups.put(*site, PlayerId(game.stone(*site).0));
        }
    }
    left
}

fn follow_adding(game: &dyn Engine, groups: &mut FrameworkA) {
    for site in game.plan().board.ids() {
        if game.stone(site) != Colour::NONE && !groups.contains(site, Forest::Common) {
            groups.put(site, PlayerId(game.stone(site).0));
        }
    }
}

fn options_text(plan: &Plan) -> String {
    let numbers = plan.options.iter().map(|(_, value)| value.as_str());
    let first = numbers.take(2).collect::<Vec<_>>().join(" ");
    format!("{} {first}", plan.title)
}

/// With a comma between thousands.
fn grouped(value: usize) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_row_with_twice_as_many_lists_in_b() {
        let plan = |name, options: &[(&str, &str)]| {
            Arc::new(library::game(name).unwrap().plan(options).unwrap())
        };
        for (name, options) in [
            ("hex", &[("size", "5")][..]),
            ("go", &[("size", "5")]),
            ("lines-of-action", &[("size", "5")]),
        ] {
            let row = row(&plan(name, options), 2, 1);
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let [trees, lists_b] = [3, 5].map(|cell| cells[cell].parse::<usize>().unwrap());
            assert_eq!(lists_b, 2 * trees, "{row}");
            assert_eq!(cells[4] == "–", name != "hex", "{row}");
        }
        assert_eq!(grouped(1234567), "1,234,567");
    }
}
