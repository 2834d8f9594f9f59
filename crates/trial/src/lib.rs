//! What all randomised tests share: how many cases they make from which seed, and [`Mistakes`], which spoils true inputs; and
//! [`Counting`], an allocator for tests that say how much is allocated. It knows nothing of games, and nothing but tests may use it.
//!
//! A test makes the same cases every time. `./check --long` makes many more from a fresh seed, by two variables of the environment:
//! `PROPTEST_CASES`, the least number of cases of each test, and `PROPTEST_RNG_SEED`. To repeat a failure, set both as they
//! were printed; then give the case a test with a name of its own.
//!
//! A property test says `#![proptest_config(trial::cases(100))]` at the head of its block.

mod counting;
mod mistakes;

pub use counting::Counting;
pub use mistakes::Mistakes;
use proptest::test_runner::{Config, RngSeed};

/// The seed of every test, unless the environment has another.
const SEED: u64 = 1967;

/// So many cases, always the same; more of them, and others, in the long form.
pub fn cases(quick: u32) -> Config {
    let cases = count(quick);
    Config {
        cases,
        // More cases, more of them that are passed over.
        max_global_rejects: cases.saturating_mul(16).max(1024),
        rng_seed: RngSeed::Fixed(seed()),
        // A case worth keeping becomes a test with a name.
        failure_persistence: None,
        ..Config::default()
    }
}

/// The number of cases alone, for tests that make them themselves, from [`seed`].
pub fn count(quick: u32) -> u32 {
    quick.max(variable("PROPTEST_CASES").unwrap_or(0) as u32)
}

/// The seed of all cases.
pub fn seed() -> u64 {
    variable("PROPTEST_RNG_SEED").unwrap_or(SEED)
}

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name} is {text}: set it to a number, or not at all")))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }

    /// A property test that chooses its cases itself would differ from run to run, and not grow in the long form.
    #[test]
    fn every_property_test_takes_its_cases_from_here() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut found = Vec::new();
        sources(&crates, &mut found);
        let mut blocks = 0;
        for path in found
            .iter()
            .filter(|path| !path.starts_with(crates.join("trial")))
        {
            let text = std::fs::read_to_string(path).expect("a source");
            // Written apart, so that this file is not found itself.
            for block in text.split(concat!("proptest", "! {")).skip(1) {
                blocks += 1;
                let first = block.trim_start().lines().next().unwrap_or_default();
                let config = concat!("#![proptest", "_config(");
                assert!(
                    first.starts_with(config) && first.contains("trial::cases("),
                    "{}: a block begins with {config}trial::cases(…))], not with {first}",
                    path.display()
                );
            }
        }
        assert!(blocks > 10, "{blocks} found");
    }
}
