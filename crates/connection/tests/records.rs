//! Every recorded game replays exactly: legal moves at every ply, captures, result and scores.

use connection::record::RecordedGame;
use connection::referee::Referee;
use std::sync::Arc;

const TRACES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/connection/traces"
);

fn records(name: &str) -> Vec<RecordedGame> {
    let text = std::fs::read_to_string(format!("{TRACES}/{name}.jsonl"))
        .unwrap_or_else(|error| panic!("recorded games of {name}: {error}"));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn the_fast_engines_replay_every_record() {
    for name in connection::library::of_the_report() {
        for record in records(name) {
            if let Err(error) = record.replay() {
                panic!("{name} {:?} game {}: {error}", record.options, record.seed);
            }
        }
    }
}

#[test]
fn the_referee_replays_every_tenth_record() {
    for name in connection::library::of_the_report() {
        for record in records(name).iter().step_by(10) {
            let mut referee = Referee::new(Arc::new(record.plan().unwrap()));
            if let Err(error) = record.replay_with(&mut referee) {
                panic!("{name} {:?} game {}: {error}", record.options, record.seed);
            }
        }
    }
}

#[test]
fn a_record_with_a_changed_move_count_or_result_is_refused() {
    for record in records("gonnect").into_iter().take(3) {
        let mut wrong = record.clone();
        wrong.legal.as_mut().unwrap()[7] += 1;
        assert!(wrong.replay().is_err());
        let mut wrong = record.clone();
        wrong.captures.as_mut().unwrap()[7] += 1;
        assert!(wrong.replay().is_err());
        let mut wrong = record.clone();
        wrong.result.as_mut().unwrap().winner ^= 3;
        assert!(wrong.replay().is_err());
        let mut wrong = record.clone();
        wrong.moves[5] = wrong.moves[4].clone();
        assert!(wrong.replay().is_err());
    }
}
