//! The regions that a new stone's group reaches, and whether they are more than any group that it joined reached before. Only then can the
//! stone end a game of joining regions. Must not know how an engine keeps its groups.

/// Grows with every group that the stone joins.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    pub(super) mask: u32,
    pub(super) is_more: bool,
}

impl Reached {
    /// A stone by itself, on a site in these regions. `matters` says whether a lone stone can end a game.
    #[inline(always)]
    pub(super) fn alone(mask: u32, matters: bool) -> Self {
        Reached {
            mask,
            is_more: matters && mask != 0,
        }
    }

    /// Joins a group that reaches these regions.
    #[inline(always)]
    pub(super) fn join(&mut self, theirs: u32) {
        let both = self.mask | theirs;
        self.is_more = both != theirs && (both != self.mask || self.is_more);
        self.mask = both;
    }
}
