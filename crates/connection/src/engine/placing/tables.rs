//! What the engine of placements looks up: rings of neighbours, region bits, what to watch. Made once per plan.

use crate::board::{Connectivity, SiteId, Stand};
use crate::engine::index::Index;
use crate::engine::judge::{Masks, Triggers};
use crate::engine::sites::Lines;
use crate::plan::{self, Colour, PLAYERS_MAX, Plan, Turn};

/// Sizes of groups that are counted one by one.
pub const SIZES_MAX: usize = 16;
/// Players and nobody.
pub const COLOURS: usize = PLAYERS_MAX as usize + 1;

#[derive(Clone, Debug)]
pub struct Tables<I, const N: usize, const D: usize> {
    /// Neighbours in order round the site; the place beyond the rim, number N−1, fills the gaps.
    pub ring: [[I; D]; N],
    /// How many entries of the ring go round; beyond them nothing but padding.
    pub ring_len: [u8; N],
    /// Ring entries that only touch in a point.
    pub ring_diagonal: [u16; N],
    /// Whether neighbours in the ring that stand side by side are joined themselves.
    pub runs: bool,
    /// On hexagons two runs of one group make a loop; elsewhere the judge looks again.
    pub local_loops: bool,
    /// Whether a lone stone can fulfil an end.
    pub lone_matters: bool,
    pub site_mask: [[u32; N]; COLOURS],
    pub adjacent: Vec<Vec<I>>,
    pub outer: [bool; N],
    pub lines: Lines<I, N>,
    pub masks: Masks,
    pub triggers: Triggers,
    /// The sizes of the mover's groups that an end asks for, a bit each; all bits when one is too large to be counted.
    pub sizes: u32,
    /// Ask the judge once fewer than so many sites are empty.
    pub ask_below: u32,
    pub sites: usize,
    /// How many colours there are to choose from.
    pub colours: u32,
    pub each_colour: bool,
    pub near: u8,
    pub group_at_most: Option<u32>,
    pub line: u32,
    /// How many moves the first turn has, and every other, where it is not for the players to say.
    pub in_turn: [u32; 2],
    /// Whether a turn may be longer or shorter.
    pub stops: bool,
    pub no_crosscut: bool,
    /// The squares of four that a site belongs to, the opposite corner first; the place beyond the rim where there is none.
    pub squares: Vec<[[I; 3]; 4]>,
    /// Where no stone may come in the opening.
    pub barred: [bool; N],
}

impl<I: Index, const N: usize, const D: usize> Tables<I, N, D> {
    pub fn new(plan: &Plan) -> Option<Box<Self>> {
        let board = &plan.board;
        let connectivity = plan.connect[0];
        let masks = Masks::new(plan)?;
        let triggers = Triggers::new(plan);
        let beyond = I::new(N - 1);
        let hexagonal = board.is_hexagonal();
        let touching =
            connectivity == Connectivity::Adjacent && board.stand() == Stand::Cells && D == 12;
        // Where cells touch in points, a ring is one only if the board is made of cells: a graph has no rim.
        let runs = hexagonal || touching && board.ids().any(|site| board.is_outer(site));
        let watched = |size: &u32| {
            if (*size as usize) < SIZES_MAX {
                1 << size
            } else {
                u32::MAX
            }
        };
        let mut tables = Box::new(Tables {
            ring: [[beyond; D]; N],
            ring_len: [D as u8; N],
            ring_diagonal: [0; N],
            runs,
            // Round a hole a loop may close that shuts nothing in.
            local_loops: hexagonal && !board.is_cut(),
            lone_matters: masks.lone_matters(plan),
            site_mask: [[0; N]; COLOURS],
            adjacent: vec![Vec::new(); N],
            outer: [false; N],
            lines: Lines::new(board),
            sizes: triggers
                .sizes
                .iter()
                .map(watched)
                .fold(0, |all, bit| all | bit),
            ask_below: triggers.empties.map_or(0, |few| few + 1),
            sites: board.len(),
            colours: match plan.moves.place {
                Some(plan::Placing::Any) => u32::from(plan.players),
                _ => 1,
            },
            each_colour: plan.turn == Turn::EachColour,
            near: plan.needs.neighbours_at_least.unwrap_or(0) as u8,
            group_at_most: plan.needs.group_at_most,
            line: triggers.line.unwrap_or(u32::MAX),
            in_turn: [0, 1].map(|turn| plan.moves_in_turn(turn, false)),
            stops: matches!(plan.turn, Turn::UpTo { .. }),
            no_crosscut: plan.needs.no_crosscut,
            squares: vec![[[beyond; 3]; 4]; N],
            barred: [false; N],
            masks,
            triggers,
        });
        for site in board.ids() {
            tables.fill_ring(plan, site)?;
            let s = site.index();
            tables.outer[s] = board.is_outer(site);
            let adjacent = board.neighbours(site, Connectivity::Adjacent);
            tables.adjacent[s] = adjacent.iter().map(|next| I::new(next.index())).collect();
            for (square, corners) in tables.squares[s].iter_mut().zip(board.squares(site)) {
                *square = corners.map(|corner| I::new(corner.index()));
            }
            for colour in 1..=plan.players {
                tables.site_mask[colour as usize][s] = tables.masks.site(Colour(colour), site);
            }
        }
        for site in plan.opening.iter().flat_map(|opening| &opening.barred) {
            tables.barred[site.index()] = true;
        }
        Some(tables)
    }

    fn fill_ring(&mut self, plan: &Plan, site: SiteId) -> Option<()> {
        let board = &plan.board;
        let beyond = I::new(N - 1);
        let around = board.neighbours(site, plan.connect[0]);
        let mut entries = Vec::new();
        for (k, &here) in around.iter().enumerate() {
            if self.runs
                && D == 12
                && board
                    .neighbours(site, Connectivity::Diagonal)
                    .contains(&here)
            {
                self.ring_diagonal[site.index()] |= 1 << entries.len();
            }
            entries.push(I::new(here.index()));
            let next = around[(k + 1) % around.len()];
            if self.runs
                && !board
                    .neighbours(here, Connectivity::Orthogonal)
                    .contains(&next)
            {
                entries.push(beyond);
            }
        }
        if self.runs && around.len() == 2 && !entries.contains(&beyond) {
            // Two neighbours that touch go round the site on one side only.
            entries.push(beyond);
        }
        // A ring shorter than the width must have a gap, or its ends would wrongly count as apart.
        let broken = D != 12 && self.runs && entries.len() < D && !entries.contains(&beyond);
        if entries.len() > D || broken {
            return None;
        }
        // Padding goes where the gap is: anywhere else it would part two neighbours that touch.
        if let Some(gap) = entries
            .iter()
            .position(|entry| *entry == beyond)
            .filter(|_| D != 12)
        {
            while entries.len() < D {
                entries.insert(gap, beyond);
            }
        }
        if D == 12 {
            self.ring_len[site.index()] = entries.len().max(2) as u8;
        }
        self.ring[site.index()][..entries.len()].copy_from_slice(&entries);
        Some(())
    }
}
