//! Games of Hex and Go in the Smart Game Format, FF[4]: written, and the main line of a file read. Knows the notation; whether
//! moves are legal is found when a record is replayed.
//!
//! In Hex (`GM[11]`) `a1` is the top left corner, and `swap-pieces` puts the first stone down again across the short diagonal in
//! the other colour. So every move after a swap is written mirrored: here a swap exchanges the persons instead. In Go (`GM[1]`)
//! two letters count columns from the left and rows from the top, and nothing is a pass.

use crate::board::Label;
use crate::engine::Status;
use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, Plan};
use crate::record::RecordedGame;
use crate::vertex;
use std::collections::BTreeMap;
use std::fmt;

/// The longest file that is read, in bytes.
const TEXT_MAX: usize = 1 << 20;
/// The most moves that are read.
const MOVES_MAX: usize = 10_000;
/// The largest board: a letter for every column.
const SIZE_MAX: u32 = 26;

/// Why a game is not written or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SgfError {
    /// The game is neither Hex nor Go.
    OtherGame(String),
    /// The text breaks off or is no SGF, at this character, from 1.
    Text {
        /// Where.
        column: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// The file is too long.
    TooLong,
    /// The board has not as many rows as columns, or too many.
    Size,
    /// Stones were set up before the first move.
    SetUp,
    /// There are too many moves.
    TooManyMoves,
    /// A move that cannot be read, from 1.
    Move {
        /// Which.
        number: usize,
        /// As written.
        text: String,
    },
    /// A move of the wrong colour, from 1.
    Turn {
        /// Which.
        number: usize,
    },
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::OtherGame(name) => write!(
                f,
                "SGF is for Hex and Go, and this is {name}; save it under a name that ends in `.json`"
            ),
            SgfError::Text { column, expected } => {
                write!(
                    f,
                    "this is no SGF: at character {column} {expected} is missing"
                )
            }
            SgfError::TooLong => write!(f, "a file of SGF has at most {TEXT_MAX} bytes"),
            SgfError::Size => write!(
                f,
                "the board must have as many rows as columns, from 1 to {SIZE_MAX}"
            ),
            SgfError::SetUp => f.write_str(
                "stones that were set up before the first move (handicaps, problems) are not read",
            ),
            SgfError::TooManyMoves => write!(f, "a game has at most {MOVES_MAX} moves"),
            SgfError::Move { number, text } => {
                write!(f, "move {number}, `{text}`, is no move of this game")
            }
            SgfError::Turn { number } => {
                write!(f, "move {number} is of the colour whose turn it is not")
            }
        }
    }
}

impl std::error::Error for SgfError {}

/// Whether a game has a place in this format.
pub fn has(plan: &Plan) -> bool {
    ["hex", "go"].contains(&plan.name.as_str())
}

/// Writes a game down.
pub fn write(plan: &Plan, moves: &[Move], status: Status) -> Result<String, SgfError> {
    let columns = plan.board.len().isqrt();
    let hex = match plan.name.as_str() {
        "hex" => true,
        "go" => false,
        _ => return Err(SgfError::OtherGame(plan.title.clone())),
    };
    let number = if hex { 11 } else { 1 };
    let mut text = format!("(;FF[4]CA[UTF-8]AP[rhizome]GM[{number}]SZ[{columns}]");
    let swapped = moves.contains(&Move::SWAP);
    match status {
        Status::Running => {}
        Status::Draw => text += "RE[0]",
        Status::Won(colour) if (colour == Colour(1)) != swapped => text += "RE[B+]",
        Status::Won(_) => text += "RE[W+]",
    }
    let mut after_swap = false;
    let mut mover = Colour(1);
    for &played in moves {
        let shown = match after_swap {
            true => vertex::mirrored(plan, played),
            false => played,
        };
        let (colour, place) = match shown.kind() {
            MoveKind::Place { site, colour } if hex => {
                (colour, vertex::name(plan, site).unwrap_or_default())
            }
            MoveKind::Place { site, colour } => (colour, letters(plan.board.label(site), columns)),
            MoveKind::Swap => (Colour(2), "swap-pieces".into()),
            MoveKind::Pass | MoveKind::Shift { .. } => (mover, String::new()),
        };
        after_swap |= played == Move::SWAP;
        mover = Colour(3 - colour.0);
        text += &format!(";{}[{place}]", if colour == Colour(1) { 'B' } else { 'W' });
    }
    text += ")\n";
    Ok(text)
}

/// A point of Go: columns from the left, rows from the top.
fn letters(label: Label, rows: usize) -> String {
    let Label::Pair(x, y) = label else {
        return String::new();
    };
    let letter = |number: usize| char::from(b'a' + number as u8);
    format!("{}{}", letter(x as usize), letter(rows - 1 - y as usize))
}

/// Reads the main line of a file.
pub fn read(text: &str) -> Result<RecordedGame, SgfError> {
    let mut reader = Reader {
        text: text.char_indices().collect(),
        place: 0,
    };
    if text.len() > TEXT_MAX {
        return Err(SgfError::TooLong);
    }
    let properties = reader.main_line()?;
    let value = |name: &str| {
        let found = properties.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.trim())
    };
    let hex = match value("GM").unwrap_or("1") {
        "11" => true,
        "1" => false,
        other => return Err(SgfError::OtherGame(format!("game number {other}"))),
    };
    let default = if hex { 11 } else { 19 };
    let size = value("SZ").map_or(Some(default), size_of);
    let Some(size) = size.filter(|size| (1..=SIZE_MAX).contains(size)) else {
        return Err(SgfError::Size);
    };
    if ["AB", "AW", "AE", "PL"]
        .iter()
        .any(|name| value(name).is_some())
    {
        return Err(SgfError::SetUp);
    }
    let mut moves = Moves {
        hex,
        size,
        texts: Vec::new(),
        mover: 1,
        mirrored: false,
    };
    let played = properties
        .iter()
        .filter(|(name, _)| name == "B" || name == "W");
    for (name, value) in played {
        if !moves.take(if name == "B" { 1 } else { 2 }, value.trim())? {
            break;
        }
    }
    let options = BTreeMap::from([("size".to_string(), size.into())]);
    let game = if hex { "hex" } else { "go" };
    Ok(RecordedGame::new(game, options, moves.texts))
}

/// `11` or `11:11`.
fn size_of(text: &str) -> Option<u32> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let columns: u32 = columns.parse().ok()?;
    (rows.parse() == Ok(columns)).then_some(columns)
}

/// The moves as they are read.
struct Moves {
    hex: bool,
    size: u32,
    texts: Vec<String>,
    mover: u8,
    /// After pieces were swapped: columns and rows, and the colours, change places.
    mirrored: bool,
}

impl Moves {
    /// Takes the next move; false when somebody gave up.
    fn take(&mut self, colour: u8, value: &str) -> Result<bool, SgfError> {
        let number = self.texts.len() + 1;
        let small = value.to_ascii_lowercase();
        if number > MOVES_MAX {
            return Err(SgfError::TooManyMoves);
        }
        if self.hex && ["resign", "forfeit"].contains(&small.as_str()) {
            return Ok(false);
        }
        let colour = if self.mirrored { 3 - colour } else { colour };
        if colour != self.mover {
            return Err(SgfError::Turn { number });
        }
        self.mover = 3 - colour;
        if self.hex && ["swap-pieces", "swap-sides", "swap"].contains(&small.as_str()) {
            self.texts.push("swap".into());
            // The persons are exchanged, and colour 2 is to move: with pieces swapped its moves are written as Black's.
            self.mirrored = small != "swap-sides";
            self.mover = 2;
            return Ok(true);
        }
        if !self.hex && (small.is_empty() || small == "tt" && self.size <= 19) {
            self.texts.push("pass".into());
            return Ok(true);
        }
        let wrong = || SgfError::Move {
            number,
            text: value.to_string(),
        };
        let (column, row) = self.point(&small).ok_or_else(wrong)?;
        self.texts.push(match (self.hex, self.mirrored) {
            (true, true) => format!("{row},{column}"),
            (true, false) => format!("{column},{row}"),
            (false, _) => format!("{column},{}", self.size - 1 - row),
        });
        Ok(true)
    }

    /// Column and row, both from 0: letters and a number, or two letters.
    fn point(&self, text: &str) -> Option<(u32, u32)> {
        let letter = |byte: u8| byte.is_ascii_lowercase().then(|| u32::from(byte - b'a'));
        let bytes = text.as_bytes();
        let column = letter(*bytes.first()?)?;
        let row = match bytes {
            [_, row] if letter(*row).is_some() => letter(*row)?,
            _ if self.hex => text.get(1..)?.parse::<u32>().ok()?.checked_sub(1)?,
            _ => return None,
        };
        (column < self.size && row < self.size).then_some((column, row))
    }
}

struct Reader {
    text: Vec<(usize, char)>,
    place: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.text.get(self.place).map(|(_, sign)| *sign)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.place += 1;
        }
    }

    fn missing<T>(&self, expected: &'static str) -> Result<T, SgfError> {
        let column = self.place + 1;
        Err(SgfError::Text { column, expected })
    }

    /// The properties of the first game's main line, in order. A variation's first line is the main one.
    fn main_line(&mut self) -> Result<Vec<(String, String)>, SgfError> {
        let mut properties = Vec::new();
        let mut open = false;
        loop {
            self.skip_space();
            match self.peek() {
                Some('(') | Some(';') => {
                    open |= self.peek() == Some('(');
                    self.place += 1;
                }
                Some(')') if open => return Ok(properties),
                Some(sign) if open && sign.is_ascii_alphabetic() => {
                    self.property(&mut properties)?;
                }
                _ if open => return self.missing("a property, `;` or `)`"),
                Some('\u{feff}') => self.place += 1,
                _ => return self.missing("`(`"),
            }
        }
    }

    fn property(&mut self, properties: &mut Vec<(String, String)>) -> Result<(), SgfError> {
        let mut name = String::new();
        while let Some(sign) = self.peek().filter(char::is_ascii_alphabetic) {
            // Small letters in names are left over from older versions and mean nothing.
            if sign.is_ascii_uppercase() {
                name.push(sign);
            }
            self.place += 1;
        }
        self.skip_space();
        if self.peek() != Some('[') {
            return self.missing("`[`");
        }
        while self.peek() == Some('[') {
            self.place += 1;
            properties.push((name.clone(), self.value()?));
            self.skip_space();
        }
        Ok(())
    }

    fn value(&mut self) -> Result<String, SgfError> {
        let mut value = String::new();
        while let Some(sign) = self.peek() {
            self.place += 1;
            match sign {
                ']' => return Ok(value),
                '\\' => {
                    value.extend(self.peek());
                    self.place += 1;
                }
                _ => value.push(sign),
            }
        }
        self.missing("`]`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine;
    use crate::library;
    use crate::random::Random;
    use std::sync::Arc;

    fn played(name: &str, options: &[(&str, &str)], seed: u64) -> (Arc<Plan>, Vec<Move>, Status) {
        let plan = Arc::new(library::game(name).unwrap().plan(options).unwrap());
        let mut game = engine::start(&plan);
        let mut random = Random::new(seed);
        let mut moves = Vec::new();
        while game.status() == Status::Running && moves.len() < 60 {
            // A swap in every second game of Hex.
            let swap = game.is_legal(Move::SWAP) && seed.is_multiple_of(2);
            let chosen = if swap {
                Move::SWAP
            } else {
                game.sample(&mut random)
            };
            game.play(chosen);
            moves.push(chosen);
        }
        (plan, moves, game.status())
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        for seed in 0..40 {
            for (name, size) in [("hex", "5"), ("hex", "11"), ("go", "5"), ("go", "19")] {
                let (plan, moves, status) = played(name, &[("size", size)], seed);
                let text = write(&plan, &moves, status).unwrap();
                let record = read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                let expected: Vec<String> = moves.iter().map(|one| one.text(&plan)).collect();
                assert_eq!(record.moves, expected, "{text}");
                assert_eq!(record.game, name);
                record.replay().unwrap();
            }
        }
    }

    #[test]
    fn a_swap_of_pieces_mirrors_what_follows() {
        let text = "(;FF[4]GM[11]SZ[5];B[b4];W[swap-pieces];B[c3];W[a1])";
        let record = read(text).unwrap();
        assert_eq!(record.moves, ["1,3", "swap", "2,2", "0,0"]);
        let plan = record.plan().unwrap();
        let mut game = engine::start(&Arc::new(plan));
        for text in &record.moves {
            game.play_text(text).unwrap();
        }
        // In the file White has stones on d2 and a1, Black one on c3.
        let stone = |text: &str| game.stone(game.plan().board.parse_site(text).unwrap());
        assert_eq!(
            [stone("1,3"), stone("2,2"), stone("0,0")],
            [1, 2, 1].map(Colour)
        );
        // With sides swapped nothing moves, and White, who was Black, is next.
        let sides = read("(;GM[11]SZ[5];B[b4];W[swap-sides];W[c3])").unwrap();
        assert_eq!(sides.moves, ["1,3", "swap", "2,2"]);
    }

    #[test]
    fn files_of_others_are_read() {
        let hex = read(
            "\u{feff}(;FF[4] GM[11]\n SZ[11:11] PB[Ann] C[a \\] b]\n;B[A1]C[corner];W[k11]\n(;B[f6];W[resign])(;B[g7]))",
        )
        .unwrap();
        assert_eq!(hex.moves, ["0,0", "10,10", "5,5"]);
        let golem = read("(;FF[4]GM[11]SZ[13];B[lb];W[swap])").unwrap();
        assert_eq!(golem.moves, ["11,1", "swap"]);
        let go = read("(;GM[1]SZ[9]KM[6.5];B[aa];W[ii];B[];W[tt])").unwrap();
        assert_eq!(go.moves, ["0,8", "8,0", "pass", "pass"]);
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_a_reason() {
        for (text, words) in [
            ("", "character 1 `(`"),
            ("hex", "character 1 `(`"),
            ("(;GM[11]", "`)`"),
            ("(;GM[11", "`]`"),
            ("(;GM", "`[`"),
            ("(;GM[2];B[a1])", "Hex and Go"),
            ("(;GM[11]SZ[9:11])", "as many rows as columns"),
            ("(;GM[11]SZ[5];B[a6])", "move 1, `a6`"),
            ("(;GM[11]SZ[5];B[a1];W[])", "move 2, ``"),
            ("(;GM[11]SZ[5];B[a1];B[a2])", "move 2 is of the colour"),
            ("(;GM[1]AB[dd][pp];W[aa])", "set up"),
            ("(;GM[1]SZ[9];B[zz])", "move 1, `zz`"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        let (plan, moves, status) = played("havannah", &[("base", "3")], 1);
        let error = write(&plan, &moves, status).unwrap_err().to_string();
        assert!(error.contains("Havannah"), "{error}");
    }
}
