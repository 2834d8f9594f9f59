//! What a person can get wrong outside of a text: folders in the place of files, input without an end, output that nobody takes.

mod shell;

use shell::rhizome;
use solver::Database;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rhizome-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rhizome"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn what_is_no_file_is_refused_by_name() {
    let folder = folder("no-file");
    let name = folder.to_str().expect("a plain path");
    for command in ["table", "playouts", "gtp", "match", "games check"] {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.push(name);
        let output = rhizome(&arguments, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(name), "{error}");
    }
    // Once this read the same mistake without an end.
    let output = rhizome(&["replay", name], "");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.ends_with("0 passed, 1 failed\n"), "{said}");
    let levels = folder.join("levels.json");
    std::fs::write(&levels, "[{}]").expect("a file");
    let levels = levels.to_str().expect("a plain path");
    let lessons = folder.join("lessons.txt");
    let lessons = lessons.to_str().expect("a plain path");
    let output = rhizome(&["train", "--campaign", levels, "--lessons", lessons], "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains(levels) && error.contains("no map"),
        "{error}"
    );
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
fn what_means_nothing_is_refused_at_once() {
    for (arguments, word) in [
        // Once the bots asked for such a room until their time was up.
        ("bots --spots 0", "spots"),
        ("bots --spots 3..41", "spots"),
        (
            "match hex --first random --second random --games 0",
            "--games",
        ),
        ("draw 0*3 --animate", "--animate"),
        ("draw 0*3 --moves 2", "--moves"),
        ("tree 62", "0..=61"),
        ("survey --spots 3..62", "up to 61"),
        ("draw nothing.json", "a file's name"),
        ("solve eleven.cert", "a file's name"),
        ("children Cargo.toml", "a file's name"),
        ("play --seed x", "is no seed"),
    ] {
        let output = rhizome(&arguments.split(' ').collect::<Vec<_>>(), "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(word), "{error}");
    }
}

#[test]
fn a_command_of_other_letters_is_refused_and_the_next_one_answered() {
    let mut child = program(&["gtp", "hex", "--size", "3"])
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"caf\xe9\nname\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.starts_with('?') && said.contains("= Rhizome"),
        "{said}"
    );
}

/// The results in a database.
fn results(file: &str) -> usize {
    Database::open_read_only(file.as_ref())
        .expect("a database")
        .nimbers_len()
}

#[test]
fn what_was_proved_is_kept_though_nobody_takes_the_answer() {
    let folder = folder("no-reader");
    for command in [
        &["solve", "0*7"][..],
        &["moves", "0*5"],
        &["survey", "--spots", "5..7", "--json"],
    ] {
        let file = folder.join(format!("{}.rhz", command[0]));
        let file = file.to_str().expect("a plain path");
        let mut child = program(&[command, &["--database", file]].concat())
            .spawn()
            .expect("it starts");
        drop(child.stdout.take());
        let status = child.wait().expect("it ends");
        assert!(!status.success(), "{command:?}: nobody heard the answer");
        assert!(results(file) > 0, "{command:?}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

/// A verdict that nobody heard is none.
#[test]
fn a_wrong_certificate_is_never_a_success() {
    let folder = folder("no-verdict");
    let file = folder.join("wrong.txt");
    let claims = "rhizome certificate 1\nposition 22\nending normal\noutcome loss\nclaims 0\n";
    std::fs::write(&file, claims).expect("a file");
    let file = file.to_str().expect("a plain path");
    let mut child = program(&["check", file, "--json"])
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    assert!(!child.wait().expect("it ends").success());
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for arguments in [&["position", "0*3"][..], &["games"], &["draw", "0*2"]] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = program(arguments)
            .stdout(full.expect("a device of Linux"))
            .output()
            .expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.contains("No space left"), "{arguments:?}: {error}");
    }
}

/// Whoever waits for a line that does not come can be stopped, and keeps what was proved.
#[test]
#[cfg(unix)]
fn a_list_that_waits_can_be_stopped() {
    let folder = folder("waiting");
    let file = folder.join("results.rhz");
    let file = file.to_str().expect("a plain path");
    let mut child = program(&["solve", "-", "--database", file])
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    writeln!(input, "0*6").expect("it reads");
    let mut answer = String::new();
    BufReader::new(child.stdout.take().expect("piped"))
        .read_line(&mut answer)
        .expect("text");
    assert!(answer.starts_with("0*6 loss"), "{answer}");
    let stop = Command::new("kill").arg(child.id().to_string()).status();
    assert!(stop.is_ok_and(|status| status.success()));
    assert!(child.wait().expect("it ends").success());
    // Until here there might have been another line.
    drop(input);
    assert!(results(file) > 0);
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

/// Bots that are stopped take their own server and its folder away.
#[test]
#[cfg(unix)]
fn stopped_bots_leave_nothing_behind() {
    let folder = folder("bots");
    let mut child = program(&["bots", "--games", "1", "--spots", "9", "--pace", "5s"])
        .env("TMPDIR", &folder)
        .spawn()
        .expect("it starts");
    let data = folder.join(format!("rhizome-bots-{}", child.id()));
    while !data.join("rhizome.redb").exists() {
        assert!(child.try_wait().expect("our child").is_none());
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let stop = Command::new("kill").arg(child.id().to_string()).status();
    assert!(stop.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && error.contains("stopped"),
        "{error}"
    );
    assert!(!data.exists(), "the server's folder is still there");
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}
