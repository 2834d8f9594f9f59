//! The names of sites as players say and write them: letters and a number. Knows how each family of boards is named, and nothing of
//! stones. The other writing, `3,4` and `#17`, is that of records and descriptions.
//!
//! Where a convention exists it is kept: that of Hex programs, that of Go, and on hexagons that of the Havannah programs. There `a1`
//! is the left end of the top row; a letter stands for every row downwards, a number for every line that runs down to the left. No
//! name has a
//! negative number.

use super::{Label, Shape};

/// How the sites of a board are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Naming {
    /// Not at all: sites have numbers.
    None,
    /// Hex: letters for columns, numbers for rows from the top.
    Hex,
    /// Go: letters for columns, without `I`, numbers for rows from the bottom.
    Go,
    /// Letters for rows from the top, numbers for the lines that run down to the left; of both the first one.
    Lines { row: i16, line: i16 },
    /// Letters for rows from the top, numbers along the row; every second row begins half a cell further in.
    Rows,
}

const ALL: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
const WITHOUT_I: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Naming {
    /// How a board of this shape is named.
    pub(super) fn of(shape: &Shape) -> Naming {
        // A board whose sizes do not fit has too many sites, and is none.
        let size = |n: u32| i16::try_from(n).unwrap_or(i16::MAX);
        match *shape {
            Shape::Rhombus(_) => Naming::Hex,
            Shape::Square(_) | Shape::Rectangle(..) | Shape::Conhex(_) => Naming::Go,
            Shape::Hexagon(base) => Naming::Lines {
                row: 1 - size(base),
                line: 1 - size(base),
            },
            Shape::Alternating(..) => Naming::Lines { row: 0, line: 0 },
            Shape::Triangle(n) => Naming::Lines {
                row: 0,
                line: size(n) - 1,
            },
            Shape::HexRectangle(..) => Naming::Rows,
            Shape::HalfHexagon(_)
            | Shape::Pentagon(_)
            | Shape::Rhombitrihexagonal(_)
            | Shape::Graph(..) => Naming::None,
        }
    }

    /// The name of a site.
    pub(super) fn name(self, label: Label) -> Option<String> {
        let Label::Pair(a, b) = label else {
            return None;
        };
        let (letter, number) = match self {
            Naming::None => return None,
            Naming::Hex | Naming::Go => (a, b),
            Naming::Lines { row, line } => (b - row, a + b - line),
            Naming::Rows => (b, a + b / 2),
        };
        let letters = letters(usize::try_from(letter).ok()?, self.alphabet());
        Some(format!("{letters}{}", number + 1))
    }

    /// The label that a name stands for, whether or not the board has it. Large and small letters are the same.
    pub(super) fn read(self, text: &str) -> Option<Label> {
        let (word, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
        if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let letter = place(word, self.alphabet())?;
        let number = digits.parse::<i16>().ok()?.checked_sub(1)?;
        let (a, b) = match self {
            Naming::None => return None,
            Naming::Hex | Naming::Go => (letter, number),
            Naming::Lines { row, line } => {
                let row = letter.checked_add(row)?;
                (number.checked_add(line)?.checked_sub(row)?, row)
            }
            Naming::Rows => (number.checked_sub(letter / 2)?, letter),
        };
        Some(Label::Pair(a, b))
    }

    fn alphabet(self) -> &'static [u8] {
        match self {
            Naming::Go => WITHOUT_I,
            _ => ALL,
        }
    }
}

/// The letters of a place from 0: after the last one come two, as in the Smart Game Format of Hex.
fn letters(place: usize, alphabet: &[u8]) -> String {
    let mut left = place + 1;
    let mut word = Vec::new();
    while left > 0 {
        word.push(char::from(alphabet[(left - 1) % alphabet.len()]));
        left = (left - 1) / alphabet.len();
    }
    word.iter().rev().collect()
}

/// The place from 0 that letters stand for.
fn place(word: &str, alphabet: &[u8]) -> Option<i16> {
    let mut place: i16 = 0;
    for letter in word.bytes() {
        let digit = alphabet
            .iter()
            .position(|known| known.eq_ignore_ascii_case(&letter))?;
        place = place.checked_mul(alphabet.len() as i16)?;
        place = place.checked_add(digit as i16 + 1)?;
    }
    place.checked_sub(1).filter(|place| *place >= 0)
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Stand};
    use super::*;

    fn check(shape: Shape, names: &[(&str, &str)]) {
        let board = Board::new(&shape, Stand::Cells).unwrap();
        for (label, name) in names {
            let site = board.parse_site(label).unwrap();
            assert_eq!(
                board.name(site).as_deref(),
                Some(*name),
                "{label} of {shape:?}"
            );
        }
    }

    #[test]
    fn hexagons_are_named_as_in_havannah() {
        // The corners of the board of base 4, its middle, and a cell below it.
        let corners = [
            ("0,-3", "a1"),
            ("3,-3", "a4"),
            ("-3,0", "d1"),
            ("3,0", "d7"),
            ("-3,3", "g4"),
            ("0,3", "g7"),
        ];
        check(Shape::Hexagon(4), &corners);
        check(Shape::Hexagon(4), &[("0,0", "d4"), ("-1,2", "f5")]);
        check(Shape::Hexagon(20), &[("-19,19", "am20")]);
    }

    #[test]
    fn the_other_boards_of_hexagons_have_names_too() {
        check(
            Shape::Triangle(4),
            &[("3,0", "a1"), ("0,3", "d1"), ("3,3", "d4"), ("2,2", "c2")],
        );
        check(
            Shape::Alternating(3, 4),
            &[("0,0", "a1"), ("2,0", "a3"), ("-3,3", "d1"), ("0,5", "f6")],
        );
        check(
            Shape::HexRectangle(4, 5),
            &[
                ("0,0", "a1"),
                ("0,1", "b1"),
                ("-1,2", "c1"),
                ("2,2", "c4"),
                ("-2,4", "e1"),
            ],
        );
        check(Shape::Rhombus(30), &[("25,0", "z1"), ("26,29", "aa30")]);
        check(Shape::Square(41), &[("24,0", "Z1"), ("25,40", "AA41")]);
    }

    #[test]
    fn no_name_is_negative_and_each_is_one_site() {
        for shape in [
            Shape::Rhombus(30),
            Shape::Hexagon(1),
            Shape::Hexagon(8),
            Shape::Hexagon(21),
            Shape::Alternating(4, 7),
            Shape::Alternating(7, 4),
            Shape::HexRectangle(12, 13),
            Shape::HexRectangle(1, 9),
            Shape::Pentagon(4),
            Shape::Square(41),
            Shape::Rectangle(3, 60),
            Shape::Triangle(12),
            Shape::HalfHexagon(7),
            Shape::Rhombitrihexagonal(2),
            Shape::Conhex(8),
        ] {
            let whole = Board::new(&shape, Stand::Cells).unwrap();
            // Whoever takes sites out leaves the others their names.
            let cut = whole.without(&whole.ids().take(1).collect::<Vec<_>>());
            for board in [Some(whole), cut].into_iter().flatten() {
                for site in board.ids() {
                    let shown = board.shown(site);
                    assert!(!shown.contains('-'), "{shown} of {shape:?}");
                    assert_eq!(board.parse_site(&shown), Some(site), "{shown}");
                    let large = shown.to_uppercase();
                    assert_eq!(board.parse_site(&large), Some(site), "{large}");
                    let label = board.label(site).to_string();
                    assert_eq!(board.parse_site(&label), Some(site), "{label}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_name_is_no_site() {
        let board = Board::new(&Shape::Hexagon(4), Stand::Cells).unwrap();
        for text in [
            "", "a", "1", "a0", "a5", "h1", "g3", "a-1", "a+1", "a1b", "é1", "zzzzzz1", "a99999",
        ] {
            assert_eq!(board.parse_site(text), None, "{text}");
        }
        let go = Board::new(&Shape::Square(19), Stand::Intersections).unwrap();
        assert_eq!(go.parse_site("I3"), None);
    }
}
