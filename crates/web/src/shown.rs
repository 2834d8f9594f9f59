//! What the page is told, as values that become JSON: the game as it stands, ink, ways, reasons. It owns their shape and
//! nothing else.

use crate::picture::{Picture, curve_points, flat};
use crate::said::Said;
use drawing::{CurveError, LegalCurve, PlanarMap};
use serde::Serialize;
use sprouts::wgosa::{self, MoveText};
use sprouts::{Labelled, Move, SpotId};
use table::{Ended, Ink, Player, Table};

/// A value as the page reads it.
pub fn json(value: &impl Serialize) -> Result<String, Said> {
    Ok(serde_json::to_string(value)?)
}

/// The game as it stands.
#[derive(Serialize)]
pub struct View {
    picture: Picture,
    turn: Option<Player>,
    ended: Option<Ended>,
    moves: Vec<Written>,
    undone: usize,
    lives: u32,
    survivors: usize,
    /// The number of survivors that whoever is to move wants: `odd` or `even`.
    wants: &'static str,
    /// How many recorded moves had to be drawn anew.
    anew: u32,
    regions: Vec<Vec<Vec<SpotId>>>,
}

impl View {
    /// Everything there is to see.
    pub fn of(table: &Table<Ink>, notes: &Notes) -> Self {
        let game = table.game();
        let labelled = game.labelled();
        let wants_odd = labelled.mover_wants_odd_survivors(game.ending());
        View {
            picture: Picture::of(game.picture()),
            turn: table.turn(),
            ended: table.ended(),
            moves: notes.texts.clone(),
            undone: table.undone(),
            lives: labelled.total_lives(),
            survivors: (0..labelled.spots())
                .filter(|&spot| labelled.lives(SpotId(spot)) > 0)
                .count(),
            wants: if wants_odd { "odd" } else { "even" },
            anew: game.drawn_anew(),
            regions: labelled.regions().to_vec(),
        }
    }
}

/// A position on the way of a game.
#[derive(Serialize)]
pub struct Stage {
    position: String,
    regions: Vec<Vec<Vec<SpotId>>>,
}

impl Stage {
    /// The positions of a game from its first to its last.
    pub fn line<'game>(
        start: &Labelled,
        moves: impl Iterator<Item = &'game Move>,
    ) -> Result<Vec<Stage>, Said> {
        let stage = |game: &Labelled| -> Result<Stage, Said> {
            Ok(Stage {
                position: game.position()?.to_string(),
                regions: game.regions().to_vec(),
            })
        };
        let mut game = start.without_history();
        let mut line = vec![stage(&game)?];
        for m in moves {
            game.play(m)?;
            line.push(stage(&game)?);
        }
        Ok(line)
    }
}

/// What came of a change: pictures to show one after another, the new spot, and the game after it.
#[derive(Serialize)]
pub struct Change {
    /// The pictures on the way.
    pub frames: Vec<Picture>,
    /// The new spot.
    pub born: Option<u32>,
    /// The game after it.
    pub view: View,
}

/// A move as people write it down, and the numbers of its spots.
#[derive(Clone, Serialize)]
struct Written {
    text: String,
    from: u32,
    to: u32,
    spot: u32,
}

/// The moves as people write them down. A text can take a while to find, so each is found once.
pub struct Notes {
    texts: Vec<Written>,
    /// The game as it was written down so far.
    written: Labelled,
    /// The moves as a reader of the game has them; nothing where the game did not begin with lone spots.
    transcript: Option<wgosa::Transcript>,
}

impl Notes {
    /// The notes of a game that begins from a picture.
    pub fn new(start: &PlanarMap) -> Self {
        let spots = start.labelled().spots();
        let lone = start.edge_count() == 0;
        Notes {
            texts: Vec::new(),
            written: start.labelled().clone(),
            transcript: lone.then(|| wgosa::Transcript::start(spots)),
        }
    }

    /// Writes down what was played since the last time, after striking out what was taken back.
    pub fn follow(&mut self, game: &Ink) {
        let known = self.written.history().iter();
        let same = known.zip(game.played()).take_while(|(a, b)| a == b).count();
        while self.texts.len() > same {
            self.texts.pop();
            self.written.undo();
            if let Some(transcript) = &mut self.transcript {
                transcript.undo();
            }
        }
        for m in game.played().skip(same) {
            self.write(m);
        }
    }

    fn write(&mut self, m: &Move) {
        let number = |corner| {
            let spot = self.written.spot_at(m.region, corner);
            spot.map_or(0, SpotId::number)
        };
        let (from, to, spot) = (number(m.from), number(m.to), self.written.spots() + 1);
        let text = match &mut self.transcript {
            Some(transcript) => transcript.write(&self.written, m).to_string(),
            // On a drawn map the notation cannot tell all moves apart.
            None => format!("{from}({spot}){to}"),
        };
        self.written
            .play(m)
            .expect("a move that was played in the same position");
        self.texts.push(Written {
            text,
            from,
            to,
            spot,
        });
    }

    /// The game in the notation of the World Game of Sprouts Association; nothing where it did not begin with lone spots.
    pub fn record(&self, game: &Ink) -> Option<wgosa::Record> {
        let transcript = self.transcript.as_ref()?;
        Some(wgosa::Record {
            spots: self.written.spots() - self.texts.len() as u32,
            ending: game.ending(),
            players: None,
            moves: transcript.texts().to_vec(),
            result: None,
        })
    }
}

/// A way to join two spots.
#[derive(Serialize)]
pub struct Way {
    points: Vec<f64>,
    words: Words,
    /// The notation that the words stand beside, if they do.
    text: Option<String>,
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

impl Way {
    /// A curve of this picture.
    pub fn of(map: &PlanarMap, curve: &LegalCurve) -> Self {
        Way::beside(map, curve, curve.played(), None)
    }

    /// The same for a move that was asked for, in words that stand beside its notation: they begin with the same spot, and name the side
    /// that it lists. On paper the curve may go round the other one.
    pub fn beside(map: &PlanarMap, curve: &LegalCurve, asked: &Move, text: Option<String>) -> Self {
        // Of several like spots the curve may enclose others than were asked for: then it has a notation of its own.
        let text = match text {
            Some(_) if curve.played() != asked => wgosa::write(map.labelled(), curve.played()).ok(),
            text => text,
        };
        // A move of a drawn map may have none.
        let read: Option<MoveText> = text.as_ref().and_then(|text| text.parse().ok());
        let parted = map.parted(curve);
        let kind = if parted.is_some() { "split" } else { "join" };
        let (mut side, mut enclosed) = (Vec::new(), false);
        if let Some(parted) = parted {
            let lists = |spots: &[SpotId]| {
                spots
                    .iter()
                    .any(|spot| read.as_ref().is_some_and(|text| text.lists(*spot)))
            };
            let turned = lists(&parted.other) && !lists(&parted.side);
            enclosed = parted.enclosed && !turned;
            side = if turned { parted.other } else { parted.side };
        }
        let (mut from, mut to) = (curve.from, curve.to);
        if read.is_some_and(|text| (text.from, text.to) == (to, from)) {
            (from, to) = (to, from);
        }
        Way {
            points: curve_points(curve),
            words: Words {
                kind,
                from: from.number(),
                to: to.number(),
                enclosed,
                side: side.into_iter().map(SpotId::number).collect(),
            },
            text,
        }
    }
}

/// The ways to join two spots, or why there is none.
#[derive(Serialize)]
pub struct Ways {
    /// Shortest first.
    pub ways: Vec<Way>,
    /// Why there is none.
    pub why: Option<Why>,
}

/// A stroke in progress.
#[derive(Serialize)]
pub struct Inked {
    /// The ink so far.
    pub ink: Vec<f64>,
    /// Why the stroke could not end here.
    pub why: Option<Why>,
    /// The spot in which it would end.
    pub snap: Option<SpotId>,
    /// The spots in which the stroke may end.
    pub ends: Vec<SpotId>,
}

/// A stroke at its end.
#[derive(Serialize)]
pub struct Finished {
    /// Whether it can be played.
    pub ready: bool,
    /// The ink.
    pub ink: Vec<f64>,
    /// Why it cannot.
    pub why: Option<Why>,
}

/// Why a line cannot be drawn: the kind, the spot that is the reason, and the place to point at.
#[derive(Serialize)]
pub struct Why {
    kind: &'static str,
    spot: Option<u32>,
    at: Option<[f64; 2]>,
    edge: Option<u32>,
}

impl Why {
    /// The reason of an error on this picture.
    pub fn of(map: &PlanarMap, error: &CurveError) -> Self {
        let at = error.place(map).map(|point| {
            let flat = flat(&[point]);
            [flat[0], flat[1]]
        });
        let (kind, spot) = stroke_kind(error);
        let edge = match *error {
            CurveError::CrossesEdge { edge, .. } => Some(edge.0),
            _ => None,
        };
        Why {
            kind,
            spot: spot.map(SpotId::number),
            at,
            edge,
        }
    }
}

/// The kind of reason why a line cannot be drawn, and the spot that it is about.
pub fn stroke_kind(error: &CurveError) -> (&'static str, Option<SpotId>) {
    match *error {
        CurveError::SpotIsDead { spot } => ("dead", Some(spot)),
        CurveError::NeedsTwoLives { spot } => ("needsTwo", Some(spot)),
        CurveError::OtherRegion { spot } => ("otherRegion", Some(spot)),
        CurveError::CrossesEdge { .. } => ("crosses", None),
        CurveError::CrossesItself { .. } => ("crossesItself", None),
        CurveError::TooCloseTo { spot } => ("tooClose", Some(spot)),
        CurveError::EndsInTheOpen => ("open", None),
        CurveError::OffBoard { .. } => ("offBoard", None),
        CurveError::TooTight => ("narrow", None),
        _ => ("other", None),
    }
}

/// The pictures on the way of the last change.
pub fn frames(game: &Ink) -> Vec<Picture> {
    game.frames().iter().map(Picture::frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::Ending;
    use table::{Game, InkMove, Message, Rules, Setting, Start};

    #[test]
    fn the_notes_follow_the_game_back_and_forth() {
        let setting = Setting {
            start: Start::Spots(3),
            ending: Ending::Normal,
        };
        let mut table = Table::new(Ink::open(&setting).unwrap(), Rules::default());
        let mut notes = Notes::new(table.game().picture());
        let texts = |notes: &Notes| -> Vec<String> {
            notes.texts.iter().map(|note| note.text.clone()).collect()
        };
        let play = |table: &mut Table<Ink>, choice: usize| {
            let m = InkMove::of(&table.game().labelled().moves()[choice]);
            let turn = table.turn().unwrap();
            table.try_apply(0, turn, Message::Play(m)).unwrap();
        };
        play(&mut table, 0);
        play(&mut table, 0);
        notes.follow(table.game());
        let before = texts(&notes);
        assert_eq!(before.len(), 2);
        // One back and another one played: as many moves as before, and not the same.
        table
            .try_apply(0, Player::Host, Message::TakeBack(1))
            .unwrap();
        play(&mut table, 1);
        notes.follow(table.game());
        assert_eq!(texts(&notes)[0], before[0]);
        assert_ne!(texts(&notes)[1], before[1]);
        let record = notes.record(table.game()).unwrap();
        assert_eq!(record.replay().unwrap().history().len(), 2);
    }

    #[test]
    fn words_name_the_spots_of_the_notation_beside_them() {
        let (mut turned, mut others) = (0, 0);
        for (spots, moves) in [
            (3, 0),
            (5, 0),
            (6, 0),
            (4, 2),
            (5, 1),
            (5, 3),
            (6, 2),
            (6, 4),
        ] {
            let setting = Setting {
                start: Start::Spots(spots),
                ending: Ending::Normal,
            };
            let mut game = Ink::open(&setting).unwrap();
            for number in 0..moves {
                let mut different = game.picture().labelled().children_up_to(50);
                let m = different.remove((7 * number + 3) % different.len()).0;
                game.play(&InkMove::of(&m)).unwrap();
            }
            let labelled = game.picture().labelled().clone();
            for (m, _) in labelled.children_up_to(50) {
                let asked = wgosa::write(&labelled, &m).unwrap();
                let curve = game.route(&m).unwrap();
                let alone = Way::of(game.picture(), &curve).words;
                let way = Way::beside(game.picture(), &curve, &m, Some(asked.clone()));
                let (words, text) = (way.words, way.text.unwrap());
                others += u32::from(text != asked);
                let text: MoveText = text.parse().unwrap();
                let ends = (text.from.number(), text.to.number());
                assert_eq!((words.from, words.to), ends, "{text}");
                let listed = (0..labelled.spots()).map(SpotId);
                let listed = listed.filter(|spot| text.lists(*spot) && labelled.lives(*spot) > 0);
                for spot in listed {
                    assert!(words.side.contains(&spot.number()), "{text}: {spot:?}");
                }
                turned += u32::from(alone.side != words.side);
            }
        }
        assert!(turned > 0, "here the picture alone has other words");
        assert!(others > 0, "and here a curve encloses other spots");
    }
}
