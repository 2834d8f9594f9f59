//! Drawing: what a person waits for, late in a game of 20 spots.

use crate::{host, least, percentile};
use drawing::{PlanarMap, Point, Stroke};
use std::hint::black_box;

/// Reports the picture at the end of a game, after redrawing once more: it is the same everywhere, to the last bit.
pub fn counts() {
    let mut map = finished(5);
    map.tidy();
    // As much of the hash as a float holds.
    let hash = map.picture_hash().0 >> 11;
    host::say("count: a hash of a redrawn picture", hash as f64);
}

/// Reports the times of drawing.
pub fn run() {
    const EVENTS: u32 = 1000;
    let mut map = finished(20);
    host::say("count: small edges", map.small_edge_count() as f64);
    let (mut routes, mut redraws, mut events, mut places) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // The last third of the game, two moves back at a time.
    for _ in 0..10 {
        redraws.push(least(7, || {
            let mut map = map.clone();
            map.redraw(30);
            map
        }));
        map.undo();
        map.undo();
        let moves = map.labelled().moves_up_to(200);
        let stride = moves.len().div_ceil(25).max(1);
        for wanted in moves.iter().step_by(stride) {
            routes.push(least(5, || map.route_freely(wanted)));
        }
        let Some(living) = map.spot_ids().find(|&spot| map.lives(spot) > 0) else {
            continue;
        };
        let Ok(stroke) = Stroke::begin_at(&map, living, 0.03) else {
            continue;
        };
        let (x, y) = map.spot_point(living).unit();
        // One event is too short for a page's clock.
        let a_thousand = |map: &PlanarMap| {
            for _ in 0..EVENTS {
                let mut stroke = stroke.clone();
                let target = Point::from_unit(x + 0.02, y + 0.01);
                black_box(stroke.extend(map, black_box(target)));
            }
        };
        events.push(least(20, || a_thousand(&map)) / f64::from(EVENTS));
        places.push(
            least(20, || {
                for _ in 0..EVENTS {
                    black_box(map.locate(black_box(Point::from_unit(0.4, 0.45)), 0.03));
                }
            }) / f64::from(EVENTS),
        );
    }
    host::say("count: moves routed", routes.len() as f64);
    host::say("routing, median", percentile(&mut routes, 0.5));
    host::say("routing, 99th percentile", percentile(&mut routes, 0.99));
    host::say(
        "30 steps of redrawing, median",
        percentile(&mut redraws, 0.5),
    );
    host::say("30 steps of redrawing, most", percentile(&mut redraws, 1.0));
    host::say("pointer event, most", percentile(&mut events, 1.0));
    host::say(
        "what is under the pointer, most",
        percentile(&mut places, 1.0),
    );
    let position = "0.AB2C|BAC.1a1a2.0+12.AB|AB";
    let position = position.parse::<sprouts::Position>();
    let position = position.expect("a position").canonical();
    host::say(
        "a picture from a position's text",
        least(20, || PlanarMap::realise(&position)),
    );
}

/// The picture at the end of a game of random moves.
fn finished(spots: u32) -> PlanarMap {
    let mut seed = sprouts::Seed::new(3);
    let mut map = PlanarMap::start(spots);
    while let Some(wanted) = seed.pick(&map.labelled().moves()) {
        let curve = map.route_freely(wanted).expect("every move has a curve");
        map.insert(&curve).expect("a routed curve fits");
        map.redraw(30);
    }
    map
}
