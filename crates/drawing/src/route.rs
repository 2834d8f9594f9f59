//! Drawing a computer's move: a curve for an abstract move, such as a person would draw.
//! It owns the choice of sides and the cuts that force them. What it returns has been checked: the curve is legal and it
//! is the wanted move.
//!
//! A curve between two corners of one boundary must leave some of the region's other boundaries on its right and the
//! rest on its left. Those for the right are joined by cuts to the part of the boundary that lies on the right, those for
//! the left to the other part. What is left of the region has no holes that matter, and every path in it is a right one.

mod sides;
mod smooth;

use crate::cuts::{Cuts, Item, Path};
use crate::insert::Curve;
use crate::judge::LegalCurve;
use crate::map::{Boundary, PlanarMap};
use crate::mesh::{Mesh, Side};
use crate::point::{Point, SIDE};
use sides::Wanted;
use sprouts::order;
use sprouts::{Corner, Move, MoveError, SpotId};
use std::collections::BTreeSet;

/// Why a move has no curve.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RouteError {
    /// The move is not legal here.
    Move(MoveError),
    /// The lattice is too coarse for the place: redraw and try again.
    NoRoom,
}

impl std::fmt::Display for RouteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RouteError::Move(error) => error.fmt(f),
            RouteError::NoRoom => f.write_str("there is no room for this curve; redraw first"),
        }
    }
}

impl std::error::Error for RouteError {}

/// Which boundaries a curve may put to the other side than the move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Freedom {
    None,
    /// Those that are alike may change places, those without a life may be anywhere: the position is the same.
    Alike,
}

impl PlanarMap {
    /// A curve that is exactly this move: inserting it plays the move.
    ///
    /// ```
    /// use drawing::PlanarMap;
    /// let mut map = PlanarMap::start(3);
    /// for _ in 0..3 {
    ///     let wanted = map.labelled().moves()[0].clone();
    ///     let curve = map.route(&wanted).unwrap();
    ///     assert_eq!(curve.played(), &wanted);
    ///     map.draw(&curve).unwrap();
    /// }
    /// ```
    pub fn route(&self, wanted: &Move) -> Result<LegalCurve, RouteError> {
        self.route_with(wanted, Freedom::None)
    }

    /// A curve that leads to the same position as the move, up to which of several like boundaries (lone spots, say)
    /// are enclosed: those are taken that make the better curve.
    pub fn route_freely(&self, wanted: &Move) -> Result<LegalCurve, RouteError> {
        self.route_with(wanted, Freedom::Alike)
    }

    fn route_with(&self, wanted: &Move, freedom: Freedom) -> Result<LegalCurve, RouteError> {
        self.labelled.check(wanted).map_err(RouteError::Move)?;
        let mut spacing = 0.03;
        for _ in 0..3 {
            if let Some(curve) = self.try_route(wanted, freedom, spacing) {
                return Ok(curve);
            }
            spacing *= 0.6;
        }
        Err(RouteError::NoRoom)
    }

    fn try_route(&self, wanted: &Move, freedom: Freedom, spacing: f64) -> Option<LegalCurve> {
        let mesh = Mesh::new(self, wanted.region, spacing)?;
        let router = Router {
            map: self,
            mesh: &mesh,
            wanted,
            lone: matches!(
                self.regions[wanted.region.0 as usize][wanted.from.boundary as usize],
                Boundary::Lone(_)
            ),
        };
        router.curve(freedom)
    }
}

/// The labels of cuts, in the order in which sides are tried.
const INNER: u8 = 0;
const OUTER: u8 = 1;

/// A cut that is to be made: its path, its label and the boundary that it joins.
struct Cut {
    path: Path,
    label: u8,
    boundary: usize,
}

struct Router<'map> {
    map: &'map PlanarMap,
    mesh: &'map Mesh,
    wanted: &'map Move,
    /// The move is a loop on a spot without lines.
    lone: bool,
}

impl Router<'_> {
    fn boundaries(&self) -> &[Boundary] {
        &self.map.regions[self.wanted.region.0 as usize]
    }

    fn spot(&self, corner: Corner) -> SpotId {
        match &self.boundaries()[corner.boundary as usize] {
            Boundary::Lone(spot) => *spot,
            Boundary::Walk(darts) => self.map.tail(darts[corner.index as usize]),
        }
    }

    /// The triangles in a corner, and whether they go all round.
    fn fan(&self, cuts: &Cuts, corner: Corner) -> (Vec<(u32, usize)>, bool) {
        let vertex = self.mesh.spots[&self.spot(corner)];
        match self.boundaries()[corner.boundary as usize] {
            Boundary::Lone(_) => (cuts.fan(vertex, None), true),
            Boundary::Walk(_) => {
                let wall = Side::Wall {
                    boundary: corner.boundary,
                    place: corner.index,
                };
                (cuts.fan(vertex, Some(wall)), false)
            }
        }
    }

    fn curve(&self, freedom: Freedom) -> Option<LegalCurve> {
        let is_loop = self.wanted.from == self.wanted.to;
        let mut sides = self.sides(freedom);
        if !is_loop {
            let cuts = Cuts::new(self.mesh);
            let free = self.free_path(cuts)?;
            let free_move = self.map.abstract_move(&free);
            if freedom == Freedom::Alike && self.wanted.encloses() {
                self.exchange(&mut sides, &free, &free_move);
            }
            if !self.wanted.encloses() || self.fits(&free_move, &sides) {
                return self.finish(free, &sides);
            }
        } else if freedom == Freedom::Alike {
            self.gather(&mut sides);
        }
        let mut cuts = Cuts::new(self.mesh);
        let curve = self
            .cut(&mut cuts, &sides)
            .and_then(|()| self.path_between_cuts(cuts))
            .and_then(|curve| self.finish(curve, &sides));
        if curve.is_none() && is_loop {
            return self.small_loop(&sides);
        }
        curve
    }

    /// A loop around nothing within one triangle: where the corner is too narrow for anything else.
    fn small_loop(&self, sides: &[Wanted]) -> Option<LegalCurve> {
        let cuts = Cuts::new(self.mesh);
        let (fan, _) = self.fan(&cuts, self.wanted.from);
        let size = |&&(triangle, _): &&(u32, usize)| {
            let [a, b, c] = self.mesh.corners[triangle as usize]
                .map(|corner| self.mesh.points[corner as usize]);
            crate::point::orient(a, b, c)
        };
        let &(triangle, corner) = fan.iter().max_by_key(size)?;
        let at = |step: usize| {
            let corners = self.mesh.corners[triangle as usize];
            self.mesh.points[corners[(corner + step) % 3] as usize]
        };
        let spot = self.spot(self.wanted.from);
        let towards = |share: f64| at(0).between(at(1).between(at(2), share), 0.6);
        let curve = Curve {
            from: spot,
            to: spot,
            points: vec![at(0), towards(0.8), towards(0.2), at(0)],
        };
        let back = curve.clone().reversed();
        [curve, back]
            .into_iter()
            .find_map(|curve| self.judged(curve, sides))
    }

    /// The best path between two different corners when sides do not matter.
    fn free_path(&self, cuts: Cuts) -> Option<Curve> {
        let (from, all_round) = self.fan(&cuts, self.wanted.from);
        let starts = cuts.wedges(&from, all_round).concat();
        let (to, all_round) = self.fan(&cuts, self.wanted.to);
        let ends = cuts.wedges(&to, all_round).concat();
        let path = cuts.search(&starts, &ends, true)?;
        Some(self.draw(cuts, &path))
    }

    /// The polyline of a path.
    fn draw(&self, mut cuts: Cuts, path: &Path) -> Curve {
        let (from, to) = (self.spot(self.wanted.from), self.spot(self.wanted.to));
        let mut points = vec![self.map.spot_point(from)];
        if path.gaps.is_empty() {
            // Both corners are in one triangle: by way of its middle, since its side may be a wall.
            let corners = self.mesh.corners[path.start.triangle() as usize];
            let (mut x, mut y) = (0.0, 0.0);
            for corner in corners {
                let point = self.mesh.points[corner as usize].unit();
                x += point.0 / 3.0;
                y += point.1 / 3.0;
            }
            points.push(Point::from_unit(x, y));
        } else {
            let crossings = cuts.insert(path, INNER);
            points.extend(
                cuts.places(&crossings)
                    .into_iter()
                    .map(|(x, y)| Point::from_unit(x, y)),
            );
        }
        points.push(self.map.spot_point(to));
        Curve { from, to, points }
    }

    /// Joins every boundary whose side matters to its part of the own boundary, nearest ones first.
    fn cut(&self, cuts: &mut Cuts, sides: &[Wanted]) -> Option<()> {
        let wanted = self.wanted;
        let is_loop = wanted.from == wanted.to;
        let mut joined = vec![false; sides.len()];
        joined[wanted.from.boundary as usize] = true;
        let is_of = |side: Wanted| {
            move |index: &usize| sides[*index] == side && *index as u32 != wanted.from.boundary
        };
        let any = |side: Wanted| (0..sides.len()).any(|index| is_of(side)(&index));
        // A loop around nothing goes around a point of our own.
        let mut corner_used = [false; 2];
        if is_loop && !any(Wanted::Inner) {
            self.cut_to_phantom(cuts, INNER)?;
            corner_used[0] = true;
        }
        if self.lone && !any(Wanted::Outer) {
            if any(Wanted::Inner) {
                self.cut_to_phantom(cuts, OUTER)?;
            } else {
                let starts = self.corner_items(cuts, wanted.from);
                let ends = cuts.wall_items(|side| side == Side::Frame);
                let path = cuts.search(&starts, &ends, true)?;
                cuts.insert(&path, OUTER);
            }
            corner_used[1] = true;
        }
        while let Some(cut) = self.nearest(cuts, sides, &joined, corner_used)? {
            if let Item::Corner {
                triangle, corner, ..
            } = cut.path.start
            {
                let vertex = self.mesh.corners[triangle as usize][corner];
                if vertex == self.mesh.spots[&self.spot(wanted.from)] {
                    corner_used[usize::from(cut.label)] = true;
                }
            }
            cuts.insert(&cut.path, cut.label);
            joined[cut.boundary] = true;
        }
        Some(())
    }

    /// The shortest cut that joins one more boundary to its side; none when all are joined. Fails where one cannot be reached.
    fn nearest(
        &self,
        cuts: &Cuts,
        sides: &[Wanted],
        joined: &[bool],
        corner_used: [bool; 2],
    ) -> Option<Option<Cut>> {
        let wanted = self.wanted;
        let is_loop = wanted.from == wanted.to;
        let mut best: Option<Cut> = None;
        for (label, side) in [(INNER, Wanted::Inner), (OUTER, Wanted::Outer)] {
            let of_side = |is_joined: bool| {
                (0..sides.len()).filter(move |&index| {
                    joined[index] == is_joined
                        && sides[index] == side
                        && index as u32 != wanted.from.boundary
                })
            };
            let items = |index| self.boundary_items(cuts, index);
            let ends: Vec<Item> = of_side(false).flat_map(items).collect();
            if of_side(false).next().is_none() {
                continue;
            }
            let mut starts: Vec<Item> = of_side(true).flat_map(items).collect();
            if is_loop && (label == INNER || self.lone) {
                if !corner_used[usize::from(label)] {
                    starts.extend(self.corner_items(cuts, wanted.from));
                }
            } else {
                starts.extend(self.arc_items(cuts, side));
            }
            let path = cuts.search(&starts, &ends, true)?;
            if best
                .as_ref()
                .is_none_or(|known| path.cost < known.path.cost)
            {
                let boundary = self.boundary_of(path.end)?;
                best = Some(Cut {
                    path,
                    label,
                    boundary,
                });
            }
        }
        Some(best)
    }

    /// The boundary on which an item lies.
    fn boundary_of(&self, item: Item) -> Option<usize> {
        match item {
            Item::Wall { triangle, side, .. } => match self.mesh.sides[triangle as usize][side] {
                Side::Wall { boundary, .. } => Some(boundary as usize),
                _ => None,
            },
            Item::Corner {
                triangle, corner, ..
            } => {
                let vertex = self.mesh.corners[triangle as usize][corner];
                self.boundaries().iter().position(|boundary| {
                    matches!(boundary, Boundary::Lone(spot) if self.mesh.spots[spot] == vertex)
                })
            }
        }
    }

    /// All places where a cut may touch a boundary.
    fn boundary_items(&self, cuts: &Cuts, index: usize) -> Vec<Item> {
        match &self.boundaries()[index] {
            Boundary::Lone(spot) => {
                let fan = cuts.fan(self.mesh.spots[spot], None);
                cuts.wedges(&fan, true).concat()
            }
            Boundary::Walk(_) => cuts.wall_items(
                |side| matches!(side, Side::Wall { boundary, .. } if boundary as usize == index),
            ),
        }
    }

    fn corner_items(&self, cuts: &Cuts, corner: Corner) -> Vec<Item> {
        let (fan, all_round) = self.fan(cuts, corner);
        cuts.wedges(&fan, all_round).concat()
    }

    /// The walls of the own boundary on the inner or outer side of the curve.
    fn arc_items(&self, cuts: &Cuts, side: Wanted) -> Vec<Item> {
        let (own, from, to) = (
            self.wanted.from.boundary,
            self.wanted.from.index,
            self.wanted.to.index,
        );
        let is_inner = |place: u32| {
            if from <= to {
                (from..to).contains(&place)
            } else {
                place >= from || place < to
            }
        };
        cuts.wall_items(|wall| match wall {
            Side::Wall { boundary, place } => {
                boundary == own && is_inner(place) == (side == Wanted::Inner)
            }
            _ => false,
        })
    }

    /// Cuts from the corner of a loop to a point of our own with room around it, not far off.
    fn cut_to_phantom(&self, cuts: &mut Cuts, label: u8) -> Option<()> {
        let starts = self.corner_items(cuts, self.wanted.from);
        let centre = self.map.spot_point(self.spot(self.wanted.from));
        let used: BTreeSet<u32> = self.mesh.corners.iter().flatten().copied().collect();
        let reach = 4.0 * self.mesh.spacing;
        let mut candidates: Vec<(f64, u32)> = used
            .into_iter()
            .filter(|&vertex| self.mesh.clearance[vertex as usize] > 0.0)
            .filter_map(|vertex| {
                let point = self.mesh.points[vertex as usize];
                let distance = point.distance(centre) / f64::from(SIDE);
                let room = self.mesh.clearance[vertex as usize];
                (distance < reach).then_some((distance - 1.5 * room, vertex))
            })
            .collect();
        order::sort_by(&mut candidates, |a, b| {
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
        });
        for &(_, vertex) in candidates.iter().take(12) {
            let fan = cuts.fan(vertex, None);
            let ends = cuts.wedges(&fan, true).concat();
            if let Some(path) = cuts.search(&starts, &ends, true) {
                cuts.insert(&path, label);
                return Some(());
            }
        }
        None
    }

    /// The path of the move when all cuts are made.
    fn path_between_cuts(&self, cuts: Cuts) -> Option<Curve> {
        let wanted = self.wanted;
        let (starts, ends);
        if wanted.from == wanted.to {
            let (fan, all_round) = self.fan(&cuts, wanted.from);
            let mut parts = cuts.wedges(&fan, all_round);
            // The chord to the inner side parts the corner. The curve leaves on its left and comes back on its right,
            // so that the inner side is on the curve's right.
            if parts.len() != 2 {
                return None;
            }
            if all_round && cuts.first_label(&fan) != Some(INNER) {
                parts.swap(0, 1);
            }
            if all_round {
                ends = parts.pop()?;
                starts = parts.pop()?;
            } else {
                starts = parts.pop()?;
                ends = parts.pop()?;
            }
        } else {
            starts = self.corner_items(&cuts, wanted.from);
            ends = self.corner_items(&cuts, wanted.to);
        }
        let path = cuts.search(&starts, &ends, true)?;
        Some(self.draw(cuts, &path))
    }

    /// The curve if it is legal and puts every boundary where it is wanted.
    fn judged(&self, curve: Curve, sides: &[Wanted]) -> Option<LegalCurve> {
        let legal = self.map.judge(curve).ok()?;
        self.fits(legal.played(), sides).then_some(legal)
    }

    /// Rounds a curve where it may be rounded.
    fn finish(&self, curve: Curve, sides: &[Wanted]) -> Option<LegalCurve> {
        let found = self.judged(curve, sides)?;
        let rounded = self.judged(self.relaxed(&found), sides);
        Some(rounded.unwrap_or(found))
    }
}
