//! The board of ConHex: points, where stones come, and cells between them.

use super::{corner, from_cells, rows, sort_round};
use crate::board::{Board, BoardError, Label, Point, Site, SiteId, Stand};
use std::f64::consts::TAU;

/// The board of ConHex. Its points are those of a grid without its diagonals, its cells two squares each or, at the diagonals,
/// three halves; the points at the four corners lie a step further out. Cells come first, so that points lie on top of them.
pub(super) fn conhex(rings: i16, stand: Stand) -> Result<Board, BoardError> {
    // Points are written from 0,0 in the lower left corner, with the middle at `last`.
    let (n, last) = (rings, rings.saturating_add(1));
    // Two more rings would be too many sites already.
    if n > 27 {
        return Err(BoardError::Size);
    }
    // Outlines in the upper quarter, from its left diagonal on, as seen from the middle; the other quarters are turned.
    let mut quarter: Vec<Vec<(i16, i16)>> = Vec::new();
    for m in 1..=n {
        let (inner, outer) = (m, m + 1);
        let mut corner = vec![(1 - m, outer), (1 - m, inner), (-m, m - 1), (-outer, m - 1)];
        corner.extend(if m == n {
            vec![(-outer, outer)]
        } else {
            vec![(-outer, m), (-m, outer)]
        });
        quarter.push(corner);
        quarter.extend((0..m - 1).map(|i| {
            let x = 2 * i + 1 - m;
            let beyond = (m < n).then_some((x + 1, outer));
            let first = [(x, inner), (x + 1, inner), (x + 2, inner), (x + 2, outer)];
            first
                .into_iter()
                .chain(beyond)
                .chain([(x, outer)])
                .collect()
        }));
    }
    let mut outlines = vec![vec![(0, 1), (1, 0), (0, -1), (-1, 0)]];
    for turn in 0..4 {
        let turned = |&(x, y): &(i16, i16)| match turn {
            0 => (x, y),
            1 => (y, -x),
            2 => (-x, -y),
            _ => (-y, x),
        };
        outlines.extend(quarter.iter().map(|cell| cell.iter().map(turned).collect()));
    }
    let is_point = |(x, y): (i16, i16)| {
        let (x, y) = (x.abs(), y.abs());
        x.max(y) <= n && (x != y || x == 0) || x == last && y == last
    };
    let grid = rows(-last..last + 1, |_| -last..last + 1);
    let places: Vec<_> = grid.into_iter().filter(|place| is_point(*place)).collect();
    let point = |(x, y): (i16, i16)| Point {
        x: f64::from(x),
        y: -f64::from(y),
    };
    let first = outlines.len();
    let mut points = Vec::new();
    let mut sites = Vec::new();
    for (number, outline) in outlines.iter().enumerate() {
        let mut own: Vec<SiteId> = (places.iter().zip(first..))
            .filter(|(place, _)| outline.contains(place) || number == 0 && **place == (0, 0))
            .map(|(_, id)| SiteId(id as u16))
            .collect();
        own.sort();
        points.push(own);
        let outline: Vec<Point> = outline.iter().copied().map(point).collect();
        let range = |values: &mut dyn Iterator<Item = f64>| {
            let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), value| {
                (low.min(value), high.max(value))
            });
            (low + high) / 2.0
        };
        // In the very middle there is a point already.
        let aside = if number == 0 { 0.4 } else { 0.0 };
        let centre = Point {
            x: range(&mut outline.iter().map(|p| p.x)) + aside,
            y: range(&mut outline.iter().map(|p| p.y)) - aside,
        };
        sites.push(Site {
            label: Label::Number(number as u16),
            centre,
            outline,
        });
    }
    for &(x, y) in &places {
        let centre = point((x, y));
        points.push(Vec::new());
        sites.push(Site {
            label: Label::Pair(x + last, y + last),
            centre,
            outline: (0..8)
                .map(|k| corner(centre, 0.36, TAU * (f64::from(k) + 0.5) / 8.0))
                .collect(),
        });
    }
    let mut board = from_cells(sites, stand)?;
    // Cells that share a point are neighbours, and points have none.
    for cell in 0..board.len() {
        let shares = |other: &Vec<SiteId>| other.iter().any(|point| points[cell].contains(point));
        let others = (0..first).filter(|other| *other != cell && shares(&points[*other]));
        let mut near: Vec<SiteId> = others.map(|other| SiteId(other as u16)).collect();
        sort_round(&board.sites, cell, &mut near);
        board.orthogonal[cell] = near.clone();
        board.adjacent[cell] = near.clone();
        board.touching[cell] = near;
        board.diagonal[cell].clear();
    }
    board.points = points;
    let edge = f64::from(last);
    let sides: [(&str, &dyn Fn(Point) -> bool); 4] = [
        ("top", &|p| p.y < 0.5 - edge),
        ("right", &|p| p.x > edge - 0.5),
        ("bottom", &|p| p.y > edge - 0.5),
        ("left", &|p| p.x < 0.5 - edge),
    ];
    for (name, lies) in sides {
        let touches = |site: &SiteId| {
            site.index() < first && board.sites[site.index()].outline.iter().any(|p| lies(*p))
        };
        let members = board.ids().filter(touches).collect();
        board.sides.push((name, members));
    }
    let times = |site: &SiteId| {
        board
            .sides
            .iter()
            .filter(|(_, all)| all.contains(site))
            .count()
    };
    board.corners = board.ids().filter(|site| times(site) == 2).collect();
    Ok(board)
}
