//! A picture of a position that is known only as text. It owns how lands are put together and what is said of positions
//! that have no picture; `land` finds the lines, `layout` their places.

mod ink;
mod land;
mod layout;
mod planarity;

use crate::map::PlanarMap;
use crate::point::Point;
use crate::redraw::Redraw;
use ink::{Ink, Item};
use sprouts::{Canonical, Position, SpotId};

/// Why a position has no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unrealisable {
    /// Whatever way the boundaries of this land are turned, lines cross.
    Crossing {
        /// The land.
        land: String,
    },
    /// The lines are there, but the board is too coarse for them.
    TooFine,
}

impl std::fmt::Display for Unrealisable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unrealisable::Crossing { land } => write!(
                f,
                "{land} cannot be drawn: in this order round the boundaries the lines would have to cross"
            ),
            Unrealisable::TooFine => f.write_str(
                "the position can be drawn, but not on this board: its lines lie too close",
            ),
        }
    }
}

impl std::error::Error for Unrealisable {}

impl PlanarMap {
    /// A map with a given position, or why there is none. It has no history; a position without moves is one spot on a
    /// line of its own.
    ///
    /// Every position that occurs in play has a picture, and many others. Several lands are drawn in cells of their own,
    /// behind lines whose spots are dead.
    ///
    /// ```
    /// use drawing::{PlanarMap, Unrealisable};
    /// let position: sprouts::Position = "0.AB2C|BAC.1a1a2.0+12.AB|AB".parse().unwrap();
    /// let map = PlanarMap::realise(&position.canonical()).unwrap();
    /// let found = map.labelled().position().unwrap().canonical();
    /// assert_eq!(found, position.canonical());
    ///
    /// // Two regions that meet in four spots, but not in the same order.
    /// let position: sprouts::Position = "ABCD|ACBD".parse().unwrap();
    /// let refused = PlanarMap::realise(&position.canonical()).unwrap_err();
    /// assert!(matches!(refused, Unrealisable::Crossing { .. }));
    /// ```
    pub fn realise(position: &Canonical) -> Result<PlanarMap, Unrealisable> {
        let lone = position.lives() / 3;
        if lone > 0 && Position::start(lone).is_ok_and(|start| start.canonical() == *position) {
            return Ok(PlanarMap::start(lone));
        }
        let mut ink = Ink::default();
        let mut outer = Vec::new();
        for land in position.lands() {
            let text = land.to_string();
            let read: Position = text.parse().map_err(|_| Unrealisable::TooFine)?;
            let region = land::draw(&read, &mut ink)
                .map_err(|land::Crossing| Unrealisable::Crossing { land: text })?;
            outer.push(region);
        }
        let open = match outer[..] {
            [] => {
                // A finished game.
                let spot = ink.spot();
                ink.regions = 1;
                ink.join(&[Item {
                    spot,
                    backed: true,
                    region: 0,
                }]);
                0
            }
            [region] => region,
            _ => ink.cells(&outer),
        };
        let layout =
            layout::lay_out(&mut ink, open, outer.len() > 1).ok_or(Unrealisable::TooFine)?;
        let point = |&(x, y): &(f64, f64)| Point::from_unit(x, y);
        let points: Vec<Point> = layout.spots.iter().map(point).collect();
        let lines: Vec<(SpotId, SpotId, Vec<Point>)> = layout
            .edges
            .iter()
            .enumerate()
            .map(|(edge, line)| {
                let [from, to] = [0, 1].map(|end| SpotId(ink.tails[edge * 2 + end] as u32));
                (from, to, line.iter().map(point).collect())
            })
            .collect();
        let map = PlanarMap::from_parts(&points, &lines).map_err(|_| Unrealisable::TooFine)?;
        let mut redraw = Redraw::new(&map, STEPS).roomy();
        while redraw.step() {}
        let map = redraw.into_map();
        let found = map.labelled().position().map(|found| found.canonical());
        if found.as_ref() == Ok(position) {
            Ok(map)
        } else {
            Err(Unrealisable::TooFine)
        }
    }
}

/// Steps of redrawing from the first layout to the picture.
const STEPS: u32 = 60;
