//! A map as a short line of text, exactly: every point, every move, ready for a link or a saved game.
//! It owns the format. Reading trusts nothing: a text either gives a sound map or an error.
//!
//! `m1` and then numbers in base 32, five bits a character, the sixth telling that more follow; all characters are safe
//! in a link. Numbers: spots and edges of the start, moves; the start's spots; the start's edges; the moves' curves.
//! Coordinates are differences from the point before.

use crate::check::Flaw;
use crate::insert::{Curve, CurveError};
use crate::map::{Edge, MapError, PlanarMap};
use crate::point::Point;
use sprouts::SpotId;
use std::str::FromStr;

const PREFIX: &str = "m1";
/// The most points of a line that are read.
const LINE_POINTS_MAX: usize = 1 << 14;
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Why a text is not a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextError {
    /// It does not begin as a map does.
    NotAMap,
    /// A character that does not belong there.
    Character {
        /// Its place, in bytes from the start.
        at: usize,
    },
    /// It ends too early.
    CutShort,
    /// Something follows the map.
    TooLong,
    /// A number is far too large.
    TooLarge,
    /// The start is no map.
    Map(MapError),
    /// The points are those of another map.
    OtherMap(Flaw),
    /// A move is no legal curve.
    Curve {
        /// The move, from 1.
        number: usize,
        /// What is wrong with it.
        error: CurveError,
    },
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TextError::NotAMap => write!(f, "a map's text begins with {PREFIX}"),
            TextError::Character { at } => {
                write!(f, "character {} does not belong in a map's text", at + 1)
            }
            TextError::CutShort => f.write_str("the map's text is cut short; copy all of it"),
            TextError::TooLong => f.write_str("something follows the map's text"),
            TextError::TooLarge => f.write_str("the map's text holds a number that is too large"),
            TextError::Map(error) => error.fmt(f),
            TextError::OtherMap(_) => f.write_str("these points belong to another picture"),
            TextError::Curve { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for TextError {}

impl PlanarMap {
    /// The map as text; [`str::parse`] gives back an equal map, history included.
    ///
    /// ```
    /// use drawing::PlanarMap;
    /// let map = PlanarMap::start(3);
    /// assert_eq!(map.to_text().parse::<PlanarMap>().unwrap(), map);
    /// assert!("m1AB!".parse::<PlanarMap>().is_err());
    /// ```
    pub fn to_text(&self) -> String {
        // A map that has forgotten its moves is all start.
        match self.history() {
            [] => self.text_from((self.spots.len(), self.edges.len())),
            _ => self.text_from(self.base),
        }
    }

    /// The map as text with its moves, also where it has forgotten them: reading it finds them again, number by number, and
    /// draws nothing anew.
    ///
    /// ```
    /// use drawing::PlanarMap;
    /// let mut map = PlanarMap::start(3);
    /// let curve = map.route(&map.labelled().moves()[0]).unwrap();
    /// map.insert(&curve).unwrap();
    /// map.redraw(drawing::Redraw::STEPS);
    /// let whole = map.clone();
    /// map.forget_history();
    /// assert_eq!(map.to_played_text().parse::<PlanarMap>().unwrap(), whole);
    /// ```
    pub fn to_played_text(&self) -> String {
        self.text_from(self.base)
    }

    /// The text of a map whose first spots and edges are its start.
    fn text_from(&self, (spots, edges): (usize, usize)) -> String {
        let mut writer = Writer::new(PREFIX);
        for count in [spots, edges, (self.edges.len() - edges) / 2] {
            writer.number(count as u64);
        }
        for spot in &self.spots[..spots] {
            writer.point(spot.point);
        }
        for edge in &self.edges[..edges] {
            writer.number(u64::from(edge.from.0));
            writer.number(u64::from(edge.to.0));
            writer.inner(edge, &self.spots[edge.from.0 as usize].point);
        }
        for halves in self.edges[edges..].chunks_exact(2) {
            writer.number(u64::from(halves[0].from.0));
            writer.number(u64::from(halves[1].to.0));
            writer.inner(&halves[0], &self.spots[halves[0].from.0 as usize].point);
            writer.point(self.spots[halves[0].to.0 as usize].point);
            writer.inner(&halves[1], &self.spots[halves[0].to.0 as usize].point);
        }
        writer.text
    }
}

impl FromStr for PlanarMap {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut reader = Reader::new(text, PREFIX)?;
        let spots = reader.count(PlanarMap::MAX_SPOTS)?;
        let edges = reader.count(PlanarMap::MAX_SPOTS * 2)?;
        let moves = reader.count(PlanarMap::MAX_SPOTS)?;
        let mut points = Vec::new();
        for _ in 0..spots {
            points.push(reader.point()?);
        }
        let at = |points: &[Point], spot: u32| {
            points
                .get(spot as usize)
                .copied()
                .ok_or(TextError::TooLarge)
        };
        let mut lines = Vec::new();
        for _ in 0..edges {
            let (from, to) = (reader.spot()?, reader.spot()?);
            let mut line = vec![at(&points, from)?];
            reader.last = line[0];
            reader.inner(&mut line)?;
            line.push(at(&points, to)?);
            lines.push((SpotId(from), SpotId(to), line));
        }
        let mut map = PlanarMap::from_parts(&points, &lines).map_err(TextError::Map)?;
        for number in 1..=moves {
            let (from, to) = (reader.spot()?, reader.spot()?);
            let mut line = vec![at(&points, from)?];
            reader.last = line[0];
            reader.inner(&mut line)?;
            let middle = line.len();
            let new = reader.point()?;
            line.push(new);
            reader.inner(&mut line)?;
            line.push(at(&points, to)?);
            points.push(new);
            let curve = Curve {
                from: SpotId(from),
                to: SpotId(to),
                points: line,
            };
            map.judge_with_spot(curve, middle)
                .and_then(|legal| map.draw(&legal))
                .map_err(|error| TextError::Curve { number, error })?;
        }
        reader.end()?;
        Ok(map)
    }
}

/// Writes numbers and points one after another.
pub(crate) struct Writer {
    pub(crate) text: String,
    last: Point,
}

impl Writer {
    pub(crate) fn new(prefix: &str) -> Self {
        Writer {
            text: prefix.to_owned(),
            last: Point::new(0, 0),
        }
    }

    fn number(&mut self, mut value: u64) {
        loop {
            let low = (value & 31) as usize;
            value >>= 5;
            let more = if value > 0 { 32 } else { 0 };
            self.text.push(char::from(DIGITS[low | more]));
            if value == 0 {
                break;
            }
        }
    }

    fn signed(&mut self, value: i64) {
        self.number(((value << 1) ^ (value >> 63)) as u64);
    }

    pub(crate) fn point(&mut self, point: Point) {
        self.signed(i64::from(point.x) - i64::from(self.last.x));
        self.signed(i64::from(point.y) - i64::from(self.last.y));
        self.last = point;
    }

    pub(crate) fn inner(&mut self, edge: &Edge, start: &Point) {
        self.last = *start;
        let inner = &edge.points[1..edge.points.len() - 1];
        self.number(inner.len() as u64);
        for &point in inner {
            self.point(point);
        }
    }
}

/// Reads what [`Writer`] wrote, and trusts nothing.
pub(crate) struct Reader<'text> {
    bytes: &'text [u8],
    at: usize,
    pub(crate) last: Point,
}

impl<'text> Reader<'text> {
    pub(crate) fn new(text: &'text str, prefix: &str) -> Result<Self, TextError> {
        let digits = text.trim().strip_prefix(prefix).ok_or(TextError::NotAMap)?;
        Ok(Reader {
            bytes: digits.as_bytes(),
            at: 0,
            last: Point::new(0, 0),
        })
    }

    /// Nothing may follow.
    pub(crate) fn end(&self) -> Result<(), TextError> {
        match self.at == self.bytes.len() {
            true => Ok(()),
            false => Err(TextError::TooLong),
        }
    }

    fn number(&mut self) -> Result<u64, TextError> {
        let mut value = 0u64;
        for shift in (0..40).step_by(5) {
            let &byte = self.bytes.get(self.at).ok_or(TextError::CutShort)?;
            let digit =
                DIGITS
                    .iter()
                    .position(|&digit| digit == byte)
                    .ok_or(TextError::Character {
                        at: self.at + PREFIX.len(),
                    })? as u64;
            self.at += 1;
            value |= (digit & 31) << shift;
            if digit & 32 == 0 {
                return Ok(value);
            }
        }
        Err(TextError::TooLarge)
    }

    fn count(&mut self, most: usize) -> Result<usize, TextError> {
        let count = self.number()?;
        if count > most as u64 {
            return Err(TextError::TooLarge);
        }
        Ok(count as usize)
    }

    fn spot(&mut self) -> Result<u32, TextError> {
        Ok(self.count(PlanarMap::MAX_SPOTS)? as u32)
    }

    pub(crate) fn point(&mut self) -> Result<Point, TextError> {
        let last = self.last;
        let mut coordinate = |last: i32| {
            let coded = self.number()? as i64;
            let value = i64::from(last) + ((coded >> 1) ^ -(coded & 1));
            i32::try_from(value).map_err(|_| TextError::TooLarge)
        };
        let x = coordinate(last.x)?;
        let y = coordinate(last.y)?;
        self.last = Point::new(x, y);
        if self.last.on_board() {
            Ok(self.last)
        } else {
            Err(TextError::TooLarge)
        }
    }

    pub(crate) fn inner(&mut self, line: &mut Vec<Point>) -> Result<(), TextError> {
        for _ in 0..self.count(LINE_POINTS_MAX)? {
            line.push(self.point()?);
        }
        Ok(())
    }
}
