//! Whole games in ink: every move routed, inserted, redrawn and checked in every way there is.
//! It owns the game loop and what is noted of it. The clock is the caller's.

use crate::looks;
use drawing::{Case, PlanarMap};
use sprouts::{Canonical, Move, Seed};
use std::collections::BTreeMap;

/// What a simulated game did.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The map at the end, or before the move that failed.
    pub map: PlanarMap,
    /// How many moves were drawn.
    pub moves: u32,
    /// What the clock said for routing each move.
    pub route_times: Vec<f64>,
    /// What the clock said for redrawing after each move.
    pub redraw_times: Vec<f64>,
    /// The least distance between lines after each redrawing, in units of the board.
    pub clearances: Vec<f64>,
    /// Each curve's length over the straight distance of its ends; loops have none.
    pub detours: Vec<f64>,
    /// How often each kind of move occurred.
    pub cases: BTreeMap<Case, u32>,
    /// What went wrong, if anything did.
    pub failure: Option<Failure>,
}

/// A failure of ours, with what is needed to see it again.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What went wrong.
    pub what: String,
    /// The move that was to be drawn.
    pub wanted: Move,
    /// The map before it, as text.
    pub map: String,
}

/// Plays a game of random moves from a seed. After every move the map is sound, its position read off the ink alone is
/// the child that was chosen, and so it is again after redrawing.
pub fn simulate(
    spots: u32,
    seed: u64,
    redraw_steps: u32,
    clock: &mut dyn FnMut() -> f64,
) -> GameReport {
    let mut seed = Seed::new(seed);
    let mut report = GameReport {
        map: PlanarMap::start(spots),
        moves: 0,
        route_times: Vec::new(),
        redraw_times: Vec::new(),
        clearances: Vec::new(),
        detours: Vec::new(),
        cases: BTreeMap::new(),
        failure: None,
    };
    loop {
        let moves = report.map.labelled().moves();
        let Some(wanted) = seed.pick(&moves).cloned() else {
            return report;
        };
        if let Err(what) = report.play(&wanted, redraw_steps, clock) {
            report.failure = Some(Failure {
                what,
                wanted,
                map: report.map.to_text(),
            });
            return report;
        }
    }
}

impl GameReport {
    fn play(
        &mut self,
        wanted: &Move,
        redraw_steps: u32,
        clock: &mut dyn FnMut() -> f64,
    ) -> Result<(), String> {
        let mut child = self.map.labelled().clone();
        child.play(wanted).map_err(|error| error.to_string())?;
        let child = child
            .position()
            .map_err(|error| error.to_string())?
            .canonical();
        let before = clock();
        let curve = self
            .map
            .route_freely(wanted)
            .map_err(|error| error.to_string())?;
        let routed = clock();
        let cases = self.map.cases(&curve);
        let detour = looks::detour(&self.map, &curve);
        let mut map = self.map.clone();
        map.draw(&curve).map_err(|error| error.to_string())?;
        map.check().map_err(|error| error.to_string())?;
        if position_of_ink(&map)? != child {
            return Err("the curve is another move".to_owned());
        }
        let drawn = clock();
        map.redraw(redraw_steps);
        let redrawn = clock();
        map.check()
            .map_err(|error| format!("after redrawing: {error}"))?;
        if position_of_ink(&map)? != child {
            return Err("redrawing changed the position".to_owned());
        }
        self.moves += 1;
        self.route_times.push(routed - before);
        self.redraw_times.push(redrawn - drawn);
        self.clearances.push(looks::clearance(&map));
        self.detours.extend(detour);
        for case in cases {
            *self.cases.entry(case).or_default() += 1;
        }
        self.map = map;
        Ok(())
    }
}

/// The canonical position read off the polylines alone: nothing that the map remembers of its regions is used.
fn position_of_ink(map: &PlanarMap) -> Result<Canonical, String> {
    let mut fresh = map.clone();
    fresh.rebase();
    if !fresh.history().is_empty() {
        return Err("the ink is no map".to_owned());
    }
    fresh
        .labelled()
        .position()
        .map(|position| position.canonical())
        .map_err(|error| error.to_string())
}
