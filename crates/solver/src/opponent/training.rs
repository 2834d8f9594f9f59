//! Full training: works out beforehand the positions in which the perfect opponent can be asked for a move, when it plays the side that
//! can win and its adversary plays anything. Owns the walk through those positions; files and clocks are the caller's.
//!
//! The opponent answers with a winning move that it already knows, so the walk need not follow the others. What it
//! answers fast enough by itself is left to the moment: each position is first put to an opponent that knows nothing, with
//! a bound on the nodes of its search. The proof of a position contains the answers to most of what can follow, so where that search is
//! short by far the walk does not go on.

use super::Opponents;
use super::judge::Judge;
use sprouts::{Canonical, Ending, Nimber, Outcome};
use std::collections::HashSet;

/// Positions with fewer lives than this are not walked through: they are proved in no time when they are met.
pub const EASY_LIVES: u32 = 12;

/// Nodes that the opponent can search within a fraction of a second, also in a page.
pub const FAST_NODES: u64 = 10_000;

/// Where a search from nothing takes less than this part of what is fast, nothing that follows is slow.
const SHORT_BY_FAR: u64 = 32;

/// Memory of the opponent that knows nothing.
const NOVICE_BYTES: u64 = 256 << 20;

/// How a training is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Which games.
    pub ending: Ending,
    /// How many winning moves are followed in each position, so that the opponent may vary its play that much without leaving
    /// what is trained.
    pub winning_moves_max: usize,
    /// A position that takes at most so many nodes from nothing is left to the moment. With 0 everything is trained.
    pub fast_nodes: u64,
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
    /// Different positions that its winning moves leave and that were walked through.
    pub left: u64,
    /// Positions not looked at because they have few lives.
    pub easy: u64,
    /// Results proved so far, all together.
    pub proved: u64,
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
    pub fn learn<'a>(&mut self, nimbers: impl IntoIterator<Item = (&'a [u8], Nimber)>) {
        let lands = self.judge.normal().lands();
        for (land, nimber) in nimbers {
            lands.prove(lands.intern(land), nimber.get());
        }
    }

    /// The same for lost positions of misère play.
    pub fn learn_misere<'a>(&mut self, losses: impl IntoIterator<Item = &'a Canonical>) {
        for position in losses {
            self.judge.misere_mut().learn_loss(position);
        }
    }

    /// The nimbers proved in normal play: packed canonical lands.
    pub fn proved(&self) -> impl Iterator<Item = (&[u8], Nimber)> {
        let proved = self.judge.normal().lands().proved();
        proved.map(|(land, nimber)| (land, Nimber::new(nimber)))
    }

    /// The losses proved in misère play: packed canonical positions.
    pub fn proved_misere(&self) -> impl Iterator<Item = Vec<u8>> {
        self.judge.misere().losses()
    }

    /// Trains the games from one position.
    pub fn train(
        &mut self,
        position: &Canonical,
        course: Course,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Coverage, Stopped> {
        let mut walk = Walk {
            opponents: self,
            course,
            seen: HashSet::new(),
            coverage: Coverage::default(),
            supervisor,
        };
        match walk.prove(position)? {
            // The opponent moves second: whatever the adversary does is won for it.
            Outcome::Loss => walk.leave(position)?,
            Outcome::Win => walk.answer(position)?,
        }
        walk.count_proved();
        Ok(walk.coverage)
    }
}

struct Walk<'a> {
    opponents: &'a mut Opponents,
    course: Course,
    seen: HashSet<Canonical>,
    coverage: Coverage,
    supervisor: &'a mut dyn Supervisor,
}

impl Walk<'_> {
    fn count_proved(&mut self) {
        self.coverage.proved = self.opponents.judge.proved_count(self.course.ending);
    }

    fn prove(&mut self, position: &Canonical) -> Result<Outcome, Stopped> {
        self.count_proved();
        let supervisor = &mut *self.supervisor;
        let coverage = self.coverage;
        self.opponents
            .judge
            .prove(position, self.course.ending, &mut || {
                supervisor.go_on(&coverage)
            })
            .ok_or(Stopped)
    }

    fn is_lost(&mut self, position: &Canonical) -> bool {
        self.opponents.judge.known(position, self.course.ending) == Some(Outcome::Loss)
    }

    /// The nodes that an opponent who knows nothing takes to answer; nothing where that is not fast.
    fn nodes_from_nothing(&mut self, position: &Canonical) -> Result<Option<u64>, Stopped> {
        let mut novice = Judge::new(NOVICE_BYTES);
        let Course {
            ending, fast_nodes, ..
        } = self.course;
        let supervisor = &mut *self.supervisor;
        let coverage = self.coverage;
        let mut stopped = false;
        let answered = novice.prove_within(position, ending, fast_nodes, &mut || {
            stopped = !supervisor.go_on(&coverage);
            !stopped
        });
        if stopped {
            return Err(Stopped);
        }
        Ok(answered.map(|_| novice.nodes(ending)))
    }

    /// The adversary is to move in a position that is lost for them. The depth is the number of moves of a game.
    fn leave(&mut self, position: &Canonical) -> Result<(), Stopped> {
        if position.lives() < EASY_LIVES {
            self.coverage.easy += 1;
            return Ok(());
        }
        if !self.seen.insert(position.clone()) {
            return Ok(());
        }
        self.coverage.left += 1;
        for reply in position.children() {
            if !self.supervisor.go_on(&self.coverage) {
                return Err(Stopped);
            }
            self.answer(&reply)?;
        }
        Ok(())
    }

    /// The opponent is to move in a position that it wins.
    fn answer(&mut self, position: &Canonical) -> Result<(), Stopped> {
        if position.lives() < EASY_LIVES {
            self.coverage.easy += 1;
            return Ok(());
        }
        if !self.seen.insert(position.clone()) {
            return Ok(());
        }
        if self.course.fast_nodes == 0 {
            self.coverage.trained += 1;
        } else {
            match self.nodes_from_nothing(position)? {
                Some(nodes) => {
                    self.coverage.fast += 1;
                    self.coverage.fast_nodes_max = self.coverage.fast_nodes_max.max(nodes);
                    if nodes < self.course.fast_nodes / SHORT_BY_FAR {
                        return Ok(());
                    }
                }
                None => self.coverage.trained += 1,
            }
        }
        self.prove(position)?;
        for child in self.winning_moves(position)? {
            self.leave(&child)?;
        }
        self.supervisor.keep(self.opponents);
        Ok(())
    }

    /// Winning moves that are known, those that leave few lives first; where none is, one is looked for.
    fn winning_moves(&mut self, position: &Canonical) -> Result<Vec<Canonical>, Stopped> {
        let mut children = position.children();
        children.sort_by_cached_key(|child| (child.lives(), child.regions()));
        let mut winning = Vec::new();
        for child in &children {
            if winning.len() < self.course.winning_moves_max.max(1) && self.is_lost(child) {
                winning.push(child.clone());
            }
        }
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
