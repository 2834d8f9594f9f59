//! The engine in WebAssembly, run by Node as a page would: hashes spread, it does the same work as natively, and pictures are the same to the last bit.

use std::path::Path;
use std::process::Command;

#[test]
fn webassembly_hashes_and_searches_as_a_native_program_does() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("run.mjs");
    let output = Command::new("node")
        .arg(script)
        .args(["counts", env!("CARGO_BIN_EXE_pace")])
        .output()
        .expect("node is installed; see ./check");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
