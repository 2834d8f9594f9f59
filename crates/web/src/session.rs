//! A game in progress as the page holds it: strokes, previews of all different ways to join two spots, moves, undo.
//! It owns what the person is doing right now beside the table; whose turn it is and what is allowed is the table's.

use crate::picture::{Picture, curve_points, flat};
use crate::shown::{Change, Finished, Inked, Notes, Stage, View, Way, Ways, Why, frames, json};
use drawing::{LegalCurve, PlanarMap, Point, Stroke};
use serde::Deserialize;
use sprouts::{Move, SpotId};
use table::{Game, Ink, InkMove, Message, Player, Record, Rules, Setting, Table};
use wasm_bindgen::prelude::*;

/// How near to a spot a stroke may end, in units of the board: what a mouse needs, and what the widest finger may have.
const REACH_MIN: f64 = 0.01;
const REACH_MAX: f64 = 0.12;

#[derive(Deserialize)]
struct Options {
    #[serde(flatten)]
    setting: Setting,
    starter: Player,
    #[serde(default)]
    record: Option<Record<InkMove>>,
}

/// A game in progress.
#[wasm_bindgen]
pub struct Session {
    table: Table<Ink>,
    notes: Notes,
    stroke: Option<Stroke>,
    finished: Option<LegalCurve>,
    ways: Vec<LegalCurve>,
    /// The last move that a curve was asked for, with the curve.
    routed: Option<(Move, LegalCurve)>,
}

#[wasm_bindgen]
impl Session {
    /// Opens a game, or goes on with a recorded one.
    pub fn open(options: &str) -> Result<Session, JsError> {
        let options: Options = serde_json::from_str(options)?;
        let mut game = Ink::open(&options.setting)?;
        // A person at the screen goes back and forth.
        game.keep_every(1);
        let notes = Notes::new(game.picture());
        let mut table = match options.record {
            Some(mut record) => {
                record.starter = options.starter;
                record.replay(game, Rules::default())?
            }
            None => Table::started(game, Rules::default(), options.starter),
        };
        table.game_mut().watch();
        let mut session = Session {
            table,
            notes,
            stroke: None,
            finished: None,
            ways: Vec::new(),
            routed: None,
        };
        session.notes.follow(session.table.game());
        Ok(session)
    }

    /// Everything there is to see.
    pub fn view(&self) -> Result<String, JsError> {
        json(&View::of(&self.table, &self.notes))
    }

    /// The picture after so many moves.
    #[wasm_bindgen(js_name = pictureAt)]
    pub fn picture_at(&self, moves: usize) -> Result<String, JsError> {
        let map = self
            .table
            .game()
            .picture_after(moves)
            .ok_or(JsError::new("there are not so many moves"))?;
        json(&Picture::of(&map))
    }

    /// The positions from the first to the last, each as text and by its regions: what a review asks about.
    pub fn line(&self) -> Result<String, JsError> {
        let game = self.table.game();
        let start = game.picture_after(0).ok_or(JsError::new("no start"))?;
        json(&Stage::line(start.labelled(), game.played())?)
    }

    /// The game as it should be kept.
    pub fn record(&self) -> Result<String, JsError> {
        json(&self.table.record())
    }

    /// The game in the notation of the World Game of Sprouts Association; nothing where it did not begin with lone spots.
    pub fn wgosa(&self) -> Result<String, JsError> {
        let record = self.notes.record(self.table.game());
        json(&record.map(|record| record.to_string()))
    }

    /// The game as JSON, to be kept in a file and read again.
    pub fn export(&self) -> Result<String, JsError> {
        json(&crate::import::Exported {
            setting: self.table.game().start().clone(),
            record: self.table.record(),
        })
    }

    /// The picture as an SVG file.
    pub fn svg(&self, size: f64, labels: bool, players: &str) -> Result<String, JsError> {
        let players: [String; 2] = serde_json::from_str(players)?;
        let style = drawing::Style {
            size,
            labels,
            players,
            ..drawing::Style::default()
        };
        json(&self.picture().svg(&style))
    }

    /// The position as text: as it stands on the board, and in canonical form.
    pub fn position(&self) -> Result<String, JsError> {
        let position = self.picture().labelled().position()?;
        json(&[position.to_string(), position.canonical().to_string()])
    }

    /// The picture as text: a map to be kept and shared.
    #[wasm_bindgen(js_name = mapText)]
    pub fn map_text(&self) -> Result<String, JsError> {
        let mut map = self.picture().clone();
        map.rebase();
        json(&map.to_text())
    }

    /// The spots that a line from this one can reach.
    #[wasm_bindgen(js_name = endsFrom)]
    pub fn ends_from(&self, spot: u32) -> Result<String, JsError> {
        json(&self.picture().ends_from(SpotId(spot)))
    }

    /// Begins a stroke at a spot; `reach` is how near to a spot it may end, in units of the board.
    #[wasm_bindgen(js_name = strokeBegin)]
    pub fn stroke_begin(&mut self, spot: u32, reach: f64) -> Result<String, JsError> {
        self.stroke_cancel();
        let reach = reach.clamp(REACH_MIN, REACH_MAX);
        let (stroke, why) = match Stroke::begin_at(self.picture(), SpotId(spot), reach) {
            Ok(stroke) => (Some(stroke), None),
            Err(error) => (None, Some(Why::of(self.picture(), &error))),
        };
        self.stroke = stroke;
        json(&Inked {
            ink: Vec::new(),
            why,
            snap: None,
            ends: self.stroke_ends(),
        })
    }

    /// Takes the next places of the pointer, x and y in turn in units of the board.
    #[wasm_bindgen(js_name = strokeExtend)]
    pub fn stroke_extend(&mut self, places: &[f64]) -> Result<String, JsError> {
        let map = self.table.game().picture();
        let stroke = self
            .stroke
            .as_mut()
            .ok_or(JsError::new("no stroke was begun"))?;
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
        json(&Inked {
            ink,
            why,
            snap,
            ends: self.stroke_ends(),
        })
    }

    /// Ends the stroke where the pointer is; it then waits to be played.
    #[wasm_bindgen(js_name = strokeEnd)]
    pub fn stroke_end(&mut self) -> Result<String, JsError> {
        let stroke = self
            .stroke
            .take()
            .ok_or(JsError::new("no stroke was begun"))?;
        let shown = match stroke.finish(self.picture()) {
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
                why: Some(Why::of(self.picture(), &error)),
            },
        };
        json(&shown)
    }

    /// Takes the stroke back.
    #[wasm_bindgen(js_name = strokeCancel)]
    pub fn stroke_cancel(&mut self) {
        self.stroke = None;
        self.finished = None;
    }

    /// Plays the finished stroke.
    #[wasm_bindgen(js_name = strokePlay)]
    pub fn stroke_play(&mut self) -> Result<String, JsError> {
        let curve = self
            .finished
            .take()
            .ok_or(JsError::new("no stroke is finished"))?;
        self.play(curve.into())
    }

    /// All really different ways to join two spots, each with a curve, shortest first.
    pub fn ways(&mut self, from: u32, to: u32) -> Result<String, JsError> {
        let (from, to) = (SpotId(from), SpotId(to));
        self.ways = self.picture().ways(from, to);
        let map = self.picture();
        let refused = map.check_ends(from, to).err();
        json(&Ways {
            ways: self.ways.iter().map(|way| Way::of(map, way)).collect(),
            why: refused.map(|error| Why::of(map, &error)),
        })
    }

    /// Plays one of the ways shown.
    #[wasm_bindgen(js_name = wayPlay)]
    pub fn way_play(&mut self, index: usize) -> Result<String, JsError> {
        let way = self
            .ways
            .get(index)
            .ok_or(JsError::new("there is no such way"))?;
        self.play(way.clone().into())
    }

    /// A curve for a move, without playing it.
    pub fn route(&mut self, m: &str) -> Result<String, JsError> {
        let m: InkMove = serde_json::from_str(m)?;
        let curve = self.table.game().route(&m.played)?;
        let shown = json(&Way::of(self.picture(), &curve));
        self.routed = Some((m.played, curve));
        shown
    }

    /// Plays a move given without a curve: along the one that was shown for it, if one was.
    #[wasm_bindgen(js_name = movePlay)]
    pub fn move_play(&mut self, m: &str) -> Result<String, JsError> {
        let m: InkMove = serde_json::from_str(m)?;
        match self.routed.take() {
            Some((routed, curve)) if routed == m.played && m.curve.is_empty() => {
                self.play(curve.into())
            }
            _ => self.play(m),
        }
    }

    /// Takes moves back.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, count: u32) -> Result<String, JsError> {
        let from = self.table.turn().unwrap_or(Player::Host);
        self.apply(from, Message::TakeBack(count))?;
        self.view()
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Result<String, JsError> {
        self.act(Message::Redo)
    }

    /// Redraws the picture.
    pub fn redraw(&mut self) -> Result<String, JsError> {
        let from = self.table.turn().unwrap_or(Player::Host);
        self.apply(from, Message::Redraw)?;
        json(&self.change(None))
    }

    /// Gives the game up for a player.
    pub fn resign(&mut self, player: &str) -> Result<String, JsError> {
        let player: Player = serde_json::from_value(player.into())?;
        self.apply(player, Message::Resign)?;
        self.view()
    }
}

impl Session {
    fn picture(&self) -> &PlanarMap {
        self.table.game().picture()
    }

    /// The spots in which the stroke in progress may end.
    fn stroke_ends(&self) -> Vec<SpotId> {
        let stroke = self.stroke.as_ref();
        stroke.map_or(Vec::new(), |stroke| stroke.possible_ends(self.picture()))
    }

    fn play(&mut self, m: InkMove) -> Result<String, JsError> {
        self.act(Message::Play(m))
    }

    /// Does something for whoever is to move, and shows what came of it.
    fn act(&mut self, message: Message<InkMove>) -> Result<String, JsError> {
        let from = self.table.turn().ok_or(JsError::new("the game is over"))?;
        self.apply(from, message)?;
        let born = self.picture().labelled().spots().checked_sub(1);
        json(&self.change(born))
    }

    fn apply(&mut self, from: Player, message: Message<InkMove>) -> Result<(), JsError> {
        // What the person was doing refers to a picture that is about to change.
        self.stroke_cancel();
        self.ways.clear();
        self.routed = None;
        self.table.try_apply(0, from, message)?;
        self.notes.follow(self.table.game());
        Ok(())
    }

    fn change(&self, born: Option<u32>) -> Change {
        Change {
            frames: frames(self.table.game()),
            born,
            view: View::of(&self.table, &self.notes),
        }
    }
}
