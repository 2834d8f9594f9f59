//! What of a labelled position still matters, with the numbers of the spots kept.
//! It owns the question whether two labelled positions are the same game; names are never changed here, which is
//! the difference from canonical form.

use super::{Labelled, SpotId};
use crate::order;

/// The living part of a labelled position in a fixed order: dead spots, boundaries and regions dropped, neighbouring
/// occurrences of one spot merged, every boundary turned to its least rotation, every region to the lesser hand.
///
/// Two positions with equal outlines allow the same moves under the same numbers, now and ever after.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outline {
    regions: Vec<Vec<Vec<SpotId>>>,
    lives: Vec<(SpotId, u8)>,
}

impl Outline {
    /// The living regions with their living boundaries, in order.
    pub fn regions(&self) -> &[Vec<Vec<SpotId>>] {
        &self.regions
    }

    /// The living spots with their lives, in order of their numbers.
    pub fn lives(&self) -> &[(SpotId, u8)] {
        &self.lives
    }
}

impl Labelled {
    /// What of the position still matters.
    ///
    /// ```
    /// use sprouts::Labelled;
    /// let outline = |raw: &str| Labelled::from_raw(raw).unwrap().outline();
    /// assert_eq!(outline("ADBDAE|AE.C"), outline("C.EA|EADBDA"));
    /// assert_ne!(outline("ACBC.D"), outline("ACDC.B"));
    /// ```
    pub fn outline(&self) -> Outline {
        let mut regions = Vec::new();
        let mut lives = Vec::new();
        for region in self.region_ids() {
            if self.region_lives(region) < 2 {
                continue;
            }
            let mut boundaries = Vec::new();
            for boundary in &self.regions()[region.0 as usize] {
                let mut living: Vec<SpotId> = boundary.clone();
                living.retain(|&spot| self.lives(spot) > 0);
                living.dedup();
                while living.len() > 1 && living.first() == living.last() {
                    living.pop();
                }
                if !living.is_empty() {
                    lives.extend(living.iter().map(|&spot| (spot, self.lives(spot))));
                    boundaries.push(living);
                }
            }
            let mirrored = boundaries
                .iter()
                .map(|boundary| boundary.iter().rev().copied().collect());
            let mirrored = in_order(mirrored.collect());
            regions.push(in_order(boundaries).min(mirrored));
        }
        order::sort_by(&mut regions, Ord::cmp);
        order::sort_by(&mut lives, Ord::cmp);
        lives.dedup();
        Outline { regions, lives }
    }
}

fn in_order(mut boundaries: Vec<Vec<SpotId>>) -> Vec<Vec<SpotId>> {
    for boundary in &mut boundaries {
        *boundary = least_rotation(boundary);
    }
    order::sort_by(&mut boundaries, Ord::cmp);
    boundaries
}

fn least_rotation(boundary: &[SpotId]) -> Vec<SpotId> {
    (0..boundary.len())
        .map(|start| [&boundary[start..], &boundary[..start]].concat())
        .min()
        .unwrap_or_default()
}
