//! Force-directed relaxation of polylines that never changes their topology.
//! It owns forces, limits on movement, merging and subdividing. It works on plain vertices and lines, some of which may
//! be held fast, and knows nothing of maps, moves or regions.
//!
//! Movement is limited pair by pair. Let `n` point from a vertex to the nearest point of a small edge at distance `d`.
//! The line halfway between them and across `n` keeps separating the two as long as neither goes further along `n` towards it than
//! just under `d / 2`. So no vertex ever meets a small edge, and lines that are apart stay apart. Unlike
//! zones of eight sectors this leaves a vertex free to slide along its neighbour.

mod pushes;
mod wishes;

use crate::grid::VertexGrid;
use crate::point::{Point, SIDE, distance_to_segment};
use crate::stroke::in_triangle;

/// The constants of a relaxation, in units of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Forces {
    /// The wanted length of a small edge.
    pub small_edge: f64,
    /// Lines nearer than this push each other away.
    pub line_reach: f64,
    /// Spots nearer than this push each other away.
    pub spot_reach: f64,
    /// Strength of a line's wish to be short.
    pub tension: f64,
    /// Strength of the push between lines.
    pub push: f64,
    /// Strength of the push between spots.
    pub spot_push: f64,
    /// Strength of the pressure of regions.
    pub pressure: f64,
    /// Strength of a line's wish to bend evenly.
    pub stiffness: f64,
    /// The length over which a line feels how it bends.
    pub bend_reach: f64,
    /// Strength of a spot's wish to stay where it was.
    pub hold: f64,
    /// How far the lines that end in a spot are held with it.
    pub carry: f64,
    /// Strength of the wish of lines that meet to part at once.
    pub fan: f64,
    /// No spot goes further than this from where it was.
    pub travel_max: f64,
    /// The largest movement in one step.
    pub step_max: f64,
    /// No vertex comes nearer to the edge of the board.
    pub margin: f64,
}

/// A line of the relaxation: the numbers of its vertices, and whether it may be merged and subdivided.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub vertices: Vec<u32>,
    pub fixed: bool,
    /// The fewest vertices that merging leaves, and to which it is subdivided however short it is.
    pub least: usize,
    /// By how much the region on the left presses harder than the one on the right.
    pub pressure: f64,
    /// How far off others are pushed, on the left and on the right, as a share of the reach.
    pub reaches: [f64; 2],
    /// A bit for each region beside the line (regions may share one). Lines without a common region never meet, since
    /// something else lies between them.
    pub regions: u64,
}

/// Lines that pass into each other through spots: they bend as one. At most one line ends in such a spot besides.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// The lines in order, and whether each runs along its own direction.
    pub lines: Vec<(u32, bool)>,
    /// The last line passes into the first.
    pub closed: bool,
}

/// Vertices and lines under forces. The first `spots` vertices are spots; the others belong to one line each.
#[derive(Clone, Debug)]
pub(crate) struct Relaxer {
    pub points: Vec<Point>,
    pub fixed: Vec<bool>,
    pub spots: usize,
    pub lines: Vec<Line>,
    /// The lines that bend; those held fast need not be in any.
    pub chains: Vec<Chain>,
    /// How many lines end in each spot.
    pub degrees: Vec<u8>,
    /// Where the spots were at first.
    pub homes: Vec<Vector>,
    pub forces: Forces,
    /// Line and place of every vertex that is no spot.
    pub owners: Vec<(u32, u32)>,
    /// The bits of the regions round every spot, as for lines.
    pub spot_regions: Vec<u64>,
    /// Whether something was so near something else in the last step that rounding to the lattice could matter.
    pub tight: bool,
}

pub(crate) type Vector = (f64, f64);

/// A vertex and a small edge that are near each other.
#[derive(Debug, PartialEq)]
struct Pair {
    vertex: u32,
    /// The ends of the small edge.
    edge: [u32; 2],
    /// From the vertex to the nearest point of the edge, of length one.
    towards: Vector,
    /// How far each may go towards the other.
    room: f64,
    /// They are so near that rounding to the lattice could matter.
    tight: bool,
}

const UNIT: f64 = 1.0 / SIDE as f64;

/// In lattice steps: what is nearer than this does not move, and nothing is merged or split there.
const TIGHT: f64 = 16.0;

fn place(point: Point) -> Vector {
    point.unit()
}

impl Relaxer {
    /// One step: forces, limited movement, merging, subdividing. `heat` scales the largest movement.
    pub fn step(&mut self, heat: f64) {
        let places: Vec<Vector> = self.points.iter().map(|&point| place(point)).collect();
        let step_max = self.forces.step_max * heat;
        let (mut force, pairs) = self.pushes(&places, step_max);
        self.tight = pairs.iter().any(|pair| pair.tight);
        self.add_pressure(&places, &mut force);
        self.add_stiffness(&places, &mut force);
        // What pushes comes in lumps; evened out along each line it moves stretches, not single vertices.
        for _ in 0..3 {
            self.even_out(&mut force);
        }
        // Not by the heat: pushes and tension must keep their balance while the picture cools.
        limit(&mut force, 2.5 * self.forces.step_max);
        self.add_tension(&places, &mut force);
        let free: Vec<Vector> = force[..self.spots].to_vec();
        self.add_hold(&places, &mut force);
        self.keep_near_home(&places, &mut force);
        self.carry(&free, &mut force);
        self.add_fans(&places, &mut force);
        for (vertex, fixed) in self.fixed.iter().enumerate() {
            if *fixed {
                force[vertex] = (0.0, 0.0);
            }
        }
        limit(&mut force, step_max);
        self.keep_near_home(&places, &mut force);
        let moved = self.limited(&places, &pairs, force);
        for (vertex, &(x, y)) in moved.iter().enumerate() {
            if !self.fixed[vertex] {
                self.points[vertex] = Point::from_unit(x, y);
            }
        }
        self.merge_and_subdivide();
    }

    /// All pushes, and all pairs of a vertex and a small edge that could meet in one step.
    fn pushes(&self, places: &[Vector], step_max: f64) -> (Vec<Vector>, Vec<Pair>) {
        let mut force = vec![(0.0, 0.0); places.len()];
        self.push_spots(places, &mut force);
        self.push_off_frame(places, &mut force);
        let pairs = self.push_lines(places, step_max, &mut force);
        (force, pairs)
    }

    /// Spots push each other.
    fn push_spots(&self, places: &[Vector], force: &mut [Vector]) {
        let forces = &self.forces;
        for one in 0..self.spots {
            for two in 0..one {
                if self.fixed[one] && self.fixed[two] {
                    continue;
                }
                let (dx, dy) = (places[one].0 - places[two].0, places[one].1 - places[two].1);
                let distance = (dx * dx + dy * dy).sqrt();
                if distance < forces.spot_reach && distance > 0.0 {
                    let push = forces.spot_push * push_at(distance, forces.spot_reach) / distance;
                    for (spot, sign) in [(one, 1.0), (two, -1.0)] {
                        // A spot within a line takes the line along, and would dent it.
                        let by = sign * push * if self.degrees[spot] < 2 { 1.0 } else { 0.5 };
                        add(&mut force[spot], (dx * by, dy * by));
                    }
                }
            }
        }
    }

    /// The edge of the board pushes like a line, and lone spots like a spot: otherwise spots would drive each other to it.
    fn push_off_frame(&self, places: &[Vector], force: &mut [Vector]) {
        let forces = &self.forces;
        let reach = forces.line_reach.min(FRAME_REACH);
        let spot_reach = 0.6 * forces.spot_reach;
        for (vertex, &(x, y)) in places.iter().enumerate() {
            if self.fixed[vertex] {
                continue;
            }
            let push = |distance: f64| {
                let distance = distance.max(0.0);
                // Softer than a line, which stops at the edge anyway: what bounces off it never comes to rest.
                let line = forces.push * push_at(distance.max(0.3 * reach), reach);
                if vertex < self.spots && self.degrees[vertex] == 0 {
                    line + forces.spot_push * push_at(distance, spot_reach)
                } else {
                    line
                }
            };
            let inward = (
                push(x - forces.margin) - push(1.0 - forces.margin - x),
                push(y - forces.margin) - push(1.0 - forces.margin - y),
            );
            add(&mut force[vertex], inward);
        }
    }

    /// The places after movement. Every movement is cut back until all pairs keep their room.
    fn limited(&self, places: &[Vector], pairs: &[Pair], mut movement: Vec<Vector>) -> Vec<Vector> {
        // The edge of the board limits like a neighbour. Whoever is beyond the margin may come back but not go further.
        let margin = self.forces.margin;
        let walls = |(x, y): Vector| {
            [
                ((-1.0, 0.0), (x - margin).max(0.0)),
                ((1.0, 0.0), (1.0 - margin - x).max(0.0)),
                ((0.0, -1.0), (y - margin).max(0.0)),
                ((0.0, 1.0), (1.0 - margin - y).max(0.0)),
            ]
        };
        let limits_of = |pair: &Pair| {
            let [a, b] = pair.edge;
            let back = (-pair.towards.0, -pair.towards.1);
            [
                (pair.vertex as usize, pair.towards),
                (a as usize, back),
                (b as usize, back),
            ]
        };
        // Sliding: take away what goes too far towards a neighbour. Two neighbours may undo each other's correction, so
        // afterwards whatever is still too much is scaled down as a whole, which no other limit can mind.
        for _ in 0..3 {
            for pair in pairs {
                for (vertex, towards) in limits_of(pair) {
                    let along = dot(movement[vertex], towards);
                    if along > pair.room {
                        let back = along - 0.8 * pair.room;
                        add(
                            &mut movement[vertex],
                            (-towards.0 * back, -towards.1 * back),
                        );
                    }
                }
            }
        }
        for (vertex, movement) in movement.iter_mut().enumerate() {
            for (towards, room) in walls(places[vertex]) {
                let along = dot(*movement, towards);
                if along > room {
                    add(
                        movement,
                        (-towards.0 * (along - room), -towards.1 * (along - room)),
                    );
                }
            }
        }
        let mut scale = vec![1.0f64; movement.len()];
        for pair in pairs {
            // So near that rounding could decide: nothing of it moves at all.
            if pair.tight {
                for (vertex, _) in limits_of(pair) {
                    scale[vertex] = 0.0;
                }
            }
            for (vertex, towards) in limits_of(pair) {
                let along = dot(movement[vertex], towards);
                if along > pair.room {
                    scale[vertex] = scale[vertex].min(pair.room / along);
                }
            }
        }
        let mut moved: Vec<Vector> = places
            .iter()
            .zip(movement)
            .zip(scale)
            .map(|((&(x, y), movement), scale)| (x + movement.0 * scale, y + movement.1 * scale))
            .collect();
        self.stay_near_home(places, &mut moved);
        moved
    }

    /// Merges small edges that are too short where that is safe, and splits those that are too long.
    fn merge_and_subdivide(&mut self) {
        let short = self.forces.small_edge * f64::from(SIDE);
        let long = 1.8 * short;
        let vertices = VertexGrid::new(&self.points, self.forces.small_edge);
        let mut lines = std::mem::take(&mut self.lines);
        for line in lines.iter_mut().filter(|line| !line.fixed) {
            let mut index = 1;
            while index + 1 < line.vertices.len() && line.vertices.len() > line.least {
                let [u, v, w] = [index - 1, index, index + 1].map(|at| line.vertices[at]);
                let [p, q, r] = [u, v, w].map(|vertex| self.points[vertex as usize]);
                let empty = || {
                    !vertices.near(p, q, r).any(|other| {
                        let point = self.points[other as usize];
                        other != u
                            && other != v
                            && other != w
                            && (in_triangle(point, p, q, r)
                                || distance_to_segment(point, p, r) < 2.0 * TIGHT)
                    })
                };
                if p.distance(r) < short && empty() {
                    line.vertices.remove(index);
                    // The next vertex stays for this step, so that they go evenly.
                }
                index += 1;
            }
        }
        for line in lines.iter_mut().filter(|line| !line.fixed) {
            let mut index = 0;
            while index + 1 < line.vertices.len() {
                let [u, v] = [index, index + 1].map(|at| line.vertices[at]);
                let (a, b) = (self.points[u as usize], self.points[v as usize]);
                if a.distance(b) > long || line.vertices.len() < line.least {
                    let middle = a.between(b, 0.5);
                    // The lattice bends the line by half a step; whatever is nearer than that forbids it.
                    let free = !vertices.near(a, middle, b).any(|other| {
                        other != u && other != v && {
                            let point = self.points[other as usize];
                            distance_to_segment(point, a, b) < 2.0 * TIGHT
                        }
                    });
                    if free {
                        let new = self.points.len() as u32;
                        self.points.push(middle);
                        self.fixed.push(false);
                        line.vertices.insert(index + 1, new);
                        index += 1;
                    }
                }
                index += 1;
            }
        }
        self.lines = lines;
        self.compact();
    }

    /// Forgets vertices that no line uses any more and notes the owners of all others.
    pub fn compact(&mut self) {
        let mut points: Vec<Point> = self.points[..self.spots].to_vec();
        let mut fixed: Vec<bool> = self.fixed[..self.spots].to_vec();
        self.owners.clear();
        for (number, line) in self.lines.iter_mut().enumerate() {
            let last = line.vertices.len() - 1;
            for (index, vertex) in line.vertices.iter_mut().enumerate() {
                if index > 0 && index < last {
                    let old = *vertex as usize;
                    *vertex = points.len() as u32;
                    points.push(self.points[old]);
                    fixed.push(self.fixed[old]);
                    self.owners.push((number as u32, index as u32));
                }
            }
        }
        self.points = points;
        self.fixed = fixed;
    }
}

/// The push of something at a distance: nothing beyond reach, steep when near.
fn push_at(distance: f64, reach: f64) -> f64 {
    let share = distance / reach;
    if share >= 1.0 {
        return 0.0;
    }
    let left = 1.0 - share;
    reach * left * left * (1.0 / share.max(1.0 / STEEPEST))
}

/// The edge of the board pushes lines no further than this.
const FRAME_REACH: f64 = 0.12;

/// How much steeper than far away a push is when very near.
const STEEPEST: f64 = 20.0;

/// How far either side of a pair at a distance may go towards the other: a little less than half, so that rounding to
/// the lattice cannot matter, and hardly anything once they are as near as lines should come.
fn room_at(distance: f64) -> f64 {
    const NEAREST: f64 = 2048.0 * UNIT;
    ((distance - NEAREST) / 2.0).max(0.02 * distance)
}

fn add(to: &mut Vector, what: Vector) {
    to.0 += what.0;
    to.1 += what.1;
}

fn dot(a: Vector, b: Vector) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

fn limit(movement: &mut [Vector], most: f64) {
    for by in movement {
        let length = dot(*by, *by).sqrt();
        if length > most {
            by.0 *= most / length;
            by.1 *= most / length;
        }
    }
}
