//! A small cache of lands met lately, under the form in which the reduction leaves them. Owns nothing but the cache: what
//! it forgets is found again, more slowly, through the canonical form.

use crate::hash;

/// Longer forms are not kept; an entry fills a line of the processor's cache.
const LENGTH_MAX: usize = 56;
/// A power of two: a megabyte in all, which takes most of what one of a million entries would.
const ENTRIES: usize = 1 << 14;

/// The names of lands met lately.
#[derive(Default)]
pub(crate) struct Recent {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Entry {
    name: u32,
    length: u8,
    form: [u8; LENGTH_MAX],
}

/// Where a form belongs; `None` for one that is not kept.
#[derive(Clone, Copy)]
pub(crate) struct Slot(usize);

impl Recent {
    /// The place of a form in the cache.
    pub(crate) fn slot(&mut self, form: &[u8]) -> Option<Slot> {
        if form.is_empty() || form.len() > LENGTH_MAX {
            return None;
        }
        if self.entries.is_empty() {
            let empty = Entry {
                name: 0,
                length: 0,
                form: [0; LENGTH_MAX],
            };
            self.entries.resize(ENTRIES, empty);
        }
        Some(Slot(hash::of_bytes(form) as usize % ENTRIES))
    }

    /// The name last put there, if it was for this form.
    pub(crate) fn get(&self, Slot(slot): Slot, form: &[u8]) -> Option<u32> {
        let entry = &self.entries[slot];
        (entry.form[..usize::from(entry.length)] == *form).then_some(entry.name)
    }

    /// Remembers the name of a form, in place of what was there.
    pub(crate) fn put(&mut self, Slot(slot): Slot, form: &[u8], name: u32) {
        let entry = &mut self.entries[slot];
        entry.form[..form.len()].copy_from_slice(form);
        entry.length = form.len() as u8;
        entry.name = name;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_found_until_another_takes_its_place() {
        let mut recent = Recent::default();
        let forms: Vec<[u8; 4]> = (0u32..100_000).map(u32::to_le_bytes).collect();
        for (name, form) in (0..).zip(&forms) {
            let slot = recent.slot(form).expect("short");
            recent.put(slot, form, name);
            assert_eq!(recent.get(slot, form), Some(name));
        }
        let mut kept = 0;
        for (name, form) in (0..).zip(&forms) {
            let slot = recent.slot(form).expect("short");
            let found = recent.get(slot, form);
            assert!(found.is_none_or(|found| found == name));
            kept += usize::from(found.is_some());
        }
        assert!(kept > ENTRIES / 2 && kept <= ENTRIES, "{kept}");
    }

    #[test]
    fn what_is_too_long_is_not_kept() {
        assert!(Recent::default().slot(&[1; LENGTH_MAX + 1]).is_none());
        assert!(Recent::default().slot(&[]).is_none());
    }
}
