//! From a land to ink. It decides whether a land can be drawn on the plane at all, and how its boundaries then turn.
//!
//! Think of every boundary as a disc, the region beyond it, and of every letter as a place where two discs touch. A
//! picture is a way to lay the discs on the sphere; what they leave uncovered is dead, and shrinks to lines. The discs
//! and the letters make a graph in which the order round every vertex is known up to a mirror. A wheel in the place of
//! the vertex keeps that order, and so the question is only whether a graph is planar. The ink is its dual: a line with
//! a letter on it crosses each edge.
//!
//! Nothing is lost by this. A boundary in several pieces of a region with three lives can be joined into one by a dead
//! line, and a spot whose other side does not matter can have a dead region behind it.

use super::ink::{Ink, Item};
use super::planarity;
use sprouts::Position;
use sprouts::order;
use std::collections::HashMap;

/// Why a land cannot be drawn: the orders round the boundaries force lines to cross. Boundaries of one region that hang together
/// are the other reason there is, and no [`Position`] has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crossing;

/// A boundary with lines, as the land has it.
struct Walk<'land> {
    region: usize,
    spots: &'land [u32],
}

/// A spot's place in a walk.
type Place = (usize, usize);

/// Adds a land to the ink, and gives the region that is best drawn outermost.
pub(super) fn draw(land: &Position, ink: &mut Ink) -> Result<usize, Crossing> {
    let mut walks = Vec::new();
    let mut lone = Vec::new();
    for (region, boundaries) in land.regions().iter().enumerate() {
        for spots in boundaries {
            if land.degree(spots[0]) == 0 {
                lone.push(region);
            } else {
                walks.push(Walk { region, spots });
            }
        }
    }
    let mates = mates(&walks);
    let pieces = pieces(land.regions().len(), &walks, &mates);
    let reversed = turn(&walks, &pieces, turns(&walks, &mates)?);
    let first_region = ink.regions;
    ink.regions += land.regions().len();
    for region in lone {
        let spot = ink.spot();
        ink.lone.push((spot, first_region + region));
    }
    let discs = Discs {
        walks,
        mates,
        reversed,
    };
    let mut numbers = HashMap::new();
    let gaps = discs.gaps();
    // Every piece is a sphere: discs, letters and the gaps between them satisfy Euler's formula.
    let letters = discs.mates.len() / 2;
    let count = pieces
        .iter()
        .enumerate()
        .filter(|&(walk, &piece)| walk == piece)
        .count();
    if discs.walks.len() + gaps.len() != letters + 2 * count {
        return Err(Crossing);
    }
    for gap in &gaps {
        let items: Vec<Item> = gap
            .iter()
            .map(|&((walk, index), region)| {
                let spot = discs.walks[walk].spots[index];
                Item {
                    spot: *numbers.entry(spot).or_insert_with(|| ink.spot()),
                    backed: land.degree(spot) == 2 && !discs.mates.contains_key(&(walk, index)),
                    region: first_region + region,
                }
            })
            .collect();
        ink.join(&items);
    }
    Ok(first_region + outermost(land, &discs.walks, &pieces))
}

/// The region from which nothing lies deeper than it must, and of those the one with the least to play in, so that the
/// others have the board to themselves.
fn outermost(land: &Position, walks: &[Walk], pieces: &[usize]) -> usize {
    let depth = |from: usize| {
        let mut depths: Vec<Option<usize>> = vec![None; land.regions().len()];
        depths[from] = Some(0);
        let mut queue = std::collections::VecDeque::from([from]);
        let mut deepest = 0;
        while let Some(region) = queue.pop_front() {
            deepest = depths[region].unwrap_or(0);
            for (walk, &piece) in walks.iter().zip(pieces) {
                if walk.region != region {
                    continue;
                }
                for (other, _) in walks
                    .iter()
                    .zip(pieces)
                    .filter(|(_, other)| **other == piece)
                {
                    if depths[other.region].is_none() {
                        depths[other.region] = Some(deepest + 1);
                        queue.push_back(other.region);
                    }
                }
            }
        }
        deepest
    };
    let busy = |region: usize| {
        let boundaries = &land.regions()[region];
        boundaries
            .iter()
            .map(|spots| 2 + spots.len())
            .sum::<usize>()
    };
    (0..land.regions().len())
        .min_by_key(|&region| (depth(region), busy(region)))
        .unwrap_or(0)
}

/// For each of the two places of a letter, the other one.
fn mates(walks: &[Walk]) -> HashMap<Place, Place> {
    let mut first: HashMap<u32, Place> = HashMap::new();
    let mut mates = HashMap::new();
    for (number, walk) in walks.iter().enumerate() {
        for (index, &spot) in walk.spots.iter().enumerate() {
            if let Some(other) = first.insert(spot, (number, index)) {
                mates.insert(other, (number, index));
                mates.insert((number, index), other);
            }
        }
    }
    mates
}

/// The two places of every letter, in an order that does not change from run to run.
fn letters(mates: &HashMap<Place, Place>) -> Vec<(Place, Place)> {
    let mut letters: Vec<(Place, Place)> = mates
        .iter()
        .filter(|(one, two)| one < two)
        .map(|(&one, &two)| (one, two))
        .collect();
    order::sort_by(&mut letters, Ord::cmp);
    letters
}

/// The piece of ink to which each walk belongs, named after its first walk. On the sphere regions and pieces make a
/// tree: they meet in a boundary, and from one to another there is only one way.
fn pieces(regions: usize, walks: &[Walk], mates: &HashMap<Place, Place>) -> Vec<usize> {
    fn root(parents: &[usize], mut node: usize) -> usize {
        while parents[node] != node {
            node = parents[node];
        }
        node
    }
    let mut parents: Vec<usize> = (0..walks.len() + regions).collect();
    for ((one, _), (two, _)) in letters(mates) {
        let (one, two) = (root(&parents, one), root(&parents, two));
        parents[one.max(two)] = one.min(two);
    }
    let pieces: Vec<usize> = (0..walks.len()).map(|walk| root(&parents, walk)).collect();
    for (walk, &piece) in walks.iter().zip(&pieces) {
        let (piece, region) = (
            root(&parents, piece),
            root(&parents, walks.len() + walk.region),
        );
        debug_assert_ne!(piece, region, "no position has such boundaries");
        parents[piece.max(region)] = piece.min(region);
    }
    pieces
}

/// Whether each walk has to be read backwards in a plane drawing of its piece; pieces may still be mirrored.
fn turns(walks: &[Walk], mates: &HashMap<Place, Place>) -> Result<Vec<bool>, Crossing> {
    let mut vertices = 0;
    let mut edges: Vec<(usize, usize)> = Vec::new();
    let mut fresh = || {
        vertices += 1;
        vertices - 1
    };
    let mut vertex_of: HashMap<Place, usize> = HashMap::new();
    // The walk and the rim of every hub.
    let mut wheels: HashMap<usize, (usize, Vec<usize>)> = HashMap::new();
    for (number, walk) in walks.iter().enumerate() {
        let places: Vec<Place> = (0..walk.spots.len())
            .map(|index| (number, index))
            .filter(|place| mates.contains_key(place))
            .collect();
        let hub = fresh();
        if places.len() < 3 {
            // One or two things have only one order.
            vertex_of.extend(places.iter().map(|&place| (place, hub)));
            continue;
        }
        let rim: Vec<usize> = places.iter().map(|_| fresh()).collect();
        for (index, &vertex) in rim.iter().enumerate() {
            edges.push((hub, vertex));
            edges.push((vertex, rim[(index + 1) % rim.len()]));
            vertex_of.insert(places[index], vertex);
        }
        wheels.insert(hub, (number, rim));
    }
    for (one, two) in letters(mates) {
        // The vertex in the middle keeps the graph simple.
        let middle = fresh();
        edges.push((vertex_of[&one], middle));
        if vertex_of[&one] != vertex_of[&two] {
            edges.push((middle, vertex_of[&two]));
        }
    }
    let faces = planarity::faces(vertices, &edges).ok_or(Crossing)?;
    let mut turned = vec![false; walks.len()];
    for face in &faces {
        for (index, vertex) in face.iter().enumerate() {
            let Some((walk, rim)) = wheels.get(vertex) else {
                continue;
            };
            let before = face[(index + face.len() - 1) % face.len()];
            let after = face[(index + 1) % face.len()];
            let place = rim.iter().position(|&other| other == before);
            let place = place.expect("a hub's neighbours are its rim");
            turned[*walk] = rim[(place + 1) % rim.len()] != after;
        }
    }
    Ok(turned)
}

/// Mirrors pieces so that all walks of a region are read the same way.
fn turn(walks: &[Walk], pieces: &[usize], turned: Vec<bool>) -> Vec<bool> {
    let mut reversed: Vec<Option<bool>> = vec![None; walks.len()];
    for start in 0..walks.len() {
        let mut stack = vec![(start, turned[start])];
        while let Some((walk, backwards)) = stack.pop() {
            if reversed[walk].is_some() {
                continue;
            }
            reversed[walk] = Some(backwards);
            for other in 0..walks.len() {
                if pieces[other] == pieces[walk] {
                    stack.push((other, backwards ^ turned[walk] ^ turned[other]));
                } else if walks[other].region == walks[walk].region {
                    stack.push((other, backwards));
                }
            }
        }
    }
    reversed
        .into_iter()
        .map(|walk| walk == Some(true))
        .collect()
}

/// The discs, laid on the sphere.
struct Discs<'land> {
    walks: Vec<Walk<'land>>,
    mates: HashMap<Place, Place>,
    reversed: Vec<bool>,
}

impl Discs<'_> {
    fn after(&self, (walk, index): Place) -> Place {
        let length = self.walks[walk].spots.len();
        let step = if self.reversed[walk] { length - 1 } else { 1 };
        (walk, (index + step) % length)
    }

    /// What lies between the discs: for each gap the spots that are met on the way round it, each with the region that
    /// is seen after it.
    fn gaps(&self) -> Vec<Vec<(Place, usize)>> {
        let mut gaps = Vec::new();
        let mut seen: std::collections::HashSet<Place> = std::collections::HashSet::new();
        for (number, walk) in self.walks.iter().enumerate() {
            let has_letter =
                (0..walk.spots.len()).any(|index| self.mates.contains_key(&(number, index)));
            for index in 0..walk.spots.len() {
                let start = (number, index);
                if seen.contains(&start) || (has_letter && !self.mates.contains_key(&start)) {
                    continue;
                }
                let mut gap = Vec::new();
                let mut place = start;
                // A place stands for the way from it to the next one.
                while seen.insert(place) {
                    let met = self.after(place);
                    place = self.mates.get(&met).copied().unwrap_or(met);
                    gap.push((met, self.walks[place.0].region));
                }
                gaps.push(gap);
            }
        }
        gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::Seed;

    /// Discs and letters at random: each disc's letters in order.
    fn random_discs(seed: &mut Seed) -> Vec<Vec<u32>> {
        let mut discs = vec![Vec::new(); 1 + seed.below(5)];
        for letter in 0..1 + seed.below(9) as u32 {
            for _ in 0..2 {
                let disc = seed.below(discs.len());
                let place = seed.below(discs[disc].len() + 1);
                discs[disc].insert(place, letter);
            }
        }
        discs.retain(|disc| !disc.is_empty());
        discs
    }

    fn is_sphere(discs: &Discs, pieces: usize) -> bool {
        discs.walks.len() + discs.gaps().len() == discs.mates.len() / 2 + 2 * pieces
    }

    #[test]
    fn wheels_decide_as_trying_every_turn_does() {
        let mut seed = Seed::new(4);
        let mut drawn = [0, 0];
        for _ in 0..3000 {
            let lists = random_discs(&mut seed);
            // Each disc is a region of its own, so nothing hinders but the order of letters.
            let walks = || -> Vec<Walk> {
                let walk = |(region, spots)| Walk { region, spots };
                lists
                    .iter()
                    .map(Vec::as_slice)
                    .enumerate()
                    .map(walk)
                    .collect()
            };
            let mates = mates(&walks());
            let names = pieces(lists.len(), &walks(), &mates);
            let count = names
                .iter()
                .enumerate()
                .filter(|&(walk, &name)| walk == name)
                .count();
            let possible = (0..1u32 << lists.len()).any(|turns| {
                let reversed = (0..lists.len())
                    .map(|walk| turns >> walk & 1 == 1)
                    .collect();
                let (walks, mates) = (walks(), mates.clone());
                is_sphere(
                    &Discs {
                        walks,
                        mates,
                        reversed,
                    },
                    count,
                )
            });
            match turns(&walks(), &mates) {
                Ok(turned) => {
                    let reversed = turn(&walks(), &names, turned);
                    let (walks, mates) = (walks(), mates.clone());
                    assert!(
                        is_sphere(
                            &Discs {
                                walks,
                                mates,
                                reversed
                            },
                            count
                        ),
                        "{lists:?}"
                    );
                }
                Err(fault) => {
                    assert_eq!(fault, Crossing);
                    assert!(!possible, "{lists:?}");
                }
            }
            drawn[usize::from(possible)] += 1;
        }
        assert!(drawn.iter().all(|&times| times > 300), "{drawn:?}");
    }
}
