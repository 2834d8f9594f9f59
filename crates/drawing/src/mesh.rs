//! A triangulation of one region: its boundaries as walls, with points of our own in the open so that paths find wide
//! places. It owns how a region is cut into triangles, and knows nothing of moves or paths.

use crate::grid::Grid;
use crate::map::{Boundary, DartId, PlanarMap};
use crate::point::{Point, SIDE, nearest_on_segment};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use sprouts::{RegionId, SpotId};
use std::collections::BTreeMap;

/// No triangle.
pub(crate) const NONE: u32 = u32::MAX;

/// What a side of a triangle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Another triangle of the region lies behind it.
    Open,
    /// The edge of the board.
    Frame,
    /// A small edge of the dart at a place of a boundary's walk.
    Wall { boundary: u32, place: u32 },
}

/// The triangles of a region. Side `i` of a triangle runs from its corner `i` to the next, the triangle on the left.
pub(crate) struct Mesh {
    pub points: Vec<Point>,
    /// For every vertex, the distance to the nearest wall in units of the board; nought on walls and spots.
    pub clearance: Vec<f64>,
    /// The vertices of spots.
    pub spots: BTreeMap<SpotId, u32>,
    pub corners: Vec<[u32; 3]>,
    pub sides: Vec<[Side; 3]>,
    pub across: Vec<[u32; 3]>,
    /// The number of the edge of each side; an open side has the same one from both triangles.
    pub edges: Vec<[u32; 3]>,
    /// Whether the side runs against its edge: true for one of the two triangles of an open side.
    pub flipped: Vec<[bool; 3]>,
    pub edge_count: usize,
    /// For every edge, a triangle that has it and the side there; of the two triangles of an open one the first.
    pub where_is: Vec<(u32, u8)>,
    /// For every edge, how much dearer than its length the way through it is: much, where walls are near.
    pub weights: Vec<f64>,
    /// The distance between our own points in units of the board.
    pub spacing: f64,
}

impl Mesh {
    /// Triangulates a region.
    pub fn new(map: &PlanarMap, region: RegionId, spacing: f64) -> Option<Mesh> {
        let mut sketch = Sketch::default();
        let mut has_border = false;
        for (boundary, own) in (0u32..).zip(&map.regions[region.0 as usize]) {
            match own {
                Boundary::Lone(spot) => {
                    let vertex = sketch.vertex(map.spot_point(*spot));
                    sketch.spots.insert(*spot, vertex);
                }
                Boundary::Walk(darts) => {
                    has_border |= map.border(region) == Some(boundary);
                    for (place, &dart) in (0u32..).zip(darts) {
                        sketch.wall(map, dart, Side::Wall { boundary, place });
                    }
                }
            }
        }
        let own_points = open_points(map, region, has_border, &sketch.points, spacing);
        let mut clearance = vec![0.0; sketch.points.len()];
        if !has_border {
            for (x, y) in [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)] {
                sketch.vertex(Point::new(x, y));
            }
            clearance.resize(sketch.points.len(), 0.0);
        }
        for (point, room) in own_points {
            if sketch.vertex(point) as usize == clearance.len() {
                clearance.push(room);
            }
        }
        let triangulation = sketch.triangulation()?;
        let inside = sketch.flood(&triangulation, !has_border);
        Some(Mesh::collect(
            &triangulation,
            &inside,
            sketch,
            clearance,
            spacing,
        ))
    }

    /// Keeps the triangles of the region.
    fn collect(
        triangulation: &Delaunay,
        inside: &[bool],
        sketch: Sketch,
        clearance: Vec<f64>,
        spacing: f64,
    ) -> Mesh {
        let is_inside = |face: &Face<'_>| inside[face.fix().index()];
        let mut index = vec![NONE; inside.len()];
        let mut count = 0;
        for face in triangulation.inner_faces().filter(is_inside) {
            index[face.fix().index()] = count;
            count += 1;
        }
        let mut mesh = Mesh {
            points: sketch.points,
            clearance,
            spots: sketch.spots,
            corners: Vec::with_capacity(count as usize),
            sides: Vec::new(),
            across: Vec::new(),
            edges: Vec::new(),
            flipped: Vec::new(),
            edge_count: 0,
            where_is: Vec::new(),
            weights: Vec::new(),
            spacing,
        };
        let mut edge_of: BTreeMap<usize, u32> = BTreeMap::new();
        for face in triangulation.inner_faces().filter(is_inside) {
            mesh.add(face, &sketch.walls, &index, &mut edge_of);
        }
        mesh
    }

    /// Adds a triangle; `index` numbers the triangles of the region, `edge_of` the open edges met so far.
    fn add(
        &mut self,
        face: Face<'_>,
        walls: &BTreeMap<(u32, u32), Side>,
        index: &[u32],
        edge_of: &mut BTreeMap<usize, u32>,
    ) {
        let corners = corners(face);
        let (mut sides, mut across) = ([Side::Open; 3], [NONE; 3]);
        let (mut edges, mut flipped) = ([0u32; 3], [false; 3]);
        for edge in face.adjacent_edges() {
            let from = edge.from().fix().index() as u32;
            let to = edge.to().fix().index() as u32;
            let side = corners
                .iter()
                .position(|&corner| corner == from)
                .unwrap_or(0);
            if let Some(&wall) = walls.get(&(from, to)) {
                sides[side] = wall;
            } else if let Some(other) = edge.rev().face().as_inner() {
                across[side] = index[other.fix().index()];
            } else {
                sides[side] = Side::Frame;
            }
            let shared = edge.as_undirected().fix().index();
            match edge_of.get(&shared) {
                Some(&known) if across[side] != NONE => {
                    edges[side] = known;
                    flipped[side] = true;
                }
                _ => {
                    edges[side] = self.edge_count as u32;
                    self.edge_count += 1;
                    self.where_is.push((self.corners.len() as u32, side as u8));
                    self.weights.push(self.weight(from, to));
                    if across[side] != NONE {
                        edge_of.insert(shared, edges[side]);
                    }
                }
            }
        }
        self.corners.push(corners);
        self.sides.push(sides);
        self.across.push(across);
        self.edges.push(edges);
        self.flipped.push(flipped);
    }
}

impl Mesh {
    fn weight(&self, a: u32, b: u32) -> f64 {
        let (p, q) = (self.points[a as usize], self.points[b as usize]);
        let half = p.distance(q) / f64::from(SIDE) / 2.0;
        let room = |vertex: u32| self.clearance[vertex as usize].max(half);
        let room = room(a).min(room(b));
        let wish = 1.2 * self.spacing;
        1.0 + 1.5 * (wish / room.max(0.05 * wish) - 1.0).clamp(0.0, 8.0)
    }
}

type Delaunay = ConstrainedDelaunayTriangulation<Point2<f64>>;

type Face<'all> = spade::handles::FaceHandle<
    'all,
    spade::handles::InnerTag,
    Point2<f64>,
    (),
    spade::CdtEdge<()>,
    (),
>;

fn corners(face: Face<'_>) -> [u32; 3] {
    face.vertices().map(|vertex| vertex.fix().index() as u32)
}

/// What is to be triangulated: points, each once, and walls between them.
#[derive(Default)]
struct Sketch {
    points: Vec<Point>,
    numbers: BTreeMap<Point, u32>,
    spots: BTreeMap<SpotId, u32>,
    walls: BTreeMap<(u32, u32), Side>,
    constraints: Vec<[usize; 2]>,
}

impl Sketch {
    fn vertex(&mut self, point: Point) -> u32 {
        *self.numbers.entry(point).or_insert_with(|| {
            self.points.push(point);
            self.points.len() as u32 - 1
        })
    }

    /// The small edges of a dart. The edge of both of its darts is a constraint once.
    fn wall(&mut self, map: &PlanarMap, dart: DartId, side: Side) {
        let mut before = None;
        for point in map.dart_points(dart) {
            let here = self.vertex(point);
            if let Some(before) = before {
                self.walls.insert((before, here), side);
                if !self.walls.contains_key(&(here, before)) {
                    self.constraints.push([before as usize, here as usize]);
                }
            } else {
                self.spots.insert(map.tail(dart), here);
            }
            before = Some(here);
        }
    }

    fn triangulation(&mut self) -> Option<Delaunay> {
        let place = |point: &Point| Point2::new(f64::from(point.x), f64::from(point.y));
        let places = self.points.iter().map(place).collect();
        let constraints = std::mem::take(&mut self.constraints);
        let mut conflict = false;
        let found = Delaunay::try_bulk_load_cdt(places, constraints, |_| conflict = true).ok()?;
        (!conflict && found.num_vertices() == self.points.len()).then_some(found)
    }

    /// The triangles of the region, found by flooding from its walls and spots.
    fn flood(&self, triangulation: &Delaunay, is_outermost: bool) -> Vec<bool> {
        let mut inside = vec![false; triangulation.num_all_faces()];
        let mut stack = Vec::new();
        for face in triangulation.inner_faces() {
            if self.is_seed(corners(face), is_outermost) {
                inside[face.fix().index()] = true;
                stack.push(face.fix());
            }
        }
        while let Some(face) = stack.pop() {
            for edge in triangulation.face(face).adjacent_edges() {
                if edge.is_constraint_edge() {
                    continue;
                }
                if let Some(other) = edge.rev().face().as_inner()
                    && !std::mem::replace(&mut inside[other.fix().index()], true)
                {
                    stack.push(other.fix());
                }
            }
        }
        inside
    }

    /// Whether a triangle is known to be of the region by its own corners.
    fn is_seed(&self, corners: [u32; 3], is_outermost: bool) -> bool {
        let on_wall = |side: usize| {
            let ends = (corners[side], corners[(side + 1) % 3]);
            self.walls.contains_key(&ends)
        };
        // A lone spot's triangles are all of the region; with lines, only those on the walls' left are.
        let lone = |corner: u32| {
            self.spots.values().any(|&spot| spot == corner)
                && self
                    .walls
                    .range((corner, 0)..(corner + 1, 0))
                    .next()
                    .is_none()
        };
        (0..3).any(on_wall)
            || corners.into_iter().any(lone)
            || (is_outermost
                && corners
                    .iter()
                    .any(|&corner| on_frame(self.points[corner as usize])))
    }
}

fn on_frame(point: Point) -> bool {
    point.x == 0 || point.y == 0 || point.x == SIDE || point.y == SIDE
}

/// Points of our own in the open of a region, in rows that interlock, away from walls and spots; with their distance
/// from those.
fn open_points(
    map: &PlanarMap,
    region: RegionId,
    has_border: bool,
    vertices: &[Point],
    spacing: f64,
) -> Vec<(Point, f64)> {
    let boundaries = &map.regions[region.0 as usize];
    let mut segments: Vec<(Point, Point)> = Vec::new();
    for boundary in boundaries {
        let polygon = map.boundary_polygon(boundary);
        for (index, &point) in polygon.iter().enumerate() {
            segments.push((point, polygon[(index + 1) % polygon.len()]));
        }
    }
    let units: Vec<_> = segments.iter().map(|(a, b)| (a.unit(), b.unit())).collect();
    let reach = 2.0 * spacing;
    let grid = Grid::new(&units, reach);
    let low = vertices.iter().map(|point| point.y).min().unwrap_or(0);
    let high = vertices.iter().map(|point| point.y).max().unwrap_or(SIDE);
    let mut found = Vec::new();
    let rise = spacing * 0.866;
    let rows = (1.0 / rise) as usize;
    for row in 0..=rows {
        let y = (row as f64 + 0.5) * rise;
        let level = Point::from_unit(0.0, y).y;
        if y >= 1.0 || (has_border && (level < low || level > high)) {
            continue;
        }
        let mut crossings: Vec<f64> = segments
            .iter()
            .filter(|(a, b)| (a.y > level) != (b.y > level))
            .map(|(a, b)| {
                let share = f64::from(level - a.y) / f64::from(b.y - a.y);
                (f64::from(a.x) + share * (f64::from(b.x) - f64::from(a.x))) / f64::from(SIDE)
            })
            .collect();
        crossings.sort_by(f64::total_cmp);
        let mut passed = 0;
        let shift = if row % 2 == 0 { 0.25 } else { 0.75 };
        let columns = (1.0 / spacing) as usize;
        for column in 0..=columns {
            let x = (column as f64 + shift) * spacing;
            if x >= 1.0 {
                continue;
            }
            while passed < crossings.len() && crossings[passed] < x {
                passed += 1;
            }
            // Inside a border after an odd number of lines; outside all islands after an even one.
            if (passed % 2 == 1) != has_border {
                continue;
            }
            let mut room = reach.min(x).min(y).min(1.0 - x).min(1.0 - y);
            for &near in grid.near((x, y)) {
                let (a, b) = units[near as usize];
                room = room.min(nearest_on_segment((x, y), a, b).1);
            }
            if room > 0.5 * spacing {
                found.push((Point::from_unit(x, y), room));
            }
        }
    }
    found
}
