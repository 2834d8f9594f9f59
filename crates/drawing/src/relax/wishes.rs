//! What lines and spots wish for themselves: a line to be short and to bend evenly, lines that meet to part at once, a
//! region to have room, a spot to stay. It owns these forces; what pushes from outside is `relax`'s.

use super::{Chain, Line, Relaxer, Vector, add, dot};

/// What a line that passes through a spot gives way to one that ends there, as a share of what that one gives.
const PASSING: f64 = 0.3;

/// How many steps from a spot, and how much of what holds it holds there, too.
const CARRIED: [(usize, f64); 3] = [(1, 0.8), (2, 0.5), (3, 0.2)];

impl Relaxer {
    /// Averages the forces on every inner vertex with those on its neighbours.
    pub(super) fn even_out(&self, force: &mut [Vector]) {
        // With one inner vertex there is nothing to even out: the spots would decide for it, and a tiny loop stay flat.
        let long = |line: &&Line| !line.fixed && line.vertices.len() > 3;
        for line in self.lines.iter().filter(long) {
            let mut before = force[line.vertices[0] as usize];
            for triple in line.vertices.windows(3) {
                let [_, at, after] = [0, 1, 2].map(|index| triple[index] as usize);
                let own = force[at];
                let next = force[after];
                force[at] = (
                    0.25 * before.0 + 0.5 * own.0 + 0.25 * next.0,
                    0.25 * before.1 + 0.5 * own.1 + 0.25 * next.1,
                );
                before = own;
            }
        }
    }

    /// Lines want to be short.
    pub(super) fn add_tension(&self, places: &[Vector], force: &mut [Vector]) {
        let forces = &self.forces;
        for line in self.lines.iter().filter(|line| !line.fixed) {
            for pair in line.vertices.windows(2) {
                let (a, b) = (pair[0] as usize, pair[1] as usize);
                let (dx, dy) = (places[b].0 - places[a].0, places[b].1 - places[a].1);
                let length = (dx * dx + dy * dy).sqrt();
                // Four times this must stay below two, or a zigzag would grow with every step.
                let pull = forces.tension * (length / forces.small_edge).min(1.7);
                for (vertex, sign) in [(a, 1.0), (b, -1.0)] {
                    // A spot has to carry whole lines, a vertex only its neighbours. A line that ends in a spot of its
                    // own need not be shorter than it is.
                    let share = match self.degrees.get(vertex) {
                        None => 1.0,
                        Some(0 | 1) => 0.1,
                        Some(_) => 0.4,
                    };
                    let by = sign * pull * share;
                    add(&mut force[vertex], (dx * by, dy * by));
                }
            }
        }
    }

    /// Lines want to bend evenly: where a line bends otherwise than a little way off, it gives.
    pub(super) fn add_stiffness(&self, places: &[Vector], force: &mut [Vector]) {
        let forces = &self.forces;
        let wanted = (forces.bend_reach / forces.small_edge).round() as usize;
        for chain in &self.chains {
            let vertices = self.chain_vertices(chain);
            let count = vertices.len();
            // An eighth of the way round at most: more would shrink small loops and flatten short bows, and four vertices
            // would swing to and fro until the loop is flat.
            let most = if chain.closed {
                count / 8
            } else {
                (count - 1) / 4
            };
            let stride = wanted.min(most) as isize;
            if stride == 0 {
                continue;
            }
            let inner = if chain.closed { 0..count } else { 1..count - 1 };
            for index in inner {
                let [a, b, c, d, e] = [-2, -1, 0, 1, 2].map(|step: isize| {
                    on_chain(chain, &vertices, places, index as isize + step * stride)
                });
                // The fourth difference: nothing on a straight line, little on an even bend.
                let uneven = |a: f64, b: f64, c: f64, d: f64, e: f64| {
                    (4.0 * (b + d) - 6.0 * c - a - e) * forces.stiffness / 16.0
                };
                let by = (
                    uneven(a.0, b.0, c.0, d.0, e.0),
                    uneven(a.1, b.1, c.1, d.1, e.1),
                );
                add(&mut force[vertices[index] as usize], by);
            }
        }
    }

    /// The vertices of a chain in order; of a closed one each once.
    fn chain_vertices(&self, chain: &Chain) -> Vec<u32> {
        let mut vertices: Vec<u32> = Vec::new();
        for &(line, forward) in &chain.lines {
            let own = &self.lines[line as usize].vertices;
            // Each line begins in the spot in which the one before ended.
            vertices.pop();
            if forward {
                vertices.extend(own);
            } else {
                vertices.extend(own.iter().rev());
            }
        }
        if chain.closed {
            vertices.pop();
        }
        vertices
    }

    /// Where three lines end in a spot, they want to leave it in different directions.
    pub(super) fn add_fans(&self, places: &[Vector], force: &mut [Vector]) {
        let passing = self.passing();
        for (spot, ends) in self.junctions() {
            let at = places[spot];
            let away = |vertex: usize| (places[vertex].0 - at.0, places[vertex].1 - at.1);
            let ways = ends.map(|end| {
                let way = away(self.end_vertex(end, 1));
                let length = dot(way, way).sqrt();
                (way.0 / length, way.1 / length)
            });
            for (index, &end) in ends.iter().enumerate() {
                let way = ways[index];
                let mut across = 0.0;
                for (_, other) in ways.iter().enumerate().filter(|(other, _)| *other != index) {
                    let apart = (way.0 - other.0, way.1 - other.1);
                    // What turns it away from the other, to the left.
                    across += (way.0 * apart.1 - way.1 * apart.0) / dot(apart, apart).max(0.01);
                }
                let (line, begins) = end;
                let passes = passing[line as usize][usize::from(!begins)];
                let across = across * if passes { PASSING } else { 1.0 };
                // The beginning of the line turns as a whole, so that it grows no hook.
                let inner = self.lines[end.0 as usize].vertices.len() - 2;
                for (step, share) in [(1, 1.0), (2, 0.8), (3, 0.5)] {
                    if step == 1 || 2 * step <= inner {
                        let vertex = self.end_vertex(end, step);
                        let (x, y) = away(vertex);
                        let by = self.forces.fan * share * across;
                        add(&mut force[vertex], (-y * by, x * by));
                    }
                }
            }
        }
    }

    /// Of each line, whether its beginning and its end pass into another line.
    fn passing(&self) -> Vec<[bool; 2]> {
        let mut passing = vec![[false; 2]; self.lines.len()];
        for chain in &self.chains {
            let last = chain.lines.len() - 1;
            for (index, &(line, forward)) in chain.lines.iter().enumerate() {
                let mut ends = [chain.closed || index > 0, chain.closed || index < last];
                if !forward {
                    ends.reverse();
                }
                passing[line as usize] = ends;
            }
        }
        passing
    }

    /// The spots in which three free lines end, with the lines and whether each begins there.
    fn junctions(&self) -> impl Iterator<Item = (usize, [(u32, bool); 3])> {
        let mut ends = vec![[(0, false); 3]; self.spots];
        let mut counts = vec![0; self.spots];
        for (number, line) in self.lines.iter().enumerate() {
            if line.fixed {
                continue;
            }
            let last = line.vertices[line.vertices.len() - 1];
            for (spot, begins) in [(line.vertices[0], true), (last, false)] {
                let count: &mut usize = &mut counts[spot as usize];
                if let Some(end) = ends[spot as usize].get_mut(*count) {
                    *end = (number as u32, begins);
                    *count += 1;
                }
            }
        }
        let all = ends.into_iter().enumerate();
        all.filter(move |(spot, _)| counts[*spot] == 3)
    }

    /// The vertex so many steps from an end of a line.
    fn end_vertex(&self, (line, begins): (u32, bool), steps: usize) -> usize {
        let vertices = &self.lines[line as usize].vertices;
        let last = vertices.len() - 1;
        vertices[if begins { steps } else { last - steps }] as usize
    }

    /// Regions that need more room than they have press on their lines.
    pub(super) fn add_pressure(&self, places: &[Vector], force: &mut [Vector]) {
        let strength = self.forces.pressure;
        for line in self
            .lines
            .iter()
            .filter(|line| !line.fixed && line.pressure != 0.0)
        {
            for pair in line.vertices.windows(2) {
                let (a, b) = (pair[0] as usize, pair[1] as usize);
                let (dx, dy) = (places[b].0 - places[a].0, places[b].1 - places[a].1);
                // To the right of the line, in proportion to its length.
                let push = strength * line.pressure / self.forces.small_edge;
                let outward = (dy * push, -dx * push);
                add(&mut force[a], outward);
                add(&mut force[b], outward);
            }
        }
    }

    /// Spots want to stay where they were.
    pub(super) fn add_hold(&self, places: &[Vector], force: &mut [Vector]) {
        let hold = self.forces.hold;
        for (spot, home) in self.homes.iter().enumerate() {
            let back = (home.0 - places[spot].0, home.1 - places[spot].1);
            add(&mut force[spot], (hold * back.0, hold * back.1));
        }
    }

    /// What holds a spot back holds the lines that end there, too, less and less along them: otherwise they would go on without it,
    /// and come back to it in a hook. `free` is where the spots would go if nothing held them.
    pub(super) fn carry(&self, free: &[Vector], force: &mut [Vector]) {
        let held: Vec<Vector> = free
            .iter()
            .zip(&*force)
            .map(|(free, held)| (held.0 - free.0, held.1 - free.1))
            .collect();
        for (number, line) in self
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| !line.fixed)
        {
            let last = line.vertices.len() - 1;
            for begins in [true, false] {
                let spot = line.vertices[if begins { 0 } else { last }] as usize;
                let (x, y) = held[spot];
                for (step, share) in CARRIED {
                    if 2 * step <= last {
                        let vertex = self.end_vertex((number as u32, begins), step);
                        let by = share * self.forces.carry;
                        add(&mut force[vertex], (by * x, by * y));
                    }
                }
            }
        }
    }

    /// Turns aside what would lead a spot too far from where it was.
    pub(super) fn keep_near_home(&self, places: &[Vector], movement: &mut [Vector]) {
        let most = self.forces.travel_max;
        for (spot, home) in self.homes.iter().enumerate() {
            let at = (
                places[spot].0 + movement[spot].0 - home.0,
                places[spot].1 + movement[spot].1 - home.1,
            );
            let far = dot(at, at).sqrt();
            if far > most {
                let back = most / far - 1.0;
                add(&mut movement[spot], (at.0 * back, at.1 * back));
            }
        }
    }

    /// Leaves a spot where it is if it would still go too far: sliding along a neighbour can lead it astray.
    pub(super) fn stay_near_home(&self, places: &[Vector], moved: &mut [Vector]) {
        let most = self.forces.travel_max * self.forces.travel_max;
        for (spot, home) in self.homes.iter().enumerate() {
            let far = |at: Vector| {
                let away = (at.0 - home.0, at.1 - home.1);
                dot(away, away)
            };
            if far(moved[spot]) > most.max(far(places[spot])) {
                moved[spot] = places[spot];
            }
        }
    }
}

/// The place of a chain's vertex. Beyond its ends a chain goes on as if it were mirrored in its last spot, so that it ends
/// without a bend; a closed one goes round.
fn on_chain(chain: &Chain, vertices: &[u32], places: &[Vector], index: isize) -> Vector {
    let last = vertices.len() as isize - 1;
    let place = |index: isize| places[vertices[index as usize] as usize];
    if chain.closed {
        return place(index.rem_euclid(last + 1));
    }
    let (end, mirrored) = if index < 0 {
        (place(0), place(-index))
    } else if index > last {
        (place(last), place(2 * last - index))
    } else {
        return place(index);
    };
    (2.0 * end.0 - mirrored.0, 2.0 * end.1 - mirrored.1)
}
