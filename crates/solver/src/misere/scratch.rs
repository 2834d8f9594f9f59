//! What one thread works with besides the shared tables: buffers and generators that are used again, so that nothing is allocated for each
//! node. Owns no knowledge; it may be thrown away at any time, and must be when lands get other numbers.

use sprouts::Generator;

#[derive(Default)]
pub(super) struct Scratch {
    lists: Vec<Vec<u32>>,
    mills: Vec<Mill>,
    /// Children generated, before equal ones are recognised.
    pub(super) children: u64,
}

/// Generates the moves of a land. There are two: small lands are worked out while a move of a large one is looked at.
#[derive(Default)]
pub(super) struct Mill {
    pub(super) generator: Generator,
    pub(super) packed: Vec<u8>,
}

impl Scratch {
    /// An empty list.
    pub(super) fn take(&mut self) -> Vec<u32> {
        self.lists.pop().unwrap_or_default()
    }

    /// Hands a list back.
    pub(super) fn give(&mut self, mut list: Vec<u32>) {
        list.clear();
        self.lists.push(list);
    }

    pub(super) fn take_mill(&mut self) -> Mill {
        self.mills.pop().unwrap_or_default()
    }

    pub(super) fn give_mill(&mut self, mill: Mill) {
        self.mills.push(mill);
    }
}
