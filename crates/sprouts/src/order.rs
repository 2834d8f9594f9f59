//! Sorting where there is little to sort. The sort itself is compiled once, not for every kind of thing: a tenth of the page's
//! engine would be sorts otherwise.

use std::cmp::Ordering;

/// Sorts by a comparison. What is equal stays in its order.
pub fn sort_by<T>(things: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = order(things.len(), &|one, other| {
        compare(&things[one], &things[other])
    });
    for place in 0..things.len() {
        let mut from = order[place];
        // What stood at an earlier place has been swapped away from it.
        while from < place {
            from = order[from];
        }
        order[place] = from;
        things.swap(place, from);
    }
}

/// Sorts by a key. What is equal stays in its order.
pub fn sort_by_key<T, K: Ord>(things: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(things, |one, other| key(one).cmp(&key(other)));
}

fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_stable_sort_does() {
        let mut seed = crate::Seed::new(7);
        for count in 0..60 {
            let mut things: Vec<(usize, usize)> =
                (0..count).map(|place| (seed.below(9), place)).collect();
            let mut wanted = things.clone();
            wanted.sort_by_key(|thing| thing.0);
            sort_by_key(&mut things, |thing| thing.0);
            assert_eq!(things, wanted);
        }
    }
}
