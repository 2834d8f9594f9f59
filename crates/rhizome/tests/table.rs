//! The command `table` as a person at the terminal meets it: boards with columns, rows and whose sides are whose, games saved, opened
//! again and set up, and who sits where.

mod shell;

use shell::rhizome;
use std::path::PathBuf;

/// Runs the command with some input and returns standard output and standard error.
fn table(arguments: &[&str], input: &str) -> (String, String) {
    let output = rhizome(&[&["table"], arguments].concat(), input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

/// A file of this test alone.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("table");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

const TWO: [&str; 2] = ["--seats", "person,person"];

#[test]
fn a_board_shows_columns_rows_and_sides() {
    let (output, _) = table(&[&["hex", "--size", "4"][..], &TWO].concat(), "c2\n");
    assert!(
        output.contains("Player 1 (x) has the sides top and bottom."),
        "{output}"
    );
    assert!(
        output.contains("Player 2 (o) has the sides left and right."),
        "{output}"
    );
    // Letters lean with the columns: they stand over the top row.
    let lines: Vec<&str> = output.lines().collect();
    let letters = lines
        .iter()
        .position(|line| line.trim() == "a   b   c   d")
        .expect("letters");
    assert_eq!(lines[letters + 1].trim(), "1  ·   ·   ·   ·");
    assert!(
        output.contains("2    ·   ·   X   ·"),
        "c2 is a move: {output}"
    );
    let (output, _) = table(&[&["gonnect", "--size", "5"][..], &TWO].concat(), "quit\n");
    assert!(output.contains("5  · · · · ·"), "{output}");
    assert!(output.contains("A B C D E"), "{output}");
}

#[test]
fn a_game_is_saved_and_opened_again() {
    for name in ["hex.json", "hex.sgf"] {
        let path = file(name);
        let path = path.to_str().expect("text");
        let hex = [&["hex", "--size", "4"][..], &TWO].concat();
        let (output, _) = table(&hex, &format!("b3\nswap\nc2\nsave {path}\n"));
        assert!(output.contains("Saved."), "{output}");
        // The file says which game it is.
        let (output, error) = table(&[&[path][..], &TWO].concat(), "moves\nundo\nundo\n");
        assert!(output.contains("Hex."), "{output} {error}");
        assert!(output.contains("14 legal"), "{output}");
        // The same game goes on from it, and another one names what it is.
        let (output, _) = table(&hex, &format!("a1\nload {path}\nmoves\n"));
        assert!(output.contains("14 legal"), "{output}");
        let (output, _) = table(&["go", "--size", "5"], &format!("load {path}\n"));
        assert!(
            output.contains("this is a game of hex --size 4"),
            "{output}"
        );
    }
    let text = std::fs::read_to_string(file("hex.sgf")).expect("the file");
    assert!(
        text.contains("GM[11]SZ[4];B[b3];W[swap-pieces];B[b3]"),
        "{text}"
    );
}

#[test]
fn a_description_of_ones_own_is_saved_whole() {
    let description = file("tiny.game");
    let rules = "game tiny \"Tiny\"\nboard hexagon 2\nmove place own\nend full: draw\n";
    std::fs::write(&description, rules).expect("a file");
    let path = file("tiny.json");
    let (description, path) = (
        description.to_str().expect("text"),
        path.to_str().expect("text"),
    );
    let (output, _) = table(
        &[&[description][..], &TWO].concat(),
        &format!("0,0\nsave {path}\nsave tiny.sgf\n"),
    );
    assert!(
        output.contains("SGF is for Hex and Go, and this is Tiny"),
        "{output}"
    );
    std::fs::remove_file(description).expect("the file goes");
    let (output, error) = table(&[&[path][..], &TWO].concat(), "moves\n");
    assert!(
        output.contains("Tiny.") && output.contains("6 legal"),
        "{output} {error}"
    );
}

#[test]
fn stones_of_nobody_and_heights_are_drawn_and_refusals_name_sites_as_the_board_does() {
    let nex = [&["nex", "--size", "5", "--swap", "no"][..], &TWO].concat();
    let (output, _) = table(&nex, "c3\nd4\nd4\nb2\nb2\nc1:0\n");
    assert!(output.contains("·   ·   ·   =   ·"), "{output}");
    assert!(output.contains("a stone of nobody (=)"), "{output}");
    assert!(output.contains("d4 is not legal"), "{output}");
    assert!(output.contains("a stone stands on b2 already"), "{output}");
    let tumbleweed = [&["tumbleweed", "--base", "4"][..], &TWO].concat();
    let (output, _) = table(&tumbleweed, "0,-3\n0,3\n2,2\n3,-3\n3,0\n");
    for drawn in ["=2", "X1", "O1", "a stone of the other player", "no stack"] {
        assert!(output.contains(drawn), "{drawn}: {output}");
    }
}

#[test]
fn a_position_is_set_up_and_kept() {
    let path = file("setup.json");
    let path = path.to_str().expect("text");
    let hex = [&["hex", "--size", "3", "--swap", "no"][..], &TWO].concat();
    let input = format!(
        "put 0,0:1 0,1:1 2,2:2\nclear 2,2\nput 0,0:2\nput 9,9:1\nclear 2,2\nsave {path}\n0,2\nput 1,1:1\n"
    );
    let (output, _) = table(&hex, &input);
    assert!(output.contains("\"0,0:2\" cannot be set up"), "{output}");
    assert!(output.contains("\"9,9:1\" cannot be set up"), "{output}");
    assert!(output.contains("no stone stands on 2,2"), "{output}");
    assert!(
        output.contains("Player 1 wins."),
        "two stones were there already: {output}"
    );
    assert!(output.contains("before the first move"), "{output}");
    let (output, _) = table(&[&[path][..], &TWO].concat(), "0,2\n");
    assert!(output.contains("Player 1 wins."), "{output}");
    let path = file("setup.sgf");
    let path = path.to_str().expect("text");
    let (output, _) = table(&hex, &format!("put a1:1 c3:2\nb2\nsave {path}\n"));
    assert!(output.contains("Saved."), "{output}");
    let (output, _) = table(&[&[path][..], &TWO].concat(), "moves\nundo\nmoves\n");
    assert!(output.contains("6 legal: b1 c1"), "{output}");
    assert!(output.contains("7 legal: b1 c1 a2 b2"), "{output}");
}

#[test]
fn a_swap_says_whose_stones_are_whose_and_half_a_command_what_is_missing() {
    let hex = [&["hex", "--size", "4"][..], &TWO].concat();
    let (output, _) = table(&hex, "b3\nswap\nsave\nload\nput\nclear\n");
    let swapped = "whoever began is player 2 (o) now, and moves.";
    assert_eq!(output.matches(swapped).count(), 1, "{output}");
    for missing in ["`save game.json`", "`load game.json`", "which places"] {
        assert!(output.contains(missing), "{missing}: {output}");
    }
    assert!(!output.contains("is no move here"), "{output}");
    let computer = ["hex", "--size", "4", "--seats", "person,strong"];
    let (output, _) = table(&computer, "b3\n");
    assert!(output.contains(swapped), "{output}");
}

#[test]
fn the_number_of_players_and_who_sits_where_are_two_things() {
    let omega = ["omega", "--base", "3", "--players", "4"];
    let seats = ["--seats", "random,random,random,random"];
    let (output, error) = table(&[&omega[..], &seats].concat(), "");
    assert!(output.contains("Player 4 plays"), "{output} {error}");
    // The old way says who sits where as well; both at once do not.
    let (output, _) = table(&["hex", "--size", "3", "--players", "random,random"], "");
    assert!(output.contains("wins."), "{output}");
    let both = ["hex", "--players", "random,random", "--seats", "person"];
    let (_, error) = table(&both, "");
    assert!(error.contains("say who plays once"), "{error}");
    let (_, error) = table(&["hex", "--seats", "person,person,person"], "");
    assert!(error.contains("2 players, not 3"), "{error}");
}

#[test]
fn a_file_that_is_no_record_is_refused_in_words() {
    let path = file("broken.sgf");
    std::fs::write(&path, "(;GM[11]SZ[5];B[z9])").expect("a file");
    let (_, error) = table(&[path.to_str().expect("text")], "");
    assert!(error.contains("move 1, `z9`"), "{error}");
    let path = file("broken.json");
    std::fs::write(&path, "{}").expect("a file");
    let (_, error) = table(&[path.to_str().expect("text")], "");
    assert!(error.contains("holds no recorded game"), "{error}");
}

#[test]
fn a_game_is_asked_for_its_options_behind_any_command() {
    for command in ["table", "match"] {
        let output = rhizome(&[command, "hex", "--size", "5", "--help"], "");
        let said = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success(), "{said}");
        assert!(said.contains("--size 11 (3–19), --swap yes|no"), "{said}");
        assert!(
            said.contains(&format!("`rhizome {command} --help`")),
            "{said}"
        );
    }
}

/// The README's match, where either player may swap: the example that it is played against did not know that move, and lost by falling over.
#[test]
fn the_example_to_measure_against_plays_whole_games() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/resistance.py");
    let program = format!("program:python3 {example}");
    let arguments = [
        "match", "hex", "--size", "5", "--first", "easy", "--second", &program, "--games", "6",
    ];
    let output = rhizome(&arguments, "");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{said}"
    );
    assert!(said.contains("6 games of Hex"), "{said}");
    assert!(!said.contains("before answering"), "{said}");
}

/// Starts the command and reads what it prints up to a line.
#[cfg(unix)]
fn started(arguments: &[&str]) -> (std::process::Child, impl FnMut(&str) -> String) {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_rhizome"))
        .arg("table")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let until = move |wanted: &str| {
        let mut all = String::new();
        for line in lines.by_ref() {
            let line = line.expect("text");
            all = all + &line + "\n";
            if line.contains(wanted) {
                return all;
            }
        }
        panic!("never said {wanted:?}: {all}")
    };
    (child, until)
}

#[cfg(unix)]
fn press_ctrl_c(child: &std::process::Child) {
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill").success());
}

/// The computer may think for a day; Ctrl-C wants its move, and the game goes on. At the prompt Ctrl-C ends the program.
#[test]
#[cfg(unix)]
fn ctrl_c_lets_the_computer_play_at_once_and_ends_the_program_at_the_prompt() {
    use std::os::unix::process::ExitStatusExt;
    let day = "--seats master,person --size 9 --swap no --seconds 86400 --threads 2";
    let words: Vec<&str> = ["hex"].into_iter().chain(day.split(' ')).collect();
    let (mut child, mut until) = started(&words);
    until("Player 1 to move");
    press_ctrl_c(&child);
    let played = until("Player 2 to move");
    assert!(played.contains("Player 1 plays "), "{played}");
    press_ctrl_c(&child);
    let ended = child.wait().expect("the program ends");
    assert!(
        ended.code() == Some(130) || ended.signal() == Some(2),
        "{ended}"
    );
}

/// Whoever drives the program by GTP may want its move at once, though it may think for a day. One that comes too late hurries nobody.
#[test]
fn a_line_of_gtp_wants_the_move_at_once() {
    let day = "gtp hex --size 11 --swap no --level master --seconds 86400 --threads 2";
    let talk =
        "# interrupt\nname\n# interrupt\ngenmove b\n# interrupt\ngenmove w\n# interrupt\nquit\n";
    let output = rhizome(&day.split(' ').collect::<Vec<_>>(), talk);
    let said = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert_eq!((answers[0], answers[3]), ("= Rhizome", "= "), "{said}");
    let is_move = |answer: &str| answer.starts_with("= ") && answer.len() >= 4;
    assert!(is_move(answers[1]) && is_move(answers[2]), "{said}");
}

#[test]
fn undo_takes_a_resignation_back_and_says_when_there_is_nothing_more() {
    let hex = [&["hex", "--size", "4"][..], &TWO].concat();
    let (output, _) = table(&hex, "b2\nresign\nundo\nc3\nundo\nundo\nundo\n");
    let said: Vec<&str> = output.lines().filter(|line| line.ends_with('.')).collect();
    assert_eq!(
        &said[3..],
        [
            "Player 1 to move.",
            "Player 2 to move.",
            "Player 2 has resigned.",
            "Player 2 to move.",
            "Player 1 to move.",
            "Player 2 to move.",
            "Player 1 to move.",
            "Player 1 to move.",
        ],
        "{output}"
    );
    assert!(output.contains("there is no move to take back"), "{output}");
}

#[test]
fn legal_moves_are_listed_in_the_order_of_the_board() {
    let hex = [&["hex", "--size", "3"][..], &TWO].concat();
    let (output, _) = table(&hex, "put b2:1 a1:2\nmoves\n");
    assert!(
        output.contains("7 legal: b1 c1 a2 c2 a3 b3 c3\n"),
        "{output}"
    );
}

/// What `games check` says of a description, and whether it is a game.
fn checked(name: &str, description: &str) -> (String, bool) {
    let path = file(name);
    std::fs::write(&path, description).expect("a file");
    let output = rhizome(&["games", "check", path.to_str().expect("text")], "");
    let text = String::from_utf8(output.stdout).expect("text");
    (text, output.status.success())
}

/// A mistake that shows with one option alone is told with that option, and a tab moves the mark as far as the line.
#[test]
fn a_description_is_checked_with_all_its_options() {
    let beginning = "game x \"X\"\nboard square 5\nmove place own\nend full: draw\n";
    let players = format!("{beginning}option seats 2 from 2 to 3\nplayers seats\n\tswap\n");
    let (text, is_game) = checked("options.game", &players);
    let wanted = "with --seats 3: line 7, column 2: `swap` is for two players\n  \tswap\n  \t^";
    assert!(text.contains(wanted) && !is_game, "{text}");
    let word =
        format!("{beginning}option slanted no or yes\nwhen slanted is yes: connect knihgt\n");
    let (text, is_game) = checked("grammar.game", &word);
    assert!(
        text.contains("did you mean `knight`?") && !is_game,
        "{text}"
    );
    let word = word.replace("square", "hexagon").replace("knihgt", "slash");
    let (text, is_game) = checked("word.game", &word);
    assert!(
        text.contains("with --slanted yes: line 6") && !is_game,
        "{text}"
    );
    let (text, is_game) = checked("good.game", beginning);
    assert!(
        text.ends_with("5 sites with 2 players\n") && is_game,
        "{text}"
    );
}

#[test]
fn a_game_in_which_nobody_can_begin_is_told() {
    let dead =
        "game x \"X\"\nboard square 5\nmove place own\nneed neighbours >= 1\nend full: draw\n";
    let (text, is_game) = checked("dead.game", dead);
    assert!(text.contains("nothing but pass") && is_game, "{text}");
}
