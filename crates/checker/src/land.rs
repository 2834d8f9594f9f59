//! Lands: what a position is made of, how it is reduced, and one writing for each land.
//!
//! A position is a list of regions, a region a list of boundaries, a boundary a cyclic list of spots, walked with the region always on
//! the same hand. Every spot has at most three lines; the lines it may still get are its lives.
//!
//! Reduction leaves out what no move can ever touch:
//! 1. Dead spots (no life) are deleted. A spot that so comes to stand next to itself is written once: a line from
//!    either place takes its last life, and what lay between the places is dead.
//! 2. Empty boundaries are deleted, and regions with fewer than two lives: a line needs two.
//! 3. A region with two or three lives becomes one boundary with each of its spots once. In such a region any two lives can be joined
//!    however they lie, and then the new spot and at most one old life u are left. Wherever the line went, both touch a common region, so they
//!    can be joined once more, unless u is used up in another region first, and nothing else is possible. So only the set of spots counts.
//!    (One lone spot alone is no exception: it is one boundary already.)
//! 4. Regions that share no living spot never influence each other: they belong to different lands, and a position is their sum.

/// A reduced land in one of its writings. Equal writings are equal lands: a writing says all about a land, up to turning boundaries, reversing
/// all boundaries of a region, order and names, which mean nothing. If one land had two writings, a true proof might be
/// refused, but no false one accepted, since nothing is ever concluded from two lands being different.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(String);

/// A region: boundaries of spots.
pub(crate) type Region = Vec<Vec<usize>>;

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
        crate::text::read_land(&self.0).expect("a writing can be read")
    }
}

impl Draft {
    /// The lands of the position, in order.
    pub(crate) fn lands(self) -> Vec<Land> {
        let Draft { regions, lives } = self;
        let mut groups: Vec<Vec<Region>> = Vec::new();
        for region in regions
            .into_iter()
            .filter_map(|region| reduced(region, &lives))
        {
            // All groups that share a spot with the region become one with it.
            let (touching, mut apart): (Vec<_>, Vec<_>) = groups
                .into_iter()
                .partition(|group| group.iter().any(|other| share(other, &region)));
            let mut group = touching.concat();
            group.push(region);
            apart.push(group);
            groups = apart;
        }
        let mut lands: Vec<Land> = groups.iter().map(|group| write(group, &lives)).collect();
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

fn write(regions: &[Region], lives: &[u32]) -> Land {
    let writer = Writer::new(regions, lives);
    Land(writer.least(vec![0; writer.capitals]))
}

fn share(one: &Region, two: &Region) -> bool {
    one.iter()
        .flatten()
        .any(|spot| two.iter().any(|boundary| boundary.contains(spot)))
}

/// One occurrence of a spot in a boundary.
#[derive(Clone, Copy)]
enum Corner {
    /// A spot that occurs nowhere else, with its degree.
    Single(u32),
    /// A spot that occurs twice in the boundary, with the number of steps to the other place, forward and backward.
    Small([usize; 2]),
    /// A spot that occurs in two boundaries, by its number among these.
    Capital(usize),
}

/// Finds the one writing. The only freedom that matters is the order of the capitals: with names for them, a boundary is written from its
/// best start, a region in the better of its two directions, and all in alphabetical order. So each capital gets a colour, a number that depends only on
/// what is seen from it, and they are named in the order of their colours. Where several have the same colour each of them is
/// put first in turn, and the least of the writings is taken.
struct Writer {
    regions: Vec<Vec<Vec<Corner>>>,
    capitals: usize,
}

impl Writer {
    fn new(regions: &[Region], lives: &[u32]) -> Self {
        let mut occurs = vec![0; lives.len()];
        for &spot in regions.iter().flatten().flatten() {
            occurs[spot] += 1;
        }
        let mut capitals: Vec<usize> = Vec::new();
        let mut corner = |boundary: &[usize], place: usize| {
            let (spot, length) = (boundary[place], boundary.len());
            if occurs[spot] == 1 {
                return Corner::Single(3 - lives[spot]);
            }
            let twin = |&steps: &usize| boundary[(place + steps) % length] == spot;
            if let Some(ahead) = (1..length).find(twin) {
                return Corner::Small([ahead, length - ahead]);
            }
            let number = capitals.iter().position(|&other| other == spot);
            Corner::Capital(number.unwrap_or_else(|| {
                capitals.push(spot);
                capitals.len() - 1
            }))
        };
        let mut corners = |boundary: &Vec<usize>| -> Vec<Corner> {
            (0..boundary.len())
                .map(|place| corner(boundary, place))
                .collect()
        };
        let regions = regions.iter();
        Writer {
            regions: regions
                .map(|region| region.iter().map(&mut corners).collect())
                .collect(),
            capitals: capitals.len(),
        }
    }

    fn least(&self, colours: Vec<u64>) -> String {
        let colours = self.refined(colours);
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        let Some(tie) = sorted.windows(2).find(|pair| pair[0] == pair[1]) else {
            let names = colours.iter();
            let names = names.map(|colour| sorted.partition_point(|other| other < colour));
            return self.text(&names.collect::<Vec<usize>>());
        };
        let tied = (0..self.capitals).filter(|&capital| colours[capital] == tie[0]);
        let texts = tied.map(|first| {
            let mut marked = colours.clone();
            marked[first] = mix(marked[first], 1);
            self.least(marked)
        });
        texts.min().expect("some are tied")
    }

    /// Mixes into each colour what is seen of the region from both places of the capital, until no more capitals can be told apart.
    fn refined(&self, mut colours: Vec<u64>) -> Vec<u64> {
        let mut different = 0;
        loop {
            let mut sorted = colours.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() == self.capitals || sorted.len() <= different {
                return colours;
            }
            different = sorted.len();
            let mut seen = vec![0u64; self.capitals];
            for region in &self.regions {
                for way in [0, 1] {
                    // The region as a whole, its boundaries in any order and from any start.
                    let mut whole = 0u64;
                    let mut views: Vec<(usize, u64)> = Vec::new();
                    for boundary in region {
                        let mut sum = 0u64;
                        for (start, corner) in boundary.iter().enumerate() {
                            let view = view(boundary, start, way, &colours);
                            sum = sum.wrapping_add(mix(view, 2));
                            if let Corner::Capital(capital) = *corner {
                                views.push((capital, view));
                            }
                        }
                        whole = whole.wrapping_add(mix(sum, 3));
                    }
                    for (capital, view) in views {
                        seen[capital] = seen[capital].wrapping_add(mix(view, whole));
                    }
                }
            }
            let mixed = colours.iter().zip(&seen);
            colours = mixed.map(|(&colour, &seen)| mix(colour, seen)).collect();
        }
    }

    /// The writing with these names for the capitals.
    fn text(&self, names: &[usize]) -> String {
        let region = |region: &Vec<Vec<Corner>>| {
            let way = |way: usize| {
                let boundaries = region.iter();
                let mut texts: Vec<String> = boundaries
                    .map(|boundary| least_rotation(boundary, way, names))
                    .collect();
                texts.sort_unstable();
                texts.join(".")
            };
            // A boundary with one or two corners reads the same in both directions.
            match region.iter().all(|boundary| boundary.len() < 3) {
                true => way(0),
                false => way(0).min(way(1)),
            }
        };
        let mut texts: Vec<String> = self.regions.iter().map(region).collect();
        texts.sort_unstable();
        texts.join("|")
    }
}

/// A boundary from a start on, forward (0) or backward (1).
fn walk(boundary: &[Corner], start: usize, way: usize) -> impl Iterator<Item = Corner> {
    let length = boundary.len();
    let step = [1, length - 1][way];
    (0..length).map(move |steps| boundary[(start + step * steps) % length])
}

/// What is seen from a corner of a boundary, walking round it.
fn view(boundary: &[Corner], start: usize, way: usize, colours: &[u64]) -> u64 {
    walk(boundary, start, way).fold(0, |seen, corner| {
        let colour = match corner {
            Corner::Single(degree) => u64::from(degree),
            Corner::Small(steps) => 3 + steps[way] as u64,
            Corner::Capital(capital) => colours[capital],
        };
        mix(seen, colour)
    })
}

/// The least way to write a boundary in this direction; if it has capitals, it starts with the first of them.
fn least_rotation(boundary: &[Corner], way: usize, names: &[usize]) -> String {
    let name = |corner: &Corner| match *corner {
        Corner::Capital(capital) => names[capital],
        _ => usize::MAX,
    };
    let first = boundary.iter().map(name).min();
    let starts = (0..boundary.len()).filter(|&start| Some(name(&boundary[start])) == first);
    let texts = starts.map(|start| {
        let mut text = String::with_capacity(boundary.len());
        // By name of a small letter where it comes for the second time.
        let mut small: Vec<usize> = Vec::new();
        for (place, corner) in walk(boundary, start, way).enumerate() {
            let (letter, index) = match corner {
                Corner::Single(degree) => {
                    text.push(char::from(b'0' + degree as u8));
                    continue;
                }
                Corner::Capital(capital) => (b'A', names[capital]),
                Corner::Small(steps) => {
                    let name = small.iter().position(|&second| second == place);
                    (
                        b'a',
                        name.unwrap_or_else(|| {
                            small.push(place + steps[way]);
                            small.len() - 1
                        }),
                    )
                }
            };
            text.push(char::from(letter + (index % 26) as u8));
            text.extend(std::iter::repeat_n('\'', index / 26));
        }
        text
    });
    texts.min().unwrap_or_default()
}

/// A number that depends on both in a way that others hardly repeat.
fn mix(one: u64, two: u64) -> u64 {
    let mixed = (one ^ two.rotate_left(32).wrapping_mul(0xd6e8_feb8_6659_fd93))
        .wrapping_add(0x9e37_79b9_7f4a_7c15)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 29
}
