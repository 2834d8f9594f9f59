//! What follows from being able to go through one's moves: the list of them, whether there are any, and one drawn at random.

use super::turns::Turns;
use crate::moves::Move;
use crate::random::Random;

/// An engine that can go through its moves.
pub trait Listing {
    fn turns(&self) -> &Turns;

    /// Calls with every legal move but passing and swapping, until the call says false.
    fn each_move(&self, call: &mut dyn FnMut(Move) -> bool);
}

/// All moves; a pass where there is no other.
pub fn list(engine: &dyn Listing, moves: &mut Vec<Move>) {
    engine.each_move(&mut |one| {
        moves.push(one);
        true
    });
    if engine.turns().may_pass() {
        moves.push(Move::PASS);
    }
    if engine.turns().may_swap() {
        moves.push(Move::SWAP);
    }
    if moves.is_empty() {
        moves.push(Move::PASS);
    }
}

/// Whether the player to move has a move that is not a forced pass.
pub fn has_move(engine: &dyn Listing) -> bool {
    let mut found = engine.turns().may_pass() || engine.turns().may_swap();
    if !found {
        engine.each_move(&mut |_| {
            found = true;
            false
        });
    }
    found
}

/// One of all moves, each equally likely: the way of last resort where drawing again and again would take too long.
/// Compiled for every engine: where swapping is legal it is asked once in every playout.
#[cold]
#[inline(never)]
pub fn draw(engine: &impl Listing, random: &mut Random) -> Move {
    let mut count = 0;
    engine.each_move(&mut |_| {
        count += 1;
        true
    });
    let (pass, swap) = (engine.turns().may_pass(), engine.turns().may_swap());
    let all = count + u32::from(pass) + u32::from(swap);
    if all == 0 {
        return Move::PASS;
    }
    let chosen = random.below(all);
    if chosen >= count {
        return if chosen == count && pass {
            Move::PASS
        } else {
            Move::SWAP
        };
    }
    let (mut found, mut left) = (Move::PASS, chosen);
    engine.each_move(&mut |one| {
        found = one;
        left = left.wrapping_sub(1);
        left != u32::MAX
    });
    found
}
