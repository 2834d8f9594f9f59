//! Solvers that search the same question at once without a common table. Owns what they tell each other while they search, and the order
//! in which each of them tries moves. It knows no search, no machines and no clocks: somebody outside carries the news.
//!
//! All begin at the same root, as the threads of one solver do. What one has proved spares the others the work as soon as they hear of it.
//! The first member searches as one alone would. Two things keep the others from doing what somebody else does, where the order costs
//! nothing because everything must be tried. They like other moves ([`Company::preference`]), and they stay away from where another
//! one is at work ([`ELSEWHERE`]).

use sprouts::Land;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

/// What was proved: nimbers of lands, and heaps that are not their nimbers; and where somebody is at work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Lands with their nimbers.
    pub nimbers: Vec<(Land, u8)>,
    /// Lands with a heap that their nimber is not.
    pub refutations: Vec<(Land, u8)>,
    /// Members with the lands that they are searching, from the root on. One that stands later replaces an earlier one.
    pub paths: Vec<(u64, Vec<Land>)>,
}

impl News {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.nimbers.len() + self.refutations.len() + self.paths.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn append(&mut self, mut other: News) {
        self.nimbers.append(&mut other.nimbers);
        self.refutations.append(&mut other.refutations);
        for (member, path) in other.paths {
            self.paths.retain(|&(known, _)| known != member);
            self.paths.push((member, path));
        }
    }
}

/// Carries news between the members of a company while they search. It is called by a searching thread, so that nobody else has to be woken
/// for it, and has to be quick.
pub trait Carrier: fmt::Debug + Send {
    /// Takes what this member has proved ([`Company::fetch`]), and brings what others have ([`Company::tell`]).
    fn carry(&mut self, company: &Company);
}

/// One member's side of a company of solvers. Whoever carries the news holds it, too; see [`crate::Solver::join`].
#[derive(Debug, Default)]
pub struct Company {
    /// 0 has no company, 1 no order of its own.
    member: AtomicU64,
    lives_min: AtomicU32,
    proved: Mutex<News>,
    heard: Mutex<News>,
    has_heard: AtomicBool,
    /// Where others were when they were last heard of, and how often that was.
    elsewhere: Mutex<Vec<(u64, Vec<Land>)>>,
    moved: AtomicU64,
    is_contradicted: AtomicBool,
    nodes: AtomicU64,
    children: AtomicU64,
    carrier: Mutex<Option<Box<dyn Carrier>>>,
}

/// More news than this are not kept for somebody who does not fetch them.
const NEWS_MAX: usize = 1 << 20;
/// How far the orders of two members differ: numbers look up to e to this power better or worse.
const PREFERENCE: f64 = 0.3;
/// How much harder something looks where another member is at work, and all of it must be tried.
pub(crate) const ELSEWHERE: f64 = 4.0;

impl Company {
    /// A member by its number. 0 is for one without company: it has no order of its own.
    pub fn of_member(member: u64) -> Self {
        let company = Company::default();
        company.begin(member);
        company
    }

    /// Begins anew, as another member, without a carrier.
    pub fn begin(&self, member: u64) {
        *lock(&self.carrier) = None;
        self.member.store(member, Relaxed);
        *lock(&self.proved) = News::default();
        *lock(&self.heard) = News::default();
        self.has_heard.store(false, Relaxed);
        lock(&self.elsewhere).clear();
        self.moved.store(0, Relaxed);
        self.is_contradicted.store(false, Relaxed);
        self.nodes.store(0, Relaxed);
        self.children.store(0, Relaxed);
    }

    /// Lets a carrier bring the news to and fro. Without one, somebody else does.
    pub fn carried_by(&self, carrier: Box<dyn Carrier>) {
        *lock(&self.carrier) = Some(carrier);
    }

    /// Sends the carrier on his way, unless he is on it.
    pub fn carry(&self) {
        if let Ok(mut carrier) = self.carrier.try_lock()
            && let Some(carrier) = &mut *carrier
        {
            carrier.carry(self);
        }
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
    pub fn tell(&self, mut news: News) {
        for (member, path) in news.paths.drain(..) {
            let mut elsewhere = lock(&self.elsewhere);
            elsewhere.retain(|&(known, _)| known != member);
            elsewhere.push((member, path));
            self.moved.fetch_add(1, Relaxed);
        }
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

    /// Children generated since this member began. A node whose children are known generates none, so they tell better than nodes what a search
    /// costs.
    pub fn children(&self) -> u64 {
        self.children.load(Relaxed)
    }

    pub(crate) fn member(&self) -> u64 {
        self.member.load(Relaxed)
    }

    pub(crate) fn lives_min(&self) -> u32 {
        self.lives_min.load(Relaxed)
    }

    pub(crate) fn count(&self, nodes: u64, children: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
        self.children.fetch_add(children, Relaxed);
    }

    pub(crate) fn contradict(&self) {
        self.is_contradicted.store(true, Relaxed);
    }

    /// Puts news where they are fetched, and has them carried. False if nobody fetches them.
    pub(crate) fn put(&self, news: News) -> bool {
        let mut proved = lock(&self.proved);
        let has_room = proved.len() < NEWS_MAX;
        if has_room {
            proved.append(news);
        }
        drop(proved);
        self.carry();
        has_room
    }

    /// The lands that others are searching, if they have moved since so many moves were heard of.
    pub(crate) fn elsewhere(&self, moved: &mut u64) -> Option<Vec<Land>> {
        let now = self.moved.load(Relaxed);
        let has_moved = std::mem::replace(moved, now) != now;
        has_moved.then(|| {
            let elsewhere = lock(&self.elsewhere);
            let paths = elsewhere.iter().flat_map(|(_, path)| path);
            paths.cloned().collect()
        })
    }

    pub(crate) fn heard(&self) -> Option<News> {
        let has_heard = self.has_heard.swap(false, Relaxed);
        has_heard.then(|| std::mem::take(&mut *lock(&self.heard)))
    }

    /// How good something looks to a member where all of it must be tried anyway: a factor of its number, always the same for the same key.
    /// There the order costs nothing, and members with different orders meet only when most of the work is done and known to all. Members come
    /// in pairs, 1 and 2, 3 and 4, … (the first one does not ask): what one of a pair likes the other dislikes as much. A key stands for what it is, not for where it
    /// stands in somebody's table, so that both mean the same.
    pub(crate) fn preference(member: u64, key: u64) -> f64 {
        let pair = member.div_ceil(2);
        let mut hash = key ^ pair.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^= hash >> 31;
        hash = hash.wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^= hash >> 29;
        // From -1 to 1.
        let even = (hash >> 40) as f64 / f64::from(1u32 << 23) - 1.0;
        let sign = if member.is_multiple_of(2) { -1.0 } else { 1.0 };
        (PREFERENCE * sign * even).exp()
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared
        .lock()
        .expect("nobody panics while he holds the lock")
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
        // Who likes what the other dislikes meets him last.
        assert!(order(1).iter().eq(order(2).iter().rev()));
        assert!(order(1) != order(3) && order(2) != order(3));
        let mut factors = (0..1000).map(|key| Company::preference(3, key));
        assert!(factors.all(|factor| (0.74..1.36).contains(&factor)));
    }

    #[test]
    fn the_last_place_of_each_member_counts() {
        let place = |spots: u32| {
            let start = sprouts::Position::start(spots).expect("few spots");
            start.canonical().lands()[0].clone()
        };
        let at = |member: u64, spots: u32| News {
            paths: vec![(member, vec![place(spots)])],
            ..News::default()
        };
        let (company, mut moved) = (Company::of_member(1), 0);
        assert_eq!(company.elsewhere(&mut moved), None);
        for news in [at(2, 3), at(3, 4), at(2, 5)] {
            company.tell(news);
        }
        let elsewhere = company.elsewhere(&mut moved);
        assert_eq!(elsewhere, Some(vec![place(4), place(5)]));
        assert_eq!(company.elsewhere(&mut moved), None);
        // Places are no news to take on trust, and those that nobody fetched are forgotten.
        assert_eq!(company.heard(), None);
        assert!(company.put(at(1, 6)) && company.put(at(1, 7)));
        assert_eq!(company.fetch(), at(1, 7));
    }

    #[test]
    fn a_carrier_takes_news_and_brings_others() {
        #[derive(Debug)]
        struct Echo;
        impl Carrier for Echo {
            fn carry(&mut self, company: &Company) {
                company.tell(company.fetch());
            }
        }
        let start = sprouts::Position::start(3).expect("few spots");
        let land = start.canonical().lands()[0].clone();
        let news = News {
            nimbers: vec![(land, 1)],
            ..News::default()
        };
        let company = Company::of_member(1);
        assert!(company.put(news.clone()));
        assert_eq!(company.heard(), None);
        company.carried_by(Box::new(Echo));
        assert!(company.put(News::default()));
        assert_eq!(company.heard(), Some(news.clone()));
        assert!(company.put(news.clone()));
        assert_eq!(company.heard(), Some(news.clone()));
        // Who begins anew has nobody yet.
        company.begin(2);
        assert!(company.put(news.clone()));
        assert_eq!((company.heard(), company.fetch()), (None, news));
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
