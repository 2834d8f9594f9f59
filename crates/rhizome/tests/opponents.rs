//! `match` and `train`, run as a person would.

use serde_json::Value;
use std::process::{Command, Output};

fn rhizome(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rhizome"))
        .args(arguments)
        .output()
        .expect("the binary runs")
}

fn objects(arguments: &[&str]) -> Vec<Value> {
    let output = rhizome(arguments);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// Four spots are won by whoever begins, and lost in misère play.
#[test]
fn perfect_wins_what_theory_says_is_won() {
    let normal = "match --first perfect --second random --spots 4 --games 6 --seed 1 --json";
    let misere = "match --first hard --second perfect --spots 4 --games 6 --misere --json";
    for (arguments, first_wins) in [(normal, 6), (misere, 0)] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let result = &objects(&arguments)[0];
        assert_eq!(result["first_wins"], first_wins, "{result}");
        assert_eq!(result["second_wins"], 6 - first_wins, "{result}");
        for time in ["first_ms_p99", "second_ms_p99"] {
            assert!(result[time].as_f64().is_some_and(|ms| ms >= 0.0), "{time}");
        }
    }
}

#[test]
fn a_level_that_is_none_is_refused_with_those_there_are() {
    let arguments = "match --first best --second random --spots 4";
    let output = rhizome(&arguments.split(' ').collect::<Vec<_>>());
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("best") && said.contains("perfect"), "{said}");
}

/// A second run finds everything done, and the file is a database like any other.
#[test]
fn training_is_kept() {
    let file = std::env::temp_dir().join(format!("rhizome-train-{}.rhz", std::process::id()));
    let path = file.to_str().expect("text");
    let train = ["train", "--spots", "3..5", "--database", path, "--json"];
    let first = objects(&train);
    let spots: Vec<&Value> = first.iter().map(|line| &line["spots"]).collect();
    assert_eq!(spots, [3, 4, 5]);
    let last = |lines: &[Value], what: &str| lines.last().expect("a line")[what].as_u64();
    assert!(last(&first, "results") > Some(0) && last(&first, "answers") > Some(0));
    let again = objects(&train);
    for what in ["results", "answers", "winning_moves"] {
        assert_eq!(last(&again, what), last(&first, what), "{what}");
    }
    let info = rhizome(&["database", "info", path]);
    assert!(info.status.success(), "{info:?}");
    std::fs::remove_file(&file).expect("it was written");
}
