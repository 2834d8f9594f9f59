//! A picture of a position that is known only as text: a game that leads there is looked for and drawn.
//! It owns the search and the putting together of independent lands. How long it may take is the caller's to say.

use crate::layout::turn;
use crate::map::PlanarMap;
use crate::point::Point;
use sprouts::{Canonical, Labelled, Move, SpotId};
use std::collections::HashMap;

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RealiseError {
    /// No game that leads to the position was found before the search was stopped.
    NotFound,
    /// A game was found but could not be drawn.
    NotDrawn,
}

impl std::fmt::Display for RealiseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            RealiseError::NotFound => {
                "no game that leads to this position was found in time; give it more, or draw a record of the game"
            }
            RealiseError::NotDrawn => "a game was found, but its picture became too tight",
        })
    }
}

impl std::error::Error for RealiseError {}

impl PlanarMap {
    /// A map with a given position. `go_on` is asked now and then, and ends the search by saying no.
    ///
    /// A land is drawn by playing a game to it. Several lands are drawn apart, each inside a line of its own whose spots
    /// are dead; such a picture has no history.
    ///
    /// ```
    /// let position: sprouts::Position = "0.1a1a".parse().unwrap();
    /// let map = drawing::PlanarMap::realise(&position.canonical(), &mut || true).unwrap();
    /// let found = map.labelled().position().unwrap().canonical();
    /// assert_eq!(found, position.canonical());
    /// ```
    pub fn realise(
        position: &Canonical,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<PlanarMap, RealiseError> {
        let lands: Vec<Canonical> = position
            .lands()
            .iter()
            .map(|land| Canonical::sum([land.clone()]))
            .collect();
        // A small sum may be reached in play as it is, and then looks more natural.
        if lands.len() <= 1 || position.lives() <= 6 {
            let limit = if lands.len() <= 1 { usize::MAX } else { 20_000 };
            if let Some(game) = find_game(position, limit, go_on) {
                return draw_game(&game);
            }
            if lands.len() <= 1 {
                return Err(RealiseError::NotFound);
            }
        }
        let mut maps = Vec::new();
        for land in &lands {
            let game = find_game(land, usize::MAX, go_on).ok_or(RealiseError::NotFound)?;
            maps.push(draw_game(&game)?);
        }
        let mut map = side_by_side(&maps).ok_or(RealiseError::NotDrawn)?;
        map.redraw(60);
        let found = map.labelled().position().map(|found| found.canonical());
        if found.as_ref() == Ok(position) {
            Ok(map)
        } else {
            Err(RealiseError::NotDrawn)
        }
    }
}

/// The moves of a game from lone spots to a position, by breadth from the least possible number of spots on.
fn find_game(
    wanted: &Canonical,
    limit: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Labelled> {
    let lives = wanted.lives();
    let fewest = lives.div_ceil(3).max(1);
    for spots in fewest..=fewest + 6 {
        let start = Labelled::start(spots);
        let first = start.position().ok()?.canonical();
        let mut known: HashMap<Canonical, usize> = HashMap::new();
        let mut queue: Vec<(Canonical, usize)> = vec![(first.clone(), 0)];
        known.insert(first, 0);
        let mut next = 0;
        while next < queue.len() && queue.len() < limit {
            if next.is_multiple_of(16) && !go_on() {
                return None;
            }
            let (here, _) = queue[next].clone();
            if here == *wanted {
                return replay(start, &queue, next);
            }
            if here.lives() > lives {
                for child in here.children() {
                    // Lives never come back.
                    if child.lives() >= lives && !known.contains_key(&child) {
                        known.insert(child.clone(), queue.len());
                        queue.push((child, next));
                        let last = queue.len() - 1;
                        if queue[last].0 == *wanted {
                            return replay(start, &queue, last);
                        }
                    }
                }
            }
            next += 1;
        }
    }
    None
}

/// Plays labelled moves along a chain of canonical positions.
fn replay(mut game: Labelled, queue: &[(Canonical, usize)], last: usize) -> Option<Labelled> {
    let mut chain = vec![last];
    while let Some(&at) = chain.last()
        && at != 0
    {
        chain.push(queue[at].1);
    }
    for &at in chain.iter().rev().skip(1) {
        let step = game.moves().into_iter().find(|step: &Move| {
            let mut child = game.clone();
            child.play(step).is_ok()
                && child
                    .position()
                    .is_ok_and(|position| position.canonical() == queue[at].0)
        })?;
        game.play(&step).ok()?;
    }
    Some(game)
}

/// Draws a game from its moves, redrawing after each.
fn draw_game(game: &Labelled) -> Result<PlanarMap, RealiseError> {
    let spots = game.spots() - game.history().len() as u32;
    let mut map = PlanarMap::start(spots);
    map.draw_moves(game.history())
        .map_err(|_| RealiseError::NotDrawn)?;
    Ok(map)
}

impl PlanarMap {
    /// Draws moves one after another, redrawing after each. They are named in the numbers of the labelled position, so
    /// each is drawn exactly.
    pub fn draw_moves(&mut self, moves: &[Move]) -> Result<(), crate::RouteError> {
        for step in moves {
            let curve = self.route(step)?;
            self.insert(&curve).map_err(|_| crate::RouteError::NoRoom)?;
            self.redraw(crate::Redraw::STEPS);
        }
        Ok(())
    }
}

/// Several maps in one, each inside a ring of ink: two spots, two lines that make the ring, and a third that kills both
/// spots.
fn side_by_side(maps: &[PlanarMap]) -> Option<PlanarMap> {
    let columns = (1..).find(|columns| columns * columns >= maps.len())?;
    let cell = 1.0 / columns as f64;
    let mut points = Vec::new();
    let mut lines = Vec::new();
    for (index, map) in maps.iter().enumerate() {
        let (left, top) = (
            (index % columns) as f64 * cell,
            (index / columns) as f64 * cell,
        );
        let place = |x: f64, y: f64| Point::from_unit(left + x * cell, top + y * cell);
        let first = points.len() as u32;
        let inner = |point: Point| {
            let (x, y) = point.unit();
            // The square of the map inside the ring's disc.
            place(0.5 + (x - 0.5) * 0.58, 0.5 + (y - 0.5) * 0.58)
        };
        points.extend(map.spots.iter().map(|spot| inner(spot.point)));
        for edge in &map.edges {
            let shifted = |spot: SpotId| SpotId(spot.0 + first);
            lines.push((
                shifted(edge.from),
                shifted(edge.to),
                edge.points.iter().map(|&point| inner(point)).collect(),
            ));
        }
        let (one, two) = (SpotId(points.len() as u32), SpotId(points.len() as u32 + 1));
        let ring = |share: f64, radius: f64| {
            let (cos, sin) = turn(share);
            place(0.5 + radius * cos, 0.5 + radius * sin)
        };
        let arc = |from: f64, to: f64, radius: f64| -> Vec<Point> {
            (0..=16)
                .map(|step| {
                    let along = f64::from(step) / 16.0;
                    // The third line leaves the ring and comes back to it.
                    let out = (along * (1.0 - along) * 4.0).min(1.0) * (radius - 0.42);
                    ring(from + (to - from) * along, 0.42 + out)
                })
                .collect()
        };
        points.push(ring(0.0, 0.42));
        points.push(ring(0.25, 0.42));
        lines.push((one, two, arc(0.0, 0.25, 0.42)));
        lines.push((two, one, arc(0.25, 1.0, 0.42)));
        lines.push((one, two, arc(0.0, 0.25, 0.49)));
    }
    PlanarMap::from_parts(&points, &lines).ok()
}
