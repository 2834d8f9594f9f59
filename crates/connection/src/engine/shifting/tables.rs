//! What the engine of moving stones looks up. Made once per plan.

use super::{DIRECTIONS, N, NOWHERE, REACH};
use crate::engine::bits::Bits;
use crate::engine::judge::{Masks, Triggers};
use crate::plan::{Colour, Plan};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// As far as there are stones on the line.
    Line,
    /// To an empty neighbour, or over one stone.
    StepOrHop,
}

/// Rays, lines, neighbours.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    pub kind: Kind,
    /// Directions for steps, hops or lines.
    pub steps: [bool; DIRECTIONS],
    pub hops: [bool; DIRECTIONS],
    pub directions: u32,
    /// Per direction and site: all sites ahead, and them one by one from distance 1.
    pub ahead: Vec<[Bits<W>; N]>,
    pub ray: Vec<[[u8; REACH]; N]>,
    /// Per axis and site the whole line.
    pub lines: Vec<[Bits<W>; N]>,
    /// Neighbours by which stones form groups, per player.
    pub joined: Vec<[Bits<W>; N]>,
    pub masks: Masks,
    pub triggers: Triggers,
    pub sites: usize,
    pub ask_always: bool,
}

impl<const W: usize> Tables<W> {
    pub fn new(plan: &Plan) -> Option<Self> {
        let board = &plan.board;
        let directions = board.directions();
        let mut ahead = vec![[Bits::EMPTY; N]; DIRECTIONS];
        let mut ray = vec![[[NOWHERE; REACH]; N]; DIRECTIONS];
        for site in board.ids() {
            for direction in 0..directions {
                let mut here = site;
                let mut distance = 1;
                while let Some(next) = board.step(here, direction) {
                    *ray[direction][site.index()].get_mut(distance)? = next.0 as u8;
                    ahead[direction][site.index()].insert(next.index());
                    here = next;
                    distance += 1;
                }
            }
        }
        let mut lines = vec![[Bits::EMPTY; N]; DIRECTIONS / 2];
        for site in board.ids() {
            for axis in 0..directions / 2 {
                let both = ahead[2 * axis][site.index()].union(ahead[2 * axis + 1][site.index()]);
                lines[axis][site.index()] = both.union(Bits::one(site.index()));
            }
        }
        let mut joined = vec![[Bits::EMPTY; N]; plan.players as usize + 1];
        for colour in (1..=plan.players).map(Colour) {
            for site in board.ids() {
                for next in board.neighbours(site, plan.connectivity(colour)) {
                    joined[colour.index()][site.index()].insert(next.index());
                }
            }
        }
        let allowed = |along: Option<crate::board::Connectivity>| {
            let range = along.map_or(0..0, |along| board.directions_of(along));
            std::array::from_fn(|direction| range.contains(&direction))
        };
        let masks = Masks::new(plan)?;
        let triggers = Triggers::new(plan);
        let line = plan.moves.line.map(|line| line.along);
        Some(Tables {
            kind: if line.is_some() {
                Kind::Line
            } else {
                Kind::StepOrHop
            },
            steps: allowed(line.or(plan.moves.step)),
            hops: allowed(plan.moves.hop),
            directions: directions as u32,
            ahead,
            ray,
            lines,
            joined,
            sites: board.len(),
            ask_always: triggers.always
                || triggers.connect
                || triggers.loops
                || triggers.enclosed
                || triggers.line.is_some()
                || triggers.no_move
                || !triggers.sizes.is_empty(),
            masks,
            triggers,
        })
    }
}
