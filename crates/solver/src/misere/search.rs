//! Depth-first proof-number search over nodes. Owns the proof numbers and the lists of open moves; knows lands and trees only
//! through the nodes.
//!
//! Each node has two numbers: how hard it looks to prove a win of the player to move, and a loss. 0 is a proof. A node is
//! won if one move leads to a loss, so its first number is the least second number of its moves, and its second number the
//! sum of their first ones. The search always works on the move that looks easiest to prove lost, for as long as it stays so.

use super::nodes::{Node, Nodes};
use super::pieces::Pieces;
use super::{Guide, Limits, Progress, Stopped};
use crate::Outcome;
use std::ops::ControlFlow;

const INFINITE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct State {
    win: u32,
    loss: u32,
    /// The moves not yet proved to be wins of the other player.
    open_start: u32,
    open_count: u32,
}

impl State {
    const UNSEEN: State = State {
        win: 0,
        loss: 0,
        open_start: 0,
        open_count: State::UNEXPANDED,
    };
    const UNEXPANDED: u32 = u32::MAX;

    fn is_seen(&self) -> bool {
        self.win != 0 || self.loss != 0
    }

    fn proved(&self) -> Option<Outcome> {
        match (self.win, self.loss) {
            (0, INFINITE) => Some(Outcome::Win),
            (INFINITE, 0) => Some(Outcome::Loss),
            _ => None,
        }
    }

    fn set(&mut self, outcome: Outcome) {
        (self.win, self.loss) = match outcome {
            Outcome::Win => (0, INFINITE),
            Outcome::Loss => (INFINITE, 0),
        };
    }
}

/// What is known about nodes.
pub(super) struct Search {
    pub(super) nodes: Nodes,
    states: Pieces<State>,
    open: Pieces<Node>,
    buffer: Vec<u32>,
    first: FirstNumbers,
    margin: f64,
    memory_bytes: u64,
    expansions: u64,
    losses: u64,
    losses_at_last_clearing: u64,
    /// How many times in a row the tables were cleared without a loss proved since the time before.
    idle_clearings: u32,
    bytes_at_last_look: u64,
}

type Budget<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// How many expansions pass between two looks at the budget and the memory.
const EXPANSIONS_BETWEEN_LOOKS: u64 = 32;

/// Without a new loss for so many clearings the search would run in circles.
const IDLE_CLEARINGS_MAX: u32 = 8;

/// Why the search came back without a proof.
enum Interrupted {
    ByBudget,
    ByMemory,
}

impl Search {
    pub(super) fn new(limits: Limits, guide: &Guide) -> Self {
        Search {
            nodes: Nodes::new(
                guide
                    .tree_lives_max
                    .unwrap_or_else(|| super::tree_lives_max_of(0)),
                guide.fold_depth_max,
            ),
            states: Pieces::new(),
            open: Pieces::new(),
            buffer: Vec::new(),
            first: FirstNumbers::new(guide),
            margin: 1.0 + guide.margin,
            memory_bytes: limits.memory_bytes,
            expansions: 0,
            losses: 0,
            losses_at_last_clearing: 0,
            idle_clearings: 0,
            bytes_at_last_look: 0,
        }
    }

    /// What is already proved about a node, without any search.
    pub(super) fn known(&mut self, node: Node) -> Option<Outcome> {
        self.look(node).proved()
    }

    /// Takes a loss on trust.
    pub(super) fn learn_loss(&mut self, node: Node) {
        if self.known(node).is_none() {
            self.states[node.index()].set(Outcome::Loss);
            self.losses += 1;
        }
    }

    /// The proved losses that are not a matter of small lands only, each as the packed lands of a position equal to it.
    pub(super) fn losses(&self) -> impl Iterator<Item = Vec<u8>> {
        let examples = self.nodes.lands.examples();
        (0..self.states.len() as u32)
            .map(Node)
            .filter(|node| self.states[node.index()].proved() == Some(Outcome::Loss))
            .filter(|&node| self.nodes.has_large_land(node))
            .filter_map(move |node| self.nodes.packed(node, &examples))
    }

    /// Proves who wins. The node is made anew each time the memory was cleared, for numbers change then.
    pub(super) fn prove(
        &mut self,
        root: &mut dyn FnMut(&mut Nodes) -> Node,
        budget: Budget<'_>,
    ) -> Result<Outcome, Stopped> {
        loop {
            let node = root(&mut self.nodes);
            if let Some(outcome) = self.known(node) {
                return Ok(outcome);
            }
            match self.search(node, INFINITE, INFINITE, budget) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(Interrupted::ByBudget) => return Err(Stopped::ByBudget),
                ControlFlow::Break(Interrupted::ByMemory) => self.forget()?,
            }
        }
    }

    /// The state of a node, with first numbers if it is new.
    fn look(&mut self, node: Node) -> State {
        look(&mut self.nodes, &mut self.states, &self.first, node)
    }

    /// Works on a node until it is proved or one of its numbers reaches its limit.
    fn search(
        &mut self,
        node: Node,
        win_limit: u32,
        loss_limit: u32,
        budget: Budget<'_>,
    ) -> ControlFlow<Interrupted> {
        if self.states[node.index()].open_count == State::UNEXPANDED {
            self.expand(node);
            self.look_at_budget(budget)?;
        }
        loop {
            if self.states[node.index()].proved().is_some() {
                return ControlFlow::Continue(());
            }
            let Some(easiest) = self.update(node) else {
                return ControlFlow::Continue(());
            };
            let State { win, loss, .. } = self.states[node.index()];
            if win >= win_limit || loss >= loss_limit {
                return ControlFlow::Continue(());
            }
            // Not back at once when another move looks a little easier: each change of mind costs a walk down the tree.
            let stay = (f64::from(easiest.second_loss) * self.margin).min(f64::from(INFINITE - 1));
            let child_loss_limit = win_limit.min((stay as u32).saturating_add(1));
            let child_win_limit = loss_limit - loss + easiest.win;
            self.search(easiest.node, child_win_limit, child_loss_limit, budget)?;
        }
    }

    /// Computes the numbers of an expanded node from its moves, dropping those that the other player wins. Gives the move to
    /// work on, or nothing if the node is proved.
    fn update(&mut self, node: Node) -> Option<Easiest> {
        let State {
            open_start,
            mut open_count,
            ..
        } = self.states[node.index()];
        let mut easiest = Easiest {
            node,
            win: INFINITE,
            loss: INFINITE,
            second_loss: INFINITE,
        };
        let mut loss = 0u32;
        let mut index = 0;
        while index < open_count {
            let place = (open_start + index) as usize;
            let child = self.open[place];
            let state = self.states[child.index()];
            if state.win == 0 {
                open_count -= 1;
                let last = (open_start + open_count) as usize;
                self.open[place] = self.open[last];
                continue;
            }
            index += 1;
            loss = loss.saturating_add(state.win);
            if (state.loss, state.win) < (easiest.loss, easiest.win) {
                easiest = Easiest {
                    node: child,
                    win: state.win,
                    loss: state.loss,
                    second_loss: easiest.loss,
                };
            } else {
                easiest.second_loss = easiest.second_loss.min(state.loss);
            }
        }
        let state = &mut self.states[node.index()];
        state.open_count = open_count;
        if easiest.loss == 0 {
            state.set(Outcome::Win);
            return None;
        }
        if open_count == 0 {
            state.set(Outcome::Loss);
            self.losses += 1;
            return None;
        }
        (state.win, state.loss) = (easiest.loss, loss.min(INFINITE - 1));
        Some(easiest)
    }

    /// Generates the moves of a node, until one is known to be lost.
    fn expand(&mut self, node: Node) {
        self.expansions += 1;
        let Search {
            nodes,
            states,
            first,
            buffer,
            ..
        } = self;
        buffer.clear();
        let flow = nodes.moves(node, &mut |nodes, child| {
            let state = look(nodes, states, first, child);
            match state.proved() {
                Some(Outcome::Loss) => return ControlFlow::Break(()),
                Some(Outcome::Win) => {}
                None => buffer.push(child.0),
            }
            ControlFlow::Continue(())
        });
        let state = &mut self.states[node.index()];
        if flow.is_break() {
            state.set(Outcome::Win);
            return;
        }
        self.buffer.sort_unstable();
        self.buffer.dedup();
        state.open_start = self.open.len() as u32;
        state.open_count = self.buffer.len() as u32;
        for &node in &self.buffer {
            self.open.push(Node(node));
        }
    }

    fn look_at_budget(&mut self, budget: Budget<'_>) -> ControlFlow<Interrupted> {
        if !self.expansions.is_multiple_of(EXPANSIONS_BETWEEN_LOOKS) {
            return ControlFlow::Continue(());
        }
        let progress = self.progress();
        if budget(&progress).is_break() {
            return ControlFlow::Break(Interrupted::ByBudget);
        }
        // As much may come before the next look as came since the last one, and a table may grow on top of it. What is
        // kept when the tables are cleared stands beside them for a moment.
        let grown = progress.bytes.saturating_sub(self.bytes_at_last_look);
        self.bytes_at_last_look = progress.bytes;
        if progress.bytes + 2 * grown > self.memory_bytes / 8 * 7
            || self.nodes.is_full()
            || self.open.len() > (1 << 31)
        {
            self.bytes_at_last_look = u64::MAX;
            return ControlFlow::Break(Interrupted::ByMemory);
        }
        ControlFlow::Continue(())
    }

    /// The bytes of everything that grows.
    fn bytes(&self) -> u64 {
        let bytes = self.nodes.bytes() + self.states.bytes() + self.open.bytes();
        bytes as u64
    }

    pub(super) fn progress(&self) -> Progress {
        Progress {
            nodes: self.expansions,
            children: self.nodes.lands.children,
            positions: self.nodes.len() as u64 / 2,
            losses: self.losses,
            bytes: self.bytes(),
        }
    }

    /// Makes room. What took work is kept if half of the memory is enough for it: the proved losses, and the numbers of the
    /// nodes that were worked on, from which the search goes on where it was. If not, only the losses.
    fn forget(&mut self) -> Result<(), Stopped> {
        if self.losses > self.losses_at_last_clearing {
            self.idle_clearings = 0;
        }
        self.idle_clearings += 1;
        self.losses_at_last_clearing = self.losses;
        self.forget_all_but(|state| {
            state.proved() == Some(Outcome::Loss)
                || (state.proved().is_none() && state.open_count != State::UNEXPANDED)
        });
        if self.bytes() > self.memory_bytes / 2 {
            self.forget_all_but(|state| state.proved() == Some(Outcome::Loss));
        }
        if self.bytes() > self.memory_bytes / 2 || self.idle_clearings > IDLE_CLEARINGS_MAX {
            return Err(Stopped::ByMemory);
        }
        Ok(())
    }

    fn forget_all_but(&mut self, keep: impl Fn(&State) -> bool) {
        self.open = Pieces::new();
        let (kept, states): (Vec<Node>, Vec<State>) = (0..self.states.len() as u32)
            .map(|node| (Node(node), self.states[node as usize]))
            .filter(|(_, state)| state.is_seen() && keep(state))
            .unzip();
        self.states = Pieces::new();
        let kept = self.nodes.forget_all_but(&kept);
        self.states.extend_to(self.nodes.len(), State::UNSEEN);
        for (node, State { win, loss, .. }) in kept.into_iter().zip(states) {
            self.states[node.index()] = State {
                win,
                loss,
                ..State::UNSEEN
            };
        }
    }
}

/// The move that looks easiest to prove lost.
struct Easiest {
    node: Node,
    win: u32,
    loss: u32,
    /// The same number of the next easiest move.
    second_loss: u32,
}

fn look(nodes: &mut Nodes, states: &mut Pieces<State>, first: &FirstNumbers, node: Node) -> State {
    if states.len() <= node.index() {
        states.extend_to(nodes.len(), State::UNSEEN);
    }
    let state = &mut states[node.index()];
    if !state.is_seen() {
        match nodes.win_of_trees(node) {
            Some(true) => state.set(Outcome::Win),
            Some(false) => state.set(Outcome::Loss),
            None => (state.win, state.loss) = first.of(nodes, node),
        }
    }
    *state
}

/// What a node's numbers are before anything is known about its moves.
struct FirstNumbers {
    /// By weight: the effort for a win, and for a loss.
    effort: Vec<(f64, f64)>,
    win_tilt: f64,
    loss_tilt: f64,
}

impl FirstNumbers {
    fn new(guide: &Guide) -> Self {
        FirstNumbers {
            effort: (0..=u8::MAX)
                .map(|weight| {
                    let weight = f64::from(weight.max(1));
                    (
                        weight.powf(guide.win_exponent),
                        weight.powf(guide.loss_exponent),
                    )
                })
                .collect(),
            win_tilt: guide.win_tilt,
            loss_tilt: guide.loss_tilt,
        }
    }

    fn of(&self, nodes: &Nodes, node: Node) -> (u32, u32) {
        let weight = (nodes.weight(node) as usize).min(self.effort.len() - 1);
        let (win, loss) = self.effort[weight];
        let evenness = nodes.length(node).evenness();
        // Far from any overflow of the sums to come, and never 0, which is a proof.
        let number = |effort: f64| effort.clamp(1.0, 1e6).ceil() as u32;
        (
            number(win * (-self.win_tilt * evenness).exp()),
            number(loss * (self.loss_tilt * evenness).exp()),
        )
    }
}
