//! The planar map: spots, edges as polylines, darts, and regions with their boundaries.
//! It owns the combinatorial map and the geometry on it, and how to read both. How a curve is checked and inserted stands
//! in `insert`, where a point lies in `locate`, proofs of soundness in `check`. It knows nothing of pens or pictures.

use crate::locate;
use crate::point::{Point, doubled_area, turns_between};
use sprouts::order;
use sprouts::{Corner, Labelled, Move, RegionId, SpotId};

/// An edge: a polyline from a spot to a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(pub u32);

impl EdgeId {
    /// The edge walked as it was drawn.
    pub fn forward(self) -> DartId {
        DartId(self.0 * 2)
    }
}

/// An edge walked in one of its two directions; a dart and its twin differ in the low bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DartId(pub u32);

impl DartId {
    /// The same edge walked the other way.
    pub fn twin(self) -> DartId {
        DartId(self.0 ^ 1)
    }

    /// The edge walked.
    pub fn edge(self) -> EdgeId {
        EdgeId(self.0 / 2)
    }

    /// Whether the edge is walked as it was drawn.
    pub fn is_forward(self) -> bool {
        self.0 & 1 == 0
    }
}

/// A spot of the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub(crate) point: Point,
    /// The darts that leave the spot, each next one to the left of the one before.
    pub(crate) darts: Vec<DartId>,
}

/// An edge of the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub(crate) from: SpotId,
    pub(crate) to: SpotId,
    /// From spot to spot, both included.
    pub(crate) points: Vec<Point>,
}

impl Edge {
    /// Where it was begun.
    pub fn from(&self) -> SpotId {
        self.from
    }

    /// Where it ends.
    pub fn to(&self) -> SpotId {
        self.to
    }

    /// The polyline from spot to spot, both ends included.
    pub fn points(&self) -> &[Point] {
        &self.points
    }
}

/// One boundary of a region. A walk keeps the region on its left; its corner `i` is the spot that its dart `i` leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// A spot without lines.
    Lone(SpotId),
    /// The darts in order.
    Walk(Vec<DartId>),
}

/// A planar map of spots and hand-drawn edges on the board, with the game that made it.
///
/// The topology is exact: points lie on a lattice and every decision is an integer's sign. Regions, boundaries and
/// corners are numbered exactly as in [`PlanarMap::labelled`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanarMap {
    pub(crate) spots: Vec<Spot>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) regions: Vec<Vec<Boundary>>,
    pub(crate) labelled: Labelled,
    /// For every move, the boundaries of its region before it.
    pub(crate) before: Vec<Vec<Boundary>>,
    /// How many spots and edges were there before the first move.
    pub(crate) base: (usize, usize),
    /// Region and corner of every dart's tail.
    pub(crate) places: Vec<(RegionId, Corner)>,
    /// Region and boundary of every lone spot.
    pub(crate) lone_places: Vec<Option<(RegionId, Corner)>>,
}

/// Why spots and polylines are no map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MapError {
    /// No spots at all, or far too many.
    SpotCount {
        /// How many there are.
        spots: usize,
    },
    /// A spot or a point of an edge lies outside the board.
    OffBoard,
    /// Two spots share a place.
    SpotsCoincide {
        /// The later one.
        spot: SpotId,
    },
    /// More than three lines end in a spot.
    TooManyLines {
        /// The spot.
        spot: SpotId,
    },
    /// An edge does not run from its first spot to its last, or names a spot that is not there.
    EdgeEnds {
        /// The edge.
        edge: EdgeId,
    },
    /// An edge crosses or touches itself, another edge or a spot.
    EdgeCrosses {
        /// The edge.
        edge: EdgeId,
    },
    /// The lists of corners are not a position.
    Labelled(sprouts::LabelledError),
}

impl std::fmt::Display for MapError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MapError::SpotCount { spots } => write!(
                f,
                "a map has 1 to {} spots, not {spots}",
                PlanarMap::MAX_SPOTS
            ),
            MapError::OffBoard => f.write_str("a point lies outside the board"),
            MapError::SpotsCoincide { spot } => {
                write!(f, "spot {spot} lies on another spot; move it aside")
            }
            MapError::TooManyLines { spot } => {
                write!(f, "more than three lines end in spot {spot}")
            }
            MapError::EdgeEnds { edge } => {
                write!(f, "line {} does not run from spot to spot", edge.0 + 1)
            }
            MapError::EdgeCrosses { edge } => {
                write!(f, "line {} crosses or touches another line", edge.0 + 1)
            }
            MapError::Labelled(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MapError {}

impl PlanarMap {
    /// The most spots a map may have, those of all moves included.
    pub const MAX_SPOTS: usize = 4096;

    /// A map of spots at given places and without lines.
    pub fn from_spots(points: &[Point]) -> Result<Self, MapError> {
        PlanarMap::from_parts(points, &[])
    }

    /// A map from spots and polylines, which may cross or touch nowhere. It is the start of a game: nothing to undo.
    pub fn from_parts(
        points: &[Point],
        edges: &[(SpotId, SpotId, Vec<Point>)],
    ) -> Result<Self, MapError> {
        let spots: Vec<Spot> = points
            .iter()
            .map(|&point| Spot {
                point,
                darts: Vec::new(),
            })
            .collect();
        if spots.is_empty() || spots.len() > PlanarMap::MAX_SPOTS {
            return Err(MapError::SpotCount { spots: spots.len() });
        }
        let mut map = PlanarMap {
            spots,
            edges: Vec::new(),
            regions: Vec::new(),
            labelled: Labelled::start(0),
            before: Vec::new(),
            base: (points.len(), edges.len()),
            places: Vec::new(),
            lone_places: Vec::new(),
        };
        for (index, spot) in map.spots.iter().enumerate() {
            if !spot.point.on_board() {
                return Err(MapError::OffBoard);
            }
            if points[..index].contains(&spot.point) {
                return Err(MapError::SpotsCoincide {
                    spot: SpotId(index as u32),
                });
            }
        }
        for (index, (from, to, polyline)) in edges.iter().enumerate() {
            let edge = EdgeId(index as u32);
            let at = |spot: SpotId| points.get(spot.0 as usize);
            if polyline.len() < 2
                || at(*from) != polyline.first()
                || at(*to) != polyline.last()
                || (from == to && polyline.len() < 4)
            {
                return Err(MapError::EdgeEnds { edge });
            }
            if !polyline.iter().all(|point| point.on_board()) {
                return Err(MapError::OffBoard);
            }
            map.edges.push(Edge {
                from: *from,
                to: *to,
                points: polyline.clone(),
            });
        }
        map.find_crossing()
            .map_or(Ok(()), |edge| Err(MapError::EdgeCrosses { edge }))?;
        for index in 0..map.edges.len() {
            let edge = EdgeId(index as u32);
            for dart in [edge.forward(), edge.forward().twin()] {
                map.add_dart(dart);
            }
        }
        if let Some(spot) = map.spots.iter().position(|spot| spot.darts.len() > 3) {
            return Err(MapError::TooManyLines {
                spot: SpotId(spot as u32),
            });
        }
        map.trace_regions();
        map.labelled = Labelled::from_regions(map.spot_lists()).map_err(MapError::Labelled)?;
        map.note_places();
        Ok(map)
    }

    /// The labelled position of the map, with its history. Regions, boundaries and corners have the same numbers here.
    pub fn labelled(&self) -> &Labelled {
        &self.labelled
    }

    /// The moves that were drawn, first one first.
    pub fn history(&self) -> &[Move] {
        self.labelled.history()
    }

    /// How many spots there are.
    pub fn spot_count(&self) -> usize {
        self.spots.len()
    }

    /// How many edges there are: two for every move.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// How many small edges the polylines have together.
    pub fn small_edge_count(&self) -> usize {
        self.edges.iter().map(|edge| edge.points.len() - 1).sum()
    }

    /// The ids of all spots.
    pub fn spot_ids(&self) -> impl Iterator<Item = SpotId> + use<> {
        (0..self.spots.len() as u32).map(SpotId)
    }

    /// The ids of all edges.
    pub fn edge_ids(&self) -> impl Iterator<Item = EdgeId> + use<> {
        (0..self.edges.len() as u32).map(EdgeId)
    }

    /// Where a spot lies. Panics when there is no such spot.
    pub fn spot_point(&self, spot: SpotId) -> Point {
        self.spots[spot.0 as usize].point
    }

    /// How many more lines may end in a spot. Panics when there is no such spot.
    pub fn lives(&self, spot: SpotId) -> u8 {
        self.labelled.lives(spot)
    }

    /// An edge. Panics when there is no such edge.
    pub fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge.0 as usize]
    }

    /// The number of the move that drew an edge, from 0; nothing for an edge that was there from the start.
    pub fn move_of_edge(&self, edge: EdgeId) -> Option<usize> {
        (edge.0 as usize)
            .checked_sub(self.base.1)
            .map(|index| index / 2)
    }

    /// The number of the move that made a spot, from 0; nothing for a spot that was there from the start.
    pub fn move_of_spot(&self, spot: SpotId) -> Option<usize> {
        (spot.0 as usize).checked_sub(self.base.0)
    }

    /// The boundaries of all regions. Panics on use of a region that is not there.
    pub fn regions(&self) -> &[Vec<Boundary>] {
        &self.regions
    }

    /// The spot that a dart leaves.
    pub fn tail(&self, dart: DartId) -> SpotId {
        let edge = self.edge(dart.edge());
        if dart.is_forward() {
            edge.from
        } else {
            edge.to
        }
    }

    /// The spot at which a dart arrives.
    pub fn head(&self, dart: DartId) -> SpotId {
        self.tail(dart.twin())
    }

    /// The next dart of the walk round the region on the left.
    pub fn next(&self, dart: DartId) -> DartId {
        let darts = &self.spots[self.head(dart).0 as usize].darts;
        let twin = dart.twin();
        let place = darts
            .iter()
            .position(|&other| other == twin)
            .expect("a dart's twin leaves its head");
        darts[(place + darts.len() - 1) % darts.len()]
    }

    /// The region on a dart's left.
    pub fn region_of(&self, dart: DartId) -> RegionId {
        self.places[dart.0 as usize].0
    }

    /// The points of a dart from its tail to its head, both included.
    pub fn dart_points(&self, dart: DartId) -> impl DoubleEndedIterator<Item = Point> + '_ {
        let points = &self.edges[dart.edge().0 as usize].points;
        let forward = dart.is_forward();
        let last = points.len() - 1;
        (0..points.len()).map(move |index| points[if forward { index } else { last - index }])
    }

    /// The second point of a dart, which gives its direction at the tail.
    pub(crate) fn first_step(&self, dart: DartId) -> Point {
        let points = &self.edges[dart.edge().0 as usize].points;
        if dart.is_forward() {
            points[1]
        } else {
            points[points.len() - 2]
        }
    }

    /// The closed polygon of a boundary, each point once a visit; a lone spot is a polygon of one point.
    pub fn boundary_polygon(&self, boundary: &Boundary) -> Vec<Point> {
        match boundary {
            Boundary::Lone(spot) => vec![self.spot_point(*spot)],
            Boundary::Walk(darts) => {
                let mut polygon = Vec::new();
                for &dart in darts {
                    polygon.extend(self.dart_points(dart));
                    polygon.pop();
                }
                polygon
            }
        }
    }

    /// The spot at which a boundary's walk begins.
    pub(crate) fn first_spot(&self, boundary: &Boundary) -> SpotId {
        match boundary {
            Boundary::Lone(spot) => *spot,
            Boundary::Walk(darts) => self.tail(darts[0]),
        }
    }

    /// The boundary that encloses a region: nothing for the outermost region, which only the board encloses.
    pub fn border(&self, region: RegionId) -> Option<u32> {
        self.regions[region.0 as usize]
            .iter()
            .position(|boundary| doubled_area(&self.boundary_polygon(boundary)) > 0)
            .map(|index| index as u32)
    }

    /// The region directly round a region's border: nothing for the outermost region.
    pub fn parent(&self, region: RegionId) -> Option<RegionId> {
        let border = self.border(region)?;
        let Boundary::Walk(darts) = &self.regions[region.0 as usize][border as usize] else {
            return None;
        };
        // The border's connected piece is an inner boundary of exactly one region: that one is the parent.
        let mut seen = vec![false; self.edges.len() * 2];
        let mut stack = darts.clone();
        while let Some(dart) = stack.pop() {
            if std::mem::replace(&mut seen[dart.0 as usize], true) {
                continue;
            }
            let (region, corner) = self.places[dart.0 as usize];
            if self.border(region) != Some(corner.boundary) {
                return Some(region);
            }
            stack.push(dart.twin());
            stack.push(self.next(dart));
        }
        None
    }

    /// The map as it stands becomes the start of a game: its moves can no longer be undone.
    pub fn rebase(&mut self) {
        let parts: Vec<_> = self
            .edges
            .iter()
            .map(|edge| (edge.from, edge.to, edge.points.clone()))
            .collect();
        let points: Vec<Point> = self.spots.iter().map(|spot| spot.point).collect();
        *self = PlanarMap::from_parts(&points, &parts).expect("a sound map is made of sound parts");
    }

    /// Forgets how to undo the moves so far, which takes more room than the map itself. Everything keeps its number, and
    /// [`PlanarMap::move_of_edge`] still knows who drew what.
    pub fn forget_history(&mut self) {
        self.labelled = self.labelled.without_history();
        self.before = Vec::new();
    }

    /// The spots of all boundaries, read off the darts.
    pub(crate) fn spot_lists(&self) -> Vec<Vec<Vec<SpotId>>> {
        self.regions
            .iter()
            .map(|region| {
                region
                    .iter()
                    .map(|boundary| match boundary {
                        Boundary::Lone(spot) => vec![*spot],
                        Boundary::Walk(darts) => {
                            darts.iter().map(|&dart| self.tail(dart)).collect()
                        }
                    })
                    .collect()
            })
            .collect()
    }

    /// Puts a dart into the turning order of its tail.
    pub(crate) fn add_dart(&mut self, dart: DartId) {
        let tail = self.tail(dart).0 as usize;
        let centre = self.spots[tail].point;
        let step = self.first_step(dart);
        let darts = &self.spots[tail].darts;
        let place = (0..darts.len())
            .find(|&index| {
                let next = darts[(index + 1) % darts.len()];
                turns_between(
                    centre,
                    self.first_step(darts[index]),
                    step,
                    self.first_step(next),
                )
            })
            .map_or(darts.len(), |index| index + 1);
        self.spots[tail].darts.insert(place, dart);
    }

    /// Notes where every dart and every lone spot stands in the regions.
    pub(crate) fn note_places(&mut self) {
        let nowhere = (
            RegionId(0),
            Corner {
                boundary: 0,
                index: 0,
            },
        );
        self.places.clear();
        self.places.resize(self.edges.len() * 2, nowhere);
        self.lone_places.clear();
        self.lone_places.resize(self.spots.len(), None);
        for (region, boundaries) in self.regions.iter().enumerate() {
            let region = RegionId(region as u32);
            for (index, boundary) in boundaries.iter().enumerate() {
                let corner = |place: usize| Corner {
                    boundary: index as u32,
                    index: place as u32,
                };
                match boundary {
                    Boundary::Lone(spot) => {
                        self.lone_places[spot.0 as usize] = Some((region, corner(0)));
                    }
                    Boundary::Walk(darts) => {
                        for (place, dart) in darts.iter().enumerate() {
                            self.places[dart.0 as usize] = (region, corner(place));
                        }
                    }
                }
            }
        }
    }

    /// Finds all regions from the darts' turning order and the geometry. Their order depends on the numbers of spots and
    /// edges alone: the outermost region first, then by the smallest dart of the border; boundaries by smallest spot.
    fn trace_regions(&mut self) {
        let (walks, walk_of) = self.walks();
        let component = self.components();
        let border: Vec<bool> = walks
            .iter()
            .map(|walk| doubled_area(&self.boundary_polygon(&Boundary::Walk(walk.clone()))) > 0)
            .collect();
        // Region 0 is the outermost one; every border walk makes one more, in the order of its smallest dart.
        let mut region_of_walk = vec![0usize; walks.len()];
        let mut count = 1;
        for (walk, is_border) in border.iter().enumerate() {
            if *is_border {
                region_of_walk[walk] = count;
                count += 1;
            }
        }
        // From the rightmost point of a piece a ray to the right is in the region round the piece from the start.
        let facing = |map: &PlanarMap, boundary: &Boundary| {
            let own = component[map.first_spot(boundary).0 as usize];
            let rightmost = map.boundary_polygon(boundary).into_iter().max()?;
            locate::facing_dart(map, rightmost, |edge| {
                component[map.edge(edge).from.0 as usize] != own
            })
        };
        // An inner walk lies in the region that its piece sees; that region's walk may itself be an inner one, so
        // follow until a border or the open.
        let inner = walks.iter().enumerate().filter(|&(walk, _)| !border[walk]);
        let seen_by: std::collections::BTreeMap<usize, Option<DartId>> = inner
            .map(|(walk, darts)| (walk, facing(self, &Boundary::Walk(darts.clone()))))
            .collect();
        let resolve = |mut dart: Option<DartId>| {
            // Each step goes to another piece further right, so this ends.
            for _ in 0..=walks.len() {
                let Some(found) = dart else { return 0 };
                let walk = walk_of[found.0 as usize];
                if border[walk] {
                    return region_of_walk[walk];
                }
                dart = seen_by[&walk];
            }
            0
        };
        let mut regions: Vec<Vec<Boundary>> = vec![Vec::new(); count];
        for (walk, darts) in walks.iter().enumerate() {
            let region = match seen_by.get(&walk) {
                Some(&seen) => resolve(seen),
                None => region_of_walk[walk],
            };
            regions[region].push(Boundary::Walk(darts.clone()));
        }
        for (index, spot) in self.spots.iter().enumerate() {
            if spot.darts.is_empty() {
                let lone = Boundary::Lone(SpotId(index as u32));
                regions[resolve(facing(self, &lone))].push(lone);
            }
        }
        for region in &mut regions {
            order::sort_by_key(region, |boundary| match boundary {
                Boundary::Lone(spot) => *spot,
                Boundary::Walk(darts) => darts
                    .iter()
                    .map(|&dart| self.tail(dart))
                    .min()
                    .expect("a walk has a dart"),
            });
        }
        self.regions = regions;
    }

    /// All walks round boundaries, by their smallest dart, and the walk of each dart.
    fn walks(&self) -> (Vec<Vec<DartId>>, Vec<usize>) {
        let mut walk_of = vec![usize::MAX; self.edges.len() * 2];
        let mut walks: Vec<Vec<DartId>> = Vec::new();
        for start in 0..self.edges.len() * 2 {
            if walk_of[start] != usize::MAX {
                continue;
            }
            let mut walk = Vec::new();
            let mut dart = DartId(start as u32);
            while walk_of[dart.0 as usize] == usize::MAX {
                walk_of[dart.0 as usize] = walks.len();
                walk.push(dart);
                dart = self.next(dart);
            }
            walks.push(walk);
        }
        (walks, walk_of)
    }

    /// For every spot, the number of its connected piece.
    pub(crate) fn components(&self) -> Vec<usize> {
        let mut component = vec![usize::MAX; self.spots.len()];
        let mut count = 0;
        for start in 0..self.spots.len() {
            if component[start] != usize::MAX {
                continue;
            }
            let mut stack = vec![SpotId(start as u32)];
            while let Some(spot) = stack.pop() {
                let place = &mut component[spot.0 as usize];
                if *place != usize::MAX {
                    continue;
                }
                *place = count;
                for &dart in &self.spots[spot.0 as usize].darts {
                    stack.push(self.head(dart));
                }
            }
            count += 1;
        }
        component
    }
}
