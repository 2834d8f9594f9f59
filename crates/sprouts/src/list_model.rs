//! The list model of Sprouts (Butler, Trimble, Wilkerson 1987): points with open sockets, components, regions.
//! It owns the numbers of components and regions, the tables, the move by region, components and points, and the Prolog
//! facts. The rules stay with the labelled position underneath; who plays is not known here.
//!
//! Points are numbered as born. A move that joins two components makes a component with the next free number. A move that splits a
//! region makes two regions with the next free numbers, first the side that holds what goes inside. Each gets a component; when a lone
//! point was joined to itself one serves both, since the two lists are the same.

mod entry;

use crate::labelled::Outline;
use crate::order;
use crate::{Corner, Labelled, Move, MoveError, RegionId, SpotId};
pub use entry::{End, ListError, ListMove};
use std::fmt;

/// What the tables say about what is dead: points without a socket, regions with fewer than two, components of neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dead {
    /// Not listed.
    #[default]
    Removed,
    /// Listed with the rest.
    Kept,
}

/// A game in the list model.
///
/// ```
/// use sprouts::list_model::{Dead, ListModel};
/// let mut model = ListModel::start(3);
/// let m = model.find(&"1 1 1 1 1 inside 2".parse()?)?;
/// model.play(&m)?;
/// assert_eq!(model.tables(Dead::Removed).regions, [(2, vec![2, 4]), (3, vec![3, 4])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ListModel {
    game: Labelled,
    numbers: Numbers,
    /// The numbers before each move of the game.
    before: Vec<Numbers>,
}

/// The numbers of regions and components, parallel to the regions and boundaries of the labelled position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbers {
    regions: Vec<u32>,
    components: Vec<Vec<u32>>,
    next_region: u32,
    next_component: u32,
}

impl ListModel {
    /// A new game: every point a component of its own, all in region 1.
    pub fn start(points: u32) -> Self {
        ListModel::of(Labelled::start(points))
    }

    /// The model of a position, regions and components numbered in the order of its lists. Moves played before are
    /// not taken back by [`ListModel::undo`].
    pub fn of(game: Labelled) -> Self {
        let mut numbers = Numbers {
            regions: Vec::new(),
            components: Vec::new(),
            next_region: 1,
            next_component: 1,
        };
        for region in game.regions() {
            let number = numbers.new_region();
            numbers.regions.push(number);
            let components = region.iter().map(|_| numbers.new_component()).collect();
            numbers.components.push(components);
        }
        ListModel {
            game,
            numbers,
            before: Vec::new(),
        }
    }

    /// The labelled position underneath.
    pub fn game(&self) -> &Labelled {
        &self.game
    }

    /// Plays a move and returns the new point.
    pub fn play(&mut self, m: &Move) -> Result<SpotId, MoveError> {
        self.game.check(m)?;
        let from = self.game.spot_at(m.region, m.from);
        let lone = from.is_some_and(|point| self.game.degree(point) == 0);
        let new = self.game.play(m)?;
        self.before.push(self.numbers.clone());
        let numbers = &mut self.numbers;
        let region = m.region.0 as usize;
        let old = std::mem::take(&mut numbers.components[region]);
        let mut inner = Vec::new();
        let mut outer = Vec::new();
        for (index, &component) in old.iter().enumerate() {
            let index = index as u32;
            if index == m.from.boundary || index == m.to.boundary {
                continue;
            }
            if m.inside.contains(&index) {
                &mut inner
            } else {
                &mut outer
            }
            .push(component);
        }
        let component = numbers.new_component();
        if m.encloses() {
            inner.push(component);
            outer.push(if lone {
                component
            } else {
                numbers.new_component()
            });
            let inner_number = numbers.new_region();
            numbers.regions.push(inner_number);
            numbers.regions[region] = numbers.new_region();
            numbers.components.push(inner);
        } else {
            outer.push(component);
        }
        numbers.components[region] = outer;
        Ok(new)
    }

    /// Takes the last move back and returns it; nothing when no move has been played.
    pub fn undo(&mut self) -> Option<Move> {
        self.numbers = self.before.pop()?;
        self.game.undo()
    }

    /// The three tables.
    pub fn tables(&self, dead: Dead) -> Tables {
        let alive = |point: SpotId| self.game.lives(point) > 0;
        let listed = |point: &SpotId| dead == Dead::Kept || alive(*point);
        let mut tables = Tables {
            points: (0..self.game.spots())
                .map(SpotId)
                .filter(listed)
                .map(|point| (point.number(), self.game.lives(point)))
                .collect(),
            components: Vec::new(),
            regions: Vec::new(),
        };
        for region in self.game.region_ids() {
            if dead == Dead::Removed && self.game.region_lives(region) < 2 {
                continue;
            }
            let mut components = Vec::new();
            let boundaries = &self.game.regions()[region.0 as usize];
            for (boundary, &number) in boundaries
                .iter()
                .zip(&self.numbers.components[region.0 as usize])
            {
                let points: Vec<u32> = boundary
                    .iter()
                    .filter(|point| listed(point))
                    .map(|point| point.number())
                    .collect();
                if !points.is_empty() {
                    components.push(number);
                    tables.components.push((number, points));
                }
            }
            tables
                .regions
                .push((self.numbers.regions[region.0 as usize], components));
        }
        for components in tables.regions.iter_mut().map(|region| &mut region.1) {
            components.sort_unstable();
        }
        order::sort_by(&mut tables.regions, Ord::cmp);
        order::sort_by(&mut tables.components, Ord::cmp);
        tables.components.dedup_by_key(|component| component.0);
        tables
    }

    /// The move that a person means by region, components and points. Where a point is listed several times on its
    /// component and it makes a difference, the person must say which.
    pub fn find(&self, wanted: &ListMove) -> Result<Move, ListError> {
        let region = self.region(wanted.region)?;
        let [from_boundary, to_boundary] = [
            self.boundary(region, wanted.region, wanted.components[0])?,
            self.boundary(region, wanted.region, wanted.components[1])?,
        ];
        let mut inside = Vec::new();
        for &component in &wanted.inside {
            inside.push(self.boundary(region, wanted.region, component)?);
        }
        let from_corners = self.corners(region, from_boundary, wanted, 0)?;
        let to_corners = self.corners(region, to_boundary, wanted, 1)?;
        let mut found: Option<(Move, Outline)> = None;
        let mut after = self.game.without_history();
        for &from in &from_corners {
            for &to in &to_corners {
                if wanted.points[0].number == wanted.points[1].number && from != to {
                    continue;
                }
                let m = Move {
                    region,
                    from,
                    to,
                    inside: inside.clone(),
                };
                after
                    .play(&m)
                    .map_err(|error| self.explain(error, wanted))?;
                let outline = after.outline();
                after.undo();
                match &found {
                    None => found = Some((m, outline)),
                    Some((_, known)) if *known == outline => {}
                    Some(_) => {
                        let several = if from_corners.len() > 1 { 0 } else { 1 };
                        return Err(ListError::WhichListing {
                            point: wanted.points[several].number,
                            component: wanted.components[several],
                        });
                    }
                }
            }
        }
        match found {
            Some((m, _)) => Ok(m),
            None => Err(ListError::NeedsTwoSockets {
                point: wanted.points[0].number,
            }),
        }
    }

    /// A legal move in the words of the tables.
    pub fn describe(&self, m: &Move) -> Result<ListMove, MoveError> {
        self.game.check(m)?;
        let region = m.region.0 as usize;
        let component = |boundary: u32| self.numbers.components[region][boundary as usize];
        let end = |corner: Corner| {
            let boundary = &self.game.regions()[region][corner.boundary as usize];
            let spot = boundary[corner.index as usize];
            let listings = |until: usize| {
                boundary[..until]
                    .iter()
                    .filter(|other| **other == spot)
                    .count() as u32
            };
            let several = listings(boundary.len()) > 1;
            End {
                number: spot.number(),
                listing: several.then(|| listings(corner.index as usize) + 1),
            }
        };
        Ok(ListMove {
            region: self.numbers.regions[region],
            components: [m.from, m.to].map(|corner| component(corner.boundary)),
            points: [m.from, m.to].map(end),
            inside: m
                .inside
                .iter()
                .map(|&boundary| component(boundary))
                .collect(),
        })
    }

    /// The database as facts for a Prolog system.
    pub fn prolog(&self, dead: Dead) -> String {
        let tables = self.tables(dead);
        let list = |numbers: &[u32]| {
            numbers
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let mut text = String::from(
            "% A position of Sprouts in the list model: points with open sockets, components, regions.\n\
             :- dynamic point_has_sockets_open/2, component_has_points/2, region_has_components/2.\n\n",
        );
        for (point, sockets) in &tables.points {
            text += &format!("point_has_sockets_open({point}, {sockets}).\n");
        }
        for (component, points) in &tables.components {
            text += &format!("component_has_points({component}, [{}]).\n", list(points));
        }
        for (region, components) in &tables.regions {
            text += &format!("region_has_components({region}, [{}]).\n", list(components));
        }
        text
    }

    fn region(&self, number: u32) -> Result<RegionId, ListError> {
        let index = self
            .numbers
            .regions
            .iter()
            .position(|&region| region == number);
        let region = index
            .map(|index| RegionId(index as u32))
            .ok_or(ListError::NoSuchRegion { region: number })?;
        if self.game.region_lives(region) < 2 {
            return Err(ListError::RegionIsDead { region: number });
        }
        Ok(region)
    }

    fn boundary(&self, region: RegionId, number: u32, component: u32) -> Result<u32, ListError> {
        let components = &self.numbers.components[region.0 as usize];
        match components.iter().position(|&other| other == component) {
            Some(index) => Ok(index as u32),
            None => Err(ListError::NotInRegion {
                component,
                region: number,
            }),
        }
    }

    /// The corners that an end of the curve may mean.
    fn corners(
        &self,
        region: RegionId,
        boundary: u32,
        wanted: &ListMove,
        end: usize,
    ) -> Result<Vec<Corner>, ListError> {
        let (component, end) = (wanted.components[end], wanted.points[end]);
        let point = end.number;
        let spots = &self.game.regions()[region.0 as usize][boundary as usize];
        let listings = spots
            .iter()
            .enumerate()
            .filter(|(_, spot)| spot.number() == point);
        let corners: Vec<Corner> = listings
            .map(|(index, _)| Corner {
                boundary,
                index: index as u32,
            })
            .collect();
        if corners.is_empty() {
            return Err(ListError::NotOnComponent { point, component });
        }
        match end.listing {
            None => Ok(corners),
            Some(listing) => match corners.get((listing as usize).wrapping_sub(1)) {
                Some(&corner) => Ok(vec![corner]),
                None => Err(ListError::NoSuchListing {
                    point,
                    component,
                    listings: corners.len() as u32,
                }),
            },
        }
    }

    /// A refusal in the words of the tables.
    fn explain(&self, error: MoveError, wanted: &ListMove) -> ListError {
        match error {
            MoveError::SpotIsDead { spot } => ListError::NoSocket {
                point: spot.number(),
            },
            MoveError::NeedsTwoLives { spot } => ListError::NeedsTwoSockets {
                point: spot.number(),
            },
            MoveError::NothingIsEnclosed => ListError::NothingGoesInside,
            MoveError::EnclosesItself { .. } => ListError::OwnComponentInside {
                component: wanted.components[0],
            },
            MoveError::EnclosedTwice { boundary } => {
                let region = self
                    .region(wanted.region)
                    .map_or(0, |region| region.0 as usize);
                ListError::InsideTwice {
                    component: self.numbers.components[region][boundary as usize],
                }
            }
            // Region, components and points were looked up, so that these cannot be missing.
            MoveError::NoSuchRegion { .. }
            | MoveError::NoSuchCorner { .. }
            | MoveError::NoSuchBoundary { .. } => ListError::NoSuchRegion {
                region: wanted.region,
            },
        }
    }
}

impl Numbers {
    fn new_region(&mut self) -> u32 {
        self.next_region += 1;
        self.next_region - 1
    }

    fn new_component(&mut self) -> u32 {
        self.next_component += 1;
        self.next_component - 1
    }
}

/// The three relations, each in order of its first column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Point and number of open sockets.
    pub points: Vec<(u32, u8)>,
    /// Component and its points in cyclic order.
    pub components: Vec<(u32, Vec<u32>)>,
    /// Region and its components.
    pub regions: Vec<(u32, Vec<u32>)>,
}

impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[u32]| {
            numbers
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut points = vec!["point  sockets".to_string()];
        let mut components = vec!["component  points".to_string()];
        let mut regions = vec!["region  components".to_string()];
        points.extend(
            self.points.iter().map(|(point, sockets)| {
                format!("{point:>5}  {}", "o".repeat(usize::from(*sockets)))
            }),
        );
        components.extend(
            self.components
                .iter()
                .map(|(number, points)| format!("{number:>9}  ({})", list(points))),
        );
        regions.extend(
            self.regions
                .iter()
                .map(|(number, components)| format!("{number:>6}  ({})", list(components))),
        );
        let columns = [points, components, regions];
        let rows = columns.iter().map(Vec::len).max().unwrap_or_default();
        for row in 0..rows {
            let mut line = String::new();
            for column in &columns {
                let width = column.iter().map(String::len).max().unwrap_or_default() + 3;
                line += &format!("{:<width$}", column.get(row).map_or("", String::as_str));
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
