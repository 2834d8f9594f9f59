//! A hash table of numbers that several threads share without a global lock. Owns the table; what the numbers stand for, and how
//! that is compared, is the caller's business.

use hashbrown::HashTable;
use std::sync::{Mutex, MutexGuard};

/// A lock is held for one look-up, and a number belongs to one of these by its hash.
const SHARDS: usize = 64;

/// Numbers with their hashes, so that hardly ever anything is compared in vain, nor hashed again when the table grows.
type Shard = HashTable<(u32, u32)>;

pub(crate) struct Shards {
    shards: Box<[Mutex<Shard>]>,
}

impl Shards {
    pub(crate) fn new() -> Self {
        Shards {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
        }
    }

    /// The number with this hash that stands for what is sought.
    pub(crate) fn find(&self, hash: u32, is_sought: impl Fn(u32) -> bool) -> Option<u32> {
        find_in(&self.shard(hash), hash, is_sought)
    }

    /// The same; if there is none, a new number that nobody sees before `make` has returned.
    pub(crate) fn find_or_insert(
        &self,
        hash: u32,
        is_sought: impl Fn(u32) -> bool,
        make: impl FnOnce() -> u32,
    ) -> u32 {
        let mut shard = self.shard(hash);
        if let Some(number) = find_in(&shard, hash, is_sought) {
            return number;
        }
        let number = make();
        shard.insert_unique(spread(hash), (hash, number), |&(hash, _)| spread(hash));
        number
    }

    pub(crate) fn bytes(&self) -> usize {
        let shards = self.shards.iter();
        shards.map(|shard| lock(shard).allocation_size()).sum()
    }

    fn shard(&self, hash: u32) -> MutexGuard<'_, Shard> {
        lock(&self.shards[hash as usize % SHARDS])
    }
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard
        .lock()
        .expect("no thread panics while it holds the lock")
}

fn find_in(shard: &Shard, hash: u32, is_sought: impl Fn(u32) -> bool) -> Option<u32> {
    let is_this = |&(other, number): &(u32, u32)| other == hash && is_sought(number);
    shard.find(spread(hash), is_this).map(|&(_, number)| number)
}

/// A table goes by the lowest and the highest bits, and all numbers of a shard have the same lowest ones.
fn spread(hash: u32) -> u64 {
    u64::from(hash)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(20)
}
