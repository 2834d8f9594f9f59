//! What company buys: solvers with tables of their own on one question, who tell each other what they prove, against one solver alone.
//! `cargo run --release -p laboratory --bin company_bench -- [workers=2] [period=0.005] [delay=0.0015] [POSITION@MARGIN …]`
//!
//! It is a rehearsal in one program. The solvers are real, but one works at a time, and its clock is the children that it generates: so
//! the figures are the same on every machine. News leave every `period` seconds and arrive after `delay` seconds. A search is luck, so many
//! positions with several margins (how much worse a move may become before the search leaves it) are asked, for both sides alike.

use laboratory::luck::{Mean, PAIRS};
use solver::{Company, Guides, Limits, News, Progress, Solver, Stopped, unlimited};
use sprouts::{Canonical, Ending, Position};
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex};

/// Children that a solver generates in a second: docs/solving.md.
const CHILDREN_PER_SECOND: f64 = 430_000.0;

struct Plan {
    workers: usize,
    period: f64,
    delay: f64,
}

/// What all see. The one whose clock is behind works.
#[derive(Default)]
struct Stage {
    clocks: Vec<f64>,
    end: Option<f64>,
    /// Who sent it, when it arrives, what.
    posted: Vec<(usize, f64, News)>,
}

impl Stage {
    fn next(&self) -> usize {
        let places = 0..self.clocks.len();
        (places.min_by(|&a, &b| self.clocks[a].total_cmp(&self.clocks[b]))).expect("workers")
    }
}

struct Rehearsal<'a> {
    root: &'a Canonical,
    margin: f64,
    plan: &'a Plan,
    stage: Mutex<Stage>,
    bell: Condvar,
}

impl Rehearsal<'_> {
    /// Waits for this worker's turn; whether it is over.
    fn wait(&self, place: usize) -> bool {
        let is_waiting = |stage: &mut Stage| stage.end.is_none() && stage.next() != place;
        let stage = self.stage.lock().expect("no panic");
        let stage = self.bell.wait_while(stage, is_waiting).expect("no panic");
        stage.end.is_some()
    }

    fn advance(&self, place: usize, children: u64) -> f64 {
        let mut stage = self.stage.lock().expect("no panic");
        stage.clocks[place] += children as f64 / CHILDREN_PER_SECOND;
        stage.clocks[place]
    }

    fn exchange(&self, place: usize, now: f64, company: &Company, seen: &mut usize) {
        let mut stage = self.stage.lock().expect("no panic");
        stage
            .posted
            .push((place, now + self.plan.delay, company.fetch()));
        while let Some((sender, arrival, news)) = stage.posted.get(*seen)
            && *arrival <= now
        {
            if *sender != place {
                company.tell(news.clone());
            }
            *seen += 1;
        }
    }

    /// One worker, and its nodes.
    fn work(&self, place: usize) -> u64 {
        let company = Arc::new(Company::of_member(match self.plan.workers {
            1 => 0,
            _ => place as u64 + 1,
        }));
        let mut solver = solver(self.margin);
        solver.join(Some(company.clone()));
        if self.wait(place) {
            return 0;
        }
        let mut children = 0;
        let mut seen = 0;
        let mut next = self.plan.period * (1.0 + place as f64 / self.plan.workers as f64);
        let answer = solver.outcome(self.root, Ending::Normal, &mut |progress: &Progress| {
            let now = self.advance(place, progress.children - children);
            children = progress.children;
            if now >= next {
                next += self.plan.period;
                self.exchange(place, now, &company, &mut seen);
            }
            self.bell.notify_all();
            match self.wait(place) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let progress = solver.progress(Ending::Normal);
        if answer != Err(Stopped::ByBudget) {
            let end = self.advance(place, progress.children - children);
            self.stage.lock().expect("no panic").end = Some(end);
        }
        self.bell.notify_all();
        progress.nodes
    }
}

fn solver(margin: f64) -> Solver {
    let mut guides = Guides::default();
    guides.normal.margin = margin;
    let limits = Limits {
        memory_bytes: 4 << 30,
        threads: 1,
    };
    Solver::with_guides(limits, guides)
}

/// Nodes and seconds of one solver.
fn alone(root: &Canonical, margin: f64) -> (u64, f64) {
    let mut solver = solver(margin);
    (solver.outcome(root, Ending::Normal, &mut unlimited())).expect("it ends");
    let progress = solver.progress(Ending::Normal);
    (
        progress.nodes,
        progress.children as f64 / CHILDREN_PER_SECOND,
    )
}

/// The same of all workers together.
fn together(root: &Canonical, margin: f64, plan: &Plan) -> (u64, f64) {
    let stage = Stage {
        // Nobody is first by chance.
        clocks: (0..plan.workers).map(|place| place as f64 * 1e-9).collect(),
        ..Stage::default()
    };
    let rehearsal = &Rehearsal {
        root,
        margin,
        plan,
        stage: Mutex::new(stage),
        bell: Condvar::new(),
    };
    let nodes = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.workers)
            .map(|place| scope.spawn(move || rehearsal.work(place)))
            .collect();
        (workers.into_iter()).fold(0, |sum, worker| sum + worker.join().expect("no panic"))
    });
    let stage = rehearsal.stage.lock().expect("no panic");
    (nodes, stage.end.expect("somebody has the answer"))
}

fn main() {
    let mut plan = Plan {
        workers: 2,
        period: 0.005,
        delay: 0.0015,
    };
    let mut pairs: Vec<String> = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("workers", number)) => plan.workers = number.parse().expect("a number"),
            Some(("period", number)) => plan.period = number.parse().expect("seconds"),
            Some(("delay", number)) => plan.delay = number.parse().expect("seconds"),
            _ => pairs.push(argument),
        }
    }
    if pairs.is_empty() {
        pairs.extend(PAIRS.map(str::to_string));
    }
    println!(
        "| position, margin | alone: nodes | seconds | together: nodes | seconds | nodes by nodes | times as fast |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut ratios = Vec::new();
    let mut sums = [0.0; 4];
    for pair in &pairs {
        let (text, margin) = pair.split_once('@').expect("POSITION@MARGIN");
        let position: Position = text.parse().expect("a position");
        let (root, margin) = (position.canonical(), margin.parse().expect("a margin"));
        let (nodes_alone, seconds_alone) = alone(&root, margin);
        let (nodes, seconds) = together(&root, margin, &plan);
        println!(
            "| `{text}`, {margin} | {nodes_alone} | {seconds_alone:.2} | {nodes} | {seconds:.2} | {:.2} | {:.2} |",
            nodes as f64 / nodes_alone as f64,
            seconds_alone / seconds
        );
        ratios.push(seconds_alone / seconds);
        let figures = [nodes_alone as f64, seconds_alone, nodes as f64, seconds];
        (sums.iter_mut().zip(figures)).for_each(|(sum, figure)| *sum += figure);
    }
    println!(
        "\n{} workers, {} pairs, times as fast: {}, sums {:.2}, nodes {:.2}",
        plan.workers,
        ratios.len(),
        Mean::of(&ratios),
        sums[1] / sums[3],
        sums[2] / sums[0]
    );
}
