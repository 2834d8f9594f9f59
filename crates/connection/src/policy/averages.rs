//! What moves were worth in playouts so far, whenever they came: the move-average sampling technique of Finnsson and Björnsson.
//!
//! Older playouts count less and less, because they came from other positions. Knows stones, not rules.

use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, Plan};

/// So many playouts of a move count; then each of them counts half.
const PLAYOUTS_MAX: f32 = 400.0;

/// What the stones of a plan were worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Averages {
    sites: usize,
    /// Per colour and site the playouts that were won with a stone there, and all.
    playouts: Vec<[f32; 2]>,
}

impl Averages {
    /// Nothing was played yet: every stone is worth a half.
    pub fn new(plan: &Plan) -> Averages {
        let sites = plan.board.len();
        Averages {
            sites,
            playouts: vec![[0.5, 1.0]; sites * usize::from(plan.players)],
        }
    }

    /// The one of two moves that was worth more; the first where nothing is known.
    #[inline]
    pub fn better(&self, one: Move, other: Move) -> Move {
        match (self.place(one), self.place(other)) {
            (Some(first), Some(second)) => {
                let ([won, all], [other_won, other_all]) =
                    (self.playouts[first], self.playouts[second]);
                // Shares compared without dividing.
                if other_won * all > won * other_all {
                    other
                } else {
                    one
                }
            }
            _ => one,
        }
    }

    /// Learns from a move of a playout that somebody won.
    pub fn learn(&mut self, played: Move, winner: Colour) {
        let (Some(place), MoveKind::Place { colour, .. }) = (self.place(played), played.kind())
        else {
            return;
        };
        let [won, all] = &mut self.playouts[place];
        *won += f32::from(u8::from(colour == winner));
        *all += 1.0;
        if *all > PLAYOUTS_MAX {
            *won *= 0.5;
            *all *= 0.5;
        }
    }

    #[inline]
    fn place(&self, played: Move) -> Option<usize> {
        match played.kind() {
            MoveKind::Place { site, colour } => {
                Some((colour.index() - 1) * self.sites + site.index())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::SiteId, library};

    #[test]
    fn a_stone_of_won_playouts_is_preferred() {
        let plan = library::game("havannah").unwrap();
        let plan = plan.plan(&[("base", "3")]).unwrap();
        let mut averages = Averages::new(&plan);
        let [good, bad] = [4, 7].map(|site| Move::place(SiteId(site), Colour(2)));
        assert_eq!(averages.better(bad, good), bad);
        for _ in 0..1000 {
            averages.learn(good, Colour(2));
            averages.learn(bad, Colour(1));
            averages.learn(Move::PASS, Colour(1));
        }
        assert_eq!(averages.better(bad, good), good);
        assert_eq!(averages.better(good, bad), good);
        assert_eq!(averages.better(Move::PASS, good), Move::PASS);
        // The same sites mean other stones to the other player.
        let [one, other] = [4, 7].map(|site| Move::place(SiteId(site), Colour(1)));
        assert_eq!(averages.better(other, one), other);
    }
}
