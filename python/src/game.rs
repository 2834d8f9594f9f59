//! A game of Sprouts for Python: every spot has its number, moves come as text (WGOSA) or as ink, and there is always a picture.

use crate::errors;
use crate::position::{Position, given, style};
use drawing::{PlanarMap, Point, Stroke};
use pyo3::prelude::*;
use pyo3::types::PyType;
use sprouts::wgosa::{self, Record, Transcript};
use sprouts::{Ending, Labelled, Move, SpotId};
use std::sync::{Mutex, MutexGuard, PoisonError};
use table::{Game as _, Ink, InkMove, Setting, Start, Verdict};

/// Moves beyond so many are not listed: a region with many boundaries has millions.
const MOVES_MAX: usize = 1 << 16;

/// What the lock is around.
struct Inner {
    ink: Ink,
    /// The moves as they are written; a game that begins with a picture has no record.
    transcript: Option<Transcript>,
}

/// A game of Sprouts, drawn as it is played. Moves are text in the notation of the World Game of Sprouts Association, or ink.
///
/// >>> game = Game(2)
/// >>> game.moves()
/// ['1(3)1', '1(3)2']
/// >>> game.play("1(3)2")
/// >>> game.position
/// Position('1a1a')
/// >>> game.record
/// '2+ 1(3)2'
/// >>> game.undo()
/// '1(3)2'
#[pyclass(module = "rhizome", frozen)]
pub struct Game {
    inner: Mutex<Inner>,
}

/// A place on the board, both from 0 to 1, y downwards.
type Place = (f64, f64);

/// A spot of a game: its number, the lines it may still get, and where it is (0 to 1, y downwards).
#[pyclass(module = "rhizome", frozen, get_all)]
pub struct Spot {
    /// From 1.
    number: u32,
    /// 0 to 3.
    lives: u8,
    /// On the board.
    place: Place,
}

#[pymethods]
impl Spot {
    fn __repr__(&self) -> String {
        let (x, y) = self.place;
        let Spot { number, lives, .. } = self;
        format!("<Spot {number}: {lives} lives at ({x:.3}, {y:.3})>")
    }
}

#[pymethods]
impl Game {
    /// A game that begins with so many lone spots, or with a position.
    #[new]
    #[pyo3(signature = (start, *, misere = false))]
    fn new(py: Python<'_>, start: &Bound<'_, PyAny>, misere: bool) -> PyResult<Self> {
        let ending = Ending::of_misere(misere);
        let inner = match start.extract::<u32>() {
            Ok(spots) => begin(spots, ending)?,
            Err(_) => {
                let position = given(start)?;
                let map = py
                    .detach(|| PlanarMap::realise(&position))
                    .map_err(errors::position)?;
                Inner {
                    ink: Ink::new(map, ending),
                    transcript: None,
                }
            }
        };
        Ok(Game {
            inner: Mutex::new(inner),
        })
    }

    /// Plays a record again, such as `'2+ 1(3)2 1(4)2'`; `+` is normal and `-` misère play.
    ///
    /// >>> Game.from_record("2+ 1(3)2 1(4)2").position
    /// Position('ABCD|ABCD')
    #[classmethod]
    fn from_record(_class: &Bound<'_, PyType>, py: Python<'_>, record: &str) -> PyResult<Self> {
        let record: Record = record.parse().map_err(errors::illegal)?;
        py.detach(|| {
            let mut inner = begin(record.spots, record.ending)?;
            for (index, text) in record.moves.iter().enumerate() {
                let text = text.to_string();
                inner.play(&text).map_err(|error| {
                    Python::attach(|py| {
                        let number = index + 1;
                        errors::illegal(format!("move {number}, {text}: {}", error.value(py)))
                    })
                })?;
            }
            Ok(Game {
                inner: Mutex::new(inner),
            })
        })
    }

    /// Plays a move that is written, such as `'1(3)2'`: from spot 1 to spot 2, with the new spot 3 on the line.
    #[pyo3(name = "play")]
    fn py_play(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        py.detach(|| self.lock().play(text))
    }

    /// Plays a line drawn from spot to spot, as places on the board (0 to 1, y downwards), and gives the move as it is written. The line
    /// must begin and end within `reach` of a spot.
    ///
    /// >>> game = Game(2)
    /// >>> game.draw([game.spots[0].place, (0.5, 0.3), game.spots[1].place])
    /// '1(3)2'
    #[pyo3(signature = (line, *, reach = 0.03))]
    fn draw(&self, py: Python<'_>, line: Vec<Place>, reach: f64) -> PyResult<Option<String>> {
        py.detach(|| self.lock().draw(&line, reach))
    }

    /// Takes the last move back and gives its text; nothing when there is none.
    fn undo(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| {
            let mut inner = self.lock();
            inner.ink.undo()?;
            let text = inner.transcript.as_mut().and_then(Transcript::undo);
            Some(text.map_or_else(String::new, |text| text.to_string()))
        })
    }

    /// The moves that there are, as text. Of moves that lead to the same game one is listed, unless `all` is asked for.
    #[pyo3(signature = (*, all = false))]
    fn moves(&self, py: Python<'_>, all: bool) -> Vec<String> {
        py.detach(|| self.lock().moves(all))
    }

    /// The really different lines from one spot to another, shortest first, each as places on the board: something to give to `draw`.
    fn ways(&self, py: Python<'_>, start: u32, end: u32) -> PyResult<Vec<Vec<Place>>> {
        py.detach(|| {
            let inner = self.lock();
            let spots = inner.ink.labelled().spots();
            let spot = |number: u32| match (1..=spots).contains(&number) {
                true => Ok(SpotId(number - 1)),
                false => Err(errors::illegal(format!(
                    "there is no spot {number}: they are numbered 1 to {spots}"
                ))),
            };
            let ways = inner.ink.picture().ways(spot(start)?, spot(end)?);
            Ok(ways.iter().map(|way| places(&way.points)).collect())
        })
    }

    /// The game so far in the notation of the World Game of Sprouts Association.
    #[getter]
    fn record(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let inner = self.lock();
            let transcript = inner.transcript.as_ref().ok_or_else(|| {
                errors::illegal("a game that does not begin with lone spots has no record")
            })?;
            let texts = transcript.texts();
            Ok(Record {
                spots: inner.ink.labelled().spots() - texts.len() as u32,
                ending: inner.ink.ending(),
                players: None,
                moves: texts.to_vec(),
                result: None,
            }
            .to_string())
        })
    }

    /// The position, without the numbers of its spots.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        let position = self.lock().ink.labelled().position();
        Ok(Position {
            canonical: position.map_err(errors::position)?.canonical(),
        })
    }

    /// Whether whoever cannot move wins.
    #[getter]
    fn misere(&self) -> bool {
        self.lock().ink.ending() == Ending::Misere
    }

    /// The player to move, 1 or 2; nothing when the game is over.
    #[getter]
    fn mover(&self) -> Option<u8> {
        self.lock().ink.mover().map(|side| side as u8 + 1)
    }

    /// Who has won, 1 or 2; nothing while the game goes on.
    #[getter]
    fn winner(&self) -> Option<u8> {
        match self.lock().ink.verdict()? {
            Verdict::Wins(side) => Some(side as u8 + 1),
            Verdict::Draw => None,
        }
    }

    fn __len__(&self) -> usize {
        self.lock().ink.len()
    }

    /// Every spot, in the order of their numbers.
    #[getter]
    fn spots(&self) -> Vec<Spot> {
        let inner = self.lock();
        let picture = inner.ink.picture();
        (picture.spot_ids())
            .map(|spot| Spot {
                number: spot.number(),
                lives: picture.lives(spot),
                place: picture.spot_point(spot).unit(),
            })
            .collect()
    }

    /// The lines on the board as they are now, each as places; a move leaves two, with its new spot between them.
    #[getter]
    fn lines(&self) -> Vec<Vec<Place>> {
        let inner = self.lock();
        let picture = inner.ink.picture();
        (picture.edge_ids())
            .map(|edge| places(picture.edge(edge).points()))
            .collect()
    }

    /// The picture as an SVG document.
    #[pyo3(signature = (*, size = 320.0, labels = true, tint = false))]
    fn svg(&self, py: Python<'_>, size: f64, labels: bool, tint: bool) -> PyResult<String> {
        let style = style(size, labels, tint)?;
        Ok(py.detach(|| self.lock().ink.picture().svg(&style)))
    }

    /// For notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        self.svg(py, 320.0, true, false).ok()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match self.record(py) {
            Ok(record) => format!("<Game {record}>"),
            Err(_) => {
                let inner = self.lock();
                let text = match inner.ink.labelled().position() {
                    Ok(position) => position.canonical().to_string(),
                    Err(error) => error.to_string(),
                };
                format!("<Game at {text} after {} moves>", inner.ink.len())
            }
        }
    }
}

impl Game {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game without its picture, and how it ends.
    pub fn labelled(&self) -> (Labelled, Ending) {
        let inner = self.lock();
        (inner.ink.labelled().clone(), inner.ink.ending())
    }

    /// How a move that could be played now is written.
    pub fn text(&self, played: &Move) -> String {
        self.lock().text(played).unwrap_or_default()
    }
}

fn begin(spots: u32, ending: Ending) -> PyResult<Inner> {
    let setting = Setting {
        start: Start::Spots(spots),
        ending,
    };
    Ok(Inner {
        ink: Ink::open(&setting).map_err(errors::position)?,
        transcript: Some(Transcript::start(spots)),
    })
}

fn places(points: &[Point]) -> Vec<Place> {
    points.iter().map(|point| point.unit()).collect()
}

impl Inner {
    fn play(&mut self, text: &str) -> PyResult<()> {
        let labelled = self.ink.labelled();
        let played = match &self.transcript {
            Some(transcript) => transcript.read(labelled, text),
            None => wgosa::read(labelled, text),
        };
        let played = played.map_err(errors::illegal)?;
        let before = labelled.clone();
        // Exactly this move, redrawing the picture where it is too narrow: the text says which spots are enclosed.
        (self.ink.replay(&InkMove::of(&played))).map_err(errors::illegal)?;
        self.write(&before, &played);
        Ok(())
    }

    /// Writes a move down that was just played.
    fn write(&mut self, before: &Labelled, played: &Move) -> Option<String> {
        match &mut self.transcript {
            Some(transcript) => Some(transcript.write(before, played).to_string()),
            None => wgosa::write(before, played).ok(),
        }
    }

    fn draw(&mut self, line: &[Place], reach: f64) -> PyResult<Option<String>> {
        let [first, rest @ ..] = line else {
            return Err(errors::illegal("a line has two places or more"));
        };
        let point = |&(x, y): &Place| Point::from_pointer(x, y);
        let picture = self.ink.picture();
        let mut stroke = Stroke::begin(picture, point(first), reach).map_err(errors::illegal)?;
        for place in rest {
            stroke.extend(picture, point(place));
        }
        let legal = stroke.finish(picture).map_err(errors::illegal)?;
        let before = self.ink.labelled().clone();
        self.ink.play_curve(&legal).map_err(errors::illegal)?;
        Ok(self.write(&before, legal.played()))
    }

    fn moves(&self, all: bool) -> Vec<String> {
        let labelled = self.ink.labelled();
        let moves: Vec<Move> = match all {
            true => labelled.moves_up_to(MOVES_MAX),
            false => (labelled.children_up_to(MOVES_MAX).into_iter())
                .map(|(played, _)| played)
                .collect(),
        };
        let mut texts: Vec<String> = moves.iter().filter_map(|it| self.text(it)).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    fn text(&self, played: &Move) -> Option<String> {
        let labelled = self.ink.labelled();
        match &self.transcript {
            // As a reader of the record has it, whose picture may be the mirror image in places.
            Some(transcript) => {
                let mut transcript = transcript.clone();
                Some(transcript.write(labelled, played).to_string())
            }
            None => wgosa::write(labelled, played).ok(),
        }
    }
}
