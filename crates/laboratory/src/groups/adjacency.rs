//! Which sites are neighbours: adjacency lists checked once, and the choice of one for every player.
//! Knows nothing of stones.

use super::{Forest, PlayerId, SiteId};
use connection::board::{self, Board};
use std::fmt;
use std::sync::Arc;

/// The neighbours of every site, in the order given: symmetric, without loops or repetitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjacency {
    starts: Vec<u32>,
    neighbours: Vec<SiteId>,
}

/// Why lists of neighbours are not an adjacency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdjacencyError {
    /// More sites than a site number can hold.
    TooManySites {
        /// How many there are.
        sites: usize,
    },
    /// A list names a site that does not exist.
    NoSuchSite {
        /// Whose list it is.
        site: u16,
        /// The name that means nothing.
        neighbour: u16,
    },
    /// A site is its own neighbour.
    OwnNeighbour {
        /// The site.
        site: u16,
    },
    /// A neighbour is listed twice.
    Repeated {
        /// Whose list it is.
        site: u16,
        /// The neighbour named twice.
        neighbour: u16,
    },
    /// A site lists another that does not list it.
    OneSided {
        /// Whose list it is.
        site: u16,
        /// The neighbour whose list lacks `site`.
        neighbour: u16,
    },
}

impl fmt::Display for AdjacencyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManySites { sites } => {
                write!(
                    f,
                    "{sites} sites are too many: give at most {}",
                    Adjacency::SITES_MAX
                )
            }
            Self::NoSuchSite { site, neighbour } => {
                write!(
                    f,
                    "site {site} lists {neighbour}, which does not exist: remove it or add a list for it"
                )
            }
            Self::OwnNeighbour { site } => {
                write!(f, "site {site} lists itself: remove it from its list")
            }
            Self::Repeated { site, neighbour } => {
                write!(f, "site {site} lists {neighbour} twice: remove one")
            }
            Self::OneSided { site, neighbour } => {
                write!(
                    f,
                    "site {site} lists {neighbour}, but {neighbour} does not list {site}: add or remove one"
                )
            }
        }
    }
}

impl std::error::Error for AdjacencyError {}

impl Adjacency {
    /// The most sites an adjacency may have: those of the largest board.
    pub const SITES_MAX: usize = connection::board::SITES_MAX;

    /// Checks lists of neighbours: the list at `i` holds the neighbours of site `i`.
    pub fn from_lists(lists: &[Vec<u16>]) -> Result<Self, AdjacencyError> {
        if lists.len() > Self::SITES_MAX {
            return Err(AdjacencyError::TooManySites { sites: lists.len() });
        }
        let mut starts = Vec::with_capacity(lists.len() + 1);
        let mut neighbours = Vec::new();
        for (list, site) in lists.iter().zip(0u16..) {
            starts.push(neighbours.len() as u32);
            for (&neighbour, i) in list.iter().zip(0..) {
                if neighbour == site {
                    return Err(AdjacencyError::OwnNeighbour { site });
                }
                let Some(back) = lists.get(neighbour as usize) else {
                    return Err(AdjacencyError::NoSuchSite { site, neighbour });
                };
                if list[..i].contains(&neighbour) {
                    return Err(AdjacencyError::Repeated { site, neighbour });
                }
                if !back.contains(&site) {
                    return Err(AdjacencyError::OneSided { site, neighbour });
                }
                neighbours.push(SiteId(neighbour));
            }
        }
        starts.push(neighbours.len() as u32);
        Ok(Self { starts, neighbours })
    }

    /// The neighbours that count on a board.
    pub fn of(board: &Board, connectivity: board::Connectivity) -> Self {
        let list = |site| {
            board
                .neighbours(site, connectivity)
                .iter()
                .map(|site| site.0)
                .collect()
        };
        let lists: Vec<Vec<u16>> = board.ids().map(list).collect();
        Self::from_lists(&lists).expect("a board's neighbours are mutual")
    }

    /// How many sites there are.
    pub fn sites(&self) -> usize {
        self.starts.len() - 1
    }

    /// The neighbours of a site.
    #[inline]
    pub fn neighbours(&self, site: SiteId) -> &[SiteId] {
        let i = site.index();
        &self.neighbours[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Whether two sites are neighbours.
    pub fn adjacent(&self, a: SiteId, b: SiteId) -> bool {
        self.neighbours(a).contains(&b)
    }
}

/// How the stones of every player, and all stones together, hang together; and which neighbours are orthogonal, that is,
/// where the freedoms of a group lie.
#[derive(Clone, Debug)]
pub struct Neighbourhoods {
    by_player: Vec<Arc<Adjacency>>,
    common: Arc<Adjacency>,
    orthogonal: Arc<Adjacency>,
}

impl Neighbourhoods {
    /// One adjacency for everything.
    ///
    /// # Panics
    /// When `players` is 0 or more than [`PlayerId::MAX`].
    pub fn same(adjacency: Adjacency, players: u8) -> Self {
        let shared = Arc::new(adjacency);
        Self::new(
            vec![Arc::clone(&shared); usize::from(players)],
            Arc::clone(&shared),
            shared,
        )
    }

    /// Stones join over `adjacent`, freedoms are counted over `orthogonal`.
    ///
    /// # Panics
    /// When `players` is 0 or more than [`PlayerId::MAX`], or when the two have not the same number of sites.
    pub fn with_orthogonal(adjacent: Adjacency, orthogonal: Adjacency, players: u8) -> Self {
        let shared = Arc::new(adjacent);
        Self::new(
            vec![Arc::clone(&shared); usize::from(players)],
            shared,
            Arc::new(orthogonal),
        )
    }

    /// A connectivity for every player, in order, one for all stones together, and the orthogonal one.
    ///
    /// # Panics
    /// When there are no players or more than [`PlayerId::MAX`], or when the adjacencies differ in their number of sites.
    pub fn new(
        by_player: Vec<Arc<Adjacency>>,
        common: Arc<Adjacency>,
        orthogonal: Arc<Adjacency>,
    ) -> Self {
        assert!(
            (1..=usize::from(PlayerId::MAX)).contains(&by_player.len()),
            "1 to {} players",
            PlayerId::MAX
        );
        let sites = common.sites();
        assert!(
            orthogonal.sites() == sites && by_player.iter().all(|a| a.sites() == sites),
            "one number of sites"
        );
        Self {
            by_player,
            common,
            orthogonal,
        }
    }

    /// How many players there are.
    pub fn players(&self) -> u8 {
        self.by_player.len() as u8
    }

    /// How many sites there are.
    pub fn sites(&self) -> usize {
        self.common.sites()
    }

    /// The adjacency over which the stones of a forest join.
    #[inline]
    pub fn of(&self, forest: Forest) -> &Adjacency {
        match forest {
            Forest::Player(PlayerId::NEUTRAL) | Forest::Common => &self.common,
            Forest::Player(PlayerId(player)) => &self.by_player[usize::from(player) - 1],
        }
    }

    /// The orthogonal neighbours.
    #[inline]
    pub fn orthogonal(&self) -> &Adjacency {
        &self.orthogonal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lists: &[Vec<u16>], expected: AdjacencyError) {
        assert_eq!(Adjacency::from_lists(lists), Err(expected));
    }

    #[test]
    fn every_defect_is_named() {
        check(&[vec![0]], AdjacencyError::OwnNeighbour { site: 0 });
        check(
            &[vec![1]],
            AdjacencyError::NoSuchSite {
                site: 0,
                neighbour: 1,
            },
        );
        check(
            &[vec![1], vec![]],
            AdjacencyError::OneSided {
                site: 0,
                neighbour: 1,
            },
        );
        check(
            &[vec![1, 1], vec![0]],
            AdjacencyError::Repeated {
                site: 0,
                neighbour: 1,
            },
        );
        let many = vec![Vec::new(); Adjacency::SITES_MAX + 1];
        check(
            &many,
            AdjacencyError::TooManySites {
                sites: Adjacency::SITES_MAX + 1,
            },
        );
    }
}
