//! What a person is doing on a picture right now: a stroke, a curve that waits to be played, the ways between two spots. It owns
//! no picture and decides no move; whatever it holds is forgotten when the picture changes.

use crate::picture::{curve_points, flat};
use crate::said::{Said, other};
use crate::shown::{Finished, Inked, Way, Ways, Why};
use drawing::{LegalCurve, PlanarMap, Point, Stroke};
use sprouts::{Move, SpotId};
use table::InkMove;

/// How near to a spot a stroke may end, in units of the board: what a mouse needs, and what the widest finger may have.
const REACH_MIN: f64 = 0.01;
const REACH_MAX: f64 = 0.12;

/// A person's hand on a picture.
#[derive(Default)]
pub struct Hand {
    stroke: Option<Stroke>,
    finished: Option<LegalCurve>,
    ways: Vec<LegalCurve>,
    /// The last move that a curve was asked for, with the curve.
    routed: Option<(Move, LegalCurve)>,
}

impl Hand {
    /// Begins a stroke at a spot; `reach` is how near to a spot it may end.
    pub fn begin(&mut self, map: &PlanarMap, spot: u32, reach: f64) -> Inked {
        self.cancel();
        let reach = reach.clamp(REACH_MIN, REACH_MAX);
        let (stroke, why) = match Stroke::begin_at(map, SpotId(spot), reach) {
            Ok(stroke) => (Some(stroke), None),
            Err(error) => (None, Some(Why::of(map, &error))),
        };
        self.stroke = stroke;
        Inked {
            ink: Vec::new(),
            why,
            snap: None,
            ends: self.ends(map),
        }
    }

    /// Takes the next places of the pointer, x and y in turn.
    pub fn extend(&mut self, map: &PlanarMap, places: &[f64]) -> Result<Inked, Said> {
        let stroke = self.stroke.as_mut().ok_or_else(no_stroke)?;
        let mut last = None;
        for place in places.chunks_exact(2) {
            last = Some(stroke.extend(map, Point::from_pointer(place[0], place[1])));
        }
        let stopped = last
            .as_ref()
            .and_then(|extension| extension.stopped.as_ref());
        let why = stopped.map(|error| Why::of(map, error));
        let snap = last.as_ref().and_then(|extension| extension.spot);
        let mut ink = flat(stroke.points());
        if let Some(spot) = snap {
            ink.extend(flat(&[map.spot_point(spot)]));
        }
        Ok(Inked {
            ink,
            why,
            snap,
            ends: self.ends(map),
        })
    }

    /// Ends the stroke where the pointer is; it then waits to be played.
    pub fn end(&mut self, map: &PlanarMap) -> Result<Finished, Said> {
        let stroke = self.stroke.take().ok_or_else(no_stroke)?;
        Ok(match stroke.finish(map) {
            Ok(curve) => {
                let ink = curve_points(&curve);
                self.finished = Some(curve);
                Finished {
                    ready: true,
                    ink,
                    why: None,
                }
            }
            Err(error) => Finished {
                ready: false,
                ink: Vec::new(),
                why: Some(Why::of(map, &error)),
            },
        })
    }

    /// Takes the stroke back.
    pub fn cancel(&mut self) {
        self.stroke = None;
        self.finished = None;
    }

    /// The move of the finished stroke.
    pub fn finished(&mut self) -> Result<InkMove, Said> {
        let curve = self.finished.take();
        let curve = curve.ok_or_else(|| other("no stroke is finished"))?;
        Ok(curve.into())
    }

    /// All really different ways to join two spots, each with a curve, shortest first.
    pub fn ways(&mut self, map: &PlanarMap, from: u32, to: u32) -> Ways {
        let (from, to) = (SpotId(from), SpotId(to));
        self.ways = map.ways(from, to);
        let refused = map.check_ends(from, to).err();
        Ways {
            ways: self.ways.iter().map(|way| Way::of(map, way)).collect(),
            why: refused.map(|error| Why::of(map, &error)),
        }
    }

    /// The move of one of the ways shown.
    pub fn way(&self, index: usize) -> Result<InkMove, Said> {
        let way = self.ways.get(index);
        let way = way.ok_or_else(|| other("there is no such way"))?;
        Ok(way.clone().into())
    }

    /// Shows a curve for a move, in words that stand beside its notation where it has one, and remembers it.
    pub fn show_route(
        &mut self,
        map: &PlanarMap,
        m: Move,
        curve: LegalCurve,
        text: Option<String>,
    ) -> Way {
        let shown = Way::beside(map, &curve, &m, text);
        self.routed = Some((m, curve));
        shown
    }

    /// A move given without a curve: along the one that was shown for it, if one was.
    pub fn along_route(&mut self, m: InkMove) -> InkMove {
        match self.routed.take() {
            Some((routed, curve)) if routed == m.played && m.curve.is_empty() => curve.into(),
            _ => m,
        }
    }

    /// Forgets everything: it refers to a picture that is about to change.
    pub fn let_go(&mut self) {
        *self = Hand::default();
    }

    /// The spots in which the stroke in progress may end.
    fn ends(&self, map: &PlanarMap) -> Vec<SpotId> {
        let stroke = self.stroke.as_ref();
        stroke.map_or(Vec::new(), |stroke| stroke.possible_ends(map))
    }
}

fn no_stroke() -> Said {
    other("no stroke was begun")
}
