//! Proof that a map is sound: the slow, obvious checks that every test and simulation runs after every step.
//! It owns no state and trusts nothing that the rest of the crate remembers.

use crate::locate::facing_dart;
use crate::map::{Boundary, EdgeId, PlanarMap};
use crate::point::{Point, doubled_area, segments_meet, segments_overlap, turns_between};
use sprouts::{RegionId, SpotId};

/// What is wrong with a map: a bug of ours, never a person's mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// An edge does not run from its first spot to its last, or leaves the board.
    EdgeEnds(EdgeId),
    /// An edge crosses or touches something.
    Crossing(EdgeId),
    /// The darts round a spot are not those of its lines in turning order, or more than three.
    Darts(SpotId),
    /// A boundary is not a walk of the darts.
    Walk(RegionId),
    /// A dart or a lone spot is in no boundary or in several.
    Coverage,
    /// Spots, edges, regions and pieces do not satisfy Euler's formula.
    Euler,
    /// A region has not exactly one border (the outermost: none).
    Border(RegionId),
    /// An inner boundary lies in another region than the one that claims it.
    Nesting(RegionId),
    /// The labelled position is not the map's.
    Labelled,
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the map is unsound: {self:?}")
    }
}

impl std::error::Error for Flaw {}

/// A segment of an edge, or a spot as a segment without length, so that spots are compared with edges as well.
struct Small {
    a: Point,
    b: Point,
    edge: Option<EdgeId>,
    /// Its place in the edge, or the number of the spot.
    index: usize,
}

impl PlanarMap {
    /// Proves the map sound: no two edges cross or touch, darts turn as the geometry says, walks follow the darts,
    /// Euler's formula holds, every boundary lies in its region, and the labelled position agrees.
    pub fn check(&self) -> Result<(), Flaw> {
        self.check_edges()?;
        self.check_darts()?;
        self.check_regions()?;
        if self.spot_lists() != self.labelled.regions() {
            return Err(Flaw::Labelled);
        }
        for spot in self.spot_ids() {
            if usize::from(self.labelled.degree(spot)) != self.spots[spot.0 as usize].darts.len() {
                return Err(Flaw::Darts(spot));
            }
        }
        Ok(())
    }

    fn check_edges(&self) -> Result<(), Flaw> {
        for id in self.edge_ids() {
            let edge = self.edge(id);
            let sound = edge.points.len() >= 2
                && edge.points[0] == self.spot_point(edge.from)
                && edge.points.last() == Some(&self.spot_point(edge.to))
                && edge.points.iter().all(|point| point.on_board());
            if !sound {
                return Err(Flaw::EdgeEnds(id));
            }
        }
        self.find_crossing()
            .map_or(Ok(()), |edge| Err(Flaw::Crossing(edge)))
    }

    /// An edge that crosses or touches itself, another edge or a spot that is not its end; nothing when there is none.
    pub(crate) fn find_crossing(&self) -> Option<EdgeId> {
        let spots = self.spots.iter().enumerate();
        let mut all: Vec<Small> = spots
            .map(|(index, spot)| Small {
                a: spot.point,
                b: spot.point,
                edge: None,
                index,
            })
            .collect();
        for id in self.edge_ids() {
            for (index, pair) in self.edge(id).points.windows(2).enumerate() {
                if pair[0] == pair[1] {
                    return Some(id);
                }
                all.push(Small {
                    a: pair[0],
                    b: pair[1],
                    edge: Some(id),
                    index,
                });
            }
        }
        all.sort_by_key(|small| small.a.x.min(small.b.x));
        let mut active: Vec<usize> = Vec::new();
        for index in 0..all.len() {
            let this = &all[index];
            let left = this.a.x.min(this.b.x);
            active.retain(|&other| all[other].a.x.max(all[other].b.x) >= left);
            for &other in &active {
                let that = &all[other];
                if segments_meet(this.a, this.b, that.a, that.b) && !self.may_meet(this, that) {
                    return this.edge.or(that.edge).or(Some(EdgeId(0)));
                }
            }
            active.push(index);
        }
        None
    }

    /// Whether two segments that meet may do so: as neighbours in an edge, or at a spot where both end, and nowhere else.
    fn may_meet(&self, this: &Small, that: &Small) -> bool {
        let neighbours =
            this.edge.is_some() && this.edge == that.edge && this.index.abs_diff(that.index) == 1;
        let mut allowed = false;
        if neighbours {
            let (first, second) = if this.index < that.index {
                (this, that)
            } else {
                (that, this)
            };
            allowed = !segments_overlap(first.b, first.a, second.b);
        }
        let (this_ends, that_ends) = (self.end_spots(this), self.end_spots(that));
        let mut shared = 0;
        for (end, &spot) in this_ends.iter().enumerate() {
            for (other_end, &other_spot) in that_ends.iter().enumerate() {
                if spot.is_none() || spot != other_spot {
                    continue;
                }
                let (at, far) = if end == 0 {
                    (this.a, this.b)
                } else {
                    (this.b, this.a)
                };
                let other_far = if other_end == 0 { that.b } else { that.a };
                shared += 1;
                let one_is_spot = this.edge.is_none() || that.edge.is_none();
                allowed |= one_is_spot || !segments_overlap(at, far, other_far);
            }
        }
        // Two straight edges between the same two spots are one and the same segment.
        let is_double = shared == 2 && this.edge.is_some() && that.edge.is_some();
        allowed && !is_double
    }

    /// The spot of an end of a segment, if that end is the edge's own.
    fn end_spots(&self, small: &Small) -> [Option<SpotId>; 2] {
        let Some(id) = small.edge else {
            return [Some(SpotId(small.index as u32)); 2];
        };
        let edge = self.edge(id);
        [
            (small.index == 0).then_some(edge.from),
            (small.index + 2 == edge.points.len()).then_some(edge.to),
        ]
    }

    fn check_darts(&self) -> Result<(), Flaw> {
        let mut count = 0;
        for id in self.spot_ids() {
            let spot = &self.spots[id.0 as usize];
            let darts = &spot.darts;
            count += darts.len();
            if darts.len() > 3 || darts.iter().any(|&dart| self.tail(dart) != id) {
                return Err(Flaw::Darts(id));
            }
            if let [first, second, third] = darts[..]
                && !turns_between(
                    spot.point,
                    self.first_step(first),
                    self.first_step(second),
                    self.first_step(third),
                )
            {
                return Err(Flaw::Darts(id));
            }
        }
        if count == self.edges.len() * 2 {
            Ok(())
        } else {
            Err(Flaw::Coverage)
        }
    }

    fn check_regions(&self) -> Result<(), Flaw> {
        let region_of = self.check_walks()?;
        let component = self.components();
        let pieces = component.iter().max().map_or(0, |most| most + 1);
        if self.spots.len() + self.regions.len() != self.edges.len() + pieces + 1 {
            return Err(Flaw::Euler);
        }
        let open = self.check_borders()?;
        for (index, boundaries) in self.regions.iter().enumerate() {
            let region = RegionId(index as u32);
            for boundary in boundaries {
                let polygon = self.boundary_polygon(boundary);
                if doubled_area(&polygon) > 0 {
                    continue;
                }
                let own = component[self.first_spot(boundary).0 as usize];
                let rightmost = polygon.into_iter().max().unwrap_or(Point::new(0, 0));
                let seen = facing_dart(self, rightmost, |edge| {
                    component[self.edge(edge).from.0 as usize] != own
                });
                if seen.map_or(open, |dart| region_of[dart.0 as usize]) != region {
                    return Err(Flaw::Nesting(region));
                }
            }
        }
        Ok(())
    }

    /// Boundaries walk from dart to dart as the spots turn, and have every dart and every lone spot once. Gives the region of each dart.
    fn check_walks(&self) -> Result<Vec<RegionId>, Flaw> {
        let mut times = vec![0u32; self.edges.len() * 2];
        let mut lone = vec![0u32; self.spots.len()];
        let mut region_of = vec![RegionId(0); self.edges.len() * 2];
        for (index, boundaries) in self.regions.iter().enumerate() {
            let region = RegionId(index as u32);
            for boundary in boundaries {
                match boundary {
                    Boundary::Lone(spot) => lone[spot.0 as usize] += 1,
                    Boundary::Walk(darts) => {
                        for (place, &dart) in darts.iter().enumerate() {
                            times[dart.0 as usize] += 1;
                            region_of[dart.0 as usize] = region;
                            if self.next(dart) != darts[(place + 1) % darts.len()] {
                                return Err(Flaw::Walk(region));
                            }
                        }
                    }
                }
            }
        }
        let lone_right = self
            .spots
            .iter()
            .zip(&lone)
            .all(|(spot, &times)| times == u32::from(spot.darts.is_empty()));
        if times.iter().any(|&times| times != 1) || !lone_right {
            return Err(Flaw::Coverage);
        }
        Ok(region_of)
    }

    /// Every region has one border around it, but for one that is open, which is given back.
    fn check_borders(&self) -> Result<RegionId, Flaw> {
        let mut open = None;
        for (index, boundaries) in self.regions.iter().enumerate() {
            let region = RegionId(index as u32);
            let polygons = boundaries
                .iter()
                .map(|boundary| self.boundary_polygon(boundary));
            match polygons.filter(|polygon| doubled_area(polygon) > 0).count() {
                1 => {}
                0 if open.is_none() => open = Some(region),
                _ => return Err(Flaw::Border(region)),
            }
        }
        open.ok_or(Flaw::Border(RegionId(0)))
    }
}
