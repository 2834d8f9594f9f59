//! What a stone captures where it comes: enclosed groups, and lines between it and another stone of its colour.

use super::{freedom, group};
use crate::board::SiteId;
use crate::plan::{Colour, Flanking, Plan};

/// Removes what the stone on `site` captures, and counts it. Lines are judged as the board stood when the stone came, and so are groups:
/// no stone is saved because a line was taken.
pub(super) fn capture(plan: &Plan, stones: &mut [Colour], site: SiteId) -> u32 {
    let lines = match plan.capture_flanked {
        Some(flanking) => flanked(plan, flanking, stones, site),
        None => Vec::new(),
    };
    let mut removed = 0;
    if plan.capture_enclosed {
        removed += capture_enclosed(plan, stones, site);
    }
    for taken in lines {
        // It may have been taken with its group already.
        removed += u32::from(stones[taken.index()] != Colour::NONE);
        stones[taken.index()] = Colour::NONE;
    }
    removed
}

/// Removes the groups of other colours next to `site` that have no freedom, and counts their stones.
fn capture_enclosed(plan: &Plan, stones: &mut [Colour], site: SiteId) -> u32 {
    let own = stones[site.index()];
    let mut removed = 0;
    for &enemy in plan.board.neighbours(site, plan.connectivity(own)) {
        let colour = stones[enemy.index()];
        if colour == Colour::NONE || colour == own {
            continue;
        }
        let group = group(plan, stones, enemy);
        if freedom(plan, stones, &group) == 0 {
            removed += group.len() as u32;
            group
                .iter()
                .for_each(|site| stones[site.index()] = Colour::NONE);
        }
    }
    removed
}

/// The lines of one other colour that begin beside `site` and end at a stone of its colour, or at the rim where that will do.
fn flanked(plan: &Plan, flanking: Flanking, stones: &[Colour], site: SiteId) -> Vec<SiteId> {
    let (board, own) = (&plan.board, stones[site.index()]);
    let mut taken = Vec::new();
    for direction in 0..board.directions() {
        let mut line = Vec::new();
        let mut next = board.step(site, direction);
        let enemy = next.map_or(Colour::NONE, |first| stones[first.index()]);
        while let Some(here) = next.filter(|here| stones[here.index()] == enemy) {
            line.push(here);
            next = board.step(here, direction);
        }
        let closed = match next {
            Some(beyond) => stones[beyond.index()] == own,
            None => flanking.rim,
        };
        let count = line.len() as u32;
        let counts = count >= flanking.from && (!flanking.odd || !count.is_multiple_of(2));
        if enemy.is_owned() && enemy != own && closed && counts {
            taken.extend(line);
        }
    }
    taken
}
