//! `gtp`: a connection game as a program that others drive, by the Go Text Protocol, version 2, and its dialect for Hex (HTP).
//!
//! A line comes in, a text goes out; the words are in `docs/protocol.md`. Black is player 1, white is player 2.

pub mod program;
mod viewer;

use super::Outcome;
use super::connection::{Arguments, Failure, plan};
use super::connection_table::pictured;
use super::thinker::{Effort, Thinker};
use crate::input;
use crate::quantity;
use connection::engine::{self, Engine, Status};
use connection::moves::Move;
use connection::opponent::Strength;
use connection::plan::{Colour, Plan};
use connection::vertex;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::Receiver;

/// All commands, in the order of the alphabet.
const COMMANDS: [&str; 40] = [
    "all_legal_moves",
    "boardsize",
    "clear_board",
    "cputime",
    "final_score",
    "final_status_list",
    "fixed_handicap",
    "genmove",
    "gg-undo",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "gogui-play_sequence",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "hexgui-analyze_commands",
    "known_command",
    "komi",
    "level",
    "list_commands",
    "loadsgf",
    "name",
    "place_free_handicap",
    "play",
    "printsgf",
    "protocol_version",
    "quit",
    "reg_genmove",
    "seconds",
    "set_free_handicap",
    "showboard",
    "sure_sites",
    "time_left",
    "time_settings",
    "undo",
    "version",
    "who_wins",
];

/// Speaks the protocol until told to quit.
pub fn serve(game: &str, rest: &[String]) -> Outcome {
    let arguments = Arguments::read(
        rest,
        &["level", "seconds", "playouts", "threads", "seed"],
        &[],
    )?;
    let word: Option<String> = arguments.value("level")?;
    let level = match word {
        None => Strength::Master,
        Some(word) => level_of(&word)?,
    };
    let effort = effort(&arguments, quantity::cores())?;
    let seed = arguments.value("seed")?.unwrap_or(1);
    let thinker = Thinker::new(level, effort, seed);
    let mut session = Session::new(game, &arguments.options, thinker, seed)?;
    let mut output = std::io::stdout().lock();
    let ear = Ear::new(&session.hurried);
    while let Some(line) = ear.next() {
        let answer = session.answer(&line?);
        ear.answered();
        if let Some(answer) = answer {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
        if session.quits {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Listens while the computer thinks: a line `# interrupt` wants the answer to the last command at once.
struct Ear {
    lines: Receiver<std::io::Result<String>>,
    answered: Arc<AtomicU64>,
    hurried: Arc<AtomicBool>,
}

impl Ear {
    fn new(hurried: &Arc<AtomicBool>) -> Self {
        // Without room for lines, whoever hands one over knows that all before it are answered.
        let (sender, lines) = std::sync::mpsc::sync_channel(0);
        let ear = Ear {
            lines,
            answered: Arc::default(),
            hurried: Arc::clone(hurried),
        };
        let (answered, hurried) = (Arc::clone(&ear.answered), Arc::clone(hurried));
        std::thread::spawn(move || {
            let mut heard = 0;
            let mut commands = std::io::stdin().lock();
            while let Some(line) = input::line(&mut commands).transpose() {
                let is_last = line.is_err();
                if line.as_ref().is_ok_and(|line| line.trim() == "# interrupt") {
                    // One that comes after the answer is too late, and not meant for the next command.
                    if answered.load(SeqCst) < heard {
                        hurried.store(true, SeqCst);
                    }
                } else if sender.send(line).is_err() || is_last {
                    return;
                } else {
                    heard += 1;
                }
            }
        });
        ear
    }

    fn next(&self) -> Option<std::io::Result<String>> {
        self.lines.recv().ok()
    }

    fn answered(&self) {
        self.answered.fetch_add(1, SeqCst);
        self.hurried.store(false, SeqCst);
    }
}

/// The level of a name, or what levels there are.
pub fn level_of(word: &str) -> Result<Strength, Failure> {
    let unknown = || format!("{word:?} is no level; there are easy, medium, strong and master");
    Ok(Strength::parse(word).ok_or_else(unknown)?)
}

/// `--seconds`, `--playouts` and `--threads`.
pub fn effort(arguments: &Arguments, threads: usize) -> Result<Effort, Failure> {
    let seconds: Option<f64> = arguments.value("seconds")?;
    if seconds.is_some_and(|seconds| !seconds.is_finite() || seconds <= 0.0) {
        return Err("--seconds is the time for a move and must be above 0".into());
    }
    let playouts: Option<u32> = arguments.value("playouts")?;
    if playouts == Some(0) {
        return Err("--playouts must be at least 1".into());
    }
    let threads = arguments.value("threads")?.unwrap_or(threads);
    if !quantity::THREADS.contains(&threads) {
        return Err("--threads is a number from 1 to 256".into());
    }
    Ok(Effort {
        seconds,
        playouts,
        threads,
    })
}

/// A game that is driven by commands.
struct Session {
    game: String,
    options: Vec<(String, String)>,
    plan: Arc<Plan>,
    engine: Box<dyn Engine>,
    history: Vec<Move>,
    thinker: Thinker,
    seed: u64,
    /// What is taken off black's score beside the komi that the game itself is played with.
    komi: f64,
    /// What is left for the next move of each colour, in seconds, where somebody has said so.
    left: [Option<f64>; 2],
    /// In a file of Hex white moved first: here it is read mirrored, with the colours exchanged.
    turned: bool,
    /// Somebody wants the answer now.
    hurried: Arc<AtomicBool>,
    quits: bool,
}

impl Session {
    fn new(
        game: &str,
        options: &[(String, String)],
        mut thinker: Thinker,
        seed: u64,
    ) -> Result<Self, Failure> {
        let hurried = Arc::default();
        thinker.heed(&hurried);
        let plan = plan(game, options)?;
        if plan.players != 2 {
            return Err(
                "the protocol knows black and white: the game must have two players".into(),
            );
        }
        Ok(Session {
            game: game.into(),
            options: options.to_vec(),
            engine: engine::start(&plan),
            plan,
            history: Vec::new(),
            thinker,
            seed,
            komi: 0.0,
            left: [None; 2],
            turned: false,
            hurried,
            quits: false,
        })
    }

    /// What is written for a line: nothing for empty lines and comments.
    fn answer(&mut self, line: &str) -> Option<String> {
        let line = line.split('#').next().unwrap_or_default();
        let clean: String = line
            .chars()
            .map(|symbol| if symbol == '\t' { ' ' } else { symbol })
            .filter(|symbol| !symbol.is_control())
            .collect();
        let mut words = clean.split_whitespace().peekable();
        let id = words
            .next_if(|word| word.parse::<u32>().is_ok())
            .unwrap_or_default()
            .to_string();
        let command = words.next()?;
        let rest: Vec<&str> = words.collect();
        let (sign, text) = match self.obey(command, &rest) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        Some(format!("{sign}{id} {}\n\n", text.trim_end()))
    }

    fn obey(&mut self, command: &str, rest: &[&str]) -> Result<String, String> {
        let nothing = Ok(String::new());
        match command {
            "protocol_version" => Ok("2".into()),
            "name" => Ok("Rhizome".into()),
            "version" => Ok(env!("CARGO_PKG_VERSION").into()),
            "known_command" => Ok(self.knows(rest.first().unwrap_or(&"")).to_string()),
            "list_commands" => {
                let known = COMMANDS.into_iter().filter(|command| self.knows(command));
                Ok(known.collect::<Vec<_>>().join("\n"))
            }
            "quit" => {
                self.quits = true;
                nothing
            }
            "boardsize" => self.resize(rest),
            "clear_board" => {
                self.clear();
                nothing
            }
            "komi" => self.set_komi(rest),
            "fixed_handicap" | "place_free_handicap" => {
                let count = rest.first().and_then(|text| text.parse().ok());
                self.place_handicap(count.ok_or("syntax error")?)
            }
            "set_free_handicap" => self.set_handicap(rest),
            "level" => {
                let word = rest.first().ok_or("syntax error")?;
                let level = level_of(word).map_err(|error| error.to_string())?;
                self.thinker = Thinker::new(level, self.thinker.effort(), self.seed);
                self.thinker.heed(&self.hurried);
                nothing
            }
            "seconds" => self.set_seconds(rest.first()),
            "time_settings" => self.set_time(rest),
            "play" => self.play(rest),
            "genmove" => self.think(rest, true),
            "reg_genmove" => self.think(rest, false),
            "undo" => self.undo(1),
            "all_legal_moves" => {
                let mut moves = Vec::new();
                self.engine.legal_moves(&mut moves);
                let words = moves.iter().map(|one| self.written(*one));
                Ok(words.collect::<Vec<_>>().join(" "))
            }
            "showboard" => Ok(self.picture()),
            "final_score" => Ok(self.score()),
            _ => self.obey_viewer(command, rest),
        }
    }

    /// Whether white took black's stone over: in HTP it is a white stone on the mirrored site then.
    fn mirrored(&self) -> bool {
        let swapped = vertex::is_rhombus(&self.plan) && self.history.contains(&Move::SWAP);
        swapped != self.turned
    }

    fn written(&self, played: Move) -> String {
        match self.mirrored() {
            true => vertex::write(&self.plan, vertex::mirrored(&self.plan, played)),
            false => vertex::write(&self.plan, played),
        }
    }

    fn resize(&mut self, rest: &[&str]) -> Result<String, String> {
        let size = rest.first().ok_or("syntax error")?;
        if rest.get(1).is_some_and(|other| other != size) {
            return Err("unacceptable size".into());
        }
        let mut options = self.options.clone();
        let sized = self.plan.options.iter().map(|(name, _)| name.as_str());
        let name = sized
            .clone()
            .find(|name| *name == "size" || *name == "base")
            .ok_or("unacceptable size")?;
        options.retain(|(known, _)| known != name);
        options.push((name.into(), size.to_string()));
        self.plan = plan(&self.game, &options).map_err(|_| "unacceptable size")?;
        self.options = options;
        self.clear();
        Ok(String::new())
    }

    fn clear(&mut self) {
        // A file may have set stones up.
        if let Ok(empty) = plan(&self.game, &self.options) {
            self.plan = empty;
        }
        self.engine = engine::start(&self.plan);
        self.history.clear();
        self.left = [None; 2];
        self.turned = false;
        self.thinker.new_game(self.seed);
    }

    /// Komi that the game has as options is played with; any other only counts in the final score.
    fn set_komi(&mut self, rest: &[&str]) -> Result<String, String> {
        let number = rest.first().and_then(|text| text.parse::<f64>().ok());
        let komi = number
            .filter(|komi| komi.is_finite())
            .ok_or("syntax error")?;
        let (whole, half) = (komi.floor(), komi.fract() != 0.0);
        let mut options = self.options.clone();
        options.retain(|(known, _)| known != "komi" && known != "half");
        options.push(("komi".into(), whole.to_string()));
        options.push(("half".into(), if half { "yes" } else { "no" }.into()));
        let played_with = (whole + if half { 0.5 } else { 0.0 } == komi)
            .then(|| plan(&self.game, &options).ok())
            .flatten();
        if let Some(mut plan) = played_with {
            Arc::make_mut(&mut plan).start = self.plan.start.clone();
            self.options = options;
            self.plan = plan;
            self.komi = 0.0;
            self.engine = engine::start(&self.plan);
            self.history
                .iter()
                .for_each(|played| self.engine.play(*played));
        } else {
            self.komi = komi - program::komi(&self.plan).unwrap_or(0.0);
        }
        Ok(String::new())
    }

    /// Handicap stones where the protocol's specification has them (4.1.1): so far from the rim, in this order.
    fn place_handicap(&mut self, count: usize) -> Result<String, String> {
        let size = self.plan.board.len().isqrt();
        let odd = size % 2 == 1;
        let most = match size {
            ..7 => 0,
            7 => 4,
            _ if odd => 9,
            _ => 4,
        };
        if !(2..=most).contains(&count) {
            return Err("invalid number of stones".into());
        }
        let low = if size < 13 { 3 } else { 4 };
        let (high, middle) = (size + 1 - low, size.div_ceil(2));
        let corners = [(low, low), (high, high), (low, high), (high, low)];
        let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
        let mut points: Vec<(usize, usize)> = corners.into_iter().chain(sides).collect();
        points.truncate(count);
        // An odd number from five on has the middle instead of the last.
        if count >= 5 && count % 2 == 1 {
            points.truncate(count - 1);
            points.push((middle, middle));
        }
        let letters: Vec<char> = ('A'..='Z').filter(|letter| *letter != 'I').collect();
        let named = |(column, row): &(usize, usize)| format!("{}{row}", letters[column - 1]);
        let words: Vec<String> = points.iter().map(named).collect();
        let shown: Vec<&str> = words.iter().map(String::as_str).collect();
        self.set_handicap(&shown)
    }

    /// Black's stones before White's first move: White passes between them.
    fn set_handicap(&mut self, words: &[&str]) -> Result<String, String> {
        if !self.plan.moves.pass {
            return Err("no handicap where nobody may pass".into());
        }
        if !self.history.is_empty() {
            return Err("board not empty".into());
        }
        if words.len() < 2 {
            return Err("invalid number of stones".into());
        }
        for word in words {
            let pass = word.eq_ignore_ascii_case("pass");
            if let Err(error) = self.play(&["b", word]).and(match pass {
                true => Err("invalid coordinate".to_string()),
                false => Ok(()),
            }) {
                self.clear();
                return Err(error);
            }
        }
        Ok(words.join(" "))
    }

    fn set_seconds(&mut self, text: Option<&&str>) -> Result<String, String> {
        let seconds: f64 = text
            .and_then(|text| text.parse().ok())
            .filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0)
            .ok_or("syntax error")?;
        self.thinker.set_seconds(Some(seconds));
        Ok(String::new())
    }

    /// Main time, time and stones of a period: what a period gives a stone, or a thirtieth of the main time.
    fn set_time(&mut self, rest: &[&str]) -> Result<String, String> {
        let number = |text: &&str| {
            let number: f64 = text.parse().ok()?;
            (number.is_finite() && number >= 0.0).then_some(number)
        };
        let numbers: Vec<f64> = rest.iter().filter_map(number).collect();
        let &[main, period, stones] = numbers.as_slice() else {
            return Err("syntax error".into());
        };
        let seconds = if stones > 0.0 {
            period / stones + main / 60.0
        } else {
            main / 30.0
        };
        // A period without stones means no limit at all.
        let limited = seconds > 0.0 && !(stones == 0.0 && period > 0.0);
        self.thinker.set_seconds(limited.then_some(seconds));
        Ok(String::new())
    }

    /// The colour that a word names: that of the stones, as the one who drives sees them.
    fn colour(&self, word: Option<&&str>) -> Result<Colour, String> {
        let named = match word.map(|word| word.to_ascii_lowercase()).as_deref() {
            Some("b" | "black") => 1,
            Some("w" | "white") => 2,
            _ => return Err("syntax error".into()),
        };
        Ok(Colour(if self.mirrored() { 3 - named } else { named }))
    }

    /// Where passing is free, whoever is named may move: the other one passes.
    fn give_turn(&mut self, colour: Colour) -> Result<(), String> {
        if self.engine.status() != Status::Running {
            return Err("the game is over".into());
        }
        if self.engine.mover() != colour {
            if !self.plan.moves.pass {
                return Err("it is the other colour's turn".into());
            }
            self.apply(Move::PASS);
        }
        Ok(())
    }

    fn apply(&mut self, played: Move) {
        self.engine.play(played);
        self.history.push(played);
    }

    fn play(&mut self, rest: &[&str]) -> Result<String, String> {
        let colour = self.colour(rest.first())?;
        let text = rest.get(1).ok_or("syntax error")?;
        if text.eq_ignore_ascii_case("resign") {
            return Ok(String::new());
        }
        let named = Colour(if self.mirrored() {
            3 - colour.0
        } else {
            colour.0
        });
        let mut played = vertex::read(&self.plan, text, named).ok_or("invalid coordinate")?;
        if self.mirrored() {
            played = vertex::mirrored(&self.plan, played);
        }
        let before = self.history.len();
        self.give_turn(colour)?;
        // In a turn made of actions the site says whose stone comes.
        if !self.engine.due().is_empty() && !text.contains(':') {
            played = self.engine.with_colour(played);
        }
        if !self.engine.is_legal(played) {
            while self.history.len() > before {
                self.engine.undo();
                self.history.pop();
            }
            return Err("illegal move".into());
        }
        self.apply(played);
        Ok(String::new())
    }

    fn think(&mut self, rest: &[&str], plays: bool) -> Result<String, String> {
        let colour = self.colour(rest.first())?;
        self.give_turn(colour)?;
        let swapped = self.history.contains(&Move::SWAP);
        // What is left of the clock holds for one move; then somebody says anew what is left.
        let usual = self.thinker.effort().seconds;
        let left = self.left[colour.index() - 1].take();
        self.thinker.set_seconds(left.or(usual));
        let chosen = self.thinker.choose(&*self.engine, swapped, &mut |_| {});
        self.thinker.set_seconds(usual);
        let text = self.written(chosen);
        if plays {
            self.apply(chosen);
        }
        Ok(text)
    }

    fn score(&self) -> String {
        if self.plan.score.is_empty() {
            let winner = match self.engine.status() {
                Status::Won(colour) if (colour.0 == 1) != self.mirrored() => "B+",
                Status::Won(_) => "W+",
                _ => "0",
            };
            return winner.into();
        }
        let scores = self.engine.scores();
        let half = program::komi(&self.plan).unwrap_or(0.0).fract();
        let lead = scores[0] as f64 - scores[1] as f64 - half - self.komi;
        match lead.partial_cmp(&0.0) {
            Some(std::cmp::Ordering::Greater) => format!("B+{lead}"),
            Some(std::cmp::Ordering::Less) => format!("W+{}", -lead),
            _ => "0".into(),
        }
    }

    /// The stones in rows from top to bottom, as the one who drives sees them.
    fn picture(&self) -> String {
        let sign = |site| {
            let seen = Move::place(site, Colour(1));
            let here = match self.mirrored() {
                true => vertex::mirrored(&self.plan, seen),
                false => seen,
            };
            let stone = self.engine.stone(here.target().unwrap_or(site)).0;
            let sign = match (stone, self.mirrored()) {
                (0, _) => ".",
                (1, false) | (2, true) => "B",
                (1, true) | (2, false) => "W",
                _ => "=",
            };
            sign.to_string()
        };
        format!("\n{}", pictured(&self.plan, sign))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn session(game: &str, options: &[(&str, &str)]) -> Session {
        let options: Vec<(String, String)> = options
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        let effort = Effort {
            playouts: Some(20),
            ..Default::default()
        };
        Session::new(game, &options, Thinker::new(Strength::Master, effort, 1), 1).unwrap()
    }

    /// Says lines one after another and checks what comes back.
    pub(super) fn check(session: &mut Session, talk: &[(&str, &str)]) {
        for (line, wanted) in talk {
            let answer = session.answer(line).unwrap_or_default();
            assert_eq!(answer.trim_end(), *wanted, "after {line:?}");
            assert!(answer.is_empty() || answer.ends_with("\n\n"), "{line:?}");
        }
    }

    #[test]
    fn a_talk_with_hex() {
        let mut hex = session("hex", &[("size", "3"), ("swap", "no")]);
        check(
            &mut hex,
            &[
                ("protocol_version", "= 2"),
                ("7 name", "=7 Rhizome"),
                ("  # only a comment", ""),
                ("known_command genmove", "= true"),
                ("known_command fly", "= false"),
                ("fly", "? unknown command"),
                ("boardsize 20 20", "? unacceptable size"),
                ("boardsize 4 5", "? unacceptable size"),
                ("boardsize 4 4", "="),
                ("play b a1", "="),
                ("play b a2", "? it is the other colour's turn"),
                ("play w a1", "? illegal move"),
                ("play w z9", "? invalid coordinate"),
                ("play white B2", "="),
                ("undo", "="),
                ("undo", "="),
                ("undo", "? cannot undo"),
                ("boardsize 3", "="),
                ("play b a1", "="),
                ("play w b1", "="),
                ("play b a2", "="),
                ("play w b2", "="),
                ("final_score", "= 0"),
                ("genmove b", "= a3"),
                ("final_score", "= B+"),
                ("genmove w", "? the game is over"),
                ("quit", "="),
            ],
        );
        assert!(hex.quits);
    }

    #[test]
    fn swapped_pieces_are_mirrored() {
        let mut hex = session("hex", &[("size", "3")]);
        check(
            &mut hex,
            &[
                ("play b c1", "="),
                ("play w swap-pieces", "="),
                ("play w b2", "? it is the other colour's turn"),
                ("play b c1", "="),
                ("play w a3", "? illegal move"),
                ("play w b2", "="),
                ("play b c2", "="),
                ("play w c3", "="),
                ("play b a2", "="),
                ("play w b3", "="),
                ("final_score", "= W+"),
            ],
        );
        let board = hex.answer("showboard").unwrap();
        assert!(
            board.contains("B\n") && board.contains("W   W   W"),
            "{board}"
        );
    }

    #[test]
    fn go_has_points_and_passes() {
        let mut go = session("go", &[("size", "3")]);
        check(
            &mut go,
            &[
                ("komi 0.5", "="),
                ("play b B1", "="),
                ("play b B2", "="),
                ("play b B3", "="),
                ("final_score", "= B+5.5"),
                ("time_settings 0 1 1", "="),
                ("time_settings -1 2 3", "? syntax error"),
                ("time_settings 0 1", "? syntax error"),
            ],
        );
        let chosen = go.answer("genmove w").unwrap();
        assert!(chosen.starts_with("= "), "{chosen}");
        check(&mut go, &[("play b pass", "="), ("play w pass", "=")]);
    }

    /// Komi is what the game is played with, wherever it is said, and comes off black's score once.
    #[test]
    fn komi_is_played_with() {
        let mut go = session("go", &[("size", "3"), ("area", "yes")]);
        let told = |go: &Session| program::komi(&go.plan);
        check(&mut go, &[("komi 8.5", "="), ("play b B2", "=")]);
        assert_eq!(told(&go), Some(8.5));
        check(&mut go, &[("final_score", "= B+0.5"), ("komi 9.5", "=")]);
        assert_eq!((told(&go), go.history.len()), (Some(9.5), 1));
        check(&mut go, &[("final_score", "= W+0.5"), ("komi -3", "=")]);
        // The game knows no such komi, so it only counts in the score.
        assert_eq!(told(&go), Some(9.5));
        check(
            &mut go,
            &[
                ("final_score", "= B+12"),
                ("boardsize 3", "="),
                ("komi 9", "="),
                ("play b B2", "="),
                ("play w pass", "="),
                ("play b pass", "="),
                ("final_score", "= 0"),
                ("komi much", "? syntax error"),
            ],
        );
    }

    #[test]
    fn handicap_stones_come_before_whites_first_move() {
        let mut go = session("go", &[("size", "9")]);
        check(
            &mut go,
            &[
                ("fixed_handicap 1", "? invalid number of stones"),
                ("fixed_handicap 10", "? invalid number of stones"),
                ("fixed_handicap 5", "= C3 G7 C7 G3 E5"),
                ("play w E5", "? illegal move"),
                ("fixed_handicap 2", "? board not empty"),
                ("play w C5", "="),
                ("clear_board", "="),
                ("set_free_handicap A1 A1", "? illegal move"),
                ("set_free_handicap A1 pass", "? invalid coordinate"),
                ("set_free_handicap A1 B7 D4", "= A1 B7 D4"),
            ],
        );
        assert_eq!(go.engine.mover(), Colour(2));
        check(
            &mut go,
            &[
                ("boardsize 8", "="),
                ("fixed_handicap 5", "? invalid number of stones"),
                ("place_free_handicap 3", "= C3 F6 C6"),
            ],
        );
        let mut gonnect = session("gonnect", &[("size", "9")]);
        let refused = "? no handicap where nobody may pass";
        check(&mut gonnect, &[("fixed_handicap 2", refused)]);
    }
}
