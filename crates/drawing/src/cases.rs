//! The kinds of moves as the drawing sees them. It owns their names, for counting in simulations and tests.

use crate::insert::Curve;
use crate::judge::LegalCurve;
use crate::map::{Boundary, PlanarMap};
use crate::point::{doubled_area, inside_polygon};
use sprouts::{Corner, Move};

/// A kind of move. A move is of one of the first six kinds; the others may be true besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Case {
    /// Joins two boundaries.
    DoubleBoundary,
    /// Between two corners of a region's border.
    SingleBorder,
    /// Between two corners of an inner boundary.
    SingleInner,
    /// A loop in a corner of a region's border.
    LoopBorder,
    /// A loop in a corner of an inner boundary.
    LoopInner,
    /// A loop on a spot without lines.
    LoopSingleton,
    /// The curve closes and encloses no other boundary.
    Empty,
    /// The curve closes, and the other boundaries it encloses are on its inner side.
    Enfolding,
    /// The curve closes, and the other boundaries it encloses are on its outer side: it goes round its own boundary.
    ReversedEnfolding,
    /// An end of the curve is a spot that occurs again in the same boundary.
    Repeated,
    /// Drawn in the outermost region.
    Outermost,
}

impl Case {
    /// All kinds.
    pub const ALL: [Case; 11] = [
        Case::DoubleBoundary,
        Case::SingleBorder,
        Case::SingleInner,
        Case::LoopBorder,
        Case::LoopInner,
        Case::LoopSingleton,
        Case::Empty,
        Case::Enfolding,
        Case::ReversedEnfolding,
        Case::Repeated,
        Case::Outermost,
    ];

    /// A short name.
    pub fn name(self) -> &'static str {
        match self {
            Case::DoubleBoundary => "double_boundary",
            Case::SingleBorder => "single_border",
            Case::SingleInner => "single_inner",
            Case::LoopBorder => "loop_border",
            Case::LoopInner => "loop_inner",
            Case::LoopSingleton => "loop_singleton",
            Case::Empty => "empty",
            Case::Enfolding => "enfolding",
            Case::ReversedEnfolding => "reversed_enfolding",
            Case::Repeated => "repeated_occurrence",
            Case::Outermost => "outermost",
        }
    }
}

impl PlanarMap {
    /// The kinds of a legal curve, before it is inserted.
    pub fn cases(&self, curve: &LegalCurve) -> Vec<Case> {
        let played = curve.played();
        let mut cases = Vec::new();
        let boundaries = &self.regions[played.region.0 as usize];
        let own = &boundaries[played.from.boundary as usize];
        let border = self.border(played.region);
        let on_border = border == Some(played.from.boundary);
        let is_loop = played.from == played.to;
        cases.push(match own {
            _ if !played.encloses() => Case::DoubleBoundary,
            Boundary::Lone(_) => Case::LoopSingleton,
            Boundary::Walk(_) => match (is_loop, on_border) {
                (true, true) => Case::LoopBorder,
                (true, false) => Case::LoopInner,
                (false, true) => Case::SingleBorder,
                (false, false) => Case::SingleInner,
            },
        });
        if played.encloses() {
            cases.push(self.enfolding(curve, played, on_border));
        }
        if [played.from, played.to]
            .iter()
            .any(|&corner| self.occurs_again(played, corner))
        {
            cases.push(Case::Repeated);
        }
        if border.is_none() {
            cases.push(Case::Outermost);
        }
        cases
    }

    fn enfolding(&self, curve: &Curve, played: &Move, on_border: bool) -> Case {
        let boundaries = &self.regions[played.region.0 as usize];
        let (inner, outer) =
            self.side_polygons(played.region, played.from, played.to, &curve.points);
        let inner_is_bounded = on_border || doubled_area(&inner) > 0;
        let bounded = if inner_is_bounded { &inner } else { &outer };
        let encloses = boundaries.iter().enumerate().any(|(index, boundary)| {
            index as u32 != played.from.boundary
                && inside_polygon(self.spot_point(self.first_spot(boundary)), bounded)
        });
        match (encloses, inner_is_bounded) {
            (false, _) => Case::Empty,
            (true, true) => Case::Enfolding,
            (true, false) => Case::ReversedEnfolding,
        }
    }

    fn occurs_again(&self, played: &Move, corner: Corner) -> bool {
        match &self.regions[played.region.0 as usize][corner.boundary as usize] {
            Boundary::Lone(_) => false,
            Boundary::Walk(darts) => {
                let spot = self.tail(darts[corner.index as usize]);
                darts
                    .iter()
                    .filter(|&&dart| self.tail(dart) == spot)
                    .count()
                    > 1
            }
        }
    }
}
