//! Boards of squares: the eight straight directions, the diagonals, and the knight's moves.

use super::{cells, regular, rows};
use crate::board::{Board, BoardError, Connectivity, Label, Point, Site, Stand, Tiling};

/// Opposite directions stand side by side: the orthogonal ones first, then the slash, then the backslash.
const SQUARE: [(i16, i16); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];

/// The knight's moves in order round a place.
const KNIGHT: [(i16, i16); 8] = [
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
];

pub(super) fn rectangle(width: i16, height: i16, stand: Stand) -> Result<Board, BoardError> {
    let sites = rows(0..height, |_| 0..width).into_iter().map(|(x, y)| {
        let centre = Point {
            x: f64::from(x),
            y: -f64::from(y),
        };
        Site {
            label: Label::Pair(x, y),
            centre,
            outline: regular(centre, 0.5f64.sqrt(), 4, 0.5),
        }
    });
    let mut board = cells::board(sites.collect(), stand)?;
    if stand == Stand::Intersections {
        board.adjacent = board.orthogonal.clone();
    }
    board.draw_lines(Tiling::Squares, &SQUARE, 4);
    board.slash = board.along(Connectivity::Slash);
    board.backslash = board.along(Connectivity::Backslash);
    for site in 0..board.len() {
        let Label::Pair(x, y) = board.sites[site].label else {
            continue;
        };
        let jumps = KNIGHT.map(|(dx, dy)| Label::Pair(x + dx, y + dy));
        board.knight[site] = jumps.iter().filter_map(|jump| board.find(*jump)).collect();
    }
    board.name_sides(&[
        ("top", &|_, y| y == height - 1),
        ("right", &|x, _| x == width - 1),
        ("bottom", &|_, y| y == 0),
        ("left", &|x, _| x == 0),
    ]);
    Ok(board)
}
