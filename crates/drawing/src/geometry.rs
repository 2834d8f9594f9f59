//! The geometry of a map apart from its topology: a hash by which two machines know that they show the same picture, and
//! a text that carries the points from one to the other. It owns both forms and knows nothing of who plays.

use crate::map::PlanarMap;
use crate::point::Point;
use crate::text::{Reader, TextError, Writer};
use std::fmt;
use std::str::FromStr;

/// What a picture looks like, in 64 bits: equal pictures have equal hashes on every machine. It proves nothing against
/// somebody who looks for two pictures of one hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct PictureHash(pub u64);

impl fmt::Display for PictureHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for PictureHash {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u64::from_str_radix(text, 16) {
            Ok(bits) if digits => Ok(PictureHash(bits)),
            _ => Err("a picture's hash is 16 hexadecimal digits"),
        }
    }
}

impl TryFrom<String> for PictureHash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<PictureHash> for String {
    fn from(hash: PictureHash) -> Self {
        hash.to_string()
    }
}

const PREFIX: &str = "g1";

impl PlanarMap {
    /// The hash of the picture: the number of spots, their places, and every line with its two spots and its points.
    ///
    /// ```
    /// use drawing::PlanarMap;
    /// assert_eq!(PlanarMap::start(2).picture_hash(), PlanarMap::start(2).picture_hash());
    /// assert_ne!(PlanarMap::start(2).picture_hash(), PlanarMap::start(3).picture_hash());
    /// ```
    pub fn picture_hash(&self) -> PictureHash {
        let mut hash = Hasher(0);
        hash.add(self.spots.len() as u64);
        for spot in &self.spots {
            hash.point(spot.point);
        }
        for edge in &self.edges {
            hash.add(u64::from(edge.from.0) << 32 | u64::from(edge.to.0));
            hash.add(edge.points.len() as u64);
            for &point in &edge.points {
                hash.point(point);
            }
        }
        PictureHash(hash.0)
    }

    /// The points of all spots and lines as text, for [`PlanarMap::with_geometry`] of a map of the same topology.
    pub fn geometry(&self) -> String {
        let mut writer = Writer::new(PREFIX);
        for spot in &self.spots {
            writer.point(spot.point);
        }
        for edge in &self.edges {
            writer.inner(edge, &self.spots[edge.from.0 as usize].point);
        }
        writer.text
    }

    /// The same map, number by number, with the points of another picture of it. Refused where the points do not fit
    /// the map.
    ///
    /// ```
    /// use drawing::PlanarMap;
    /// let mut map = PlanarMap::start(3);
    /// let wanted = map.labelled().moves()[0].clone();
    /// let curve = map.route(&wanted).unwrap();
    /// map.insert(&curve).unwrap();
    /// let mut redrawn = map.clone();
    /// redrawn.redraw(drawing::Redraw::STEPS);
    /// assert_eq!(map.with_geometry(&redrawn.geometry()).unwrap(), redrawn);
    /// assert!(map.with_geometry(&PlanarMap::start(3).geometry()).is_err());
    /// ```
    pub fn with_geometry(&self, text: &str) -> Result<PlanarMap, TextError> {
        let mut map = self.clone();
        let mut reader = Reader::new(text, PREFIX)?;
        for spot in &mut map.spots {
            spot.point = reader.point()?;
        }
        for edge in &mut map.edges {
            let (from, to) = (edge.from.0 as usize, edge.to.0 as usize);
            edge.points.clear();
            edge.points.push(map.spots[from].point);
            reader.last = map.spots[from].point;
            reader.inner(&mut edge.points)?;
            edge.points.push(map.spots[to].point);
        }
        reader.end()?;
        map.check().map_err(TextError::OtherMap)?;
        Ok(map)
    }
}

/// Mixes numbers one after another (splitmix64's finisher on a running sum).
struct Hasher(u64);

impl Hasher {
    fn add(&mut self, value: u64) {
        let mut bits = (self.0.rotate_left(5) ^ value).wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = bits ^ (bits >> 31);
    }

    fn point(&mut self, point: Point) {
        self.add(u64::from(point.x as u32) << 32 | u64::from(point.y as u32));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redraw::Redraw;

    /// Two clients of different make compare these. The hash of a given picture may never change; that of a redrawn one
    /// changes when redrawing does, for all clients at once.
    #[test]
    fn the_hash_of_a_picture_is_fixed() {
        let mut map = PlanarMap::start(4);
        for _ in 0..3 {
            let wanted = map.labelled().moves()[0].clone();
            let curve = map.route(&wanted).unwrap();
            map.insert(&curve).unwrap();
            map.redraw(Redraw::STEPS);
        }
        assert_eq!(
            PlanarMap::start(1).picture_hash().to_string(),
            "4964b12094c7e7ce"
        );
        assert_eq!(map.picture_hash().to_string(), "15c2154766637296");
        let text = map.picture_hash().to_string();
        assert_eq!(text.parse(), Ok(map.picture_hash()));
        assert!("+00000000000000f".parse::<PictureHash>().is_err());
    }

    #[test]
    fn points_that_do_not_fit_are_refused() {
        let map = PlanarMap::start(3);
        for text in [
            "",
            "g1",
            "g1AAAAAA",
            "m1AAA",
            "g1!",
            "g1AAAAAAAAAAAAAAAAAAAAAA",
        ] {
            assert!(map.with_geometry(text).is_err(), "{text}");
        }
        let mut forgetful = map.clone();
        forgetful.forget_history();
        assert_eq!(forgetful.with_geometry(&map.geometry()), Ok(map));
    }
}
