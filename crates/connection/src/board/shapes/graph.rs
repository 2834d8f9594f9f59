//! Any graph, site by site, with the straight lines that its description gives it. It has no faces that we know of, so it has no rim either.

use super::{regular, sort_round};
use crate::board::{
    Board, BoardError, GraphSite, LINES_MAX, Label, Point, SITES_MAX, Site, SiteId, Stand,
};

pub(super) fn graph(
    described: &[GraphSite],
    lines: &[Vec<u16>],
    stand: Stand,
) -> Result<Board, BoardError> {
    if !(1..=SITES_MAX).contains(&described.len()) {
        return Err(BoardError::Size);
    }
    let joined = both_ways(described, |site| &site.joined)?;
    let beside = both_ways(described, |site| &site.beside)?;
    let radius = radius(described);
    let sites: Vec<Site> = (0..)
        .zip(described)
        .map(|(number, site)| {
            let centre = Point {
                x: site.x,
                y: -site.y,
            };
            Site {
                label: Label::Number(number),
                centre,
                outline: regular(centre, radius, 12, 0.0),
            }
        })
        .collect();
    let mut adjacent = joined.clone();
    for (site, all) in adjacent.iter_mut().enumerate() {
        let more = beside[site].iter();
        all.extend(more.filter(|other| !joined[site].contains(other)));
        sort_round(&sites, site, all);
    }
    let axes = axes(lines, &joined)?;
    let mut board = Board::bare(sites, stand, joined, adjacent);
    board.directions = 2 * axes.len();
    board.orthogonal_directions = board.directions;
    board.next = board
        .ids()
        .flat_map(|site| axes.iter().flat_map(move |axis| axis[site.index()]))
        .collect();
    Ok(board)
}

/// Per site the next one on a line, and the one before it.
type Axis = Vec<[Option<SiteId>; 2]>;

/// The lines put on as few axes as comes of taking them in order: lines that meet are on different ones.
fn axes(lines: &[Vec<u16>], joined: &[Vec<SiteId>]) -> Result<Vec<Axis>, BoardError> {
    if lines.len() > LINES_MAX {
        return Err(BoardError::Lines);
    }
    let mut axes: Vec<Axis> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let line: Vec<SiteId> = line.iter().copied().map(SiteId).collect();
        for (place, site) in line.iter().enumerate() {
            let follows = place == 0 || joined[line[place - 1].index()].contains(site);
            if !follows || line[..place].contains(site) {
                return Err(BoardError::BrokenLine {
                    line: number,
                    place,
                });
            }
        }
        let is_free = |axis: &Axis| line.iter().all(|site| axis[site.index()] == [None; 2]);
        let free = axes.iter().position(is_free).unwrap_or(axes.len());
        if free == axes.len() {
            axes.push(vec![[None; 2]; joined.len()]);
        }
        for pair in line.windows(2) {
            axes[free][pair[0].index()][0] = Some(pair[1]);
            axes[free][pair[1].index()][1] = Some(pair[0]);
        }
    }
    Ok(axes)
}

/// Per site its neighbours of one kind: a description names a pair once, at either end.
fn both_ways(
    described: &[GraphSite],
    named: fn(&GraphSite) -> &[u16],
) -> Result<Vec<Vec<SiteId>>, BoardError> {
    let mut lists = vec![Vec::new(); described.len()];
    for (here, site) in described.iter().enumerate() {
        for &there in named(site) {
            if usize::from(there) >= described.len() {
                return Err(BoardError::NoSuchSite {
                    site: here,
                    neighbour: there,
                });
            }
            for (from, to) in [(here, there), (usize::from(there), here as u16)] {
                if from != usize::from(to) && !lists[from].contains(&SiteId(to)) {
                    lists[from].push(SiteId(to));
                }
            }
        }
    }
    Ok(lists)
}

/// How large sites are drawn: nearly half the way between the nearest neighbours.
fn radius(described: &[GraphSite]) -> f64 {
    let named = |site: &GraphSite| [&site.joined[..], &site.beside].concat();
    let distance = |site: &GraphSite, other: u16| {
        let other = &described[usize::from(other)];
        (site.x - other.x).hypot(site.y - other.y)
    };
    let distances = described
        .iter()
        .flat_map(|site| named(site).into_iter().map(|other| distance(site, other)));
    let nearest = distances.fold(f64::INFINITY, f64::min);
    if nearest.is_finite() && nearest > 0.0 {
        nearest * 0.45
    } else {
        0.45
    }
}
