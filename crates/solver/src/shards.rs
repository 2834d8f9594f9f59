//! A hash table of numbers that several threads share without a global lock. Owns the table; what the numbers stand for, and how
//! that is compared, is the caller's business.
//!
//! A lock that all threads take would go to and fro between their cores, with every look-up, which takes longer than the look-up. So there are several
//! locks to the same table, and each thread takes one that it has for itself, as one of many readers. Only who makes the table
//! larger takes them all. Threads that have a lock each add numbers side by side: a slot is written once.

use std::sync::atomic::{
    AtomicU64, AtomicUsize, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};
use std::sync::{Arc, Mutex, MutexGuard};

/// A number belongs to one of these by its hash: only a part of all numbers moves when a table grows.
const SHARDS: usize = 16;
/// More threads than these share their locks.
const DOORS: usize = 8;
/// Slots of a new table: some are left over even if a thread behind every door adds one more than it should.
const SLOTS_MIN: usize = 64;
/// Numbers that a thread adds before it counts them, where others see the count.
const UNCOUNTED_MAX: usize = 32;

pub(crate) struct Shards {
    shards: Box<[Shard]>,
}

struct Shard {
    doors: [Door; DOORS],
    /// Numbers, but for those that threads have not counted yet.
    count: AtomicUsize,
}

/// A lock that fills a line of the processor's cache: two in one line would go to and fro together.
#[repr(align(64))]
struct Door(Mutex<Table>);

/// The same slots stand behind all doors of a shard.
struct Table {
    slots: Arc<[Slot]>,
    /// Numbers added through this door and not counted yet.
    uncounted: usize,
    /// Whether there should be more slots before another number is added.
    is_crowded: bool,
}

/// A hash and one more than its number, or 0.
#[derive(Default)]
struct Slot(AtomicU64);

impl Slot {
    fn get(&self) -> Option<(u32, u32)> {
        let word = self.0.load(Acquire);
        (word != 0).then(|| ((word >> 32) as u32, word as u32 - 1))
    }

    /// False if it is taken.
    fn put(&self, hash: u32, number: u32) -> bool {
        let word = u64::from(hash) << 32 | u64::from(number + 1);
        (self.0.compare_exchange(0, word, Release, Relaxed)).is_ok()
    }
}

impl Shards {
    pub(crate) fn new() -> Self {
        Shards {
            shards: (0..SHARDS).map(|_| Shard::new()).collect(),
        }
    }

    /// The number with this hash that stands for what is sought.
    pub(crate) fn find(&self, hash: u32, is_sought: impl Fn(u32) -> bool) -> Option<u32> {
        let table = self.shard(hash).enter();
        let mut number = None;
        walk(&table.slots, hash, |slot| match slot.get() {
            Some((other, found)) if other == hash && is_sought(found) => {
                number = Some(found);
                true
            }
            found => found.is_none(),
        });
        number
    }

    /// The same; if there is none, a new number that nobody sees before `make` has returned. If another thread was faster, its number counts and
    /// the new one is nobody's, which is rare.
    pub(crate) fn find_or_insert(
        &self,
        hash: u32,
        is_sought: impl Fn(u32) -> bool,
        make: impl FnOnce() -> u32,
    ) -> u32 {
        let shard = self.shard(hash);
        let mut table = shard.enter();
        while table.is_crowded {
            let slots = table.slots.len();
            drop(table);
            shard.grow(slots);
            table = shard.enter();
        }
        let (mut number, mut is_new) = (0, false);
        let (mut make, mut made) = (Some(make), 0);
        walk(&table.slots, hash, |slot| {
            if slot.get().is_none() {
                if let Some(make) = make.take() {
                    made = make();
                }
                if slot.put(hash, made) {
                    (number, is_new) = (made, true);
                    return true;
                }
            }
            let (other, found) = slot.get().expect("a slot is never emptied");
            number = found;
            other == hash && is_sought(found)
        });
        if is_new {
            table.uncounted += 1;
            if table.uncounted >= table.uncounted_max() {
                table.is_crowded = shard.count(&mut table);
            }
        }
        number
    }

    pub(crate) fn bytes(&self) -> usize {
        let slots = self.shards.iter().map(|shard| shard.enter().slots.len());
        slots.sum::<usize>() * size_of::<Slot>()
    }

    fn shard(&self, hash: u32) -> &Shard {
        &self.shards[hash as usize % SHARDS]
    }
}

impl Shard {
    fn new() -> Self {
        let slots: Arc<[Slot]> = (0..SLOTS_MIN).map(|_| Slot::default()).collect();
        Shard {
            doors: std::array::from_fn(|_| {
                Door(Mutex::new(Table {
                    slots: slots.clone(),
                    uncounted: 0,
                    is_crowded: false,
                }))
            }),
            count: AtomicUsize::new(0),
        }
    }

    /// Through the door of this thread.
    fn enter(&self) -> MutexGuard<'_, Table> {
        self.doors[THREAD.with(|thread| thread.0) % DOORS].lock()
    }

    /// Counts new numbers; whether too few slots are left.
    fn count(&self, table: &mut Table) -> bool {
        let uncounted = std::mem::take(&mut table.uncounted);
        let before = self.count.fetch_add(uncounted, Relaxed);
        before + uncounted > table.slots.len() / 4 * 3
    }

    /// Doubles the slots, unless another thread has done so.
    fn grow(&self, slots: usize) {
        let mut tables: Vec<_> = self.doors.iter().map(Door::lock).collect();
        let old = tables[0].slots.clone();
        if old.len() > slots {
            return;
        }
        let new: Arc<[Slot]> = (0..2 * slots).map(|_| Slot::default()).collect();
        for (hash, number) in old.iter().filter_map(Slot::get) {
            walk(&new, hash, |slot| slot.put(hash, number));
        }
        for table in &mut tables {
            table.slots = new.clone();
            table.is_crowded = false;
        }
    }
}

impl Door {
    fn lock(&self) -> MutexGuard<'_, Table> {
        (self.0.lock()).expect("no thread panics while it holds the lock")
    }
}

impl Table {
    /// With so many from every door an eighth of the slots is taken.
    fn uncounted_max(&self) -> usize {
        (self.slots.len() / (8 * DOORS)).clamp(1, UNCOUNTED_MAX)
    }
}

/// Visits the slots where a hash may stand, until one is the right one. There are always empty ones.
fn walk(slots: &[Slot], hash: u32, mut is_right: impl FnMut(&Slot) -> bool) {
    // All hashes of a shard have the same lowest bits.
    let spread = u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let mask = slots.len() - 1;
    let mut place = spread as usize & mask;
    while !is_right(&slots[place]) {
        place = (place + 1) & mask;
    }
}

/// The number of a living thread: the smallest that is free, so that a few threads have a door each.
struct Thread(usize);

/// Which numbers are taken, one bit for each.
static TAKEN: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static THREAD: Thread = Thread::new();
}

impl Thread {
    fn new() -> Self {
        let mut number = 0;
        let taken = TAKEN.fetch_update(Relaxed, Relaxed, |taken| {
            number = taken.trailing_ones() as usize;
            (number < 64).then(|| taken | 1 << number)
        });
        // The bits do for 64 threads. Any number will do.
        Thread(taken.map_or(64, |_| number))
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        if self.0 < 64 {
            TAKEN.fetch_and(!(1 << self.0), Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared_list::SharedList;

    /// A hash of which many numbers have the same.
    fn hash(item: u32) -> u32 {
        (item % 10_000).wrapping_mul(0x9e37_79b9)
    }

    #[test]
    fn threads_agree_on_every_number() {
        let (shards, items) = (Shards::new(), SharedList::new());
        let number_of = |item: u32| {
            let is_sought = |number: u32| items.get(number as usize) == Some(&item);
            shards.find_or_insert(hash(item), is_sought, || items.push(item) as u32)
        };
        let numbers: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..DOORS as u32 + 2)
                .map(|_| scope.spawn(|| (0..30_000).map(number_of).collect()))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        for others in &numbers[1..] {
            assert!(*others == numbers[0]);
        }
        for (item, &number) in (0..).zip(&numbers[0]) {
            assert_eq!(items.get(number as usize), Some(&item));
            let is_sought = |number: u32| items.get(number as usize) == Some(&item);
            assert_eq!(shards.find(hash(item), is_sought), Some(number));
        }
        assert_eq!(
            shards.find(hash(30_000), |number| items.get(number as usize)
                == Some(&30_000)),
            None
        );
        // Between three and seven eighths of the slots are taken.
        let slots = shards.bytes() / size_of::<Slot>();
        assert!((34_000..=80_000).contains(&slots), "{slots}");
    }

    #[test]
    fn living_threads_have_different_numbers() {
        let number = || THREAD.with(|thread| thread.0);
        let mine = number();
        for _ in 0..100 {
            let other = std::thread::spawn(number).join().unwrap();
            assert!(other != mine);
        }
    }
}
