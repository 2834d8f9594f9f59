//! The search for a cheapest path among cuts: a node is a gap between crossings on an open side. It owns the order in which
//! nodes are settled, and nothing that outlives one search.

use super::{Cuts, Item, Path, Rim};
use crate::mesh::NONE;
use sprouts::order;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Where a node was reached from: a start or another node, through a triangle.
#[derive(Clone, Copy)]
enum Before {
    Start(u32),
    Node(u32),
}

/// The best end so far.
#[derive(Clone, Copy)]
pub(super) struct Found {
    cost: f64,
    before: Before,
    end: Item,
}

pub(super) struct Search<'cuts> {
    cuts: &'cuts Cuts<'cuts>,
    /// The first node of every edge.
    offsets: Vec<usize>,
    /// The ends, those of a triangle side by side, and for every triangle where its own begin.
    ends: Vec<Item>,
    ends_of: Vec<u32>,
    cost: Vec<f64>,
    before: Vec<(Before, u32)>,
    heap: BinaryHeap<(Reverse<u64>, u32)>,
    best: Option<Found>,
}

impl<'cuts> Search<'cuts> {
    pub fn new(cuts: &'cuts Cuts<'cuts>, ends: &[Item]) -> Self {
        let mesh = cuts.mesh;
        let mut offsets = Vec::with_capacity(mesh.edge_count);
        let mut nodes = 0usize;
        for edge in 0..mesh.edge_count as u32 {
            offsets.push(nodes);
            nodes += cuts.gap_count(edge);
        }
        let mut ends = ends.to_vec();
        order::sort_by_key(&mut ends, |end| end.triangle());
        let mut ends_of = vec![0; mesh.corners.len() + 1];
        for end in &ends {
            ends_of[end.triangle() as usize + 1] += 1;
        }
        for triangle in 0..mesh.corners.len() {
            ends_of[triangle + 1] += ends_of[triangle];
        }
        Search {
            cuts,
            offsets,
            ends,
            ends_of,
            cost: vec![f64::INFINITY; nodes],
            before: vec![(Before::Start(0), 0); nodes],
            heap: BinaryHeap::new(),
            best: None,
        }
    }

    /// Goes from a start to everything in its cell.
    pub fn begin(&mut self, number: u32, start: Item, direct: bool) {
        let triangle = start.triangle();
        let rim = self.cuts.rim(triangle);
        let (cell, only) = match start {
            Item::Corner { corner, cell, .. } => (cell, Some((corner + 1) % 3)),
            Item::Wall { side, gap, .. } => {
                let place = self.cuts.rim_gap(&rim, triangle, side, gap);
                (rim.cells[place], None)
            }
        };
        let place = Place {
            triangle,
            cell,
            at: self.cuts.item_place(start),
            so_far: 0.0,
            before: Before::Start(number),
        };
        self.spread(&place, &rim, only);
        if direct {
            for index in self.ends_in(triangle) {
                let end = self.ends[index];
                if self.cuts.sees(&rim, cell, start, end) {
                    self.offer(&place, end);
                }
            }
        }
    }

    fn ends_in(&self, triangle: u32) -> std::ops::Range<usize> {
        let at = |triangle: u32| self.ends_of[triangle as usize] as usize;
        at(triangle)..at(triangle + 1)
    }

    /// Settles nodes, cheapest first, until no end can become cheaper.
    pub fn run(&mut self) -> Option<Found> {
        let mut rim = Rim::default();
        while let Some((Reverse(bits), node)) = self.heap.pop() {
            let so_far = f64::from_bits(bits);
            if so_far > self.cost[node as usize] {
                continue;
            }
            if self.best.is_some_and(|known| known.cost <= so_far) {
                break;
            }
            self.settle(node, so_far, &mut rim);
        }
        self.best
    }

    /// Goes from a gap into the triangles on both of its sides.
    fn settle(&mut self, node: u32, so_far: f64, rim: &mut Rim) {
        let mesh = self.cuts.mesh;
        let edge = self.edge_of(node);
        let gap = node as usize - self.offsets[edge];
        let (triangle, side) = mesh.where_is[edge];
        let side = usize::from(side);
        let behind = mesh.across[triangle as usize][side];
        let other_side = mesh.edges[behind as usize]
            .iter()
            .position(|&other| other == edge as u32)
            .unwrap_or(0);
        let at = self.cuts.gap_place(triangle, side, gap);
        for (triangle, side) in [(triangle, side), (behind, other_side)] {
            self.cuts.note_rim(triangle, rim);
            let place = Place {
                triangle,
                cell: rim.cells[self.cuts.rim_gap(rim, triangle, side, gap)],
                at,
                so_far,
                before: Before::Node(node),
            };
            for index in self.ends_in(triangle) {
                let end = self.ends[index];
                let reaches = match end {
                    Item::Corner { corner, cell, .. } => {
                        cell == place.cell && (corner + 1) % 3 == side
                    }
                    Item::Wall { side, gap, .. } => {
                        rim.cells[self.cuts.rim_gap(rim, triangle, side, gap)] == place.cell
                    }
                };
                if reaches {
                    self.offer(&place, end);
                }
            }
            self.spread(&place, rim, None);
        }
    }

    /// Takes an end that is cheaper than the best so far.
    fn offer(&mut self, place: &Place, end: Item) {
        let cost = place.so_far + distance(place.at, self.cuts.item_place(end));
        if self.best.is_none_or(|known| cost < known.cost) {
            self.best = Some(Found {
                cost,
                before: place.before,
                end,
            });
        }
    }

    /// Goes from a place on the rim of a triangle to every gap in the same cell.
    fn spread(&mut self, place: &Place, rim: &Rim, only_side: Option<usize>) {
        let (cuts, mesh, triangle) = (self.cuts, self.cuts.mesh, place.triangle);
        for side in 0..3 {
            let open = mesh.across[triangle as usize][side] != NONE;
            if only_side.is_some_and(|only| only != side) || !open {
                continue;
            }
            let edge = mesh.edges[triangle as usize][side];
            for gap in 0..cuts.gap_count(edge) {
                if rim.cells[cuts.rim_gap(rim, triangle, side, gap)] != place.cell {
                    continue;
                }
                let step = distance(place.at, cuts.gap_place(triangle, side, gap));
                let total = place.so_far + step * mesh.weights[edge as usize];
                let node = self.offsets[edge as usize] + gap;
                if total < self.cost[node] {
                    self.cost[node] = total;
                    self.before[node] = (place.before, triangle);
                    self.heap.push((Reverse(total.to_bits()), node as u32));
                }
            }
        }
    }

    /// The way back from an end to its start, turned round.
    pub fn path(&self, starts: &[Item], found: Found) -> Path {
        let mut gaps = Vec::new();
        let mut before = found.before;
        loop {
            match before {
                Before::Start(number) => {
                    gaps.reverse();
                    return Path {
                        start: starts[number as usize],
                        gaps,
                        end: found.end,
                        cost: found.cost,
                    };
                }
                Before::Node(node) => {
                    let edge = self.edge_of(node);
                    let (earlier, triangle) = self.before[node as usize];
                    gaps.push((edge as u32, node as usize - self.offsets[edge], triangle));
                    before = earlier;
                }
            }
        }
    }

    fn edge_of(&self, node: u32) -> usize {
        self.offsets
            .partition_point(|&offset| offset <= node as usize)
            - 1
    }
}

/// A place on the rim of a triangle, and how it was reached.
struct Place {
    triangle: u32,
    cell: u32,
    at: (f64, f64),
    so_far: f64,
    before: Before,
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    (dx * dx + dy * dy).sqrt()
}
