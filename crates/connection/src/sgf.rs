//! Games of Hex and Go in the Smart Game Format, `FF[4]`: written, and the main line of a file read. Knows the notation; whether
//! moves are legal is found when a record is replayed.
//!
//! In Hex (`GM[11]`) `a1` is the top left corner, and `swap-pieces` puts the first stone down again across the short diagonal in
//! the other colour. So every move after a swap is written mirrored: here a swap exchanges the persons instead. In Go (`GM[1]`)
//! two letters count columns from the left and rows from the top, and nothing is a pass.
//!
//! Stones that were set up before the first move (`AB`, `AW`, `AE`) become a position set up, in which player 1 moves. Where White
//! moves first (`PL`, or the first move of a handicap game), in Go Black passes first, and a board of Hex is read mirrored, with
//! its colours exchanged, which is the same game. Komi (`KM`) is an option of Go, in whole and half points.

use crate::board::{Label, SiteId};
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
    /// Stones were set up, and whoever reads has no such positions.
    SetUp,
    /// Stones were set up, or a player was named, after the first move.
    SetUpLate,
    /// A stone that was set up cannot be read, or stands on another one.
    Stone(String),
    /// Komi that is no number of whole or half points from 0 to 99.5.
    Komi(String),
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
                "stones that were set up before the first move (handicaps, problems) are not read here; `rhizome table FILE` \
                 reads them",
            ),
            SgfError::SetUpLate => f.write_str(
                "stones are set up, or whose turn it is, before the first move; this file does so later",
            ),
            SgfError::Stone(text) => {
                write!(f, "no stone can be set up on `{text}`")
            }
            SgfError::Komi(text) => write!(
                f,
                "komi is a number of whole or half points from 0 to 99.5; this is `{text}`"
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
    text += &komi_written(plan);
    for (name, colour) in [("AB", Colour(1)), ("AW", Colour(2))] {
        let mut stones = plan.start.iter().filter(|stone| stone.1 == colour);
        let point = |(site, _): &(SiteId, Colour)| match hex {
            true => format!("[{}]", vertex::name(plan, *site).unwrap_or_default()),
            false => format!("[{}]", letters(plan.board.label(*site), columns)),
        };
        if let Some(first) = stones.next() {
            text += name;
            text += &point(first);
            text.extend(stones.map(point));
        }
    }
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

/// Komi, where the game has any, and the rules where stones count.
fn komi_written(plan: &Plan) -> String {
    let option = |name: &str| {
        let found = plan.options.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    };
    let komi = match (option("komi"), option("half")) {
        ("" | "0", "" | "no") => String::new(),
        (points, "yes") => format!("KM[{points}.5]"),
        (points, _) => format!("KM[{points}]"),
    };
    match option("area") {
        "yes" => komi + "RU[Chinese]",
        _ => komi,
    }
}

/// Komi as the options of Go have it: whole points, and whether half a point comes to them.
fn komi_read(text: &str) -> Result<(u32, bool), SgfError> {
    let wrong = || SgfError::Komi(text.to_string());
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let half = match part.trim_end_matches('0') {
        "" => false,
        "5" => true,
        _ => return Err(wrong()),
    };
    let points: u32 = whole.parse().map_err(|_| wrong())?;
    (points < 100).then_some((points, half)).ok_or_else(wrong)
}

/// A point of Go: columns from the left, rows from the top.
fn letters(label: Label, rows: usize) -> String {
    let Label::Pair(x, y) = label else {
        return String::new();
    };
    let letter = |number: usize| char::from(b'a' + number as u8);
    format!("{}{}", letter(x as usize), letter(rows - 1 - y as usize))
}

/// A game as it was read, and how it was written.
pub struct Written {
    /// The game.
    pub record: RecordedGame,
    /// White moved first.
    pub white_first: bool,
    /// Therefore the board was mirrored and its colours exchanged, as is done in Hex.
    pub turned: bool,
}

/// Reads the main line of a file.
pub fn read(text: &str) -> Result<RecordedGame, SgfError> {
    read_as_written(text).map(|read| read.record)
}

/// The same for somebody who shows the board as the file has it.
pub fn read_as_written(text: &str) -> Result<Written, SgfError> {
    let mut reader = Reader {
        text: text.char_indices().collect(),
        place: 0,
    };
    if text.len() > TEXT_MAX {
        return Err(SgfError::TooLong);
    }
    let properties = reader.main_line()?;
    let (hex, size) = game_and_size(&properties)?;
    let mut moves = Moves {
        hex,
        size,
        texts: Vec::new(),
        mover: 1,
        mirrored: false,
    };
    let is_move = |(name, _): &&(String, String)| name == "B" || name == "W";
    let first = properties.iter().position(|property| is_move(&property));
    let (before, after) = properties.split_at(first.unwrap_or(properties.len()));
    let stones = set_up(&moves, before)?;
    if after
        .iter()
        .any(|(name, _)| SET_UP.contains(&name.as_str()))
    {
        return Err(SgfError::SetUpLate);
    }
    let white = match value(&properties, "PL") {
        Some(player) => player.starts_with(['W', 'w', '2']),
        None => !stones.is_empty() && after.first().is_some_and(|(name, _)| name == "W"),
    };
    let passes = white && !hex;
    moves.mirrored = white && hex;
    if passes {
        moves.texts.push("pass".into());
        moves.mover = 2;
    }
    for (name, value) in after.iter().filter(is_move) {
        if !moves.take(if name == "B" { 1 } else { 2 }, value.trim())? {
            break;
        }
    }
    let mut options = options_of(&moves, &properties)?;
    // Somebody who sets a position up gives nobody a choice of sides.
    if hex && (white || !stones.is_empty()) && !moves.texts.contains(&"swap".into()) {
        options.insert("swap".into(), "no".into());
    }
    let placed = |(&(column, row), &colour): (&(u32, u32), &u8)| match white && hex {
        true => format!("{}:{}", moves.site(row, column), 3 - colour),
        false => format!("{}:{colour}", moves.site(column, row)),
    };
    let setup = stones.iter().map(placed).collect::<Vec<_>>();
    let game = if hex { "hex" } else { "go" };
    let setup = (!setup.is_empty()).then_some(setup);
    Ok(Written {
        record: RecordedGame {
            setup,
            ..RecordedGame::new(game, options, moves.texts)
        },
        white_first: white,
        turned: white && hex,
    })
}

/// Rules of Go by which stones and territory count, as records name them.
const AREA_RULES: [&str; 4] = ["chinese", "aga", "nz", "goe"];

/// The first value of a property.
fn value<'a>(properties: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = properties.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.trim())
}

/// Whether it is a game of Hex, not of Go, and the size of its board.
fn game_and_size(properties: &[(String, String)]) -> Result<(bool, u32), SgfError> {
    let hex = match value(properties, "GM").unwrap_or("1") {
        "11" => true,
        "1" => false,
        other => return Err(SgfError::OtherGame(format!("game number {other}"))),
    };
    let default = if hex { 11 } else { 19 };
    let size = value(properties, "SZ").map_or(Some(default), size_of);
    match size {
        Some(size) if (1..=SIZE_MAX).contains(&size) => Ok((hex, size)),
        _ => Err(SgfError::Size),
    }
}

/// The options of the game: the size, and the komi and the rules of Go.
fn options_of(
    moves: &Moves,
    properties: &[(String, String)],
) -> Result<BTreeMap<String, serde_json::Value>, SgfError> {
    let mut options = BTreeMap::from([("size".to_string(), moves.size.into())]);
    if let (false, Some(komi)) = (moves.hex, value(properties, "KM")) {
        let (points, half) = komi_read(komi)?;
        options.insert("komi".into(), points.into());
        options.insert("half".into(), if half { "yes" } else { "no" }.into());
    }
    if let (false, Some(rules)) = (moves.hex, value(properties, "RU")) {
        let rules = rules.to_ascii_lowercase();
        if AREA_RULES.iter().any(|known| rules.starts_with(known)) {
            options.insert("area".into(), "yes".into());
        }
    }
    Ok(options)
}

/// What changes a position beside moves.
const SET_UP: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// The stones that these properties set up, by column and row.
fn set_up(
    moves: &Moves,
    properties: &[(String, String)],
) -> Result<BTreeMap<(u32, u32), u8>, SgfError> {
    let mut stones = BTreeMap::new();
    for (name, value) in properties {
        let colour = match name.as_str() {
            "AB" => 1,
            "AW" => 2,
            "AE" => 0,
            _ => continue,
        };
        let wrong = || SgfError::Stone(value.clone());
        for point in moves.points(value).ok_or_else(wrong)? {
            let before = stones.remove(&point);
            if before.is_some() && colour != 0 {
                return Err(wrong());
            }
            if colour != 0 {
                stones.insert(point, colour);
            }
        }
    }
    Ok(stones)
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
        self.texts.push(match self.mirrored {
            true => self.site(row, column),
            false => self.site(column, row),
        });
        Ok(true)
    }

    /// A site as it is written here: in Go rows count from below.
    fn site(&self, column: u32, row: u32) -> String {
        match self.hex {
            true => format!("{column},{row}"),
            false => format!("{column},{}", self.size - 1 - row),
        }
    }

    /// A point, or all points of a rectangle: its upper left and its lower right corner with a colon between.
    fn points(&self, text: &str) -> Option<Vec<(u32, u32)>> {
        let small = text.trim().to_ascii_lowercase();
        let (first, last) = small.split_once(':').unwrap_or((&small, &small));
        let (first, last) = (self.point(first)?, self.point(last)?);
        let columns = first.0..=last.0;
        let all = columns.flat_map(|column| (first.1..=last.1).map(move |row| (column, row)));
        Some(all.collect()).filter(|points: &Vec<_>| !points.is_empty())
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
        assert_eq!(go.option_texts().len(), 3);
        assert_eq!(go.moves, ["0,8", "8,0", "pass", "pass"]);
    }

    /// The stones of a record before its first move, and whose turn it is after its moves.
    fn stands(record: &RecordedGame) -> (Box<dyn engine::Engine>, Vec<String>) {
        let plan = Arc::new(record.plan().unwrap());
        let setup = crate::record::setup_texts(&plan);
        let mut game = engine::start(&plan);
        for text in &record.moves {
            game.play_text(text).unwrap();
        }
        (game, setup)
    }

    #[test]
    fn handicaps_and_problems_are_read() {
        // A handicap of two: White moves first, so Black passes.
        let go = read("(;GM[1]SZ[9]HA[2]KM[0.5]AB[cg][gc];W[ee];B[cc])").unwrap();
        assert_eq!(go.moves, ["pass", "4,4", "2,6"]);
        let (game, setup) = stands(&go);
        assert_eq!(setup, ["2,2:1", "6,6:1"]);
        assert_eq!((game.mover(), game.scores()), (Colour(2), vec![0, 0]));
        // A rectangle, a hole in it, White to play.
        let problem = read("(;GM[1]SZ[5]AB[aa:bb]AE[bb]AW[cc]PL[W])").unwrap();
        assert_eq!(problem.moves, ["pass"]);
        assert_eq!(stands(&problem).1.len(), 4);
        // Black to play in Hex, and nobody swaps.
        let hex = read("(;GM[11]SZ[5]AB[b2]AW[c3][d4];B[a1];W[e5])").unwrap();
        let (game, setup) = stands(&hex);
        assert_eq!(setup, ["1,1:1", "2,2:2", "3,3:2"]);
        assert!(!game.plan().swap && game.mover() == Colour(1));
        // White to play in Hex: the same game with the board mirrored and the colours exchanged.
        let white = read("(;GM[11]SZ[5]AB[b2]AW[c4]PL[W];W[a3])").unwrap();
        let (game, setup) = stands(&white);
        assert_eq!(setup, ["1,1:2", "3,2:1"]);
        assert_eq!(
            (white.moves, game.mover()),
            (vec!["2,0".to_string()], Colour(2))
        );
    }

    #[test]
    fn what_was_set_up_is_written_and_read_again() {
        for text in [
            "(;GM[1]SZ[9]HA[2]KM[7]AB[cg][gc]AW[aa];W[ee];B[cc])",
            "(;GM[1]SZ[9]KM[6.5];B[ee])",
            "(;GM[11]SZ[5]AB[b2]AW[c3][d4];B[a1];W[e5])",
            "(;GM[11]SZ[5]AB[b2]AW[c4]PL[W];W[a3])",
        ] {
            let record = read(text).unwrap();
            let (game, setup) = stands(&record);
            let plan = game.plan();
            let mut moves = Vec::new();
            let mut replayed = game.fork();
            while let Some(last) = replayed.last() {
                moves.insert(0, last);
                replayed.undo();
            }
            let written = write(plan, &moves, game.status()).unwrap();
            let again = read(&written).unwrap();
            let (other, stones) = stands(&again);
            assert_eq!((stones, &again.moves), (setup, &record.moves), "{written}");
            assert_eq!(other.plan().options, plan.options, "{written}");
        }
    }

    /// Komi counts, and half a point decides between equal scores.
    #[test]
    fn komi_decides() {
        let won = |text: &str| stands(&read(text).unwrap()).0.status();
        assert_eq!(won("(;GM[1]SZ[5];B[];W[])"), Status::Draw);
        assert_eq!(won("(;GM[1]SZ[5]KM[0.5];B[];W[])"), Status::Won(Colour(2)));
        let all = "B[cc];W[];B[]";
        assert_eq!(
            won(&format!("(;GM[1]SZ[5]KM[23.5];{all})")),
            Status::Won(Colour(1))
        );
        assert_eq!(won(&format!("(;GM[1]SZ[5]KM[24];{all})")), Status::Draw);
        assert_eq!(
            won(&format!("(;GM[1]SZ[5]KM[24.5];{all})")),
            Status::Won(Colour(2))
        );
    }

    /// Where stones count, the only stone is the one point more that black needs here.
    #[test]
    fn rules_that_count_stones_are_read_and_written() {
        let all = "KM[24.5];B[cc];W[];B[]";
        for (rules, area, winner) in [
            ("", "no", 2),
            ("RU[Japanese]", "no", 2),
            ("RU[Chinese]", "yes", 1),
            ("RU[AGA]", "yes", 1),
        ] {
            let game = read(&format!("(;GM[1]SZ[5]{rules}{all})")).unwrap();
            let engine = stands(&game).0;
            assert_eq!(engine.status(), Status::Won(Colour(winner)), "{rules}");
            let option = ("area".to_string(), area.to_string());
            assert!(engine.plan().options.contains(&option), "{rules}");
            let plan = engine.plan();
            let written = write(plan, &[], Status::Running).unwrap();
            assert_eq!(written.contains("RU[Chinese]"), area == "yes");
        }
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
            ("(;GM[1]SZ[9]AB[dd][pp];W[aa])", "on `pp`"),
            ("(;GM[1]SZ[9]AB[dd][dd])", "on `dd`"),
            ("(;GM[1]SZ[9]AB[dd]AW[cc:ee])", "on `cc:ee`"),
            ("(;GM[1]SZ[9]AB[ee:cc])", "on `ee:cc`"),
            ("(;GM[1];B[dd];AB[pp])", "before the first move"),
            ("(;GM[11]SZ[5];B[a1];PL[B])", "before the first move"),
            ("(;GM[1]KM[6.25])", "`6.25`"),
            ("(;GM[1]KM[-3])", "`-3`"),
            ("(;GM[1]KM[much])", "`much`"),
            ("(;GM[1]SZ[9]AB[dd];W[aa];W[bb])", "move 3 is of the colour"),
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
