//! Frameworks A and B: a forest for every player and a common one, filled stone by stone.
//! Knows whose stone it is, not whose turn it is.

use super::adjacency::Neighbourhoods;
use super::site_sets::{Items, SiteSet};
use super::trees::{Classical, Deleting, Kind, Method, Trees};
use super::{Forest, PlayerId, SiteId};
use std::sync::Arc;

/// Framework A: union-find without deletion.
pub type FrameworkA = Framework<Classical>;

/// Framework B: union-find with deletion by reconstruction, of one stone or of a whole group.
pub type FrameworkB = Framework<Deleting>;

/// A forest for every player and one for all stones together; see [`FrameworkA`] and [`FrameworkB`].
#[derive(Clone, Debug)]
pub struct Framework<K> {
    neighbourhoods: Arc<Neighbourhoods>,
    /// The players' forests in order, then the common one, then that of neutral stones.
    forests: Vec<Trees<K>>,
    /// The group being deleted or the sites around a move, kept so that
    /// neither allocates.
    gone: SiteSet,
}

/// What a deletion did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// How many stones went.
    pub removed: u32,
    /// Into how many trees the rest of the player's tree fell.
    pub trees: u32,
    /// Into how many trees the rest of the common tree fell.
    pub common_trees: u32,
}

/// What a framework takes at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Trees in all forests.
    pub trees: usize,
    /// Lists that hold something: the report's 1 × t in framework A, 2 × t in framework B.
    pub lists: usize,
    /// The bytes of one list.
    pub list_bytes: usize,
    /// The bytes allocated, the same from the first stone of the first game to the last of the last.
    pub bytes: usize,
}

/// What every keeper of groups can answer: the frameworks, and the flood fill they are held against.
pub trait Groups {
    /// How the stones hang together.
    fn neighbourhoods(&self) -> &Neighbourhoods;
    /// Takes all stones away.
    fn reset(&mut self);
    /// Puts a stone on a site without one.
    fn put(&mut self, site: SiteId, player: PlayerId);
    /// Whether a player has a stone there.
    fn has(&self, site: SiteId, player: PlayerId) -> bool;
    /// Whether two sites hold stones of one group.
    fn connected(&mut self, a: SiteId, b: SiteId, forest: Forest) -> bool;
    /// How many stones the group of a site has: 0 without a stone.
    fn size(&mut self, site: SiteId, forest: Forest) -> u32;
    /// Adds the group of a site to a set.
    fn collect(&mut self, site: SiteId, forest: Forest, into: &mut SiteSet);
    /// A bit for each of the regions (at most 32) that the group of a site meets.
    fn regions_met(&mut self, site: SiteId, player: PlayerId, regions: &super::Regions) -> u32;
    /// The sizes of all groups of a forest, in no order, written over `sizes`.
    fn sizes(&mut self, forest: Forest, sizes: &mut Vec<u32>);
    /// Whether a player has stones and all are one group.
    fn is_single_group(&mut self, player: PlayerId) -> bool;
}

/// What a keeper of groups can do that also takes stones away.
pub trait GroupsWithDeletion: Groups {
    /// Takes one stone of a player away.
    fn take(&mut self, site: SiteId, player: PlayerId);
    /// Takes the whole group of a player's stone away.
    fn take_group(&mut self, site: SiteId, player: PlayerId);
    /// How many freedoms the group of a player's stone has: empty sites orthogonal to it.
    fn freedoms(&mut self, site: SiteId, player: PlayerId) -> u32;
    /// How many freedoms the group of a stone would have that is not yet put down, before anything is captured.
    fn freedoms_of_move(&mut self, site: SiteId, player: PlayerId) -> u32;
}

impl<K: Kind> Framework<K> {
    /// No stones yet.
    pub fn new(neighbourhoods: Neighbourhoods, method: Method) -> Self {
        let sites = neighbourhoods.sites();
        Self {
            forests: (0..neighbourhoods.players() + 2)
                .map(|_| Trees::new(sites, method))
                .collect(),
            gone: SiteSet::new(sites),
            neighbourhoods: Arc::new(neighbourhoods),
        }
    }

    #[inline]
    fn slot(&self, forest: Forest) -> usize {
        match forest {
            Forest::Player(PlayerId::NEUTRAL) => usize::from(self.neighbourhoods.players()) + 1,
            Forest::Player(PlayerId(player)) => {
                debug_assert!(
                    (1..=self.neighbourhoods.players()).contains(&player),
                    "no player {player}"
                );
                usize::from(player) - 1
            }
            Forest::Common => usize::from(self.neighbourhoods.players()),
        }
    }

    #[inline]
    fn trees(&mut self, forest: Forest) -> &mut Trees<K> {
        let slot = self.slot(forest);
        &mut self.forests[slot]
    }

    /// Puts a player's stone on a site without one: a union in the player's forest and one in the common forest.
    /// Returns how many trees of the player it joined.
    pub fn union(&mut self, site: SiteId, player: PlayerId) -> u32 {
        let (own, common) = (Forest::Player(player), Forest::Common);
        let (own_slot, common_slot) = (self.slot(own), self.slot(common));
        let Self {
            neighbourhoods,
            forests,
            ..
        } = self;
        let orthogonal = neighbourhoods.orthogonal();
        let joined = forests[own_slot].union(site, neighbourhoods.of(own), orthogonal);
        forests[common_slot].union(site, neighbourhoods.of(common), orthogonal);
        joined
    }

    /// The name of a site's tree: its root. A site without a stone is its own.
    pub fn find(&mut self, site: SiteId, forest: Forest) -> SiteId {
        self.trees(forest).find(site)
    }

    /// Whether two sites are in one tree.
    pub fn connect(&mut self, a: SiteId, b: SiteId, forest: Forest) -> bool {
        self.trees(forest).connect(a, b)
    }

    /// How many items the tree of a site has: 0 without a stone.
    pub fn group_size(&mut self, site: SiteId, forest: Forest) -> u32 {
        self.trees(forest).items(site).len()
    }

    /// The items of a site's tree.
    pub fn items(&mut self, site: SiteId, forest: Forest) -> Items<'_> {
        self.trees(forest).items(site)
    }

    /// The roots of a forest, in increasing order.
    pub fn roots(&self, forest: Forest) -> impl Iterator<Item = SiteId> + '_ {
        self.forests[self.slot(forest)].roots()
    }

    /// How many trees there are in all forests, and what they take.
    pub fn memory(&self) -> Memory {
        Memory {
            trees: self
                .forests
                .iter()
                .map(|forest| forest.roots().count())
                .sum(),
            lists: self.forests.iter().map(Trees::lists).sum(),
            list_bytes: self.forests[0].list_bytes(),
            bytes: self.forests.iter().map(Trees::bytes).sum::<usize>() + self.gone.bytes(),
        }
    }

    /// Whether a forest has a stone there.
    pub fn contains(&self, site: SiteId, forest: Forest) -> bool {
        self.forests[self.slot(forest)].contains(site)
    }
}

impl FrameworkB {
    /// Takes one stone away and rebuilds the player's tree and the common tree it stood in. Nothing happens, and nothing
    /// comes back, where the player has no stone.
    pub fn delete(&mut self, site: SiteId, player: PlayerId) -> Option<Deletion> {
        if !self.contains(site, Forest::Player(player)) {
            return None;
        }
        self.gone.clear();
        self.gone.insert(site);
        let trees = self.rebuild(site, Forest::Player(player));
        Some(Deletion {
            removed: 1,
            trees,
            common_trees: self.rebuild(site, Forest::Common),
        })
    }

    /// Takes the whole group of a stone away and rebuilds the common tree it stood in. Nothing happens, and nothing comes
    /// back, where the player has no stone.
    pub fn delete_group(&mut self, site: SiteId, player: PlayerId) -> Option<Deletion> {
        if !self.contains(site, Forest::Player(player)) {
            return None;
        }
        let slot = self.slot(Forest::Player(player));
        let own = &mut self.forests[slot];
        self.gone.copy_from(own.items(site));
        own.take_down(site);
        let removed = self.gone.as_items().len();
        Some(Deletion {
            removed,
            trees: 0,
            common_trees: self.rebuild(site, Forest::Common),
        })
    }

    fn rebuild(&mut self, site: SiteId, forest: Forest) -> u32 {
        let slot = self.slot(forest);
        let adjacency = self.neighbourhoods.of(forest);
        self.forests[slot].rebuild_without(
            site,
            self.gone.as_items(),
            adjacency,
            self.neighbourhoods.orthogonal(),
        )
    }

    /// The items of a site's tree together with their orthogonal neighbours.
    pub fn items_with_orthogonal(&mut self, site: SiteId, forest: Forest) -> Items<'_> {
        self.trees(forest).with_orthogonal(site)
    }
}

impl<K: Kind> Groups for Framework<K> {
    fn neighbourhoods(&self) -> &Neighbourhoods {
        &self.neighbourhoods
    }

    fn reset(&mut self) {
        self.forests.iter_mut().for_each(Trees::reset);
    }

    #[inline]
    fn put(&mut self, site: SiteId, player: PlayerId) {
        self.union(site, player);
    }

    #[inline]
    fn has(&self, site: SiteId, player: PlayerId) -> bool {
        self.contains(site, Forest::Player(player))
    }

    #[inline]
    fn connected(&mut self, a: SiteId, b: SiteId, forest: Forest) -> bool {
        self.connect(a, b, forest)
    }

    #[inline]
    fn size(&mut self, site: SiteId, forest: Forest) -> u32 {
        self.group_size(site, forest)
    }

    fn collect(&mut self, site: SiteId, forest: Forest, into: &mut SiteSet) {
        into.union_with(self.items(site, forest));
    }

    #[inline]
    fn regions_met(&mut self, site: SiteId, player: PlayerId, regions: &super::Regions) -> u32 {
        let items = self.items(site, Forest::Player(player));
        regions
            .sets()
            .iter()
            .zip(0..)
            .fold(0, |met, (region, bit)| {
                met | u32::from(items.intersects(region.as_items())) << bit
            })
    }

    fn sizes(&mut self, forest: Forest, sizes: &mut Vec<u32>) {
        let trees = self.trees(forest);
        sizes.clear();
        sizes.extend(trees.roots().map(|root| trees.items_of_root(root).len()));
    }

    fn is_single_group(&mut self, player: PlayerId) -> bool {
        self.trees(Forest::Player(player)).roots().count() == 1
    }
}

impl GroupsWithDeletion for FrameworkB {
    fn take(&mut self, site: SiteId, player: PlayerId) {
        self.delete(site, player);
    }

    fn take_group(&mut self, site: SiteId, player: PlayerId) {
        self.delete_group(site, player);
    }

    fn freedoms(&mut self, site: SiteId, player: PlayerId) -> u32 {
        let own = self.slot(Forest::Player(player));
        let common = self.slot(Forest::Common);
        let [own, common] = self
            .forests
            .get_disjoint_mut([own, common])
            .expect("two forests");
        own.with_orthogonal(site).len_outside(common.members())
    }

    fn freedoms_of_move(&mut self, site: SiteId, player: PlayerId) -> u32 {
        let own = Forest::Player(player);
        let slot = self.slot(own);
        let mut around = std::mem::replace(&mut self.gone, SiteSet::new(0));
        around.clear();
        for &neighbour in self.neighbourhoods.orthogonal().neighbours(site) {
            around.insert(neighbour);
        }
        for &neighbour in self.neighbourhoods.of(own).neighbours(site) {
            if self.forests[slot].contains(neighbour) {
                around.union_with(self.forests[slot].with_orthogonal(neighbour));
            }
        }
        around.remove(site);
        let freedoms = around
            .as_items()
            .len_outside(self.forests[self.slot(Forest::Common)].members());
        self.gone = around;
        freedoms
    }
}
