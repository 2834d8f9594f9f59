//! Who neighbours whom, found from the outlines of the cells: over an edge, over a vertex, and who lies on the rim.

use super::{rounded, sort_round};
use crate::board::{Board, BoardError, SITES_MAX, Site, SiteId, Stand};
use std::collections::{HashMap, HashSet};

/// A board of these cells, without lines and sides.
pub(super) fn board(sites: Vec<Site>, stand: Stand) -> Result<Board, BoardError> {
    if sites.is_empty() || sites.len() > SITES_MAX {
        return Err(BoardError::Size);
    }
    let vertices = Vertices::of(&sites);
    let mut orthogonal = Vec::new();
    let mut adjacent = Vec::new();
    for cell in 0..sites.len() {
        let shared = vertices.shared(cell);
        let over_edges = shared.iter().filter(|(_, count)| *count >= 2);
        let mut near: Vec<SiteId> = over_edges.map(|(site, _)| *site).collect();
        let mut all: Vec<SiteId> = shared.into_iter().map(|(site, _)| site).collect();
        sort_round(&sites, cell, &mut near);
        sort_round(&sites, cell, &mut all);
        orthogonal.push(near);
        adjacent.push(all);
    }
    let mut board = Board::bare(sites, stand, orthogonal, adjacent);
    board.outer = vertices.outer();
    Ok(board)
}

/// A vertex is named by its place, in thousandths.
type Vertex = (i64, i64);

/// The vertices of a tiling.
struct Vertices {
    /// Per cell its vertices, in order round it.
    of_cell: Vec<Vec<Vertex>>,
    /// Per vertex the cells that meet there.
    cells: HashMap<Vertex, Vec<SiteId>>,
}

impl Vertices {
    fn of(sites: &[Site]) -> Self {
        let mut cells: HashMap<Vertex, Vec<SiteId>> = HashMap::new();
        let mut of_cell = Vec::new();
        for (number, site) in sites.iter().enumerate() {
            let mut own = Vec::new();
            for &p in &site.outline {
                // The same point may have been rounded to the next thousandth.
                let (x, y) = rounded(p);
                let mut near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
                let known = near.find(|name| cells.contains_key(name));
                let name = known.unwrap_or((x, y));
                cells.entry(name).or_default().push(SiteId(number as u16));
                own.push(name);
            }
            of_cell.push(own);
        }
        Vertices { of_cell, cells }
    }

    /// The other cells that share vertices with a cell, and how many: two make an edge.
    fn shared(&self, cell: usize) -> Vec<(SiteId, u32)> {
        let mut shared: Vec<(SiteId, u32)> = Vec::new();
        let meeting = self.of_cell[cell].iter().flat_map(|name| &self.cells[name]);
        for site in meeting.filter(|site| site.index() != cell) {
            match shared.iter_mut().find(|(other, _)| other == site) {
                Some((_, count)) => *count += 1,
                None => shared.push((*site, 1)),
            }
        }
        shared
    }

    /// Per cell whether it touches the outside: a vertex of it is on an edge that only one cell has.
    fn outer(&self) -> Vec<bool> {
        let mut edges: HashMap<(Vertex, Vertex), u32> = HashMap::new();
        for edge in self.of_cell.iter().flat_map(|own| edges_of(own)) {
            *edges.entry(edge).or_default() += 1;
        }
        let rim: HashSet<Vertex> = edges
            .into_iter()
            .filter(|(_, cells)| *cells == 1)
            .flat_map(|((a, b), _)| [a, b])
            .collect();
        let touches = |own: &Vec<Vertex>| own.iter().any(|name| rim.contains(name));
        self.of_cell.iter().map(touches).collect()
    }
}

/// The edges of an outline, each written the same way from both sides.
fn edges_of(outline: &[Vertex]) -> impl Iterator<Item = (Vertex, Vertex)> {
    (0..outline.len()).map(|k| {
        let (a, b) = (outline[k], outline[(k + 1) % outline.len()]);
        (a.min(b), a.max(b))
    })
}
