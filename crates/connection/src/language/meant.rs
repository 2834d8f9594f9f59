//! Guesses which word was meant by one that is unknown. Knows spelling, not the language.

/// So many letters are the beginning of a longer word.
const BEGINNING_MIN: usize = 3;

/// The known word that is close enough to be meant.
pub fn meant<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Words are short: a long one was not meant to be any of them.
    if written.chars().count() > 32 {
        return None;
    }
    let found = written.to_lowercase();
    let mut begun = None;
    let distances = known.into_iter().map(|word| {
        if begun.is_none() && found.len() >= BEGINNING_MIN && word.starts_with(&found) {
            begun = Some(word);
        }
        (distance(&found, &word.to_lowercase()), word)
    });
    let (distance, word) = distances.min_by_key(|(distance, _)| *distance)?;
    let most = (word.chars().count().max(found.chars().count()) / 3).max(1);
    let near = (distance <= most).then_some(word);
    near.or(begun).filter(|word| *word != written)
}

/// How many letters must be put in, taken out, changed, or swapped with the next one.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows = vec![vec![0; other.len() + 1]; one.len() + 1];
    for i in 0..=one.len() {
        for j in 0..=other.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i.max(j)
            } else {
                let change = usize::from(one[i - 1] != other[j - 1]);
                let mut least = (rows[i - 1][j] + 1)
                    .min(rows[i][j - 1] + 1)
                    .min(rows[i - 1][j - 1] + change);
                if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                    least = least.min(rows[i - 2][j - 2] + 1);
                }
                least
            };
        }
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        let known = ["board", "connect", "regions", "end"];
        assert_eq!(meant("bord", known), Some("board"));
        assert_eq!(meant("Board", known), Some("board"));
        assert_eq!(meant("conenct", known), Some("connect"));
        assert_eq!(meant("region", known), Some("regions"));
        assert_eq!(meant("hexagon", known), None);
        assert_eq!(meant("con", known), Some("connect"));
        assert_eq!(meant("co", known), None);
        assert_eq!(meant("end", known), None);
        assert_eq!(meant("", known), None);
        assert_eq!(meant(&"x".repeat(100_000), known), None);
    }
}
