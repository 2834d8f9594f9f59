//! A planar map as the page draws it: spots, lines and the regions where nobody can move, in thousandths of the board.

use drawing::{Boundary, Curve, PlanarMap, Point};
use serde::Serialize;
use sprouts::RegionId;

/// The side of the board in the page's own units.
const SIDE: f64 = 1000.0;

/// A picture for the page.
#[derive(Serialize)]
pub struct Picture {
    spots: Vec<Spot>,
    lines: Vec<Line>,
    /// For every region without a move left: its boundaries as closed polygons.
    dead: Vec<Vec<Vec<f64>>>,
}

#[derive(Serialize)]
struct Spot {
    x: f64,
    y: f64,
    lives: u8,
}

#[derive(Serialize)]
struct Line {
    from: u32,
    to: u32,
    /// The move that drew it, from 0; -1 where it was there from the start.
    r#move: i32,
    points: Vec<f64>,
}

impl Picture {
    /// The picture of a map.
    pub fn of(map: &PlanarMap) -> Self {
        let mut picture = Self::frame(map);
        let labelled = map.labelled();
        for region in labelled.region_ids() {
            // A game that is over has only such regions; hatching the whole sheet would say nothing.
            if labelled.region_lives(region) < 2 && !labelled.is_over() {
                picture.dead.push(outline(map, region));
            }
        }
        picture
    }

    /// The picture without its regions: what moves while it relaxes.
    pub fn frame(map: &PlanarMap) -> Self {
        let spots = map.spot_ids().map(|spot| {
            let (x, y) = map.spot_point(spot).unit();
            Spot {
                x: round(x),
                y: round(y),
                lives: map.lives(spot),
            }
        });
        let lines = map.edge_ids().map(|id| {
            let edge = map.edge(id);
            let by = map
                .move_of_edge(id)
                .and_then(|index| i32::try_from(index).ok());
            Line {
                from: edge.from().0,
                to: edge.to().0,
                r#move: by.unwrap_or(-1),
                points: flat(edge.points()),
            }
        });
        Picture {
            spots: spots.collect(),
            lines: lines.collect(),
            dead: Vec::new(),
        }
    }
}

/// A curve's points in the page's units.
pub fn curve_points(curve: &Curve) -> Vec<f64> {
    flat(&curve.points)
}

/// Points in the page's units, x and y in turn.
pub fn flat(points: &[Point]) -> Vec<f64> {
    points
        .iter()
        .flat_map(|point| <[f64; 2]>::from(point.unit()).map(round))
        .collect()
}

fn outline(map: &PlanarMap, region: RegionId) -> Vec<Vec<f64>> {
    let boundaries = map
        .regions()
        .get(region.0 as usize)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let polygons = boundaries
        .iter()
        .filter(|boundary| !matches!(boundary, Boundary::Lone(_)));
    let mut rings: Vec<Vec<f64>> = polygons
        .map(|boundary| flat(&map.boundary_polygon(boundary)))
        .collect();
    if map.border(region).is_none() {
        rings.push(vec![0.0, 0.0, SIDE, 0.0, SIDE, SIDE, 0.0, SIDE]);
    }
    rings
}

/// A tenth of a unit is finer than any screen.
fn round(unit: f64) -> f64 {
    (unit * SIDE * 10.0).round() / 10.0
}
