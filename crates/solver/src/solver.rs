//! Who wins, in normal and in misère play: the one door to both searches. Owns the questions, the budget and the room in memory; how an
//! ending is searched is in `normal` and `misere`.
//!
//! ```
//! use solver::{Limits, Solver, Stopped, unlimited};
//! use sprouts::{Ending, Outcome, Position};
//! use std::ops::ControlFlow;
//!
//! let mut solver = Solver::new(Limits::default());
//! let start = Position::start(5)?.canonical();
//! for ending in [Ending::Normal, Ending::Misere] {
//!     assert_eq!(solver.outcome(&start, ending, &mut unlimited())?, Outcome::Win);
//! }
//! // A budget is asked now and then, and may break off; what was proved until then is kept.
//! let large = Position::start(30)?.canonical();
//! let few_nodes = &mut |progress: &solver::Progress| match progress.nodes {
//!     0..1000 => ControlFlow::Continue(()),
//!     _ => ControlFlow::Break(()),
//! };
//! assert_eq!(solver.outcome(&large, Ending::Normal, few_nodes), Err(Stopped::ByBudget));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::company::Company;
use crate::database::{Contradiction, Results};
use crate::extract::{self, ExtractError, extract_misere};
use crate::numbers::{INFINITE, Numbers};
use crate::{misere, normal};
use sprouts::hash::FastHash;
use sprouts::{Canonical, Certificate, Ending, Land, Nimber, Outcome, PackedLand};
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What a solver may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The tables of each ending grow up to this many bytes; then the solver forgets what took little work and goes on.
    pub memory_bytes: u64,
    /// Threads that share the tables.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            memory_bytes: 1 << 30,
            threads: 1,
        }
    }
}

/// What a solver has done so far in one ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes expanded.
    pub nodes: u64,
    /// Children generated, before equal ones are recognised.
    pub children: u64,
    /// Lands in the table of normal play, or positions in that of misère play.
    pub positions: u64,
    /// Results proved: nimbers of lands, or losses of misère play.
    pub proved: u64,
    /// Bytes in use.
    pub bytes: u64,
}

/// Asked now and then, by the thread that asked the question; the search stops when it breaks.
pub type Budget<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// A budget that never runs out.
pub fn unlimited() -> impl FnMut(&Progress) -> ControlFlow<()> {
    |_| ControlFlow::Continue(())
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The budget ran out.
    ByBudget,
    /// The memory is too small, even after all that can be spared is forgotten.
    ByMemory,
    /// A play is longer than any game: the position cannot be drawn.
    ByDepth,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::ByBudget => "stopped before a proof was found; ask again to go on",
            Stopped::ByMemory => "the memory is full; allow more of it",
            Stopped::ByDepth => "a play is longer than any game of Sprouts; is this position one?",
        })
    }
}

impl std::error::Error for Stopped {}

/// Who wins a position together with a Nim heap. In misère play there is no heap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Question {
    /// The position.
    pub position: Canonical,
    /// The heap beside it.
    pub heap: Nimber,
}

impl Question {
    /// The questions on which this one hangs: one for each different move, in an order that is the same everywhere.
    pub fn moves(&self) -> Vec<Question> {
        let children = self.position.children().into_iter();
        let smaller = (0..self.heap.get()).map(Nimber::new);
        children
            .map(|position| (position, self.heap))
            .chain(smaller.map(|heap| (self.position.clone(), heap)))
            .map(|(position, heap)| Question { position, heap })
            .collect()
    }
}

/// How much work seems left to show that the player to move wins, and that he loses. 0 is a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// To show a win.
    pub win: u32,
    /// To show a loss.
    pub loss: u32,
}

impl Effort {
    /// More than there ever is.
    pub const UNLIMITED: Effort = Effort {
        win: INFINITE,
        loss: INFINITE,
    };

    /// Who wins, where that is proved.
    pub fn outcome(self) -> Option<Outcome> {
        let Effort { win, loss } = self;
        Numbers { win, loss }.won().map(outcome_of_win)
    }
}

impl From<Numbers> for Effort {
    fn from(Numbers { win, loss }: Numbers) -> Self {
        Effort { win, loss }
    }
}

/// The numbers that steer the searches of both endings.
#[derive(Clone, Debug, Default)]
pub struct Guides {
    /// Of normal play.
    pub normal: normal::Guide,
    /// Of misère play.
    pub misere: misere::Guide,
}

/// Finds out who wins. It stays warm: what one question proved helps with the next.
pub struct Solver {
    limits: Limits,
    guides: Guides,
    normal: normal::Solver,
    misere: misere::Solver,
    /// Hashes of the losses of misère play that others know.
    losses_told: HashSet<u64, FastHash>,
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new(limits: Limits) -> Self {
        Solver::with_guides(limits, Guides::default())
    }

    /// The same with other numbers to steer it. They change how long it takes, never what it finds.
    pub fn with_guides(limits: Limits, guides: Guides) -> Self {
        Solver {
            limits,
            normal: normal::Solver::new(limits.memory_bytes, guides.normal),
            misere: misere::Solver::with_guide(limits, &guides.misere),
            guides,
            losses_told: HashSet::default(),
        }
    }

    /// A solver that works on parts of a game with so many lives, together with others.
    pub fn for_game(limits: Limits, lives: u32) -> Self {
        let guides = Guides {
            misere: misere::Guide::for_game(lives),
            ..Guides::default()
        };
        Solver::with_guides(limits, guides)
    }

    /// Searches normal play in company from now on, or alone again. See [`Company`].
    ///
    /// ```
    /// use solver::{Company, Limits, Solver, unlimited};
    /// use sprouts::{Ending, Outcome, Position};
    /// use std::sync::Arc;
    /// let start = Position::start(8)?.canonical();
    /// let [first, second] = [1, 2].map(|member| Arc::new(Company::of_member(member)));
    /// let mut solver = Solver::new(Limits::default());
    /// solver.join(Some(first.clone()));
    /// assert_eq!(solver.outcome(&start, Ending::Normal, &mut unlimited())?, Outcome::Loss);
    /// // What one has proved need not be proved by the other.
    /// second.tell(first.fetch());
    /// let mut solver = Solver::new(Limits::default());
    /// solver.join(Some(second));
    /// assert_eq!(solver.outcome(&start, Ending::Normal, &mut unlimited())?, Outcome::Loss);
    /// assert_eq!(solver.progress(Ending::Normal).nodes, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn join(&mut self, company: Option<Arc<Company>>) {
        self.normal.join(company);
    }

    /// Who wins.
    pub fn outcome(
        &mut self,
        position: &Canonical,
        ending: Ending,
        budget: Budget<'_>,
    ) -> Result<Outcome, Stopped> {
        match ending {
            Ending::Normal => self
                .ask(|normal, threads| {
                    normal.is_win_within(position, Nimber::ZERO, threads, &mut *budget)
                })
                .map(outcome_of_win),
            Ending::Misere => self.misere.outcome(position, budget),
        }
    }

    /// The nimber of a position in normal play; there is no such thing in misère play.
    pub fn nimber(&mut self, position: &Canonical, budget: Budget<'_>) -> Result<Nimber, Stopped> {
        self.ask(|normal, threads| normal.nimber_within(position, threads, &mut *budget))
    }

    /// Works on a question until it is decided, the work that seems left reaches a limit, or the budget is spent, and says how much work
    /// seems left. Unlike [`Solver::outcome`] it takes a spent budget for an answer.
    ///
    /// ```
    /// use solver::{Effort, Limits, Progress, Question, Solver};
    /// use sprouts::{Ending, Nimber, Outcome, Position};
    /// use std::ops::ControlFlow;
    /// let mut solver = Solver::new(Limits::default());
    /// let question = Question { position: Position::start(9)?.canonical(), heap: Nimber::ZERO };
    /// let effort = loop {
    ///     let enough = solver.progress(Ending::Normal).nodes + 64;
    ///     let budget = &mut |progress: &Progress| match progress.nodes < enough {
    ///         true => ControlFlow::Continue(()),
    ///         false => ControlFlow::Break(()),
    ///     };
    ///     let effort = solver.work(&question, Ending::Normal, Effort::UNLIMITED, budget)?;
    ///     if effort.outcome().is_some() { break effort; }
    /// };
    /// assert_eq!(effort.outcome(), Some(Outcome::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn work(
        &mut self,
        question: &Question,
        ending: Ending,
        limits: Effort,
        budget: Budget<'_>,
    ) -> Result<Effort, Stopped> {
        let Question { position, heap } = question;
        let limits = Numbers {
            win: limits.win,
            loss: limits.loss,
        };
        let numbers = match ending {
            Ending::Normal => self.ask(|normal, threads| {
                normal.numbers_within(position, *heap, limits, threads, &mut *budget)
            }),
            Ending::Misere => self.misere.numbers_within(position, limits, budget),
        };
        match numbers {
            Ok(numbers) => Ok(numbers.into()),
            Err(Stopped::ByBudget) => Ok(self.effort(question, ending)),
            Err(stopped) => Err(stopped),
        }
    }

    /// How much work seems left for a question, without a search.
    pub fn effort(&mut self, question: &Question, ending: Ending) -> Effort {
        match ending {
            Ending::Normal => self
                .normal
                .numbers(&question.position, question.heap)
                .into(),
            Ending::Misere => (self.misere.numbers(&question.position))
                .unwrap_or(Numbers { win: 1, loss: 1 })
                .into(),
        }
    }

    /// Who wins, as far as it is proved already.
    pub fn known(&mut self, position: &Canonical, ending: Ending) -> Option<Outcome> {
        match ending {
            Ending::Normal => (self.normal.known(position, Nimber::ZERO)).map(outcome_of_win),
            Ending::Misere => self.misere.known(position),
        }
    }

    /// The nimber of a position in normal play, if that of each of its lands is proved already.
    pub fn known_nimber(&self, position: &Canonical) -> Option<Nimber> {
        self.normal.known_nimber(position)
    }

    /// The nimber of a land, if it is proved already.
    pub fn known_land(&self, land: &Land) -> Option<Nimber> {
        self.known_packed(land.packed())
    }

    /// The same for a packed land.
    pub fn known_packed(&self, land: PackedLand<'_>) -> Option<Nimber> {
        let lands = self.normal.lands();
        lands.nimber(lands.find(land)?).map(Nimber::new)
    }

    /// What has been done since the solver was made.
    pub fn progress(&self, ending: Ending) -> Progress {
        match ending {
            Ending::Normal => self.normal.progress(),
            Ending::Misere => self.misere.progress(),
        }
    }

    /// Takes results on trust: from a database, or what another solver proved.
    pub fn learn(&mut self, results: &Results) {
        for (land, nimber) in &results.nimbers {
            self.learn_nimber(land.packed(), *nimber);
        }
        for position in &results.misere_losses {
            self.learn_misere_loss(position);
        }
    }

    /// Takes it on trust that a land has this nimber, unless another one is known.
    ///
    /// ```
    /// use solver::{Limits, Solver};
    /// use sprouts::{Nimber, Position};
    /// let mut solver = Solver::new(Limits::default());
    /// let start = Position::start(3)?.canonical();
    /// let land = start.lands()[0].packed();
    /// assert!(solver.believe_nimber(land, Nimber::new(1)).is_ok());
    /// assert!(solver.believe_nimber(land, Nimber::new(2)).is_err());
    /// # Ok::<(), sprouts::PositionError>(())
    /// ```
    pub fn believe_nimber(
        &mut self,
        land: PackedLand<'_>,
        nimber: Nimber,
    ) -> Result<(), Contradiction> {
        match self.known_packed(land) {
            Some(known) if known != nimber => Err(Contradiction {
                land: land.to_land(),
                nimbers: [known, nimber],
            }),
            Some(_) => Ok(()),
            None => {
                self.learn_nimber(land, nimber);
                Ok(())
            }
        }
    }

    /// Takes it on trust that a land has this nimber. Panics where another one is known: see
    /// [`Solver::believe_nimber`].
    pub fn learn_nimber(&mut self, land: PackedLand<'_>, nimber: Nimber) {
        let lands = self.normal.lands();
        lands.prove(lands.intern(land), nimber.get());
    }

    /// Takes it on trust that the player to move loses a position of misère play.
    pub fn learn_misere_loss(&mut self, position: &Canonical) {
        self.misere.learn_loss(position);
    }

    /// What was proved since the last call, and not heard from others: packed canonical lands with their nimbers, or packed lost positions of
    /// misère play with 0. Lands and positions with fewer lives are left out: others find them again in a moment.
    pub fn news(&mut self, ending: Ending, lives_min: u32) -> Vec<(Vec<u8>, u8)> {
        match ending {
            Ending::Normal => (self.normal.lands().news(lives_min))
                .map(|(land, nimber)| (land.as_bytes().to_vec(), nimber))
                .collect(),
            Ending::Misere => {
                let told = &mut self.losses_told;
                (self.misere.losses())
                    .filter(|loss| told.insert(sprouts::hash::of_bytes(loss)))
                    .map(|loss| (loss, 0))
                    .collect()
            }
        }
    }

    /// Takes the news of another solver on trust, unless they contradict what is known. What is no land is left out.
    pub fn hear(
        &mut self,
        ending: Ending,
        packed: &[u8],
        nimber: Nimber,
    ) -> Result<(), Contradiction> {
        match ending {
            Ending::Normal => {
                if let Ok(land) = PackedLand::from_bytes(packed) {
                    self.believe_nimber(land, nimber)?;
                    let lands = self.normal.lands();
                    lands.is_told(lands.intern(land));
                }
            }
            Ending::Misere => {
                if let Ok(position) = Canonical::from_bytes(packed) {
                    self.losses_told.insert(sprouts::hash::of_bytes(packed));
                    self.learn_misere_loss(&position);
                }
            }
        }
        Ok(())
    }

    /// All nimbers proved in normal play.
    pub fn nimbers(&self) -> impl Iterator<Item = (PackedLand<'_>, Nimber)> {
        let proved = self.normal.lands().proved();
        proved.map(|(land, nimber)| (land, Nimber::new(nimber)))
    }

    /// Lost positions that speak for all the losses proved in misère play, packed.
    pub fn misere_losses(&self) -> impl Iterator<Item = Vec<u8>> {
        self.misere.losses()
    }

    /// A small certificate of misère play, from what was proved; see [`extract_misere`]. For normal play see [`extract::extract`], which is
    /// content with [`Solver::nimbers`].
    pub fn misere_certificate(
        &mut self,
        root: &Canonical,
        limits: extract::Limits,
        progress: impl FnMut(extract::Progress) -> ControlFlow<()>,
    ) -> Result<Certificate, ExtractError> {
        extract_misere(root, &mut self.misere, limits, progress)
    }

    /// Those of some lost positions of misère play that were heard of and whose grounds are not known.
    pub(crate) fn unanswered<'a>(
        &mut self,
        losses: impl Iterator<Item = &'a [u8]>,
        memory_bytes: u64,
    ) -> Result<Vec<Canonical>, Stopped> {
        crate::extract::unanswered(losses, &mut self.misere, memory_bytes)
    }

    /// Gives memory back: forgets everything of an ending but what a proof is made of. Of normal play nothing stays: take
    /// [`Solver::nimbers`] first.
    pub fn forget(&mut self, ending: Ending) {
        match ending {
            Ending::Normal => {
                self.normal = normal::Solver::new(self.limits.memory_bytes, self.guides.normal);
            }
            Ending::Misere => self.misere.forget_all_but_losses(),
        }
    }

    /// Asks a question of normal play, and makes room when the memory is full.
    fn ask<T>(
        &mut self,
        mut question: impl FnMut(&normal::Solver, usize) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        if self.normal.lands().is_full() && !self.normal.make_room() {
            self.start_afresh();
        }
        loop {
            match question(&self.normal, self.limits.threads) {
                Err(Stopped::ByMemory) if self.normal.make_room() => {}
                answer => return answer,
            }
        }
    }

    /// Where making room leaves too little: begins anew with as many nimbers as a third of the memory holds.
    fn start_afresh(&mut self) {
        let mut fresh = normal::Solver::new(self.limits.memory_bytes, self.guides.normal);
        for (land, nimber) in self.normal.lands().proved() {
            if fresh.lands().bytes_used() > self.limits.memory_bytes / 3 {
                break;
            }
            fresh.lands().prove(fresh.lands().intern(land), nimber);
        }
        fresh.go_on_from(&self.normal);
        self.normal = fresh;
    }
}

fn outcome_of_win(wins: bool) -> Outcome {
    if wins { Outcome::Win } else { Outcome::Loss }
}
