//! Full training: works out beforehand the positions in which the perfect opponent can be asked for a move, when its adversary
//! plays anything. Owns the walk through those positions; files and clocks are the caller's.
//!
//! After T. Čížek's thesis, *Implementation of Sprouts: a graph drawing game*. In a won position the opponent plays one of a few
//! winning moves (his k_L), in a lost one one of a few moves (k_W). By choice they are those after which the largest share of replies
//! are mistakes (p).
//!
//! What the opponent answers fast enough by itself is left to the moment. Each position is put to a pupil who knows the lessons so far and
//! nothing else, with a bound on the nodes of its search. Where that proves a win the walk ends: the search has met every
//! reply, and the tables keep its proof. Where it proves a loss, the pupil looks for a move all of whose replies it can settle, as the
//! opponent does. What is too slow becomes a lesson: a nimber, or a lost position of misère play.

use super::judge::Judge;
use super::{Opponents, mistakes};
use crate::database::Results;
use sprouts::order;
use sprouts::{Canonical, Ending, Land, Nimber, Outcome, PackedLand};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Positions with fewer lives than this are not walked through: they are proved in no time when they are met.
pub const EASY_LIVES: u32 = 12;

/// Nodes that the opponent can search within a fraction of a second, also in a page.
pub const FAST_NODES: u64 = 8_000;

/// Where a lost position and all replies to a move take less than this part of what is fast, nothing that follows is slow.
const SHORT_BY_FAR: u64 = 8;

/// Memory of the pupil.
const PUPIL_BYTES: u64 = 192 << 20;

/// How a training is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Which games.
    pub ending: Ending,
    /// How many winning moves are followed in a won position that takes a lesson.
    pub winning_moves_max: usize,
    /// How many moves are followed in a lost position; with 0 lost positions are not walked through.
    pub losing_moves_max: usize,
    /// Whether the moves of a lost position are those with the largest share of mistakes among the replies. Otherwise
    /// they are those that take the least work.
    pub by_mistakes: bool,
    /// A position that takes the pupil at most so many nodes is left to the moment. With 0 everything is trained.
    pub fast_nodes: u64,
}

/// Which player the opponent is in the games that start from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The one who wins with the right moves.
    Favoured,
    /// The other one: a person who plays rightly wins.
    Unfavoured,
    /// The one who moves first.
    First,
    /// The one who moves second.
    Second,
    /// Either.
    Both,
}

/// What a training has covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Positions, the opponent to move, that it could not answer fast by itself and now can.
    pub trained: u64,
    /// Positions that it answers fast by itself.
    pub fast: u64,
    /// The most nodes that one of those took.
    pub fast_nodes_max: u64,
    /// Different positions that its moves leave and that were walked through.
    pub left: u64,
    /// Positions not looked at because they have few lives.
    pub easy: u64,
    /// Results proved so far, all together.
    pub proved: u64,
}

/// Two trainings, one after the other.
impl std::ops::Add for Coverage {
    type Output = Coverage;

    fn add(self, next: Coverage) -> Coverage {
        Coverage {
            trained: self.trained + next.trained,
            fast: self.fast + next.fast,
            fast_nodes_max: self.fast_nodes_max.max(next.fast_nodes_max),
            left: self.left + next.left,
            easy: self.easy + next.easy,
            proved: self.proved.max(next.proved),
        }
    }
}

/// The few results that make everything trained fast.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lessons {
    nimbers: BTreeMap<Land, Nimber>,
    misere_losses: BTreeSet<Canonical>,
}

impl Lessons {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.nimbers.len() + self.misere_losses.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl From<Results> for Lessons {
    fn from(results: Results) -> Self {
        Lessons {
            nimbers: results.nimbers.into_iter().collect(),
            misere_losses: results.misere_losses.into_iter().collect(),
        }
    }
}

impl From<&Lessons> for Results {
    fn from(lessons: &Lessons) -> Self {
        let nimbers = lessons.nimbers.iter();
        Results {
            nimbers: nimbers
                .map(|(land, &nimber)| (land.clone(), nimber))
                .collect(),
            misere_losses: lessons.misere_losses.iter().cloned().collect(),
        }
    }
}

/// A training was stopped before its end; what was proved is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Who looks after a training.
pub trait Supervisor {
    /// Asked all the time, with the coverage so far; the training stops when it says no.
    fn go_on(&mut self, coverage: &Coverage) -> bool;
    /// Called between positions: the time to put what was proved on a disk.
    fn keep(&mut self, opponents: &Opponents);
}

impl Opponents {
    /// Puts proved nimbers into the tables of normal play, from a database for example. Their proof is the caller's word.
    pub fn learn<'a>(&mut self, nimbers: impl IntoIterator<Item = (PackedLand<'a>, Nimber)>) {
        for (land, nimber) in nimbers {
            self.judge.solver.learn_nimber(land, nimber);
        }
    }

    /// The same for lost positions of misère play.
    pub fn learn_misere<'a>(&mut self, losses: impl IntoIterator<Item = &'a Canonical>) {
        for position in losses {
            self.judge.solver.learn_misere_loss(position);
        }
    }

    /// The same for results of both endings, such as lessons.
    pub fn learn_results(&mut self, results: &Results) {
        self.judge.solver.learn(results);
    }

    /// The nimbers proved in normal play.
    pub fn proved(&self) -> impl Iterator<Item = (PackedLand<'_>, Nimber)> {
        self.judge.solver.nimbers()
    }

    /// The losses proved in misère play: packed canonical positions.
    pub fn proved_misere(&self) -> impl Iterator<Item = Vec<u8>> {
        self.judge.solver.misere_losses()
    }

    /// Trains the games that start from a position. What is slow is added to the lessons.
    pub fn train(
        &mut self,
        position: &Canonical,
        seat: Seat,
        course: Course,
        lessons: &mut Lessons,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Coverage, Stopped> {
        let mut walk = Walk {
            opponents: self,
            course,
            lessons,
            seen: HashSet::new(),
            coverage: Coverage::default(),
            supervisor,
        };
        let is_first = match seat {
            Seat::Favoured => Some(walk.prove(position)? == Outcome::Win),
            Seat::Unfavoured => Some(walk.prove(position)? == Outcome::Loss),
            Seat::First => Some(true),
            Seat::Second => Some(false),
            Seat::Both => None,
        };
        if is_first != Some(false) {
            walk.answer(position)?;
        }
        if is_first != Some(true) {
            walk.leave(position)?;
        }
        walk.count_proved();
        Ok(walk.coverage)
    }
}

struct Walk<'a> {
    opponents: &'a mut Opponents,
    course: Course,
    lessons: &'a mut Lessons,
    /// Positions that the opponent was asked in.
    seen: HashSet<Canonical>,
    coverage: Coverage,
    supervisor: &'a mut dyn Supervisor,
}

impl Walk<'_> {
    fn count_proved(&mut self) {
        self.coverage.proved = self.opponents.judge.proved_count(self.course.ending);
    }

    fn go_on(&mut self) -> Result<(), Stopped> {
        if self.supervisor.go_on(&self.coverage) {
            Ok(())
        } else {
            Err(Stopped)
        }
    }

    /// Who wins, however long it takes.
    fn prove(&mut self, position: &Canonical) -> Result<Outcome, Stopped> {
        self.count_proved();
        let supervisor = &mut *self.supervisor;
        let coverage = self.coverage;
        let judge = &mut self.opponents.judge;
        let go_on = &mut || supervisor.go_on(&coverage);
        judge
            .prove(position, self.course.ending, go_on)
            .ok_or(Stopped)
    }

    /// Somebody who knows the lessons so far and nothing else.
    fn pupil(&self) -> Judge {
        let mut pupil = Judge::new(PUPIL_BYTES);
        pupil.solver.learn(&Results::from(&*self.lessons));
        pupil
    }

    /// What the pupil finds before it has searched as many nodes as are fast, in all.
    fn ask(&mut self, pupil: &mut Judge, position: &Canonical) -> Result<Option<Outcome>, Stopped> {
        let Course {
            ending, fast_nodes, ..
        } = self.course;
        if let Some(outcome) = pupil.known(position, ending) {
            return Ok(Some(outcome));
        }
        let left = fast_nodes.saturating_sub(pupil.nodes(ending));
        let supervisor = &mut *self.supervisor;
        let coverage = self.coverage;
        let mut stopped = false;
        let answer = pupil.prove_within(position, ending, left, &mut || {
            stopped = !supervisor.go_on(&coverage);
            !stopped
        });
        if stopped { Err(Stopped) } else { Ok(answer) }
    }

    /// The adversary is to move.
    fn leave(&mut self, position: &Canonical) -> Result<(), Stopped> {
        if position.lives() < EASY_LIVES {
            self.coverage.easy += 1;
            return Ok(());
        }
        self.coverage.left += 1;
        for reply in position.children() {
            self.go_on()?;
            self.answer(&reply)?;
        }
        Ok(())
    }

    /// The opponent is to move.
    fn answer(&mut self, position: &Canonical) -> Result<(), Stopped> {
        if position.lives() < EASY_LIVES {
            self.coverage.easy += 1;
            return Ok(());
        }
        if !self.seen.insert(position.clone()) {
            return Ok(());
        }
        let mut pupil = self.pupil();
        let found = match self.course.fast_nodes {
            0 => None,
            _ => self.answer_of(&mut pupil, position)?,
        };
        let Some(outcome) = found else {
            self.coverage.trained += 1;
            self.teach(position)?;
            self.supervisor.keep(self.opponents);
            return Ok(());
        };
        self.coverage.fast += 1;
        let nodes = pupil.nodes(self.course.ending);
        self.coverage.fast_nodes_max = self.coverage.fast_nodes_max.max(nodes);
        match outcome {
            // No search has met what follows a lesson.
            Outcome::Win if nodes == 0 => self.follow_wins(position),
            Outcome::Win => Ok(()),
            Outcome::Loss => self.lose(position, pupil),
        }
    }

    /// Who wins, found by the pupil in time, together with a winning move where there is one.
    fn answer_of(
        &mut self,
        pupil: &mut Judge,
        position: &Canonical,
    ) -> Result<Option<Outcome>, Stopped> {
        let found = self.ask(pupil, position)?;
        if found != Some(Outcome::Win) {
            return Ok(found);
        }
        let mut children = position.children();
        let ending = self.course.ending;
        if children
            .iter()
            .any(|child| pupil.known(child, ending) == Some(Outcome::Loss))
        {
            return Ok(found);
        }
        // The nimbers of its lands may be lessons, and then nothing is said about the moves.
        order::sort_by_key(&mut children, |child| (child.lives(), child.regions()));
        for child in children {
            match self.ask(pupil, &child)? {
                Some(Outcome::Loss) => return Ok(found),
                Some(Outcome::Win) => {}
                None => break,
            }
        }
        Ok(None)
    }

    /// Works out what the pupil could not, makes it a lesson, and goes on from there.
    fn teach(&mut self, position: &Canonical) -> Result<(), Stopped> {
        match self.prove(position)? {
            Outcome::Win => {
                for child in self.winning_moves(position)? {
                    self.add_lesson(&child);
                    self.leave(&child)?;
                }
                Ok(())
            }
            Outcome::Loss => {
                self.add_lesson(position);
                let pupil = self.pupil();
                self.lose(position, pupil)
            }
        }
    }

    /// A position that is lost for whoever moves, and proved to be so.
    fn add_lesson(&mut self, position: &Canonical) {
        match self.course.ending {
            Ending::Normal => {
                for land in position.lands() {
                    // Two equal lands are worth nothing, whatever each is worth.
                    if let Some(nimber) = self.opponents.judge.solver.known_land(land) {
                        self.lessons.nimbers.insert(land.clone(), nimber);
                    }
                }
            }
            Ending::Misere => {
                self.lessons.misere_losses.insert(position.clone());
            }
        }
    }

    fn follow_wins(&mut self, position: &Canonical) -> Result<(), Stopped> {
        self.prove(position)?;
        for child in self.winning_moves(position)? {
            self.leave(&child)?;
        }
        Ok(())
    }

    /// The opponent is to move in a position that it loses: the pupil settles all replies to some of its moves.
    fn lose(&mut self, position: &Canonical, mut pupil: Judge) -> Result<(), Stopped> {
        let mut next = Vec::new();
        let mut fresh = self.pupil();
        for child in self.losing_moves(position, &mut pupil)? {
            self.coverage.left += 1;
            for reply in child.children() {
                // What is known by lessons alone was met by no search; neither is what follows it.
                let is_lesson = fresh.known(&reply, self.course.ending).is_some();
                if self.ask(&mut pupil, &reply)? != Some(Outcome::Win) || is_lesson {
                    next.push(reply);
                }
            }
        }
        if pupil.nodes(self.course.ending) < self.course.fast_nodes / SHORT_BY_FAR {
            return Ok(());
        }
        for reply in next {
            self.go_on()?;
            self.answer(&reply)?;
        }
        Ok(())
    }

    /// The moves to follow in a lost position.
    fn losing_moves(
        &mut self,
        position: &Canonical,
        pupil: &mut Judge,
    ) -> Result<Vec<Canonical>, Stopped> {
        let mut valued = Vec::new();
        for child in position.children() {
            self.go_on()?;
            let mut replies = child.children();
            let value = if self.course.by_mistakes {
                let mut mistakes = 0;
                for reply in &replies {
                    mistakes += usize::from(self.prove(reply)? == Outcome::Win);
                }
                -(mistakes as f64) / replies.len().max(1) as f64
            } else {
                replies.retain(|reply| pupil.known(reply, self.course.ending).is_none());
                mistakes::work(replies.iter())
            };
            valued.push((value, child));
        }
        order::sort_by(&mut valued, |(a, _), (b, _)| a.total_cmp(b));
        valued.truncate(self.course.losing_moves_max);
        Ok(valued.into_iter().map(|(_, child)| child).collect())
    }

    /// Winning moves that are known, those that leave few lives first; where none is, one is looked for.
    fn winning_moves(&mut self, position: &Canonical) -> Result<Vec<Canonical>, Stopped> {
        let ending = self.course.ending;
        let mut children = position.children();
        order::sort_by_key(&mut children, |child| (child.lives(), child.regions()));
        let judge = &mut self.opponents.judge;
        let mut winning: Vec<Canonical> = (children.iter())
            .filter(|child| judge.known(child, ending) == Some(Outcome::Loss))
            .cloned()
            .collect();
        winning.truncate(self.course.winning_moves_max.max(1));
        if winning.is_empty() {
            for child in children {
                if self.prove(&child)? == Outcome::Loss {
                    return Ok(vec![child]);
                }
            }
        }
        Ok(winning)
    }
}
