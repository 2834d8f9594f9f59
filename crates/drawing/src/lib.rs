//! Planar maps of hand-drawn curves: from ink to a position, and from a computer's move to ink.
//! Floating point and geometry live here alone; no input, output or clocks. It builds for the web as it is.
//!
//! - [`PlanarMap`] holds spots, edges as polylines, darts and regions; [`PlanarMap::start`] begins a game,
//!   [`PlanarMap::judge`] says whether a curve is legal and which move it is, [`PlanarMap::draw`] draws it, [`PlanarMap::undo`] takes it back, [`PlanarMap::check`] proves the map sound.
//! - [`Stroke`] follows the pen, event by event, and says where the ink stops and why.
//! - [`PlanarMap::locate`] tells what lies under the pointer.
//! - [`PlanarMap::realise`] draws a position from its text alone.
//! - [`PlanarMap::route`] finds a curve for an abstract move of [`PlanarMap::labelled`].
//! - [`PlanarMap::ways`] finds all really different curves between two spots.
//! - [`Redraw`] relaxes the picture in steps without ever changing the map.
//! - [`PlanarMap::svg`] and [`PlanarMap::smooth`] show it; [`PlanarMap::to_text`] and [`str::parse`] keep it.
//!
//! ```
//! use drawing::{PlanarMap, Point, Stroke};
//! use sprouts::SpotId;
//!
//! let mut map = PlanarMap::start(2);
//! // A person draws from the first spot to the second; `reach` is how near a pointer must come to a spot.
//! let reach = 0.03;
//! let mut stroke = Stroke::begin(&map, map.spot_point(SpotId(0)), reach).unwrap();
//! stroke.extend(&map, Point::from_unit(0.5, 0.3));
//! let end = map.spot_point(SpotId(1));
//! assert_eq!(stroke.extend(&map, end).spot, Some(SpotId(1)));
//! let insertion = map.draw(&stroke.finish(&map).unwrap()).unwrap();
//! assert_eq!(insertion.spot, SpotId(2));
//! map.redraw(drawing::Redraw::STEPS);
//!
//! // The computer answers with any move of the labelled position.
//! let answer = map.labelled().moves()[0].clone();
//! let curve = map.route(&answer).unwrap();
//! assert_eq!(map.draw(&curve).unwrap().played, answer);
//! map.check().unwrap();
//!
//! // Text holds everything, history included.
//! let mut same: PlanarMap = map.to_text().parse().unwrap();
//! assert_eq!(same, map);
//! assert!(same.undo().is_some());
//! ```

mod animate;
mod cases;
mod check;
mod cuts;
mod geometry;
mod grid;
mod insert;
mod judge;
mod layout;
mod locate;
mod map;
mod mesh;
mod point;
mod realise;
mod redraw;
mod relax;
mod route;
mod smooth;
mod stroke;
mod svg;
mod text;
mod ways;

pub use animate::Film;
pub use cases::Case;
pub use check::Flaw;
pub use geometry::PictureHash;
pub use insert::{Curve, CurveError, Insertion};
pub use judge::LegalCurve;
pub use locate::Located;
pub use map::{Boundary, DartId, Edge, EdgeId, MapError, PlanarMap, Spot};
pub use point::{Point, SIDE};
pub use realise::Unrealisable;
pub use redraw::Redraw;
pub use route::RouteError;
pub use smooth::{Cubic, SmoothMap};
pub use stroke::{Extension, Stroke};
pub use svg::{Measures, Style, curve_path};
pub use text::TextError;
pub use ways::Parted;
