//! The bytes of a database file: its header and its blocks. Owns the format; knows neither files nor games, but for one: the
//! header names the canonical form in which keys are written.

use sprouts::{Generator, Land, Position, checksum};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::LazyLock;

const MAGIC: [u8; 4] = *b"RHZD";
const VERSION: u8 = 1;

/// Magic, version, three zeros, the canonical form, a check.
pub(super) const FILE_HEADER_BYTES: usize = 24;
/// Length of the body, kind, number of nimbers, number of losses, a check of all that and the body.
pub(super) const BLOCK_HEADER_BYTES: usize = 21;
const CHECKED_HEADER_BYTES: usize = BLOCK_HEADER_BYTES - 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    Log,
    Sorted,
    EndOfSorted,
}

pub(super) enum HeaderError {
    NotADatabase,
    Version(u8),
    Damaged,
}

/// Canonical bytes of a few hundred lands, some with much symmetry, hashed: another canonical form has another number, and
/// the order in which children are generated plays no part.
static CANONICAL_FORM: LazyLock<u64> = LazyLock::new(|| {
    let starts = [
        ("0*3", u32::MAX),
        ("ABCDEF|ABCDEF", 2),
        ("0.1a1a.AB|AB", 2),
        ("ABCD|ABEF|CDEF", 2),
        ("11a1a.1abc1cba", 2),
    ];
    let mut all = BTreeSet::new();
    let mut generator = Generator::default();
    for (text, moves) in starts {
        let start: Position = text.parse().expect("a position");
        let mut level: BTreeSet<Land> = start.canonical().lands().iter().cloned().collect();
        for _ in 0..moves {
            let mut next = BTreeSet::new();
            for land in &level {
                let _ = generator.children(land.packed(), |child| {
                    next.extend(child.to_lands());
                    ControlFlow::<()>::Continue(())
                });
            }
            all.extend(std::mem::replace(&mut level, next));
            if level.is_empty() {
                break;
            }
        }
        all.extend(level);
    }
    let bytes: Vec<&[u8]> = all.iter().map(Land::as_bytes).collect();
    check(&bytes.concat())
});

/// 64 bits of check: one half finds every short change, the other mixes everything.
fn check(bytes: &[u8]) -> u64 {
    let mixed = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |state, &byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    u64::from(checksum(bytes)) << 32 | (mixed ^ mixed >> 32) & 0xffff_ffff
}

pub(super) fn file_header() -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend([VERSION, 0, 0, 0]);
    header.extend(CANONICAL_FORM.to_le_bytes());
    let sum = check(&header);
    header.extend(sum.to_le_bytes());
    header
}

/// Whether the file is written in the canonical form of this program.
pub(super) fn read_file_header(header: &[u8]) -> Result<bool, HeaderError> {
    if !header.starts_with(&MAGIC) {
        return Err(HeaderError::NotADatabase);
    }
    if header.len() != FILE_HEADER_BYTES {
        return Err(HeaderError::Damaged);
    }
    if header[4] != VERSION {
        return Err(HeaderError::Version(header[4]));
    }
    if u64_at(header, 16) != check(&header[..16]) {
        return Err(HeaderError::Damaged);
    }
    Ok(u64_at(header, 8) == *CANONICAL_FORM)
}

/// A block being written: nimbers first, then losses, each sorted.
pub(super) struct Block {
    bytes: Vec<u8>,
    before: Vec<u8>,
    nimbers: u32,
    losses: u32,
}

impl Block {
    pub(super) fn new(kind: BlockKind) -> Self {
        let mut bytes = vec![0; BLOCK_HEADER_BYTES];
        bytes[4] = kind as u8;
        Block {
            bytes,
            before: Vec::new(),
            nimbers: 0,
            losses: 0,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Adds a nimber, or without a value a loss.
    pub(super) fn push(&mut self, key: &[u8], nimber: Option<u8>) {
        debug_assert!(nimber.is_none() || self.losses == 0, "nimbers come first");
        let shared = key
            .iter()
            .zip(&self.before)
            .take_while(|(a, b)| a == b)
            .count();
        let rest = key.len() - shared;
        // Both counts in a byte, as most fit; what does not follows.
        self.bytes.push((shared.min(15) << 4 | rest.min(15)) as u8);
        for count in [shared, rest] {
            if count >= 15 {
                write_number(count - 15, &mut self.bytes);
            }
        }
        self.bytes.extend_from_slice(&key[shared..]);
        match nimber {
            Some(nimber) => {
                self.bytes.push(nimber);
                self.nimbers += 1;
            }
            None => self.losses += 1,
        }
        self.before.truncate(shared);
        self.before.extend_from_slice(&key[shared..]);
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let body = (self.bytes.len() - BLOCK_HEADER_BYTES) as u32;
        self.bytes[..4].copy_from_slice(&body.to_le_bytes());
        self.bytes[5..9].copy_from_slice(&self.nimbers.to_le_bytes());
        self.bytes[9..13].copy_from_slice(&self.losses.to_le_bytes());
        let sum = block_check(&self.bytes);
        self.bytes[CHECKED_HEADER_BYTES..BLOCK_HEADER_BYTES].copy_from_slice(&sum.to_le_bytes());
        self.bytes
    }
}

fn block_check(block: &[u8]) -> u64 {
    let header = check(&block[..CHECKED_HEADER_BYTES]);
    check(&block[BLOCK_HEADER_BYTES..]) ^ header.rotate_left(17)
}

/// The length of the body that follows a header.
pub(super) fn body_length(header: &[u8; BLOCK_HEADER_BYTES]) -> u32 {
    u32_at(header, 0)
}

/// Whether a block is whole: its check is right.
pub(super) fn is_whole(block: &[u8]) -> bool {
    u64_at(block, CHECKED_HEADER_BYTES) == block_check(block)
}

/// Visits what a whole block holds, a nimber with its value; nothing when no program of this version can have written it.
pub(super) fn read_block(
    block: &[u8],
    mut visit: impl FnMut(&[u8], Option<u8>),
) -> Option<BlockKind> {
    let kind = match block[4] {
        0 => BlockKind::Log,
        1 => BlockKind::Sorted,
        2 => BlockKind::EndOfSorted,
        _ => return None,
    };
    let (nimbers, losses) = (u32_at(block, 5), u32_at(block, 9));
    let mut input = &block[BLOCK_HEADER_BYTES..];
    let mut key = Vec::new();
    for index in 0..u64::from(nimbers) + u64::from(losses) {
        let counts = take(&mut input, 1)?[0];
        let (mut shared, mut rest) = (usize::from(counts >> 4), usize::from(counts & 15));
        for count in [&mut shared, &mut rest] {
            if *count == 15 {
                *count += read_number(&mut input)?;
            }
        }
        if shared > key.len() {
            return None;
        }
        key.truncate(shared);
        key.extend_from_slice(take(&mut input, rest)?);
        let value = if index < u64::from(nimbers) {
            Some(take(&mut input, 1)?[0])
        } else {
            None
        };
        visit(&key, value);
    }
    input.is_empty().then_some(kind)
}

fn take<'a>(input: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = input.split_at_checked(count)?;
    *input = rest;
    Some(taken)
}

fn write_number(mut number: usize, output: &mut Vec<u8>) {
    while number >= 128 {
        output.push(number as u8 | 128);
        number >>= 7;
    }
    output.push(number as u8);
}

fn read_number(input: &mut &[u8]) -> Option<usize> {
    let mut number = 0usize;
    for shift in [0, 7, 14, 21] {
        let byte = take(input, 1)?[0];
        number |= usize::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}
