//! The second checker, `examples/check.py`, accepts the same certificates and refuses the same changes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check(file: &Path) -> Output {
    let script = root().join("examples/check.py");
    let mut command = Command::new("python3");
    command
        .arg(script)
        .arg(file)
        .output()
        .expect("python3 runs (./check installs it)")
}

#[test]
fn it_accepts_what_is_true() {
    let names =
        (8..=12).flat_map(|spots| ["normal", "misere"].map(|ending| format!("{ending}-{spots}")));
    // The last ones take minutes; they are checked in the long form of ./check.
    let is_long = std::env::var_os("RHIZOME_LONG").is_some();
    let names: Vec<String> = names
        .filter(|name| is_long || !["misere-11", "misere-12"].contains(&&**name))
        .collect();
    std::thread::scope(|scope| {
        // The last certificates take longest: two threads share the load.
        for half in [0, 1] {
            let names = names.iter().skip(half).step_by(2);
            scope.spawn(move || {
                for name in names {
                    let path = root().join(format!("tests/data/certificates/{name}.txt"));
                    let output = check(&path);
                    let said = String::from_utf8_lossy(&output.stdout).into_owned();
                    let (ending, spots) = name.split_once('-').unwrap();
                    assert!(output.status.success(), "{name}: {output:?}");
                    assert!(said.starts_with(&format!("0*{spots}: ")), "{said}");
                    assert!(
                        said.contains(&format!("in {ending} play, proved")),
                        "{said}"
                    );
                }
            });
        }
    });
}

#[test]
fn it_refuses_what_is_false() {
    let read = |name: &str| {
        let path = root().join(format!("tests/data/certificates/{name}.txt"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let (normal, misere) = (read("normal-9"), read("misere-8"));
    let last = |text: &str| text.trim_end().rsplit('\n').next().unwrap().to_string();
    let lost = format!("{}\n", last(&misere));
    let changed = [
        ("no certificate", misere.replace(&lost, "")),
        (
            "refused",
            misere
                .replace(&lost, "")
                .replace("\nclaims 30\n", "\nclaims 29\n"),
        ),
        (
            "refused",
            misere.replace("\noutcome loss\n", "\noutcome win\n"),
        ),
        ("refused", misere.replace(&lost, "0*5\n")),
        (
            "refused",
            normal.replace("\noutcome win\n", "\noutcome loss\n"),
        ),
        (
            "refused",
            normal.replace(&last(&normal), &format!("{}1", last(&normal))),
        ),
    ];
    for (index, (said, text)) in changed.iter().enumerate() {
        assert!(
            *text != normal && *text != misere,
            "change {index} changes nothing"
        );
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("changed-{index}.txt"));
        std::fs::write(&path, text).unwrap();
        let output = check(&path);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "change {index} is accepted");
        assert!(error.contains(said), "change {index}: {error}");
    }
}

/// The texts made by hand to be believed. A nimber below zero was: no child has it, and nothing is smaller.
#[test]
fn it_refuses_what_is_forged() {
    let path = root().join("tests/data/certificates/forged.txt");
    let all = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("forged.txt");
    let mut refused = 0;
    for forged in all.split_terminator("\n\n") {
        let (why, text) = forged.split_once('\n').unwrap();
        std::fs::write(&file, text).unwrap();
        let output = check(&file);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        // Refused for a reason, not by falling over.
        assert!(!output.status.success(), "{why}");
        assert!(
            error.contains(": refused: ") || error.contains(": no certificate: "),
            "{why}: {error}"
        );
        refused += 1;
    }
    assert_eq!(refused, 55, "docs/certificates.md says how many there are");
}

/// What is no certificate is told in words, never with the program's own lines.
#[test]
fn it_says_what_it_cannot_read() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("unreadable.txt");
    let said = |path: &Path| {
        let output = check(path);
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let title = "rhizome certificate 1\n";
    for (text, why) in [
        (
            "ending normal\noutcome loss\nclaims 0\n",
            "line 2: expected `position …`",
        ),
        (
            "position 22\noutcome loss\nclaims 0\n",
            "line 3: expected `ending …`",
        ),
        ("position\n", "line 3: expected `ending …`"),
    ] {
        std::fs::write(&file, format!("{title}{text}")).unwrap();
        let said = said(&file);
        assert!(said.contains(why) && said.lines().count() == 1, "{said}");
    }
    let none = folder.join("none");
    for (path, why) in [(folder, "directory"), (none.as_path(), "No such file")] {
        let said = said(path);
        assert!(said.contains(why) && said.lines().count() == 1, "{said}");
    }
}
