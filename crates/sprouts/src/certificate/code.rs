//! How lands and positions are written in a certificate. Owns the symbols and the contexts that predict them; knows nothing
//! of claims.
//!
//! Names are not written: a letter is either new, and then its name follows, or it is one of those met once so far, and then
//! only which one. The end of a land follows too: every capital was met twice. Sorted claims begin alike, so the
//! symbol at the same place of the claim before is one of the contexts: that is what front coding would save.

use super::coder::{CONTEXTS, Coder};
use crate::land::{CAPITAL, END_BOUNDARY, END_REGION, LOWER};
use crate::packed::{LAND_BYTES_MAX, PackedError};

const NEW_LOWER: u8 = 5;
const NEW_CAPITAL: u8 = 6;
const OLD_LOWER: u8 = 7;
const OLD_CAPITAL: u8 = 8;
/// Stands for a symbol where there is none.
const NONE: u8 = 15;

/// A symbol, and for an old letter which of those met once, in the order they were met.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Symbol {
    class: u8,
    which: u8,
}

/// Codes lands one after another. What it remembers of those before predicts the next.
pub(super) struct Code<C> {
    coder: C,
    /// The symbols of this position so far, and of the one before.
    symbols: Vec<Symbol>,
    before: Vec<Symbol>,
    /// Whether this position has begun like the one before.
    alike: bool,
    number_before: u32,
}

impl<C: Coder> Code<C> {
    pub(super) fn new(coder: C) -> Self {
        Code {
            coder,
            symbols: Vec::new(),
            before: Vec::new(),
            alike: true,
            number_before: 0,
        }
    }

    pub(super) fn into_coder(self) -> C {
        self.coder
    }

    /// Codes a packed position of any number of lands; a decoder is given nothing and appends what it finds to `output`.
    pub(super) fn position(
        &mut self,
        mut known: &[u8],
        output: &mut Vec<u8>,
    ) -> Result<(), PackedError> {
        self.start();
        let mut lands = 0;
        while self.flag(
            10 + u32::from(self.alike && self.symbols.len() < self.before.len()),
            !known.is_empty(),
        ) {
            let length = output.len();
            self.rest_of_land(known, output)?;
            known = known.get(output.len() - length..).unwrap_or_default();
            lands += 1;
            if lands > LAND_BYTES_MAX {
                return Err(PackedError::TooLarge);
            }
        }
        Ok(())
    }

    /// Codes one packed land, in the same way.
    pub(super) fn land(&mut self, known: &[u8], output: &mut Vec<u8>) -> Result<(), PackedError> {
        self.start();
        self.rest_of_land(known, output)
    }

    /// Codes a number that is mostly small.
    pub(super) fn number(&mut self, known: u8) -> u8 {
        let length = self.symbols.len() as u32;
        let last = self.recent(3);
        let mut number = 0;
        while number < u8::MAX {
            let node = 0x100 + u32::from(number);
            let contexts = [
                node,
                node << 4 | self.number_before,
                node << 16 | last,
                node << 8 | length,
                node << 8 | self.parity(),
                node << 8 | self.parity() << 4 | self.number_before,
            ];
            if !self.coder.bit(&contexts, 1, known > number) {
                break;
            }
            number += 1;
        }
        self.number_before = u32::from(number).min(15);
        number
    }

    fn start(&mut self) {
        std::mem::swap(&mut self.before, &mut self.symbols);
        self.symbols.clear();
        self.alike = true;
    }

    /// Lives and boundaries so far, modulo 2 and 4: nimbers lean on the parity of what is left.
    fn parity(&self) -> u32 {
        let (mut half_lives, mut boundaries) = (0u32, 0u32);
        for symbol in &self.symbols {
            match symbol.class {
                0..LOWER => half_lives += 2 * (3 - u32::from(symbol.class)),
                3 => boundaries += 1,
                4 => {}
                _ => half_lives += 1,
            }
        }
        ((half_lives / 2 % 4) << 2) | (boundaries % 4)
    }

    /// The classes of the last so many symbols.
    fn recent(&self, count: usize) -> u32 {
        let from = self.symbols.len().saturating_sub(count);
        self.symbols[from..]
            .iter()
            .fold(0, |all, symbol| (all << 4) | (u32::from(symbol.class) + 1))
    }

    fn rest_of_land(&mut self, known: &[u8], output: &mut Vec<u8>) -> Result<(), PackedError> {
        let start = output.len();
        let (mut open_capitals, mut open_lower) = (Vec::new(), Vec::new());
        let (mut new_capital, mut new_lower) = (CAPITAL, LOWER);
        loop {
            let next = known.get(output.len() - start).copied();
            let wanted = match next {
                None => Symbol { class: 0, which: 0 },
                Some(byte @ 0..LOWER) => Symbol {
                    class: byte,
                    which: 0,
                },
                Some(END_BOUNDARY) => Symbol { class: 3, which: 0 },
                Some(END_REGION) => Symbol { class: 4, which: 0 },
                Some(byte @ LOWER..END_BOUNDARY) => {
                    find(byte, &open_lower, OLD_LOWER).unwrap_or(Symbol {
                        class: NEW_LOWER,
                        which: 0,
                    })
                }
                Some(byte @ CAPITAL..) => {
                    find(byte, &open_capitals, OLD_CAPITAL).unwrap_or(Symbol {
                        class: NEW_CAPITAL,
                        which: 0,
                    })
                }
            };
            let symbol = self.symbol(wanted, open_lower.len(), open_capitals.len());
            let byte = match symbol.class {
                0..LOWER => symbol.class,
                3 => {
                    open_lower.clear();
                    new_lower = LOWER;
                    END_BOUNDARY
                }
                4 => END_REGION,
                NEW_LOWER if new_lower < END_BOUNDARY => {
                    open_lower.push(new_lower);
                    new_lower += 1;
                    new_lower - 1
                }
                NEW_CAPITAL if new_capital < u8::MAX => {
                    open_capitals.push(new_capital);
                    new_capital += 1;
                    new_capital - 1
                }
                OLD_LOWER if usize::from(symbol.which) < open_lower.len() => {
                    open_lower.remove(usize::from(symbol.which))
                }
                OLD_CAPITAL if usize::from(symbol.which) < open_capitals.len() => {
                    open_capitals.remove(usize::from(symbol.which))
                }
                _ => return Err(PackedError::Letter),
            };
            debug_assert!(
                next.is_none_or(|next| next == byte),
                "names of a canonical land count up"
            );
            output.push(byte);
            if byte == END_REGION && open_capitals.is_empty() {
                return Ok(());
            }
            if output.len() - start >= LAND_BYTES_MAX {
                return Err(PackedError::TooLarge);
            }
            if self.coder.exhausted() {
                return Err(PackedError::Unfinished);
            }
        }
    }

    fn flag(&mut self, context: u32, flag: bool) -> bool {
        self.coder.bit(&[0x40 + context; CONTEXTS], 2, flag)
    }

    fn symbol(&mut self, wanted: Symbol, open_lower: usize, open_capitals: usize) -> Symbol {
        let expected = match self.before.get(self.symbols.len()) {
            Some(&symbol) if self.alike => symbol,
            _ => Symbol {
                class: NONE,
                which: NONE,
            },
        };
        let last = self.recent(1);
        let open = u32::from(open_lower > 0) << 2 | (open_capitals.min(3) as u32);
        let contexts = [
            last << 4 | open,
            self.recent(2),
            self.recent(3) << 3 | open,
            self.recent(4),
            self.recent(6).wrapping_mul(0x85eb_ca6b) & 0x00ff_ffff,
            1 << 20
                | last << 12
                | (self.symbols.len().min(15) as u32) << 4
                | u32::from(expected.class),
        ];
        let alike = usize::from(expected.class != NONE);
        let mut node = 1u32;
        for bit in (0..4).rev() {
            let under =
                contexts.map(|context| context.wrapping_mul(16).wrapping_add(node) ^ 0x2000_0000);
            let bit = self.coder.bit(
                &under,
                4 + alike * 16 + node as usize,
                wanted.class >> bit & 1 == 1,
            );
            node = node << 1 | u32::from(bit);
        }
        let class = (node & 15) as u8;
        let letters = match class {
            OLD_LOWER => open_lower,
            OLD_CAPITAL => open_capitals,
            _ => 0,
        };
        let mut which = 0;
        let last_which = self
            .symbols
            .last()
            .map_or(0, |symbol| u32::from(symbol.which).min(7) + 1);
        while usize::from(which) + 1 < letters {
            let node = 0x4000_0000 | u32::from(class & 1) << 8 | u32::from(which);
            let contexts = [
                node,
                node | last << 12 | 1 << 28,
                node | last_which << 12 | last << 16 | 2 << 28,
                node | (letters as u32).min(15) << 12 | 3 << 28,
                node | self.recent(3) << 12,
                node | u32::from(expected.class) << 12 | u32::from(expected.which.min(15)) << 16,
            ];
            if !self.coder.bit(&contexts, 40 + alike, wanted.which > which) {
                break;
            }
            which += 1;
        }
        let symbol = Symbol { class, which };
        self.alike &= symbol == expected;
        self.symbols.push(symbol);
        symbol
    }
}

fn find(byte: u8, open: &[u8], class: u8) -> Option<Symbol> {
    let which = open.iter().position(|&other| other == byte)?;
    Some(Symbol {
        class,
        which: which as u8,
    })
}
