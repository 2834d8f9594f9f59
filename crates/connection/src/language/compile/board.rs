//! The board of a description: its shape with its sizes, and the sites that are taken out of it.

use super::{Compiled, Compiler, error};
use crate::board::{Board, BoardError, GraphSite, LINES_MAX, SITES_MAX, Shape};
use crate::language::At;
use crate::language::mistake::{Mistake, Rare};
use crate::language::syntax::{Expression, Guarded, Statement};

impl Compiler<'_> {
    pub(super) fn make_board(&self, active: &[&Guarded], last: At) -> Compiled<Board> {
        let mut found = None;
        for guarded in active {
            if let Statement::Board {
                shape,
                sizes,
                stand,
                ..
            } = &guarded.statement
            {
                if found.is_some() {
                    return error(guarded.at, Mistake::TwoBoards);
                }
                found = Some((shape, sizes, *stand, guarded.at));
            }
        }
        let Some((shape, sizes, stand, at)) = found else {
            return error(last, Mistake::NoBoard);
        };
        let place = sizes.first().map_or(at, Expression::at);
        let sizes: Vec<u32> = sizes
            .iter()
            .map(|size| self.within(size, 1, SITES_MAX as i64, "the size of a board"))
            .collect::<Compiled<_>>()?;
        let shape = match shape.as_str() {
            "graph" => Shape::Graph(self.graph(active)?, self.lines(active)?),
            word => shape_of(word, &sizes),
        };
        for guarded in active {
            let word = match guarded.statement {
                Statement::Site { .. } => "site",
                Statement::StraightLine(_) => "line",
                _ => continue,
            };
            if !matches!(shape, Shape::Graph(..)) {
                return error(guarded.at, Rare::NoGraph.of(&[&word]));
            }
        }
        Board::new(&shape, stand).or_else(|wrong| match wrong {
            BoardError::Size => error(place, Mistake::BoardSize(SITES_MAX)),
            BoardError::NoSuchSite { neighbour, .. } => {
                let last = match &shape {
                    Shape::Graph(sites, _) => sites.len().saturating_sub(1),
                    _ => 0,
                };
                error(place, Rare::NoGraphSite.of(&[&neighbour, &last]))
            }
            BoardError::BrokenLine { line, place } => {
                let lines: Vec<_> = lines(active).collect();
                let (here, at) = lines[line][place];
                let before = lines[line][..place].iter();
                let mut again = before.clone().filter(|(other, _)| *other == here);
                error(
                    at,
                    match (again.next(), before.last()) {
                        (None, Some((before, _))) => Rare::LineNotJoined.of(&[before, &here]),
                        _ => Rare::LineTwice.of(&[&here]),
                    },
                )
            }
            BoardError::Lines => error(place, Rare::LinesMany.of(&[&LINES_MAX])),
        })
    }

    /// Takes the sites out that the board is to be without.
    pub(super) fn cut_board(&mut self, active: &[&Guarded]) -> Compiled<()> {
        for guarded in active {
            if let Statement::Board { without, .. } = &guarded.statement
                && let Some((_, _, at)) = without.first()
            {
                let removed = self.sum(without)?;
                match self.board().without(&removed) {
                    Some(board) => self.board = Some(board),
                    None => return error(*at, Rare::NoSiteLeft),
                }
            }
        }
        Ok(())
    }

    /// The sites of an explicit graph, in the order of their numbers.
    fn graph(&self, active: &[&Guarded]) -> Compiled<Vec<GraphSite>> {
        let is_site = |guarded: &&&Guarded| matches!(guarded.statement, Statement::Site { .. });
        let count = active.iter().filter(is_site).count() as i64;
        let mut sites = Vec::new();
        for guarded in active {
            if let Statement::Site {
                number,
                x,
                y,
                joined,
                beside,
            } = &guarded.statement
            {
                if *number != sites.len() as i64 {
                    return error(guarded.at, Rare::SiteOrder.of(&[&sites.len()]));
                }
                let numbers = |list: &[(i64, At)]| -> Compiled<Vec<u16>> {
                    let one = |other| self.graph_neighbour(*number, other, count);
                    list.iter().map(one).collect()
                };
                sites.push(GraphSite {
                    x: *x,
                    y: *y,
                    joined: numbers(joined)?,
                    beside: numbers(beside)?,
                });
            }
        }
        Ok(sites)
    }

    /// The straight lines of an explicit graph.
    fn lines(&self, active: &[&Guarded]) -> Compiled<Vec<Vec<u16>>> {
        let is_site = |guarded: &&&Guarded| matches!(guarded.statement, Statement::Site { .. });
        let count = active.iter().filter(is_site).count() as i64;
        let site = |(number, at): &(i64, At)| graph_site(*number, *at, count);
        lines(active)
            .map(|line| line.iter().map(site).collect())
            .collect()
    }

    /// The number of another site of a graph of so many.
    fn graph_neighbour(&self, number: i64, (other, at): &(i64, At), count: i64) -> Compiled<u16> {
        if *other == number {
            return error(*at, Rare::JoinedToItself);
        }
        graph_site(*other, *at, count)
    }
}

/// The lines of a description, in order.
fn lines<'a>(active: &'a [&Guarded]) -> impl Iterator<Item = &'a [(i64, At)]> {
    active
        .iter()
        .filter_map(|guarded| match &guarded.statement {
            Statement::StraightLine(sites) => Some(&sites[..]),
            _ => None,
        })
}

/// The number of a site of a graph of so many.
fn graph_site(number: i64, at: At, count: i64) -> Compiled<u16> {
    match u16::try_from(number) {
        Ok(found) if number < count => Ok(found),
        _ => error(at, Rare::NoGraphSite.of(&[&number, &(count - 1)])),
    }
}

/// The shape of a word; the parser has seen to it that there are as many sizes as it needs.
fn shape_of(word: &str, sizes: &[u32]) -> Shape {
    match word {
        "rhombus" => Shape::Rhombus(sizes[0]),
        "hexagon" if sizes.len() == 2 => Shape::Alternating(sizes[0], sizes[1]),
        "hexagon" => Shape::Hexagon(sizes[0]),
        "hex-rectangle" => Shape::HexRectangle(sizes[0], sizes[1]),
        "pentagon" => Shape::Pentagon(sizes[0]),
        "square" => Shape::Square(sizes[0]),
        "rectangle" => Shape::Rectangle(sizes[0], sizes[1]),
        "triangle" => Shape::Triangle(sizes[0]),
        "half-hexagon" => Shape::HalfHexagon(sizes[0]),
        "conhex" => Shape::Conhex(sizes[0]),
        "rhombitrihexagonal" => Shape::Rhombitrihexagonal(sizes[0]),
        _ => unreachable!("the parser knows no other shapes"),
    }
}
