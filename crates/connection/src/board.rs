//! Boards: sites, who neighbours whom, sides, corners, straight lines, and the geometry a picture needs.
//!
//! Owns the tilings and the written names of sites. Knows nothing of stones, players or rules.

mod names;
mod shapes;

use names::Naming;
use std::collections::HashMap;
use std::fmt;

/// The most sites a board may have.
pub const SITES_MAX: usize = 4096;

/// The most lines of a graph.
pub const LINES_MAX: usize = 512;

/// A place where a stone can stand, numbered from 0 in the board's reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiteId(pub u16);

impl SiteId {
    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a site is written in records and descriptions: two coordinates, or `#number` on an irregular board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// `q,r` on boards of hexagons, `x,y` on boards of squares.
    Pair(i16, i16),
    /// `#17`.
    Number(u16),
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Pair(a, b) => write!(f, "{a},{b}"),
            Label::Number(n) => write!(f, "#{n}"),
        }
    }
}

/// A point of the picture. The y axis points down, one unit is about the size of a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// One site: its written name, its centre and the outline of its cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Site {
    /// The written name.
    pub label: Label,
    /// The centre of the cell.
    pub centre: Point,
    /// The outline of the cell, in order round it.
    pub outline: Vec<Point>,
}

/// Which neighbours count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connectivity {
    /// Cells that share an edge.
    Orthogonal,
    /// Cells that share at least a vertex.
    Adjacent,
    /// Cells that share a vertex and no edge.
    Diagonal,
    /// On squares: up to the right and down to the left only, as a slash runs.
    Slash,
    /// On squares: down to the right and up to the left only, as a backslash runs.
    Backslash,
    /// Cells that share at least a vertex, on crossings too, where stones join along the lines alone.
    Touching,
    /// On squares: a knight's move apart. Stones so far apart are joined by a link, where no link of another colour crosses it.
    Knight,
}

/// Whether stones stand in the cells or where the lines cross. On squares this changes who neighbours whom:
/// crossings have four neighbours, cells eight; elsewhere it changes the picture only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stand {
    /// In the cells.
    Cells,
    /// On the crossings.
    Intersections,
}

/// The outlines a board can be made from.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// `n` by `n` hexagons, four sides: top (r = 0), bottom, left (q = 0), right.
    Rhombus(u32),
    /// A hexagon of hexagons with so many on a side; sides N, NE, SE, S, SW, NW.
    Hexagon(u32),
    /// A hexagon of hexagons whose sides have, in turn, so many and so many others; the same sides.
    Alternating(u32, u32),
    /// Rows of hexagons, as many rows as the second number says, in turn of so many and one fewer; sides top, right, bottom, left.
    HexRectangle(u32, u32),
    /// A pentagon of hexagons round one pentagon, with so many on a side; sides A to E.
    Pentagon(u32),
    /// `n` by `n` squares; sides bottom (y = 0), top, left (x = 0), right.
    Square(u32),
    /// Width by height squares.
    Rectangle(u32, u32),
    /// A triangle of hexagons with so many on a side; sides left, right, bottom.
    Triangle(u32),
    /// The upper half of a hexagon of hexagons: rows of n, n+1, …, 2n−1; sides top, left, right, bottom.
    HalfHexagon(u32),
    /// Hexagons, squares and triangles (3.4.6.4): all cells that touch one of the hexagons of a hexagon of this base.
    Rhombitrihexagonal(u32),
    /// So many rings of cells round one in the middle, and the points at the corners of the cells, where alone stones come; sides
    /// top, right, bottom, left are cells.
    Conhex(u32),
    /// Any graph, site by site, and its straight lines.
    Graph(Vec<GraphSite>, Vec<Vec<u16>>),
}

/// What the straight lines of a board run over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tiling {
    /// Hexagons: six directions.
    Hexagons,
    /// Squares: eight directions, the orthogonal ones first, then the slash, then the backslash.
    Squares,
    /// Anything else: no lines, or those of a graph.
    Other,
}

/// A site of an explicit graph.
#[derive(Clone, PartialEq, Debug)]
pub struct GraphSite {
    /// Where it is drawn, y upwards as in school.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// Sites joined by an edge (orthogonal neighbours). Given once is enough.
    pub joined: Vec<u16>,
    /// Sites that only touch (diagonal neighbours).
    pub beside: Vec<u16>,
}

/// What can be wrong with the size of a board.
#[derive(Clone, PartialEq, Debug)]
pub enum BoardError {
    /// The sizes do not make a board of 1 to 4096 sites.
    Size,
    /// A neighbour that does not exist.
    NoSuchSite {
        /// The site whose list is wrong.
        site: usize,
        /// The missing neighbour.
        neighbour: u16,
    },
    /// A line of a graph that goes from a site to another that is not joined to it, or to a site where it was before.
    BrokenLine {
        /// The number of the line.
        line: usize,
        /// The number of the place on the line.
        place: usize,
    },
    /// More lines than a graph may have.
    Lines,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Size => write!(
                f,
                "a board has from 1 to {SITES_MAX} sites; choose another size"
            ),
            BoardError::NoSuchSite { site, neighbour } => {
                write!(
                    f,
                    "site {site} is joined to {neighbour}, which does not exist"
                )
            }
            BoardError::BrokenLine { line, place } => {
                write!(f, "line {line} is broken at its place {place}")
            }
            BoardError::Lines => write!(f, "a board has at most {LINES_MAX} lines"),
        }
    }
}

impl std::error::Error for BoardError {}

/// A board. Directions come in opposite pairs: `d` and `d ^ 1`.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    sites: Vec<Site>,
    stand: Stand,
    orthogonal: Vec<Vec<SiteId>>,
    adjacent: Vec<Vec<SiteId>>,
    diagonal: Vec<Vec<SiteId>>,
    slash: Vec<Vec<SiteId>>,
    backslash: Vec<Vec<SiteId>>,
    touching: Vec<Vec<SiteId>>,
    knight: Vec<Vec<SiteId>>,
    /// Per site the points of a cell that is won by holding them; none for a place where stones come.
    points: Vec<Vec<SiteId>>,
    directions: usize,
    orthogonal_directions: usize,
    tiling: Tiling,
    next: Vec<Option<SiteId>>,
    sides: Vec<(&'static str, Vec<SiteId>)>,
    corners: Vec<SiteId>,
    outer: Vec<bool>,
    /// Per site the cells beyond the rim that it touches, numbered; only where cells are hexagons with coordinates.
    fringe: Vec<Vec<u16>>,
    /// Whether sites were taken out.
    cut: bool,
    naming: Naming,
    by_label: HashMap<Label, SiteId>,
}

impl Board {
    /// Builds a board.
    pub fn new(shape: &Shape, stand: Stand) -> Result<Self, BoardError> {
        Ok(shapes::build(shape, stand)?.fringed())
    }

    /// The same board without these sites. The others keep their names; those that touched one of them lie on the rim now, so a
    /// hole counts as outside. Nothing comes back when no site would be left.
    pub fn without(&self, removed: &[SiteId]) -> Option<Self> {
        let kept: Vec<SiteId> = self.ids().filter(|site| !removed.contains(site)).collect();
        if kept.is_empty() {
            return None;
        }
        let mut numbers = vec![None; self.len()];
        for (number, site) in kept.iter().enumerate() {
            numbers[site.index()] = Some(SiteId(number as u16));
        }
        let number = |site: &SiteId| numbers[site.index()];
        let numbered = |sites: &[SiteId]| sites.iter().filter_map(number).collect::<Vec<_>>();
        let lists = |lists: &[Vec<SiteId>]| -> Vec<Vec<SiteId>> {
            kept.iter()
                .map(|site| numbered(&lists[site.index()]))
                .collect()
        };
        // A graph has no rim, and taking sites out gives it none.
        let has_rim = self.outer.contains(&true);
        let is_outer = |site: &SiteId| {
            let mut touching = self.touching[site.index()].iter();
            self.is_outer(*site) || has_rim && touching.any(|next| removed.contains(next))
        };
        let sites: Vec<Site> = kept
            .iter()
            .map(|site| self.sites[site.index()].clone())
            .collect();
        let directions = || 0..self.directions;
        Some(
            Board {
                stand: self.stand,
                orthogonal: lists(&self.orthogonal),
                adjacent: lists(&self.adjacent),
                diagonal: lists(&self.diagonal),
                slash: lists(&self.slash),
                backslash: lists(&self.backslash),
                touching: lists(&self.touching),
                knight: lists(&self.knight),
                points: lists(&self.points),
                directions: self.directions,
                orthogonal_directions: self.orthogonal_directions,
                tiling: self.tiling,
                next: kept
                    .iter()
                    .flat_map(|site| directions().map(|direction| self.step(*site, direction)))
                    .map(|next| next.as_ref().and_then(number))
                    .collect(),
                sides: self
                    .sides
                    .iter()
                    .map(|(name, side)| (*name, numbered(side)))
                    .collect(),
                corners: numbered(&self.corners),
                outer: kept.iter().map(is_outer).collect(),
                fringe: Vec::new(),
                cut: true,
                naming: self.naming,
                by_label: sites
                    .iter()
                    .zip(0..)
                    .map(|(site, number)| (site.label, SiteId(number)))
                    .collect(),
                sites,
            }
            .fringed(),
        )
    }

    /// With the cells beyond its rim counted.
    fn fringed(mut self) -> Self {
        let mut numbers: HashMap<Label, u16> = HashMap::new();
        let count = if self.is_hexagonal() { self.len() } else { 0 };
        self.fringe = vec![Vec::new(); self.len()];
        for site in 0..count {
            for label in shapes::hexagons_round(self.sites[site].label) {
                if !self.by_label.contains_key(&label) {
                    let next = numbers.len() as u16;
                    self.fringe[site].push(*numbers.entry(label).or_insert(next));
                }
            }
        }
        self
    }

    /// The numbers of the cells beyond the rim that a site touches; none where cells are not hexagons with coordinates.
    pub fn fringe(&self, site: SiteId) -> &[u16] {
        &self.fringe[site.index()]
    }

    /// How many cells there are beyond the rim.
    pub fn fringe_len(&self) -> usize {
        let last = self.fringe.iter().flatten().max();
        last.map_or(0, |last| usize::from(*last) + 1)
    }

    /// Whether sites were taken out of the board, so that its rim may be in more than one piece.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// How many sites there are.
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// A board is never empty; here for completeness.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// All sites in order.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// All site numbers in order.
    pub fn ids(&self) -> impl Iterator<Item = SiteId> + use<> {
        (0..self.sites.len() as u16).map(SiteId)
    }

    /// Whether stones stand in cells or on crossings.
    pub fn stand(&self) -> Stand {
        self.stand
    }

    /// The neighbours of a site. Adjacent ones are listed in order round the site.
    pub fn neighbours(&self, site: SiteId, connectivity: Connectivity) -> &[SiteId] {
        match connectivity {
            Connectivity::Orthogonal => &self.orthogonal[site.index()],
            Connectivity::Adjacent => &self.adjacent[site.index()],
            Connectivity::Diagonal => &self.diagonal[site.index()],
            Connectivity::Slash => &self.slash[site.index()],
            Connectivity::Backslash => &self.backslash[site.index()],
            Connectivity::Touching => &self.touching[site.index()],
            Connectivity::Knight => &self.knight[site.index()],
        }
    }

    /// The points of a cell that is won by holding half of them; none where a site is a place for stones.
    pub fn points(&self, site: SiteId) -> &[SiteId] {
        &self.points[site.index()]
    }

    /// Whether some sites are cells that are won by holding their points.
    pub fn has_points(&self) -> bool {
        self.points.iter().any(|points| !points.is_empty())
    }

    /// Whether two links a knight's move long cross each other. Links that share an end do not.
    pub fn links_cross(&self, one: [SiteId; 2], other: [SiteId; 2]) -> bool {
        // Twice the area of a triangle, with its sign: no three places of two such links lie on a line.
        let side = |line: [SiteId; 2], site: SiteId| {
            let [a, b, c] = [line[0], line[1], site].map(|site| self.sites[site.index()].centre);
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        };
        let parts = |line, ends: [SiteId; 2]| side(line, ends[0]) * side(line, ends[1]) < -0.5;
        parts(one, other) && parts(other, one)
    }

    /// Whether any two sites of this board are neighbours in this sense.
    pub fn has_neighbours(&self, connectivity: Connectivity) -> bool {
        self.ids()
            .any(|site| !self.neighbours(site, connectivity).is_empty())
    }

    /// How sites hang together outside a group of this connectivity, so that no path slips between two of its stones: over
    /// edges alone where stones join over points, else over points too.
    pub fn outside(&self, connectivity: Connectivity) -> Connectivity {
        let crossings = self.stand == Stand::Intersections && self.is_square();
        if connectivity == Connectivity::Adjacent && !crossings {
            Connectivity::Orthogonal
        } else {
            Connectivity::Touching
        }
    }

    /// Whether the sites are hexagons in straight rows.
    pub fn is_hexagonal(&self) -> bool {
        self.tiling == Tiling::Hexagons
    }

    /// Whether the sites are squares, or the crossings of their lines.
    pub fn is_square(&self) -> bool {
        self.tiling == Tiling::Squares
    }

    /// How many straight directions there are: 6 on hexagons, 8 on squares, on a graph as many as its lines need, none on other boards.
    pub fn directions(&self) -> usize {
        self.directions
    }

    /// The directions that a connectivity allows.
    pub fn directions_of(&self, connectivity: Connectivity) -> std::ops::Range<usize> {
        match connectivity {
            Connectivity::Orthogonal => 0..self.orthogonal_directions,
            Connectivity::Adjacent | Connectivity::Touching => 0..self.directions,
            Connectivity::Diagonal => self.orthogonal_directions..self.directions,
            // Of the four diagonal directions of squares the first pair and the second.
            Connectivity::Slash | Connectivity::Backslash if !self.is_square() => 0..0,
            Connectivity::Knight => 0..0,
            Connectivity::Slash => 4..6,
            Connectivity::Backslash => 6..8,
        }
    }

    /// The next site in a straight direction.
    #[inline]
    pub fn step(&self, site: SiteId, direction: usize) -> Option<SiteId> {
        self.next[site.index() * self.directions + direction]
    }

    /// How many sites the longest straight line has; 0 where there are no directions.
    pub fn longest_line(&self) -> usize {
        let from = |site, direction| {
            std::iter::successors(Some(site), |here| self.step(*here, direction)).count()
        };
        let directions = |site| (0..self.directions).map(move |direction| from(site, direction));
        self.ids().flat_map(directions).max().unwrap_or(0)
    }

    /// The squares of four that a site is a corner of: the opposite corner, then the two others. On boards of squares only.
    pub fn squares(&self, site: SiteId) -> impl Iterator<Item = [SiteId; 3]> {
        // A diagonal direction and the two straight ones that it is made of.
        let ways = [(4, 0, 2), (5, 1, 3), (6, 0, 3), (7, 1, 2)];
        let ways = ways.into_iter().filter(|_| self.is_square());
        ways.filter_map(move |(across, one, other)| {
            Some([
                self.step(site, across)?,
                self.step(site, one)?,
                self.step(site, other)?,
            ])
        })
    }

    /// The named sides with their sites, corners included.
    pub fn sides(&self) -> &[(&'static str, Vec<SiteId>)] {
        &self.sides
    }

    /// The corner sites.
    pub fn corners(&self) -> &[SiteId] {
        &self.corners
    }

    /// Whether a site lies on the rim: its cell touches the outside, if only with a vertex.
    pub fn is_outer(&self, site: SiteId) -> bool {
        self.outer[site.index()]
    }

    /// The site of this label.
    pub fn find(&self, label: Label) -> Option<SiteId> {
        self.by_label.get(&label).copied()
    }

    /// How records write a site.
    pub fn label(&self, site: SiteId) -> Label {
        self.sites[site.index()].label
    }

    /// The name that players have for a site, letters and a number: `c4`. Nothing where sites have numbers alone.
    pub fn name(&self, site: SiteId) -> Option<String> {
        self.naming.name(self.label(site))
    }

    /// What a person reads for a site: its name, or its number where it has none.
    pub fn shown(&self, site: SiteId) -> String {
        let number = || self.label(site).to_string();
        self.name(site).unwrap_or_else(number)
    }

    /// Whether columns have letters and rows have numbers. Where there are names and no such columns, rows have the letters.
    pub fn has_columns(&self) -> bool {
        matches!(self.naming, Naming::Hex | Naming::Go)
    }

    /// Whether this is a whole board of Hex.
    pub fn is_rhombus(&self) -> bool {
        self.naming == Naming::Hex && !self.cut
    }

    /// Reads a site: its name, or as records write it.
    pub fn parse_site(&self, text: &str) -> Option<SiteId> {
        let text = text.trim();
        let label = if let Some(number) = text.strip_prefix('#') {
            Label::Number(number.parse().ok()?)
        } else if let Some((a, b)) = text.split_once(',') {
            Label::Pair(a.trim().parse().ok()?, b.trim().parse().ok()?)
        } else {
            self.naming.read(text)?
        };
        self.find(label)
    }
}
