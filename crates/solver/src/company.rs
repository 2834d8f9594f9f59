//! Solvers that search the same question at once without a common table. Owns what they tell each other while they search, and the order
//! in which each of them tries moves. It knows no search, no machines and no clocks: somebody outside carries the news.
//!
//! All begin at the same root, as the threads of one solver do. What one has proved spares the others the work as soon as they hear of it.
//! Until then only an order of its own keeps a solver from doing what another one does: see [`Company::preference`].

use sprouts::Land;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

/// What was proved: nimbers of lands, and heaps that are not their nimbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Lands with their nimbers.
    pub nimbers: Vec<(Land, u8)>,
    /// Lands with a heap that their nimber is not.
    pub refutations: Vec<(Land, u8)>,
}

impl News {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.nimbers.len() + self.refutations.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn append(&mut self, mut other: News) {
        self.nimbers.append(&mut other.nimbers);
        self.refutations.append(&mut other.refutations);
    }
}

/// One member's side of a company of solvers. Whoever carries the news holds it, too; see [`crate::Solver::join`].
#[derive(Debug, Default)]
pub struct Company {
    /// 0 has no order of its own.
    member: AtomicU64,
    lives_min: AtomicU32,
    proved: Mutex<News>,
    heard: Mutex<News>,
    has_heard: AtomicBool,
    is_contradicted: AtomicBool,
    nodes: AtomicU64,
}

/// More news than this are not kept for somebody who does not fetch them.
const NEWS_MAX: usize = 1 << 20;
/// How far the orders of two members differ: numbers look up to e to this power better or worse.
const PREFERENCE: f64 = 1.0;

impl Company {
    /// A member by its number. 0 is for one without company: it has no order of its own.
    pub fn of_member(member: u64) -> Self {
        let company = Company::default();
        company.begin(member);
        company
    }

    /// Begins anew, as another member.
    pub fn begin(&self, member: u64) {
        self.member.store(member, Relaxed);
        *lock(&self.proved) = News::default();
        *lock(&self.heard) = News::default();
        self.has_heard.store(false, Relaxed);
        self.is_contradicted.store(false, Relaxed);
        self.nodes.store(0, Relaxed);
    }

    /// Lands of fewer lives are no news: others find them again in a moment.
    pub fn tell_from(&self, lives_min: u32) {
        self.lives_min.store(lives_min, Relaxed);
    }

    /// What the search has proved since the last call, for the others.
    pub fn fetch(&self) -> News {
        std::mem::take(&mut *lock(&self.proved))
    }

    /// What others have proved. The search takes it on trust before its next nodes.
    pub fn tell(&self, news: News) {
        if !news.is_empty() {
            lock(&self.heard).append(news);
            self.has_heard.store(true, Relaxed);
        }
    }

    /// Whether something that was heard contradicts what was proved: then somebody is wrong, and the search stops.
    pub fn is_contradicted(&self) -> bool {
        self.is_contradicted.load(Relaxed)
    }

    /// Nodes expanded since this member began.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(crate) fn member(&self) -> u64 {
        self.member.load(Relaxed)
    }

    pub(crate) fn lives_min(&self) -> u32 {
        self.lives_min.load(Relaxed)
    }

    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    pub(crate) fn contradict(&self) {
        self.is_contradicted.store(true, Relaxed);
    }

    /// Puts news where they are fetched. False if nobody fetches them.
    pub(crate) fn put(&self, news: News) -> bool {
        let mut proved = lock(&self.proved);
        let has_room = proved.len() < NEWS_MAX;
        if has_room {
            proved.append(news);
        }
        has_room
    }

    pub(crate) fn heard(&self) -> Option<News> {
        let has_heard = self.has_heard.swap(false, Relaxed);
        has_heard.then(|| std::mem::take(&mut *lock(&self.heard)))
    }

    /// How good a move looks to a member where all moves must be tried anyway: a factor of its number, always the same for the same move.
    /// There the order costs nothing, and members with different orders meet only when most of the work is done and known to all.
    pub(crate) fn preference(member: u64, move_key: u64) -> f64 {
        let mut hash = move_key ^ member.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^= hash >> 31;
        hash = hash.wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^= hash >> 29;
        // From -1 to 1.
        let even = (hash >> 40) as f64 / f64::from(1u32 << 23) - 1.0;
        (PREFERENCE * even).exp()
    }
}

fn lock(news: &Mutex<News>) -> MutexGuard<'_, News> {
    news.lock().expect("nobody panics while he holds the lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_have_different_orders() {
        let order = |member: u64| {
            let mut moves: Vec<u64> = (0..20).collect();
            moves.sort_by(|&a, &b| {
                Company::preference(member, a).total_cmp(&Company::preference(member, b))
            });
            moves
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        let mut factors = (0..1000).map(|key| Company::preference(3, key));
        assert!(factors.all(|factor| (0.36..2.72).contains(&factor)));
    }

    #[test]
    fn news_that_nobody_fetches_have_a_bound() {
        let company = Company::of_member(0);
        let start = sprouts::Position::start(2).expect("few spots");
        let land = start.canonical().lands()[0].clone();
        let news = || News {
            nimbers: vec![(land.clone(), 0); NEWS_MAX / 2 + 1],
            ..News::default()
        };
        assert!(company.put(news()) && company.put(news()) && !company.put(news()));
        assert_eq!(company.fetch().len(), NEWS_MAX + 2);
        assert!(company.put(news()));
    }
}
