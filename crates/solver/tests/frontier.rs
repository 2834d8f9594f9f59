//! Many solvers on one proof: whatever order they answer in, whoever dies and whoever lies, the outcome is the right one and the
//! certificate is accepted by the rules.

use solver::{Effort, Frontier, Job, Limits, NotCertified, Outcome, Progress, Solver, unlimited};
use sprouts::{Canonical, Ending, Nimber, Position, Seed};
use std::ops::ControlFlow;

const LIMITS: Limits = Limits {
    memory_bytes: 256 << 20,
    threads: 1,
};

fn start(spots: u32) -> Canonical {
    Position::start(spots).expect("few spots").canonical()
}

fn expected(spots: u32, ending: Ending) -> Outcome {
    let loses = match ending {
        Ending::Normal => spots % 6 < 3,
        Ending::Misere => matches!(spots, 2..=4 | 7..=9),
    };
    if loses { Outcome::Loss } else { Outcome::Win }
}

struct Worker {
    solver: Solver,
    heard: usize,
    job: Option<Job>,
}

impl Worker {
    fn new(root: &Canonical) -> Self {
        Worker {
            solver: Solver::for_game(LIMITS, root.lives()),
            heard: 0,
            job: None,
        }
    }

    fn listen(&mut self, frontier: &Frontier) -> bool {
        let from = std::mem::replace(&mut self.heard, frontier.facts());
        (from..frontier.facts()).all(|index| {
            let (packed, nimber, _) = frontier.fact(index);
            (self.solver.hear(frontier.ending(), packed, nimber)).is_ok()
        })
    }

    /// Works on its job and gives the answer and the news.
    fn work(&mut self, ending: Ending, nodes: u64) -> (Effort, Option<Vec<Effort>>, News) {
        let job = self.job.clone().expect("it has one");
        let enough = self.solver.progress(ending).nodes + nodes;
        let budget = &mut |progress: &Progress| match progress.nodes < enough {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let effort =
            (self.solver.work(&job.question, ending, job.limits, budget)).expect("enough memory");
        let spent = self.solver.progress(ending).nodes >= enough;
        let moves = match effort.outcome() {
            None if spent => Some(
                (job.question.moves().iter())
                    .map(|question| self.solver.effort(question, ending))
                    .collect(),
            ),
            _ => None,
        };
        (effort, moves, self.solver.news(ending, 0))
    }
}

/// Facts: packed, with their nimbers.
type News = Vec<(Vec<u8>, u8)>;

/// Plays a cluster: in each step somebody takes, finishes or loses a job.
fn solve(spots: u32, ending: Ending, workers: usize, nodes: u64, seed: u64) -> (Frontier, u32) {
    let root = start(spots);
    let mut frontier = Frontier::new(root.clone(), ending);
    let mut all: Vec<Worker> = (0..workers).map(|_| Worker::new(&root)).collect();
    let mut seed = Seed::new(seed);
    let mut jobs = 0;
    while frontier.outcome().is_none() {
        let index = seed.below(workers);
        let worker = &mut all[index];
        match worker.job.clone() {
            None => {
                assert!(worker.listen(&frontier));
                worker.job = frontier.next_job(index as u32 + 1);
                jobs += 1;
            }
            // It dies, and another one takes its place.
            Some(job) if seed.below(10) == 0 => {
                frontier.give_back(&job.question);
                *worker = Worker::new(&root);
            }
            Some(job) => {
                let (effort, moves, news) = worker.work(ending, nodes);
                for (packed, nimber) in news {
                    frontier.learn(&packed, Nimber::new(nimber), index as u32 + 1);
                }
                frontier.finish(&job.question, effort, moves.as_deref(), index as u32 + 1);
                worker.job = None;
            }
        }
        if seed.below(20) == 0 {
            let taken = all.iter().filter_map(|worker| worker.job.clone());
            let taken: Vec<Job> = taken.collect();
            frontier = Frontier::from_bytes(&frontier.to_bytes()).expect("whole");
            // After a restart it knows of no jobs; those who have one answer all the same.
            assert_eq!(frontier.jobs(), 0);
            all.iter_mut().for_each(|worker| worker.heard = 0);
            drop(taken);
        }
        assert!(jobs < 100_000, "no end");
    }
    (frontier, jobs)
}

fn accepted(frontier: &mut Frontier) {
    let certificate = (frontier.certificate(LIMITS, &mut unlimited())).expect("a proof");
    let checked = certificate.check(|_| ControlFlow::<()>::Continue(()));
    assert!(
        matches!(checked, ControlFlow::Continue(Ok(_))),
        "{checked:?}"
    );
    assert_eq!(Some(certificate.outcome()), frontier.outcome());
}

#[test]
fn any_number_of_solvers_comes_to_the_same_outcome() {
    for ending in [Ending::Normal, Ending::Misere] {
        for spots in [3, 5, 6, 7, 8] {
            for workers in [1, 3, 16] {
                let (mut frontier, _) = solve(spots, ending, workers, 64, u64::from(spots));
                assert_eq!(
                    frontier.outcome(),
                    Some(expected(spots, ending)),
                    "{spots} spots, {ending}, {workers} workers"
                );
                accepted(&mut frontier);
            }
        }
    }
}

#[test]
fn sums_are_solved_through_their_lands() {
    for text in ["0*3+0*4", "0*5+0*3+0*2", "0*4+0*2.AB|AB"] {
        let root: Position = text.parse().expect("a position");
        let root = root.canonical();
        let mut alone = Solver::new(LIMITS);
        let found = alone.outcome(&root, Ending::Normal, &mut unlimited());
        let mut frontier = Frontier::new(root.clone(), Ending::Normal);
        let mut worker = Worker::new(&root);
        while let Some(job) = frontier.next_job(1) {
            worker.job = Some(job.clone());
            let (effort, moves, news) = worker.work(Ending::Normal, 32);
            for (packed, nimber) in news {
                frontier.learn(&packed, Nimber::new(nimber), 1);
            }
            frontier.finish(&job.question, effort, moves.as_deref(), 1);
        }
        assert_eq!(Ok(frontier.outcome().expect("decided")), found, "{text}");
        accepted(&mut frontier);
    }
}

#[test]
fn who_lies_is_named() {
    for ending in [Ending::Normal, Ending::Misere] {
        let (mut frontier, _) = solve(7, ending, 3, 64, 7);
        assert_eq!(frontier.outcome(), Some(expected(7, ending)));
        // Worker 9 says something wrong of a small position: of one that others know, and of one that nobody does.
        let wrong: Position = "0*3".parse().expect("a position");
        let packed = wrong.canonical().to_bytes();
        let nimber = match ending {
            Ending::Normal => Nimber::new(5),
            Ending::Misere => Nimber::ZERO,
        };
        let unknown = "0*5".parse::<Position>().expect("a position").canonical();
        frontier.learn(&packed, nimber, 9);
        frontier.learn(&unknown.to_bytes(), nimber, 9);
        let audit = (frontier.audit(LIMITS, &mut unlimited())).expect("enough memory");
        assert!(!audit.lies.is_empty());
        assert!(audit.lies.iter().all(|lie| lie.source == 9), "{audit:?}");
        assert!(audit.kept > 0 && !frontier.is_contradicted());
        // Another audit finds nothing.
        let audit = (frontier.audit(LIMITS, &mut unlimited())).expect("enough memory");
        assert_eq!(audit.lies, []);
    }
}

#[test]
fn who_makes_a_refutation_up_is_named_and_not_who_believed_it() {
    let nobody_knows: Position = "0*5".parse().expect("a position");
    let packed = nobody_knows.canonical().to_bytes();
    // The nimber of 5 spots is 1. Worker 9 denies it, and worker 8 believes him. What 8 says may arrive first.
    for believer_first in [false, true] {
        let (mut frontier, _) = solve(7, Ending::Normal, 3, 64, 7);
        if believer_first {
            frontier.learn(&packed, Nimber::new(2), 8);
        }
        assert!(frontier.learn_refutation(&packed, Nimber::new(1), 9));
        assert!(!frontier.learn_refutation(&packed, Nimber::new(1), 7));
        if !believer_first {
            frontier.learn(&packed, Nimber::new(2), 8);
        }
        // What is kept outlives a stop.
        let mut frontier = Frontier::from_bytes(&frontier.to_bytes()).expect("just written");
        assert_eq!(frontier.refutation(0), (&packed[..], Nimber::new(1), 9));
        let audit = (frontier.audit(LIMITS, &mut unlimited())).expect("enough memory");
        let sources: Vec<u32> = audit.lies.iter().map(|lie| lie.source).collect();
        assert_eq!(sources, [9], "{audit:?}");
        assert_eq!(frontier.refutations(), 0);
    }
}

#[test]
fn a_refutation_and_a_fact_contradict_each_other() {
    let packed = start(5).to_bytes();
    for fact_first in [false, true] {
        let mut frontier = Frontier::new(start(7), Ending::Normal);
        if fact_first {
            frontier.learn(&packed, Nimber::new(1), 1);
        }
        frontier.learn_refutation(&packed, Nimber::new(1), 9);
        if !fact_first {
            frontier.learn(&packed, Nimber::new(1), 1);
        }
        assert!(frontier.is_contradicted());
        let audit = (frontier.audit(LIMITS, &mut unlimited())).expect("enough memory");
        let sources: Vec<u32> = audit.lies.iter().map(|lie| lie.source).collect();
        assert_eq!(sources, [9], "{audit:?}");
    }
}

#[test]
fn a_wrong_answer_without_a_wrong_fact_is_found_too() {
    let root = start(5);
    let mut frontier = Frontier::new(root.clone(), Ending::Normal);
    let job = frontier.next_job(1).expect("the root");
    // Five spots are a win.
    let lost = Effort {
        win: 1 << 30,
        loss: 0,
    };
    frontier.finish(&job.question, lost, None, 4);
    assert_eq!(frontier.outcome(), Some(Outcome::Loss));
    let refused = frontier.certificate(LIMITS, &mut unlimited());
    assert!(
        matches!(refused, Err(NotCertified::Wrong { .. })),
        "{refused:?}"
    );
    let audit = (frontier.audit(LIMITS, &mut unlimited())).expect("enough memory");
    assert_eq!(audit.lies.len(), 1);
    assert_eq!(audit.lies[0].source, 4);
    assert_eq!(frontier.outcome(), None);
}

#[test]
fn needless_jobs_are_told() {
    let root = start(6);
    let mut frontier = Frontier::new(root.clone(), Ending::Normal);
    let jobs: Vec<Job> = (0..8).filter_map(|_| frontier.next_job(1)).collect();
    let ids: Vec<u32> = jobs.iter().map(|job| job.id).collect();
    assert_eq!(jobs.len(), 8);
    assert!(frontier.needless(&ids).len() < ids.len());
    let mut solver = Solver::new(LIMITS);
    (solver.outcome(&root, Ending::Normal, &mut unlimited())).expect("small");
    for (packed, nimber) in solver.news(Ending::Normal, 0) {
        frontier.learn(&packed, Nimber::new(nimber), 1);
    }
    let won = Effort {
        win: 1 << 30,
        loss: 0,
    };
    frontier.finish(&jobs[0].question, won, None, 1);
    if frontier.outcome().is_some() {
        assert_eq!(frontier.needless(&ids).len(), ids.len());
    }
}

#[test]
fn damaged_bytes_are_refused() {
    let (frontier, _) = solve(5, Ending::Normal, 2, 64, 1);
    let bytes = frontier.to_bytes();
    assert!(Frontier::from_bytes(&bytes).is_ok());
    for place in [0, 9, bytes.len() / 2, bytes.len() - 1] {
        let mut spoilt = bytes.clone();
        spoilt[place] ^= 1;
        assert!(Frontier::from_bytes(&spoilt).is_err());
    }
    assert!(Frontier::from_bytes(&bytes[..bytes.len() - 5]).is_err());
}
