//! `draw` and `simulate`, run as a person would.

use std::process::{Command, Output};

fn rhizome(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rhizome"))
        .args(arguments)
        .output()
        .expect("the binary runs")
}

#[test]
fn a_position_is_drawn_from_its_text() {
    let output = rhizome(&["draw", "0*2.ABCDEFGH|0*2.ABCDEFGH", "--labels"]);
    assert!(output.status.success());
    let svg = String::from_utf8(output.stdout).expect("text");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    // Four lone spots and eight on the line.
    assert!(svg.contains(">12</text>") && !svg.contains(">13</text>"));
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_reason() {
    for (text, reason) in [
        ("ABCD.EFGH|ABCD.EFGH", "hangs together"),
        ("ABCD|AEFG|BEHI|CFHJ|DGIJ", "have to cross"),
        ("A..B", "column 3"),
    ] {
        let output = rhizome(&["draw", text]);
        assert!(!output.status.success() && output.stdout.is_empty());
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(said.contains(reason), "{text}: {said}");
    }
}
