//! The generators of the boards: cells as polygons first, neighbours from shared edges and vertices after.
//!
//! A family of boards is a file; here is what they share. Knows the tilings. Must not know what the sides are used for.

mod cells;
mod conhex;
mod graph;
mod hexagons;
mod pentagon;
mod rhombitrihexagonal;
mod squares;

use super::names::Naming;
use super::{
    Board, BoardError, Connectivity, Label, Point, SITES_MAX, Shape, Site, SiteId, Stand, Tiling,
};
pub use hexagons::hexagons_round;
use std::collections::HashMap;
use std::f64::consts::TAU;
use std::ops::Range;

const SQRT_3: f64 = 1.732_050_807_568_877_2;

pub fn build(shape: &Shape, stand: Stand) -> Result<Board, BoardError> {
    let mut board = match *shape {
        Shape::Rhombus(n) => hexagons::rhombus(side(n)?, stand),
        Shape::Hexagon(base) => hexagons::hexagon(side(base)?, stand),
        Shape::Alternating(a, b) => hexagons::alternating(side(a)?, side(b)?, stand),
        Shape::HexRectangle(width, height) => {
            hexagons::rectangle(side(width)?, side(height)?, stand)
        }
        Shape::Triangle(n) => hexagons::triangle(side(n)?, stand),
        Shape::HalfHexagon(n) => hexagons::half_hexagon(side(n)?, stand),
        Shape::Pentagon(base) => pentagon::pentagon(side(base)?, stand),
        Shape::Square(n) => squares::rectangle(side(n)?, side(n)?, stand),
        Shape::Rectangle(width, height) => squares::rectangle(side(width)?, side(height)?, stand),
        Shape::Rhombitrihexagonal(base) => {
            rhombitrihexagonal::rhombitrihexagonal(side(base)?, stand)
        }
        Shape::Conhex(rings) => conhex::conhex(side(rings)?, stand),
        Shape::Graph(ref sites, ref lines) => graph::graph(sites, lines, stand),
    }?;
    board.naming = Naming::of(shape);
    Ok(board)
}

fn side(n: u32) -> Result<i16, BoardError> {
    if (1..=SITES_MAX as u32).contains(&n) {
        Ok(n as i16)
    } else {
        Err(BoardError::Size)
    }
}

/// Cells row by row. Stops making cells once there are too many, so that a silly size costs nothing.
fn rows(r: Range<i16>, q: impl Fn(i16) -> Range<i16>) -> Vec<(i16, i16)> {
    r.flat_map(|r| q(r).map(move |q| (q, r)))
        .take(SITES_MAX + 1)
        .collect()
}

/// The cells of a hexagon whose corners are `m` away from the middle.
fn hexagon_rows(m: i16) -> Vec<(i16, i16)> {
    rows(-m..m + 1, |r| (-m).max(-m - r)..m.min(m - r) + 1)
}

fn corner(centre: Point, radius: f64, angle: f64) -> Point {
    Point {
        x: centre.x + radius * angle.cos(),
        y: centre.y + radius * angle.sin(),
    }
}

/// A regular outline round a centre; the first corner is turned by so much of the way to the second.
fn regular(centre: Point, radius: f64, corners: u32, turned: f64) -> Vec<Point> {
    let angle = |k: u32| TAU * (f64::from(k) + turned) / f64::from(corners);
    (0..corners)
        .map(|k| corner(centre, radius, angle(k)))
        .collect()
}

/// Two computed points are the same point of the tiling when they agree to a thousandth.
fn rounded(p: Point) -> (i64, i64) {
    ((p.x * 1000.0).round() as i64, (p.y * 1000.0).round() as i64)
}

/// The direction in which one point sees another.
fn angle(from: Point, to: Point) -> f64 {
    (to.y - from.y).atan2(to.x - from.x)
}

fn sort_round(sites: &[Site], site: usize, others: &mut [SiteId]) {
    let centre = sites[site].centre;
    let angle = |other: &SiteId| angle(centre, sites[other.index()].centre);
    others.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
}

/// Upside down: tilings are computed with y upwards where the records number them so, and drawn with y downwards.
fn flip(site: &mut Site) {
    site.centre.y = -site.centre.y;
    site.outline.iter_mut().for_each(|p| p.y = -p.y);
}

/// Who is a neighbour, but not over an edge.
fn diagonals(orthogonal: &[Vec<SiteId>], adjacent: &[Vec<SiteId>]) -> Vec<Vec<SiteId>> {
    let pairs = orthogonal.iter().zip(adjacent);
    pairs
        .map(|(near, all)| {
            all.iter()
                .copied()
                .filter(|site| !near.contains(site))
                .collect()
        })
        .collect()
}

/// A side's name and the cells that belong to it.
type NamedSide<'a> = (&'static str, &'a dyn Fn(i16, i16) -> bool);

impl Board {
    /// A board of sites and their neighbours alone: no lines, no sides, no rim, no points.
    fn bare(
        sites: Vec<Site>,
        stand: Stand,
        orthogonal: Vec<Vec<SiteId>>,
        adjacent: Vec<Vec<SiteId>>,
    ) -> Self {
        let count = sites.len();
        let none = || vec![Vec::new(); count];
        let mut board = Board {
            by_label: HashMap::new(),
            stand,
            diagonal: diagonals(&orthogonal, &adjacent),
            orthogonal,
            slash: none(),
            backslash: none(),
            touching: adjacent.clone(),
            knight: none(),
            points: none(),
            adjacent,
            directions: 0,
            orthogonal_directions: 0,
            tiling: Tiling::Other,
            next: Vec::new(),
            sides: Vec::new(),
            corners: Vec::new(),
            outer: vec![false; count],
            fringe: Vec::new(),
            cut: false,
            naming: Naming::None,
            sites,
        };
        board.index_labels();
        board
    }

    fn index_labels(&mut self) {
        self.by_label = self
            .sites
            .iter()
            .enumerate()
            .map(|(n, site)| (site.label, SiteId(n as u16)))
            .collect();
    }

    fn number(&mut self) {
        for (number, site) in self.sites.iter_mut().enumerate() {
            site.label = Label::Number(number as u16);
        }
        self.index_labels();
    }

    fn draw_lines(&mut self, tiling: Tiling, directions: &[(i16, i16)], orthogonal: usize) {
        self.tiling = tiling;
        self.directions = directions.len();
        self.orthogonal_directions = orthogonal;
        for site in &self.sites {
            for (da, db) in directions {
                self.next.push(match site.label {
                    Label::Pair(a, b) => self.by_label.get(&Label::Pair(a + da, b + db)).copied(),
                    Label::Number(_) => None,
                });
            }
        }
    }

    /// For every site the next ones in the directions of a connectivity.
    fn along(&self, connectivity: Connectivity) -> Vec<Vec<SiteId>> {
        let next = |site| {
            let directions = self.directions_of(connectivity);
            directions.filter_map(move |direction| self.step(site, direction))
        };
        self.ids().map(|site| next(site).collect()).collect()
    }

    /// Names the sides in order round the board, by the coordinates of their cells.
    fn name_sides(&mut self, sides: &[NamedSide]) {
        let members = |belongs: &dyn Fn(i16, i16) -> bool| {
            let lies =
                |site: &SiteId| matches!(self.label(*site), Label::Pair(a, b) if belongs(a, b));
            self.ids().filter(lies).collect()
        };
        let sides = sides
            .iter()
            .map(|(name, belongs)| (*name, members(belongs)))
            .collect();
        self.set_sides(sides);
    }

    /// The sides in order round the board; a site of two sides is a corner.
    fn set_sides(&mut self, sides: Vec<(&'static str, Vec<SiteId>)>) {
        let mut times = vec![0; self.sites.len()];
        for site in sides.iter().flat_map(|(_, members)| members) {
            times[site.index()] += 1;
        }
        self.corners = self.ids().filter(|site| times[site.index()] >= 2).collect();
        self.sides = sides;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(shape: Shape) -> Board {
        Board::new(&shape, Stand::Cells).unwrap()
    }

    #[test]
    fn sizes_are_those_of_the_literature() {
        for (shape, sites, corners) in [
            (Shape::Rhombus(11), 121, 4),
            (Shape::Hexagon(5), 61, 6),
            (Shape::Hexagon(8), 169, 6),
            (Shape::Square(9), 81, 4),
            (Shape::Triangle(11), 66, 3),
            (Shape::HalfHexagon(7), 70, 4),
            (Shape::Alternating(5, 6), 75, 6),
            (Shape::Alternating(6, 7), 108, 6),
            (Shape::HexRectangle(12, 13), 150, 4),
            (Shape::Pentagon(1), 1, 1),
            (Shape::Pentagon(5), 51, 5),
            (Shape::Rhombitrihexagonal(2), 61, 0),
        ] {
            let board = board(shape.clone());
            assert_eq!(
                (board.len(), board.corners().len()),
                (sites, corners),
                "{shape:?}"
            );
        }
    }

    #[test]
    fn neighbours_are_mutual_and_outer_sites_are_those_with_a_free_edge() {
        for shape in [
            Shape::Rhombus(5),
            Shape::Hexagon(4),
            Shape::Square(5),
            Shape::Triangle(4),
            Shape::Alternating(3, 4),
            Shape::HexRectangle(4, 5),
            Shape::Pentagon(4),
            Shape::Rhombitrihexagonal(2),
        ] {
            let board = board(shape.clone());
            for connectivity in [
                Connectivity::Orthogonal,
                Connectivity::Adjacent,
                Connectivity::Diagonal,
                Connectivity::Slash,
                Connectivity::Backslash,
                Connectivity::Touching,
            ] {
                for site in board.ids() {
                    for &other in board.neighbours(site, connectivity) {
                        assert!(
                            board.neighbours(other, connectivity).contains(&site),
                            "{shape:?}"
                        );
                    }
                }
            }
            for site in board.ids().filter(|&site| !board.is_outer(site)) {
                let edges = board.sites()[site.index()].outline.len();
                assert_eq!(
                    board.neighbours(site, Connectivity::Orthogonal).len(),
                    edges
                );
            }
        }
        assert_eq!(
            board(Shape::Hexagon(5))
                .ids()
                .filter(|s| board(Shape::Hexagon(5)).is_outer(*s))
                .count(),
            24
        );
    }

    #[test]
    fn a_pentagon_has_five_equal_sides_and_one_cell_with_five_neighbours() {
        let board = board(Shape::Pentagon(5));
        assert!(board.sides().iter().all(|(_, side)| side.len() == 5));
        let near = |site| board.neighbours(site, Connectivity::Adjacent).len();
        let inner = board.ids().filter(|site| !board.is_outer(*site));
        assert_eq!(inner.filter(|site| near(*site) == 5).count(), 1);
        assert!(board.corners().iter().all(|site| near(*site) == 3));
    }

    #[test]
    fn cells_beyond_the_rim_are_one_ring() {
        // As many as cells on the rim and one more at each corner.
        for (shape, cells) in [
            (Shape::Hexagon(5), 30),
            (Shape::Alternating(5, 6), 33),
            (Shape::Alternating(6, 7), 39),
            (Shape::Rhombus(4), 18),
            (Shape::Square(4), 0),
            (Shape::Pentagon(3), 0),
        ] {
            let board = board(shape.clone());
            assert_eq!(board.fringe_len(), cells, "{shape:?}");
        }
    }

    #[test]
    fn straight_lines_go_back_the_way_they_came() {
        for shape in [
            Shape::Rhombus(5),
            Shape::Hexagon(4),
            Shape::Square(5),
            Shape::HalfHexagon(4),
            Shape::Alternating(3, 4),
            Shape::HexRectangle(4, 5),
        ] {
            let board = board(shape);
            for site in board.ids() {
                for direction in 0..board.directions() {
                    if let Some(next) = board.step(site, direction) {
                        assert_eq!(board.step(next, direction ^ 1), Some(site));
                        assert!(
                            board
                                .neighbours(site, Connectivity::Adjacent)
                                .contains(&next)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_irregular_boards_are_those_of_the_records() {
        for (file, shape) in [
            ("kensington_havannah.tsv", Shape::Rhombitrihexagonal(2)),
            ("pentalath_half.tsv", Shape::HalfHexagon(7)),
        ] {
            let path = concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../tests/data/connection/boards/"
            );
            let text = std::fs::read_to_string(format!("{path}{file}")).unwrap();
            let board = board(shape);
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let fields: Vec<&str> = line.split('\t').collect();
                let site = SiteId(fields[0].parse().unwrap());
                for (field, connectivity) in
                    [(4, Connectivity::Orthogonal), (5, Connectivity::Adjacent)]
                {
                    let mut expected: Vec<u16> = fields[field]
                        .split(',')
                        .map(|n| n.parse().unwrap())
                        .collect();
                    let mut found: Vec<u16> = board
                        .neighbours(site, connectivity)
                        .iter()
                        .map(|s| s.0)
                        .collect();
                    expected.sort();
                    found.sort();
                    assert_eq!(found, expected, "{file} {site:?} {connectivity:?}");
                }
            }
            let outer = text
                .lines()
                .find_map(|line| line.strip_prefix("# outer "))
                .unwrap();
            let outer: Vec<SiteId> = outer
                .split(',')
                .map(|n| SiteId(n.parse().unwrap()))
                .collect();
            assert_eq!(
                board
                    .ids()
                    .filter(|s| board.is_outer(*s))
                    .collect::<Vec<_>>(),
                outer
            );
        }
    }

    #[test]
    fn silly_sizes_are_refused() {
        for shape in [
            Shape::Rhombus(0),
            Shape::Square(100_000),
            Shape::Hexagon(60),
            Shape::Alternating(4096, 4096),
            Shape::HexRectangle(4096, 4096),
            Shape::Pentagon(60),
            Shape::Pentagon(4096),
            Shape::Graph(vec![], vec![]),
        ] {
            assert!(Board::new(&shape, Stand::Cells).is_err(), "{shape:?}");
        }
    }
}
