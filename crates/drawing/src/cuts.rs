//! Paths through a triangulated region as combinatorial objects: which sides they cross and in which order they lie on
//! each side. It owns cuts (paths that later paths may not cross) and the search for a cheapest path among them.
//! It knows nothing of moves; coordinates serve only as costs.
//!
//! A path is never drawn while others are searched for. Every side of a triangle keeps the list of crossings on it in order, and every
//! triangle the chords between them. So any number of paths fit through any gap, however narrow, and no rounding can make two of them
//! cross.

mod search;

use crate::mesh::{Mesh, NONE, Side};
use search::Search;
use sprouts::order;
use std::cmp::Reverse;

/// An end of a chord: a corner of the triangle or a crossing on one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Corner(usize),
    Crossing(u32),
}

/// A place on the rim of a triangle where a path may begin or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A corner, in the part of the triangle with the number `cell`.
    Corner {
        triangle: u32,
        corner: usize,
        cell: u32,
    },
    /// A gap between crossings on a side that is not open.
    Wall {
        triangle: u32,
        side: usize,
        gap: usize,
    },
}

impl Item {
    pub fn triangle(self) -> u32 {
        match self {
            Item::Corner { triangle, .. } | Item::Wall { triangle, .. } => triangle,
        }
    }
}

/// A path: from an item through gaps of open edges to an item.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub start: Item,
    /// Edge and gap, with the triangle through which each is reached.
    pub gaps: Vec<(u32, usize, u32)>,
    pub end: Item,
    pub cost: f64,
}

/// The part of a corner between two chords that leave it: its wedges, each next one to the left.
pub(crate) type Wedges = Vec<Item>;

/// The cuts in a mesh.
pub(crate) struct Cuts<'mesh> {
    mesh: &'mesh Mesh,
    lists: Vec<Vec<u32>>,
    chords: Vec<Vec<[End; 2]>>,
    /// For every chord, the label of its path.
    labels: Vec<Vec<u8>>,
    next: u32,
}

/// The rim of a triangle: corners and crossings in order, and the cell of the gap after each.
#[derive(Default)]
struct Rim {
    ends: Vec<End>,
    base: [usize; 3],
    cells: Vec<u32>,
    /// How much of the rim the chord over each gap spans, while cells are found.
    width: Vec<usize>,
}

impl<'mesh> Cuts<'mesh> {
    pub fn new(mesh: &'mesh Mesh) -> Self {
        Cuts {
            mesh,
            lists: vec![Vec::new(); mesh.edge_count],
            chords: vec![Vec::new(); mesh.corners.len()],
            labels: vec![Vec::new(); mesh.corners.len()],
            next: 0,
        }
    }

    fn rim(&self, triangle: u32) -> Rim {
        let mut rim = Rim::default();
        self.note_rim(triangle, &mut rim);
        rim
    }

    /// Makes a rim that is no longer needed the one of another triangle.
    fn note_rim(&self, triangle: u32, rim: &mut Rim) {
        let t = triangle as usize;
        let Rim {
            ends,
            base,
            cells,
            width,
        } = rim;
        ends.clear();
        for (side, place) in base.iter_mut().enumerate() {
            *place = ends.len();
            ends.push(End::Corner(side));
            let list = &self.lists[self.mesh.edges[t][side] as usize];
            if self.mesh.flipped[t][side] {
                ends.extend(list.iter().rev().map(|&crossing| End::Crossing(crossing)));
            } else {
                ends.extend(list.iter().map(|&crossing| End::Crossing(crossing)));
            }
        }
        // The cell of a gap is the innermost chord over it: chords do not cross, so that tells the cells apart.
        cells.clear();
        cells.resize(ends.len(), 0);
        width.clear();
        width.resize(ends.len(), usize::MAX);
        for (number, chord) in self.chords[t].iter().enumerate() {
            let at = chord.map(|end| {
                ends.iter()
                    .position(|&other| other == end)
                    .expect("a chord ends on the rim")
            });
            let (low, high) = (at[0].min(at[1]), at[0].max(at[1]));
            for gap in low..high {
                if high - low < width[gap] {
                    width[gap] = high - low;
                    cells[gap] = number as u32 + 1;
                }
            }
        }
    }

    /// The place on the rim of a gap, given by its number along the edge.
    fn rim_gap(&self, rim: &Rim, triangle: u32, side: usize, gap: usize) -> usize {
        let t = triangle as usize;
        let count = self.lists[self.mesh.edges[t][side] as usize].len();
        let along = if self.mesh.flipped[t][side] {
            count - gap
        } else {
            gap
        };
        rim.base[side] + along
    }

    fn gap_count(&self, edge: u32) -> usize {
        self.lists[edge as usize].len() + 1
    }

    /// All gaps of the walls that pass the filter.
    pub fn wall_items(&self, counts: impl Fn(Side) -> bool) -> Vec<Item> {
        let mut items = Vec::new();
        for (triangle, sides) in self.mesh.sides.iter().enumerate() {
            for (side, &kind) in sides.iter().enumerate() {
                if kind != Side::Open && counts(kind) {
                    for gap in 0..self.gap_count(self.mesh.edges[triangle][side]) {
                        items.push(Item::Wall {
                            triangle: triangle as u32,
                            side,
                            gap,
                        });
                    }
                }
            }
        }
        items
    }

    /// The triangles round a vertex, each next one to the left: all of them, or those from a given wall on.
    pub fn fan(&self, vertex: u32, from: Option<Side>) -> Vec<(u32, usize)> {
        let mesh = self.mesh;
        let mut first = None;
        for (triangle, corners) in mesh.corners.iter().enumerate() {
            if let Some(corner) = corners.iter().position(|&other| other == vertex)
                && from.is_none_or(|wall| mesh.sides[triangle][corner] == wall)
            {
                first = Some((triangle as u32, corner));
                break;
            }
        }
        let Some(first) = first else {
            return Vec::new();
        };
        let mut fan = vec![first];
        let mut at = first;
        loop {
            let next = mesh.across[at.0 as usize][(at.1 + 2) % 3];
            if next == NONE || next == first.0 {
                return fan;
            }
            let Some(corner) = mesh.corners[next as usize]
                .iter()
                .position(|&other| other == vertex)
            else {
                return fan;
            };
            at = (next, corner);
            fan.push(at);
        }
    }

    /// The wedges of a fan, parted by the chords that leave its vertex. In a fan all round, the first part begins
    /// after the first chord and the last part ends before it.
    pub fn wedges(&self, fan: &[(u32, usize)], all_round: bool) -> Vec<Wedges> {
        let mut parts: Vec<Wedges> = vec![Vec::new()];
        for &(triangle, corner) in fan {
            let rim = self.rim(triangle);
            let count = rim.ends.len();
            let here = rim.base[corner];
            let item = |cell: u32| Item::Corner {
                triangle,
                corner,
                cell,
            };
            parts
                .last_mut()
                .expect("never empty")
                .push(item(rim.cells[here]));
            for (at, _) in self.chords_at(&rim, triangle, corner) {
                parts.push(vec![item(rim.cells[(at + here) % count])]);
            }
        }
        if all_round && parts.len() > 1 {
            let first = parts.remove(0);
            parts.last_mut().expect("never empty").extend(first);
        }
        parts
    }

    /// The label of the first chord of a fan.
    pub fn first_label(&self, fan: &[(u32, usize)]) -> Option<u8> {
        fan.iter().find_map(|&(triangle, corner)| {
            let rim = self.rim(triangle);
            let chords = self.chords_at(&rim, triangle, corner);
            chords.first().map(|&(_, label)| label)
        })
    }

    /// The chords that leave a corner, from right to left: how far round the rim each ends, and its label.
    fn chords_at(&self, rim: &Rim, triangle: u32, corner: usize) -> Vec<(usize, u8)> {
        let count = rim.ends.len();
        let here = rim.base[corner];
        let mut found: Vec<(usize, u8)> = self.chords[triangle as usize]
            .iter()
            .zip(&self.labels[triangle as usize])
            .filter_map(|(chord, &label)| {
                let other = match chord {
                    [End::Corner(at), other] if *at == corner => *other,
                    [other, End::Corner(at)] if *at == corner => *other,
                    _ => return None,
                };
                let at = rim.ends.iter().position(|&end| end == other)?;
                Some(((at + count - here) % count, label))
            })
            .collect();
        order::sort_by(&mut found, Ord::cmp);
        found
    }

    /// The middle of a gap in units of the board.
    fn gap_place(&self, triangle: u32, side: usize, gap: usize) -> (f64, f64) {
        let t = triangle as usize;
        let count = self.gap_count(self.mesh.edges[t][side]);
        let share = (gap as f64 + 0.5) / count as f64;
        let share = if self.mesh.flipped[t][side] {
            1.0 - share
        } else {
            share
        };
        let a = self.mesh.points[self.mesh.corners[t][side] as usize].unit();
        let b = self.mesh.points[self.mesh.corners[t][(side + 1) % 3] as usize].unit();
        (a.0 + share * (b.0 - a.0), a.1 + share * (b.1 - a.1))
    }

    fn item_place(&self, item: Item) -> (f64, f64) {
        match item {
            Item::Corner {
                triangle, corner, ..
            } => self.mesh.points[self.mesh.corners[triangle as usize][corner] as usize].unit(),
            Item::Wall {
                triangle,
                side,
                gap,
            } => self.gap_place(triangle, side, gap),
        }
    }

    /// The cheapest path from one of the starts to one of the ends that crosses no cut.
    ///
    /// A corner is left and reached through the opposite side of its triangle only: through the other two it would run
    /// along them, and the neighbour has the same corner. `direct` allows paths within one triangle.
    pub fn search(&self, starts: &[Item], ends: &[Item], direct: bool) -> Option<Path> {
        let mut search = Search::new(self, ends);
        for (number, &start) in starts.iter().enumerate() {
            search.begin(number as u32, start, direct);
        }
        let found = search.run()?;
        Some(search.path(starts, found))
    }

    /// Whether two items of one triangle can be joined inside it.
    fn sees(&self, rim: &Rim, cell: u32, start: Item, end: Item) -> bool {
        let (triangle, end_cell) = match end {
            Item::Corner { triangle, cell, .. } => (triangle, cell),
            Item::Wall {
                triangle,
                side,
                gap,
            } => (triangle, rim.cells[self.rim_gap(rim, triangle, side, gap)]),
        };
        let apart = match (start, end) {
            (Item::Corner { corner, .. }, Item::Corner { corner: other, .. }) => corner != other,
            (Item::Corner { corner, .. }, Item::Wall { side, .. })
            | (Item::Wall { side, .. }, Item::Corner { corner, .. }) => (corner + 1) % 3 == side,
            (Item::Wall { side, .. }, Item::Wall { side: other, .. }) => side != other,
        };
        triangle == start.triangle() && end_cell == cell && apart
    }

    /// Makes a path a cut that later paths may not cross. The numbers of its crossings, in order.
    pub fn insert(&mut self, path: &Path, label: u8) -> Vec<(u32, u32)> {
        // All crossings first, from the last gap of an edge to the first, so that the numbers of gaps stay right.
        let mut wanted: Vec<(u32, usize, usize)> = path
            .gaps
            .iter()
            .enumerate()
            .map(|(order, &(edge, gap, _))| (edge, gap, order))
            .collect();
        for (item, order) in [(path.start, usize::MAX - 1), (path.end, usize::MAX)] {
            if let Item::Wall {
                triangle,
                side,
                gap,
            } = item
            {
                wanted.push((self.mesh.edges[triangle as usize][side], gap, order));
            }
        }
        order::sort_by_key(&mut wanted, |&(edge, gap, _)| (edge, Reverse(gap)));
        let mut made = vec![(0, 0); path.gaps.len()];
        let mut ends = [End::Corner(0); 2];
        for (edge, gap, order) in wanted {
            let crossing = self.next;
            self.next += 1;
            self.lists[edge as usize].insert(gap, crossing);
            if order == usize::MAX - 1 {
                ends[0] = End::Crossing(crossing);
            } else if order == usize::MAX {
                ends[1] = End::Crossing(crossing);
            } else {
                made[order] = (edge, crossing);
            }
        }
        for (end, item) in ends.iter_mut().zip([path.start, path.end]) {
            if let Item::Corner { corner, .. } = item {
                *end = End::Corner(corner);
            }
        }
        let mut last = ends[0];
        for (&(_, crossing), &(_, _, triangle)) in made.iter().zip(&path.gaps) {
            self.chords[triangle as usize].push([last, End::Crossing(crossing)]);
            self.labels[triangle as usize].push(label);
            last = End::Crossing(crossing);
        }
        self.chords[path.end.triangle() as usize].push([last, ends[1]]);
        self.labels[path.end.triangle() as usize].push(label);
        made
    }

    /// Where the crossings of one path lie when only that path is drawn: in order and evenly on every edge.
    pub fn places(&self, crossings: &[(u32, u32)]) -> Vec<(f64, f64)> {
        crossings
            .iter()
            .map(|&(edge, crossing)| {
                let own: Vec<u32> = self.lists[edge as usize]
                    .iter()
                    .copied()
                    .filter(|&other| crossings.contains(&(edge, other)))
                    .collect();
                let rank = own.iter().position(|&other| other == crossing).unwrap_or(0);
                let share = (rank as f64 + 1.0) / (own.len() as f64 + 1.0);
                let (triangle, side) = self.mesh.where_is[edge as usize];
                let (triangle, side) = (triangle as usize, usize::from(side));
                let a = self.mesh.points[self.mesh.corners[triangle][side] as usize].unit();
                let b =
                    self.mesh.points[self.mesh.corners[triangle][(side + 1) % 3] as usize].unit();
                (a.0 + share * (b.0 - a.0), a.1 + share * (b.1 - a.1))
            })
            .collect()
    }
}
