//! The program as a person at a terminal runs it, for all tests of its commands.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with some input to its end.
pub fn rhizome(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rhizome"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that has seen enough may end before it has read everything.
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(input.as_bytes()).ok();
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}
