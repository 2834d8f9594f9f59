//! Short lists interned to small numbers: equal lists get equal numbers, counted from 0. Owns the storage and the hash
//! table; does not know what the lists mean.

use super::pieces::Pieces;

/// What a list may be made of.
pub(super) trait Item: Copy + Eq + Default {
    /// A hash whose high and low halves are both well mixed.
    fn hash(items: &[Self]) -> u64;
}

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

fn fold(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * u128::from(MULTIPLIER);
    (product as u64) ^ ((product >> 64) as u64)
}

impl Item for u8 {
    fn hash(items: &[u8]) -> u64 {
        let mut hash = items.len() as u64 ^ 0x243f_6a88_85a3_08d3;
        let mut words = items.chunks_exact(8);
        for word in &mut words {
            hash = fold(
                hash,
                u64::from_le_bytes(word.try_into().expect("chunks of eight")),
            );
        }
        let mut tail = [0u8; 8];
        tail[..words.remainder().len()].copy_from_slice(words.remainder());
        fold(fold(hash, u64::from_le_bytes(tail)), 0x1319_8a2e_0370_7344)
    }
}

impl Item for u32 {
    fn hash(items: &[u32]) -> u64 {
        let mut hash = items.len() as u64 ^ 0x243f_6a88_85a3_08d3;
        for &item in items {
            hash = fold(hash, u64::from(item));
        }
        fold(hash, 0x1319_8a2e_0370_7344)
    }
}

/// The lists seen so far.
pub(super) struct Interner<T> {
    items: Pieces<T>,
    /// One past the last item of each list.
    ends: Pieces<u32>,
    /// Open addressing; the tag is the high half of the hash, so that hardly any other list is ever compared.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    /// The number of the list, or [`Slot::EMPTY`].
    number: u32,
}

impl Slot {
    const EMPTY: u32 = u32::MAX;
}

impl<T: Item> Interner<T> {
    pub(super) fn new() -> Self {
        Interner {
            items: Pieces::new(),
            ends: Pieces::new(),
            slots: vec![
                Slot {
                    tag: 0,
                    number: Slot::EMPTY
                };
                16
            ],
        }
    }

    /// How many lists there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The items of a list.
    pub(super) fn get(&self, number: u32) -> &[T] {
        let before = match number {
            0 => 0,
            _ => self.ends[number as usize - 1],
        };
        self.items
            .list(before as usize, self.ends[number as usize] as usize)
    }

    /// The number of a list, if it has one.
    pub(super) fn find(&self, list: &[T]) -> Option<u32> {
        let number = self.slots[self.place(T::hash(list), list)].number;
        (number != Slot::EMPTY).then_some(number)
    }

    /// The number of a list, new or old.
    pub(super) fn intern(&mut self, list: &[T]) -> u32 {
        let hash = T::hash(list);
        let place = self.place(hash, list);
        if self.slots[place].number != Slot::EMPTY {
            return self.slots[place].number;
        }
        let number = self.ends.len() as u32;
        self.items.append(list, T::default());
        self.ends.push(self.items.len() as u32);
        self.slots[place] = Slot {
            tag: (hash >> 32) as u32,
            number,
        };
        if self.ends.len() * 4 > self.slots.len() * 3 {
            self.grow();
        }
        number
    }

    /// The bytes held, and those that the next growth will need for a moment on top of them.
    pub(super) fn bytes(&self) -> usize {
        let slots = self.slots.len() * size_of::<Slot>();
        let next = if self.ends.len() * 2 > self.slots.len() {
            slots * 2
        } else {
            0
        };
        self.items.bytes() + self.ends.bytes() + slots + next
    }

    /// Whether offsets are about to outgrow their 32 bits.
    pub(super) fn is_full(&self) -> bool {
        self.items.len() > (u32::MAX - (1 << 24)) as usize || self.ends.len() > (1 << 30)
    }

    fn place(&self, hash: u64, list: &[T]) -> usize {
        let mask = self.slots.len() - 1;
        let tag = (hash >> 32) as u32;
        let mut place = hash as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot.number == Slot::EMPTY || (slot.tag == tag && self.get(slot.number) == list) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![
            Slot {
                tag: 0,
                number: Slot::EMPTY
            };
            mask + 1
        ];
        for number in 0..self.ends.len() as u32 {
            let hash = T::hash(self.get(number));
            let mut place = hash as usize & mask;
            while slots[place].number != Slot::EMPTY {
                place = (place + 1) & mask;
            }
            slots[place] = Slot {
                tag: (hash >> 32) as u32,
                number,
            };
        }
        self.slots = slots;
    }
}
