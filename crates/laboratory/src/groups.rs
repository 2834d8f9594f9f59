//! Groups of stones kept by union-find, with and without deletion.
//!
//! This module owns the two frameworks of the report *Union-find with deletion for connection games*: A, which only adds
//! stones, and B, which also takes them away by rebuilding what was touched. Both keep one forest for every player and a common one
//! for all stones, and one for stones that belong to nobody. Every tree carries the set of its sites, and in framework B also the set
//! of its sites with their orthogonal neighbours. They work on any adjacency, and must not know what a board looks like or what a game
//! is.
//!
//! They are here to be measured and to be believed: [`FloodFill`] answers the same questions the slow, obvious way, and
//! the laws in `tests/groups_laws.rs` hold them against each other. The engine that plays fast keeps structures of its own.
//!
//! ```
//! use laboratory::groups::{Adjacency, Neighbourhoods, Forest, FrameworkB, Method, PlayerId, SiteId};
//!
//! // Five sites in a row; the middle one joins two stones, and its removal parts them again.
//! let row = Adjacency::from_lists(&[vec![1], vec![0, 2], vec![1, 3], vec![2, 4], vec![3]]).unwrap();
//! let mut groups = FrameworkB::new(Neighbourhoods::same(row, 2), Method::WQUPC);
//! let black = PlayerId(1);
//! for site in [1, 3, 2] {
//!     groups.union(SiteId(site), black);
//! }
//! assert!(groups.connect(SiteId(1), SiteId(3), Forest::Player(black)));
//! assert_eq!(groups.group_size(SiteId(3), Forest::Player(black)), 3);
//! assert_eq!(groups.delete(SiteId(2), black).unwrap().trees, 2);
//! assert!(!groups.connect(SiteId(1), SiteId(3), Forest::Player(black)));
//! ```

mod adjacency;
mod flood;
mod framework;
mod ludemes;
pub mod playouts;
mod site_sets;
mod trees;

pub use adjacency::{Adjacency, AdjacencyError, Neighbourhoods};
pub use connection::board::SiteId;
pub use flood::FloodFill;
pub use framework::{
    Deletion, Framework, FrameworkA, FrameworkB, Groups, GroupsWithDeletion, Memory,
};
pub use ludemes::{LocalSets, Regions, size_territory};
pub use site_sets::{Items, SiteSet};
pub use trees::{Classical, Deleting, Find, Kind, Link, Method};

/// A player, who owns the stones of one colour. Players are numbered from 1; there are at most [`PlayerId::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// The highest number a player may have.
    pub const MAX: u8 = 16;

    /// Nobody: stones that block and belong to no player. They join as all stones together do.
    pub const NEUTRAL: PlayerId = PlayerId(u8::MAX);

    /// The players 1 to `count`.
    pub fn all(count: u8) -> impl Iterator<Item = PlayerId> {
        (1..=count).map(PlayerId)
    }
}

/// Which forest a question is about: the stones of one player, or all stones together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forest {
    /// The stones of one player.
    Player(PlayerId),
    /// All stones, whoever owns them.
    Common,
}
