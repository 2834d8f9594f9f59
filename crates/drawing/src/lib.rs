//! Planar maps of hand-drawn curves.

mod check;
mod insert;
mod layout;
mod locate;
mod map;
mod point;
mod smooth;
mod stroke;
mod svg;
mod text;

pub use check::Flaw;
pub use insert::{Curve, CurveError, Insertion};
pub use locate::Located;
pub use map::{Boundary, DartId, Edge, EdgeId, MapError, PlanarMap, Spot};
pub use point::{Point, SIDE};
pub use smooth::{Cubic, SmoothMap};
pub use stroke::{Extension, Stroke};
pub use svg::{Measures, Style, curve_path};
pub use text::TextError;
