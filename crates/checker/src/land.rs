//! Lands: what a position is made of, how it is reduced, and one writing for each land.
//!
//! A position is a list of regions, a region a list of boundaries, a boundary a cyclic list of spots, walked with the region always on
//! the same hand. Every spot has at most three lines; the lines it may still get are its lives.
//!
//! Reduction leaves out what no move can ever touch:
//! 1. Dead spots (no life) are deleted. A spot that so comes to stand next to itself is written once: a line from
//!    either place takes its last life, and what lay between the places is dead.
//! 2. Empty boundaries are deleted, and regions with fewer than two lives: a line needs two. Any two lives of a region can be joined, so what is left
//!    has a move.
//! 3. A region with two or three lives becomes one boundary with each of its spots once. In such a region any two lives can be joined
//!    however they lie, and then the new spot and at most one old life u are left. Wherever the line went, both touch a common region, so they
//!    can be joined once more, unless u is used up in another region first, and nothing else is possible. So only the set of spots counts.
//!    (One lone spot alone is no exception: it is one boundary already.)
//! 4. Regions that share no living spot never influence each other: they belong to different lands, and a position is their sum.

use std::cell::Cell;
use std::collections::BTreeMap;

/// How many looks at a capital may be spent on the writing of a land before ties are no longer tried in every way.
const LOOKS_MAX: usize = 100_000;

/// A reduced land in one of its writings. Equal writings are equal lands: a writing says all about a land, up to turning boundaries, reversing
/// all boundaries of a region, order and names, which mean nothing. If one land had two writings, a true proof might be
/// refused, but no false one accepted, since nothing is ever concluded from two lands being different.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(String);

/// A cyclic list of spots.
pub(crate) type Boundary = Vec<usize>;
/// A region: its boundaries.
pub(crate) type Region = Vec<Boundary>;

/// Regions of numbered spots, and the lives of each spot; not yet reduced.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) regions: Vec<Region>,
    pub(crate) lives: Vec<u32>,
}

impl Land {
    /// The writing.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The lives of all its spots: no play in it is longer. A letter is written twice and has one life.
    pub fn lives(&self) -> u32 {
        let twice = self.0.chars().map(|character| match character {
            '0' => 6,
            '1' => 4,
            '2' => 2,
            'A'..='Z' | 'a'..='z' => 1,
            _ => 0,
        });
        twice.sum::<u32>() / 2
    }

    pub(crate) fn draft(&self) -> Draft {
        crate::text::read_land(&self.0, usize::MAX).expect("a writing can be read")
    }
}

/// A sum as it is written.
pub(crate) fn sum_text(lands: &[Land]) -> String {
    match lands {
        [] => "!".into(),
        _ => lands.iter().map(Land::as_str).collect::<Vec<_>>().join("+"),
    }
}

impl Draft {
    /// The lands of the position, in order.
    pub(crate) fn lands(self) -> Vec<Land> {
        let mut groups: Vec<Vec<Region>> = Vec::new();
        for region in self.regions {
            let Some(region) = reduced(region, &self.lives) else {
                continue;
            };
            // All groups that share a spot with the region become one with it.
            let (touching, mut apart): (Vec<_>, Vec<_>) = groups
                .into_iter()
                .partition(|group| group.iter().any(|other| share(other, &region)));
            let mut group = touching.concat();
            group.push(region);
            apart.push(group);
            groups = apart;
        }
        let write = |regions: &Vec<Region>| Writer::new(regions, &self.lives).land();
        let mut lands: Vec<Land> = groups.iter().map(write).collect();
        lands.sort_unstable();
        lands
    }
}

/// Steps 1 to 3 for one region; nothing if it is dead.
fn reduced(mut region: Region, lives: &[u32]) -> Option<Region> {
    for boundary in &mut region {
        boundary.retain(|&spot| lives[spot] > 0);
        boundary.dedup();
        while boundary.len() > 1 && boundary.first() == boundary.last() {
            boundary.pop();
        }
    }
    region.retain(|boundary| !boundary.is_empty());
    let mut spots = region.concat();
    spots.sort_unstable();
    spots.dedup();
    match spots.iter().map(|&spot| lives[spot]).sum() {
        0..=1 => None,
        2..=3 => Some(vec![spots]),
        _ => Some(region),
    }
}

/// How often a spot is found in a boundary.
pub(crate) fn count(boundary: &Boundary, spot: usize) -> usize {
    boundary.iter().filter(|&&other| other == spot).count()
}

/// How often each spot is found.
pub(crate) fn count_spots(regions: &[Region], spots: usize) -> Vec<usize> {
    let mut found = vec![0; spots];
    for &spot in regions.iter().flatten().flatten() {
        found[spot] += 1;
    }
    found
}

fn share(one: &Region, two: &Region) -> bool {
    let mut spots = one.iter().flatten();
    spots.any(|spot| two.iter().any(|boundary| boundary.contains(spot)))
}

/// Finds the one writing of a land.
///
/// The only freedom that matters is the order of the capitals, the spots found in two boundaries: with names for them, a boundary is written
/// from its best start, a region in the better of its two directions, and all in alphabetical order.
struct Writer<'a> {
    regions: &'a [Region],
    lives: &'a [u32],
    /// How often each spot is found.
    found: Vec<usize>,
    /// How often a capital was looked at.
    looks: Cell<usize>,
}

/// The name of each capital: how many capitals certainly come before it. Those with the same name could not be told apart so far.
type Names = BTreeMap<usize, usize>;

impl<'a> Writer<'a> {
    fn new(regions: &'a [Region], lives: &'a [u32]) -> Self {
        let found = count_spots(regions, lives.len());
        Writer {
            regions,
            lives,
            found,
            looks: Cell::new(0),
        }
    }

    fn land(&self) -> Land {
        let mut names = Names::new();
        for boundary in self.regions.iter().flatten() {
            for &spot in boundary {
                if self.found[spot] > count(boundary, spot) {
                    names.insert(spot, 0);
                }
            }
        }
        Land(self.least(names))
    }

    /// The least writing. Where several capitals cannot be told apart each of them is put first in turn. That can take very long, so after many looks
    /// only one of them is tried: mostly they are alike indeed, and it makes no difference; if it does, the land has two writings.
    fn least(&self, names: Names) -> String {
        let names = self.refined(names);
        let Some(tie) = tie(&names) else {
            let regions = self.regions.iter();
            return sorted(regions.map(|region| self.region(region, &names)), "|");
        };
        let mut texts = Vec::new();
        for first in names.keys().filter(|capital| names[capital] == tie) {
            if texts.is_empty() || self.looks.get() < LOOKS_MAX {
                let mut ordered = names.clone();
                for (capital, name) in &mut ordered {
                    if *name == tie && capital != first {
                        *name += 1;
                    }
                }
                texts.push(self.least(ordered));
            }
        }
        texts.into_iter().min().expect("some are tied")
    }

    /// Tells capitals apart by how their regions are written when they alone are marked, until that tells nothing new.
    fn refined(&self, mut names: Names) -> Names {
        while tie(&names).is_some() {
            let view = |(&capital, &name): (&usize, &usize)| {
                let mut marked = names.clone();
                marked.insert(capital, names.len());
                let is_around =
                    |region: &&Region| region.iter().flatten().any(|&spot| spot == capital);
                let regions = self.regions.iter().filter(is_around);
                (
                    name,
                    sorted(regions.map(|region| self.region(region, &marked)), "|"),
                )
            };
            self.looks.set(self.looks.get() + names.len());
            let views: Vec<_> = names.iter().map(view).collect();
            let before = |view| views.iter().filter(|&other| other < view).count();
            let refined = names
                .keys()
                .copied()
                .zip(views.iter().map(before))
                .collect();
            if names == refined {
                break;
            }
            names = refined;
        }
        names
    }

    fn region(&self, region: &Region, names: &Names) -> String {
        let write = |region: &Region| {
            sorted(
                region.iter().map(|boundary| self.boundary(boundary, names)),
                ".",
            )
        };
        // A boundary with one or two corners reads the same in both directions.
        if region.iter().all(|boundary| boundary.len() < 3) {
            return write(region);
        }
        let mut reversed = region.clone();
        reversed.iter_mut().for_each(|boundary| boundary.reverse());
        write(region).min(write(&reversed))
    }

    fn boundary(&self, boundary: &Boundary, names: &Names) -> String {
        // If it has capitals, it starts with the first of them.
        let first = boundary.iter().filter_map(|spot| names.get(spot)).min();
        let starts = (0..boundary.len())
            .filter(|&start| first.is_none() || names.get(&boundary[start]) == first);
        let texts = starts.map(|start| {
            let mut text = String::with_capacity(boundary.len());
            let mut small: Vec<usize> = Vec::new();
            for &spot in boundary[start..].iter().chain(&boundary[..start]) {
                if self.found[spot] == 1 {
                    text.push(['3', '2', '1', '0'][self.lives[spot] as usize]);
                } else if let Some(&name) = names.get(&spot) {
                    push_letter(&mut text, b'A', name);
                } else {
                    let known = small.iter().position(|&other| other == spot);
                    push_letter(&mut text, b'a', known.unwrap_or(small.len()));
                    if known.is_none() {
                        small.push(spot);
                    }
                }
            }
            text
        });
        texts.min().expect("no boundary is empty")
    }
}

/// The 27th letter is the first with a prime mark.
fn push_letter(text: &mut String, first: u8, index: usize) {
    text.push(char::from(first + (index % 26) as u8));
    text.extend(std::iter::repeat_n('\'', index / 26));
}

/// The first name that several capitals have.
fn tie(names: &Names) -> Option<usize> {
    let mut sorted: Vec<usize> = names.values().copied().collect();
    sorted.sort_unstable();
    let tie = sorted.windows(2).find(|pair| pair[0] == pair[1]);
    tie.map(|pair| pair[0])
}

/// The texts in alphabetical order.
fn sorted(texts: impl Iterator<Item = String>, separator: &str) -> String {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts.join(separator)
}
