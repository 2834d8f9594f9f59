//! What games ask of groups, as the report words it: regions connected, loops closed, sizes multiplied and counted,
//! territory. Knows what a question is, not which game asks it.

use super::adjacency::{Adjacency, Neighbourhoods};
use super::framework::Groups;
use super::site_sets::SiteSet;
use super::{Forest, PlayerId, SiteId};

/// Named parts of a board that a group may connect: sides, corners.
#[derive(Clone, Debug)]
pub struct Regions {
    sets: Vec<SiteSet>,
    /// The same by site: bit `i` for the region `i`.
    at: Vec<u32>,
}

impl Regions {
    /// Regions over so many sites, each a list of sites.
    ///
    /// # Panics
    /// When there are more than 32 regions, or when one names a site that does not exist.
    pub fn new(sites: usize, regions: &[Vec<SiteId>]) -> Self {
        assert!(regions.len() <= 32, "at most 32 regions");
        let mut at = vec![0; sites];
        for (region, bit) in regions.iter().zip(0..) {
            region.iter().for_each(|site| at[site.index()] |= 1 << bit);
        }
        Self {
            sets: regions
                .iter()
                .map(|region| SiteSet::of(sites, region.iter().copied()))
                .collect(),
            at,
        }
    }

    /// The sites of every region.
    pub fn sets(&self) -> &[SiteSet] {
        &self.sets
    }

    /// The regions a site is in, a bit for each.
    #[inline]
    pub fn at(&self, site: SiteId) -> u32 {
        self.at[site.index()]
    }

    /// A bit for every region.
    pub fn all(&self) -> u32 {
        ((1u64 << self.sets.len()) - 1) as u32
    }

    /// Whether the group of a stone connects at least `number` of the regions (`isConnect`).
    #[inline]
    pub fn connected(
        &self,
        groups: &mut impl Groups,
        site: SiteId,
        player: PlayerId,
        number: u32,
    ) -> bool {
        groups.regions_met(site, player, self).count_ones() >= number
    }
}

/// The friendly stones around a site, in sets that hang together without that site and without going farther than its
/// neighbours. What the report's `isLoopAux` builds before a stone is put down.
///
/// If two sets belong to one tree, the stone closes an open loop: one for every set beyond the first of its tree.
#[derive(Clone, Debug)]
pub struct LocalSets {
    /// For every site: its neighbours, and for each of these a bit for every neighbour joined to it.
    around: Vec<Vec<(SiteId, u32)>>,
    /// For every site: which of the neighbours join with it.
    touching: Vec<u32>,
}

impl LocalSets {
    /// `ring` says which sites lie around a site, `joins` over which neighbours stones join. They are the same where stones
    /// join over all adjacent sites; on a square board with orthogonal connectivity the ring is the wider one.
    ///
    /// # Panics
    /// When a site has more than 32 neighbours, or when the two have not the same number of sites.
    pub fn new(ring: &Adjacency, joins: &Adjacency) -> Self {
        assert_eq!(ring.sites(), joins.sites(), "one number of sites");
        let bits = |members: &[SiteId], picked: &dyn Fn(SiteId) -> bool| {
            assert!(members.len() <= 32, "at most 32 neighbours");
            members.iter().zip(0..).fold(0u32, |bits, (&site, bit)| {
                bits | u32::from(picked(site)) << bit
            })
        };
        let sites = || (0..ring.sites() as u16).map(SiteId);
        Self {
            around: sites()
                .map(|site| {
                    let neighbours = ring.neighbours(site);
                    let joined = |a: SiteId| bits(neighbours, &|b| joins.adjacent(a, b));
                    neighbours
                        .iter()
                        .map(|&neighbour| (neighbour, joined(neighbour)))
                        .collect()
                })
                .collect(),
            touching: sites()
                .map(|site| bits(ring.neighbours(site), &|b| joins.adjacent(site, b)))
                .collect(),
        }
    }

    /// The local sets of a player around a site, each as a stone that touches the site. At most one per two neighbours on
    /// the boards of the report.
    fn representatives(
        &self,
        groups: &impl Groups,
        site: SiteId,
        player: PlayerId,
    ) -> impl Iterator<Item = SiteId> + '_ {
        let around = &self.around[site.index()];
        let touching = self.touching[site.index()];
        let mut friends = around
            .iter()
            .zip(0..)
            .fold(0u32, |bits, (&(site, _), bit)| {
                bits | u32::from(groups.has(site, player)) << bit
            });
        std::iter::from_fn(move || {
            if friends & touching == 0 {
                return None;
            }
            let first = (friends & touching).trailing_zeros();
            let mut set = 1u32 << first;
            let mut open = set;
            while open != 0 {
                let bit = open.trailing_zeros();
                open &= open - 1;
                let new = around[bit as usize].1 & friends & !set;
                set |= new;
                open |= new;
            }
            friends &= !set;
            Some(around[first as usize].0)
        })
    }

    /// How many local sets a player has around a site.
    pub fn count(&self, groups: &impl Groups, site: SiteId, player: PlayerId) -> u32 {
        self.representatives(groups, site, player).count() as u32
    }

    /// How many open loops a stone of the player would close there: local sets minus the trees they belong to. To be asked
    /// before the stone is put down.
    pub fn loops_closed(&self, groups: &mut impl Groups, site: SiteId, player: PlayerId) -> u32 {
        let mut sets = [SiteId(0); 32];
        let mut len = 0;
        for set in self.representatives(groups, site, player) {
            sets[len] = set;
            len += 1;
        }
        let repeated = |i: usize, groups: &mut _| {
            sets[..i]
                .iter()
                .any(|&earlier| Groups::connected(groups, sets[i], earlier, Forest::Player(player)))
        };
        (1..len).filter(|&i| repeated(i, groups)).count() as u32
    }
}

/// How many empty sites belong to a player: those in empty regions, orthogonally connected, that no other player's stone
/// borders. A union-find of its own, by rank, since it is asked once, at the end. `owner` gives 0 or a player's number.
pub fn size_territory(
    neighbourhoods: &Neighbourhoods,
    owner: impl Fn(SiteId) -> u8,
    player: PlayerId,
) -> u32 {
    let orthogonal = neighbourhoods.orthogonal();
    let sites = || (0..orthogonal.sites() as u16).map(SiteId);
    let mut parent: Vec<SiteId> = sites().collect();
    let mut rank = vec![0u8; orthogonal.sites()];
    fn find(parent: &mut [SiteId], mut site: SiteId) -> SiteId {
        while parent[site.index()] != site {
            // Path halving: every second site is hung one higher.
            parent[site.index()] = parent[parent[site.index()].index()];
            site = parent[site.index()];
        }
        site
    }
    for site in sites().filter(|&site| owner(site) == 0) {
        for &neighbour in orthogonal.neighbours(site) {
            if neighbour < site && owner(neighbour) == 0 {
                let (a, b) = (find(&mut parent, site), find(&mut parent, neighbour));
                if a != b {
                    let (root, child) = if rank[a.index()] < rank[b.index()] {
                        (b, a)
                    } else {
                        (a, b)
                    };
                    parent[child.index()] = root;
                    rank[root.index()] += u8::from(rank[a.index()] == rank[b.index()]);
                }
            }
        }
    }
    let mut size = vec![0u32; orthogonal.sites()];
    let mut foreign = vec![false; orthogonal.sites()];
    for site in sites().filter(|&site| owner(site) == 0) {
        let root = find(&mut parent, site).index();
        size[root] += 1;
        foreign[root] |= orthogonal
            .neighbours(site)
            .iter()
            .any(|&next| ![0, player.0].contains(&owner(next)));
    }
    size.iter()
        .zip(&foreign)
        .filter(|&(_, &foreign)| !foreign)
        .map(|(size, _)| size)
        .sum()
}
