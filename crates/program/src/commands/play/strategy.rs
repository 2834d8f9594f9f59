//! The strategies that come with the program: `random` and `heuristic`. They own how a move is chosen, and know
//! neither the terminal nor the other side.

use sprouts::{Canonical, Ending, Labelled, Move, Seed};
use std::collections::HashMap;

/// How many moves of a position a strategy looks at. With many different boundaries in one region the number of
/// moves doubles with each of them; the first thousands are choice enough.
const MOVES_MAX: usize = 4000;

/// Positions with at most so many lives are played out in the head.
const EXACT_LIVES_MAX: u32 = 12;

/// How many worked-out positions are remembered before starting afresh.
const REMEMBERED_MAX: usize = 500_000;

/// Any legal move, each as likely as the others.
pub fn random(game: &Labelled, seed: &mut Seed) -> Option<Move> {
    seed.pick(&game.moves_up_to(MOVES_MAX)).cloned()
}

/// Looks one move ahead. Small lands are worked out completely; what is larger is judged by the parity of
/// survivors: a game lasts as many moves as it has lives, less the spots that survive.
#[derive(Default)]
pub struct Heuristic {
    nimbers: HashMap<Canonical, u32>,
    misere_wins: HashMap<Canonical, bool>,
}

/// What a move is worth to whoever makes it, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    Loses,
    ProbablyLoses,
    ProbablyWins,
    Wins,
}

impl Heuristic {
    /// One of the best moves by its own lights.
    pub fn choose(&mut self, game: &Labelled, ending: Ending, seed: &mut Seed) -> Option<Move> {
        let mut after = game.without_history();
        let mut best: Vec<Move> = Vec::new();
        let mut best_worth = Worth::Loses;
        for m in game.moves_up_to(MOVES_MAX) {
            after.play(&m).expect("a generated move is legal");
            let worth = match after.position() {
                Ok(position) => self.worth(&position.canonical(), ending),
                Err(_) => Worth::ProbablyWins,
            };
            after.undo();
            if worth > best_worth {
                best.clear();
                best_worth = worth;
            }
            if worth == best_worth {
                best.push(m);
            }
        }
        seed.pick(&best).cloned()
    }

    /// What it is worth to leave this position to the opponent.
    fn worth(&mut self, left: &Canonical, ending: Ending) -> Worth {
        if self.nimbers.len() + self.misere_wins.len() > REMEMBERED_MAX {
            self.nimbers.clear();
            self.misere_wins.clear();
        }
        let wins = match ending {
            Ending::Normal
                if left
                    .lands()
                    .iter()
                    .all(|land| land.lives() <= EXACT_LIVES_MAX) =>
            {
                self.nimber(left) == 0
            }
            Ending::Misere if left.lives() <= EXACT_LIVES_MAX => !self.wins_misere(left),
            _ => return estimate(left, ending),
        };
        if wins { Worth::Wins } else { Worth::Loses }
    }

    /// The nimber of a sum whose lands are all small.
    fn nimber(&mut self, position: &Canonical) -> u32 {
        let mut sum = 0;
        for land in position.lands() {
            let land = Canonical::sum([land.clone()]);
            sum ^= match self.nimbers.get(&land) {
                Some(&nimber) => nimber,
                None => {
                    let options: Vec<u32> = land
                        .children()
                        .iter()
                        .map(|child| self.nimber(child))
                        .collect();
                    let nimber = (0..)
                        .find(|nimber| !options.contains(nimber))
                        .expect("finitely many options");
                    self.nimbers.insert(land, nimber);
                    nimber
                }
            };
        }
        sum
    }

    /// Whether whoever is to move wins when the last move loses.
    fn wins_misere(&mut self, position: &Canonical) -> bool {
        if let Some(&wins) = self.misere_wins.get(position) {
            return wins;
        }
        let wins = position.is_over()
            || position
                .children()
                .iter()
                .any(|child| !self.wins_misere(child));
        self.misere_wins.insert(position.clone(), wins);
        wins
    }
}

/// A guess by the parity of survivors.
fn estimate(left: &Canonical, ending: Ending) -> Worth {
    // Every land keeps at least one survivor, and about one more for every six lives: the mean over random games.
    let survivors: u32 = left.lands().iter().map(|land| 1 + land.lives() / 6).sum();
    let moves_left = left.lives().saturating_sub(survivors);
    let even = moves_left.is_multiple_of(2);
    if even == (ending == Ending::Normal) {
        Worth::ProbablyWins
    } else {
        Worth::ProbablyLoses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays one game and says whether the first player won.
    fn first_wins(
        spots: u32,
        ending: Ending,
        seed: u64,
        heuristic: &mut Heuristic,
        heuristic_first: bool,
    ) -> bool {
        let mut seed = Seed::new(seed);
        let mut game = Labelled::start(spots);
        let mut first_to_move = true;
        loop {
            let m = if first_to_move == heuristic_first {
                heuristic.choose(&game, ending, &mut seed)
            } else {
                random(&game, &mut seed)
            };
            let Some(m) = m else {
                return first_to_move == (ending == Ending::Misere);
            };
            game.play(&m).expect("legal");
            first_to_move = !first_to_move;
        }
    }

    fn wins_of_a_hundred(spots: u32, ending: Ending) -> u32 {
        let mut heuristic = Heuristic::default();
        let mut wins = 0;
        for game in 0..100 {
            let heuristic_first = game % 2 == 0;
            let first = first_wins(spots, ending, game, &mut heuristic, heuristic_first);
            wins += u32::from(first == heuristic_first);
        }
        wins
    }

    #[test]
    fn the_heuristic_beats_random_play() {
        for ending in [Ending::Normal, Ending::Misere] {
            for spots in [4, 6] {
                let wins = wins_of_a_hundred(spots, ending);
                assert!(wins >= 75, "{wins} of 100 with {spots} spots, {ending}");
            }
        }
    }

    /// With two spots the second player wins, with three the first: small games are played without error.
    #[test]
    fn small_games_are_played_without_error() {
        for seed in 0..20 {
            let mut heuristic = Heuristic::default();
            assert!(!first_wins(2, Ending::Normal, seed, &mut heuristic, false));
            assert!(first_wins(3, Ending::Normal, seed, &mut heuristic, true));
        }
    }
}
