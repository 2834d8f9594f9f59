//! A thread of a search as a member of a company: what it tells the others, what it hears from them, and how its order differs from theirs.

use super::{HEAP_MOVE, Worker, child_at};
use crate::company::{Company, ELSEWHERE};
use crate::lands::{Children, LandId};
use crate::numbers::INFINITE;

impl Worker<'_> {
    /// Tells the company what was done and proved since, and where this thread is.
    pub(super) fn tell(&mut self) {
        let Some(company) = self.company else { return };
        company.count(self.nodes, self.expander.raw_children);
        if self.has_company() {
            let path = self.path.iter();
            let lands = path.map(|&(land, _)| self.lands.entry(land).land.clone());
            self.news.paths = vec![(self.member, lands.collect())];
        }
        company.put(std::mem::take(&mut self.news));
    }

    /// Looks where others of the company are, and takes on trust what they have told; whether there was something.
    pub(super) fn hear(&mut self) -> bool {
        let elsewhere = self
            .company
            .and_then(|company| company.elsewhere(&mut self.moved));
        if let Some(elsewhere) = elsewhere {
            let lands = elsewhere.iter();
            self.elsewhere = lands
                .filter_map(|land| self.lands.find(land.packed()))
                .collect();
            self.elsewhere.sort_unstable();
        }
        let Some((company, news)) = self
            .company
            .and_then(|company| Some((company, company.heard()?)))
        else {
            return false;
        };
        for (land, nimber) in &news.nimbers {
            let id = self.lands.intern(land.packed());
            let entry = self.lands.entry(id);
            let is_wrong = match entry.nimber() {
                Some(known) => known != *nimber,
                None => entry.refuted().contains(*nimber),
            };
            if is_wrong {
                company.contradict();
            } else {
                self.lands.prove(id, *nimber);
                self.lands.is_told(id);
            }
        }
        for (land, heap) in &news.refutations {
            let entry = self.lands.entry(self.lands.intern(land.packed()));
            if entry.nimber() == Some(*heap) {
                company.contradict();
            } else {
                entry.refute(*heap);
            }
        }
        true
    }

    /// Notes for the company that a couple is decided.
    pub(super) fn note(&mut self, land: LandId, heap: u8, is_win: bool) {
        let Some(company) = self.company else { return };
        let entry = self.lands.entry(land);
        if u32::from(entry.lives) < company.lives_min() {
            return;
        }
        let news = (entry.land.clone(), heap);
        if is_win {
            self.news.refutations.push(news);
        } else {
            self.lands.is_told(land);
            self.news.nimbers.push(news);
        }
    }

    /// The branch that this member of the company likes best among those below the limit, and the number at which it would like another one.
    pub(super) fn preferred(
        &mut self,
        land: LandId,
        heap: u8,
        children: &Children,
        base: usize,
        limit: u32,
    ) -> (usize, u32) {
        let (mut best, mut best_key, mut factor, mut second_key) = (0, f64::MAX, 1.0, f64::MAX);
        for index in 0..self.branches.len() - base {
            let branch = self.branches[base + index];
            if branch.numbers.loss >= limit {
                continue;
            }
            let (ids, branch_heap) = match branch.place & HEAP_MOVE != 0 {
                true => (&[land.0][..], (branch.place & !HEAP_MOVE) as u8),
                false => {
                    let (ids, child_heap, _) = child_at(children, branch.place as usize);
                    (ids, child_heap ^ heap)
                }
            };
            let mut preference = f64::from(branch.preference);
            if branch.preference == 0.0 {
                preference = self.preference(ids, branch_heap);
                self.branches[base + index].preference = preference as f32;
            }
            if branch.place & HEAP_MOVE == 0 && self.is_elsewhere(ids) {
                preference *= ELSEWHERE;
            }
            let key = f64::from(branch.numbers.loss) * preference;
            if key < best_key {
                second_key = best_key;
                (best, best_key, factor) = (index, key, preference);
            } else if key < second_key {
                second_key = key;
            }
        }
        let second = (second_key / factor).min(f64::from(INFINITE));
        (best, second as u32)
    }

    /// Whether this is a member of a company. A page has none, and need not carry what is for it.
    pub(super) fn has_company(&self) -> bool {
        cfg!(not(target_family = "wasm")) && self.member > 0
    }

    /// Whether this member looks for other work than one alone would do. The first one does not, so that an unlucky order of the
    /// others seldom holds the answer up. What it hears from them still changes its way.
    pub(super) fn has_own_order(&self) -> bool {
        self.has_company() && self.member > 1
    }

    /// Whether another member of the company is at work on one of these lands.
    pub(super) fn is_elsewhere(&self, ids: &[u32]) -> bool {
        let mut ids = ids.iter();
        ids.any(|&id| self.elsewhere.binary_search(&LandId(id)).is_ok())
    }

    /// How this member of the company likes a sum of lands and a heap.
    pub(super) fn preference(&self, ids: &[u32], mut heap: u8) -> f64 {
        let mut key = 0u64;
        for &id in ids {
            let entry = self.lands.entry(LandId(id));
            match entry.nimber() {
                Some(nimber) => heap ^= nimber,
                None => key = key.wrapping_add(sprouts::hash::of_bytes(entry.land.as_bytes())),
            }
        }
        let key = key.wrapping_add(u64::from(heap).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Company::preference(self.member, key)
    }
}
