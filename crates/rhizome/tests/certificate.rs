//! `rhizome check`, `rhizome certificate` and `rhizome database` as a person runs them.

use serde_json::Value;
use solver::Oracle;
use solver::extract::{Goal, Limits, extract};
use sprouts::{PackedLand, Position};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rhizome"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

/// Runs a command that must succeed and gives back its only line as JSON.
fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn write_certificate(path: &Path) -> usize {
    let root = Position::start(4).unwrap().canonical();
    let mut oracle = Oracle::default();
    oracle.nimber(&root);
    let known = |land: PackedLand<'_>| oracle.nimbers().get(land.as_bytes()).copied();
    let certificate = extract(&root, Goal::Nimber, known, Limits::default(), |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    std::fs::write(path, certificate.write()).unwrap();
    certificate.len()
}

#[test]
fn a_certificate_is_checked() {
    let folder = folder("check");
    let path = folder.join("four.cert");
    let claims = write_certificate(&path);
    let line = json(&folder, &["check", "four.cert", "--json"]);
    assert_eq!(line["valid"], true);
    assert_eq!(line["position"], "0*4");
    assert_eq!(
        (&line["outcome"], &line["nimber"]),
        (&"win".into(), &1.into())
    );
    assert_eq!(line["claims"], claims);
    let text = run(&folder, &["check", "four.cert"]);
    assert!(
        String::from_utf8_lossy(&text.stdout)
            .starts_with("0*4: win for the player to move in normal play, nimber 1\n")
    );

    let mut bytes = std::fs::read(&path).unwrap();
    bytes[20] ^= 4;
    std::fs::write(&path, bytes).unwrap();
    let output = run(&folder, &["check", "four.cert"]);
    assert!(!output.status.success());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("four.cert: the certificate is damaged"),
        "{error}"
    );
    let output = run(&folder, &["check", "no.cert", "--json"]);
    assert!(!output.status.success());
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(line["valid"], false);
}

/// The text says the same as the file, and both checkers read both.
#[test]
fn certificates_become_text_and_files_again() {
    let folder = folder("text");
    let claims = write_certificate(&folder.join("four.cert"));
    let unpack = |arguments: &[&str]| {
        let output = run(&folder, &[&["certificate", "unpack"], arguments].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let text = unpack(&["four.cert"]);
    let header = format!(
        "rhizome certificate 1\nposition 0*4\nending normal\noutcome win\nnimber 1\nclaims {claims}\n"
    );
    assert!(text.starts_with(&header), "{text}");
    assert_eq!(unpack(&["four.cert", "four.txt"]), "");
    assert_eq!(
        std::fs::read_to_string(folder.join("four.txt")).unwrap(),
        text
    );
    let output = run(&folder, &["certificate", "pack", "four.txt", "again.cert"]);
    assert!(output.status.success(), "{output:?}");
    let bytes = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("again.cert"), bytes("four.cert"));
    for file in ["four.cert", "four.txt"] {
        let small = json(&folder, &["check", file, "--json"]);
        let fast = json(&folder, &["check", "--fast", file, "--json"]);
        assert_eq!(
            (&small["checker"], &fast["checker"]),
            (&"small".into(), &"fast".into())
        );
        for field in [
            "valid", "position", "ending", "outcome", "nimber", "claims", "bytes",
        ] {
            assert_eq!(small[field], fast[field], "{field} of {file}");
        }
    }
    // The wrong claim is named, from either form.
    let lines: Vec<&str> = text.lines().collect();
    let (land, _) = lines[8].split_once(' ').unwrap();
    let wrong = text.replace(lines[8], &format!("{land} 7"));
    std::fs::write(folder.join("wrong.txt"), wrong).unwrap();
    for file in ["wrong.txt", "wrong.cert"] {
        let output = run(&folder, &["check", file, "--json"]);
        assert!(!output.status.success());
        let line: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (&line["valid"], line["claim"].is_u64()),
            (&false.into(), true),
            "{line}"
        );
        let output = run(&folder, &["certificate", "pack", "wrong.txt", "wrong.cert"]);
        assert!(
            output.status.success(),
            "packing judges nothing: {output:?}"
        );
    }
}

/// While the file is read Ctrl-C ends the program; later it says how far it came. Once it was heard only after reading.
#[cfg(target_os = "linux")]
#[test]
fn a_long_check_is_stopped_by_ctrl_c() {
    use std::os::unix::process::ExitStatusExt;
    const SIGINT: i32 = 2;
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/certificates/misere-20.cert");
    assert!(file.exists(), "{} is missing", file.display());
    for arguments in [["check"].as_slice(), &["check", "--fast"]] {
        for milliseconds in [200, 3000] {
            // Tests that run in the background have Ctrl-C ignored, and hand that on.
            let mut command = Command::new("env");
            command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_rhizome")]);
            command.args(arguments).arg(&file);
            command.stdout(std::process::Stdio::piped());
            command.stderr(std::process::Stdio::piped());
            let child = command.spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(milliseconds));
            let mut signal = Command::new("kill");
            signal.args(["-INT", &child.id().to_string()]);
            assert!(signal.status().unwrap().success());
            let output = child.wait_with_output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            // A busy machine may still read after three seconds.
            let while_reading = output.status.signal() == Some(SIGINT);
            let while_checking = output.status.code() == Some(1)
                && error.contains("stopped before all claims were checked");
            assert!(
                while_reading || while_checking && milliseconds > 200,
                "{output:?}"
            );
        }
    }
}

#[test]
fn results_go_in_and_out() {
    let folder = folder("database");
    let claims = write_certificate(&folder.join("four.cert"));
    let line = json(
        &folder,
        &["database", "import", "a.rhz", "four.cert", "--json"],
    );
    assert_eq!(
        (&line["new"], &line["not_proved"]),
        (&claims.into(), &0.into())
    );
    let output = run(&folder, &["database", "export", "a.rhz", "a.spr"]);
    assert!(output.status.success(), "{output:?}");
    let text = std::fs::read_to_string(folder.join("a.spr")).unwrap();
    assert!(text.contains("\n0*4 1\n"), "{text}");
    let line = json(&folder, &["database", "import", "b.rhz", "a.spr", "--json"]);
    assert_eq!(line["new"], claims);
    let line = json(&folder, &["database", "merge", "b.rhz", "a.rhz", "--json"]);
    assert_eq!(line["new"], 0);
    let line = json(&folder, &["database", "info", "b.rhz", "--json"]);
    assert_eq!(
        (&line["nimbers"], &line["starts"]["4"]),
        (&claims.into(), &1.into())
    );

    // What cannot be proved is left out; what contradicts is refused.
    std::fs::write(folder.join("c.spr"), "0*5 1\n").unwrap();
    let line = json(&folder, &["database", "import", "b.rhz", "c.spr", "--json"]);
    assert_eq!((&line["new"], &line["not_proved"]), (&0.into(), &1.into()));
    std::fs::write(folder.join("d.spr"), "0*4 2\n").unwrap();
    let output = run(&folder, &["database", "import", "b.rhz", "d.spr"]);
    assert!(!output.status.success());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("0*4 has nimber 1 here and 2 there"),
        "{error}"
    );
}

/// In misère play a claim speaks for many positions, also where it is read into a database; and what came from a database is
/// proved again before it stands in a certificate.
#[test]
fn misere_proofs_with_trees() {
    let folder = folder("misere");
    let solve = ["solve", "--misere", "0*8", "--database", "a.rhz", "--json"];
    assert_eq!(json(&folder, &solve)["outcome"], "loss");
    let certify = [&solve[..], &["--certificate", "eight.cert"]].concat();
    assert_eq!(json(&folder, &certify)["nodes"], 0);
    let line = json(&folder, &["check", "eight.cert", "--json"]);
    assert_eq!(
        (&line["valid"], &line["ending"], &line["outcome"]),
        (&true.into(), &"misere".into(), &"loss".into())
    );
    let line = json(
        &folder,
        &["database", "import", "b.rhz", "eight.cert", "--json"],
    );
    assert_eq!(
        (&line["new"], &line["not_proved"]),
        (&line["results"], &0.into())
    );
    assert!(line["new"].as_u64() > Some(10), "{line}");
}
