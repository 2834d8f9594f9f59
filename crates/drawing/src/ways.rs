//! All really different ways to join two spots, each with a curve, and what there is to say about one. It owns the choice
//! of what is shown; the moves come from `sprouts`, the curves from `route`.

use crate::judge::LegalCurve;
use crate::map::PlanarMap;
use sprouts::order;
use sprouts::{RegionId, SpotId};
use std::collections::BTreeSet;

/// The most ways that are found for one pair of spots; more would be a puzzle of its own.
const WAYS_MAX: usize = 48;

/// The most moves that are looked at to find them.
const CANDIDATES_MAX: usize = 4096;

/// What a curve parts from the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parted {
    /// Whether `side` is what the curve encloses, rather than merely the smaller side.
    pub enclosed: bool,
    /// The living spots on one side, those of the curve left out, in order.
    pub side: Vec<SpotId>,
    /// The living spots on the other side.
    pub other: Vec<SpotId>,
}

impl PlanarMap {
    /// Every really different way to join two spots that a curve was found for, shortest first. Ways that lead to the
    /// same game, whatever the spots are called, are given once.
    pub fn ways(&self, from: SpotId, to: SpotId) -> Vec<LegalCurve> {
        let mut candidates = self.labelled.moves_between(from, to, CANDIDATES_MAX);
        // Of ways that come to the same, the one that encloses least is the one that a person would draw.
        order::sort_by_key(&mut candidates, |m| m.inside.len());
        let mut known = BTreeSet::new();
        let mut ways: Vec<(f64, LegalCurve)> = Vec::new();
        let mut after = self.labelled.without_history();
        for m in candidates {
            if ways.len() >= WAYS_MAX {
                break;
            }
            after.play(&m).expect("the move is one of this position's");
            let child = after.position().ok().map(|position| position.canonical());
            after.undo();
            if child.is_some_and(|child| !known.insert(child)) {
                continue;
            }
            // Where the lattice has no room the way cannot be shown; the others can.
            if let Ok(curve) = self.route_freely(&m) {
                ways.push((curve.length(), curve));
            }
        }
        order::sort_by(&mut ways, |a, b| a.0.total_cmp(&b.0));
        ways.into_iter().map(|(_, way)| way).collect()
    }

    /// Which living spots a curve parts from the others, seen on the picture that it would make; nothing when it joins
    /// two boundaries and so parts nothing. Panics when the curve was judged on another picture.
    pub fn parted(&self, curve: &LegalCurve) -> Option<Parted> {
        if !curve.played().encloses() {
            return None;
        }
        let mut after = self.clone();
        let insertion = after.draw(curve).expect("the curve is one of this picture");
        let outer = curve.played().region;
        let inner = RegionId(after.regions.len() as u32 - 1);
        let living = |region: RegionId| -> Vec<SpotId> {
            let own = [insertion.spot, curve.from, curve.to];
            let boundaries = &after.labelled.regions()[region.0 as usize];
            let spots = boundaries.iter().flatten().copied();
            let others = spots.filter(|spot| !own.contains(spot) && self.lives(*spot) > 0);
            others.collect::<BTreeSet<SpotId>>().into_iter().collect()
        };
        let (inner_side, outer_side) = (living(inner), living(outer));
        // In the outermost region one side is enclosed, and that is what a person sees.
        let enclosed = self.border(outer).is_none();
        let shows_inner = if enclosed {
            after.border(inner).is_some()
        } else {
            inner_side.len() <= outer_side.len()
        };
        let (side, other) = match shows_inner {
            true => (inner_side, outer_side),
            false => (outer_side, inner_side),
        };
        Some(Parted {
            enclosed,
            side,
            other,
        })
    }
}
