//! Redrawing: the picture relaxes until lines are short, keep their distance and use the board, and the map stays the
//! same map. It owns the constants for whole pictures and the stretching to the board; the forces are `relax`'s.

use crate::map::PlanarMap;
use crate::point::{Point, SIDE, doubled_area};
use crate::relax::{Forces, Line, Relaxer};
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
    pub const STEPS: u32 = 30;

    /// Where lines keep off the edge of the board.
    const MARGIN: f64 = 0.03;
    /// The box to which the picture is stretched keeps this distance from the edge of the board.
    const MARGIN_WANTED: f64 = 0.07;
    /// The largest stretching of a side in one step.
    const STRETCH_MAX: f64 = 0.02;

    /// A redrawing of a map in a number of steps.
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
            // from a spot to itself keeps two.
            let least = 3 + usize::from(edge.from == edge.to);
            lines.push(Line {
                vertices,
                fixed: false,
                least,
                pressure: 0.0,
                regions,
            });
        }
        let mut relaxer = Relaxer {
            fixed: vec![false; points.len()],
            points,
            spots: map.spots.len(),
            lines,
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

    /// The same with regions that press harder than lines pull: for a picture that no hand has drawn yet, where nothing
    /// need stay near its place.
    pub(crate) fn roomy(mut self) -> Self {
        self.relaxer.forces.pressure *= 6.0;
        self.relaxer.forces.spot_push *= 0.3;
        self
    }

    /// The map as it is now.
    pub fn map(&self) -> &PlanarMap {
        &self.map
    }

    /// The map as it is now, to keep.
    pub fn into_map(self) -> PlanarMap {
        self.map
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
        let outermost = map.outermost();
        let mut areas: Vec<f64> = Vec::with_capacity(map.regions.len());
        let mut needs: Vec<f64> = Vec::with_capacity(map.regions.len());
        let side = f64::from(SIDE);
        for (index, boundaries) in map.regions.iter().enumerate() {
            let region = RegionId(index as u32);
            let doubled: i128 = boundaries
                .iter()
                .map(|boundary| doubled_area(&map.boundary_polygon(boundary)))
                .sum();
            let own = doubled as f64 / 2.0 / side / side;
            areas.push(if region == outermost { 1.0 + own } else { own }.max(1e-4));
            let corners: usize = map.labelled.regions()[index].iter().map(Vec::len).sum();
            let lives = map.labelled.region_lives(region);
            // The open has the board's edge around it and needs a little more.
            let open = if region == outermost { 2.0 } else { 0.0 };
            needs.push(if lives < 2 {
                0.6 + 0.15 * corners as f64 + open
            } else {
                1.0 + 0.35 * corners as f64 + 0.9 * f64::from(lives) + open
            });
        }
        let total: f64 = needs.iter().sum();
        let pressure: Vec<f64> = areas
            .iter()
            .zip(&needs)
            .map(|(area, need)| (need / total / area).clamp(0.1, 5.0))
            .collect();
        for (edge, line) in self.relaxer.lines.iter_mut().enumerate() {
            let dart = crate::map::EdgeId(edge as u32).forward();
            let [left, right] = [dart, dart.twin()].map(|dart| map.region_of(dart).0 as usize);
            line.pressure = pressure[left] - pressure[right];
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

    /// Moves and stretches the whole picture towards the middle and the wanted margin: an affine map, which changes no
    /// topology. It is left out where lines are so near that rounding to the lattice could matter.
    fn stretch(&mut self) {
        let side = f64::from(SIDE);
        let points = &self.relaxer.points;
        let bounds = |coordinate: fn(&Point) -> i32| {
            let low = points.iter().map(coordinate).min().unwrap_or(0);
            let high = points.iter().map(coordinate).max().unwrap_or(0);
            (f64::from(low) / side, f64::from(high) / side)
        };
        let plan = |(low, high): (f64, f64)| {
            let size = high - low;
            let wanted = 1.0 - 2.0 * Redraw::MARGIN_WANTED;
            let target = if size > wanted {
                size.min(1.0 - 2.0 * Redraw::MARGIN)
            } else {
                (size + Redraw::STRETCH_MAX).min(wanted)
            };
            let scale = if size > 0.05 { target / size } else { 1.0 };
            // The middle of the box goes to the middle of the board, not faster than it stretches.
            let middle = (low + high) / 2.0;
            let shift = (0.5 - middle).clamp(-Redraw::STRETCH_MAX, Redraw::STRETCH_MAX);
            (middle, scale.max(0.9), middle + shift)
        };
        let (from_x, scale_x, to_x) = plan(bounds(|point| point.x));
        let (from_y, scale_y, to_y) = plan(bounds(|point| point.y));
        let still = |from: f64, scale: f64, to: f64| scale == 1.0 && from == to;
        if still(from_x, scale_x, to_x) && still(from_y, scale_y, to_y) {
            return;
        }
        if self.relaxer.tight {
            return;
        }
        for point in &mut self.relaxer.points {
            let (x, y) = point.unit();
            *point = Point::from_unit(to_x + (x - from_x) * scale_x, to_y + (y - from_y) * scale_y);
        }
    }
}

impl PlanarMap {
    /// Redraws the map in a number of steps.
    pub fn redraw(&mut self, steps: u32) {
        let mut redraw = Redraw::new(self, steps);
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
        push: 0.09,
        spot_push: 0.14,
        pressure: 0.0025,
        step_max: 0.014,
        margin: Redraw::MARGIN,
    }
}
