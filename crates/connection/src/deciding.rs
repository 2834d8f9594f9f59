//! What decided a game, for whoever shows it: the line or the group of stones that won.

use crate::board::SiteId;
use crate::engine::{Engine, Status};
use crate::moves::Move;
use crate::plan::{Condition, Verdict};

/// The stones that won: the line, or the group of the last stone when it is the winner's; none where scores decide.
pub fn winning_group(engine: &dyn Engine, last: Option<Move>) -> Vec<SiteId> {
    let (Status::Won(winner), Some(site)) = (engine.status(), last.and_then(Move::target)) else {
        return Vec::new();
    };
    let plan = engine.plan();
    let by_score = plan
        .ends
        .iter()
        .all(|end| end.verdict == Verdict::BestScore);
    if engine.stone(site) != winner || by_score {
        return Vec::new();
    }
    let asks = |wanted: &dyn Fn(&Condition) -> bool| {
        plan.ends.iter().any(|end| any(&end.condition, wanted))
    };
    if asks(&|condition| matches!(condition, Condition::Line(_))) {
        let line = longest_line(engine, site);
        if asks(&|condition| matches!(condition, Condition::Line(n) if line.len() as u32 >= *n)) {
            return line;
        }
    }
    let root = engine.group_root(site);
    let own = |other: &SiteId| engine.stone(*other) == winner && engine.group_root(*other) == root;
    plan.board.ids().filter(own).collect()
}

/// Whether a condition or a part of it is wanted.
fn any(condition: &Condition, wanted: impl Fn(&Condition) -> bool + Copy) -> bool {
    match condition {
        Condition::All(list) | Condition::Any(list) => list.iter().any(|one| any(one, wanted)),
        one => wanted(one),
    }
}

fn longest_line(engine: &dyn Engine, site: SiteId) -> Vec<SiteId> {
    let board = &engine.plan().board;
    let mut longest = Vec::new();
    for axis in 0..board.directions() / 2 {
        let mut line = vec![site];
        for direction in [2 * axis, 2 * axis + 1] {
            let mut here = site;
            while let Some(next) = board
                .step(here, direction)
                .filter(|next| engine.stone(*next) == engine.stone(site))
            {
                line.push(next);
                here = next;
            }
        }
        if line.len() > longest.len() {
            longest = line;
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine, library};
    use std::sync::Arc;

    fn winners(name: &str, options: &[(&str, &str)], moves: &[String]) -> usize {
        let plan = library::game(name).unwrap().plan(options).unwrap();
        let mut game = engine::start(&Arc::new(plan));
        let mut last = None;
        for text in moves {
            last = Some(game.play_text(text).unwrap());
        }
        winning_group(&*game, last).len()
    }

    #[test]
    fn a_group_that_joins_two_sides_is_shown() {
        let moves = ["0,0", "1,0", "0,1", "1,1", "0,2"].map(String::from);
        let hex = [("size", "3"), ("swap", "no")];
        assert_eq!(winners("hex", &hex, &moves), 3);
        assert_eq!(winners("hex", &hex, &moves[..4]), 0);
    }

    #[test]
    fn a_line_is_shown_as_the_winning_group() {
        let mut moves = Vec::new();
        for k in 0..4 {
            moves.push(format!("{},0", k - 2));
            moves.push(format!("{k},-4"));
        }
        moves.push("2,0".into());
        assert_eq!(winners("pentalath", &[("board", "hexagon")], &moves), 5);
    }
}
