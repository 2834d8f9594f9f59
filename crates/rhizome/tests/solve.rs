//! The commands about rules and solving, run as a person would.

mod shell;

use serde_json::Value;
use shell::rhizome;
use solver::Database;
use sprouts::Position;
use std::path::Path;
use std::process::{Command, Output};

fn objects(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).expect("text");
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

#[test]
fn a_position_is_reduced_and_counted() {
    let output = rhizome(
        &[
            "position",
            "A.BCDEFGFEDH|DCBH.IJKJLMLJIN.O|IN|PQGFGQ.RS|RS",
            "--json",
        ],
        "",
    );
    let object = &objects(&output)[0];
    // The same land as the thesis writes it.
    let same = rhizome(&["position", "0.AB2C|BAC.1a1a2.0+12.AB|AB", "--json"], "");
    assert_eq!(object["canonical"], objects(&same)[0]["canonical"]);
    assert!(
        object["canonical"]
            .as_str()
            .is_some_and(|text| text.ends_with("+12.AB|AB"))
    );
    assert_eq!(
        (&object["lives"], &object["lands"], &object["regions"]),
        (&21.into(), &2.into(), &4.into())
    );
    assert_eq!(object["over"], false);
}

#[test]
fn a_list_has_a_line_for_every_position_in_order() {
    let output = rhizome(&["children", "-", "--json"], "0*2\nA..B\n!\n");
    let objects = objects(&output);
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["children"].as_array().map(Vec::len), Some(2));
    assert!(
        objects[1]["error"]
            .as_str()
            .is_some_and(|error| error.starts_with("column 3"))
    );
    assert_eq!(objects[2]["children"].as_array().map(Vec::len), Some(0));
    assert!(!output.status.success(), "a bad line shows in the status");
}

#[test]
fn trees_have_the_known_sizes() {
    for (spots, positions, lands) in [("2", 18, 17), ("3", 148, 126), ("4", 1505, 1188)] {
        let object = &objects(&rhizome(&["tree", spots, "--json"], ""))[0];
        assert_eq!(
            (&object["positions"], &object["lands"]),
            (&positions.into(), &lands.into())
        );
    }
}

#[test]
fn solving_certifying_and_checking() {
    let folder = std::env::temp_dir().join(format!("rhizome-solve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let certificate = folder.join("seven.cert");
    let path = certificate.to_str().expect("a plain path");
    for misere in [false, true] {
        let mut arguments = vec!["solve", "0*6", "--json", "--certificate", path];
        arguments.extend(misere.then_some("--misere"));
        let object = &objects(&rhizome(&arguments, ""))[0];
        assert_eq!(object["outcome"], if misere { "win" } else { "loss" });
        let checked = rhizome(&["check", path], "");
        assert!(
            checked.status.success(),
            "{}",
            String::from_utf8_lossy(&checked.stdout)
        );
        let mut bytes = std::fs::read(&certificate).expect("the certificate");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&certificate, bytes).expect("a broken certificate");
        assert!(
            !rhizome(&["check", path], "").status.success(),
            "a broken certificate is refused"
        );
    }
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
fn a_database_spares_the_next_run_its_work() {
    let folder = std::env::temp_dir().join(format!("rhizome-database-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("results.rhz");
    let path = file.to_str().expect("a plain path");
    for ending in [&[][..], &["--misere"]] {
        let run = || {
            let arguments = [
                &[
                    "solve",
                    "0*7",
                    "--threads",
                    "1",
                    "--json",
                    "--database",
                    path,
                ],
                ending,
            ]
            .concat();
            objects(&rhizome(&arguments, ""))[0].clone()
        };
        let (first, second) = (run(), run());
        assert_eq!(first["outcome"], "loss");
        assert_eq!(second["outcome"], "loss");
        assert!(
            second["nodes"].as_u64() < first["nodes"].as_u64(),
            "{first} {second}"
        );
    }
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
fn a_search_that_cannot_end_says_so() {
    let object = &objects(&rhizome(
        &["solve", "0*30", "--timeout", "200ms", "--json"],
        "",
    ))[0];
    assert_eq!(object["outcome"], "unknown");
    assert!(
        object["reason"]
            .as_str()
            .is_some_and(|reason| reason.contains("--database"))
    );
    let object = &objects(&rhizome(
        &["solve", "0*18", "--threads=1", "--memory", "18M", "--json"],
        "",
    ))[0];
    assert_eq!(object["outcome"], "unknown");
    assert!(
        object["reason"]
            .as_str()
            .is_some_and(|reason| reason.contains("--memory"))
    );
}

/// Both overflowed the stack or ran without end in misère play before the door refused them.
#[test]
fn positions_that_cannot_be_drawn_are_refused() {
    for text in ["1ACB.1a1aAAB.CDCD", "12bABbaCD.AB.CD"] {
        for arguments in [&["solve", text, "--misere"][..], &["position", text]] {
            let output = rhizome(arguments, "");
            assert!(!output.status.success() && output.stdout.is_empty());
            let said = String::from_utf8(output.stderr).expect("text");
            assert!(
                said.contains("column") && said.contains("two boundaries of one region"),
                "{said}"
            );
        }
    }
}

/// One land with millions of moves: the time is up before they are all generated.
#[test]
fn the_time_is_up_inside_a_single_step_as_well() {
    let text = "0.1.11.111.12.112.1112.22.122.1a1a.1a2a.12a1a.11a1a.12a2a.2a22a.1a1a1.11a2a1";
    for ending in [&[][..], &["--misere"]] {
        let arguments = [&["solve", text, "--timeout", "300ms", "--json"], ending].concat();
        let object = &objects(&rhizome(&arguments, ""))[0];
        assert_eq!(object["outcome"], "unknown");
    }
}

#[test]
fn more_moves_than_can_be_counted() {
    let text = "0.1.11.111.12.112.1112.22.122.1a1a.1a2a.12a1a.11a1a.12a2a.2a22a.1a1a1.11a2a1";
    let object = &objects(&rhizome(&["position", text, "--json"], ""))[0];
    assert!(object["children"].is_null() && object["lands"] == 1);
    let output = rhizome(&["children", text], "");
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains("more than 1048576 moves"), "{said}");
}

#[test]
fn moves_are_listed_with_their_values() {
    let object = &objects(&rhizome(&["moves", "0*3", "--json"], ""))[0];
    assert_eq!(object["winning"], 2);
    assert_eq!(object["moves"].as_array().map(Vec::len), Some(3));
}

/// A build for tests is four times as large as the shipped one, and the system may map so much more of its file: 2 to 6 MB from run to run.
const MAPPED_BYTES: u64 = 6 << 20;

#[test]
fn limits_that_nothing_can_keep_are_refused() {
    for (arguments, reason) in [
        (
            &["--memory", "1K", "--threads", "2"][..],
            "the program alone takes 19 MB with --threads 2; allow at least 20M",
        ),
        (&["--memory", "0"], "--memory is too small"),
        (&["--threads", "0"], "write one from 1 to 256"),
        (&["--threads", "1000"], "write one from 1 to 256"),
    ] {
        let output = rhizome(&[&["solve", "0*5"], arguments].concat(), "");
        assert!(!output.status.success(), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(reason), "{arguments:?}: {said}");
    }
}

/// Each of these wants several times the memory it gets; some find the answer all the same, and none takes more.
#[test]
fn memory_bounds_the_whole_program() {
    for megabytes in [20, 24, 40] {
        for (position, argument) in [
            ("0*14", "--threads=2"),
            ("0*18", "--threads=2"),
            ("0*12", "--misere"),
        ] {
            let memory = format!("{megabytes}M");
            let arguments = [
                "solve",
                position,
                argument,
                "--memory",
                &memory,
                "--timeout",
                "6s",
                "--json",
            ];
            let object = &objects(&rhizome(&arguments, ""))[0];
            if object["outcome"] == "unknown" {
                assert!(object["reason"].is_string(), "{object}");
            }
            let Some(peak) = object["peak_bytes"].as_u64() else {
                return; // This system does not say what a program takes.
            };
            let allowed = (megabytes << 20) + MAPPED_BYTES;
            assert!(peak <= allowed, "{position} {argument} {memory}: {peak}");
        }
    }
}

/// So does a program that also writes the proof. Where the memory is scarce, the proof is larger.
#[test]
fn memory_bounds_the_certificate_as_well() {
    let folder = std::env::temp_dir().join(format!("rhizome-bounded-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("proof.cert");
    let path = file.to_str().expect("a plain path");
    let mut wanted = vec![("0*14", "--threads=1", 32), ("0*11", "--misere", 32)];
    if std::env::var_os("RHIZOME_LONG").is_some() {
        wanted.push(("0*18", "--threads=1", 48));
    }
    for (position, argument, megabytes) in wanted {
        let memory = format!("{megabytes}M");
        let arguments = ["solve", position, argument, "--memory", &memory];
        let output = rhizome(
            &[&arguments[..], &["--json", "--certificate", path]].concat(),
            "",
        );
        let object = &objects(&output)[0];
        assert!(object["claims"].as_u64() > Some(100), "{object}");
        assert!(rhizome(&["check", path], "").status.success());
        if let Some(peak) = object["peak_bytes"].as_u64() {
            let allowed = (megabytes << 20) + MAPPED_BYTES;
            assert!(peak <= allowed, "{position}: {peak}");
        }
    }
    let claims = |memory: &str| {
        let arguments = ["solve", "0*12", "--threads=1", "--memory", memory];
        let output = rhizome(
            &[&arguments[..], &["--json", "--certificate", path]].concat(),
            "",
        );
        assert!(rhizome(&["check", path], "").status.success());
        objects(&output)[0]["claims"].as_u64().expect("a number")
    };
    assert!(claims("18M") > claims("64M"));
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

/// A database of sums of large lands: 32,767 losses (for all that anybody looks at them) that take 30 MB in memory.
fn large_database(file: &Path) {
    let mut lands: Vec<Vec<u8>> = (47..=61)
        .map(|spots| {
            Position::start(spots)
                .expect("a start")
                .canonical()
                .to_bytes()
        })
        .collect();
    lands.sort();
    let mut database = Database::open(file).expect("a new database");
    for subset in 1..1u32 << lands.len() {
        let chosen = (0..lands.len()).filter(|land| subset >> land & 1 == 1);
        let position: Vec<u8> = chosen.flat_map(|land| lands[land].clone()).collect();
        database
            .insert_misere_loss(&position)
            .expect("there is room");
    }
    database.compact().expect("it is written");
    assert!(database.memory_bytes() > 25 << 20);
}

/// With hardly more data than the program itself has, a database that is too large is refused by its size, not by running out of memory.
#[test]
#[cfg(target_os = "linux")]
fn a_database_too_large_for_the_memory_is_refused_before_it_is_read() {
    let folder = std::env::temp_dir().join(format!("rhizome-too-large-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("results.rhz");
    large_database(&file);
    let path = file.to_str().expect("a plain path");
    let solve = |memory: u64| {
        format!("solve 0*2 --json --threads 1 --memory {memory}M --database")
            .split(' ')
            .chain([path])
            .map(String::from)
            .collect::<Vec<_>>()
    };
    let within_16_megabytes = |memory: u64| {
        let program = env!("CARGO_BIN_EXE_rhizome");
        Command::new("sh")
            .args(["-c", "ulimit -d 16384 && exec \"$0\" \"$@\"", program])
            .args(solve(memory))
            .output()
            .expect("it ends")
    };
    let refused = within_16_megabytes(40);
    let message = String::from_utf8_lossy(&refused.stderr);
    let least = message
        .split_once("allow at least ")
        .and_then(|(_, rest)| rest.split_once(" MB with --memory"));
    let least: u64 = least.expect(&message).0.parse().expect("a number");
    assert!(!refused.status.success());
    // Without the limit on what it may read the same program does not get so far, wherever the system keeps to its own limit.
    let read = within_16_megabytes(4096);
    assert!(!String::from_utf8_lossy(&read.stderr).contains("--memory"));
    // What it asks for is enough.
    let enough = solve(least);
    let enough: Vec<&str> = enough.iter().map(String::as_str).collect();
    let object = &objects(&rhizome(&enough, ""))[0];
    assert_eq!(object["outcome"], "loss", "{object}");
    if let Some(peak) = object["peak_bytes"].as_u64() {
        assert!(peak <= least << 20, "{peak}, {least} MB allowed");
    }
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}
