//! What follows from being able to go through one's moves: the list of them, whether there are any, and one drawn at random.

use super::turns::Turns;
use crate::moves::Move;
use crate::random::Random;

/// An engine that can go through its moves.
pub trait Listing {
    fn turns(&self) -> &Turns;

    /// Calls with every legal move but passing and swapping, until the call says false.
    fn each_move(&self, call: impl FnMut(Move) -> bool);

    /// All moves; a pass where there is no other.
    fn list(&self, moves: &mut Vec<Move>) {
        self.each_move(|one| {
            moves.push(one);
            true
        });
        if self.turns().may_pass() {
            moves.push(Move::PASS);
        }
        if self.turns().may_swap() {
            moves.push(Move::SWAP);
        }
        if moves.is_empty() {
            moves.push(Move::PASS);
        }
    }

    /// Whether the player to move has a move that is not a forced pass.
    #[inline]
    fn has_move(&self) -> bool {
        let mut found = self.turns().may_pass() || self.turns().may_swap();
        if !found {
            self.each_move(|_| {
                found = true;
                false
            });
        }
        found
    }

    /// One of all moves, each equally likely: the way of last resort where drawing again and again would take too long.
    #[cold]
    #[inline(never)]
    fn draw(&self, random: &mut Random) -> Move {
        let mut count = 0;
        self.each_move(|_| {
            count += 1;
            true
        });
        let (pass, swap) = (self.turns().may_pass(), self.turns().may_swap());
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
        self.each_move(|one| {
            found = one;
            left = left.wrapping_sub(1);
            left != u32::MAX
        });
        found
    }
}
