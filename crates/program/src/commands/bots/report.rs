//! What came of all games: what the bots have sent and heard, laid beside the records of the server.

use super::seat::Seat;
use crate::json;
use rooms::{Board, BoardSnapshot};
use std::collections::HashMap;
use table::InkMove;

/// What came of all games.
#[derive(Default)]
pub struct Report {
    /// Moves in the records of the server.
    pub moves: u64,
    /// Moves that were confirmed and are not in the record.
    pub lost: u64,
    /// Moves that are in the record more often than they were made.
    pub doubled: u64,
    /// Games whose players ended with another game or another picture than the server.
    pub differing: u32,
    /// Games that were not over in time.
    pub unfinished: u32,
    /// Connections that broke.
    pub reconnects: u64,
    /// Requests that the server refused.
    pub refused: u64,
    /// Milliseconds from sending a move to the other side's seeing it, on connections that held.
    pub latencies: Vec<f64>,
    /// Milliseconds from a broken connection to the server's welcome.
    pub returns: Vec<f64>,
}

impl Report {
    /// Adds a game, with its record as the server gave it out.
    pub fn add(&mut self, host: &mut Seat, guest: &mut Seat, record: Option<&str>) {
        let record = record.and_then(|text| json::read::<rooms::Summary>(text).ok());
        let truth = record.map(|summary| summary.board);
        // How often a move was made, less how often it is in the record.
        let mut open: HashMap<String, i64> = HashMap::new();
        for (m, _) in host.made.values().chain(guest.made.values()) {
            *open.entry(name(m)).or_default() += 1;
        }
        for m in truth.iter().flat_map(moves) {
            self.moves += 1;
            *open.entry(name(m)).or_default() -= 1;
        }
        let more = open.values().filter(|count| **count < 0);
        self.doubled += more.map(|count| count.unsigned_abs()).sum::<u64>();
        for (m, confirmed) in host.made.values().chain(guest.made.values()) {
            let missing = open.get(&name(m)).is_some_and(|count| *count > 0);
            self.lost += u64::from(*confirmed && missing);
        }
        let seen = [&*host, &*guest].map(|seat| seat.client.board().map(Board::snapshot));
        let same = |seen: &Option<BoardSnapshot>| seen.is_some() && *seen == truth;
        self.differing += u32::from(!seen.iter().all(same));
        for seat in [host, guest] {
            self.reconnects += u64::from(seat.connects.saturating_sub(1));
            self.refused += u64::from(seat.refused);
            self.latencies.append(&mut seat.latencies);
            self.returns.append(&mut seat.returns);
        }
    }
}

/// The moves of a game, which is one of Sprouts.
fn moves(board: &BoardSnapshot) -> &[InkMove] {
    match board {
        BoardSnapshot::Sprouts(snapshot) => &snapshot.record.moves,
        BoardSnapshot::Stones(_) => &[],
    }
}

/// What tells a move from others: everything.
fn name(m: &InkMove) -> String {
    serde_json::to_string(m).expect("moves are made to be written")
}

/// The value below which a share of all values lies, rounded to hundredths.
pub fn quantile(values: &mut [f64], share: f64) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let index = (values.len().saturating_sub(1) as f64 * share).round() as usize;
    let value = values.get(index)?;
    Some((value * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_were_there() {
        let mut values = vec![4.0, 1.0, 3.0, 2.0, 100.0];
        assert_eq!(quantile(&mut values, 0.5), Some(3.0));
        assert_eq!(quantile(&mut values, 0.99), Some(100.0));
        assert_eq!(quantile(&mut [], 0.5), None);
    }
}
