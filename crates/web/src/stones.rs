//! Connection games for the page: the library, a board with its geometry, moves, undo. It turns the engine's values into
//! the page's; whose turn it is and what is allowed is the table's.

use crate::shown::json;
use connection::board::Stand;
use connection::deciding::{Cause, decision};
use connection::engine::Status;
use connection::language::{Description, LanguageError, OptionKind, PlanError};
use connection::library;
use connection::moves::{Move, MoveKind};
use connection::plan::{Colour, Plan};
use serde::{Deserialize, Serialize};
use table::{Ended, Game, Message, Player, Record, Rules, Stones, StonesStart, Table};
use wasm_bindgen::prelude::*;

#[derive(Serialize)]
struct Entry {
    name: String,
    title: String,
    /// Who made it, and when.
    by: String,
    about: String,
    options: Vec<Choice>,
}

#[derive(Serialize)]
struct Choice {
    name: String,
    values: Vec<String>,
    default: String,
    number: bool,
}

#[derive(Deserialize)]
struct Options {
    #[serde(flatten)]
    start: StonesStart,
    #[serde(default)]
    record: Option<Record<String>>,
}

/// A board, which never changes during a game.
#[derive(Serialize)]
pub struct BoardView {
    title: String,
    about: String,
    players: u8,
    swap: bool,
    intersections: bool,
    sites: Vec<SiteView>,
    /// For every colour that owns sides: which sites touch them.
    sides: Vec<SideView>,
    joints: Vec<[u16; 2]>,
    /// The stones before the first move, a colour for every site.
    start: Vec<u8>,
}

#[derive(Serialize)]
struct SiteView {
    name: String,
    x: f64,
    y: f64,
    outline: Vec<f64>,
}

#[derive(Serialize)]
struct SideView {
    colour: u8,
    sites: Vec<u16>,
}

/// A connection game as it stands.
#[derive(Serialize)]
pub struct View {
    stones: Vec<u8>,
    turn: Option<Player>,
    colour: u8,
    ended: Option<Ended>,
    draw: bool,
    moves: Vec<String>,
    undone: usize,
    legal: Vec<Legal>,
    last: Vec<u16>,
    /// The chain, the ring or the line that decided the game, and which of them it is.
    deciding: Vec<u16>,
    cause: Option<&'static str>,
    scores: Vec<String>,
    /// Who plays colour 1, colour 2 and so on.
    players: Vec<Player>,
    /// Who made every move.
    movers: Vec<Player>,
}

#[derive(Serialize)]
struct Legal {
    text: String,
    from: Option<u16>,
    to: Option<u16>,
    colour: u8,
}

/// The games that come with the program.
#[wasm_bindgen(js_name = connectionGames)]
pub fn connection_games() -> Result<String, JsError> {
    json(&library::games().iter().map(entry).collect::<Vec<_>>())
}

/// Reads a description and says what it offers, or what is wrong with it and where.
#[wasm_bindgen(js_name = connectionRead)]
pub fn connection_read(text: &str) -> Result<String, JsError> {
    let description = Description::parse(text)?;
    description
        .plan::<&str, &str>(&[])
        .map_err(|error| JsError::new(&error.to_string()))?;
    json(&entry(&description))
}

/// What a description makes of itself while it is being written: what it offers and its board, or the mistake and where
/// it stands.
#[derive(Serialize)]
struct Checked {
    entry: Option<Entry>,
    board: Option<BoardView>,
    mistake: Option<Mistake>,
}

#[derive(Serialize)]
struct Mistake {
    line: u32,
    column: u32,
    words: String,
}

/// Reads a description as it is being written.
#[wasm_bindgen(js_name = connectionCheck)]
pub fn connection_check(text: &str) -> Result<String, JsError> {
    let wrong = |error: PlanError| {
        let (at, words) = match error {
            PlanError::Language(LanguageError { at, message }) => (Some(at), message),
            other => (None, other.to_string()),
        };
        Checked {
            entry: None,
            board: None,
            mistake: Some(Mistake {
                line: at.map_or(0, |at| at.line),
                column: at.map_or(0, |at| at.column),
                words,
            }),
        }
    };
    let description = match Description::parse(text) {
        Ok(description) => description,
        Err(error) => return json(&wrong(PlanError::Language(error))),
    };
    json(&match description.plan::<&str, &str>(&[]) {
        Ok(plan) => Checked {
            entry: Some(entry(&description)),
            board: Some(board_view(&plan)),
            mistake: None,
        },
        Err(error) => wrong(error),
    })
}

/// The board of a game at its default size, for its card.
#[wasm_bindgen(js_name = connectionBoard)]
pub fn connection_board(game: &str, options: &str) -> Result<String, JsError> {
    let options: Vec<(String, String)> = serde_json::from_str(options)?;
    let game = game.to_owned();
    json(&board_view(&StonesStart { game, options }.plan()?))
}

/// The text of a game of the library, to learn from and to change.
#[wasm_bindgen(js_name = connectionText)]
pub fn connection_text(game: &str) -> Result<String, JsError> {
    let found = library::TEXTS.iter().find(|(name, _)| *name == game);
    json(&found.ok_or(JsError::new("there is no such game"))?.1)
}

/// A connection game in progress.
#[wasm_bindgen]
pub struct StonesSession {
    table: Table<Stones>,
}

#[wasm_bindgen]
impl StonesSession {
    /// Opens a game, or goes on with a recorded one.
    pub fn open(options: &str) -> Result<StonesSession, JsError> {
        let options: Options = serde_json::from_str(options)?;
        let game = Stones::open(&options.start)?;
        let table = match options.record {
            Some(record) => record.replay(game, Rules::default())?,
            None => Table::new(game, Rules::default()),
        };
        Ok(StonesSession { table })
    }

    /// The board, which never changes.
    pub fn board(&self) -> Result<String, JsError> {
        json(&board_view(self.table.game().engine().plan()))
    }

    /// Everything else there is to see.
    pub fn view(&self) -> Result<String, JsError> {
        json(&View::of(&self.table))
    }

    /// The stones after so many moves.
    #[wasm_bindgen(js_name = stonesAt)]
    pub fn stones_at(&self, moves: usize) -> Result<String, JsError> {
        json(&numbers(&self.table.game().stones_after(moves)))
    }

    /// Plays a written move.
    #[wasm_bindgen(js_name = movePlay)]
    pub fn move_play(&mut self, text: &str) -> Result<String, JsError> {
        self.apply(Message::Play(text.into()))
    }

    /// Takes moves back.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, count: u32) -> Result<String, JsError> {
        self.apply(Message::TakeBack(count))
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Result<String, JsError> {
        self.apply(Message::Redo)
    }

    /// Gives the game up for a player.
    pub fn resign(&mut self, player: &str) -> Result<String, JsError> {
        let player: Player = serde_json::from_value(player.into())?;
        self.table.try_apply(0, player, Message::Resign)?;
        self.view()
    }

    /// The game as it should be kept.
    pub fn record(&self) -> Result<String, JsError> {
        json(&self.table.record())
    }
}

impl StonesSession {
    fn apply(&mut self, message: Message<String>) -> Result<String, JsError> {
        let from = self.table.turn().unwrap_or(Player::Host);
        self.table.try_apply(0, from, message)?;
        self.view()
    }
}

impl View {
    /// Everything there is to see.
    pub fn of(table: &Table<Stones>) -> Self {
        let game = table.game();
        let engine = game.engine();
        let moves = match table.ended() {
            None => game.legal(),
            Some(_) => Vec::new(),
        };
        let last = match game.last().map(Move::kind) {
            Some(MoveKind::Place { site, .. }) => vec![site.0],
            Some(MoveKind::Shift { from, to }) => vec![from.0, to.0],
            _ => Vec::new(),
        };
        let decided = decision(engine, game.last());
        View {
            stones: numbers(game.stones()),
            turn: table.turn(),
            colour: engine.mover().0,
            ended: table.ended(),
            draw: engine.status() == Status::Draw,
            moves: (0..game.len())
                .filter_map(|index| game.move_at(index))
                .collect(),
            undone: table.undone(),
            legal: moves.into_iter().map(|m| legal(m, engine.plan())).collect(),
            last,
            cause: decided.as_ref().map(|decided| cause(decided.cause)),
            deciding: decided
                .iter()
                .flat_map(|decided| &decided.stones)
                .map(|site| site.0)
                .collect(),
            scores: engine.scores().iter().map(u128::to_string).collect(),
            players: (1..=engine.plan().players)
                .map(|colour| table.player(game.side_of(Colour(colour))))
                .collect(),
            movers: game.movers().map(|side| table.player(side)).collect(),
        }
    }
}

fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Chain => "chain",
        Cause::Ring => "ring",
        Cause::Line => "line",
        Cause::Group => "group",
        Cause::Rule => "rule",
    }
}

/// Stones by place, each as the number of its colour.
pub fn numbers(stones: &[Colour]) -> Vec<u8> {
    stones.iter().map(|colour| colour.0).collect()
}

fn legal(m: Move, plan: &Plan) -> Legal {
    let (from, to, colour) = match m.kind() {
        MoveKind::Place { site, colour } => (None, Some(site.0), colour.0),
        MoveKind::Shift { from, to } => (Some(from.0), Some(to.0), 0),
        MoveKind::Pass | MoveKind::Swap => (None, None, 0),
    };
    Legal {
        text: m.text(plan),
        from,
        to,
        colour,
    }
}

fn entry(description: &Description) -> Entry {
    let options = description.options.iter().map(|option| match &option.kind {
        OptionKind::Number { default, min, max } => Choice {
            name: option.name.clone(),
            values: vec![min.to_string(), max.to_string()],
            default: default.to_string(),
            number: true,
        },
        OptionKind::Choice(words) => Choice {
            name: option.name.clone(),
            default: words.first().cloned().unwrap_or_default(),
            values: words.clone(),
            number: false,
        },
    });
    Entry {
        name: description.name.clone(),
        title: description.title.clone(),
        by: description.by.clone(),
        about: description.about.clone(),
        options: options.collect(),
    }
}

/// The board of a game.
pub fn board_view(plan: &Plan) -> BoardView {
    let board = &plan.board;
    let sites = board.sites().iter().map(|site| SiteView {
        name: site.label.to_string(),
        x: site.centre.x,
        y: site.centre.y,
        outline: site
            .outline
            .iter()
            .flat_map(|point| [point.x, point.y])
            .collect(),
    });
    let mut joints = Vec::new();
    for site in board.ids() {
        for &other in board.neighbours(site, connection::board::Connectivity::Orthogonal) {
            if site < other {
                joints.push([site.0, other.0]);
            }
        }
    }
    // A family of regions may differ from player to player: those sides wear the players' colours.
    let mut sides = Vec::new();
    for family in &plan.families {
        if family.regions.windows(2).all(|pair| pair[0] == pair[1]) {
            continue;
        }
        for (index, regions) in family.regions.iter().enumerate() {
            let colour = u8::try_from(index + 1).unwrap_or(u8::MAX);
            sides.extend(regions.iter().map(|region| SideView {
                colour,
                sites: region.iter().map(|site| site.0).collect(),
            }));
        }
    }
    let mut start = vec![0; board.len()];
    for (site, colour) in &plan.start {
        start[site.index()] = colour.0;
    }
    BoardView {
        title: plan.title.clone(),
        about: plan.about.clone(),
        players: plan.players,
        swap: plan.swap,
        intersections: board.stand() == Stand::Intersections,
        sites: sites.collect(),
        sides,
        joints,
        start,
    }
}
