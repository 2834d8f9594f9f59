//! Hexagons, squares and triangles (3.4.6.4): all cells that touch one of the hexagons of a hexagon.

use super::{SQRT_3, cells, flip, hexagon_rows, rounded};
use crate::board::{Board, BoardError, Label, Point, SITES_MAX, Site, Stand};
use std::collections::HashSet;

pub(super) fn rhombitrihexagonal(base: i16, stand: Stand) -> Result<Board, BoardError> {
    let mut sites = Vec::new();
    let mut seen = HashSet::new();
    for (q, r) in hexagon_rows(base - 1) {
        for outline in flower(q, r) {
            let centre = middle(&outline);
            // A cell between two hexagons belongs to the flowers of both.
            if seen.insert(rounded(centre)) {
                sites.push(Site {
                    label: Label::Number(0),
                    centre,
                    outline,
                });
            }
        }
        if sites.len() > SITES_MAX {
            return Err(BoardError::Size);
        }
    }
    // Numbered from right to left, and upwards within a column, as in the records.
    sites.sort_by_key(|site| (-rounded(site.centre).0, rounded(site.centre).1));
    sites.iter_mut().for_each(flip);
    let mut board = cells::board(sites, stand)?;
    board.number();
    Ok(board)
}

/// A hexagon with the squares and triangles round it.
fn flower(q: i16, r: i16) -> Vec<Vec<Point>> {
    let spacing = 1.0 + SQRT_3;
    let centre = Point {
        x: spacing * (f64::from(q) + f64::from(r) / 2.0),
        y: spacing * f64::from(r) * SQRT_3 / 2.0,
    };
    let vertex = |k: i32| add(centre, direction(30 + 60 * k));
    let mut cells = vec![(0..6).map(vertex).collect()];
    for k in 0..6 {
        let (here, there) = (direction(60 * k), direction(60 * (k + 1)));
        let (before, after) = (vertex(k - 1), vertex(k));
        cells.push(vec![before, after, add(after, here), add(before, here)]);
        cells.push(vec![after, add(after, there), add(after, here)]);
    }
    cells
}

/// One step of the tiling's edge in this direction.
fn direction(degrees: i32) -> Point {
    let angle = f64::from(degrees).to_radians();
    Point {
        x: angle.cos(),
        y: angle.sin(),
    }
}

fn add(a: Point, b: Point) -> Point {
    Point {
        x: a.x + b.x,
        y: a.y + b.y,
    }
}

fn middle(outline: &[Point]) -> Point {
    let n = outline.len() as f64;
    Point {
        x: outline.iter().map(|p| p.x).sum::<f64>() / n,
        y: outline.iter().map(|p| p.y).sum::<f64>() / n,
    }
}
