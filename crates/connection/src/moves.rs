//! A move as a value of four bytes, and as text. Knows no rules: whether a move is legal is the engine's to say.

use crate::board::{Board, SiteId};
use crate::plan::{Colour, Placing, Plan, Turn};

/// A move. Small enough to be passed in a register; [`Move::kind`] takes it apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u32);

/// The parts of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// A stone of a colour comes on a site.
    Place {
        /// Where.
        site: SiteId,
        /// Which colour.
        colour: Colour,
    },
    /// A stone goes from one site to another.
    Shift {
        /// Where it stood.
        from: SiteId,
        /// Where it lands.
        to: SiteId,
    },
    /// Nothing happens.
    Pass,
    /// The second player takes the first one's side.
    Swap,
}

const PLACE: u32 = 0;
const SHIFT: u32 = 1;
const PASS: u32 = 2;
const SWAP: u32 = 3;

impl Move {
    /// Passing.
    pub const PASS: Move = Move(PASS << 28);
    /// Swapping.
    pub const SWAP: Move = Move(SWAP << 28);

    /// A stone comes on a site.
    #[inline]
    pub fn place(site: SiteId, colour: Colour) -> Move {
        Move(PLACE << 28 | (colour.0 as u32) << 12 | u32::from(site.0))
    }

    /// A stone moves.
    #[inline]
    pub fn shift(from: SiteId, to: SiteId) -> Move {
        Move(SHIFT << 28 | u32::from(from.0) << 12 | u32::from(to.0))
    }

    /// The parts.
    #[inline]
    pub fn kind(self) -> MoveKind {
        let low = SiteId((self.0 & 0xfff) as u16);
        let high = (self.0 >> 12 & 0xfff) as u16;
        match self.0 >> 28 {
            PLACE => MoveKind::Place {
                site: low,
                colour: Colour(high as u8),
            },
            SHIFT => MoveKind::Shift {
                from: SiteId(high),
                to: low,
            },
            PASS => MoveKind::Pass,
            _ => MoveKind::Swap,
        }
    }

    /// The site where a stone has come to stand.
    #[inline]
    pub fn target(self) -> Option<SiteId> {
        match self.kind() {
            MoveKind::Place { site, .. } => Some(site),
            MoveKind::Shift { to, .. } => Some(to),
            MoveKind::Pass | MoveKind::Swap => None,
        }
    }

    /// The written move: `3,4`, `3,4:2`, `3,4:0` for a stone of nobody, `3,4-5,4`, `pass` or `swap`.
    pub fn text(self, plan: &Plan) -> String {
        let label = |site: SiteId| plan.board.label(site);
        match self.kind() {
            MoveKind::Place { site, colour } if names_colour(plan) => {
                format!("{}:{}", label(site), colour.0)
            }
            MoveKind::Place { site, colour } if colour == Colour::NEUTRAL => {
                format!("{}:0", label(site))
            }
            MoveKind::Place { site, .. } => label(site).to_string(),
            MoveKind::Shift { from, to } => format!("{}-{}", label(from), label(to)),
            MoveKind::Pass => "pass".into(),
            MoveKind::Swap => "swap".into(),
        }
    }

    /// Reads a written move; sites may have the names of players too, as in `c4-e4`. `mover` places his own colour when the text names none.
    pub fn parse(text: &str, plan: &Plan, mover: Colour) -> Option<Move> {
        let text = text.trim();
        match text {
            "pass" => return Some(Move::PASS),
            "swap" => return Some(Move::SWAP),
            _ => {}
        }
        if let Some((site, colour)) = text.split_once(':') {
            return Some(Move::place(
                plan.board.parse_site(site)?,
                parse_colour(colour, plan)?,
            ));
        }
        if let Some(site) = plan.board.parse_site(text) {
            return Some(Move::place(site, mover));
        }
        // The hyphen between two sites is the one with a site on either side: coordinates may be negative.
        text.match_indices('-').find_map(|(place, _)| {
            let site = |text: &str, board: &Board| board.parse_site(text);
            Some(Move::shift(
                site(&text[..place], &plan.board)?,
                site(&text[place + 1..], &plan.board)?,
            ))
        })
    }
}

/// A written colour: the number of a player, or 0 for nobody where nobody has stones.
pub(crate) fn parse_colour(text: &str, plan: &Plan) -> Option<Colour> {
    match text.parse().ok()? {
        0 if plan.neutral => Some(Colour::NEUTRAL),
        number if (1..=plan.players).contains(&number) => Some(Colour(number)),
        _ => None,
    }
}

/// Whether written placements name their colour.
fn names_colour(plan: &Plan) -> bool {
    plan.moves.place == Some(Placing::Any)
        || plan.turn == Turn::EachColour
        || plan.opening.is_some()
}
