//! Whole games in ink: every move routed, inserted, redrawn and checked in every way there is.
//! It owns the game loop and what is noted of it. The clock is the caller's.

use crate::looks;
use drawing::{Case, Curve, LegalCurve, PlanarMap, Point};
use sprouts::{Canonical, Move, Seed};
use std::collections::BTreeMap;

/// Who draws the curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// The router, whose curves are as good as they get.
    Steady,
    /// Somebody whose hand trembles: the router's curves with waves in them, wherever that is the same move.
    Shaky,
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Steps of redrawing after every move.
    pub redraw_steps: u32,
    /// Who draws.
    pub hand: Hand,
}

/// What a simulated game did.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The map at the end, or before the move that failed.
    pub map: PlanarMap,
    /// How many moves were drawn.
    pub moves: u32,
    /// What was measured on the way, by name.
    pub noted: BTreeMap<&'static str, Vec<f64>>,
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
/// the child that was chosen, and so it is again after redrawing. `watch` sees every picture.
pub fn simulate(
    spots: u32,
    seed: u64,
    manner: Manner,
    clock: &mut dyn FnMut() -> f64,
    watch: &mut dyn FnMut(&PlanarMap),
) -> GameReport {
    let mut seed = Seed::new(seed);
    let mut report = GameReport {
        map: PlanarMap::start(spots),
        moves: 0,
        noted: BTreeMap::new(),
        cases: BTreeMap::new(),
        failure: None,
    };
    watch(&report.map);
    loop {
        let moves = report.map.labelled().moves();
        let Some(wanted) = seed.pick(&moves).cloned() else {
            return report;
        };
        if let Err(what) = report.play(&wanted, manner, clock) {
            report.failure = Some(Failure {
                what,
                wanted,
                map: report.map.to_text(),
            });
            return report;
        }
        watch(&report.map);
    }
}

impl GameReport {
    fn note(&mut self, name: &'static str, values: impl IntoIterator<Item = f64>) {
        self.noted.entry(name).or_default().extend(values);
    }

    fn play(
        &mut self,
        wanted: &Move,
        manner: Manner,
        clock: &mut dyn FnMut() -> f64,
    ) -> Result<(), String> {
        let mut child = self.map.labelled().clone();
        child.play(wanted).map_err(|error| error.to_string())?;
        let child = child
            .position()
            .map_err(|error| error.to_string())?
            .canonical();
        let before = clock();
        let mut curve = self
            .map
            .route_freely(wanted)
            .map_err(|error| error.to_string())?;
        let routed = clock();
        if manner.hand == Hand::Shaky {
            curve = shaken(&self.map, curve);
        }
        let cases = self.map.cases(&curve);
        let detour = looks::detour(&self.map, &curve);
        let mut map = self.map.clone();
        map.draw(&curve).map_err(|error| error.to_string())?;
        map.check().map_err(|error| error.to_string())?;
        if position_of_ink(&map)? != child {
            return Err("the curve is another move".to_owned());
        }
        let drawn = map.clone();
        let began = clock();
        map.redraw(manner.redraw_steps);
        let redrawn = clock();
        map.check()
            .map_err(|error| format!("after redrawing: {error}"))?;
        if position_of_ink(&map)? != child {
            return Err("redrawing changed the position".to_owned());
        }
        self.moves += 1;
        self.note("route_ms", [routed - before]);
        self.note("redraw_ms", [redrawn - began]);
        self.note("detour", detour);
        self.note_looks(&drawn, &map);
        for case in cases {
            *self.cases.entry(case).or_default() += 1;
        }
        self.map = map;
        Ok(())
    }

    /// Notes how a picture looks after redrawing, and for some what redrawing once more makes of it.
    fn note_looks(&mut self, drawn: &PlanarMap, map: &PlanarMap) {
        let travel = looks::largest_travel(drawn, map);
        self.note("travel", [travel]);
        if self.moves <= EARLY {
            self.note("travel_early", [travel]);
        }
        self.note("clearance", [looks::clearance(map)]);
        self.note("hugging", [looks::hugging(map)]);
        let bends = looks::Bends::of(map);
        let widths = looks::living_widths(map);
        if self.moves.is_multiple_of(AGAIN_EVERY) {
            let mut again = map.clone();
            again.tidy();
            self.note("again_travel", [looks::largest_travel(map, &again)]);
            let better = looks::Bends::of(&again);
            self.note("again_bend_before", bends.energies.iter().copied());
            self.note("again_bend_after", better.energies);
            self.note("again_width_before", widths.iter().copied());
            self.note("again_width_after", looks::living_widths(&again));
        }
        self.note("bend", bends.energies);
        self.note("s_bends", bends.changes);
        self.note("end_turn", bends.end_turns);
        self.note("angle", bends.angles);
        self.note("width", widths);
    }
}

/// The first moves of a game, in which spots travelled furthest.
const EARLY: u32 = 3;

/// Every so many moves the picture is redrawn once more, as a person may ask for.
const AGAIN_EVERY: u32 = 5;

/// The curve with two waves in it, as high as is still the same move.
fn shaken(map: &PlanarMap, curve: LegalCurve) -> LegalCurve {
    const WAVES: [(f64, f64); 2] = [(0.11, 1.0), (0.31, 1.6)];
    let mut fine = vec![curve.points[0]];
    for pair in curve.points.windows(2) {
        let ((x, y), (u, v)) = (pair[0].unit(), pair[1].unit());
        let (dx, dy) = (u - x, v - y);
        let parts = ((dx.hypot(dy) / 0.012) as u32).max(1);
        let part = |index: u32| f64::from(index) / f64::from(parts);
        fine.extend(
            (1..parts).map(|index| Point::from_unit(x + dx * part(index), y + dy * part(index))),
        );
        fine.push(pair[1]);
    }
    for height in [0.012, 0.006, 0.003] {
        let last = fine.len() - 1;
        let mut gone = 0.0;
        let points = fine.iter().enumerate().map(|(index, &point)| {
            if index == 0 || index == last {
                return point;
            }
            let ((x, y), (u, v)) = (fine[index - 1].unit(), fine[index + 1].unit());
            let (dx, dy) = (u - x, v - y);
            let size = dx.hypot(dy).max(f64::MIN_POSITIVE);
            gone += size / 2.0;
            let wave: f64 = WAVES
                .iter()
                .map(|(length, high)| high * (gone / length * std::f64::consts::TAU).sin())
                .sum();
            // Near its spots even a trembling hand takes aim.
            let near = (index.min(last - index) as f64 / 4.0).min(1.0);
            let by = height * wave * near / size;
            let (x, y) = point.unit();
            Point::from_unit(x - dy * by, y + dx * by)
        });
        let shaken = map.judge(Curve {
            from: curve.from,
            to: curve.to,
            points: points.collect(),
        });
        if let Ok(legal) = shaken
            && legal.played() == curve.played()
        {
            return legal;
        }
    }
    curve
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
