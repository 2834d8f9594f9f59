//! Connection games for the page: the library, a board with its geometry, moves, undo. It turns the engine's values into
//! the page's; whose turn it is and what is allowed is the table's.

use crate::import::pasted;
use crate::said::{Said, Say, other, unplayable};
use crate::shown::json;
use connection::board::Stand;
use connection::deciding::{Cause, decision};
use connection::engine::{Engine, Status};
use connection::language::{Description, LanguageError, OptionKind, PlanError};
use connection::library;
use connection::moves::{Move, MoveKind};
use connection::plan::{Action, Colour, Plan};
use connection::record::RecordedGame;
use connection::sgf::{self, SgfError};
use serde::{Deserialize, Serialize};
use table::{Ended, Game, Message, Player, Record, Rules, Stones, StonesStart, Table};

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
    /// Every option with the value chosen: what counts in the rules.
    options: Vec<(String, String)>,
    players: u8,
    swap: bool,
    /// Whether it can be written in the Smart Game Format.
    sgf: bool,
    intersections: bool,
    sites: Vec<SiteView>,
    /// For every colour that owns sides: which sites touch them.
    sides: Vec<SideView>,
    joints: Vec<[u16; 2]>,
    /// The stones before the first move, a colour for every site.
    start: Vec<u8>,
    /// How high the stacks of the start are, where there are stacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    heights: Vec<u8>,
}

#[derive(Serialize)]
struct SiteView {
    /// As players write it: `c3`, or a number where the board has no names.
    name: String,
    /// As the texts of moves have it.
    label: String,
    x: f64,
    y: f64,
    outline: Vec<f64>,
    /// A cell that is won by holding its points: no stone comes there, it is filled with its owner's colour.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cell: bool,
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
    /// How high the stack on every site is, where there are stacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    heights: Vec<u8>,
    /// Pairs of stones that are linked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<[u16; 2]>,
    turn: Option<Player>,
    colour: u8,
    ended: Option<Ended>,
    draw: bool,
    moves: Vec<String>,
    undone: usize,
    legal: Vec<Legal>,
    /// What comes next in a turn that is made of actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<&'static str>,
    /// In an opening where both place one colour: the move that takes it, and which move has taken it.
    taking: Option<String>,
    taken: Option<usize>,
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
pub fn connection_games() -> Result<String, Said> {
    json(&library::games().iter().map(entry).collect::<Vec<_>>())
}

/// Reads a description and says what it offers, or what is wrong with it and where.
pub fn connection_read(text: &str) -> Result<String, Said> {
    let description = Description::parse(text)?;
    description.plan::<&str, &str>(&[])?;
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
    said: Said,
}

/// Reads a description as it is being written.
pub fn connection_check(text: &str) -> Result<String, Said> {
    let wrong = |error: PlanError| {
        let (at, said) = match error {
            PlanError::Language(LanguageError { at, mistake }) => (Some(at), mistake.said()),
            other => (None, other.said()),
        };
        Checked {
            entry: None,
            board: None,
            mistake: Some(Mistake {
                line: at.map_or(0, |at| at.line),
                column: at.map_or(0, |at| at.column),
                said,
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
pub fn connection_board(game: &str, options: &str) -> Result<String, Said> {
    let options: Vec<(String, String)> = serde_json::from_str(options)?;
    let game = game.to_owned();
    json(&board_view(&StonesStart { game, options }.plan()?))
}

/// The text of a game of the library, to learn from and to change.
pub fn connection_text(game: &str) -> Result<String, Said> {
    let found = library::TEXTS.iter().find(|(name, _)| *name == game);
    json(&found.ok_or_else(|| other("there is no such game"))?.1)
}

/// A game as the page exports it and reads it again.
#[derive(Serialize, Deserialize)]
pub struct Exported {
    /// Which game.
    #[serde(flatten)]
    pub start: StonesStart,
    /// Who played: a person, or the computer at a level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
    /// What was played.
    pub record: Record<String>,
    /// Of a position that was set up, the name of the game; `game` is then a description with those stones.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "setUp")]
    pub set_up: Option<String>,
}

impl Exported {
    /// A game that was recorded by the terminal, or in the Smart Game Format.
    fn of(recorded: RecordedGame) -> Result<Self, SgfError> {
        let options = recorded.option_texts();
        let set_up = recorded.setup.as_ref().map(|_| recorded.game.clone());
        let game = match &recorded.setup {
            Some(stones) => set_up_text(&recorded, stones).ok_or(SgfError::SetUp)?,
            None => recorded.description.unwrap_or(recorded.game),
        };
        Ok(Exported {
            start: StonesStart { game, options },
            set_up,
            seats: Vec::new(),
            record: Record {
                starter: Player::Host,
                moves: recorded.moves,
                redrawn: 0,
                ended: None,
            },
        })
    }
}

/// A description that begins with these stones, each written `3,4:2`; nothing for a game that has stones of its own at its start.
fn set_up_text(recorded: &RecordedGame, stones: &[String]) -> Option<String> {
    let known = || {
        library::TEXTS
            .iter()
            .find(|(name, _)| *name == recorded.game)
    };
    let mut text = match &recorded.description {
        Some(text) => text.clone(),
        None => known()?.1.to_owned(),
    };
    let start = Description::parse(&text).ok()?;
    let start = start.plan(&recorded.option_texts()).ok()?.start;
    for stone in stones.iter().filter(|_| start.is_empty()) {
        let (site, colour) = stone.split_once(':')?;
        let (colour, height) = match colour.split_once('x') {
            Some((colour, height)) => (colour, format!(" height {height}")),
            None => (colour, String::new()),
        };
        let colour = if colour == "0" { "neutral" } else { colour };
        text += &format!("\nstart {colour} at {{{site}}}{height}");
    }
    start.is_empty().then_some(text + "\n")
}

/// Reads a connection game that somebody pastes: SGF, what the page exports, or what the terminal saves. It is played through
/// before it takes the place of what is on the board.
pub fn read_stones(text: &str) -> Result<String, Said> {
    let text = pasted(text)?;
    let read = if text.starts_with('(') {
        Exported::of(sgf::read(text)?)?
    } else {
        let value: serde_json::Value = serde_json::from_str(text)?;
        match value.get("record") {
            Some(_) => serde_json::from_str(text)?,
            None => Exported::of(serde_json::from_str(text)?)?,
        }
    };
    let game = Stones::open(&read.start)?;
    let replayed = read.record.replay(game.clone(), Rules::default());
    replayed.map_err(|error| unplayable(game, &read.record, &error))?;
    json(&read)
}

/// A game in the Smart Game Format.
pub fn written(game: &Stones) -> Result<String, Said> {
    let moves: Vec<Move> = game.played().collect();
    let text = sgf::write(game.plan(), &moves, game.engine().status());
    Ok(text?)
}

/// Why no stone can come on a site now, with places named as the board shows them; nothing where one can, or where there is no such site.
pub fn why_not(game: &Stones, site: u16) -> Option<Said> {
    let engine = game.engine();
    let label = engine.plan().board.sites().get(usize::from(site))?.label;
    let refused = engine.read(&label.to_string()).err()?;
    Some(refused.named(engine.plan()).said())
}

/// The stones, how high they are, and links after so many moves.
#[derive(Serialize)]
pub struct Then {
    stones: Vec<u8>,
    heights: Vec<u8>,
    links: Vec<[u16; 2]>,
}

impl Then {
    /// After so many moves of a game.
    pub fn of(game: &Stones, moves: usize) -> Self {
        let (mut links, mut high) = (Vec::new(), Vec::new());
        if game.plan().has_links() || game.plan().moves.settle.is_some() {
            let mut engine = game.engine().fork();
            for _ in moves..game.len() {
                engine.undo();
            }
            links = engine.links();
            high = heights(&*engine);
        }
        Then {
            stones: numbers(&game.stones_after(moves)),
            heights: high,
            links: links.iter().map(|link| link.map(|site| site.0)).collect(),
        }
    }
}

/// A connection game in progress.
pub struct StonesSession {
    table: Table<Stones>,
}

impl StonesSession {
    /// Opens a game, or goes on with a recorded one.
    pub fn open(options: &str) -> Result<StonesSession, Said> {
        let options: Options = serde_json::from_str(options)?;
        let game = Stones::open(&options.start)?;
        let table = match options.record {
            Some(record) => record
                .replay(game.clone(), Rules::default())
                .map_err(|error| unplayable(game, &record, &error))?,
            None => Table::new(game, Rules::default()),
        };
        Ok(StonesSession { table })
    }

    /// The board, which never changes.
    pub fn board(&self) -> Result<String, Said> {
        json(&board_view(self.table.game().engine().plan()))
    }

    /// Everything else there is to see.
    pub fn view(&self) -> Result<String, Said> {
        json(&View::of(&self.table))
    }

    /// The stones after so many moves.
    pub fn stones_at(&self, moves: usize) -> Result<String, Said> {
        json(&Then::of(self.table.game(), moves))
    }

    /// Plays a written move.
    pub fn move_play(&mut self, text: &str) -> Result<String, Said> {
        self.apply(Message::Play(text.into()))
    }

    /// Takes moves back.
    pub fn take_back(&mut self, count: u32) -> Result<String, Said> {
        self.apply(Message::TakeBack(count))
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Result<String, Said> {
        self.apply(Message::Redo)
    }

    /// Gives the game up for a player.
    pub fn resign(&mut self, player: &str) -> Result<String, Said> {
        let player: Player = serde_json::from_value(player.into())?;
        self.table.try_apply(0, player, Message::Resign)?;
        self.view()
    }

    /// The game as it should be kept.
    pub fn record(&self) -> Result<String, Said> {
        json(&self.table.record())
    }

    /// The game in the Smart Game Format: Hex and Go have it.
    pub fn sgf(&self) -> Result<String, Said> {
        json(&written(self.table.game())?)
    }

    /// Why no stone can come on a site now; nothing where one can.
    pub fn why_not(&self, site: u16) -> Result<String, Said> {
        json(&why_not(self.table.game(), site))
    }
}

impl StonesSession {
    fn apply(&mut self, message: Message<String>) -> Result<String, Said> {
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
            heights: heights(engine),
            links: (engine.links().iter())
                .map(|link| link.map(|site| site.0))
                .collect(),
            turn: table.turn(),
            colour: engine.mover().0,
            ended: table.ended(),
            draw: engine.status() == Status::Draw,
            moves: (0..game.len())
                .filter_map(|index| game.move_at(index))
                .collect(),
            undone: table.undone(),
            due: due(&engine.due()),
            taking: game.taking().map(|m| m.text(engine.plan())),
            taken: game.taken(),
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

/// What may be done next, in a word that the page has a sentence for.
fn due(actions: &[Action]) -> Option<&'static str> {
    match actions {
        [] => None,
        [Action::PlaceOwn] => Some("own"),
        [Action::PlaceOther] => Some("other"),
        [Action::PlaceNeutral] => Some("neutral"),
        [Action::Take] => Some("take"),
        [Action::Free] => Some("free"),
        [Action::PlaceOwn, Action::Take] => Some("begin"),
        // Other descriptions have other turns; their places say what can be done.
        _ => None,
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

/// How high every stack is; nothing where there are none.
fn heights(engine: &dyn Engine) -> Vec<u8> {
    let sites = engine.plan().board.ids();
    let stacks = engine.plan().moves.settle.is_some();
    let height = |site| engine.height(site);
    sites.filter(|_| stacks).map(height).collect()
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
    let sites = board.ids().zip(board.sites()).map(|(id, site)| SiteView {
        name: board.shown(id),
        label: site.label.to_string(),
        x: site.centre.x,
        y: site.centre.y,
        outline: site
            .outline
            .iter()
            .flat_map(|point| [point.x, point.y])
            .collect(),
        cell: !board.points(id).is_empty(),
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
    let mut heights = Vec::new();
    if plan.moves.settle.is_some() {
        heights = start.iter().map(|stone| u8::from(*stone > 0)).collect();
        for (site, height) in &plan.heights {
            heights[site.index()] = *height;
        }
    }
    BoardView {
        heights,
        title: plan.title.clone(),
        about: plan.about.clone(),
        options: plan.options.clone(),
        players: plan.players,
        swap: plan.swap,
        sgf: sgf::has(plan),
        intersections: board.stand() == Stand::Intersections,
        sites: sites.collect(),
        sides,
        joints,
        start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Exported {
        let read = read_stones(text).unwrap_or_else(|said| panic!("{text}: {said:?}"));
        serde_json::from_str(&read).unwrap()
    }

    fn session(read: Exported) -> StonesSession {
        let game = Stones::open(&read.start).unwrap();
        let table = read.record.replay(game, Rules::default()).unwrap();
        StonesSession { table }
    }

    #[test]
    fn a_game_comes_back_from_sgf() {
        let text = "(;GM[11]SZ[5];B[a1];W[swap-pieces];B[c3];W[b2])";
        let played = session(read(text));
        let written: String = serde_json::from_str(&played.sgf().unwrap()).unwrap();
        let again = session(read(&written));
        assert_eq!(again.record().unwrap(), played.record().unwrap());
        assert_eq!(again.table.game().played().count(), 4);
        let go = session(read("(;GM[1]SZ[9];B[cc];W[])"));
        assert_eq!(go.table.game().plan().name, "go");
        assert_eq!(go.table.game().played().count(), 2);
    }

    #[test]
    fn a_game_comes_from_the_terminal() {
        let text = r#"{"game":"hex","options":{"size":4},"moves":["0,0","1,1"]}"#;
        assert_eq!(read(text).record.moves, ["0,0", "1,1"]);
    }

    #[test]
    fn positions_that_were_set_up_are_descriptions_with_stones() {
        let json =
            r#"{"game":"hex","options":{"size":5},"setup":["0,0:1","2,3:2"],"moves":["1,1"]}"#;
        for text in [json, "(;GM[11]SZ[5]AB[a1]AW[c4];B[b2])"] {
            let read = read(text);
            assert_eq!(read.set_up.as_deref(), Some("hex"));
            let session = StonesSession::open(&serde_json::to_string(&read).unwrap()).unwrap();
            let game = session.table.game();
            let stones = game.stones().iter().filter(|stone| stone.0 != 0);
            assert_eq!((stones.count(), game.len()), (3, 1), "{text}");
            let again = self::read(&written(game).unwrap());
            assert_eq!(again.record.moves, read.record.moves);
            assert_eq!(again.start.game, read.start.game);
        }
        let handicap = read("(;GM[1]SZ[9]KM[0.5]AB[cg][gc];W[ee])");
        assert_eq!(handicap.record.moves, ["pass", "4,4"]);
    }

    #[test]
    fn the_view_has_heights_and_what_comes_next() {
        let text = r#"{"game":"tumbleweed","options":{"base":3},"moves":["0,-2"]}"#;
        let mut played = session(read(text));
        let view = |played: &StonesSession| -> serde_json::Value {
            serde_json::from_str(&played.view().unwrap()).unwrap()
        };
        let high = |value: &serde_json::Value| -> u64 {
            let list = value["heights"].as_array().unwrap();
            list.iter().filter_map(serde_json::Value::as_u64).sum()
        };
        assert_eq!(
            (high(&view(&played)), view(&played)["due"].as_str()),
            (3, Some("other"))
        );
        played.move_play("0,2").unwrap();
        assert_eq!(
            (high(&view(&played)), view(&played)["due"].as_str()),
            (4, None)
        );
        let then: serde_json::Value = serde_json::from_str(&played.stones_at(0).unwrap()).unwrap();
        assert_eq!(high(&then), 2);
        let board: serde_json::Value = serde_json::from_str(&played.board().unwrap()).unwrap();
        assert_eq!(high(&board), 2);
        // Games without stacks say nothing of heights.
        let nex = session(read(
            r#"{"game":"nex","options":{"size":4},"moves":["0,0","1,1:0"]}"#,
        ));
        assert!(view(&nex).get("heights").is_none());
        assert_eq!(view(&nex)["stones"][5], 9);
    }

    #[test]
    fn a_place_says_why_no_stone_comes_there() {
        let text = r#"{"game":"hex","options":{"size":4},"moves":["2,1"]}"#;
        let played = session(read(text));
        let why = |site: u16| -> serde_json::Value {
            serde_json::from_str(&played.why_not(site).unwrap()).unwrap()
        };
        let taken = played.table.game().plan().board.parse_site("2,1").unwrap();
        assert_eq!(why(taken.0)["kind"], "stone.taken");
        assert_eq!(why(taken.0)["values"][0], "c2");
        assert_eq!(why(taken.0)["words"], "a stone stands on c2 already");
        assert!(why(0).is_null());
        assert!(why(4000).is_null());
    }

    #[test]
    fn what_cannot_be_played_says_which_move_and_why() {
        let text = r#"{"game":"hex","options":{"size":4},"moves":["0,0","0,0"]}"#;
        let said = serde_json::to_value(read_stones(text).unwrap_err()).unwrap();
        assert_eq!(said["kind"], "record.move");
        assert_eq!(said["values"][0], 2);
        assert_eq!(said["values"][1]["kind"], "stone.taken");
        for (text, kind) in [
            ("(;GM[11]SZ[5];B[z9])", "sgf.move"),
            ("(;GM[11]SZ[5];W[a1])", "sgf.turn"),
            ("(;GM[40])", "sgf.game"),
            ("(;GM[11]SZ[5]", "sgf.text"),
            ("(;GM[1];B[aa];AB[bb])", "sgf.setUpLate"),
            ("(;GM[1]AB[aa][aa])", "sgf.stone"),
            ("(;GM[1]KM[x])", "sgf.komi"),
            (
                r#"{"game":"groups","setup":["0,0:1"],"moves":[]}"#,
                "sgf.setUp",
            ),
            ("{", "json"),
        ] {
            let said = serde_json::to_value(read_stones(text).unwrap_err()).unwrap();
            assert_eq!(said["kind"], kind, "{text}");
        }
    }
}
