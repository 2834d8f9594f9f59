//! Redrawing: the picture relaxes until lines are short, keep their distance and use the board, and the map stays the
//! same map. It owns the constants for whole pictures and the stretching to the board; the forces are `relax`'s.

use crate::map::{DartId, EdgeId, PlanarMap};
use crate::point::{Point, SIDE, doubled_area};
use crate::relax::{Chain, Forces, Line, Relaxer};
use crate::route::RouteError;
use sprouts::{Move, RegionId};

/// A redrawing in steps, for animation or under a time limit. Its result after a number of steps is the same on every
/// machine.
///
/// ```
/// use drawing::{PlanarMap, Redraw};
/// let mut redraw = Redraw::new(&PlanarMap::start(5), Redraw::STEPS);
/// while redraw.step() { /* show redraw.map() */ }
/// redraw.map().check().unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Redraw {
    map: PlanarMap,
    relaxer: Relaxer,
    done: u32,
    steps: u32,
}

impl Redraw {
    /// The steps after which a picture is usually at rest.
    pub const STEPS: u32 = 20;

    /// The furthest that a spot travels while a picture is redrawn after a move, in sides of the board.
    pub const TRAVEL_MAX: f64 = 0.06;

    /// The steps of a redrawing that somebody asked for.
    const TIDY_STEPS: u32 = 60;
    /// The furthest that a spot travels then.
    const TIDY_TRAVEL_MAX: f64 = 2.0 * Redraw::TRAVEL_MAX;

    /// Where lines keep off the edge of the board.
    const MARGIN: f64 = 0.03;
    /// A picture smaller than this, in sides of the board, is stretched.
    const SIZE_WANTED: f64 = 0.7;
    /// The largest stretching of a side in one step.
    const STRETCH_MAX: f64 = 0.01;

    /// A gentle redrawing of a map in a number of steps: no spot goes further than [`Redraw::TRAVEL_MAX`].
    pub fn new(map: &PlanarMap, steps: u32) -> Self {
        let mut points: Vec<Point> = map.spots.iter().map(|spot| spot.point).collect();
        let mut lines = Vec::with_capacity(map.edges.len());
        let bit = |region: RegionId| 1u64 << (region.0 % 64);
        let mut spot_regions: Vec<u64> = map
            .lone_places
            .iter()
            .map(|place| place.map_or(0, |(region, _)| bit(region)))
            .collect();
        for (index, edge) in map.edges.iter().enumerate() {
            let dart = crate::map::EdgeId(index as u32).forward();
            let regions = bit(map.region_of(dart)) | bit(map.region_of(dart.twin()));
            spot_regions[edge.from.0 as usize] |= regions;
            spot_regions[edge.to.0 as usize] |= regions;
            let mut vertices = vec![edge.from.0];
            for &point in &edge.points[1..edge.points.len() - 1] {
                vertices.push(points.len() as u32);
                points.push(point);
            }
            vertices.push(edge.to.0);
            // A line keeps one vertex of its own, so that no two lines between the same spots fall together; a line
            // from a spot to itself keeps two, and each half of a loop in which somebody can move keeps three. With fewer a tiny
            // loop swings to and fro and does not grow.
            let loops = |dart: DartId| {
                let lives = map.labelled.region_lives(map.region_of(dart));
                lives >= 2 && map.next(map.next(dart)) == dart
            };
            let least = if loops(dart) || loops(dart.twin()) {
                5
            } else {
                3 + usize::from(edge.from == edge.to)
            };
            lines.push(Line {
                vertices,
                fixed: false,
                least,
                pressure: 0.0,
                reaches: [1.0; 2],
                regions,
            });
        }
        let mut relaxer = Relaxer {
            fixed: vec![false; points.len()],
            points,
            degrees: map
                .spots
                .iter()
                .map(|spot| spot.darts.len() as u8)
                .collect(),
            homes: map.spots.iter().map(|spot| spot.point.unit()).collect(),
            spots: map.spots.len(),
            lines,
            chains: chains(map),
            forces: forces_for(map),
            owners: Vec::new(),
            spot_regions,
            tight: false,
        };
        relaxer.compact();
        Redraw {
            map: map.clone(),
            relaxer,
            done: 0,
            steps,
        }
    }

    /// The redrawing that somebody asked for: longer, and everything may go further for the sake of looks.
    pub fn tidy(map: &PlanarMap) -> Self {
        let mut redraw = Redraw::new(map, Redraw::TIDY_STEPS);
        redraw.relaxer.forces.travel_max = Redraw::TIDY_TRAVEL_MAX;
        redraw.relaxer.forces.hold *= 0.25;
        redraw
    }

    /// The same with regions that press harder than lines pull: for a picture that no hand has drawn yet, where nothing
    /// need stay near its place.
    pub(crate) fn roomy(mut self) -> Self {
        self.relaxer.forces.pressure *= 6.0;
        self.relaxer.forces.spot_push *= 0.3;
        self.relaxer.homes.clear();
        self
    }

    /// The map as it is now.
    pub fn map(&self) -> &PlanarMap {
        &self.map
    }

    #[cfg(test)]
    pub(crate) fn relaxer(&self) -> &Relaxer {
        &self.relaxer
    }

    /// The map as it is now, to keep.
    pub fn into_map(self) -> PlanarMap {
        self.map
    }

    /// How many steps it makes.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// How many steps have been made.
    pub fn steps_done(&self) -> u32 {
        self.done
    }

    /// Makes one step; whether there are more to come.
    pub fn step(&mut self) -> bool {
        if self.done >= self.steps {
            return false;
        }
        // Big movements first; the last steps only settle.
        let heat = 1.0 - 0.85 * f64::from(self.done) / f64::from(self.steps.max(1));
        // Areas change slowly.
        if self.done.is_multiple_of(4) {
            self.weigh_regions();
        }
        self.relaxer.step(heat);
        if !self.map.edges.is_empty() {
            self.stretch();
        }
        self.done += 1;
        self.write_back();
        self.done < self.steps
    }

    /// Lets every region press on its lines as its need for room says: a region with lives wants room to play in, a
    /// dead one only enough to be seen.
    fn weigh_regions(&mut self) {
        let map = &self.map;
        let open = map.outermost();
        let regions = map.labelled.region_ids();
        let wants: Vec<Want> = regions.map(|id| want(map, id, id == open)).collect();
        let total: f64 = wants.iter().map(|want| want.need).sum();
        let pressures: Vec<f64> = wants.iter().map(|want| want.pressure(total)).collect();
        for (edge, line) in self.relaxer.lines.iter_mut().enumerate() {
            let dart = EdgeId(edge as u32).forward();
            let sides = [dart, dart.twin()].map(|dart| map.region_of(dart).0 as usize);
            line.pressure = pressures[sides[0]] - pressures[sides[1]];
            line.reaches = sides.map(|side| if wants[side].alive { 1.0 } else { 0.85 });
        }
    }

    fn write_back(&mut self) {
        for (index, spot) in self.map.spots.iter_mut().enumerate() {
            spot.point = self.relaxer.points[index];
        }
        for (edge, line) in self.map.edges.iter_mut().zip(&self.relaxer.lines) {
            edge.points.clear();
            edge.points.extend(
                line.vertices
                    .iter()
                    .map(|&vertex| self.relaxer.points[vertex as usize]),
            );
        }
        debug_assert_eq!(self.map.check(), Ok(()), "redrawing keeps the map");
    }

    /// Stretches a picture that is smaller than the board deserves, and moves it to the middle: an affine map, which
    /// changes no topology. It is left out where lines are so near that rounding to the lattice could matter.
    fn stretch(&mut self) {
        if self.relaxer.tight {
            return;
        }
        let side = f64::from(SIDE);
        let points = &self.relaxer.points;
        let plan = |coordinate: fn(&Point) -> i32| {
            let low = f64::from(points.iter().map(coordinate).min().unwrap_or(0)) / side;
            let high = f64::from(points.iter().map(coordinate).max().unwrap_or(0)) / side;
            let (size, middle) = (high - low, (low + high) / 2.0);
            if size >= Redraw::SIZE_WANTED {
                return (middle, 1.0, middle);
            }
            let target = (size + Redraw::STRETCH_MAX).min(Redraw::SIZE_WANTED);
            let scale = if size > 0.05 { target / size } else { 1.0 };
            // The middle of the box goes to the middle of the board, not faster than it stretches.
            let shift = (0.5 - middle).clamp(-Redraw::STRETCH_MAX, Redraw::STRETCH_MAX);
            (middle, scale, middle + shift)
        };
        let (from_x, scale_x, to_x) = plan(|point| point.x);
        let (from_y, scale_y, to_y) = plan(|point| point.y);
        let still = |from: f64, scale: f64, to: f64| scale == 1.0 && from == to;
        if still(from_x, scale_x, to_x) && still(from_y, scale_y, to_y) {
            return;
        }
        let stretched = |(x, y): (f64, f64), share: f64| {
            let to = (to_x + (x - from_x) * scale_x, to_y + (y - from_y) * scale_y);
            (x + share * (to.0 - x), y + share * (to.1 - y))
        };
        // As much of it as leaves every spot near where it was.
        let most = self.relaxer.forces.travel_max;
        let near = |share: f64| {
            let mut pairs = self.relaxer.points.iter().zip(&self.relaxer.homes);
            pairs.all(|(point, home)| {
                let (x, y) = stretched(point.unit(), share);
                let (dx, dy) = (x - home.0, y - home.1);
                dx * dx + dy * dy <= most * most
            })
        };
        let shares = [1.0, 0.5, 0.25, 0.125];
        let Some(share) = shares.into_iter().find(|&share| near(share)) else {
            return;
        };
        for point in &mut self.relaxer.points {
            let (x, y) = stretched(point.unit(), share);
            *point = Point::from_unit(x, y);
        }
    }
}

/// What a region wants.
struct Want {
    /// Whether somebody can move there.
    alive: bool,
    /// The room that it has, in squares of the board's side.
    area: f64,
    /// Its need for room, compared with that of others.
    need: f64,
}

impl Want {
    /// How hard it presses: 1 where it has about the share of the board that it needs.
    fn pressure(&self, total: f64) -> f64 {
        // What is not far from right need not be made right.
        const CONTENT: f64 = 0.8;
        let press = self.need / total / self.area;
        let most = if self.alive { 40.0 } else { 3.0 };
        if press > 1.0 + CONTENT {
            (press - CONTENT).min(most)
        } else if press < 1.0 - CONTENT {
            (press + CONTENT).max(0.1)
        } else {
            1.0
        }
    }
}

fn want(map: &PlanarMap, region: RegionId, open: bool) -> Want {
    // Half the width of a region that a finger enters with ease.
    const HALF_WIDTH: f64 = 0.04;
    let side = f64::from(SIDE);
    let lives = map.labelled.region_lives(region);
    let alive = lives >= 2;
    let (mut area, mut round) = (if open { 1.0 } else { 0.0 }, 0.0);
    for boundary in &map.regions[region.0 as usize] {
        let polygon = map.boundary_polygon(boundary);
        area += doubled_area(&polygon) as f64 / 2.0 / side / side;
        let next = polygon.iter().cycle().skip(1);
        let sizes = polygon.iter().zip(next).map(|(a, b)| a.distance(*b) / side);
        round += sizes.sum::<f64>();
    }
    // A sliver may have room enough and still be too narrow: it counts as less than it is.
    let thin = 2.0 * area / round / HALF_WIDTH;
    if alive && !open && thin < 1.0 {
        area *= thin * thin;
    }
    let regions = map.labelled.regions();
    let corners: usize = regions[region.0 as usize].iter().map(Vec::len).sum();
    let need = if alive {
        1.0 + 0.35 * corners as f64 + 0.9 * f64::from(lives)
    } else {
        0.6 + 0.15 * corners as f64
    };
    Want {
        alive,
        area: area.max(1e-5),
        // The open has the board's edge around it and needs a little more.
        need: need + if open { 2.0 } else { 0.0 },
    }
}

impl PlanarMap {
    /// Redraws the map gently in a number of steps.
    pub fn redraw(&mut self, steps: u32) {
        let mut redraw = Redraw::new(self, steps);
        while redraw.step() {}
        *self = redraw.map;
    }

    /// Redraws the map as somebody wants it who asks for it: see [`Redraw::tidy`].
    pub fn tidy(&mut self) {
        let mut redraw = Redraw::tidy(self);
        while redraw.step() {}
        *self = redraw.map;
    }

    /// Draws moves one after another, redrawing after each. They are named in the numbers of the labelled position, so
    /// each is drawn exactly.
    pub fn draw_moves(&mut self, moves: &[Move]) -> Result<(), RouteError> {
        for step in moves {
            let curve = self.route(step)?;
            self.draw(&curve).expect("it was found on this picture");
            self.redraw(Redraw::STEPS);
        }
        Ok(())
    }
}

/// The constants for a map: finer where there is more to draw.
pub(crate) fn forces_for(map: &PlanarMap) -> Forces {
    let spots = map.spots.len() as f64;
    let small_edge = (0.045 - 0.0003 * spots).max(0.02);
    // Even spacing: lines of this total length would lie about this far apart.
    let length: f64 = map
        .edges
        .iter()
        .flat_map(|edge| edge.points.windows(2))
        .map(|pair| pair[0].distance(pair[1]) / f64::from(SIDE))
        .sum();
    let spacing = 1.0 / (length + 3.0);
    Forces {
        small_edge,
        line_reach: (1.6 * spacing).clamp(0.03, 0.2),
        spot_reach: (0.9 / (spots + 2.0).sqrt()).clamp(0.04, 0.3),
        tension: 0.27,
        push: 0.1,
        spot_push: 0.14,
        pressure: 0.0025,
        step_max: 0.014,
        margin: Redraw::MARGIN,
        stiffness: 1.0,
        bend_reach: 0.09,
        hold: 0.12,
        carry: 1.2,
        fan: 0.06,
        travel_max: Redraw::TRAVEL_MAX,
    }
}

/// The lines of a map, joined where two of them meet in a spot of which nothing else leaves, and where both are of one move: its
/// curve goes on as one through its own spot, whatever was joined to it since, as a road does where another one ends.
fn chains(map: &PlanarMap) -> Vec<Chain> {
    let mut used = vec![false; map.edges.len()];
    let onward = |dart: DartId| {
        let darts = &map.spots[map.head(dart).0 as usize].darts;
        let mut others = darts.iter().filter(|&&other| other != dart.twin());
        let (one, two) = (*others.next()?, others.next());
        let by = map.move_of_edge(dart.edge());
        let same = |other: &DartId| by.is_some() && map.move_of_edge(other.edge()) == by;
        match two {
            None => Some(one),
            Some(&two) => [one, two].into_iter().find(same),
        }
    };
    let mut chains = Vec::new();
    for edge in 0..map.edges.len() {
        if used[edge] {
            continue;
        }
        // Back to where the chain begins, or once round.
        let here = EdgeId(edge as u32).forward();
        let mut back = here.twin();
        let mut closed = false;
        while let Some(next) = onward(back) {
            back = next;
            if back.edge() == here.edge() {
                closed = true;
                break;
            }
        }
        let first = if closed { here } else { back.twin() };
        let mut lines = Vec::new();
        let mut dart = first;
        loop {
            used[dart.edge().0 as usize] = true;
            lines.push((dart.edge().0, dart.is_forward()));
            match onward(dart) {
                Some(next) if next != first => dart = next,
                _ => break,
            }
        }
        chains.push(Chain { lines, closed });
    }
    chains
}
