//! Playing allocates nothing: once an engine has played a few games, moves, questions, playouts, undo and starting again
//! live on the memory it has. Counted by the allocator itself, for every game of the library.

use connection::engine::{self, Engine, Status};
use connection::library;
use connection::moves::Move;
use connection::policy::Policy;
use connection::random::Random;
use std::sync::Arc;
use trial::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(run: impl FnOnce()) -> u64 {
    ALLOCATOR.allocations(run)
}

/// Whole games, move by move with every question that a search asks, taken back move by move; then playouts.
fn play(
    engine: &mut dyn Engine,
    policy: Option<&Policy>,
    moves: &mut Vec<Move>,
    random: &mut Random,
    games: u32,
) {
    for _ in 0..games {
        while engine.status() == Status::Running {
            engine.legal_moves(moves);
            let chosen = engine.sample(random);
            assert!(engine.is_legal(chosen));
            engine.play(chosen);
        }
        while engine.undo() {}
        engine.playout(random);
        while engine.undo() {}
        engine.playout_limited(random, 40);
        engine.restart();
        if let Some(policy) = policy {
            engine.playout_guided(random, policy, 400);
            engine.restart();
        }
    }
}

fn check(name: &str, options: &[(&str, &str)], games: u32) {
    let plan = Arc::new(library::game(name).unwrap().plan(options).unwrap());
    let mut engine = engine::start(&plan);
    let policy = Policy::new(&plan);
    let policy = policy.as_ref();
    // The list of moves belongs to the caller: longer than any position's.
    let mut moves = Vec::with_capacity(8192);
    let mut random = Random::new(7);
    let label = format!("{name} {options:?}");
    play(&mut *engine, policy, &mut moves, &mut random, games);
    let count = allocations(|| play(&mut *engine, policy, &mut moves, &mut random, games));
    assert_eq!(count, 0, "{label}");
    let mut fork = engine.fork();
    play(&mut *fork, policy, &mut moves, &mut random, games);
    let count = allocations(|| play(&mut *fork, policy, &mut moves, &mut random, games));
    assert_eq!(count, 0, "a fork of {label}");
}

#[test]
fn an_allocation_is_counted() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn playing_any_of_the_games_allocates_nothing() {
    // The referee plays these, and keeps a copy of every position.
    let slow = ["slither", "conhex", "twixt", "nex", "tumbleweed", "kanga"];
    let fast = |game: &&connection::language::Description| !slow.contains(&game.name.as_str());
    for game in library::games().iter().filter(fast) {
        check(&game.name, &[], 12);
    }
}

#[test]
fn nor_do_other_boards_and_more_players() {
    check("hex", &[("size", "19")], 12);
    check("omega", &[("players", "3")], 40);
    check("omega", &[("players", "4")], 40);
    check("go", &[("size", "5")], 60);
    check("gonnect", &[("size", "5")], 60);
    check("andantino", &[("tiling", "square")], 12);
    check("lines-of-action", &[("size", "5")], 60);
}
