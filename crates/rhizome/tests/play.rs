//! The command `play` as a person, a script and a program of the user's meet it.

mod shell;

use serde_json::Value;
use shell::rhizome;
use sprouts::wgosa::Record;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Runs the command with some input and returns standard output and standard error.
fn play(arguments: &[&str], input: &str) -> (String, String) {
    let output = rhizome(&[&["play"], arguments].concat(), input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Vec<Value> {
    let (output, _) = play(&[arguments, &["--json"]].concat(), "");
    output
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect()
}

fn has(command: &str) -> bool {
    let found = Command::new(command)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok();
    if !found {
        println!("skipped: {command} is not installed");
    }
    found
}

fn example() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/strategy.py");
    format!("program:python3 '{path}'")
}

#[test]
fn a_person_plays_in_the_list_model() {
    // A game of 2 spots by both notations and step by step, with refusals and a move taken back on the way.
    let input = "1 1 2 1 9\n1 1 2 1 2\nundo\nhelp\n1(3)2\n1\n3 3\n1 2\n\nmoves\nrecord\n3(5)4\n";
    let (output, _) = play(
        &["--spots", "2", "--first", "person", "--second", "person"],
        input,
    );
    assert!(
        output.contains("Not played: point 9 is not on component 2."),
        "{output}"
    );
    assert!(
        output.contains("    1  ooo               1  (1)           1  (1 2)"),
        "{output}"
    );
    assert!(output.contains("A move names a region"), "{output}");
    assert!(
        output.contains("Player 1 (person) plays 1(3)2, in the tables 1 1 2 1 2"),
        "{output}"
    );
    assert!(output.contains("Player 2 (person) plays 1(4)2"), "{output}");
    assert!(output.contains("2+ 1(3)2 1(4)2\n"), "{output}");
    assert!(
        output.contains("Nobody wins: the game was left."),
        "{output}"
    );
}

#[test]
fn a_game_to_the_end_against_a_person() {
    let moves = "1(3)2\n1(4)2\n1(5)2\n3(6)4\n";
    let arguments = ["--spots", "2", "--first", "person", "--second", "person"];
    let (output, _) = play(&arguments, moves);
    assert!(
        output.ends_with("Player 2 (person) wins: no move is left.\n2+ 1(3)2 1(4)2 1(5)2 3(6)4\n"),
        "{output}"
    );
    let (output, _) = play(&[&arguments[..], &["--misere"]].concat(), moves);
    assert!(
        output.contains("Player 1 (person) wins: no move is left.\n2- 1(3)2"),
        "{output}"
    );
    let (output, _) = play(&[&arguments[..], &["--json"]].concat(), moves);
    let game: Value = serde_json::from_str(&output).expect("one object");
    assert_eq!(game["winner"], "second");
    assert_eq!(game["moves"], 4);
    assert_eq!(game["survivors"], 2);
}

#[test]
fn a_recorded_game_goes_on() {
    let arguments = [
        "--from",
        "2- 1(3)2 1(4)2",
        "--first",
        "person",
        "--second",
        "person",
    ];
    let (output, _) = play(&arguments, "1(5)2\n3(6)4\n");
    assert!(
        output.contains("Player 1 (person) wins: no move is left.\n2- 1(3)2 1(4)2 1(5)2 3(6)4\n"),
        "{output}"
    );
    let (_, error) = play(&["--from", "2- 1(3)2 1(9)2"], "");
    assert!(
        error.contains("move 2, 1(9)2: the new spot is number 4, not 9"),
        "{error}"
    );
    let (_, error) = play(&["--from", "2- 1(3"], "");
    assert!(error.contains("column 7: expected `)`"), "{error}");
    let (_, error) = play(&["--from", "100+"], "");
    assert!(error.contains("begins with 1 to 61 lone spots"), "{error}");
}

#[test]
fn dead_things_are_listed_when_asked_for() {
    let moves = "1(3)1\n1(4)3\n";
    let (without, _) = play(&["--spots", "2", "--second", "person"], moves);
    let (with, _) = play(
        &["--spots", "2", "--second", "person", "--keep-dead"],
        moves,
    );
    let last = |output: &str| {
        output
            .rsplit("point  sockets")
            .next()
            .map(String::from)
            .expect("a table")
    };
    assert!(!last(&without).contains("\n    1"), "{without}");
    assert!(last(&with).contains("\n    1  "), "{with}");
}

#[test]
fn the_computer_plays_whole_games() {
    let arguments = [
        "--games",
        "20",
        "--spots",
        "5",
        "--seed",
        "7",
        "--first",
        "heuristic",
        "--second",
        "random",
    ];
    let lines = json(&arguments);
    assert_eq!(lines.len(), 21);
    let mut first_wins = 0;
    for game in &lines[..20] {
        let record: Record = game["record"]
            .as_str()
            .expect("a record")
            .parse()
            .expect("a record");
        let played = record.replay().expect("a legal game");
        assert!(played.is_over());
        assert_eq!(game["moves"], played.history().len());
        assert_eq!(
            game["winner"],
            ["second", "first"][played.history().len() % 2]
        );
        first_wins += u64::from(game["winner"] == "first");
    }
    assert_eq!(lines[20]["first_wins"], first_wins);
    assert_eq!(lines[20]["games"], 20);
    assert_eq!(
        json(&arguments),
        lines,
        "the same seed gives the same games"
    );
    let (summary, _) = play(&arguments, "");
    assert!(
        summary.starts_with("20 games of 5 spots, normal play, seed 7\nfirst   heuristic  wins "),
        "{summary}"
    );
}

/// Three spots are won by whoever begins, and the perfect opponent knows how.
#[test]
fn every_level_plays_in_the_terminal() {
    let levels = ["easy", "medium", "hard", "insane", "perfect"];
    for level in levels {
        let arguments = ["--spots", "3", "--games", "2", "--second", level];
        let games = json(&[&arguments[..], &["--first", "perfect"]].concat());
        assert_eq!(games[2]["second"], level);
        assert_eq!(games[2]["first_wins"], 2, "{level}");
    }
}

#[test]
fn a_person_cannot_be_asked_for_many_games() {
    let (_, error) = play(&["--games", "2", "--first", "person"], "");
    assert!(
        error.contains("--games lets the computer play by itself"),
        "{error}"
    );
    let (_, error) = play(&["--first", "nobody"], "");
    assert!(
        error
            .contains("expected person, easy, medium, hard, insane, perfect, random, heuristic or"),
        "{error}"
    );
    let (_, error) = play(&["--time-limit", "0"], "");
    assert!(error.contains("time-limit"), "{error}");
}

/// The example of the documentation plays against a strategy of the program, on both sides.
#[test]
fn the_python_example_plays() {
    if !has("python3") {
        return;
    }
    for sides in [["--first", "--second"], ["--second", "--first"]] {
        let lines = json(&[
            "--games",
            "4",
            "--spots",
            "4",
            sides[0],
            &example(),
            sides[1],
            "heuristic",
        ]);
        assert_eq!(lines.len(), 5);
        for game in &lines[..4] {
            assert_eq!(game["end"], "over", "{game}");
            assert_eq!(game[&sides[0][2..]], "Ten Lines");
        }
    }
    let lines = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/strategy.py"
    ));
    assert_eq!(lines.expect("the example").lines().count(), 10);
}

#[test]
fn a_program_that_errs_loses_and_the_reason_is_told() {
    let against = |script: &str| {
        let player = format!("program:sh -c '{script}'");
        json(&[
            "--games",
            "1",
            "--spots",
            "3",
            "--time-limit",
            "0.3",
            "--first",
            &player,
            "--second",
            "random",
        ])
    };
    for (script, reason) in [
        (
            "echo name x; exit 1",
            "it ended before answering (exit status: 1)",
        ),
        (
            "echo name x; exec sleep 9",
            "it did not answer within 0.3 s",
        ),
        (
            "echo name x; echo nonsense; exec sleep 9",
            "to `choose` it answered \"nonsense\"",
        ),
        (
            "echo name x; echo \"move 1(4)9\"; exec sleep 9",
            "its move \"1(4)9\" cannot be played: there is no spot 9",
        ),
        (
            "echo name x; echo \"move 1(4\"; exec sleep 9",
            "cannot be played: column 4: expected `)`",
        ),
    ] {
        let lines = against(script);
        assert_eq!(lines[0]["winner"], "second");
        assert_eq!(lines[0]["end"], "forfeit");
        let told = lines[0]["reason"].as_str().expect("a reason");
        assert!(told.contains(reason), "{told}");
        assert_eq!(lines[1]["first_forfeits"], 1);
    }
    // A program that stalls is started anew for the next game, so that its late answer is not taken for another one.
    let player = "program:sh -c 'echo name x; exec sleep 9'";
    let lines = json(&[
        "--games",
        "3",
        "--spots",
        "3",
        "--time-limit",
        "0.1",
        "--first",
        player,
        "--second",
        "random",
    ]);
    assert_eq!(lines[3]["first_forfeits"], 3);
    assert_eq!(lines[2]["reason"], "it did not answer within 0.1 s");
    let lines = against("echo name x; echo resign; exec sleep 9");
    assert_eq!(lines[0]["end"], "resigned");
}

/// The facts of a game are loaded into a real Prolog system, which is asked what can be joined.
#[test]
fn prolog_answers_questions_about_a_game() {
    if !has("swipl") {
        return;
    }
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play.pl");
    let path = file.to_str().expect("a path in Unicode");
    // Tables 3 to 5 of the list model: 3 points, 1 joined to itself with 2 inside.
    let (output, _) = play(
        &["--spots", "3", "--second", "person", "--prolog", path],
        "1 1 1 1 1 inside 2\n",
    );
    assert!(output.contains("Nobody wins"), "{output}");
    let asks = |goal: &str| {
        let answer = Command::new("swipl")
            .args(["-q", "-f", path, "-g", goal, "-t", "halt"])
            .output()
            .expect("swipl runs");
        String::from_utf8(answer.stdout).expect("text") + &String::from_utf8_lossy(&answer.stderr)
    };
    assert_eq!(
        asks("aggregate_all(sum(S), point_has_sockets_open(_, S), T), print(T)"),
        "8"
    );
    let in_region = "in(R, P) :- region_has_components(R, Cs), member(C, Cs), component_has_points(C, Ps), member(P, Ps)";
    let joined = format!(
        "assertz(({in_region})), findall(P-Q, (in(R, P), in(R, Q), P < Q), Pairs), sort(Pairs, Sorted), print(Sorted)"
    );
    assert_eq!(asks(&joined), "[1-2,1-3,1-4,2-4,3-4]");
    // A finished game has no region left, and asking for one fails without an error.
    play(
        &[
            "--spots", "1", "--first", "random", "--second", "random", "--prolog", path,
        ],
        "",
    );
    assert_eq!(
        asks("(region_has_components(_, _) -> print(yes) ; print(no))"),
        "no"
    );
}

/// As `rhizome play | head -1` does: nothing is said. The status is that of a program whose reader has gone, as shells report it.
#[test]
fn whoever_has_read_enough_may_stop_reading() {
    for arguments in [&["play", "--spots", "4"][..], &["games"], &["moves", "0*4"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rhizome"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(141) && said.is_empty(),
            "{arguments:?}: {} {said}",
            output.status
        );
    }
}
