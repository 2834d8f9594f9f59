//! Connection games for Python: playing with undo, and random games and positions in bulk as bytes that NumPy takes as they are.

use crate::errors;
use crate::patience::{Allowed, Patience, Stop};
use connection::board::{Label, SiteId};
use connection::engine::{self, Engine, Status};
use connection::language::{Description as Text, OptionKind};
use connection::library;
use connection::moves::Move;
use connection::opponent::{Search, Strength};
use connection::plan::{Colour, Plan};
use connection::random::Random;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Random games are played in runs of so many, each from a stream of its own, so that threads do not change what comes out.
const RUN: usize = 256;

/// Playouts between two looks at the clock.
const SLICE: u32 = 64;

/// A move of the computer, the share of the payoffs that it expects, whether that is proved to be a win or a loss, and its playouts.
type Thought = (String, f64, Option<bool>, u32);

/// A description of a connection game.
#[pyclass(module = "rhizome._rhizome", frozen)]
pub struct Description {
    text: String,
    parsed: Text,
}

#[pymethods]
impl Description {
    /// Reads a description, or finds one in the library by its name.
    #[new]
    #[pyo3(signature = (text, *, library = false))]
    fn new(text: &str, library: bool) -> PyResult<Self> {
        let text = match library {
            false => text,
            true => match library::TEXTS.iter().find(|(name, _)| *name == text) {
                Some((_, found)) => found,
                None => {
                    let names: Vec<&str> = library::TEXTS.iter().map(|(name, _)| *name).collect();
                    return Err(errors::description(format!(
                        "there is no game {text}; there are {}",
                        names.join(", ")
                    )));
                }
            },
        };
        Ok(Description {
            text: text.to_string(),
            parsed: Text::parse(text).map_err(errors::description)?,
        })
    }

    /// The names of the games that come with the program.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        library::TEXTS.iter().map(|(name, _)| *name).collect()
    }

    #[getter]
    fn text(&self) -> &str {
        &self.text
    }
    #[getter]
    fn name(&self) -> &str {
        &self.parsed.name
    }
    #[getter]
    fn title(&self) -> &str {
        &self.parsed.title
    }
    #[getter]
    fn by(&self) -> &str {
        &self.parsed.by
    }
    #[getter]
    fn about(&self) -> &str {
        &self.parsed.about
    }

    /// Name, default and allowed values of every option.
    fn options(&self) -> Vec<(String, String, String)> {
        let one = |option: &connection::language::OptionSpec| {
            let (default, allowed) = match &option.kind {
                OptionKind::Number { default, min, max } => {
                    (default.to_string(), format!("{min} to {max}"))
                }
                OptionKind::Choice(words) => {
                    (words.first().cloned().unwrap_or_default(), words.join(", "))
                }
            };
            (option.name.clone(), default, allowed)
        };
        self.parsed.options.iter().map(one).collect()
    }
}

/// The game behind `rhizome.connection.Game`.
#[pyclass(module = "rhizome._rhizome", frozen)]
pub struct Board {
    engine: Mutex<Box<dyn Engine>>,
    plan: Arc<Plan>,
    grid: Grid,
}

/// Where sites stand in a plane.
struct Grid {
    rows: usize,
    columns: usize,
    /// The place of each site in a plane.
    places: Vec<usize>,
}

impl Grid {
    fn of(plan: &Plan) -> Self {
        let labels: Vec<(i32, i32)> = (plan.board.ids())
            .map(|site| match plan.board.label(site) {
                Label::Pair(column, row) => (i32::from(row), i32::from(column)),
                // A row of their own, where there are others.
                Label::Number(number) => (-1, i32::from(number)),
            })
            .collect();
        let range = |part: fn(&(i32, i32)) -> i32| {
            let values = || labels.iter().map(part);
            let least = values().min().unwrap_or(0);
            (least, (values().max().unwrap_or(0) - least + 1) as usize)
        };
        let (row_min, rows) = range(|label| label.0);
        let (column_min, columns) = range(|label| label.1);
        let place = |&(row, column): &(i32, i32)| {
            (row - row_min) as usize * columns + (column - column_min) as usize
        };
        Grid {
            rows,
            columns,
            places: labels.iter().map(place).collect(),
        }
    }
}

fn winner(status: Status) -> Option<u8> {
    match status {
        Status::Running => None,
        Status::Draw => Some(0),
        Status::Won(Colour(winner)) => Some(winner),
    }
}

#[pymethods]
impl Board {
    /// A game at its start, with options by name.
    #[new]
    fn new(description: &Description, options: Vec<(String, String)>) -> PyResult<Self> {
        let plan = description.parsed.plan(&options);
        let plan = Arc::new(plan.map_err(errors::description)?);
        Ok(Board {
            engine: Mutex::new(engine::start(&plan)),
            grid: Grid::of(&plan),
            plan,
        })
    }

    fn copy(&self) -> Board {
        Board {
            engine: Mutex::new(self.lock().fork()),
            grid: Grid::of(&self.plan),
            plan: self.plan.clone(),
        }
    }

    #[getter]
    fn players(&self) -> u8 {
        self.plan.players
    }
    #[getter]
    fn title(&self) -> &str {
        &self.plan.title
    }
    #[getter]
    fn options(&self) -> Vec<(String, String)> {
        self.plan.options.clone()
    }
    #[getter]
    fn sites(&self) -> Vec<String> {
        let board = &self.plan.board;
        (board.ids())
            .map(|site| board.label(site).to_string())
            .collect()
    }
    /// Rows and columns of a plane.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.grid.rows, self.grid.columns)
    }
    /// The place of each site in a plane.
    #[getter]
    fn places(&self) -> Vec<usize> {
        self.grid.places.clone()
    }

    /// Plays a move that is written.
    fn play(&self, text: &str) -> PyResult<String> {
        let played = self.lock().play_text(text).map_err(errors::illegal)?;
        Ok(played.text(&self.plan))
    }

    fn undo(&self) -> bool {
        self.lock().undo()
    }

    fn restart(&self) {
        self.lock().restart();
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.lock().legal_moves(&mut moves);
        moves.iter().map(|legal| legal.text(&self.plan)).collect()
    }

    /// Nothing while the game goes on, 0 for a draw, or the player who has won.
    #[getter]
    fn winner(&self) -> Option<u8> {
        winner(self.lock().status())
    }
    #[getter]
    fn mover(&self) -> u8 {
        self.lock().mover().0
    }
    #[getter]
    fn moves_made(&self) -> u32 {
        self.lock().moves_made()
    }
    #[getter]
    fn captured(&self) -> u32 {
        self.lock().captured()
    }
    #[getter]
    fn scores(&self) -> Vec<u128> {
        self.lock().scores()
    }

    /// The stones, a byte a site.
    fn stones<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let engine = self.lock();
        let stones: Vec<u8> = (self.plan.board.ids())
            .map(|site| engine.stone(site).0)
            .collect();
        PyByteArray::new(py, &stones)
    }

    /// The planes of the position; see `rhizome.connection.Game.planes`.
    fn planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let mut planes = vec![0; self.planes_len()];
        self.write_planes(&**self.lock(), &mut Vec::new(), &mut planes);
        PyByteArray::new(py, &planes)
    }

    /// How many planes a position has.
    #[getter]
    fn plane_count(&self) -> usize {
        let more = usize::from(self.plan.neutral) + usize::from(self.plan.moves.settle.is_some());
        usize::from(self.plan.players) + 2 + more
    }

    /// Plays random moves to the end; the written moves.
    fn playout(&self, py: Python<'_>, seed: u64) -> Vec<String> {
        py.detach(|| {
            let mut engine = self.lock();
            let mut random = Random::new(seed);
            let mut played = Vec::new();
            while engine.status() == Status::Running {
                let chosen = engine.sample(&mut random);
                played.push(chosen.text(&self.plan));
                engine.play(chosen);
            }
            played
        })
    }

    /// What a computer opponent would play; nothing when the game is over.
    #[pyo3(signature = (level, swapped, seed, seconds = None, playouts = None, stop = None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn think(
        &self,
        py: Python<'_>,
        level: &str,
        swapped: bool,
        seed: u64,
        seconds: Option<f64>,
        playouts: Option<u32>,
        stop: Option<&Stop>,
    ) -> PyResult<Option<Thought>> {
        let Some(level) = Strength::parse(level) else {
            let names = Strength::ALL.map(Strength::name).join(", ");
            let why = format!("there is no level '{level}'; there are {names}");
            return Err(PyValueError::new_err(why));
        };
        let (most, seconds) = level.limits(playouts, seconds);
        let allowed = Allowed {
            stop: stop.map(|stop| stop.flag.clone()),
            ..Allowed::default()
        };
        py.detach(|| {
            let mut search = Search::new(&**self.lock(), swapped, level, seed);
            search.set_budget(most);
            let mut patience = Patience::new(allowed, 0);
            let begun = Instant::now();
            let is_late = || seconds.is_some_and(|most| begun.elapsed().as_secs_f64() >= most);
            while search.think(SLICE) && !is_late() {
                if patience.go_on().is_break() {
                    return Err(patience.error());
                }
            }
            let chosen = search.best();
            Ok(chosen.map(|chosen| {
                let (expected, sure) = (search.expectation(), search.certainty());
                (chosen.text(&self.plan), expected, sure, search.playouts())
            }))
        })
    }

    /// Random games from here on: the winner of each (a byte) and its length (four bytes).
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        seed: u64,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let (mut winners, mut lengths) = (vec![0u8; count], vec![0u8; 4 * count]);
        let from = self.lock().fork();
        py.detach(|| {
            let runs = winners.chunks_mut(RUN).zip(lengths.chunks_mut(4 * RUN));
            on_threads(
                threads,
                runs.collect(),
                from,
                |engine, run, (winners, lengths)| {
                    let mut random = stream(seed, run);
                    for (winner_of, length_of) in winners.iter_mut().zip(lengths.chunks_mut(4)) {
                        let length = engine.playout(&mut random);
                        *winner_of = winner(engine.status()).unwrap_or(0);
                        length_of.copy_from_slice(&length.to_ne_bytes());
                        take_back(engine, length);
                    }
                },
            )
        })?;
        Ok((
            PyByteArray::new(py, &winners),
            PyByteArray::new(py, &lengths),
        ))
    }

    /// Random games from here on, and of each the planes of one position, the player to move there, and the winner.
    fn samples<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        seed: u64,
        threads: usize,
    ) -> PyResult<(
        Bound<'py, PyByteArray>,
        Bound<'py, PyByteArray>,
        Bound<'py, PyByteArray>,
    )> {
        let size = self.planes_len();
        let Some(bytes) = size.checked_mul(count).filter(|&bytes| bytes <= 1 << 40) else {
            return Err(PyValueError::new_err(
                "that many samples fit into no memory",
            ));
        };
        let (mut planes, mut movers, mut winners) =
            (vec![0u8; bytes], vec![0u8; count], vec![0u8; count]);
        let from = self.lock().fork();
        py.detach(|| {
            let runs = planes
                .chunks_mut(size * RUN)
                .zip(movers.chunks_mut(RUN))
                .zip(winners.chunks_mut(RUN));
            on_threads(
                threads,
                runs.collect(),
                from,
                |engine, run, ((planes, movers), winners)| {
                    let mut random = stream(seed, run);
                    let mut legal = Vec::new();
                    let each = planes.chunks_mut(size).zip(movers).zip(winners);
                    for ((planes, mover_of), winner_of) in each {
                        let length = engine.playout(&mut random);
                        *winner_of = winner(engine.status()).unwrap_or(0);
                        // Any position of the game with a move to make, each equally likely.
                        let back = 1 + random.below(length.max(1));
                        take_back(engine, back.min(length));
                        *mover_of = engine.mover().0;
                        self.write_planes(engine, &mut legal, planes);
                        take_back(engine, length.saturating_sub(back));
                    }
                },
            )
        })?;
        Ok((
            PyByteArray::new(py, &planes),
            PyByteArray::new(py, &movers),
            PyByteArray::new(py, &winners),
        ))
    }

    /// The board as an SVG document.
    fn svg(&self, size: f64, labels: bool) -> PyResult<String> {
        crate::position::style(size, labels, false)?;
        Ok(svg(&self.plan, &**self.lock(), size, labels))
    }
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Box<dyn Engine>> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn planes_len(&self) -> usize {
        self.plane_count() * self.grid.rows * self.grid.columns
    }

    /// Stones of the mover, then of the others in turn, where a stone may come, and what belongs to the board; then, where there are any,
    /// stones of nobody, and how high stacks are. All bytes are 0 before.
    fn write_planes(&self, engine: &dyn Engine, legal: &mut Vec<Move>, planes: &mut [u8]) {
        let area = self.grid.rows * self.grid.columns;
        let players = usize::from(self.plan.players);
        let mover = engine.mover().index();
        for (site, &place) in self.plan.board.ids().zip(&self.grid.places) {
            let stone = engine.stone(site);
            if stone != Colour::NONE {
                let plane = match stone.is_owned() {
                    true => (stone.index() + players - mover) % players,
                    false => players + 2,
                };
                planes[plane * area + place] = 1;
            }
            planes[(players + 1) * area + place] = 1;
            if self.plan.moves.settle.is_some() {
                planes[(self.plane_count() - 1) * area + place] = engine.height(site);
            }
        }
        legal.clear();
        engine.legal_moves(legal);
        for target in legal.iter().filter_map(|legal| legal.target()) {
            planes[players * area + self.grid.places[target.index()]] = 1;
        }
    }
}

/// The random numbers of one run.
fn stream(seed: u64, run: usize) -> Random {
    Random::new(seed ^ (run as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn take_back(engine: &mut dyn Engine, moves: u32) {
    if engine.moves_made() == moves {
        return engine.restart();
    }
    for _ in 0..moves {
        engine.undo();
    }
}

/// Shares runs among threads, each with a game of its own; this thread looks for Ctrl-C.
fn on_threads<T: Send>(
    threads: usize,
    runs: Vec<T>,
    mut from: Box<dyn Engine>,
    work: impl Fn(&mut dyn Engine, usize, T) + Sync,
) -> PyResult<()> {
    let mut patience = Patience::new(Allowed::default(), 0);
    if threads <= 1 {
        for (index, run) in runs.into_iter().enumerate() {
            if patience.go_on().is_break() {
                return Err(patience.error());
            }
            work(&mut *from, index, run);
        }
        return Ok(());
    }
    let stop = AtomicBool::new(false);
    let left = AtomicUsize::new(runs.len());
    let runs = Mutex::new(runs.into_iter().enumerate());
    let next = || runs.lock().unwrap_or_else(PoisonError::into_inner).next();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(256) {
            let mut engine = from.fork();
            scope.spawn(|| {
                while !stop.load(Relaxed)
                    && let Some((index, run)) = next()
                {
                    work(&mut *engine, index, run);
                    left.fetch_sub(1, Relaxed);
                }
                drop(engine);
            });
        }
        while left.load(Relaxed) > 0 {
            std::thread::sleep(std::time::Duration::from_micros(500));
            if patience.go_on().is_break() {
                stop.store(true, Relaxed);
                return Err(patience.error());
            }
        }
        Ok(())
    })
}

/// The players' colours; grey from the fifth player on.
const COLOURS: [&str; 4] = ["#2b2a27", "#ffffff", "#cc4a14", "#1f5fa8"];

fn svg(plan: &Plan, engine: &dyn Engine, size: f64, labels: bool) -> String {
    let points = || plan.board.sites().iter().flat_map(|site| &site.outline);
    let least = |part: fn(&connection::board::Point) -> f64| {
        points().map(part).fold(f64::INFINITY, f64::min)
    };
    let most = |part: fn(&connection::board::Point) -> f64| {
        points().map(part).fold(f64::NEG_INFINITY, f64::max)
    };
    let (left, top) = (least(|p| p.x), least(|p| p.y));
    let (width, height) = (most(|p| p.x) - left, most(|p| p.y) - top);
    let height_px = size * height / width;
    let margin = 0.2;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.3} {:.3} {:.3} {:.3}\" width=\"{size}\" height=\"{height_px:.1}\">\n<g fill=\"#f3e3c3\" stroke=\"#a39e93\" stroke-width=\"0.03\">\n",
        left - margin,
        top - margin,
        width + 2.0 * margin,
        height + 2.0 * margin
    );
    let colour = |stone: Colour| *COLOURS.get(stone.index() - 1).unwrap_or(&"#a39e93");
    let is_cell = |site: SiteId| !plan.board.points(site).is_empty();
    for id in plan.board.ids() {
        let mut outline = String::new();
        for point in &plan.board.sites()[id.index()].outline {
            let _ = write!(outline, "{:.3},{:.3} ", point.x, point.y);
        }
        // A cell that is won with its points wears its owner's colour.
        let fill = match engine.stone(id) {
            stone if is_cell(id) && stone != Colour::NONE => {
                format!(" fill=\"{}\" fill-opacity=\"0.6\"", colour(stone))
            }
            _ => String::new(),
        };
        let _ = writeln!(svg, "<polygon points=\"{}\"{fill}/>", outline.trim_end());
    }
    svg.push_str("</g>\n");
    for link in engine.links() {
        let [a, b] = link.map(|site| plan.board.sites()[site.index()].centre);
        let colour = colour(engine.stone(link[0]));
        // White on the light ground needs an edge.
        for (width, colour) in [(0.18, "#2b2a27"), (0.12, colour)] {
            let _ = writeln!(
                svg,
                "<line x1=\"{:.3}\" y1=\"{:.3}\" x2=\"{:.3}\" y2=\"{:.3}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>",
                a.x, a.y, b.x, b.y
            );
        }
    }
    for site in plan.board.ids() {
        let (place, stone) = (&plan.board.sites()[site.index()], engine.stone(site));
        let (x, y) = (place.centre.x, place.centre.y);
        if stone != Colour::NONE && !is_cell(site) {
            let colour = colour(stone);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"0.36\" fill=\"{colour}\" stroke=\"#2b2a27\" stroke-width=\"0.04\"/>"
            );
            if plan.moves.settle.is_some() {
                let height = engine.height(site);
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.3}\" y=\"{:.3}\" text-anchor=\"middle\" font-family=\"system-ui, sans-serif\" font-size=\"0.4\" fill=\"#fff\" stroke=\"#2b2a27\" stroke-width=\"0.06\" paint-order=\"stroke\">{height}</text>",
                    y + 0.14
                );
            }
        } else if labels {
            let _ = writeln!(
                svg,
                "<text x=\"{x:.3}\" y=\"{:.3}\" text-anchor=\"middle\" font-family=\"system-ui, sans-serif\" font-size=\"0.28\" fill=\"#a39e93\">{}</text>",
                y + 0.1,
                place.label
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}
