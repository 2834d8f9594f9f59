//! A planar map as the page draws it: spots, lines and the regions where nobody can move, in thousandths of the board.

use drawing::{Curve, PlanarMap, Point};
use serde::Serialize;

/// The side of the board in the page's own units.
const SIDE: f64 = 1000.0;

/// A picture for the page.
#[derive(Serialize)]
pub struct Picture {
    spots: Vec<Spot>,
    lines: Vec<Line>,
    /// For every region without a move left: the path round it.
    dead: Vec<String>,
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
    /// The smooth path, which crosses nothing; left out while the picture moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

impl Picture {
    /// The picture of a map.
    pub fn of(map: &PlanarMap) -> Self {
        let mut picture = Self::frame(map);
        let smooth = map.smooth();
        for (line, edge) in picture.lines.iter_mut().zip(map.edge_ids()) {
            line.path = Some(smooth.edge_path(edge, SIDE));
        }
        // A game that is over has only dead regions; hatching the whole sheet would say nothing.
        if !map.labelled().is_over() {
            let dead = map.dead_regions().into_iter();
            picture.dead = dead
                .map(|region| smooth.region_path(map, region, SIDE))
                .collect();
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
                path: None,
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

/// A tenth of a unit is finer than any screen.
fn round(unit: f64) -> f64 {
    (unit * SIDE * 10.0).round() / 10.0
}
