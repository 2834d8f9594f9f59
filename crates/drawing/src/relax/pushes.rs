//! Lines push each other: which small edges are near which vertices, how hard they push, and which pairs could meet in one
//! step. It owns no constants; what limits movement is `relax`'s.
//!
//! Most of the time of a redrawing is spent here, so hardly anything is looked at alone. Small edges that follow each other on
//! a line make a stretch, vertices that follow each other a group; both lie in a box, and boxes too far apart are passed over
//! at once. The small edges of a stretch are measured together, and only those near enough are looked at again. Whatever is
//! passed over, the others come in the order of lines, so that every sum is added up in one order.

use super::{Pair, Relaxer, STEEPEST, TIGHT, UNIT, Vector, add, room_at};
use std::ops::Range;

/// The small edges of a stretch.
const LANES: usize = 4;
/// The vertices of a group.
const GROUP: usize = 8;

/// A box round points.
#[derive(Clone, Copy)]
struct Bounds {
    low: Vector,
    high: Vector,
}

impl Bounds {
    fn of(places: impl Iterator<Item = Vector>) -> Self {
        let (low, high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        places.fold(Bounds { low, high }, |all, (x, y)| Bounds {
            low: (lesser(x, all.low.0), lesser(y, all.low.1)),
            high: (greater(x, all.high.0), greater(y, all.high.1)),
        })
    }

    /// The square of the least distance between two boxes.
    #[inline(always)]
    fn distance_squared(&self, other: &Bounds) -> f64 {
        let gap = |before: f64, behind: f64| greater(greater(before, behind), 0.0);
        let x = gap(other.low.0 - self.high.0, self.low.0 - other.high.0);
        let y = gap(other.low.1 - self.high.1, self.low.1 - other.high.1);
        x * x + y * y
    }
}

/// A small edge.
struct Small {
    ends: [u32; 2],
    /// How far off others are pushed, on the left and on the right.
    reaches: [f64; 2],
    at: Vector,
    step: Vector,
    inverse_square: f64,
    /// What it takes of a push, as a share: less where it is short.
    weight: f64,
}

impl Small {
    /// The share of the way along it that is nearest to a point, the way from there to the point, and the square of its
    /// length.
    #[inline(always)]
    fn nearest(&self, at: Vector) -> (f64, Vector, f64) {
        let (x, y) = (at.0 - self.at.0, at.1 - self.at.1);
        let (dx, dy) = self.step;
        let share = ((x * dx + y * dy) * self.inverse_square).clamp(0.0, 1.0);
        let away = (x - share * dx, y - share * dy);
        (share, away, away.0 * away.0 + away.1 * away.1)
    }
}

/// Small edges that follow each other on a line. Where there are fewer than fit, the last is written again.
struct Stretch {
    /// The number of the first one among all, and its place on its line.
    number: u32,
    first: u32,
    count: u32,
    bounds: Bounds,
    x: [f64; LANES],
    y: [f64; LANES],
    dx: [f64; LANES],
    dy: [f64; LANES],
    inverse_square: [f64; LANES],
}

impl Stretch {
    fn new(smalls: &[Small], number: u32, first: u32) -> Self {
        let small = |lane: usize| &smalls[lane.min(smalls.len() - 1)];
        let tip = |small: &Small| (small.at.0 + small.step.0, small.at.1 + small.step.1);
        let points = smalls.iter().flat_map(|small| [small.at, tip(small)]);
        Stretch {
            number,
            first,
            count: smalls.len() as u32,
            bounds: Bounds::of(points),
            x: std::array::from_fn(|lane| small(lane).at.0),
            y: std::array::from_fn(|lane| small(lane).at.1),
            dx: std::array::from_fn(|lane| small(lane).step.0),
            dy: std::array::from_fn(|lane| small(lane).step.1),
            inverse_square: std::array::from_fn(|lane| small(lane).inverse_square),
        }
    }

    /// The squares of the distances from a point to all small edges, as [`Small::nearest`] has them.
    #[inline(always)]
    fn distances_squared(&self, at: Vector) -> [f64; LANES] {
        std::array::from_fn(|lane| {
            let (x, y) = (at.0 - self.x[lane], at.1 - self.y[lane]);
            let (dx, dy) = (self.dx[lane], self.dy[lane]);
            let share = ((x * dx + y * dy) * self.inverse_square[lane]).clamp(0.0, 1.0);
            let away = (x - share * dx, y - share * dy);
            away.0 * away.0 + away.1 * away.1
        })
    }
}

/// A line in its stretches.
struct Course {
    stretches: Range<usize>,
    fixed: bool,
    regions: u64,
    /// The spots in which it ends, and how many small edges it has.
    ends: [u32; 2],
    edges: u32,
    bounds: Bounds,
}

/// Vertices that follow each other on a line, or one spot.
struct Group {
    vertices: Range<usize>,
    /// The line, and the place of the first vertex on it; none for a spot.
    line: Option<(u32, u32)>,
    /// All of them are held fast.
    fixed: bool,
    regions: u64,
    bounds: Bounds,
}

/// A vertex that pushes.
struct Pusher {
    vertex: u32,
    at: Vector,
    /// The line and the place on it; none for a spot.
    owner: Option<(u32, u32)>,
    /// The spots in which its line ends, and from how far on lines that end there too are pushed.
    ends: [(u32, f64); 2],
}

/// How far pushes and limits reach in one step.
struct Reaches {
    /// Where movements could meet.
    near: f64,
    near_squared: f64,
    /// Where lines push.
    push: f64,
    /// What boxes are compared with: the further of both, and a hair more for rounding.
    box_squared: f64,
    /// How many small edges along a line count as close.
    window: u32,
    /// How far from a spot a line of its own is pushed, for every small edge on the way there.
    back_step: f64,
}

/// What one step needs to know of all lines.
struct Scene {
    smalls: Vec<Small>,
    stretches: Vec<Stretch>,
    courses: Vec<Course>,
    reaches: Reaches,
}

/// What a vertex found.
#[derive(Default)]
struct Found {
    /// Small edges that may push it, each with the distance from which on it does.
    pushing: Vec<(u32, f64)>,
    /// What it might meet in one step.
    pairs: Vec<Pair>,
}

impl Relaxer {
    /// Small edges and vertices push each other; those so near that they might meet in one step are returned.
    pub(super) fn push_lines(
        &self,
        places: &[Vector],
        step_max: f64,
        force: &mut [Vector],
    ) -> Vec<Pair> {
        let scene = self.scene(places, step_max);
        let box_squared = scene.reaches.box_squared;
        let mut close = Vec::new();
        let mut found = Found::default();
        for group in self.groups(places) {
            scene.close_to(&group, &mut close);
            for (place, vertex) in group.vertices.clone().enumerate() {
                let owner = (group.line).map(|(line, first)| (line, first + place as u32));
                let pusher = self.pusher(places, vertex, owner);
                let (low, high) = (pusher.at, pusher.at);
                let here = Bounds { low, high };
                found.pushing.clear();
                for &(line, stretch) in &close {
                    let stretch = &scene.stretches[stretch as usize];
                    let near = stretch.bounds.distance_squared(&here) < box_squared;
                    let still = || scene.courses[line as usize].fixed && self.fixed[vertex];
                    if near && !still() {
                        scene.look(&pusher, line, stretch, &mut found);
                    }
                }
                self.push(&pusher, &found.pushing, &scene, force);
            }
        }
        found.pairs
    }

    fn scene(&self, places: &[Vector], step_max: f64) -> Scene {
        let forces = &self.forces;
        let near = 2.0 * step_max + 4096.0 * UNIT;
        let far = forces.line_reach.max(near);
        let mut smalls = Vec::with_capacity(places.len() + self.lines.len());
        let mut stretches = Vec::with_capacity(places.len() / 2 + self.lines.len());
        let mut courses = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            let begin = smalls.len();
            let reaches = line.reaches.map(|share| share * forces.line_reach);
            smalls.extend(line.vertices.windows(2).map(|pair| {
                let (from, to) = (places[pair[0] as usize], places[pair[1] as usize]);
                let step = (to.0 - from.0, to.1 - from.1);
                let square = step.0 * step.0 + step.1 * step.1;
                Small {
                    ends: [pair[0], pair[1]],
                    reaches,
                    at: from,
                    step,
                    inverse_square: 1.0 / square,
                    weight: lesser(square.sqrt() / forces.small_edge, 1.0),
                }
            }));
            let own = &smalls[begin..];
            let of_line = stretches.len();
            for (index, part) in own.chunks(LANES).enumerate() {
                let first = index * LANES;
                stretches.push(Stretch::new(part, (begin + first) as u32, first as u32));
            }
            let all = stretches[of_line..].iter();
            courses.push(Course {
                stretches: of_line..stretches.len(),
                fixed: line.fixed,
                regions: line.regions,
                ends: [line.vertices[0], line.vertices[own.len()]],
                edges: own.len() as u32,
                bounds: Bounds::of(all.flat_map(|part| [part.bounds.low, part.bounds.high])),
            });
        }
        Scene {
            smalls,
            stretches,
            courses,
            reaches: Reaches {
                near,
                near_squared: near * near,
                push: forces.line_reach,
                box_squared: hair_more(far * far),
                window: (1.6 * forces.line_reach / forces.small_edge) as u32 + 1,
                back_step: 0.5 * forces.small_edge,
            },
        }
    }

    /// All vertices in order.
    fn groups<'a>(&'a self, places: &'a [Vector]) -> impl Iterator<Item = Group> + 'a {
        let group = move |vertices: Range<usize>, line, regions| Group {
            bounds: Bounds::of(places[vertices.clone()].iter().copied()),
            fixed: self.fixed[vertices.clone()].iter().all(|fixed| *fixed),
            vertices,
            line,
            regions,
        };
        let spot = move |spot: usize| group(spot..spot + 1, None, self.spot_regions[spot]);
        let lines = self.lines.iter().enumerate();
        let inner = lines.flat_map(move |(number, line)| {
            // The inner vertices of a line have numbers that follow each other.
            let last = line.vertices.len() - 1;
            (1..last).step_by(GROUP).map(move |first| {
                let vertex = line.vertices[first] as usize;
                let count = GROUP.min(last - first);
                let place = (number as u32, first as u32);
                group(vertex..vertex + count, Some(place), line.regions)
            })
        });
        (0..self.spots).map(spot).chain(inner)
    }

    fn pusher(&self, places: &[Vector], vertex: usize, owner: Option<(u32, u32)>) -> Pusher {
        let at = places[vertex];
        let ends = owner.map(|(line, _)| {
            let vertices = &self.lines[line as usize].vertices;
            [vertices[0], vertices[vertices.len() - 1]].map(|end| {
                let spot = places[end as usize];
                let (x, y) = (at.0 - spot.0, at.1 - spot.1);
                (end, 1.6 * (x * x + y * y).sqrt())
            })
        });
        Pusher {
            vertex: vertex as u32,
            at,
            owner,
            ends: ends.unwrap_or([(u32::MAX, 0.0); 2]),
        }
    }

    /// A vertex and small edges push each other: an edge's ends take the push by their shares. A short edge takes less: a tiny loop
    /// would bear the pushes of everything round it on few vertices, and what presses within it goes by its length.
    fn push(&self, pusher: &Pusher, edges: &[(u32, f64)], scene: &Scene, force: &mut [Vector]) {
        let forces = &self.forces;
        let mut sum = force[pusher.vertex as usize];
        for &(number, from) in edges {
            let small = &scene.smalls[number as usize];
            let (share, away, distance_squared) = small.nearest(pusher.at);
            let distance = distance_squared.sqrt();
            let (x, y) = (pusher.at.0 - small.at.0, pusher.at.1 - small.at.1);
            let on_left = small.step.0 * y - small.step.1 * x > 0.0;
            let reach = lesser(from, small.reaches[usize::from(!on_left)]);
            if distance >= reach {
                continue;
            }
            let inverse = 1.0 / distance;
            let left = 1.0 - distance / reach;
            let steep = lesser(reach * inverse, STEEPEST);
            let push = forces.push * reach * left * left * steep;
            let by = (away.0 * inverse * push, away.1 * inverse * push);
            let back = |share: f64| {
                let share = share * small.weight;
                (-by.0 * share, -by.1 * share)
            };
            // It pushes no edge of its own, so nothing else is added to its sum meanwhile.
            add(&mut sum, by);
            add(&mut force[small.ends[0] as usize], back(1.0 - share));
            add(&mut force[small.ends[1] as usize], back(share));
        }
        force[pusher.vertex as usize] = sum;
    }
}

impl Scene {
    /// The stretches near a group of vertices, with their lines.
    fn close_to(&self, group: &Group, close: &mut Vec<(u32, u32)>) {
        let most = self.reaches.box_squared;
        close.clear();
        for (line, course) in self.courses.iter().enumerate() {
            if course.regions & group.regions == 0
                || (course.fixed && group.fixed)
                || course.bounds.distance_squared(&group.bounds) >= most
            {
                continue;
            }
            let stretches = course.stretches.clone();
            let near = stretches.filter(|&stretch| {
                let bounds = &self.stretches[stretch].bounds;
                bounds.distance_squared(&group.bounds) < most
            });
            close.extend(near.map(|stretch| (line as u32, stretch as u32)));
        }
    }

    /// Looks at a stretch: which of its small edges may push a vertex, and which might it meet?
    #[inline(always)]
    fn look(&self, pusher: &Pusher, line: u32, stretch: &Stretch, found: &mut Found) {
        let squares = stretch.distances_squared(pusher.at);
        let course = &self.courses[line as usize];
        match pusher.owner {
            Some((own, index)) if own == line => {
                return self.look_at_own(pusher, index, stretch, squares, found);
            }
            None if course.ends.contains(&pusher.vertex) => {
                return self.look_from_spot(pusher, course, stretch, squares, found);
            }
            _ => {}
        }
        // Where lines meet in a spot they push the later the nearer they are to it, since there they cannot part.
        let shared = pusher.ends.iter();
        let shared = shared.filter(|(end, _)| course.ends.contains(end));
        let from = shared.fold(self.reaches.push, |least, (_, later)| lesser(least, *later));
        let most = hair_more(from * from);
        for (lane, &square) in squares[..stretch.count as usize].iter().enumerate() {
            if square < most {
                found.pushing.push((stretch.number + lane as u32, from));
            }
            if square < self.reaches.near_squared {
                self.meet(pusher, stretch.number + lane as u32, found);
            }
        }
    }

    /// The same for the line of an inner vertex: close relatives do not push.
    fn look_at_own(
        &self,
        pusher: &Pusher,
        index: u32,
        stretch: &Stretch,
        squares: [f64; LANES],
        found: &mut Found,
    ) {
        let reaches = &self.reaches;
        for (lane, &square) in squares[..stretch.count as usize].iter().enumerate() {
            let (number, place) = (stretch.number + lane as u32, stretch.first + lane as u32);
            let apart = index.abs_diff(place);
            if square < reaches.near_squared && apart != 0 && index != place + 1 {
                self.meet(pusher, number, found);
            }
            if apart > reaches.window && square < hair_more(reaches.push * reaches.push) {
                found.pushing.push((number, reaches.push));
            }
        }
    }

    /// The same for a line that ends in a spot: it may come back, but not at once.
    fn look_from_spot(
        &self,
        pusher: &Pusher,
        course: &Course,
        stretch: &Stretch,
        squares: [f64; LANES],
        found: &mut Found,
    ) {
        let reaches = &self.reaches;
        for (lane, &square) in squares[..stretch.count as usize].iter().enumerate() {
            let (number, place) = (stretch.number + lane as u32, stretch.first + lane as u32);
            if square < reaches.near_squared {
                self.meet(pusher, number, found);
            }
            let ends = course.ends.iter().zip([place, course.edges - 1 - place]);
            let ends = ends.filter(|(end, _)| **end == pusher.vertex);
            let from = ends.fold(reaches.push, |least, (_, steps)| {
                lesser(least, f64::from(steps) * reaches.back_step)
            });
            if square < hair_more(from * from) {
                found.pushing.push((number, from));
            }
        }
    }

    /// Notes a small edge that a vertex might meet in one step, unless it ends there.
    #[cold]
    fn meet(&self, pusher: &Pusher, number: u32, found: &mut Found) {
        let small = &self.smalls[number as usize];
        let (_, away, distance_squared) = small.nearest(pusher.at);
        let distance = distance_squared.sqrt();
        if distance >= self.reaches.near || small.ends.contains(&pusher.vertex) {
            return;
        }
        let inverse = 1.0 / distance;
        found.pairs.push(Pair {
            vertex: pusher.vertex,
            edge: small.ends,
            towards: (-(away.0 * inverse), -(away.1 * inverse)),
            room: room_at(distance),
            tight: distance < TIGHT * UNIT,
        });
    }
}

/// So much more that rounding cannot matter: for passing over what is further, before it is measured exactly.
fn hair_more(square: f64) -> f64 {
    square * (1.0 + 1e-9)
}

/// The lesser of two numbers. Unlike `f64::min` it is one instruction, since it does not care for what is not a number.
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::PlanarMap;
    use crate::redraw::Redraw;
    use sprouts::Seed;

    /// The same by looking at every vertex and every small edge.
    fn push_lines_slowly(
        relaxer: &Relaxer,
        places: &[Vector],
        step_max: f64,
        force: &mut [Vector],
    ) -> Vec<Pair> {
        let near = 2.0 * step_max + 4096.0 * UNIT;
        let mut pairs = Vec::new();
        for vertex in 0..places.len() {
            for (number, line) in relaxer.lines.iter().enumerate() {
                for (place, ends) in line.vertices.windows(2).enumerate() {
                    push_slowly(
                        relaxer,
                        places,
                        near,
                        vertex,
                        (number, place, ends),
                        force,
                        &mut pairs,
                    );
                }
            }
        }
        pairs
    }

    fn push_slowly(
        relaxer: &Relaxer,
        places: &[Vector],
        near: f64,
        vertex: usize,
        (number, place, ends): (usize, usize, &[u32]),
        force: &mut [Vector],
        pairs: &mut Vec<Pair>,
    ) {
        let line = &relaxer.lines[number];
        let owner = vertex
            .checked_sub(relaxer.spots)
            .map(|inner| relaxer.owners[inner]);
        let regions = match owner {
            None => relaxer.spot_regions[vertex],
            Some((own, _)) => relaxer.lines[own as usize].regions,
        };
        let still = line.fixed && relaxer.fixed[vertex];
        if regions & line.regions == 0 || still || ends.contains(&(vertex as u32)) {
            return;
        }
        let (from, to) = (places[ends[0] as usize], places[ends[1] as usize]);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (x, y) = (places[vertex].0 - from.0, places[vertex].1 - from.1);
        let inverse_square = 1.0 / (dx * dx + dy * dy);
        let share = ((x * dx + y * dy) * inverse_square).clamp(0.0, 1.0);
        let away = (x - share * dx, y - share * dy);
        let distance = (away.0 * away.0 + away.1 * away.1).sqrt();
        let out = (away.0 * (1.0 / distance), away.1 * (1.0 / distance));
        if distance < near {
            pairs.push(Pair {
                vertex: vertex as u32,
                edge: [ends[0], ends[1]],
                towards: (-out.0, -out.1),
                room: room_at(distance),
                tight: distance < TIGHT * UNIT,
            });
        }
        let on_left = dx * y - dy * x > 0.0;
        let reach = relaxer.forces.line_reach;
        let most = line.reaches[usize::from(!on_left)] * reach;
        let reach = reach_slowly(relaxer, places, vertex, owner, (number, place)).min(most);
        if distance < reach {
            let left = 1.0 - distance / reach;
            let steep = (reach * (1.0 / distance)).min(STEEPEST);
            let push = relaxer.forces.push * reach * left * left * steep;
            let by = (out.0 * push, out.1 * push);
            let length = (dx * dx + dy * dy).sqrt();
            let weight = (length / relaxer.forces.small_edge).min(1.0);
            let back = |share: f64| (-by.0 * (share * weight), -by.1 * (share * weight));
            add(&mut force[vertex], by);
            add(&mut force[ends[0] as usize], back(1.0 - share));
            add(&mut force[ends[1] as usize], back(share));
        }
    }

    fn reach_slowly(
        relaxer: &Relaxer,
        places: &[Vector],
        vertex: usize,
        owner: Option<(u32, u32)>,
        (number, place): (usize, usize),
    ) -> f64 {
        let forces = &relaxer.forces;
        let ends = |line: usize| {
            let vertices = &relaxer.lines[line].vertices;
            [vertices[0] as usize, vertices[vertices.len() - 1] as usize]
        };
        let mut reach = forces.line_reach;
        match owner {
            None => {
                let last = relaxer.lines[number].vertices.len() - 2;
                for (end, steps) in ends(number).into_iter().zip([place, last - place]) {
                    if end == vertex {
                        reach = reach.min(steps as f64 * 0.5 * forces.small_edge);
                    }
                }
            }
            Some((own, index)) if own as usize == number => {
                let window = (1.6 * forces.line_reach / forces.small_edge) as i64 + 1;
                if (i64::from(index) - place as i64).abs() <= window {
                    reach = 0.0;
                }
            }
            Some((own, _)) => {
                for end in ends(own as usize) {
                    if ends(number).contains(&end) {
                        let (x, y) = (
                            places[vertex].0 - places[end].0,
                            places[vertex].1 - places[end].1,
                        );
                        reach = reach.min(1.6 * (x * x + y * y).sqrt());
                    }
                }
            }
        }
        reach
    }

    /// Two machines must come to the same picture, so what is passed over may not change a single bit.
    #[test]
    fn passing_over_what_is_far_changes_nothing() {
        let mut near = 0;
        for (spots, seed) in [(2, 1), (3, 5), (5, 2), (8, 3), (14, 4)] {
            let mut seed = Seed::new(seed);
            let mut map = PlanarMap::start(spots);
            while let Some(wanted) = seed.pick(&map.labelled().moves()).cloned() {
                let curve = map.route_freely(&wanted).expect("every move has a curve");
                map.draw(&curve).expect("it was judged on this picture");
                let mut redraw = Redraw::new(&map, Redraw::STEPS);
                // As it was drawn, and when it has been merged and subdivided.
                for heat in [1.0, 0.3] {
                    let relaxer = redraw.relaxer();
                    let places: Vec<Vector> = relaxer.points.iter().map(|it| it.unit()).collect();
                    let step_max = relaxer.forces.step_max * heat;
                    let (mut fast, mut slow) = (vec![(0.25, -0.5); places.len()], Vec::new());
                    slow.clone_from(&fast);
                    let pairs = relaxer.push_lines(&places, step_max, &mut fast);
                    assert_eq!(
                        pairs,
                        push_lines_slowly(relaxer, &places, step_max, &mut slow)
                    );
                    assert_eq!(fast, slow);
                    near += pairs.len();
                    redraw.step();
                }
                map = redraw.into_map();
                map.redraw(3);
            }
        }
        assert!(near > 100, "hardly anything was near anything: {near}");
    }
}
