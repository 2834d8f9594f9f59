//! How hashes spread over the places of a table. A table that crowds is slow without being wrong, so no other test would find it.

use crate::host;
use sprouts::{Generator, Land, Position, hash};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How many lands are hashed.
const LANDS: usize = 20_000;
/// The places of the table, as a power of two.
const SLOTS_LOG2: u32 = 12;

/// Reports pairs of lands that share a place, by the high bits of their hashes and by the low ones: 1 is as chance would have it.
pub fn run() {
    let hashes: Vec<u64> = lands()
        .iter()
        .map(|land| hash::of_bytes(land.as_bytes()))
        .collect();
    host::say("count: lands hashed", hashes.len() as f64);
    let all = (hashes.iter()).fold(0, |sum: u64, hash| sum.wrapping_mul(3) ^ hash);
    // A number of the host holds 53 bits.
    host::say("count: a sum of their hashes", (all >> 11) as f64);
    for (name, shift) in [("high", 64 - SLOTS_LOG2), ("low", 0)] {
        let mut counts = vec![0u64; 1 << SLOTS_LOG2];
        for hash in &hashes {
            counts[(hash >> shift) as usize & ((1 << SLOTS_LOG2) - 1)] += 1;
        }
        let pairs: u64 = (counts.iter())
            .map(|&count| count * count.saturating_sub(1))
            .sum();
        let by_chance = hashes.len() as f64 * (hashes.len() - 1) as f64 / counts.len() as f64;
        let crowding = pairs as f64 / by_chance;
        host::say(&format!("crowding by the {name} bits"), crowding);
    }
}

/// The first lands that can be reached from a start position.
fn lands() -> Vec<Land> {
    let start = Position::start(6).expect("few spots").canonical();
    let mut found = start.lands().to_vec();
    let mut met: HashSet<Land> = found.iter().cloned().collect();
    let mut generator = Generator::default();
    let mut next = 0;
    while found.len() < LANDS {
        let land = found[next].clone();
        next += 1;
        let _ = generator.children(land.packed(), |child| {
            for land in child.to_lands() {
                if met.insert(land.clone()) {
                    found.push(land);
                }
            }
            ControlFlow::<()>::Continue(())
        });
    }
    found
}
