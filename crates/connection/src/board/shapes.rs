//! The generators of the boards: cells as polygons first, neighbours from shared edges and vertices after.
//!
//! Knows the tilings. Must not know what the sides are used for.

mod conhex;

use super::{
    Board, BoardError, Connectivity, GraphSite, Label, Point, SITES_MAX, Shape, Site, SiteId, Stand,
};
use conhex::conhex;
use std::collections::HashMap;
use std::f64::consts::TAU;

const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// Opposite directions stand side by side; on squares the orthogonal ones first, then the slash, then the backslash.
const HEXAGONAL: [(i16, i16); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
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

/// Round a place.
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

pub fn build(shape: &Shape, stand: Stand) -> Result<Board, BoardError> {
    match *shape {
        Shape::Rhombus(n) => {
            let n = side(n)?;
            let mut board = hexagons(rows(0..n, |_| 0..n), stand)?;
            board.name_sides(&[
                ("top", &|_, r| r == 0),
                ("right", &|q, _| q == n - 1),
                ("bottom", &|_, r| r == n - 1),
                ("left", &|q, _| q == 0),
            ]);
            Ok(board)
        }
        Shape::Hexagon(base) => {
            let m = side(base)? - 1;
            let mut board = hexagons(
                rows(-m..m + 1, |r| (-m).max(-m - r)..m.min(m - r) + 1),
                stand,
            )?;
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
        Shape::Alternating(a, b) => {
            let (a, b) = (side(a)?, side(b)?);
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
        Shape::HexRectangle(width, height) => {
            let (width, height) = (side(width)?, side(height)?);
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
        Shape::Pentagon(base) => pentagon(side(base)?, stand),
        Shape::Triangle(n) => {
            let n = side(n)?;
            let mut board = hexagons(rows(0..n, |r| n - 1 - r..n), stand)?;
            board.name_sides(&[
                ("left", &|q, r| q + r == n - 1),
                ("right", &|q, _| q == n - 1),
                ("bottom", &|_, r| r == n - 1),
            ]);
            Ok(board)
        }
        Shape::HalfHexagon(n) => {
            let n = side(n)?;
            // Reading order starts with the shortest row; the labels are numbers, as the records have them.
            let cells: Vec<_> = (0..n)
                .rev()
                .flat_map(|r| (0..2 * n - 1 - r).map(move |q| (q, r)))
                .collect();
            let mut board = hexagons(cells, stand)?;
            board.name_sides(&[
                ("top", &|_, r| r == n - 1),
                ("right", &|q, r| q + r == 2 * n - 2),
                ("bottom", &|_, r| r == 0),
                ("left", &|q, _| q == 0),
            ]);
            for site in &mut board.sites {
                site.centre.y = -site.centre.y;
                site.outline.iter_mut().for_each(|p| p.y = -p.y);
            }
            board.number();
            Ok(board)
        }
        Shape::Square(n) => rectangle(n, n, stand),
        Shape::Rectangle(width, height) => rectangle(width, height, stand),
        Shape::Rhombitrihexagonal(base) => rhombitrihexagonal(side(base)?, stand),
        Shape::Conhex(rings) => conhex(side(rings)?, stand),
        Shape::Graph(ref sites) => graph(sites, stand),
    }
}

fn side(n: u32) -> Result<i16, BoardError> {
    if (1..=SITES_MAX as u32).contains(&n) {
        Ok(n as i16)
    } else {
        Err(BoardError::Size)
    }
}

/// Cells row by row. Stops making cells once there are too many, so that a silly size costs nothing.
fn rows(r: std::ops::Range<i16>, q: impl Fn(i16) -> std::ops::Range<i16>) -> Vec<(i16, i16)> {
    r.flat_map(|r| q(r).map(move |q| (q, r)))
        .take(SITES_MAX + 1)
        .collect()
}

fn hexagons(cells: Vec<(i16, i16)>, stand: Stand) -> Result<Board, BoardError> {
    let sites = cells.into_iter().map(|(q, r)| {
        let centre = Point {
            x: (f64::from(q) + f64::from(r) / 2.0) * SQRT_3 / 1.5,
            y: f64::from(r),
        };
        let outline = (0..6)
            .map(|k| corner(centre, 1.0 / 1.5, TAU * (f64::from(k) + 0.5) / 6.0))
            .collect();
        Site {
            label: Label::Pair(q, r),
            centre,
            outline,
        }
    });
    let mut board = from_cells(sites.collect(), stand)?;
    board.draw_lines(&HEXAGONAL, 6);
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

/// The points of a triangular lattice bent to a pentagon: five wedges round the middle, ring by ring. A cell is what its
/// triangles leave to a point: its corners are their middles.
fn pentagon(base: i16, stand: Stand) -> Result<Board, BoardError> {
    if base > 64 {
        return Err(BoardError::Size);
    }
    let wedge = |w: i16| {
        corner(
            Point { x: 0.0, y: 0.0 },
            1.08,
            TAU * (f64::from(w) / 5.0 - 0.25),
        )
    };
    let point = |k: i16, w: i16, j: i16| {
        let (a, b) = (wedge(w % 5), wedge((w + 1) % 5));
        let (i, j) = (f64::from(k - j), f64::from(j));
        Point {
            x: a.x * i + b.x * j,
            y: a.y * i + b.y * j,
        }
    };
    // Which point of the rings this is: the last of a wedge is the first of the next.
    let name = |k: i16, w: i16, j: i16| match (k, j == k) {
        (0, _) => (0, 0),
        (_, true) => (k, (w + 1) % 5 * k),
        _ => (k, w * k + j),
    };
    let mut corners: HashMap<(i16, i16), Vec<Point>> = HashMap::new();
    for (k, w) in (0..base).flat_map(|k| (0..5).map(move |w| (k, w))) {
        for j in 0..=k {
            let mut triangles = vec![[(k, j), (k + 1, j), (k + 1, j + 1)]];
            if j < k {
                triangles.push([(k, j), (k, j + 1), (k + 1, j + 1)]);
            }
            for triangle in triangles {
                let [a, b, c] = triangle.map(|(k, j)| point(k, w, j));
                let middle = Point {
                    x: (a.x + b.x + c.x) / 3.0,
                    y: (a.y + b.y + c.y) / 3.0,
                };
                for (k, j) in triangle {
                    corners.entry(name(k, w, j)).or_default().push(middle);
                }
            }
        }
    }
    let mut sites = Vec::new();
    let mut places = Vec::new();
    for k in 0..base {
        for number in 0..(5 * k).max(1) {
            let centre = point(
                k,
                number.checked_div(k).unwrap_or(0),
                number.checked_rem(k).unwrap_or(0),
            );
            let mut outline = corners.remove(&(k, number)).unwrap_or_default();
            let angle = |p: &Point| (p.y - centre.y).atan2(p.x - centre.x);
            outline.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
            places.push((k, number));
            sites.push(Site {
                label: Label::Number(0),
                centre,
                outline,
            });
        }
    }
    let mut board = from_cells(sites, stand)?;
    board.number();
    let m = base - 1;
    for (w, name) in (0..5).zip(["A", "B", "C", "D", "E"]) {
        let on_side = |(k, number): (i16, i16)| {
            k == m && (m == 0 || (0..=m).contains(&(number - w * m)) || w == 4 && number == 0)
        };
        let ids = (0..).zip(&places).filter(|(_, place)| on_side(**place));
        board
            .sides
            .push((name, ids.map(|(id, _)| SiteId(id)).collect()));
    }
    let on_two = |site: &SiteId| {
        board
            .sides
            .iter()
            .filter(|(_, side)| side.contains(site))
            .count()
            >= 2
    };
    board.corners = board.ids().filter(on_two).collect();
    Ok(board)
}

fn rectangle(width: u32, height: u32, stand: Stand) -> Result<Board, BoardError> {
    let (width, height) = (side(width)?, side(height)?);
    let sites = rows(0..height, |_| 0..width).into_iter().map(|(x, y)| {
        let centre = Point {
            x: f64::from(x),
            y: -f64::from(y),
        };
        let outline = (0..4)
            .map(|k| corner(centre, 0.5f64.sqrt(), TAU * (f64::from(k) + 0.5) / 4.0))
            .collect();
        Site {
            label: Label::Pair(x, y),
            centre,
            outline,
        }
    });
    let mut board = from_cells(sites.collect(), stand)?;
    if stand == Stand::Intersections {
        board.adjacent = board.orthogonal.clone();
    }
    board.draw_lines(&SQUARE, 4);
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

fn rhombitrihexagonal(base: i16, stand: Stand) -> Result<Board, BoardError> {
    let direction = |degrees: f64| Point {
        x: degrees.to_radians().cos(),
        y: degrees.to_radians().sin(),
    };
    let add = |a: Point, b: Point| Point {
        x: a.x + b.x,
        y: a.y + b.y,
    };
    let m = base - 1;
    let mut cells: Vec<Vec<Point>> = Vec::new();
    for (q, r) in rows(-m..m + 1, |r| (-m).max(-m - r)..m.min(m - r) + 1) {
        let spacing = 1.0 + SQRT_3;
        let centre = Point {
            x: spacing * (f64::from(q) + f64::from(r) / 2.0),
            y: spacing * f64::from(r) * SQRT_3 / 2.0,
        };
        let vertex = |k: i32| add(centre, direction(f64::from(30 + 60 * k)));
        cells.push((0..6).map(vertex).collect());
        for k in 0..6 {
            let (here, there) = (
                direction(f64::from(60 * k)),
                direction(f64::from(60 * (k + 1))),
            );
            cells.push(vec![
                vertex(k - 1),
                vertex(k),
                add(vertex(k), here),
                add(vertex(k - 1), here),
            ]);
            cells.push(vec![vertex(k), add(vertex(k), there), add(vertex(k), here)]);
        }
        if cells.len() > 8 * SITES_MAX {
            return Err(BoardError::Size);
        }
    }
    let mut seen = std::collections::HashSet::new();
    let mut sites = Vec::new();
    for outline in cells {
        let n = outline.len() as f64;
        let centre = Point {
            x: outline.iter().map(|p| p.x).sum::<f64>() / n,
            y: outline.iter().map(|p| p.y).sum::<f64>() / n,
        };
        if seen.insert(rounded(centre)) {
            sites.push(Site {
                label: Label::Number(0),
                centre,
                outline,
            });
        }
    }
    // Numbered from right to left, and upwards within a column, as in the records.
    sites.sort_by_key(|site| (-rounded(site.centre).0, rounded(site.centre).1));
    for site in &mut sites {
        site.centre.y = -site.centre.y;
        site.outline.iter_mut().for_each(|p| p.y = -p.y);
    }
    let mut board = from_cells(sites, stand)?;
    board.number();
    Ok(board)
}

fn graph(described: &[GraphSite], stand: Stand) -> Result<Board, BoardError> {
    let count = described.len();
    if count == 0 || count > SITES_MAX {
        return Err(BoardError::Size);
    }
    let mut nearest = f64::INFINITY;
    let mut joined = vec![Vec::new(); count];
    let mut beside = vec![Vec::new(); count];
    for (here, site) in described.iter().enumerate() {
        for (lists, named) in [(&mut joined, &site.joined), (&mut beside, &site.beside)] {
            for &there in named {
                let Some(other) = described.get(there as usize) else {
                    return Err(BoardError::NoSuchSite {
                        site: here,
                        neighbour: there,
                    });
                };
                nearest = nearest.min((site.x - other.x).hypot(site.y - other.y));
                for (from, to) in [(here, there), (there as usize, here as u16)] {
                    if from != to as usize && !lists[from].contains(&SiteId(to)) {
                        lists[from].push(SiteId(to));
                    }
                }
            }
        }
    }
    let radius = if nearest.is_finite() && nearest > 0.0 {
        nearest * 0.45
    } else {
        0.45
    };
    let sites = described.iter().enumerate().map(|(number, site)| {
        let centre = Point {
            x: site.x,
            y: -site.y,
        };
        let outline = (0..12)
            .map(|k| corner(centre, radius, TAU * f64::from(k) / 12.0))
            .collect();
        Site {
            label: Label::Number(number as u16),
            centre,
            outline,
        }
    });
    let sites: Vec<Site> = sites.collect();
    let adjacent: Vec<Vec<SiteId>> = (0..count)
        .map(|site| {
            let mut all = joined[site].clone();
            all.extend(
                beside[site]
                    .iter()
                    .filter(|other| !joined[site].contains(other)),
            );
            sort_round(&sites, site, &mut all);
            all
        })
        .collect();
    // A graph has no faces that we know of, so its rim is what the description calls so: nothing.
    let mut board = Board {
        by_label: HashMap::new(),
        stand,
        diagonal: diagonals(&joined, &adjacent),
        orthogonal: joined,
        slash: vec![Vec::new(); count],
        backslash: vec![Vec::new(); count],
        touching: adjacent.clone(),
        knight: vec![Vec::new(); sites.len()],
        points: vec![Vec::new(); sites.len()],
        adjacent,
        directions: 0,
        orthogonal_directions: 0,
        next: Vec::new(),
        sides: Vec::new(),
        corners: Vec::new(),
        outer: vec![false; count],
        fringe: Vec::new(),
        cut: false,
        sites,
    };
    board.number();
    Ok(board)
}

fn corner(centre: Point, radius: f64, angle: f64) -> Point {
    Point {
        x: centre.x + radius * angle.cos(),
        y: centre.y + radius * angle.sin(),
    }
}

/// Two computed points are the same point of the tiling when they agree to a thousandth.
fn rounded(p: Point) -> (i64, i64) {
    ((p.x * 1000.0).round() as i64, (p.y * 1000.0).round() as i64)
}

fn sort_round(sites: &[Site], site: usize, others: &mut [SiteId]) {
    let centre = sites[site].centre;
    let angle = |other: &SiteId| {
        let p = sites[other.index()].centre;
        (p.y - centre.y).atan2(p.x - centre.x)
    };
    others.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
}

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

fn from_cells(sites: Vec<Site>, stand: Stand) -> Result<Board, BoardError> {
    if sites.is_empty() || sites.len() > SITES_MAX {
        return Err(BoardError::Size);
    }
    // Shared vertices are found on a grid of thousandths, looking at the neighbouring grid points as well.
    let mut vertices: HashMap<(i64, i64), Vec<SiteId>> = HashMap::new();
    let mut names = Vec::new();
    for (number, site) in sites.iter().enumerate() {
        let mut own = Vec::new();
        for &p in &site.outline {
            let (x, y) = rounded(p);
            let near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
            let name = near
                .into_iter()
                .find(|name| vertices.contains_key(name))
                .unwrap_or((x, y));
            vertices
                .entry(name)
                .or_default()
                .push(SiteId(number as u16));
            own.push(name);
        }
        names.push(own);
    }
    let mut edges: HashMap<_, u32> = HashMap::new();
    for own in &names {
        for edge in around(own) {
            *edges.entry(edge).or_default() += 1;
        }
    }
    let rim: std::collections::HashSet<_> = edges
        .into_iter()
        .filter(|(_, cells)| *cells == 1)
        .flat_map(|((a, b), _)| [a, b])
        .collect();
    let outer = names
        .iter()
        .map(|own| own.iter().any(|name| rim.contains(name)))
        .collect();
    let mut orthogonal = Vec::new();
    let mut adjacent = Vec::new();
    for (number, own) in names.iter().enumerate() {
        let mut shared: Vec<(SiteId, u32)> = Vec::new();
        for site in own
            .iter()
            .flat_map(|name| &vertices[name])
            .filter(|site| site.index() != number)
        {
            match shared.iter_mut().find(|(other, _)| other == site) {
                Some((_, count)) => *count += 1,
                None => shared.push((*site, 1)),
            }
        }
        let mut near: Vec<SiteId> = shared
            .iter()
            .filter(|(_, count)| *count >= 2)
            .map(|(site, _)| *site)
            .collect();
        let mut all: Vec<SiteId> = shared.into_iter().map(|(site, _)| site).collect();
        sort_round(&sites, number, &mut near);
        sort_round(&sites, number, &mut all);
        orthogonal.push(near);
        adjacent.push(all);
    }
    let mut board = Board {
        by_label: HashMap::new(),
        stand,
        diagonal: diagonals(&orthogonal, &adjacent),
        orthogonal,
        slash: vec![Vec::new(); sites.len()],
        backslash: vec![Vec::new(); sites.len()],
        touching: adjacent.clone(),
        knight: vec![Vec::new(); sites.len()],
        points: vec![Vec::new(); sites.len()],
        adjacent,
        directions: 0,
        orthogonal_directions: 0,
        next: Vec::new(),
        sides: Vec::new(),
        corners: Vec::new(),
        outer,
        fringe: Vec::new(),
        cut: false,
        sites,
    };
    board.index_labels();
    Ok(board)
}

/// The edges of an outline, each written the same way from both sides.
fn around<T: Ord + Copy>(outline: &[T]) -> impl Iterator<Item = (T, T)> {
    (0..outline.len()).map(|k| {
        let (a, b) = (outline[k], outline[(k + 1) % outline.len()]);
        (a.min(b), a.max(b))
    })
}

/// A side's name and the cells that belong to it.
type NamedSide<'a> = (&'static str, &'a dyn Fn(i16, i16) -> bool);

impl Board {
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

    fn draw_lines(&mut self, directions: &[(i16, i16)], orthogonal: usize) {
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

    /// Names the sides in order round the board; a site of two sides is a corner.
    fn name_sides(&mut self, sides: &[NamedSide]) {
        let mut times = vec![0; self.sites.len()];
        for (name, belongs) in sides {
            let mut members = Vec::new();
            for (number, site) in self.sites.iter().enumerate() {
                if matches!(site.label, Label::Pair(a, b) if belongs(a, b)) {
                    members.push(SiteId(number as u16));
                    times[number] += 1;
                }
            }
            self.sides.push((name, members));
        }
        self.corners = self.ids().filter(|site| times[site.index()] >= 2).collect();
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
            Shape::Graph(vec![]),
        ] {
            assert!(Board::new(&shape, Stand::Cells).is_err(), "{shape:?}");
        }
    }
}
