//! Trees against the definition of misère equivalence, on games small enough to play out, and against the known number of
//! games of each depth.

use super::super::scratch::{Buffers, Watch};
use super::super::sums::Sums;
use super::*;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// Games as they are, nothing simplified: each is the list of its options, all of them earlier games.
struct Raw {
    options: Vec<Vec<usize>>,
    wins: HashMap<Vec<usize>, bool>,
}

impl Raw {
    /// All games with plays of at most three moves, then random games over those before them.
    fn new(seed: u64, random: usize) -> Self {
        let mut options: Vec<Vec<usize>> = vec![vec![]];
        for _ in 0..3 {
            let known = options.len();
            for subset in 0..1usize << known {
                let list: Vec<usize> = (0..known).filter(|game| subset >> game & 1 == 1).collect();
                if !options.contains(&list) {
                    options.push(list);
                }
            }
        }
        assert_eq!(options.len(), 16);
        let mut seed = sprouts::Seed::new(seed);
        for _ in 0..random {
            let count = 1 + seed.below(4);
            let list: BTreeSet<usize> = (0..count).map(|_| seed.below(options.len())).collect();
            options.push(list.into_iter().collect());
        }
        Raw {
            options,
            wins: HashMap::new(),
        }
    }

    /// Whether the player to move wins a sum, by trying every move.
    fn win(&mut self, mut sum: Vec<usize>) -> bool {
        sum.retain(|&game| game != 0);
        sum.sort_unstable();
        if sum.is_empty() {
            return true;
        }
        if let Some(&win) = self.wins.get(&sum) {
            return win;
        }
        let win = (0..sum.len()).any(|place| {
            self.options[sum[place]].clone().into_iter().any(|option| {
                let mut next = sum.clone();
                next[place] = option;
                !self.win(next)
            })
        });
        self.wins.insert(sum, win);
        win
    }

    fn values(&self, trees: &Trees) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        for options in &self.options {
            let mut options = options.iter().map(|&option| values[option].0).collect();
            values.push(trees.reduce(&mut Scratch::default(), &mut options));
        }
        values
    }
}

#[test]
fn equal_trees_are_equal_games() {
    for seed in 0..4 {
        let mut raw = Raw::new(seed, 30);
        let trees = Trees::new();
        let values = raw.values(&trees);
        for one in 0..values.len() {
            for two in 0..one {
                let same = (0..values.len())
                    .all(|other| raw.win(vec![one, other]) == raw.win(vec![two, other]));
                if values[one] == values[two] {
                    assert!(same, "games {one} and {two} of seed {seed}");
                } else if one < 16 {
                    assert!(!same, "games {one} and {two} of seed {seed}");
                }
            }
        }
    }
}

#[test]
fn sums_of_trees_are_sums_of_games() {
    for seed in 10..13 {
        let mut raw = Raw::new(seed, 20);
        let trees = Trees::new();
        let values = raw.values(&trees);
        let sums = Sums::new();
        for one in 0..values.len() {
            for two in 0..=one {
                for three in (0..=two).step_by(3) {
                    let games = [one, two, three];
                    let wins = raw.win(games.to_vec());
                    let pair = trees
                        .add(&mut Scratch::default(), values[one], values[two])
                        .unwrap();
                    let sum = trees
                        .add(&mut Scratch::default(), values[three], pair)
                        .unwrap();
                    assert_eq!(trees.win(sum), wins, "{games:?} of seed {seed}");
                    let bit = games.iter().fold(0, |bit, &game| bit ^ values[game].bit());
                    let mut list: Vec<u32> = games
                        .iter()
                        .map(|&game| values[game].tree())
                        .filter(|&tree| tree != 0)
                        .collect();
                    list.sort_unstable();
                    let multiset = sums.intern(&list);
                    assert_eq!(
                        sums.win(&mut Scratch::default(), &trees, multiset, bit),
                        Ok(wins),
                        "{games:?}"
                    );
                }
            }
        }
    }
}

/// Adding the heap of one counter by its bit, and by playing it out, is the same.
#[test]
fn a_heap_of_one_counter_is_a_bit() {
    let trees = Trees::new();
    Raw::new(20, 60).values(&trees);
    for tree in 0..trees.len() as u32 {
        let value = Value::new(tree, 0);
        let mut options: Vec<u32> = trees
            .options(tree)
            .iter()
            .map(|option| option ^ 1)
            .collect();
        options.push(value.0);
        assert_eq!(
            trees.reduce(&mut Scratch::default(), &mut options),
            value.flip()
        );
    }
}

/// Nim heaps: three counters are two and one, and a move to a larger heap can be taken back.
#[test]
fn heaps_are_their_least_excluded_value() {
    let trees = Trees::new();
    let zero = Value::ZERO;
    let one = zero.flip();
    assert_eq!(
        trees.reduce(&mut Scratch::default(), &mut vec![zero.0]),
        one
    );
    let two = trees.reduce(&mut Scratch::default(), &mut vec![zero.0, one.0]);
    let three = trees.reduce(&mut Scratch::default(), &mut vec![zero.0, one.0, two.0]);
    assert_eq!(three, two.flip());
    assert_eq!(
        trees.reduce(&mut Scratch::default(), &mut vec![zero.0, two.0, three.0]),
        one
    );
    assert_eq!(
        trees.reduce(&mut Scratch::default(), &mut vec![one.0, three.0]),
        zero
    );
    // Without 0 or 1 among them the least excluded value is wrong: this game is lost, the empty one is won.
    let pair = trees.reduce(&mut Scratch::default(), &mut vec![two.0, three.0]);
    assert!(!trees.win(pair));
    assert_eq!(trees.add(&mut Scratch::default(), two, two), Ok(pair));
}

/// How many different games there are with plays of at most so many moves: 1, 2, 3, 5, 22, and 4171780 with five.
fn count_games(depth: u32) -> usize {
    let trees = Trees::new();
    let mut values = vec![Value::ZERO];
    for _ in 0..depth {
        let mut next = BTreeSet::new();
        for subset in 0..1u32 << values.len() {
            let mut options = (0..values.len())
                .filter(|&index| subset >> index & 1 == 1)
                .map(|index| values[index].0)
                .collect();
            next.insert(trees.reduce(&mut Scratch::default(), &mut options));
        }
        values = next.into_iter().collect();
    }
    values.len()
}

#[test]
fn number_of_games_by_depth() {
    let counts: Vec<usize> = (0..=4).map(count_games).collect();
    assert_eq!(counts, [1, 2, 3, 5, 22]);
}

/// `cargo test --profile optimised -p rhizome-solver games_of_five_moves -- --ignored`
#[test]
#[ignore = "takes a gigabyte and some seconds"]
fn number_of_games_of_five_moves() {
    assert_eq!(count_games(5), 4_171_780);
}

/// Breaks at its third look.
#[derive(Default)]
struct Patience(u32);

impl Watch for Patience {
    fn look(&mut self, _: u64) -> ControlFlow<()> {
        self.0 += 1;
        if self.0 < 3 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
    fn too_deep(&mut self) {
        panic!("no sum of the test is as deep as that");
    }
}

/// Sums of many large trees take longer than anybody waits; whoever watches can stop that.
#[test]
fn long_sums_are_stopped() {
    let trees = Trees::new();
    let mut list: Vec<u32> = Raw::new(1, 60)
        .values(&trees)
        .into_iter()
        .map(Value::tree)
        .collect::<BTreeSet<u32>>()
        .into_iter()
        .filter(|&tree| trees.depth(Value::new(tree, 0)) > 4)
        .collect();
    list.truncate(24);
    assert_eq!(list.len(), 24);
    let sums = Sums::new();
    let multiset = sums.intern(&list);
    let mut watch = Patience::default();
    let mut scratch = Scratch::watched_by(&mut watch, Buffers::default());
    assert_eq!(sums.win(&mut scratch, &trees, multiset, 1), Err(Halted));
    let mut watch = Patience::default();
    let mut scratch = Scratch::watched_by(&mut watch, Buffers::default());
    let sum = list.iter().try_fold(Value::ZERO, |sum, &tree| {
        trees.add(&mut scratch, sum, Value::new(tree, 0))
    });
    assert_eq!(sum, Err(Halted));
}
