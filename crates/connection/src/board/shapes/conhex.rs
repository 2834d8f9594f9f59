//! The board of ConHex: points, where stones come, and cells between them.
//!
//! Its points are those of a grid without its diagonals, its cells two squares each or, at the diagonals, three halves. The
//! points at the four corners lie a step further out.

use super::{cells, regular, rows, sort_round};
use crate::board::{Board, BoardError, Label, Point, Site, SiteId, Stand};

/// Places are seen from the middle here, with y upwards.
type Place = (i16, i16);

pub(super) fn conhex(rings: i16, stand: Stand) -> Result<Board, BoardError> {
    // Two more rings would be too many sites already.
    if rings > 27 {
        return Err(BoardError::Size);
    }
    let outlines = outlines(rings);
    let places = places(rings);
    // Cells come first, so that points lie on top of them.
    let cells = outlines.len();
    let mut points: Vec<Vec<SiteId>> = (outlines.iter().enumerate())
        .map(|(number, outline)| {
            let within = |place| outline.contains(place) || number == 0 && *place == (0, 0);
            let ids = (cells..).map(|id| SiteId(id as u16)).zip(&places);
            let own = ids.filter(|(_, place)| within(place));
            own.map(|(id, _)| id).collect()
        })
        .collect();
    points.resize(cells + places.len(), Vec::new());
    let cell_sites = outlines.iter().enumerate().map(cell);
    let point_sites = places.iter().map(|place| point(*place, rings + 1));
    let mut board = cells::board(cell_sites.chain(point_sites).collect(), stand)?;
    board.join_by_points(points);
    board.name_cells_on_sides(cells, f64::from(rings + 1));
    Ok(board)
}

/// The outlines of the cells: the one in the middle, then quarter by quarter, from its left diagonal on.
fn outlines(rings: i16) -> Vec<Vec<Place>> {
    let upper: Vec<Vec<Place>> = (1..=rings)
        .flat_map(|ring| upper_cells(ring, ring == rings))
        .collect();
    let mut outlines = vec![vec![(0, 1), (1, 0), (0, -1), (-1, 0)]];
    for turn in 0..4 {
        let turned = |&(x, y): &Place| match turn {
            0 => (x, y),
            1 => (y, -x),
            2 => (-x, -y),
            _ => (-y, x),
        };
        outlines.extend(upper.iter().map(|cell| cell.iter().map(turned).collect()));
    }
    outlines
}

/// The cells of a ring in the upper quarter. In the last ring no other cells lie beyond, and outlines are straight there.
fn upper_cells(ring: i16, is_last: bool) -> Vec<Vec<Place>> {
    let (m, outer) = (ring, ring + 1);
    let mut corner = vec![(1 - m, outer), (1 - m, m), (-m, m - 1), (-outer, m - 1)];
    if is_last {
        corner.push((-outer, outer));
    } else {
        corner.extend([(-outer, m), (-m, outer)]);
    }
    let along = (0..m - 1).map(|i| {
        let x = 2 * i + 1 - m;
        let mut cell = vec![(x, m), (x + 1, m), (x + 2, m), (x + 2, outer)];
        cell.extend((!is_last).then_some((x + 1, outer)));
        cell.push((x, outer));
        cell
    });
    [corner].into_iter().chain(along).collect()
}

/// Where the points are, row by row.
fn places(rings: i16) -> Vec<Place> {
    let last = rings + 1;
    let is_point = |&(x, y): &Place| {
        let (x, y) = (x.abs(), y.abs());
        x.max(y) <= rings && (x != y || x == 0) || x == last && y == last
    };
    let grid = rows(-last..last + 1, |_| -last..last + 1);
    grid.into_iter().filter(is_point).collect()
}

fn drawn((x, y): Place) -> Point {
    Point {
        x: f64::from(x),
        y: -f64::from(y),
    }
}

fn cell((number, outline): (usize, &Vec<Place>)) -> Site {
    let outline: Vec<Point> = outline.iter().copied().map(drawn).collect();
    let middle = |coordinate: fn(&Point) -> f64| {
        let low = outline.iter().map(coordinate).fold(f64::MAX, f64::min);
        let high = outline.iter().map(coordinate).fold(f64::MIN, f64::max);
        (low + high) / 2.0
    };
    // In the very middle there is a point already.
    let aside = if number == 0 { 0.4 } else { 0.0 };
    let centre = Point {
        x: middle(|p| p.x) + aside,
        y: middle(|p| p.y) - aside,
    };
    Site {
        label: Label::Number(number as u16),
        centre,
        outline,
    }
}

/// Points are written from 0,0 in the lower left corner, with the middle at `last`.
fn point((x, y): Place, last: i16) -> Site {
    let centre = drawn((x, y));
    Site {
        label: Label::Pair(x + last, y + last),
        centre,
        outline: regular(centre, 0.36, 8, 0.5),
    }
}

/// How far a point lies in the direction of a side.
type Outwards = fn(Point) -> f64;

impl Board {
    /// Cells that share a point are neighbours, and points have none.
    fn join_by_points(&mut self, points: Vec<Vec<SiteId>>) {
        for cell in 0..self.len() {
            let shares = |other: &[SiteId]| other.iter().any(|point| points[cell].contains(point));
            let others = self.ids().filter(|other| other.index() != cell);
            let mut near: Vec<SiteId> = others
                .filter(|other| shares(&points[other.index()]))
                .collect();
            sort_round(&self.sites, cell, &mut near);
            self.orthogonal[cell] = near.clone();
            self.adjacent[cell] = near.clone();
            self.touching[cell] = near;
            self.diagonal[cell].clear();
        }
        self.points = points;
    }

    /// The sides are cells: those whose outlines reach the edge of the board.
    fn name_cells_on_sides(&mut self, cells: usize, edge: f64) {
        let sides: [(&str, Outwards); 4] = [
            ("top", |p| -p.y),
            ("right", |p| p.x),
            ("bottom", |p| p.y),
            ("left", |p| -p.x),
        ];
        let reaches = |site: &SiteId, outwards: Outwards| {
            let mut outline = self.sites[site.index()].outline.iter();
            outline.any(|p| outwards(*p) > edge - 0.5)
        };
        let sides = sides.map(|(name, outwards)| {
            let sites = self.ids().take(cells);
            (name, sites.filter(|site| reaches(site, outwards)).collect())
        });
        self.set_sides(sides.into());
    }
}
