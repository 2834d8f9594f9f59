//! What the fast engines have in common: the course of a game, its log, and the one body of [`Engine`] over the few things
//! in which they differ. Must not know how an engine keeps its stones.

use super::judge::{self, Facts, Last};
use super::listing;
use super::log::{Entry, Log};
use super::turns::Turns;
use super::{Engine, Status};
use crate::board::SiteId;
use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, Plan};
use crate::policy::{Policy, View};
use crate::random::Random;
use std::fmt;
use std::sync::Arc;

/// Draws that may fill an eye or pass before a playout passes.
const EYE_TRIES: u32 = 16;

/// So many draws that would leave a group one liberty are drawn again.
const RASH_TRIES: u32 = 8;

/// The course of a game: the rules, the moves so far with what takes them back, whose turn it is, how it stands.
#[derive(Clone)]
pub struct Course<C> {
    pub plan: Arc<Plan>,
    pub entries: Log<Entry<C>>,
    pub turns: Turns,
    pub status: Status,
}

impl<C> Course<C> {
    pub fn new(plan: &Arc<Plan>) -> Self {
        Course {
            plan: plan.clone(),
            entries: Log::new(plan),
            turns: Turns::new(plan),
            status: Status::Running,
        }
    }

    /// Writes a move down before the turn is handed on.
    #[inline(always)]
    pub fn note(&mut self, played: Move, change: C) {
        self.entries.push(Entry {
            played,
            before: self.turns.now,
            change,
        });
    }

    pub fn restart(&mut self) {
        self.entries.clear();
        self.turns.restart();
        self.status = Status::Running;
    }
}

impl<C: fmt::Debug> fmt::Debug for Course<C> {
    /// What changes in a game, for comparing two of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?} {:?}", self.entries, self.turns, self.status)
    }
}

/// What differs from engine to engine. All else of [`Engine`] follows.
pub trait Mechanics: Facts + Clone + Send + Sync + 'static {
    /// What takes a move back, beside the move itself and whose turn it was.
    type Change: Copy;

    fn course(&self) -> &Course<Self::Change>;
    fn course_mut(&mut self) -> &mut Course<Self::Change>;

    /// What stands on a site.
    fn stone(&self, site: SiteId) -> Colour;

    /// Whether a stone may be placed or moved so.
    fn allows(&self, kind: MoveKind) -> bool;

    /// A legal move, each exactly equally likely, drawn quickly; nothing when that takes too long or swapping is legal.
    fn guess(&mut self, random: &mut Random) -> Option<Move>;

    /// Places or moves a stone, writes it down, hands the turn on, and asks the judge where an end may have come.
    fn make(&mut self, legal: Move);

    /// Takes a stone back; the turn is the one before it again.
    fn unmake(&mut self, kind: MoveKind, change: &Self::Change);

    /// What is noted when nothing changes, and anything else that a pass or a swap leaves behind.
    fn rest(&mut self) -> Self::Change;

    /// A turn of so many moves has ended by stopping.
    fn stopped(&mut self, _moves: u8) {}

    /// Back to the start at once, where the engine can; false where it cannot.
    fn reset(&mut self) -> bool {
        false
    }

    /// The stone that stands for a stone's group.
    fn root(&self, site: SiteId) -> SiteId;

    /// The whole state in words.
    fn words(&self) -> String;

    /// Calls with the sites that a stone makes urgent where groups are captured ([`crate::policy::urgent`]), the best first, until the
    /// answer is false.
    fn each_urgent(&self, _last: SiteId, _call: &mut dyn FnMut(SiteId) -> bool) {}

    /// Whether a stone captures nothing and leaves its group, of two stones or more, one liberty.
    fn is_rash(&self, _site: SiteId, _colour: Colour) -> bool {
        false
    }

    /// A random move that fills no own eye; a pass when none is found. One that leaves a group a single liberty only when nothing else
    /// comes.
    fn spare_eyes(&mut self, random: &mut Random, policy: &Policy) -> Move {
        let mut rash = Move::PASS;
        for tried in 0..EYE_TRIES {
            let drawn = self.sample(random);
            let MoveKind::Place { site, colour } = drawn.kind() else {
                continue;
            };
            if policy.fills_eye(&Inside(self), drawn) {
                continue;
            }
            if tried >= RASH_TRIES || !self.is_rash(site, colour) {
                return drawn;
            }
            rash = drawn;
        }
        rash
    }

    #[cold]
    #[inline(never)]
    fn ask(&mut self, last: Last) {
        self.course_mut().status = judge::judge(self, last);
    }

    #[cold]
    #[inline(never)]
    fn pass_or_swap(&mut self, played: Move) {
        let change = self.rest();
        let course = self.course_mut();
        let (mover, moves) = (course.turns.mover(), course.turns.now.step());
        course.turns.settle(course.entries.len() as u32);
        course.note(played, change);
        let round_over = course.turns.pass_or_swap(played);
        self.stopped(moves);
        self.ask(Last {
            mover,
            stone: None,
            round_over,
            known_loop: None,
        });
    }
}

impl<M: Mechanics> Engine for M {
    fn plan(&self) -> &Arc<Plan> {
        &self.course().plan
    }

    #[inline(always)]
    fn status(&self) -> Status {
        self.course().status
    }

    fn mover(&self) -> Colour {
        self.course().turns.mover()
    }

    fn stone(&self, site: SiteId) -> Colour {
        Mechanics::stone(self, site)
    }

    #[inline(always)]
    fn moves_made(&self) -> u32 {
        self.course().entries.len() as u32
    }

    fn captured(&self) -> u32 {
        Facts::captured(self)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.status() == Status::Running {
            listing::list(self, moves);
        }
    }

    fn is_legal(&self, candidate: Move) -> bool {
        let turns = &self.course().turns;
        self.status() == Status::Running
            && match candidate.kind() {
                MoveKind::Pass => turns.may_pass() || !listing::has_move(self),
                MoveKind::Swap => turns.may_swap(),
                kind => self.allows(kind),
            }
    }

    #[inline(always)]
    fn sample(&mut self, random: &mut Random) -> Move {
        match self.guess(random) {
            Some(found) => found,
            None => listing::draw(self, random),
        }
    }

    #[inline(always)]
    fn play(&mut self, legal: Move) {
        match legal.kind() {
            MoveKind::Pass | MoveKind::Swap => self.pass_or_swap(legal),
            _ => self.make(legal),
        }
    }

    #[inline(always)]
    fn undo(&mut self) -> bool {
        let course = self.course_mut();
        let Some(entry) = course.entries.pop() else {
            return false;
        };
        course.turns.undo(entry.before);
        course.status = Status::Running;
        self.unmake(entry.played.kind(), &entry.change);
        true
    }

    fn restart(&mut self) {
        if !self.reset() {
            while self.undo() {}
        }
    }

    fn scores(&self) -> Vec<u128> {
        let mut scores = vec![0; self.course().plan.players as usize];
        self.scores_into(&mut scores);
        scores
    }

    fn prisoners(&self, player: Colour) -> u32 {
        self.captures(player)
    }

    fn group_root(&self, site: SiteId) -> SiteId {
        self.root(site)
    }

    fn group_size(&self, site: SiteId) -> u32 {
        self.size_of_group(site)
    }

    fn playout_guided(&mut self, random: &mut Random, policy: &Policy, moves_max: u32) -> u32 {
        let before = self.moves_made();
        let mut last = self.last();
        while self.status() == Status::Running && self.moves_made() - before < moves_max {
            let mover = self.course().turns.mover();
            let answer = last.and_then(|last| policy.answer(&Inside(self), last, mover, random));
            let mut mended = answer.map(|site| Move::place(site, mover));
            if policy.captures()
                && let Some(MoveKind::Place { site, .. }) = last.map(|last| last.kind())
            {
                self.each_urgent(site, &mut |found| {
                    let urgent = Move::place(found, mover);
                    let allowed = self.allows(urgent.kind());
                    if allowed {
                        mended = Some(urgent);
                    }
                    !allowed
                });
            }
            let chosen = match mended.filter(|mended| self.allows(mended.kind())) {
                Some(mended) => mended,
                None if policy.spares_eyes() => self.spare_eyes(random, policy),
                None => {
                    let drawn = self.sample(random);
                    policy.better(drawn, || self.sample(random))
                }
            };
            self.play(chosen);
            last = match policy.takes_back(self, mover, random) {
                true => self.last(),
                false => Some(chosen),
            };
        }
        self.moves_made() - before
    }

    fn answers(&self, policy: &Policy, sites: &mut Vec<SiteId>) {
        sites.clear();
        if let Some(last) = self.last() {
            let mover = self.course().turns.mover();
            policy.each_answer(&Inside(self), last, mover, |site| sites.push(site));
            if policy.captures()
                && let MoveKind::Place { site, .. } = last.kind()
            {
                self.each_urgent(site, &mut |found| {
                    sites.push(found);
                    true
                });
            }
        }
    }

    fn last(&self) -> Option<Move> {
        self.course().entries.last().map(|entry| entry.played)
    }

    fn fork(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }

    fn image(&self) -> String {
        self.words()
    }
}

/// An engine as the policy sees it, without a detour.
struct Inside<'a, M>(&'a M);

impl<M: Mechanics> View for Inside<'_, M> {
    #[inline(always)]
    fn stone(&self, site: SiteId) -> Colour {
        Mechanics::stone(self.0, site)
    }

    #[inline(always)]
    fn joined(&self, one: SiteId, other: SiteId) -> bool {
        self.0.root(one) == self.0.root(other)
    }

    #[inline(always)]
    fn touches(&self, stone: SiteId, region: u32) -> bool {
        self.0.group_mask(stone) & region != 0
    }
}
