//! Lands interned to small ids, with what is known about each. Shared by all threads of a search without a global lock. Owns the table
//! and the memory it takes; knows nothing of how a search decides where to look.

use crate::guess::Shape;
use crate::heap::{HeapSet, NIMBER_UNKNOWN};
use crate::shards::Shards;
use crate::shared_list::{Block, SharedList};
use hashbrown::HashTable;
use sprouts::hash::{self, FastHash};
use sprouts::{Generator, Land, Names, PackedLand};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

/// A land, by its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LandId(pub(crate) u32);

/// Numbers of large heaps lie in one of these by their land, each behind a lock of its own.
const SHARDS: usize = 64;
/// Proof numbers of heaps below this stand in the land itself.
pub(crate) const HEAPS_INLINE: usize = 4;
/// One part in so many of the memory is left free until room must be made.
const ROOM_SHARE: u64 = 8;
/// Room is made so many times without a new nimber before the memory counts as too small.
const IDLE_TIMES_MAX: u32 = 8;

/// What is known about a land.
pub(crate) struct Entry {
    pub(crate) land: Land,
    pub(crate) lives: u8,
    pub(crate) shape: Shape,
    nimber: AtomicU8,
    /// Whether others were told of the nimber, or told us.
    told: AtomicBool,
    /// How many threads are searching below this land.
    visitors: AtomicU16,
    /// Heaps that the nimber is known not to be.
    refuted: AtomicU64,
    /// Proof and disproof number of the couples with small heaps; 0 when never visited.
    pub(crate) numbers: [AtomicU64; HEAPS_INLINE],
    /// The children, once generated and while memory lasts. Most lands are never visited: theirs shall take no room.
    pub(crate) children: OnceLock<Box<Children>>,
}

/// The children of a land. What was proved when they were generated is folded in.
#[derive(Default)]
pub(crate) struct Children {
    /// The nimbers of children that were known entirely.
    pub(crate) known: HeapSet,
    /// The other children, one after another: a head, then as many land ids as the head says.
    pub(crate) unknown: Box<[u32]>,
}

/// A child in the list: the number of its lands of unknown nimber, and the heap that the others fold to.
#[derive(Clone, Copy)]
pub(crate) struct Head(u32);

impl Head {
    pub(crate) fn new(lands: usize, heap: u8) -> Self {
        Head((lands as u32) << 8 | u32::from(heap))
    }
    pub(crate) fn from_word(word: u32) -> Self {
        Head(word)
    }
    pub(crate) fn word(self) -> u32 {
        self.0
    }
    pub(crate) fn lands(self) -> usize {
        (self.0 >> 8) as usize
    }
    pub(crate) fn heap(self) -> u8 {
        self.0 as u8
    }
}

impl Entry {
    fn new(land: PackedLand<'_>) -> Self {
        Entry {
            land: land.to_land(),
            lives: land.lives().min(255) as u8,
            shape: Shape::of(land),
            nimber: AtomicU8::new(NIMBER_UNKNOWN),
            told: AtomicBool::new(false),
            visitors: AtomicU16::new(0),
            refuted: AtomicU64::new(0),
            numbers: Default::default(),
            children: OnceLock::new(),
        }
    }

    pub(crate) fn nimber(&self) -> Option<u8> {
        match self.nimber.load(Relaxed) {
            NIMBER_UNKNOWN => None,
            nimber => Some(nimber),
        }
    }

    /// Whether work went into the land that has not led to its nimber yet.
    fn is_searched(&self) -> bool {
        let mut numbers = self.numbers.iter();
        self.nimber().is_none() && numbers.any(|numbers| numbers.load(Relaxed) != 0)
    }

    pub(crate) fn visitors(&self) -> u32 {
        u32::from(self.visitors.load(Relaxed))
    }

    pub(crate) fn enter(&self) {
        self.visitors.fetch_add(1, Relaxed);
    }

    pub(crate) fn leave(&self) {
        self.visitors.fetch_sub(1, Relaxed);
    }

    pub(crate) fn refuted(&self) -> HeapSet {
        HeapSet::from_low_bits(self.refuted.load(Relaxed))
    }

    pub(crate) fn refute(&self, heap: u8) {
        // Most are known already, and other threads read this.
        if heap < 64 && !self.refuted().contains(heap) {
            self.refuted.fetch_or(1 << heap, Relaxed);
        }
    }
}

/// What a thread keeps for itself while it adds lands: places for the next ones, and the bytes of the last ones, not counted yet.
#[derive(Default)]
pub(crate) struct Desk {
    block: Block,
    bytes: u64,
}

/// Proof numbers of couples whose heap does not stand in the land.
type LargeHeaps = HashMap<(LandId, u8), u64, FastHash>;

/// The table of lands.
pub struct Lands {
    ids: Shards,
    entries: SharedList<Entry>,
    large_heaps: Box<[Mutex<LargeHeaps>]>,
    bytes_used: AtomicU64,
    bytes_max: u64,
    proved: AtomicU64,
    /// How many times in a row room was made without a nimber proved since the time before, and how many were proved then.
    idle: (u32, u64),
}

impl Lands {
    /// An empty table that takes at most `bytes_max` bytes, and leaves a part of them to making room.
    pub fn new(bytes_max: u64) -> Self {
        Lands {
            ids: Shards::new(),
            entries: SharedList::new(),
            large_heaps: (0..SHARDS).map(|_| Mutex::default()).collect(),
            bytes_used: AtomicU64::new(0),
            bytes_max,
            proved: AtomicU64::new(0),
            idle: (0, 0),
        }
    }

    /// The id of a land.
    pub fn intern(&self, land: PackedLand<'_>) -> LandId {
        self.find_or_add(land, || {
            self.bytes_used.fetch_add(bytes_of(land), Relaxed);
            self.entries.push(Entry::new(land))
        })
    }

    /// The same for a thread that asks often.
    fn intern_at(&self, desk: &mut Desk, land: PackedLand<'_>) -> LandId {
        self.find_or_add(land, || {
            if desk.block.is_full() {
                self.clear(desk);
            }
            desk.bytes += bytes_of(land);
            (self.entries).push_into(&mut desk.block, Entry::new(land))
        })
    }

    /// Counts what a thread has added.
    fn clear(&self, desk: &mut Desk) {
        self.entries.give_back(&mut desk.block);
        let bytes = std::mem::take(&mut desk.bytes);
        self.bytes_used.fetch_add(bytes, Relaxed);
    }

    fn find_or_add(&self, land: PackedLand<'_>, add: impl FnOnce() -> usize) -> LandId {
        let is_this = |id| self.entry(LandId(id)).land.packed() == land;
        LandId((self.ids).find_or_insert(hash(land), is_this, || add() as u32))
    }

    /// The land of an id.
    pub fn land(&self, id: LandId) -> &Land {
        &self.entry(id).land
    }

    /// The nimber of a land, where it is proved.
    pub fn nimber(&self, id: LandId) -> Option<u8> {
        self.entry(id).nimber()
    }

    /// Looks a land up without adding it.
    pub fn find(&self, land: PackedLand<'_>) -> Option<LandId> {
        let is_this = |id| self.entry(LandId(id)).land.packed() == land;
        self.ids.find(hash(land), is_this).map(LandId)
    }

    /// Remembers a proved nimber.
    pub fn prove(&self, id: LandId, nimber: u8) {
        let before = self.entry(id).nimber.swap(nimber, Relaxed);
        assert!(
            before == NIMBER_UNKNOWN || before == nimber,
            "two nimbers proved for one land"
        );
        if before == NIMBER_UNKNOWN {
            self.proved.fetch_add(1, Relaxed);
        }
    }

    /// All lands whose nimber is proved.
    pub fn proved(&self) -> impl Iterator<Item = (PackedLand<'_>, u8)> {
        self.entries
            .iter()
            .filter_map(|entry| entry.nimber().map(|nimber| (entry.land.packed(), nimber)))
    }

    /// The proved nimbers of lands with at least so many lives that nobody was told of yet.
    pub(crate) fn news(&self, lives_min: u32) -> impl Iterator<Item = (PackedLand<'_>, u8)> {
        self.entries.iter().filter_map(move |entry| {
            let nimber = entry.nimber()?;
            let is_news = u32::from(entry.lives) >= lives_min && !entry.told.swap(true, Relaxed);
            is_news.then_some((entry.land.packed(), nimber))
        })
    }

    /// Others know the nimber of this land.
    pub(crate) fn is_told(&self, id: LandId) {
        self.entry(id).told.store(true, Relaxed);
    }

    /// How many lands have a proved nimber.
    pub fn proved_count(&self) -> u64 {
        self.proved.load(Relaxed)
    }

    /// How many lands are in the table.
    pub fn count(&self) -> usize {
        self.entries.count()
    }

    /// An estimate of the memory that the table takes.
    pub fn bytes_used(&self) -> u64 {
        self.bytes_used.load(Relaxed)
    }

    /// Whether the memory budget is used up, but for the part that making room takes.
    pub fn is_full(&self) -> bool {
        self.is_full_with(0)
    }

    /// Whether the budget would be used up if so many bytes came on top.
    pub(crate) fn is_full_with(&self, bytes: u64) -> bool {
        self.bytes_used() + bytes >= self.bytes_max - self.bytes_max / ROOM_SHARE
    }

    /// Forgets the lands that no work went into, and all children; ids change. Gives false if that leaves too little room to go on,
    /// or if nothing was proved the last few times.
    pub(crate) fn make_room(&mut self) -> bool {
        let (times, proved) = self.idle;
        let idle_times = if proved == self.proved_count() {
            times + 1
        } else {
            0
        };
        self.idle = (idle_times, self.proved_count());
        if idle_times > IDLE_TIMES_MAX {
            return false;
        }
        // Old and new table exist at once for a moment.
        let room = (self.bytes_max / ROOM_SHARE) as usize / SharedList::<Entry>::ITEM_BYTES;
        let Some(mut spare) = room.checked_sub(self.proved_count() as usize) else {
            return false;
        };
        // If not all lands that work went into can stay, those with many lives do: most of it went into them.
        let mut searched_by_lives = [0usize; 256];
        for entry in self.entries.iter() {
            searched_by_lives[usize::from(entry.lives)] += usize::from(entry.is_searched());
        }
        let mut lives_min = searched_by_lives.len();
        while lives_min > 0 && searched_by_lives[lives_min - 1] <= spare {
            lives_min -= 1;
            spare -= searched_by_lives[lives_min];
        }
        let entries = std::mem::replace(&mut self.entries, SharedList::new());
        self.ids = Shards::new();
        self.large_heaps = (0..SHARDS).map(|_| Mutex::default()).collect();
        self.bytes_used = AtomicU64::new(0);
        for mut entry in entries.into_items() {
            let is_kept = entry.is_searched() && usize::from(entry.lives) >= lives_min;
            if is_kept || entry.nimber().is_some() {
                entry.children = OnceLock::new();
                let land = entry.land.clone();
                self.find_or_add(land.packed(), || {
                    self.bytes_used.fetch_add(bytes_of(land.packed()), Relaxed);
                    self.entries.push(entry)
                });
            }
        }
        true
    }

    pub(crate) fn entry(&self, id: LandId) -> &Entry {
        self.entries
            .get(id.0 as usize)
            .expect("ids come from intern")
    }

    /// Keeps children for the next visit, while memory lasts.
    ///
    /// The last third of the budget is left to lands, which a search cannot do without.
    pub(crate) fn keep_children(
        &self,
        id: LandId,
        children: Children,
    ) -> Result<&Children, Children> {
        let bytes = (children.unknown.len() * 4 + size_of::<Children>() + 32) as u64;
        if self.bytes_used() + bytes > self.bytes_max / 3 * 2 {
            return Err(children);
        }
        self.bytes_used.fetch_add(bytes, Relaxed);
        Ok(self.entry(id).children.get_or_init(|| Box::new(children)))
    }

    /// The proof numbers of a couple whose heap is too large to stand in the land; 0 when never visited.
    pub(crate) fn large_heap_numbers(&self, id: LandId, heap: u8) -> u64 {
        debug_assert!(usize::from(heap) >= HEAPS_INLINE);
        let numbers = self.large_heaps[id.0 as usize % SHARDS]
            .lock()
            .expect("no thread panics while it holds the lock");
        numbers.get(&(id, heap)).copied().unwrap_or(0)
    }

    pub(crate) fn store_large_heap_numbers(&self, id: LandId, heap: u8, numbers: u64) {
        let mut stored = self.large_heaps[id.0 as usize % SHARDS]
            .lock()
            .expect("no thread panics while it holds the lock");
        if stored.insert((id, heap), numbers).is_none() {
            self.bytes_used.fetch_add(32, Relaxed);
        }
    }
}

/// The lands of the table under their ids, for a thread that has a desk.
struct Naming<'a> {
    lands: &'a Lands,
    desk: &'a mut Desk,
}

impl Names for Naming<'_> {
    fn find(&mut self, land: PackedLand<'_>) -> Option<u32> {
        self.lands.find(land).map(|id| id.0)
    }
    fn name(&mut self, land: PackedLand<'_>) -> u32 {
        self.lands.intern_at(self.desk, land).0
    }
}

/// Generates children as lists of ids. One per thread.
#[derive(Default)]
pub(crate) struct Expander {
    generator: Generator,
    list: Vec<u32>,
    offsets: HashTable<u32>,
    ids: Vec<LandId>,
    small: SmallLands,
    desk: Desk,
    /// Children generated, before equal ones are recognised.
    pub(crate) raw_children: u64,
}

/// Finds nimbers of small lands by trying everything, which costs less than to search them bit by bit.
#[derive(Default)]
struct SmallLands {
    generator: Generator,
    /// The children of all lands on the path, each after the number of its lands.
    path: Vec<u32>,
    desk: Desk,
}

impl SmallLands {
    /// A land is small if it has so many lives or fewer.
    const LIVES_MAX: u8 = 7;

    fn nimber(&mut self, lands: &Lands, id: LandId, raw_children: &mut u64) -> u8 {
        let entry = lands.entry(id);
        if let Some(nimber) = entry.nimber() {
            return nimber;
        }
        let start = self.path.len();
        let SmallLands {
            generator,
            path,
            desk,
        } = self;
        let mut names = Naming { lands, desk };
        let _ = generator.named_children(entry.land.packed(), &mut names, |child| {
            *raw_children += 1;
            path.push(child.len() as u32);
            path.extend_from_slice(child);
            ControlFlow::<()>::Continue(())
        });
        let end = self.path.len();
        let mut options = HeapSet::default();
        let mut place = start;
        while place < end {
            let next = place + 1 + self.path[place] as usize;
            let heap = (place + 1..next).fold(0, |heap, land| {
                heap ^ self.nimber(lands, LandId(self.path[land]), raw_children)
            });
            options.insert(heap);
            place = next;
        }
        self.path.truncate(start);
        let nimber = options.mex();
        lands.prove(id, nimber);
        nimber
    }
}

/// How many children are generated between two questions whether to go on.
const CHILDREN_BETWEEN_LOOKS: u64 = 1024;

impl Expander {
    /// Counts what was added to the table.
    pub(crate) fn clear(&mut self, lands: &Lands) {
        lands.clear(&mut self.desk);
        lands.clear(&mut self.small.desk);
    }

    /// The children of a land; nothing as soon as one of them is known to have the nimber `wanted`. A land may have millions of them, so
    /// `go_on` is asked now and then, with the bytes that the list takes so far.
    pub(crate) fn expand<H>(
        &mut self,
        lands: &Lands,
        land: LandId,
        wanted: Option<u8>,
        mut go_on: impl FnMut(u64) -> Result<(), H>,
    ) -> Result<Option<Children>, H> {
        let Expander {
            generator,
            list,
            offsets,
            ids,
            small,
            desk,
            raw_children,
        } = self;
        list.clear();
        offsets.clear();
        let mut known = HeapSet::default();
        let entry = lands.entry(land);
        let mut names = Naming { lands, desk };
        let found = generator.named_children(entry.land.packed(), &mut names, |child| {
            *raw_children += 1;
            if raw_children.is_multiple_of(CHILDREN_BETWEEN_LOOKS)
                && let Err(halt) = go_on(list.len() as u64 * 16)
            {
                return ControlFlow::Break(Some(halt));
            }
            ids.clear();
            let mut heap = 0;
            for &id in child {
                let id = LandId(id);
                let land = lands.entry(id);
                if let Some(nimber) = land.nimber() {
                    heap ^= nimber;
                } else if land.lives <= SmallLands::LIVES_MAX {
                    heap ^= small.nimber(lands, id, raw_children);
                } else {
                    ids.push(id);
                }
            }
            cancel_equal(ids);
            if ids.is_empty() {
                known.insert(heap);
                // A child of that nimber: the land has another one, even if the rest is not looked at now.
                entry.refute(heap);
                return if wanted == Some(heap) {
                    ControlFlow::Break(None)
                } else {
                    ControlFlow::Continue(())
                };
            }
            let offset = list.len();
            list.push(Head::new(ids.len(), heap).word());
            list.extend(ids.iter().map(|id| id.0));
            let hash = hash::of_words(&list[offset..]);
            let same = |&other: &u32| {
                let other = other as usize;
                list.get(other..other + (list.len() - offset)) == Some(&list[offset..])
            };
            if offsets.find(hash, same).is_some() {
                list.truncate(offset);
                return ControlFlow::Continue(());
            }
            let list: &Vec<u32> = list;
            offsets.insert_unique(hash, offset as u32, |&other| {
                let other = other as usize;
                hash::of_words(&list[other..=other + Head::from_word(list[other]).lands()])
            });
            ControlFlow::Continue(())
        });
        match found {
            ControlFlow::Break(Some(halt)) => Err(halt),
            ControlFlow::Break(None) => Ok(None),
            ControlFlow::Continue(()) => Ok(Some(Children {
                known,
                unknown: list[..].into(),
            })),
        }
    }
}

/// Sorts and takes out equal lands in pairs: a game plus itself is worth nothing in normal play.
pub(crate) fn cancel_equal(ids: &mut Vec<LandId>) {
    if ids.len() < 2 {
        return;
    }
    ids.sort_unstable();
    let mut kept = 0;
    for place in 0..ids.len() {
        if kept > 0 && ids[kept - 1] == ids[place] {
            kept -= 1;
        } else {
            ids[kept] = ids[place];
            kept += 1;
        }
    }
    ids.truncate(kept);
}

/// What a land takes: its entry, its place in the hash table, and what an allocation costs.
fn bytes_of(land: PackedLand<'_>) -> u64 {
    (SharedList::<Entry>::ITEM_BYTES + land.as_bytes().len() + 48) as u64
}

fn hash(land: PackedLand<'_>) -> u32 {
    (hash::of_bytes(land.as_bytes()) >> 32) as u32
}
