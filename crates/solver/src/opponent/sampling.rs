//! Guesses about positions that are too large to prove: the parity of survivors, and games played out at random. Owns the
//! random moves; small ends of games are worked out by the judge.

use super::candidates::Candidate;
use super::judge::Judge;
use sprouts::{Canonical, Corner, Ending, Labelled, Move, Outcome, RegionId, Seed};

/// Every move is played out so often before the better ones get more games than the others.
const ROUND_GAMES: u32 = 8;

/// The games played out after one move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) wins: u32,
    pub(super) games: u32,
    /// What is guessed without any game.
    prior: f64,
}

impl Tally {
    /// The likely chance to win: the games, and the guess beforehand counted as two games.
    pub(super) fn chance(&self) -> f64 {
        (f64::from(self.wins) + 2.0 * self.prior) / (f64::from(self.games) + 2.0)
    }
}

/// The chance that leaving this position wins, by the likely number of moves left: the lives, less the survivors.
pub(super) fn parity_chance(left: &Canonical, ending: Ending) -> f64 {
    // Every land keeps at least one survivor, and about one more for every six lives: the mean over random games.
    let survivors: u32 = left.lands().iter().map(|land| 1 + land.lives() / 6).sum();
    let even = left.lives().saturating_sub(survivors).is_multiple_of(2);
    if even == (ending == Ending::Normal) {
        0.6
    } else {
        0.4
    }
}

/// How games are played out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// For each move at most so many games.
    pub(super) games_max: u32,
    /// Moves are random until so few lives are left; then the end of the game is worked out.
    pub(super) exact_lives: u32,
}

/// Plays games out after each of the moves, in rounds; from the second round on only the better half of the moves goes on.
pub(super) fn sample<'a>(
    judge: &mut Judge,
    game: &Labelled,
    ending: Ending,
    candidates: impl Iterator<Item = &'a Candidate>,
    plan: Plan,
    seed: &mut Seed,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Tally> {
    let candidates: Vec<&Candidate> = candidates.collect();
    let mut tallies: Vec<Tally> = candidates
        .iter()
        .map(|candidate| Tally {
            prior: parity_chance(&candidate.left, ending),
            ..Tally::default()
        })
        .collect();
    let mut active: Vec<usize> = (0..candidates.len()).collect();
    let mut round_games = ROUND_GAMES;
    let mut after = game.clone();
    while let Some(&first) = active.first() {
        if tallies[first].games >= plan.games_max || active.len() == 1 && tallies[first].games > 0 {
            break;
        }
        for &index in &active {
            after
                .play(&candidates[index].played)
                .expect("a candidate is legal");
            for _ in 0..round_games.min(plan.games_max - tallies[index].games) {
                if !go_on() {
                    return tallies;
                }
                let Some(loses) =
                    next_player_loses(judge, &mut after, ending, plan.exact_lives, seed, go_on)
                else {
                    return tallies;
                };
                tallies[index].games += 1;
                tallies[index].wins += u32::from(loses);
            }
            after.undo();
        }
        active.sort_by(|&a, &b| tallies[b].chance().total_cmp(&tallies[a].chance()));
        active.truncate(active.len().div_ceil(2));
        round_games *= 2;
    }
    tallies
}

/// Plays a game out and takes it back. Whether the player to move at the start loses it; nothing when there was no time.
fn next_player_loses(
    judge: &mut Judge,
    game: &mut Labelled,
    ending: Ending,
    exact_lives: u32,
    seed: &mut Seed,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<bool> {
    let start = game.history().len();
    while game.total_lives() > exact_lives {
        let Some(played) = random_move(game, seed) else {
            break;
        };
        game.play(&played).expect("a random move is legal");
    }
    let outcome = game
        .position()
        .ok()
        .and_then(|position| judge.prove(&position.canonical(), ending, go_on));
    let same_player = (game.history().len() - start).is_multiple_of(2);
    while game.history().len() > start {
        game.undo();
    }
    outcome.map(|outcome| (outcome == Outcome::Loss) == same_player)
}

/// Some legal move, without listing them all; nothing when there is none.
pub(crate) fn random_move(game: &Labelled, seed: &mut Seed) -> Option<Move> {
    /// After so many pairs of corners that make no move, they are listed.
    const ATTEMPTS: u32 = 32;
    let mut corners: Vec<(RegionId, Corner)> = Vec::new();
    for region in game.region_ids() {
        for (boundary, spots) in game.regions()[region.0 as usize].iter().enumerate() {
            for (index, &spot) in spots.iter().enumerate() {
                if game.lives(spot) > 0 {
                    let corner = Corner {
                        boundary: boundary as u32,
                        index: index as u32,
                    };
                    corners.push((region, corner));
                }
            }
        }
    }
    for _ in 0..ATTEMPTS {
        let &(region, from) = seed.pick(&corners)?;
        let here = corners.partition_point(|(other, _)| *other < region);
        let count = corners[here..].partition_point(|(other, _)| *other == region);
        let (_, to) = corners[here + seed.below(count)];
        let same_spot = game.spot_at(region, from) == game.spot_at(region, to);
        if same_spot && from != to {
            continue;
        }
        let inside = if from.boundary == to.boundary {
            (0..game.regions()[region.0 as usize].len() as u32)
                .filter(|&boundary| boundary != from.boundary && seed.below(2) == 0)
                .collect()
        } else {
            Vec::new()
        };
        let played = Move {
            region,
            from,
            to,
            inside,
        };
        if game.check(&played).is_ok() {
            return Some(played);
        }
    }
    seed.pick(&game.moves_up_to(256)).cloned()
}
