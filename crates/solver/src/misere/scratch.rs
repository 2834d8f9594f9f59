//! What one thread works with besides the shared tables: buffers and generators that are used again, so that nothing is allocated for each
//! node, and the watch over long work. Owns no knowledge; it may be thrown away at any time, and must be when lands get other numbers.

use sprouts::hash::FastHash;
use sprouts::{Generator, Position};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Lists and generators that are free at the moment, kept from one question to the next.
#[derive(Default)]
pub(super) struct Buffers {
    lists: Vec<Vec<u32>>,
    mills: Vec<Mill>,
}

#[derive(Default)]
pub(super) struct Scratch<'w> {
    buffers: Buffers,
    /// Children generated, before equal ones are recognised.
    pub(super) children: u64,
    watch: Option<&'w mut dyn Watch>,
    /// Steps until the watch is asked again.
    steps_left: u32,
    /// How deep the trees are that are being made.
    depth: u32,
}

/// Generates the moves of a land. There are two: small lands are worked out while a move of a large one is looked at.
#[derive(Default)]
pub(super) struct Mill {
    pub(super) generator: Generator,
    pub(super) packed: Vec<u8>,
    /// The moves met so far, once they are many.
    pub(super) met: HashSet<u32, FastHash>,
}

/// Somebody who may stop long work.
pub(super) trait Watch {
    /// Asked now and then, with the children generated since: whether to go on.
    fn look(&mut self, children: u64) -> ControlFlow<()>;

    /// Hears that the work goes deeper than any game.
    fn too_deep(&mut self);
}

/// The work was stopped. What it knew for certain was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Halted;

/// The work, or the news that it was stopped, inside loops that may break for reasons of their own.
pub(super) fn unless_halted<T, B: From<Halted>>(work: Result<T, Halted>) -> ControlFlow<B, T> {
    match work {
        Ok(done) => ControlFlow::Continue(done),
        Err(halted) => ControlFlow::Break(halted.into()),
    }
}

/// How many steps pass between two looks: a millisecond or so.
const STEPS_BETWEEN_LOOKS: u32 = 1024;

/// No play is longer than the lives of the largest position; a sum of two trees is as deep as both. What goes deeper is no game.
const DEPTH_MAX: u32 = 2 * 3 * Position::SPOTS_MAX;

impl<'w> Scratch<'w> {
    /// Work with these buffers, and with somebody watching.
    pub(super) fn watched_by(watch: &'w mut dyn Watch, buffers: Buffers) -> Self {
        Scratch {
            buffers,
            children: 0,
            watch: Some(watch),
            steps_left: STEPS_BETWEEN_LOOKS,
            depth: 0,
        }
    }

    /// The buffers, for the next question.
    pub(super) fn into_buffers(self) -> Buffers {
        self.buffers
    }

    /// Counts a step of work that may be long: a child generated, a sum of trees made, a sum of trees decided.
    pub(super) fn step(&mut self) -> Result<(), Halted> {
        self.steps_left = self.steps_left.saturating_sub(1);
        if self.steps_left == 0 {
            self.look()
        } else {
            Ok(())
        }
    }

    /// Asks whether to go on, now.
    pub(super) fn look(&mut self) -> Result<(), Halted> {
        self.steps_left = STEPS_BETWEEN_LOOKS;
        let Some(watch) = &mut self.watch else {
            return Ok(());
        };
        match watch.look(std::mem::take(&mut self.children)) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halted),
        }
    }

    /// Does work that may come back here, one move deeper.
    pub(super) fn deeper<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Halted>,
    ) -> Result<T, Halted> {
        if self.depth >= DEPTH_MAX {
            if let Some(watch) = &mut self.watch {
                watch.too_deep();
            }
            return Err(Halted);
        }
        self.depth += 1;
        let done = work(self);
        self.depth -= 1;
        done
    }

    /// An empty list.
    pub(super) fn take(&mut self) -> Vec<u32> {
        self.buffers.lists.pop().unwrap_or_default()
    }

    /// Hands a list back.
    pub(super) fn give(&mut self, mut list: Vec<u32>) {
        list.clear();
        self.buffers.lists.push(list);
    }

    pub(super) fn take_mill(&mut self) -> Mill {
        self.buffers.mills.pop().unwrap_or_default()
    }

    pub(super) fn give_mill(&mut self, mill: Mill) {
        self.buffers.mills.push(mill);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Patience {
        looks: u32,
        too_deep: bool,
    }

    impl Watch for Patience {
        fn look(&mut self, _: u64) -> ControlFlow<()> {
            self.looks += 1;
            if self.looks < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        }
        fn too_deep(&mut self) {
            self.too_deep = true;
        }
    }

    #[test]
    fn work_without_end_is_stopped() {
        fn endless(scratch: &mut Scratch) -> Result<(), Halted> {
            scratch.deeper(endless)
        }
        let mut watch = Patience::default();
        let mut scratch = Scratch::watched_by(&mut watch, Buffers::default());
        assert_eq!(endless(&mut scratch), Err(Halted));
        assert_eq!(scratch.depth, 0);
        let steps = std::iter::repeat_with(|| scratch.step()).take_while(Result::is_ok);
        assert_eq!(steps.count() as u32, 3 * STEPS_BETWEEN_LOOKS - 1);
        assert!(watch.too_deep && watch.looks == 3);
    }
}
