//! The points of a triangular lattice bent to a pentagon: five wedges round the middle, ring by ring.

use super::{angle, cells, corner};
use crate::board::{Board, BoardError, Label, Point, Site, SiteId, Stand};
use std::collections::HashMap;
use std::f64::consts::TAU;

pub(super) fn pentagon(base: i16, stand: Stand) -> Result<Board, BoardError> {
    if base > 64 {
        return Err(BoardError::Size);
    }
    let mut corners = corners(base);
    let places: Vec<Place> = (0..base)
        .flat_map(|ring| (0..(5 * ring).max(1)).map(move |number| (ring, number)))
        .collect();
    let site = |&(ring, number): &Place| {
        // The middle is a ring without length.
        let wedge = number.checked_div(ring).unwrap_or(0);
        let centre = point(ring, wedge, number.checked_rem(ring).unwrap_or(0));
        let mut outline = corners.remove(&(ring, number)).unwrap_or_default();
        outline.sort_by(|a, b| angle(centre, *a).total_cmp(&angle(centre, *b)));
        Site {
            label: Label::Number(0),
            centre,
            outline,
        }
    };
    let mut board = cells::board(places.iter().map(site).collect(), stand)?;
    board.number();
    let last = base - 1;
    let side = |wedge: i16| {
        let lies = |&(ring, number): &Place| {
            let first_again = wedge == 4 && number == 0;
            let along = (0..=last).contains(&(number - wedge * last)) || first_again;
            ring == last && (last == 0 || along)
        };
        let members = board.ids().zip(&places).filter(|(_, place)| lies(place));
        members.map(|(id, _)| id).collect::<Vec<SiteId>>()
    };
    let names = ["A", "B", "C", "D", "E"];
    let sides = names.into_iter().zip((0..5).map(side)).collect();
    board.set_sides(sides);
    Ok(board)
}

/// A ring, from 0 in the middle, and a number round it.
type Place = (i16, i16);

/// So many steps of a wedge's ring from where the wedge begins.
fn point(ring: i16, wedge: i16, step: i16) -> Point {
    let spoke = |wedge: i16| {
        let turn = TAU * (f64::from(wedge % 5) / 5.0 - 0.25);
        corner(Point { x: 0.0, y: 0.0 }, 1.08, turn)
    };
    let (a, b) = (spoke(wedge), spoke(wedge + 1));
    let (i, j) = (f64::from(ring - step), f64::from(step));
    Point {
        x: a.x * i + b.x * j,
        y: a.y * i + b.y * j,
    }
}

/// Which place of the rings this is: the last of a wedge is the first of the next.
fn place(ring: i16, wedge: i16, step: i16) -> Place {
    match (ring, step == ring) {
        (0, _) => (0, 0),
        (_, true) => (ring, (wedge + 1) % 5 * ring),
        _ => (ring, wedge * ring + step),
    }
}

/// The corners of every cell, in no order. A cell is what its triangles leave to a point: its corners are their middles.
fn corners(base: i16) -> HashMap<Place, Vec<Point>> {
    let mut corners: HashMap<Place, Vec<Point>> = HashMap::new();
    for (ring, wedge) in (0..base).flat_map(|ring| (0..5).map(move |wedge| (ring, wedge))) {
        for triangle in (0..=ring).flat_map(|step| triangles(ring, step)) {
            let [a, b, c] = triangle.map(|(ring, step)| point(ring, wedge, step));
            let middle = Point {
                x: (a.x + b.x + c.x) / 3.0,
                y: (a.y + b.y + c.y) / 3.0,
            };
            for (ring, step) in triangle {
                let place = place(ring, wedge, step);
                corners.entry(place).or_default().push(middle);
            }
        }
    }
    corners
}

/// The triangles between a step of a ring and the next ring, as rings and steps of one wedge.
fn triangles(ring: i16, step: i16) -> impl Iterator<Item = [(i16, i16); 3]> {
    let (k, j) = (ring, step);
    let outwards = [(k, j), (k + 1, j), (k + 1, j + 1)];
    let inwards = [(k, j), (k, j + 1), (k + 1, j + 1)];
    [outwards]
        .into_iter()
        .chain((step < ring).then_some(inwards))
}
