//! The simulation: on a few hundred small games with every check there is, and as the program reports it.

use laboratory::simulation::{Hand, Manner, simulate};
use std::collections::BTreeMap;
use std::process::Command;

/// Every second game is drawn by a trembling hand.
fn manner(seed: u64) -> Manner {
    Manner {
        redraw_steps: 10,
        hand: [Hand::Steady, Hand::Shaky][(seed / 4 % 2) as usize],
    }
}

/// The ten thousand games of `laboratory simulate` take an hour; these take seconds.
#[test]
fn simulated_games_do_not_fail() {
    let mut cases = BTreeMap::new();
    for seed in 0..200u64 {
        let spots = 2 + (seed % 4) as u32;
        let report = simulate(spots, 40_000 + seed, manner(seed), &mut || 0.0, &mut |_| ());
        if let Some(failure) = report.failure {
            panic!(
                "{} at {:?} on {}",
                failure.what, failure.wanted, failure.map
            );
        }
        for (case, count) in report.cases {
            *cases.entry(case).or_insert(0) += count;
        }
    }
    for case in drawing::Case::ALL {
        assert!(cases.contains_key(&case), "{} never occurred", case.name());
    }
}

#[test]
fn simulated_games_are_reported_as_an_object() {
    let arguments = ["simulate", "--spots", "2-5", "--games", "8", "--json"];
    let program = env!("CARGO_BIN_EXE_laboratory");
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success());
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(
        (&object["games"], &object["failures"]),
        (&8.into(), &0.into())
    );
    let kinds = [
        "double_boundary",
        "single_border",
        "single_inner",
        "loop_border",
        "loop_inner",
        "loop_singleton",
    ];
    let counted: u64 = kinds
        .iter()
        .filter_map(|kind| object["cases"][kind].as_u64())
        .sum();
    assert_eq!(Some(counted), object["moves"].as_u64());
}
