//! A game in progress as the page holds it: strokes, previews of all different ways to join two spots, moves, undo.
//! It owns what the person is doing right now beside the table; whose turn it is and what is allowed is the table's.

use crate::picture::{Picture, curve_points, flat};
use drawing::{Curve, CurveError, PlanarMap, Point, Stroke};
use serde::{Deserialize, Serialize};
use sprouts::{Corner, Ending, Labelled, Move, SpotId, wgosa};
use table::{Ended, Ink, InkMove, Message, Player, Reason, Record, Rules, Table};
use wasm_bindgen::prelude::*;

/// How near to a spot a stroke may end, in units of the board: what a mouse needs, and what the widest finger may have.
const REACH_MIN: f64 = 0.01;
const REACH_MAX: f64 = 0.12;

/// The most ways that are shown for one pair of spots; more would be a puzzle of its own.
const WAYS_MAX: usize = 48;

/// The most moves that are looked at to find them.
const CANDIDATES_MAX: usize = 4096;

/// Where a game begins.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// So many lone spots.
    Spots(u32),
    /// A drawn map, as text.
    Map(String),
}

impl Start {
    /// The picture to begin with.
    pub fn picture(&self) -> Result<PlanarMap, JsError> {
        match self {
            Start::Spots(spots @ 1..=40) => Ok(PlanarMap::start(*spots)),
            Start::Spots(_) => Err(JsError::new("a board has 1 to 40 spots")),
            Start::Map(text) => {
                let mut map: PlanarMap = text
                    .parse()
                    .map_err(|error: drawing::TextError| JsError::new(&error.to_string()))?;
                map.rebase();
                Ok(map)
            }
        }
    }
}

#[derive(Deserialize)]
struct Options {
    start: Start,
    ending: Kind,
    starter: Player,
    #[serde(default)]
    record: Option<Record<InkMove>>,
}

/// The two endings by the names that the page uses.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl From<Kind> for Ending {
    fn from(kind: Kind) -> Ending {
        match kind {
            Kind::Normal => Ending::Normal,
            Kind::Misere => Ending::Misere,
        }
    }
}

impl From<Ending> for Kind {
    fn from(ending: Ending) -> Kind {
        match ending {
            Ending::Normal => Kind::Normal,
            Ending::Misere => Kind::Misere,
        }
    }
}

#[derive(Serialize)]
struct View {
    picture: Picture,
    turn: Option<Player>,
    ended: Option<Ended>,
    moves: Vec<Played>,
    undone: usize,
    lives: u32,
    survivors: usize,
    regions: Vec<Vec<Vec<u32>>>,
}

/// A move as people write it down, and the numbers of its spots.
#[derive(Clone, Serialize)]
struct Played {
    text: String,
    from: u32,
    to: u32,
    spot: u32,
}

#[derive(Serialize)]
struct Change {
    frames: Vec<Picture>,
    born: Option<u32>,
    view: View,
}

/// A position on the way of a game.
#[derive(Serialize)]
struct Stage {
    position: String,
    regions: Vec<Vec<Vec<u32>>>,
}

/// A way to join two spots: the move, a curve for it, and what to say about it.
struct Way {
    played: Move,
    curve: Curve,
}

#[derive(Serialize)]
struct ShownWay {
    points: Vec<f64>,
    words: Words,
}

/// What there is to say about a move: the spots it joins, and the living spots that it parts from the others.
#[derive(Serialize)]
struct Words {
    kind: &'static str,
    from: u32,
    to: u32,
    /// Whether `side` is what the curve encloses, rather than merely the smaller side.
    enclosed: bool,
    side: Vec<u32>,
}

/// Why a line cannot be drawn: the kind, the spot that is the reason, and the place to point at.
#[derive(Serialize)]
struct Why {
    kind: &'static str,
    spot: Option<u32>,
    at: Option<[f64; 2]>,
    edge: Option<u32>,
}

#[derive(Serialize)]
struct Inked {
    ink: Vec<f64>,
    why: Option<Why>,
    snap: Option<u32>,
    /// The spots in which the stroke may end.
    ends: Vec<u32>,
}

#[derive(Serialize)]
struct Finished {
    ready: bool,
    ink: Vec<f64>,
    why: Option<Why>,
}

/// The ways to join two spots, or why there is none.
#[derive(Serialize)]
struct ShownWays {
    ways: Vec<ShownWay>,
    why: Option<Why>,
}

/// A game in progress.
#[wasm_bindgen]
pub struct Session {
    start: Start,
    table: Table<Ink>,
    stroke: Option<Stroke>,
    finished: Option<Curve>,
    ways: Vec<Way>,
    texts: Vec<Played>,
    /// The moves as a reader of the game has them; nothing where the game did not begin with lone spots.
    transcript: Option<wgosa::Transcript>,
}

#[wasm_bindgen]
impl Session {
    /// Opens a game, or goes on with a recorded one.
    pub fn open(options: &str) -> Result<Session, JsError> {
        let options: Options = serde_json::from_str(options)?;
        let game = Ink::new(options.start.picture()?, options.ending.into());
        let mut table = match options.record {
            Some(mut record) => {
                record.starter = options.starter;
                record.replay(game, Rules::default())?
            }
            None => Table::started(game, Rules::default(), options.starter),
        };
        // A map on which nobody can move is over before it began.
        if let (None, Some(table::Verdict::Wins(side))) =
            (table.ended(), table::Game::verdict(table.game()))
        {
            table.end(Ended {
                winner: Some(table.player(side)),
                reason: Reason::Rules,
                by: None,
            });
        }
        table.game_mut().watch();
        let begun = table
            .game()
            .picture_after(0)
            .map(|map| (map.edge_count(), map.labelled().spots()));
        let transcript = match begun {
            Some((0, spots)) => Some(wgosa::Transcript::start(spots)),
            _ => None,
        };
        let mut session = Session {
            start: options.start,
            table,
            stroke: None,
            finished: None,
            ways: Vec::new(),
            texts: Vec::new(),
            transcript,
        };
        session.write_down();
        Ok(session)
    }

    /// Everything there is to see.
    pub fn view(&self) -> Result<String, JsError> {
        json(&self.make_view())
    }

    /// The picture after so many moves.
    #[wasm_bindgen(js_name = pictureAt)]
    pub fn picture_at(&self, moves: usize) -> Result<String, JsError> {
        let map = self
            .table
            .game()
            .picture_after(moves)
            .ok_or(JsError::new("there are not so many moves"))?;
        json(&Picture::of(map))
    }

    /// The positions from the first to the last, each as text and by its regions: what a review asks about.
    pub fn line(&self) -> Result<String, JsError> {
        let mut line = Vec::new();
        for map in (0..).map_while(|moves| self.table.game().picture_after(moves)) {
            line.push(Stage {
                position: map.labelled().position()?.to_string(),
                regions: regions(map.labelled()),
            });
        }
        json(&line)
    }

    /// The game as it should be kept.
    pub fn record(&self) -> Result<String, JsError> {
        json(&self.table.record())
    }

    /// The game in the notation of the World Game of Sprouts Association; nothing where it did not begin with lone spots.
    pub fn wgosa(&self) -> Result<String, JsError> {
        let game = self.table.game();
        let record = wgosa::Record::of(game.picture().labelled(), game.ending());
        json(&record.map(|record| record.to_string()))
    }

    /// The game as JSON, to be kept in a file and read again.
    pub fn export(&self) -> Result<String, JsError> {
        json(&crate::import::exported(
            self.start.clone(),
            self.table.game().ending(),
            self.table.record(),
        ))
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
        let ends = self.picture().ends_from(SpotId(spot));
        json(&ends.iter().map(|end| end.0).collect::<Vec<u32>>())
    }

    /// Begins a stroke at a spot; `reach` is how near to a spot it may end, in units of the board.
    #[wasm_bindgen(js_name = strokeBegin)]
    pub fn stroke_begin(&mut self, spot: u32, reach: f64) -> Result<String, JsError> {
        self.stroke_cancel();
        let reach = reach.clamp(REACH_MIN, REACH_MAX);
        let (stroke, why) = match Stroke::begin_at(self.picture(), SpotId(spot), reach) {
            Ok(stroke) => (Some(stroke), None),
            Err(error) => (None, Some(self.reason(&error))),
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
        let why = last
            .as_ref()
            .and_then(|extension| extension.stopped.as_ref())
            .map(|error| reason(map, error));
        let snap = last.as_ref().and_then(|extension| extension.spot);
        let mut ink = flat(stroke.points());
        if let Some(spot) = snap {
            ink.extend(flat(&[map.spot_point(spot)]));
        }
        json(&Inked {
            ink,
            why,
            snap: snap.map(|spot| spot.0),
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
        match stroke.finish(self.picture()) {
            Ok(curve) => {
                let ink = curve_points(&curve);
                self.finished = Some(curve);
                json(&Finished {
                    ready: true,
                    ink,
                    why: None,
                })
            }
            Err(error) => json(&Finished {
                ready: false,
                ink: Vec::new(),
                why: Some(self.reason(&error)),
            }),
        }
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
        let played = self.picture().abstract_move(&curve);
        self.play(InkMove::drawn(&played, &curve))
    }

    /// All really different ways to join two spots, each with a curve, shortest first.
    pub fn ways(&mut self, from: u32, to: u32) -> Result<String, JsError> {
        let (from, to) = (SpotId(from), SpotId(to));
        self.ways = find_ways(self.table.game(), from, to);
        let refused = self.picture().check_ends(from, to).err();
        json(&ShownWays {
            ways: self.ways.iter().map(|way| self.show_way(way)).collect(),
            why: refused.map(|error| self.reason(&error)),
        })
    }

    /// Plays one of the ways shown.
    #[wasm_bindgen(js_name = wayPlay)]
    pub fn way_play(&mut self, index: usize) -> Result<String, JsError> {
        let way = self
            .ways
            .get(index)
            .ok_or(JsError::new("there is no such way"))?;
        let played = InkMove::drawn(&way.played, &way.curve);
        self.play(played)
    }

    /// A curve for a move, without playing it.
    pub fn route(&self, m: &str) -> Result<String, JsError> {
        let m: InkMove = serde_json::from_str(m)?;
        let curve = self
            .table
            .game()
            .route(&m.abstract_move())
            .map_err(|error| JsError::new(&error.to_string()))?;
        let played = self.picture().abstract_move(&curve);
        json(&self.show_way(&Way { played, curve }))
    }

    /// Plays a move given without a curve.
    #[wasm_bindgen(js_name = movePlay)]
    pub fn move_play(&mut self, m: &str) -> Result<String, JsError> {
        self.play(serde_json::from_str(m)?)
    }

    /// Takes moves back.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, count: u32) -> Result<String, JsError> {
        self.forget();
        let from = self.table.turn().unwrap_or(Player::Host);
        self.table
            .try_apply(0, from, Message::TakeBack(count))
            .map_err(|refused| JsError::new(&refused.to_string()))?;
        self.write_down();
        self.view()
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Result<String, JsError> {
        self.apply(Message::Redo)
    }

    /// Redraws the picture.
    pub fn redraw(&mut self) -> Result<String, JsError> {
        self.forget();
        self.table.game_mut().redraw();
        json(&self.change(None))
    }

    /// Gives the game up for a player.
    pub fn resign(&mut self, player: &str) -> Result<String, JsError> {
        self.forget();
        let player = if player == "guest" {
            Player::Guest
        } else {
            Player::Host
        };
        self.table
            .try_apply(0, player, Message::Resign)
            .map_err(|refused| JsError::new(&refused.to_string()))?;
        self.write_down();
        self.view()
    }
}

impl Session {
    fn picture(&self) -> &PlanarMap {
        self.table.game().picture()
    }

    /// What the person was doing refers to a picture that is about to change.
    fn forget(&mut self) {
        self.stroke_cancel();
        self.ways.clear();
    }

    /// The spots in which the stroke in progress may end.
    fn stroke_ends(&self) -> Vec<u32> {
        let ends = self
            .stroke
            .as_ref()
            .map(|stroke| stroke.possible_ends(self.picture()));
        ends.iter().flatten().map(|spot| spot.0).collect()
    }

    fn reason(&self, error: &CurveError) -> Why {
        reason(self.picture(), error)
    }

    fn play(&mut self, m: InkMove) -> Result<String, JsError> {
        self.apply(Message::Play(m))
    }

    fn apply(&mut self, message: Message<InkMove>) -> Result<String, JsError> {
        self.forget();
        let from = self.table.turn().ok_or(JsError::new("the game is over"))?;
        self.table
            .try_apply(0, from, message)
            .map_err(|refused| JsError::new(&refused.to_string()))?;
        self.write_down();
        let born = self.picture().labelled().spots().checked_sub(1);
        json(&self.change(born))
    }

    fn change(&self, born: Option<u32>) -> Change {
        let frames = self
            .table
            .game()
            .frames()
            .iter()
            .map(Picture::frame)
            .collect();
        Change {
            frames,
            born,
            view: self.make_view(),
        }
    }

    fn make_view(&self) -> View {
        let labelled = self.picture().labelled();
        let spots = labelled.spots();
        View {
            picture: Picture::of(self.picture()),
            turn: self.table.turn(),
            ended: self.table.ended(),
            moves: self.texts.clone(),
            undone: self.table.undone(),
            lives: labelled.total_lives(),
            survivors: (0..spots)
                .filter(|&spot| labelled.lives(SpotId(spot)) > 0)
                .count(),
            regions: regions(labelled),
        }
    }

    /// Writes down the moves that were played since the last time. A text can take a while to find, so each is
    /// found once.
    fn write_down(&mut self) {
        let game = self.table.game();
        while self.texts.len() > game.len() {
            self.texts.pop();
            if let Some(transcript) = &mut self.transcript {
                transcript.undo();
            }
        }
        for index in self.texts.len()..game.len() {
            let (Some(before), Some(after)) =
                (game.picture_after(index), game.picture_after(index + 1))
            else {
                break;
            };
            let Some(m) = after.history().last() else {
                break;
            };
            let labelled = before.labelled();
            let number = |corner| labelled.spot_at(m.region, corner).map_or(0, SpotId::number);
            let (from, to, spot) = (number(m.from), number(m.to), labelled.spots() + 1);
            let text = match &mut self.transcript {
                Some(transcript) => transcript.write(labelled, m).to_string(),
                // On a drawn map the notation cannot tell all moves apart.
                None => format!("{from}({spot}){to}"),
            };
            self.texts.push(Played {
                text,
                from,
                to,
                spot,
            });
        }
    }

    fn show_way(&self, way: &Way) -> ShownWay {
        ShownWay {
            points: curve_points(&way.curve),
            words: describe(self.picture(), way),
        }
    }
}

/// The spots on every boundary of every region.
fn regions(labelled: &Labelled) -> Vec<Vec<Vec<u32>>> {
    let spots = |boundary: &Vec<SpotId>| boundary.iter().map(|spot| spot.0).collect();
    let regions = labelled.regions().iter();
    regions
        .map(|region| region.iter().map(spots).collect())
        .collect()
}

/// Every really different way to join two spots that a curve was found for, shortest first. Ways that lead to the same
/// game, whatever the spots are called, are shown once.
fn find_ways(game: &Ink, from: SpotId, to: SpotId) -> Vec<Way> {
    let labelled = game.picture().labelled();
    let mut candidates = candidates(labelled, from, to);
    // Of ways that come to the same, the one that encloses least is the one that a person would draw.
    candidates.sort_by_key(|m| m.inside.len());
    let mut known = std::collections::BTreeSet::new();
    let mut ways: Vec<(f64, Way)> = Vec::new();
    for m in candidates {
        if ways.len() >= WAYS_MAX {
            break;
        }
        let mut after = labelled.clone();
        if after.play(&m).is_err() {
            continue;
        }
        let canonical = after.position().ok().map(|position| position.canonical());
        if canonical.is_some_and(|canonical| !known.insert(canonical)) {
            continue;
        }
        let Ok(curve) = game.route(&m) else { continue };
        let played = game.picture().abstract_move(&curve);
        ways.push((curve.length(), Way { played, curve }));
    }
    ways.sort_by(|a, b| a.0.total_cmp(&b.0));
    ways.into_iter().map(|(_, way)| way).collect()
}

/// The moves from one spot to another. Lone spots to be enclosed are not told apart; other boundaries are, as far as
/// `CANDIDATES_MAX` reaches.
fn candidates(labelled: &Labelled, from: SpotId, to: SpotId) -> Vec<Move> {
    let mut moves = Vec::new();
    for region in labelled.region_ids() {
        let boundaries = &labelled.regions()[region.0 as usize];
        let corners = |spot: SpotId| {
            let corner = |boundary: usize, index: usize| Corner {
                boundary: boundary as u32,
                index: index as u32,
            };
            let all = boundaries.iter().enumerate();
            all.flat_map(move |(boundary, corners)| {
                let here = corners
                    .iter()
                    .enumerate()
                    .filter(move |(_, other)| **other == spot);
                here.map(move |(index, _)| corner(boundary, index))
            })
            .collect::<Vec<Corner>>()
        };
        for &start in &corners(from) {
            for &end in &corners(to) {
                if from == to && start != end {
                    continue;
                }
                let apart = start.boundary != end.boundary;
                let choices = if apart {
                    vec![Vec::new()]
                } else {
                    enclosures(labelled, boundaries, start.boundary)
                };
                for inside in choices {
                    if moves.len() >= CANDIDATES_MAX {
                        return moves;
                    }
                    moves.push(Move {
                        region,
                        from: start,
                        to: end,
                        inside,
                    });
                }
            }
        }
    }
    moves.retain(|m| labelled.check(m).is_ok());
    moves
}

/// Which boundaries a curve may enclose: any number of the lone spots, the first ones standing for all, and any choice
/// of the other living ones.
fn enclosures(labelled: &Labelled, boundaries: &[Vec<SpotId>], own: u32) -> Vec<Vec<u32>> {
    let mut lone = Vec::new();
    let mut others = Vec::new();
    for (index, boundary) in (0u32..).zip(boundaries) {
        let living = boundary.iter().any(|&spot| labelled.lives(spot) > 0);
        match boundary[..] {
            _ if index == own || !living => {}
            [spot] if labelled.degree(spot) == 0 => lone.push(index),
            _ => others.push(index),
        }
    }
    let bits = others.len().min(10);
    let mut choices = Vec::new();
    for mask in 0..1usize << bits {
        for count in 0..=lone.len() {
            let chosen = others
                .iter()
                .enumerate()
                .filter(|(bit, _)| mask >> bit & 1 == 1)
                .map(|(_, &index)| index);
            let mut inside: Vec<u32> = chosen.chain(lone[..count].iter().copied()).collect();
            inside.sort_unstable();
            choices.push(inside);
        }
    }
    choices
}

/// Which living spots a move parts from the others, seen on the picture that it would make.
fn describe(map: &PlanarMap, way: &Way) -> Words {
    let labelled = map.labelled();
    let m = &way.played;
    let (from, to) = (way.curve.from.number(), way.curve.to.number());
    let mut words = Words {
        kind: "join",
        from,
        to,
        enclosed: false,
        side: Vec::new(),
    };
    if !m.encloses() {
        return words;
    }
    words.kind = "split";
    let mut after = map.clone();
    let Ok(insertion) = after.insert(&way.curve) else {
        return words;
    };
    let outer = m.region;
    let inner = sprouts::RegionId(u32::try_from(after.labelled().regions().len() - 1).unwrap_or(0));
    let living = |region: sprouts::RegionId| -> Vec<u32> {
        let boundaries = &after.labelled().regions()[region.0 as usize];
        let mut spots: Vec<u32> = boundaries
            .iter()
            .flatten()
            .filter(|&&spot| {
                spot != insertion.spot && spot != way.curve.from && spot != way.curve.to
            })
            .filter(|&&spot| labelled.lives(spot) > 0)
            .map(|spot| spot.number())
            .collect();
        spots.sort_unstable();
        spots.dedup();
        spots
    };
    let (inner_side, outer_side) = (living(inner), living(outer));
    if map.border(m.region).is_none() {
        // In the outermost region one side is enclosed, and that is what a person sees.
        words.enclosed = true;
        words.side = if after.border(inner).is_some() {
            inner_side
        } else {
            outer_side
        };
    } else {
        words.side = if inner_side.len() <= outer_side.len() {
            inner_side
        } else {
            outer_side
        };
    }
    words
}

fn reason(map: &PlanarMap, error: &CurveError) -> Why {
    let at = error.place(map).map(|point| {
        let flat = flat(&[point]);
        [flat[0], flat[1]]
    });
    let why = |kind, spot: Option<SpotId>| Why {
        kind,
        spot: spot.map(SpotId::number),
        at,
        edge: None,
    };
    match *error {
        CurveError::SpotIsDead { spot } => why("dead", Some(spot)),
        CurveError::NeedsTwoLives { spot } => why("needsTwo", Some(spot)),
        CurveError::OtherRegion { spot } => why("otherRegion", Some(spot)),
        CurveError::CrossesEdge { edge, .. } => Why {
            edge: Some(edge.0),
            ..why("crosses", None)
        },
        CurveError::CrossesItself { .. } => why("crossesItself", None),
        CurveError::TooCloseTo { spot } => why("tooClose", Some(spot)),
        CurveError::EndsInTheOpen => why("open", None),
        CurveError::OffBoard { .. } => why("offBoard", None),
        CurveError::TooTight => why("narrow", None),
        _ => why("other", None),
    }
}

fn json(value: &impl Serialize) -> Result<String, JsError> {
    Ok(serde_json::to_string(value)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawing::Redraw;
    use sprouts::Seed;
    use std::collections::BTreeSet;

    fn game(spots: u32) -> Ink {
        Ink::new(PlanarMap::start(spots), Ending::Normal)
    }

    #[test]
    fn two_lone_spots_are_joined_in_one_way_and_a_loop_encloses_up_to_half_of_the_others() {
        let game = game(6);
        assert_eq!(find_ways(&game, SpotId(1), SpotId(4)).len(), 1);
        // Of five other spots none, one or two inside: with three inside two are outside, which is the same game.
        assert_eq!(find_ways(&game, SpotId(3), SpotId(3)).len(), 3);
    }

    /// The previews of all pairs together reach every child of the position, each way legal and each child once a pair.
    #[test]
    fn the_ways_between_all_pairs_reach_every_child() {
        for seed in 0..12 {
            let mut random = Seed::new(seed);
            let mut map = PlanarMap::start(2 + (seed % 3) as u32);
            for _ in 0..seed % 4 {
                let moves = map.labelled().moves();
                let Some(m) = random.pick(&moves) else { break };
                let curve = map.route(m).unwrap();
                map.insert(&curve).unwrap();
                map.redraw(Redraw::STEPS);
            }
            let game = Ink::new(map, Ending::Normal);
            let labelled = game.picture().labelled();
            let mut reached = BTreeSet::new();
            for from in 0..labelled.spots() {
                for to in from..labelled.spots() {
                    let mut of_pair = BTreeSet::new();
                    for way in find_ways(&game, SpotId(from), SpotId(to)) {
                        assert_eq!((way.curve.from, way.curve.to), (SpotId(from), SpotId(to)));
                        let mut after = game.picture().clone();
                        assert_eq!(after.insert(&way.curve).unwrap().played, way.played);
                        let child = after.labelled().position().unwrap().canonical();
                        assert!(of_pair.insert(child.clone()), "a way is shown twice");
                        reached.insert(child);
                    }
                }
            }
            let children: BTreeSet<_> = labelled
                .position()
                .unwrap()
                .canonical()
                .children()
                .into_iter()
                .collect();
            assert_eq!(reached, children, "seed {seed}");
        }
    }

    #[test]
    fn a_loop_round_two_spots_is_described_by_them() {
        let game = game(5);
        let ways = find_ways(&game, SpotId(0), SpotId(0));
        let described: Vec<usize> = ways
            .iter()
            .map(|way| describe(game.picture(), way).side.len())
            .collect();
        let mut sorted = described.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2]);
    }
}
