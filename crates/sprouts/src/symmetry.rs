//! Symmetries of a land, used to make only one of several moves that lead to the same child. Owns the bookkeeping of moves up to
//! symmetry; the symmetries themselves are found by the canonical form, and each is exact.

use crate::canonize::Canonizer;
use crate::hash::FastHash;
use crate::parent::{Boundary, Parent};
use std::collections::HashSet;
use std::hash::{Hash, Hasher};

/// Room for the number of boundaries of each kind on the inner side, six bits each.
const KINDS_MAX: usize = 10;
const COUNT_BITS: usize = 6;

/// The symmetries of a land, and the moves already met up to them. Equal boundaries are one kind; an
/// occurrence stands for the occurrences at the same place in all boundaries of its kind.
#[derive(Default)]
pub(crate) struct Symmetries {
    generators: Vec<Symmetry>,
    /// Where the number of boundaries of its kind stands in a packed count, for each boundary.
    shifts: Vec<u8>,
    /// For each region the number of boundaries of each kind, where there are few enough to be counted.
    counts: Vec<Option<u64>>,
    met: HashSet<Key, FastHash>,
    open: Vec<Key>,
}

struct Symmetry {
    /// Images of occurrences.
    occurrences: Vec<u16>,
    /// Images of regions, and whether each is turned over.
    regions: Vec<(u16, bool)>,
    /// Images of boundaries, by kind.
    boundaries: Vec<u16>,
    /// Whether doing it twice changes nothing.
    is_involution: bool,
}

/// A move up to the exchange of equal boundaries. Moves are made in the order of their keys.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    joins: bool,
    region: u16,
    /// The boundary where the curve begins, by kind.
    boundary: u16,
    /// How many boundaries of each kind lie on the inner side; for a join the boundary where the curve ends.
    inside: u64,
    from: u16,
    to: u16,
}

impl Key {
    fn join(region: u16, from: (u16, u16), to: (u16, u16)) -> Self {
        let ((boundary, from), (other, to)) = (from.min(to), from.max(to));
        Key {
            joins: true,
            region,
            boundary,
            inside: other.into(),
            from,
            to,
        }
    }
}

impl Hash for Key {
    /// Two words instead of five parts.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let place = u64::from(self.region) << 32 | u64::from(self.from) << 16 | u64::from(self.to);
        state.write_u64(place << 1 | u64::from(self.joins));
        state.write_u64(self.inside);
    }
}

impl Symmetries {
    pub(crate) fn find(&mut self, parent: &Parent, canonizer: &mut Canonizer) {
        self.generators.clear();
        self.met.clear();
        canonizer.clear();
        let mut pushed: Vec<u16> = Vec::with_capacity(parent.spots.len());
        for &(first, end) in &parent.regions {
            for boundary in first..end {
                push_boundary(parent, boundary, canonizer, &mut pushed);
            }
            canonizer.end_region();
        }
        let automorphisms = canonizer.automorphisms();
        if automorphisms.is_empty() {
            return;
        }
        self.count_kinds(parent);
        for automorphism in automorphisms {
            let mut occurrences: Vec<u16> = (0..parent.spots.len() as u16).collect();
            for (from, &to) in automorphism.occurrences.iter().enumerate() {
                occurrences[usize::from(pushed[from])] = pushed[usize::from(to)];
            }
            // Single generic spots were only counted: send those of a region to those of its image.
            for (region, &(image, _)) in automorphism.regions.iter().enumerate() {
                let (first, end) = parent.regions[region];
                for boundary in first..end {
                    let Boundary { start, end, .. } = parent.boundaries[boundary];
                    if end - start == 1 && is_single(parent, start) {
                        let lives = parent.lives[usize::from(parent.spots[start])];
                        let (first, end) = parent.regions[usize::from(image)];
                        let like = (first..end).find(|&other| {
                            let Boundary { start, end, .. } = parent.boundaries[other];
                            end - start == 1
                                && is_single(parent, start)
                                && parent.lives[usize::from(parent.spots[start])] == lives
                        });
                        let like = like.expect("an automorphism keeps the number of single spots");
                        occurrences[start] = parent.boundaries[like].start as u16;
                    }
                }
            }
            let boundaries = parent
                .boundaries
                .iter()
                .map(|boundary| {
                    let image = usize::from(occurrences[boundary.start]);
                    let of = parent
                        .boundaries
                        .partition_point(|other| other.end <= image);
                    parent.boundaries[of].kind as u16
                })
                .collect();
            for occurrence in &mut occurrences {
                *occurrence = representative(parent, usize::from(*occurrence));
            }
            let is_involution = (0..).zip(&occurrences).all(|(place, &image)| {
                occurrences[usize::from(image)] == representative(parent, place)
            });
            self.generators.push(Symmetry {
                is_involution,
                occurrences,
                regions: automorphism.regions.clone(),
                boundaries,
            });
        }
    }

    fn count_kinds(&mut self, parent: &Parent) {
        self.shifts.clear();
        self.counts.clear();
        for &(first, end) in &parent.regions {
            let (mut kinds, mut counts) = (0, 0u64);
            for boundary in first..end {
                kinds += usize::from(parent.boundaries[boundary].kind == boundary);
                let shift = (kinds.min(KINDS_MAX) - 1) * COUNT_BITS;
                self.shifts.push(shift as u8);
                counts = counts.wrapping_add(1 << shift);
            }
            let fits = kinds <= KINDS_MAX && end - first < 1 << COUNT_BITS;
            self.counts.push(fits.then_some(counts));
        }
    }

    /// Whether no symmetric image of this move that joins two boundaries was met before.
    pub(crate) fn is_first_join(
        &mut self,
        parent: &Parent,
        region: usize,
        from: (usize, usize),
        to: (usize, usize),
    ) -> bool {
        if self.generators.is_empty() {
            return true;
        }
        let end = |(boundary, occurrence): (usize, usize)| {
            let kind = parent.boundaries[boundary].kind as u16;
            (kind, representative_in(parent, boundary, occurrence))
        };
        self.is_first(parent, Key::join(region as u16, end(from), end(to)))
    }

    /// Whether no symmetric image of this move inside one boundary was met before. `from` is not after `to`.
    pub(crate) fn is_first_split(
        &mut self,
        parent: &Parent,
        region: usize,
        boundary: usize,
        from: usize,
        to: usize,
        inside: &[u8],
    ) -> bool {
        let single = parent.boundaries[boundary].end - parent.boundaries[boundary].start == 1;
        if self.generators.is_empty() && !single {
            return true;
        }
        if self.generators.is_empty() {
            // A loop at a spot alone in its boundary has two sides that look alike: the first boundary of the others may be kept outside.
            let (first, end) = parent.regions[region];
            let mut sides = [0u32; 2];
            for other in (first..end).filter(|&other| other != boundary) {
                sides[usize::from(inside[other - first])] += 1;
            }
            return match sides[1].cmp(&sides[0]) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Greater => false,
                std::cmp::Ordering::Equal => self.is_first_half(parent, region, boundary, inside),
            };
        }
        if self.counts[region].is_none() {
            return true;
        }
        let (first, end) = parent.regions[region];
        let packed = (first..end)
            .filter(|&other| inside[other - first] == 1)
            .map(|other| 1 << self.shifts[other])
            .sum();
        let key = Key {
            joins: false,
            region: region as u16,
            boundary: parent.boundaries[boundary].kind as u16,
            inside: packed,
            from: representative_in(parent, boundary, from),
            to: representative_in(parent, boundary, to),
        };
        // Each move is said both ways, and the lesser one counts.
        self.normal(parent, key) == key && self.is_first(parent, key)
    }

    /// Of two equal halves, which one is inside does not matter: the first boundary with a choice decides.
    fn is_first_half(
        &self,
        parent: &Parent,
        region: usize,
        boundary: usize,
        inside: &[u8],
    ) -> bool {
        let (first, end) = parent.regions[region];
        let mut place = first;
        while place < end {
            let kind = parent.boundaries[place].kind;
            let mut sides = [0u32; 2];
            while place < end && parent.boundaries[place].kind == kind {
                if place != boundary {
                    sides[usize::from(inside[place - first])] += 1;
                }
                place += 1;
            }
            if sides[0] != sides[1] {
                return sides[1] < sides[0];
            }
        }
        true
    }

    fn is_first(&mut self, parent: &Parent, key: Key) -> bool {
        if let [involution] = &self.generators[..]
            && involution.is_involution
        {
            // Nearly always: a move and its image, and no need to remember either.
            return self.image(parent, key, 0).is_none_or(|image| key <= image);
        }
        if !self.met.insert(key) {
            return false;
        }
        self.open.push(key);
        while let Some(key) = self.open.pop() {
            for generator in 0..self.generators.len() {
                if let Some(image) = self.image(parent, key, generator)
                    && self.met.insert(image)
                {
                    self.open.push(image);
                }
            }
        }
        true
    }

    fn image(&self, parent: &Parent, key: Key, generator: usize) -> Option<Key> {
        let symmetry = &self.generators[generator];
        let (region, turned) = symmetry.regions[usize::from(key.region)];
        let (from, to) = (
            symmetry.occurrences[usize::from(key.from)],
            symmetry.occurrences[usize::from(key.to)],
        );
        let boundary = |kind: usize| symmetry.boundaries[kind];
        if key.joins {
            let from = (boundary(key.boundary.into()), from);
            let to = (boundary(key.inside as usize), to);
            return Some(Key::join(region, from, to));
        }
        self.counts[usize::from(region)]?;
        let mut inside = 0;
        let (first, end) = parent.regions[usize::from(key.region)];
        for kind in (first..end).filter(|&kind| parent.boundaries[kind].kind == kind) {
            let count = key.inside >> self.shifts[kind] & ((1 << COUNT_BITS) - 1);
            inside |= count << self.shifts[usize::from(boundary(kind))];
        }
        let (from, to) = if turned { (to, from) } else { (from, to) };
        Some(self.normal(
            parent,
            Key {
                joins: false,
                region,
                boundary: boundary(key.boundary.into()),
                inside,
                from,
                to,
            },
        ))
    }

    /// The same move seen from its other side, where that is the lesser way to say it.
    fn normal(&self, parent: &Parent, key: Key) -> Key {
        let Boundary { start, end, .. } = parent.boundaries[usize::from(key.boundary)];
        let alone = end - start == 1;
        if key.from < key.to || (key.from == key.to && !alone) {
            return key;
        }
        let others = self.counts[usize::from(key.region)].map_or(0, |counts| {
            counts - (1 << self.shifts[usize::from(key.boundary)])
        });
        let complement = others.saturating_sub(key.inside);
        if key.from == key.to {
            return Key {
                inside: key.inside.min(complement),
                ..key
            };
        }
        Key {
            from: key.to,
            to: key.from,
            inside: complement,
            ..key
        }
    }
}

fn push_boundary(
    parent: &Parent,
    boundary: usize,
    canonizer: &mut Canonizer,
    pushed: &mut Vec<u16>,
) {
    let Boundary { start, end, .. } = parent.boundaries[boundary];
    let capitals = parent.capitals();
    if end - start == 1 && is_single(parent, start) {
        canonizer.push_single(3 - parent.lives[usize::from(parent.spots[start])]);
        return;
    }
    for place in start..end {
        pushed.push(place as u16);
        let spot = parent.spots[place];
        if usize::from(spot) < capitals {
            canonizer.push_capital(spot);
            continue;
        }
        match (start..end).find(|&other| other != place && parent.spots[other] == spot) {
            Some(other) => {
                let length = end - start;
                let distance = (other + length - place) % length;
                canonizer.push_lower(distance as u16, (length - distance) as u16);
            }
            None => canonizer.push_generic(3 - parent.lives[usize::from(spot)]),
        }
    }
    canonizer.end_boundary();
}

fn is_single(parent: &Parent, occurrence: usize) -> bool {
    usize::from(parent.spots[occurrence]) >= parent.capitals()
}

fn representative(parent: &Parent, occurrence: usize) -> u16 {
    let boundary = parent
        .boundaries
        .partition_point(|boundary| boundary.end <= occurrence);
    representative_in(parent, boundary, occurrence)
}

fn representative_in(parent: &Parent, boundary: usize, occurrence: usize) -> u16 {
    let Boundary { start, kind, .. } = parent.boundaries[boundary];
    (parent.boundaries[kind].start + (occurrence - start)) as u16
}
