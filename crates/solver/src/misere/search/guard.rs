//! When a search stops: the answer, the budget, the memory, the depth. Owns the reason that all threads share, and what one thread looks
//! at between two steps; knows nothing of what is searched.

use super::super::scratch::Watch;
use super::Shared;
use crate::solver::{Budget, Limits, Stopped};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Why all threads are to stop, if they are.
#[derive(Default)]
pub(super) struct Halt(AtomicU8);

impl Halt {
    pub(super) const PROVED: u8 = 1;
    const BY_BUDGET: u8 = 2;
    const BY_MEMORY: u8 = 3;
    pub(super) const BY_DEPTH: u8 = 4;

    /// The first reason counts.
    pub(super) fn raise(&self, reason: u8) {
        let _ = self.0.compare_exchange(0, reason, Relaxed, Relaxed);
    }

    pub(super) fn is_raised(&self) -> bool {
        self.0.load(Relaxed) != 0
    }

    pub(super) fn reason(&self) -> Option<Stopped> {
        match self.0.load(Relaxed) {
            Halt::BY_BUDGET => Some(Stopped::ByBudget),
            Halt::BY_MEMORY => Some(Stopped::ByMemory),
            Halt::BY_DEPTH => Some(Stopped::ByDepth),
            _ => None,
        }
    }
}

/// Watches over the work of one thread: stops it when another thread has the answer, when the budget breaks, or when the memory is full.
pub(super) struct Guard<'a, 'b> {
    shared: &'a Shared,
    limits: &'a Limits,
    halt: &'a Halt,
    /// Asked by one of the threads.
    budget: Option<Budget<'b>>,
    looks_left: u32,
    bytes_at_last_look: u64,
}

impl<'a, 'b> Guard<'a, 'b> {
    pub(super) fn new(
        shared: &'a Shared,
        limits: &'a Limits,
        halt: &'a Halt,
        budget: Option<Budget<'b>>,
        looks_max: u32,
    ) -> Self {
        Guard {
            shared,
            limits,
            halt,
            budget,
            looks_left: looks_max,
            bytes_at_last_look: u64::MAX,
        }
    }
}

impl Watch for Guard<'_, '_> {
    fn look(&mut self, mut children: u64) -> ControlFlow<()> {
        self.shared.report(&mut children);
        if self.halt.is_raised() {
            return ControlFlow::Break(());
        }
        let progress = self.shared.progress();
        self.looks_left -= u32::from(self.looks_left != u32::MAX);
        let out_of_budget = match &mut self.budget {
            Some(budget) => budget(&progress).is_break(),
            None => false,
        };
        if out_of_budget || self.looks_left == 0 {
            self.halt.raise(Halt::BY_BUDGET);
            return ControlFlow::Break(());
        }
        // As much may come before the next look as came since the last one, and a list may grow on top of it. What is
        // kept when the tables are cleared stands beside them for a moment.
        let grown = progress.bytes.saturating_sub(self.bytes_at_last_look);
        self.bytes_at_last_look = progress.bytes;
        if progress.bytes + 2 * grown > self.limits.memory_bytes / 8 * 7
            || self.shared.nodes.is_full()
        {
            self.halt.raise(Halt::BY_MEMORY);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn too_deep(&mut self) {
        self.halt.raise(Halt::BY_DEPTH);
    }
}
