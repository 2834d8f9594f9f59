//! One forest of union trees: how trees are linked, how a root is found, how a tree is taken down and put up again.
//! Knows neither players nor games; an adjacency is handed in with every call that needs one.
//!
//! A tree's set of items lives at its root, and every other site's set is empty. Where the report says that a set does not exist yet,
//! here it is empty, which answers every question the same way.

use super::SiteId;
use super::adjacency::Adjacency;
use super::site_sets::{Items, SiteSet, SiteSets};

/// Which of two roots becomes the child of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Link {
    /// The root of the new stone goes under the neighbour's, whatever their sizes: what is left of the report's listing
    /// without its test.
    Quick,
    /// The neighbour's root goes under the root of the new stone: a textbook's union of the neighbour with the stone.
    QuickOnTop,
    /// The root of smaller rank goes under the other.
    Ranked,
    /// Quick find: every item of the new stone's tree takes the neighbour's root for its own, so that trees have no depth.
    Relabel,
    /// The root with fewer items goes under the other; sizes are counted from the item sets, as the report does.
    Weighted,
}

/// How a root is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Find {
    /// Follow the parents.
    Walk,
    /// What the report prints as path compression: it looks two parents ahead and never writes one back.
    TwoSteps,
    /// Look once: the parent is the root. Only where links relabel.
    Once,
    /// Path compression as it is usually meant: every site passed becomes a child of the root.
    Compress,
}

/// A union rule: how to link and how to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// How two trees are linked.
    pub link: Link,
    /// How a root is found.
    pub find: Find,
}

impl Method {
    /// Quick find.
    pub const QF: Method = Method {
        link: Link::Relabel,
        find: Find::Once,
    };
    /// Quick union.
    pub const QU: Method = Method {
        link: Link::Quick,
        find: Find::Walk,
    };
    /// Quick union with the new stone on top.
    pub const QU_ON_TOP: Method = Method {
        link: Link::QuickOnTop,
        find: Find::Walk,
    };
    /// Ranked quick union with path compression.
    pub const RQUPC: Method = Method {
        link: Link::Ranked,
        find: Find::Compress,
    };
    /// Weighted quick union with path compression.
    pub const WQUPC: Method = Method {
        link: Link::Weighted,
        find: Find::Compress,
    };
    /// Ranked quick union with the report's find, which does not write back.
    pub const RQU_AS_PRINTED: Method = Method {
        link: Link::Ranked,
        find: Find::TwoSteps,
    };
    /// Weighted quick union with the report's find, which does not write back.
    pub const WQU_AS_PRINTED: Method = Method {
        link: Link::Weighted,
        find: Find::TwoSteps,
    };
    /// All of them.
    pub const ALL: [Method; 7] = [
        Self::QF,
        Self::QU,
        Self::QU_ON_TOP,
        Self::RQU_AS_PRINTED,
        Self::WQU_AS_PRINTED,
        Self::RQUPC,
        Self::WQUPC,
    ];

    /// The usual abbreviation.
    pub fn name(self) -> &'static str {
        match (self.link, self.find) {
            (Link::Relabel, _) => "QF",
            (_, Find::Once) => "find once, which needs relabelling",
            (Link::Quick, Find::Walk) => "QU",
            (Link::Quick, Find::TwoSteps) => "QU, find as printed",
            (Link::Quick, Find::Compress) => "QUPC",
            (Link::QuickOnTop, Find::Walk) => "QU, stone on top",
            (Link::QuickOnTop, Find::TwoSteps) => "QU, stone on top, find as printed",
            (Link::QuickOnTop, Find::Compress) => "QUPC, stone on top",
            (Link::Ranked, Find::Walk) => "RQU",
            (Link::Ranked, Find::TwoSteps) => "RQU, find as printed",
            (Link::Ranked, Find::Compress) => "RQUPC",
            (Link::Weighted, Find::Walk) => "WQU",
            (Link::Weighted, Find::TwoSteps) => "WQU, find as printed",
            (Link::Weighted, Find::Compress) => "WQUPC",
        }
    }
}

/// What tells framework A from framework B, at compile time, so that neither pays for the other.
pub trait Kind: sealed::Sealed + Copy + std::fmt::Debug {
    /// Whether a site without a stone is told apart by its parent, and trees keep their orthogonal neighbours.
    const DELETES: bool;
}

/// Framework A: every site is its own root from the start, and nothing is ever taken away.
#[derive(Clone, Copy, Debug)]
pub struct Classical;

/// Framework B: a site without a stone has no parent, and stones can be taken away.
#[derive(Clone, Copy, Debug)]
pub struct Deleting;

impl Kind for Classical {
    const DELETES: bool = false;
}

impl Kind for Deleting {
    const DELETES: bool = true;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Classical {}
    impl Sealed for super::Deleting {}
}

/// No parent: there is no stone (framework B only).
const UNUSED: SiteId = SiteId(u16::MAX);

/// The union trees of one forest.
#[derive(Clone, Debug)]
pub(super) struct Trees<K> {
    method: Method,
    parent: Vec<SiteId>,
    /// Empty unless the rule is the ranked one.
    rank: Vec<u8>,
    /// Where the stones are: what the report's listings ask the state of the game.
    members: SiteSet,
    items: SiteSets,
    /// The items together with their orthogonal neighbours; empty in framework A.
    with_orthogonal: SiteSets,
    /// The tree being rebuilt, kept so that a deletion allocates nothing.
    rebuilt: SiteSet,
    kind: std::marker::PhantomData<K>,
}

impl<K: Kind> Trees<K> {
    pub(super) fn new(sites: usize, method: Method) -> Self {
        Self {
            method,
            parent: (0..sites as u16)
                .map(|site| if K::DELETES { UNUSED } else { SiteId(site) })
                .collect(),
            rank: if method.link == Link::Ranked {
                vec![0; sites]
            } else {
                Vec::new()
            },
            members: SiteSet::new(sites),
            items: SiteSets::new(sites),
            with_orthogonal: SiteSets::new(if K::DELETES { sites } else { 0 }),
            rebuilt: SiteSet::new(sites),
            kind: std::marker::PhantomData,
        }
    }

    /// Takes all stones away. Only roots have sets, so only these are cleared.
    pub(super) fn reset(&mut self) {
        for site in (0..self.parent.len() as u16).map(SiteId) {
            if self.is_root(site) {
                self.items.clear(site);
                if K::DELETES {
                    self.with_orthogonal.clear(site);
                }
            }
            self.parent[site.index()] = if K::DELETES { UNUSED } else { site };
        }
        self.members.clear();
    }

    /// Whether there is a stone.
    #[inline]
    pub(super) fn contains(&self, site: SiteId) -> bool {
        self.members.as_items().contains(site)
    }

    /// All stones of the forest.
    #[inline]
    pub(super) fn members(&self) -> Items<'_> {
        self.members.as_items()
    }

    /// Whether the site is the root of a tree.
    #[inline]
    pub(super) fn is_root(&self, site: SiteId) -> bool {
        self.parent[site.index()] == site && (K::DELETES || self.contains(site))
    }

    /// The root of a site's tree; a site without a stone is its own.
    #[inline]
    pub(super) fn find(&mut self, site: SiteId) -> SiteId {
        if K::DELETES && self.parent[site.index()] == UNUSED {
            return site;
        }
        match self.method.find {
            Find::Once => self.parent[site.index()],
            Find::Walk => self.walk(site),
            Find::TwoSteps => {
                let mut site = site;
                loop {
                    let parent = self.parent[site.index()];
                    if parent == site {
                        return site;
                    }
                    site = self.parent[parent.index()];
                }
            }
            Find::Compress => {
                let root = self.walk(site);
                let mut site = site;
                while site != root {
                    site = std::mem::replace(&mut self.parent[site.index()], root);
                }
                root
            }
        }
    }

    #[inline]
    fn walk(&self, mut site: SiteId) -> SiteId {
        loop {
            let parent = self.parent[site.index()];
            if parent == site {
                return site;
            }
            site = parent;
        }
    }

    /// Whether two sites are in one tree: one find, then a look at the root's items.
    #[inline]
    pub(super) fn connect(&mut self, a: SiteId, b: SiteId) -> bool {
        let root = self.find(a);
        self.items.get(root).contains(b)
    }

    /// The items of a site's tree: none where there is no stone.
    #[inline]
    pub(super) fn items(&mut self, site: SiteId) -> Items<'_> {
        let root = self.find(site);
        self.items.get(root)
    }

    /// The items of the tree whose root this is.
    #[inline]
    pub(super) fn items_of_root(&self, root: SiteId) -> Items<'_> {
        self.items.get(root)
    }

    /// How many sets are not empty: one for every tree in framework A, two in framework B.
    pub(super) fn lists(&self) -> usize {
        self.items.filled() + self.with_orthogonal.filled()
    }

    /// The bytes of one set.
    pub(super) fn list_bytes(&self) -> usize {
        self.items.list_bytes()
    }

    /// The bytes that this forest has allocated.
    pub(super) fn bytes(&self) -> usize {
        self.parent.capacity() * size_of::<SiteId>()
            + self.rank.capacity()
            + self.members.bytes()
            + self.rebuilt.bytes()
            + self.items.bytes()
            + self.with_orthogonal.bytes()
    }

    /// The roots, in increasing order.
    pub(super) fn roots(&self) -> impl Iterator<Item = SiteId> + '_ {
        (0..self.parent.len() as u16)
            .map(SiteId)
            .filter(|&site| self.is_root(site))
    }

    /// Puts a stone down and joins it to the trees around it. Returns how many trees it joined.
    pub(super) fn union(
        &mut self,
        site: SiteId,
        adjacency: &Adjacency,
        orthogonal: &Adjacency,
    ) -> u32 {
        debug_assert!(!self.contains(site), "a stone is put down once");
        self.parent[site.index()] = site;
        self.members.insert(site);
        self.items.insert(site, site);
        if self.method.link == Link::Ranked {
            self.rank[site.index()] = 0;
        }
        if K::DELETES {
            self.with_orthogonal.insert(site, site);
            for &neighbour in orthogonal.neighbours(site) {
                self.with_orthogonal.insert(site, neighbour);
            }
        }
        let neighbours = adjacency.neighbours(site);
        let mut joined = 0;
        for (i, &neighbour) in neighbours.iter().enumerate() {
            // A tree that touches the stone in several places is joined through the last of them.
            if !self.contains(neighbour)
                || neighbours[i + 1..]
                    .iter()
                    .any(|&later| self.connect(neighbour, later))
            {
                continue;
            }
            let (theirs, ours) = (self.find(neighbour), self.find(site));
            debug_assert_ne!(theirs, ours);
            self.link(theirs, ours);
            joined += 1;
        }
        joined
    }

    #[inline]
    fn link(&mut self, theirs: SiteId, ours: SiteId) {
        let ours_stays = match self.method.link {
            Link::Quick | Link::Relabel => false,
            Link::QuickOnTop => true,
            Link::Ranked => {
                let (a, b) = (self.rank[theirs.index()], self.rank[ours.index()]);
                if a == b {
                    self.rank[theirs.index()] += 1;
                }
                a < b
            }
            Link::Weighted => self.items.get(theirs).len() < self.items.get(ours).len(),
        };
        let (root, child) = if ours_stays {
            (ours, theirs)
        } else {
            (theirs, ours)
        };
        if self.method.link == Link::Relabel {
            for item in self.items.get(child).iter() {
                self.parent[item.index()] = root;
            }
        }
        self.parent[child.index()] = root;
        self.items.merge(root, child);
        if K::DELETES {
            self.with_orthogonal.merge(root, child);
        }
    }
}

impl Trees<Deleting> {
    /// The items of a site's tree together with their orthogonal neighbours.
    #[inline]
    pub(super) fn with_orthogonal(&mut self, site: SiteId) -> Items<'_> {
        let root = self.find(site);
        self.with_orthogonal.get(root)
    }

    /// Takes the whole tree of a site away.
    pub(super) fn take_down(&mut self, site: SiteId) {
        let root = self.find(site);
        let mut down = std::mem::replace(&mut self.rebuilt, SiteSet::new(0));
        down.copy_from(self.items.get(root));
        self.items.clear(root);
        self.with_orthogonal.clear(root);
        for item in down.as_items().iter() {
            self.parent[item.index()] = UNUSED;
        }
        self.members.subtract(down.as_items());
        self.rebuilt = down;
    }

    /// Takes the tree of a site down and puts up again what is not in `gone`. Returns how many trees there are then.
    ///
    /// The report's listing joins a stone that is put up also to neighbours that are still down. Here only those already
    /// up count; the later one of two neighbours joins the earlier, so the trees are the same.
    pub(super) fn rebuild_without(
        &mut self,
        site: SiteId,
        gone: Items<'_>,
        adjacency: &Adjacency,
        orthogonal: &Adjacency,
    ) -> u32 {
        self.take_down(site);
        let mut up = std::mem::replace(&mut self.rebuilt, SiteSet::new(0));
        up.subtract(gone);
        let mut trees = 0;
        for item in up.as_items().iter() {
            trees = trees + 1 - self.union(item, adjacency, orthogonal);
        }
        self.rebuilt = up;
        trees
    }
}
