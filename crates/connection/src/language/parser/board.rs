//! The statements about the board: its shape, its sites, what is joined, regions and sets of sites.

use super::{Parsed, Parser};
use crate::board::{Connectivity, Stand};
use crate::language::At;
use crate::language::lexer::Token;
use crate::language::mistake::Thing;
use crate::language::syntax::*;

/// What stones are joined or moved along; the first is for joining alone.
const CONNECTIVITIES: [(&str, Connectivity); 6] = [
    ("knight", Connectivity::Knight),
    ("orthogonal", Connectivity::Orthogonal),
    ("adjacent", Connectivity::Adjacent),
    ("diagonal", Connectivity::Diagonal),
    ("slash", Connectivity::Slash),
    ("backslash", Connectivity::Backslash),
];

impl Parser<'_> {
    pub(super) fn board(&mut self) -> Parsed<Statement> {
        let shape = self.any_of(&[
            "rhombus",
            "hexagon",
            "square",
            "rectangle",
            "hex-rectangle",
            "pentagon",
            "triangle",
            "half-hexagon",
            "rhombitrihexagonal",
            "conhex",
            "graph",
        ])?;
        let count = match shape {
            "graph" => 0,
            "rectangle" | "hex-rectangle" => 2,
            _ => 1,
        };
        let mut sizes = (0..count)
            .map(|_| self.operand())
            .collect::<Parsed<Vec<_>>>()?;
        // The sides of a hexagon may have two lengths, in turn.
        if shape == "hexagon" && self.has_operand() {
            sizes.push(self.operand()?);
        }
        let without = if self.take_word("without") {
            self.sum()?
        } else {
            Vec::new()
        };
        let stand = if self.take_word("on") {
            self.one_of(&[
                ("cells", Stand::Cells),
                ("intersections", Stand::Intersections),
            ])?
        } else {
            Stand::Cells
        };
        Ok(Statement::Board {
            shape: shape.to_string(),
            sizes,
            without,
            stand,
        })
    }

    fn has_operand(&self) -> bool {
        match self.peek() {
            Token::Number(_) | Token::Symbol("(") => true,
            Token::Word(word) => word != "without" && word != "on",
            _ => false,
        }
    }

    pub(super) fn named_sites(&mut self) -> Parsed<Statement> {
        let at = self.at();
        let name = self.any_word(Thing::SitesName)?;
        self.need_symbol("=")?;
        let terms = self.sum()?;
        Ok(Statement::Sites { name, at, terms })
    }

    pub(super) fn site(&mut self) -> Parsed<Statement> {
        let number = self.number(Thing::SiteNumber)?;
        self.need_word("at")?;
        let x = self.decimal()?;
        self.need_symbol(",")?;
        let y = self.decimal()?;
        let joined = if self.take_word("to") {
            self.numbers()?
        } else {
            Vec::new()
        };
        let beside = if self.take_word("beside") {
            self.numbers()?
        } else {
            Vec::new()
        };
        Ok(Statement::Site {
            number,
            x,
            y,
            joined,
            beside,
        })
    }

    /// The sites of a straight line, two or more.
    pub(super) fn straight_line(&mut self) -> Parsed<Statement> {
        let at = self.at();
        let mut sites = vec![(self.number(Thing::SiteNumber)?, at)];
        sites.extend(self.numbers()?);
        Ok(Statement::StraightLine(sites))
    }

    fn numbers(&mut self) -> Parsed<Vec<(i64, At)>> {
        let mut numbers = Vec::new();
        while numbers.is_empty() || matches!(self.peek(), Token::Number(_)) {
            let at = self.at();
            numbers.push((self.number(Thing::SiteNumber)?, at));
        }
        Ok(numbers)
    }

    fn connectivity(&mut self) -> Parsed<Connectivity> {
        self.one_of(&CONNECTIVITIES[1..])
    }

    /// What makes a group: stones may also be linked over a knight's move.
    pub(super) fn joining(&mut self) -> Parsed<Connectivity> {
        self.one_of(&CONNECTIVITIES)
    }

    /// A connectivity and its place; `adjacent` when nothing is said.
    pub(super) fn optional_connectivity(&mut self) -> Parsed<(Connectivity, At)> {
        let at = self.at();
        if matches!(self.peek(), Token::Word(_)) {
            Ok((self.connectivity()?, at))
        } else {
            Ok((Connectivity::Adjacent, at))
        }
    }

    /// Whose stones stand where when the game begins, after `start`.
    pub(super) fn start(&mut self) -> Parsed<Statement> {
        let colour = match self.take_word("neutral") {
            true => None,
            false => Some(self.expression()?),
        };
        self.need_word("at")?;
        Ok(Statement::Start {
            colour,
            terms: self.sum()?,
            height: self.number_after("height")?,
        })
    }

    pub(super) fn regions(&mut self) -> Parsed<Statement> {
        let name = self.any_word(Thing::RegionsName)?;
        let of = self.number_after("of")?;
        self.need_symbol("=")?;
        let mut regions = Vec::new();
        loop {
            let region = if !self.take_word("each") {
                Region::One(self.sum()?)
            } else if self.one_of(&[("side", true), ("corner", false)])? {
                Region::EachSide(self.terms(Vec::new())?)
            } else {
                Region::EachCorner(self.terms(Vec::new())?)
            };
            regions.push(region);
            if !self.take_symbol(",") {
                if matches!(self.peek(), Token::Word(_)) {
                    return self.expected_words(&[",", "+", "-"], []);
                }
                return Ok(Statement::Regions { name, of, regions });
            }
        }
    }

    /// A set of sites and what is added to it or taken from it.
    pub(super) fn sum(&mut self) -> Parsed<Vec<(Sign, Set, At)>> {
        let at = self.at();
        let first = self.set()?;
        self.terms(vec![(Sign::Add, first, at)])
    }

    /// What is added to these or taken from them.
    fn terms(&mut self, mut terms: Vec<(Sign, Set, At)>) -> Parsed<Vec<(Sign, Set, At)>> {
        loop {
            let sign = if self.take_symbol("+") {
                Sign::Add
            } else if self.take_symbol("-") {
                Sign::Remove
            } else {
                return Ok(terms);
            };
            let at = self.at();
            terms.push((sign, self.set()?, at));
        }
    }

    fn set(&mut self) -> Parsed<Set> {
        if matches!(self.peek(), Token::Symbol("{")) {
            return Ok(Set::Sites(self.sites()?));
        }
        if self.take_word("every") {
            return self.every();
        }
        Ok(Set::Name(self.any_word(Thing::Part)?))
    }

    /// `2,2 from {0,1}`, after `every`.
    fn every(&mut self) -> Parsed<Set> {
        let first = self.operand()?;
        self.need_symbol(",")?;
        let steps = [first, self.operand()?];
        self.need_word("from")?;
        self.need_symbol("{")?;
        let first = self.coordinate()?;
        self.need_symbol(",")?;
        let from = [first, self.coordinate()?];
        self.need_symbol("}")?;
        Ok(Set::Every { steps, from })
    }

    fn sites(&mut self) -> Parsed<Vec<(SiteName, At)>> {
        self.need_symbol("{")?;
        let mut sites = Vec::new();
        while !self.take_symbol("}") {
            let at = self.at();
            if self.take_symbol("#") {
                sites.push((SiteName::Number(self.number(Thing::SiteNumber)?), at));
            } else {
                let first = self.coordinate()?;
                let alone = !matches!(self.peek(), Token::Symbol(","));
                match first {
                    Expression::Name(name, _) if alone => sites.push((SiteName::Name(name), at)),
                    first => {
                        self.need_symbol(",")?;
                        sites.push((SiteName::Pair(first, self.coordinate()?), at));
                    }
                }
            }
        }
        Ok(sites)
    }

    fn coordinate(&mut self) -> Parsed<Expression> {
        if self.take_symbol("-") {
            return Ok(Expression::Negative(Box::new(self.operand()?)));
        }
        match self.peek() {
            Token::Number(_) | Token::Word(_) | Token::Symbol("(") => self.operand(),
            _ => self.expected(Thing::Site),
        }
    }
}
