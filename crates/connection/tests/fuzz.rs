//! Recorded games with mistakes in them: each replays, or is refused with a reason. No panic, no endless loop. Descriptions of
//! games are spoilt in `language_fuzz`.

use connection::record::RecordedGame;
use trial::Mistakes;

const TRACES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/connection/traces"
);

/// Records longer than this take too long to be replayed thousands of times.
const TEXT_MAX: usize = 20_000;

#[test]
fn spoilt_records_replay_or_are_refused() {
    let mut texts = Vec::new();
    for name in connection::library::of_the_report() {
        let text = std::fs::read_to_string(format!("{TRACES}/{name}.jsonl"))
            .unwrap_or_else(|error| panic!("recorded games of {name}: {error}"));
        let short = text.lines().filter(|line| line.len() < TEXT_MAX);
        texts.extend(short.take(3).map(String::from));
    }
    assert!(texts.len() > 20);
    let mut mistakes = Mistakes::new(trial::seed());
    let (mut replayed, mut refused) = (0, 0);
    for _ in 0..trial::count(300) {
        let (text, other) = (mistakes.pick(&texts), mistakes.pick(&texts));
        let text = mistakes.in_text(text, other, "0123456789abcde{}[]\":,-.é");
        let Ok(record) = serde_json::from_str::<RecordedGame>(&text) else {
            continue;
        };
        match record.replay() {
            Ok(()) => replayed += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty(), "{text}");
                refused += 1;
            }
        }
    }
    assert!(replayed > 0 && refused > 0, "{replayed} {refused}");
}

#[test]
fn spoilt_files_of_sgf_are_read_or_refused() {
    let texts = [
        "(;FF[4]GM[11]SZ[5]PB[Ann \\] Bo];B[b4];W[swap-pieces]C[so];B[c3];W[a1](;B[e5])(;B[d4]))",
        "(;FF[4]GM[11]SZ[13:13];B[lb];W[swap-sides];W[m13];B[resign])",
        "(;GM[1]SZ[9]KM[0];B[aa];W[ii];B[];W[tt])",
    ];
    let mut mistakes = Mistakes::new(trial::seed());
    let (mut read, mut refused) = (0, 0);
    for _ in 0..trial::count(2000) {
        let (text, other) = (mistakes.pick(&texts), mistakes.pick(&texts));
        let text = mistakes.in_text(text, other, "();[]\\:BWSZGM0123456789abz\né");
        match connection::sgf::read(&text) {
            Ok(record) => {
                // Whether its moves are legal is the engine's to say; it must only not fall over them.
                if let Err(error) = record.replay() {
                    assert!(!error.to_string().is_empty(), "{text}");
                }
                read += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty(), "{text}");
                refused += 1;
            }
        }
    }
    assert!(read > 0 && refused > 0, "{read} {refused}");
}
