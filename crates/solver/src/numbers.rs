//! Proof numbers: how much work seems left to show a win of the player to move, and to show a loss. 0 is a proof.

/// Proof numbers from here on mean "no hope".
pub(crate) const INFINITE: u32 = 1 << 30;

/// The work left to show a win and to show a loss, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) win: u32,
    pub(crate) loss: u32,
}

impl Numbers {
    pub(crate) const WON: Numbers = Numbers {
        win: 0,
        loss: INFINITE,
    };
    pub(crate) const LOST: Numbers = Numbers {
        win: INFINITE,
        loss: 0,
    };
    /// Limits that no search reaches before its end.
    pub(crate) const UNLIMITED: Numbers = Numbers {
        win: INFINITE,
        loss: INFINITE,
    };

    pub(crate) fn decided(won: bool) -> Self {
        if won { Self::WON } else { Self::LOST }
    }

    /// Whether the player to move wins, where that is proved.
    pub(crate) fn won(self) -> Option<bool> {
        match (self.win, self.loss) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// Where other threads are at work the numbers look worse, so that threads spread out: a quarter for each. With more they would spread
    /// out over moves that one thread would never look at.
    pub(crate) fn with_visitors(self, visitors: u32) -> Self {
        if visitors == 0 || self.won().is_some() {
            return self;
        }
        let worse = |number: u32| {
            let more = number.saturating_mul(visitors).div_ceil(4);
            number.saturating_add(more).min(INFINITE - 1)
        };
        Numbers {
            win: worse(self.win),
            loss: worse(self.loss),
        }
    }

    /// As one word, which is not 0.
    pub(crate) fn pack(self) -> u64 {
        u64::from(self.win) << 32 | u64::from(self.loss)
    }

    pub(crate) fn unpack(word: u64) -> Self {
        Numbers {
            win: (word >> 32) as u32,
            loss: word as u32,
        }
    }
}
