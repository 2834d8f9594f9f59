//! What the engine of captures looks up. Made once per plan.

use super::PLAYERS;
use crate::engine::bits::Bits;
use crate::engine::index::Index;
use crate::engine::judge::{Masks, Triggers};
use crate::engine::sites::Lines;
use crate::plan::{Colour, Plan};
use crate::random::Random;

/// Rings of neighbours, region bits, numbers for hashing.
#[derive(Clone, Debug)]
pub struct Tables<I, const N: usize, const W: usize, const K: usize> {
    pub ring: [[I; K]; N],
    pub ring_bits: [Bits<W>; N],
    pub site_mask: [[u32; N]; PLAYERS],
    pub zobrist: [[u64; N]; PLAYERS],
    pub masks: Masks,
    pub triggers: Triggers,
    pub lone_matters: bool,
    pub sites: usize,
    pub superko: bool,
    pub always: bool,
    pub lines: Lines<I, N>,
    pub line: Option<u32>,
}

impl<I: Index, const N: usize, const W: usize, const K: usize> Tables<I, N, W, K> {
    pub fn new(plan: &Plan) -> Option<Self> {
        let board = &plan.board;
        let masks = Masks::new(plan)?;
        let triggers = Triggers::new(plan);
        let mut ring = [[I::new(N - 1); K]; N];
        let mut ring_bits = [Bits::EMPTY; N];
        for site in board.ids() {
            for (k, next) in board.neighbours(site, plan.connect[0]).iter().enumerate() {
                ring[site.index()][k] = I::new(next.index());
                ring_bits[site.index()].insert(next.index());
            }
        }
        let mut random = Random::new(0x5eed);
        let players = plan.players as usize;
        let mut site_mask = [[0; N]; PLAYERS];
        let mut zobrist = [[0; N]; PLAYERS];
        for colour in 1..=players {
            for site in board.ids() {
                site_mask[colour][site.index()] = masks.site(Colour(colour as u8), site);
                zobrist[colour][site.index()] = random.next_u64();
            }
        }
        Some(Tables {
            ring,
            ring_bits,
            lines: Lines::new(board),
            site_mask,
            zobrist,
            lone_matters: masks.lone_matters(plan),
            sites: board.len(),
            superko: plan.needs.new_position,
            always: triggers.always
                || triggers.loops
                || triggers.enclosed
                || triggers.single
                || !triggers.sizes.is_empty(),
            line: triggers.line,
            masks,
            triggers,
        })
    }
}
