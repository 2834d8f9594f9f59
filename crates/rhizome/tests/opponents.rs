//! `match` and `train`, run as a person would.

use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

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

/// Levels, programs and openings: a program of ours drives another one, and both count the same games.
#[test]
fn connection_games_are_played_in_matches() {
    for (swap, opening) in [("no", "1"), ("yes", "0")] {
        // Nothing in the protocol tells a program whether there is a swap: it is started so.
        let program = format!(
            "program:{} gtp hex --level medium --swap {swap}",
            env!("CARGO_BIN_EXE_rhizome")
        );
        let mut arguments = vec!["match", "hex", "--first", "easy", "--second", &program];
        arguments.extend(["--size", "4", "--games", "4", "--seed", "3", "--json"]);
        arguments.extend(["--swap", swap, "--opening", opening]);
        let result = &objects(&arguments)[0];
        let count = |name: &str| result[name].as_u64().expect(name);
        assert_eq!(count("won") + count("lost"), 4, "{result}");
        assert_eq!(result["failures"], serde_json::json!([]), "{result}");
        assert_eq!(result["second"], "Rhizome");
        let share = |name: &str| result[name].as_f64().expect(name);
        assert!(
            share("low") <= share("score") && share("score") <= share("high"),
            "{result}"
        );
    }
    let held = "match hex --size 4 --first strong:20 --second medium --games 2 --json";
    let result = &objects(&held.split(' ').collect::<Vec<_>>())[0];
    assert_eq!(result["first"], "strong:20");
    let playouts = |side: &str| result[side]["playouts_a_move"].as_f64().expect("a number");
    assert!(
        playouts("first_work") <= 20.0 && playouts("second_work") > 20.0,
        "{result}"
    );
    let broken = "match hex --size 4 --first random --second program:false --games 2";
    let output = rhizome(&broken.split(' ').collect::<Vec<_>>());
    assert!(String::from_utf8_lossy(&output.stderr).contains("ended before answering"));
}

/// A file for one test; it is removed at the end.
struct File(std::path::PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let name = format!("rhizome-{name}-{}.rhz", std::process::id());
        File(std::env::temp_dir().join(name))
    }
    fn path(&self) -> &str {
        self.0.to_str().expect("text")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
        std::fs::remove_file(self.0.with_extension("rhz.lock")).ok();
    }
}

fn last<'a>(lines: &'a [Value], what: &str) -> &'a Value {
    &lines.last().expect("a line")[what]
}

/// A second run finds everything done, the file is a database like any other, and opponents play with it.
#[test]
fn training_is_kept() {
    for ending in ["normal", "misere"] {
        let file = File::new(&format!("train-{ending}"));
        let mut train = vec!["train", "--spots", "3..6", "--database", file.path()];
        train.extend(["--fast-nodes", "0", "--json"]);
        let mut play = vec!["match", "--first", "perfect", "--second", "random"];
        play.extend(["--spots", "5", "--games", "2", "--database", file.path()]);
        play.push("--json");
        if ending == "misere" {
            train.push("--misere");
            play.push("--misere");
        }
        let first = objects(&train);
        let starts: Vec<&Value> = first.iter().map(|line| &line["start"]).collect();
        assert_eq!(starts, ["3 spots", "4 spots", "5 spots", "6 spots"]);
        assert_eq!(last(&first, "ending"), ending);
        for what in ["results", "trained"] {
            assert!(last(&first, what).as_u64() > Some(0), "{what}: {first:?}");
        }
        let again = objects(&train);
        for what in ["results", "trained", "winning_moves"] {
            assert_eq!(last(&again, what), last(&first, what), "{what}");
        }
        let info = rhizome(&["database", "info", file.path()]);
        assert!(info.status.success(), "{info:?}");
        // Five spots are won by whoever begins, in both endings.
        assert_eq!(objects(&play)[0]["first_wins"], 2);
    }
}

/// The walk is told the wrong side on purpose: it finds nothing to train, and the rehearsal finds where Perfect would guess.
#[test]
fn a_rehearsal_finds_what_the_walk_left_out() {
    let file = File::new("train-rehearsal");
    let campaign = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../web/page/data/campaign.json"
    );
    let mut train = vec!["train", "--campaign", campaign, "--levels", "108..108"];
    train.extend(["--side", "first", "--fast-nodes", "5000", "--lessons"]);
    train.extend([file.path(), "--json"]);
    assert_eq!(last(&objects(&train), "lessons"), 0);
    train.extend(["--rehearse", "1"]);
    let taught = objects(&train);
    assert!(last(&taught, "lessons").as_u64() > Some(0), "{taught:?}");
    let again = objects(&train);
    assert_eq!(last(&again, "trained"), 0, "{again:?}");
    assert_eq!(last(&again, "lessons"), last(&taught, "lessons"));
}

/// Starts a training and kills it, as `kill -9` does, once it has said so many times that something is saved. Gives back how much it
/// said last, or nothing when it came to its end before.
fn train_and_kill(arguments: &[&str], saves: usize) -> Option<usize> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rhizome"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let said = lines.by_ref().take(saves).last();
    child.kill().expect("it is ours to kill");
    let ended = child.wait().expect("it is gone");
    // What was said between the last line read and the end counts as well.
    let said = lines.last().or(said).expect("a line").expect("text");
    let (_, results) = said.split_once(" spots: ").expect(&said);
    let saved = results.strip_suffix(" results saved").expect(&said);
    (!ended.success()).then(|| saved.parse().expect(&said))
}

/// Whenever a training is killed, what it has reported as saved is in the file, and the next one goes on from there to its end.
#[test]
fn a_killed_training_loses_nothing_that_was_saved() {
    for ending in ["normal", "misere"] {
        let file = File::new(&format!("train-killed-{ending}"));
        let mut train = vec!["train", "--spots", "6..10", "--database", file.path()];
        train.extend(["--fast-nodes", "0", "--save-every", "10ms", "--json"]);
        if ending == "misere" {
            train.push("--misere");
        }
        let stored = || -> BTreeSet<String> {
            let output = rhizome(&["database", "export", file.path()]);
            assert!(output.status.success(), "{output:?}");
            let text = String::from_utf8(output.stdout).expect("text");
            text.lines().map(String::from).collect()
        };
        let mut before = BTreeSet::new();
        for saves in [1, 2, 5] {
            let saved = train_and_kill(&train, saves).expect("it has much more to do");
            let info = &objects(&["database", "info", file.path(), "--json"])[0];
            let count = if ending == "normal" {
                &info["nimbers"]
            } else {
                &info["misere_losses"]
            };
            assert!(
                count.as_u64() >= Some(saved as u64),
                "{saved} saved: {info}"
            );
            let after = stored();
            assert!(after.is_superset(&before), "something is lost");
            before = after;
        }
        // The rest would take its time; six are enough to see a training go on and end.
        train[2] = "6..6";
        let end = objects(&train);
        assert_eq!(last(&end, "start"), "6 spots");
        assert!(last(&end, "trained").as_u64() > Some(0), "{end:?}");
        assert!(stored().is_superset(&before), "something is lost");
    }
}

/// On small boards the opponent needs no training, and the command says so at once.
#[test]
fn what_is_answered_fast_is_not_trained() {
    let file = File::new("train-fast");
    let train = ["train", "--spots", "3..7", "--database", file.path()];
    let lines = objects(&[&train[..], &["--json"]].concat());
    for line in &lines {
        assert_eq!(line["trained"], 0, "{line}");
        assert!(line["fast_nodes_max"].as_u64() <= line["fast_nodes"].as_u64());
    }
    assert!(last(&lines, "fast").as_u64() > Some(0));
    let said = rhizome(&train);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("7 spots: nothing to train"), "{said}");
}
