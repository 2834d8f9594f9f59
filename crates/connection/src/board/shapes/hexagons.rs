//! Boards of hexagons with coordinates: rhombus, hexagon, rows, triangle, half a hexagon.

use super::{SQRT_3, cells, flip, hexagon_rows, regular, rows};
use crate::board::{Board, BoardError, Label, Point, Site, Stand, Tiling};

/// Opposite directions stand side by side.
const HEXAGONAL: [(i16, i16); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

pub(super) fn rhombus(n: i16, stand: Stand) -> Result<Board, BoardError> {
    let mut board = hexagons(rows(0..n, |_| 0..n), stand)?;
    board.name_sides(&[
        ("top", &|_, r| r == 0),
        ("right", &|q, _| q == n - 1),
        ("bottom", &|_, r| r == n - 1),
        ("left", &|q, _| q == 0),
    ]);
    Ok(board)
}

pub(super) fn hexagon(base: i16, stand: Stand) -> Result<Board, BoardError> {
    let m = base - 1;
    let mut board = hexagons(hexagon_rows(m), stand)?;
    board.name_sides(&[
        ("N", &|_, r| r == -m),
        ("NE", &|q, _| q == m),
        ("SE", &|q, r| q + r == m),
        ("S", &|_, r| r == m),
        ("SW", &|q, _| q == -m),
        ("NW", &|q, r| q + r == -m),
    ]);
    Ok(board)
}

pub(super) fn alternating(a: i16, b: i16, stand: Stand) -> Result<Board, BoardError> {
    let last = a.checked_add(b).ok_or(BoardError::Size)? - 2;
    let row = |r: i16| (-r).max(1 - b)..(a - 1).min(a - 1 - (r - b + 1)) + 1;
    let mut board = hexagons(rows(0..last + 1, row), stand)?;
    board.name_sides(&[
        ("N", &|_, r| r == 0),
        ("NE", &|q, _| q == a - 1),
        ("SE", &|q, r| q + r == last),
        ("S", &|_, r| r == last),
        ("SW", &|q, _| q == 1 - b),
        ("NW", &|q, r| q + r == 0),
    ]);
    Ok(board)
}

pub(super) fn rectangle(width: i16, height: i16, stand: Stand) -> Result<Board, BoardError> {
    // Every second row begins and ends half a cell further in.
    let begin = |r: i16| -(r / 2);
    let end = |r: i16| begin(r) + width - r % 2;
    let mut board = hexagons(rows(0..height, |r| begin(r)..end(r)), stand)?;
    board.name_sides(&[
        ("top", &|_, r| r == 0),
        ("right", &|q, r| q == end(r) - 1),
        ("bottom", &|_, r| r == height - 1),
        ("left", &|q, r| q == begin(r)),
    ]);
    Ok(board)
}

pub(super) fn triangle(n: i16, stand: Stand) -> Result<Board, BoardError> {
    let mut board = hexagons(rows(0..n, |r| n - 1 - r..n), stand)?;
    board.name_sides(&[
        ("left", &|q, r| q + r == n - 1),
        ("right", &|q, _| q == n - 1),
        ("bottom", &|_, r| r == n - 1),
    ]);
    Ok(board)
}

pub(super) fn half_hexagon(n: i16, stand: Stand) -> Result<Board, BoardError> {
    // Reading order starts with the shortest row, which has the largest r; the labels are numbers, as the records have them.
    let cells = rows(0..n, |row| 0..n + row).into_iter();
    let cells = cells.map(|(q, row)| (q, n - 1 - row)).collect();
    let mut board = hexagons(cells, stand)?;
    board.name_sides(&[
        ("top", &|_, r| r == n - 1),
        ("right", &|q, r| q + r == 2 * n - 2),
        ("bottom", &|_, r| r == 0),
        ("left", &|q, _| q == 0),
    ]);
    board.sites.iter_mut().for_each(flip);
    board.number();
    Ok(board)
}

fn hexagons(places: Vec<(i16, i16)>, stand: Stand) -> Result<Board, BoardError> {
    let sites = places.into_iter().map(|(q, r)| {
        let centre = Point {
            x: (f64::from(q) + f64::from(r) / 2.0) * SQRT_3 / 1.5,
            y: f64::from(r),
        };
        Site {
            label: Label::Pair(q, r),
            centre,
            outline: regular(centre, 1.0 / 1.5, 6, 0.5),
        }
    });
    let mut board = cells::board(sites.collect(), stand)?;
    board.draw_lines(Tiling::Hexagons, &HEXAGONAL, 6);
    Ok(board)
}

/// The six cells round one with coordinates.
pub fn hexagons_round(label: Label) -> impl Iterator<Item = Label> {
    let here = match label {
        Label::Pair(q, r) => Some((q, r)),
        Label::Number(_) => None,
    };
    let round = |(q, r)| HEXAGONAL.map(|(dq, dr)| Label::Pair(q + dq, r + dr));
    here.into_iter().flat_map(round)
}
