//! What programs that show games (HexGui, GoGui) and such that play matches ask beyond the protocol's own commands: files, clocks, games
//! that are not Go, analyses.

use super::{Colour, Move, Session, Status, engine, plan, vertex};
use crate::input;
use connection::board::{Label, SiteId};
use connection::connections;
use connection::plan::Plan;
use connection::sgf;
use connection::solving::{Solver, Unsolved};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use terminal::clock;

/// Commands with which GoGui plays games that are not Go.
const RULES: &str = "gogui-rules_";

/// How long `who_wins` may take where nobody said how long a move may, in seconds of processor time.
const SOLVE_S: f64 = 10.0;

/// Of the main time that is left a move may take such a part.
const MOVES_LEFT: f64 = 30.0;

/// The part of its time for a stone that a move takes: what it costs to talk is time, too.
const USED: f64 = 0.9;

/// A clock that has run out leaves so much for a move, in seconds.
const SECONDS_MIN: f64 = 0.01;

/// What HexGui and GoGui may offer: how the answer is shown, a label, the command.
const ANALYSES: [&str; 6] = [
    "string/Legal moves/all_legal_moves",
    "string/Score/final_score",
    "string/Who wins/who_wins",
    "plist/Sites that make the win sure/sure_sites",
    "none/Seconds for a move/seconds %s",
    "none/Level/level %s",
];

impl Session {
    /// Whether a command is known for this game.
    pub(super) fn knows(&self, command: &str) -> bool {
        super::COMMANDS.contains(&command) && (!command.starts_with(RULES) || self.is_ruled())
    }

    /// Whether GoGui can show the game and needs to be told its rules: stones come on squares, and it is not Go.
    fn is_ruled(&self) -> bool {
        let moves = &self.plan.moves;
        let shifts = moves.step.is_some() || moves.hop.is_some() || moves.line.is_some();
        self.plan.board.is_square() && moves.place.is_some() && !shifts && self.plan.name != "go"
    }

    pub(super) fn obey_viewer(&mut self, command: &str, rest: &[&str]) -> Result<String, String> {
        if !self.knows(command) {
            return Err("unknown command".into());
        }
        match command {
            "cputime" => Ok(format!("{:.3}", clock::process_time().as_secs_f64())),
            "final_status_list" => self.standing(rest.first()),
            "gg-undo" => self.undo(match rest.first() {
                None => 1,
                Some(text) => text.parse().map_err(|_| "syntax error")?,
            }),
            "gogui-analyze_commands" | "hexgui-analyze_commands" => Ok(ANALYSES.join("\n")),
            // That it is listed says that a line `# interrupt` is heeded.
            "gogui-interrupt" => Ok(String::new()),
            "gogui-play_sequence" => self.play_sequence(rest),
            "gogui-rules_board" => Ok(format!("\n{}", self.rows())),
            "gogui-rules_board_size" => Ok(self.plan.board.len().isqrt().to_string()),
            "gogui-rules_final_result" => Ok(self.result()),
            "gogui-rules_game_id" => Ok(self.game_id()),
            "gogui-rules_legal_moves" => Ok(self.stones_to_come()),
            "gogui-rules_side_to_move" => Ok(self.named(self.engine.mover()).to_lowercase()),
            "loadsgf" => self.load(rest),
            "printsgf" => self.sgf(),
            "sure_sites" => Ok(self.sure_sites()),
            "time_left" => self.set_left(rest),
            "who_wins" => self.who_wins(),
            _ => Err("unknown command".into()),
        }
    }

    /// Takes so many moves back, or none where there are fewer.
    pub(super) fn undo(&mut self, count: usize) -> Result<String, String> {
        if count > self.history.len() {
            return Err("cannot undo".into());
        }
        for _ in 0..count {
            self.engine.undo();
            self.history.pop();
        }
        Ok(String::new())
    }

    /// Plays colours and places in turn: all of them, or none.
    fn play_sequence(&mut self, rest: &[&str]) -> Result<String, String> {
        let before = self.history.len();
        for pair in rest.chunks(2) {
            if let Err(error) = self.play(pair) {
                self.undo(self.history.len() - before)?;
                return Err(error);
            }
        }
        Ok(String::new())
    }

    /// The stones of a kind when the game is over: what stands is alive.
    fn standing(&self, kind: Option<&&str>) -> Result<String, String> {
        match kind {
            Some(&"alive") => {
                let ids = self.plan.board.ids();
                let stones = ids.filter(|site| self.engine.stone(*site) != Colour::NONE);
                Ok(stones
                    .map(|site| self.place(site))
                    .collect::<Vec<_>>()
                    .join("\n"))
            }
            Some(&"dead" | &"seki") => Ok(String::new()),
            _ => Err("syntax error".into()),
        }
    }

    /// A site as the one who drives sees it.
    fn place(&self, site: SiteId) -> String {
        let here = Move::place(site, Colour(1));
        let there = match self.mirrored() {
            true => vertex::mirrored(&self.plan, here).target(),
            false => Some(site),
        };
        vertex::shown(&self.plan, there.unwrap_or(site))
    }

    /// A colour of stones as the one who drives sees it.
    fn named(&self, colour: Colour) -> &'static str {
        match (colour.0 == 1) != self.mirrored() {
            true => "Black",
            false => "White",
        }
    }

    /// A capital letter and then small ones, as GoGui wants it.
    fn game_id(&self) -> String {
        let name = self.plan.name.chars().filter(char::is_ascii_alphabetic);
        let mut id = name.collect::<String>().to_ascii_lowercase();
        if let Some(first) = id.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        id
    }

    /// Rows from the top: `X` is a black stone, `O` a white one.
    fn rows(&self) -> String {
        let columns = self.plan.board.len().isqrt();
        let mut rows = vec![vec!['.'; columns]; columns];
        for site in self.plan.board.ids() {
            if let Label::Pair(x, y) = self.plan.board.label(site) {
                let row = columns - 1 - y as usize;
                rows[row][x as usize] = match self.engine.stone(site).0 {
                    0 => '.',
                    1 => 'X',
                    _ => 'O',
                };
            }
        }
        let text = |row: &Vec<char>| {
            let signs: Vec<String> = row.iter().map(char::to_string).collect();
            signs.join(" ") + "\n"
        };
        rows.iter().map(text).collect()
    }

    /// The legal moves that GoGui can play; nothing when the game is over.
    fn stones_to_come(&self) -> String {
        let mut moves = Vec::new();
        if self.engine.status() == Status::Running {
            self.engine.legal_moves(&mut moves);
        }
        moves.retain(|one| *one != Move::SWAP);
        moves.sort_by_key(|one| *one == Move::PASS);
        let words = moves.iter().map(|one| self.written(*one));
        words.collect::<Vec<_>>().join(" ")
    }

    fn result(&self) -> String {
        match self.engine.status() {
            Status::Running => "unknown".into(),
            Status::Draw => "Draw".into(),
            Status::Won(colour) => format!("{} wins", self.named(colour)),
        }
    }

    /// Opens a file, up to the position before a move if one is named.
    fn load(&mut self, rest: &[&str]) -> Result<String, String> {
        let file = rest.first().ok_or("syntax error")?;
        let before: Option<usize> = match rest.get(1) {
            None => None,
            Some(text) => Some(text.parse().map_err(|_| "syntax error")?),
        };
        let failed = |error: &dyn std::fmt::Display| format!("cannot load file: {error}");
        let text = input::text(file).map_err(|error| failed(&error))?;
        let read = sgf::read_as_written(&text).map_err(|error| failed(&error))?;
        let record = read.record;
        if record.game != self.plan.name {
            return Err(failed(&format!("it is a game of {}", record.game)));
        }
        let mut options = self.options.clone();
        for (name, value) in record.option_texts() {
            options.retain(|(known, _)| *known != name);
            options.push((name, value));
        }
        let empty = plan(&self.game, &options).map_err(|error| failed(&error))?;
        let mut set = Plan::clone(&empty);
        if record.setup.is_some() {
            set.start = record.plan().map_err(|error| failed(&error))?.start;
        }
        let set = Arc::new(set);
        let mut game = engine::start(&set);
        let mut history = Vec::new();
        // In Go black has passed first where white moves first.
        let extra = usize::from(read.white_first && !read.turned);
        let most = before.map_or(usize::MAX, |number| number.saturating_sub(1) + extra);
        for text in record.moves.iter().take(most) {
            let number = history.len() + 1;
            let wrong = || failed(&format!("move {number}, {text}, cannot be played"));
            let played = Move::parse(text, &set, game.mover()).ok_or_else(wrong)?;
            if game.status() != Status::Running || !game.is_legal(played) {
                return Err(wrong());
            }
            game.play(played);
            history.push(played);
        }
        self.clear();
        (self.options, self.plan, self.engine) = (options, set, game);
        (self.history, self.turned, self.komi) = (history, read.turned, 0.0);
        Ok(String::new())
    }

    fn sgf(&self) -> Result<String, String> {
        if self.turned {
            return Err("white moved first in this game".into());
        }
        let text = sgf::write(&self.plan, &self.history, self.engine.status());
        text.map_err(|error| error.to_string())
    }

    /// What is left of a colour's time, and for how many stones: none in the main time.
    fn set_left(&mut self, rest: &[&str]) -> Result<String, String> {
        let colour = self.colour(rest.first())?;
        let number = |place: usize| {
            let number: f64 = rest.get(place)?.parse().ok()?;
            (number.is_finite() && number >= 0.0).then_some(number)
        };
        let (Some(time), Some(stones)) = (number(1), number(2)) else {
            return Err("syntax error".into());
        };
        let share = match stones > 0.0 {
            true => USED * time / stones,
            false => time / MOVES_LEFT,
        };
        self.left[colour.index() - 1] = Some(share.max(SECONDS_MIN));
        Ok(String::new())
    }

    fn who_wins(&self) -> Result<String, String> {
        let seconds = self.thinker.effort().seconds.unwrap_or(SOLVE_S);
        let begun = clock::thread_time();
        let mut goes_on = |_| {
            let spent = (clock::thread_time() - begun).as_secs_f64();
            spent < seconds && !self.hurried.load(Relaxed)
        };
        let solver = Solver::new(&*self.engine);
        let solved = solver.and_then(|mut solver| solver.solve(&*self.engine, &mut goes_on));
        let solution = match solved {
            Ok(solution) => solution,
            Err(Unsolved::Stopped) => return Err("not solved in the time there was".into()),
            Err(reason) => return Err(reason.to_string()),
        };
        let by = solution
            .best
            .map_or_else(String::new, |best| format!(" by {}", self.written(best)));
        Ok(match solution.winner {
            Some(winner) => format!("{} wins{by}", self.named(winner)),
            None => format!("draw{by}"),
        })
    }

    /// The empty sites with which the player who has just moved is sure to win, if that is seen.
    fn sure_sites(&self) -> String {
        let sites = connections::needed_by_last(&*self.engine).unwrap_or_default();
        let words = sites.iter().map(|site| self.place(*site));
        words.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::super::COMMANDS;
    use super::super::tests::{check, session};

    /// Every command that is listed is answered, in the order of the alphabet, and whatever is offered for analyses is one of them.
    #[test]
    fn what_is_listed_is_known() {
        let mut gonnect = session("gonnect", &[("size", "3")]);
        gonnect.answer("seconds 0.05");
        let listed = gonnect.answer("list_commands").unwrap();
        let listed: Vec<&str> = listed[2..].trim_end().lines().collect();
        assert_eq!(listed, COMMANDS);
        assert!(COMMANDS.is_sorted());
        for command in listed {
            let answer = gonnect.answer(command).unwrap();
            assert!(!answer.contains("unknown command"), "{command}: {answer}");
        }
        for offered in ["gogui-analyze_commands", "hexgui-analyze_commands"] {
            for line in gonnect.answer(offered).unwrap()[2..].trim_end().lines() {
                let parts: Vec<&str> = line.split('/').collect();
                let command = parts[2].split(' ').next().unwrap();
                assert!(parts.len() == 3 && gonnect.knows(command), "{line}");
            }
        }
    }

    #[test]
    fn several_moves_come_and_go_together() {
        let mut hex = session("hex", &[("size", "4"), ("swap", "no")]);
        check(
            &mut hex,
            &[
                ("gogui-play_sequence b a1 w b2 b a1", "? illegal move"),
                ("gogui-play_sequence b a1 w", "? syntax error"),
                ("gg-undo", "? cannot undo"),
                ("gogui-play_sequence b a1 w b2 b c3", "="),
                ("gg-undo 4", "? cannot undo"),
                ("gg-undo 2", "="),
                ("play w b3", "="),
                ("final_status_list alive", "= a1\nb3"),
                ("final_status_list dead", "="),
                ("final_status_list good", "? syntax error"),
            ],
        );
    }

    /// What is left of a clock holds for the next move of that colour alone.
    #[test]
    fn the_time_that_is_left_is_divided() {
        let mut go = session("go", &[("size", "5")]);
        check(
            &mut go,
            &[
                ("time_left b 60 0", "="),
                ("time_left w 20 4", "="),
                ("time_left w 0 0", "="),
                ("time_left w", "? syntax error"),
                ("time_left w -1 0", "? syntax error"),
                ("time_left red 1 0", "? syntax error"),
            ],
        );
        assert_eq!(go.left, [Some(2.0), Some(0.01)]);
        go.answer("seconds 7");
        go.answer("genmove b");
        assert_eq!(go.left, [None, Some(0.01)]);
        assert_eq!(go.thinker.effort().seconds, Some(7.0));
        go.answer("time_left w 20 4");
        assert_eq!(go.left[1], Some(4.5));
        go.answer("clear_board");
        assert_eq!(go.left, [None, None]);
    }

    /// GoGui plays games that are not Go where it is told their rules.
    #[test]
    fn games_on_squares_tell_their_rules() {
        for (game, known) in [
            ("go", "false"),
            ("hex", "false"),
            ("lines-of-action", "false"),
        ] {
            let answer = session(game, &[]).answer("known_command gogui-rules_board");
            assert_eq!(answer.unwrap().trim_end(), format!("= {known}"), "{game}");
        }
        let mut atari = session("atari-go", &[("size", "2")]);
        check(
            &mut atari,
            &[
                ("gogui-rules_game_id", "= Atarigo"),
                ("gogui-rules_board_size", "= 2"),
                ("play b A2", "="),
                ("gogui-rules_side_to_move", "= white"),
                ("play w B2", "="),
                ("gogui-rules_board", "= \nX O\n. ."),
                ("gogui-rules_final_result", "= unknown"),
                ("gogui-rules_legal_moves", "= A1 B1"),
                ("play b B1", "="),
                ("gogui-rules_final_result", "= Black wins"),
                ("gogui-rules_legal_moves", "="),
            ],
        );
    }

    #[test]
    fn who_wins_is_said_and_what_makes_it_sure() {
        let mut hex = session("hex", &[("size", "3"), ("swap", "no")]);
        check(&mut hex, &[("sure_sites", "=")]);
        assert!(
            hex.answer("who_wins")
                .unwrap()
                .starts_with("= Black wins by ")
        );
        check(
            &mut hex,
            &[("play b b2", "="), ("who_wins", "= Black wins")],
        );
        let sure = hex.answer("sure_sites").unwrap();
        assert_eq!(sure.split(' ').skip(1).count(), 4, "{sure}");
        // After a swap the colours are those of the stones on the board.
        let mut hex = session("hex", &[("size", "3")]);
        check(
            &mut hex,
            &[
                ("play b b2", "="),
                ("play w swap-pieces", "="),
                ("play b a1", "="),
                ("play w a3", "="),
                ("play b a2", "="),
            ],
        );
        let won = hex.answer("who_wins").unwrap();
        assert!(won.starts_with("= White wins by c"), "{won}");
    }

    #[test]
    fn files_are_opened_as_they_are_written() {
        let folder = std::env::temp_dir().join(format!("rhizome-gtp-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_string()
        };
        let handicap = file("go.sgf", "(;GM[1]SZ[5]KM[0.5]AB[bb][dd];W[cc];B[cd])");
        let mut go = session("go", &[("size", "9"), ("area", "yes")]);
        check(
            &mut go,
            &[
                (&format!("loadsgf {handicap}"), "="),
                ("final_status_list alive", "= C2\nD2\nC3\nB4"),
                ("undo", "="),
                ("play b A1", "="),
                (&format!("loadsgf {handicap} 2"), "="),
                ("final_status_list alive", "= D2\nC3\nB4"),
                ("play b A1", "="),
                ("clear_board", "="),
                ("final_status_list alive", "="),
                ("loadsgf", "? syntax error"),
            ],
        );
        assert_eq!(go.plan.board.len(), 25);
        let none = go.answer("loadsgf /nowhere.sgf").unwrap();
        assert!(none.starts_with("? cannot load file: "), "{none}");
        // White moves first: here the board is mirrored, and whoever drives does not see it.
        let white = file("hex.sgf", "(;GM[11]SZ[4]AB[a1];W[b3];B[c2])");
        let mut hex = session("hex", &[("size", "11")]);
        let wrong = go.answer(&format!("loadsgf {white}")).unwrap();
        assert!(wrong.contains("a game of hex"), "{wrong}");
        check(
            &mut hex,
            &[
                (&format!("loadsgf {white}"), "="),
                ("play w c2", "? illegal move"),
                ("play b d4", "? it is the other colour's turn"),
                ("play w a4", "="),
                ("printsgf", "? white moved first in this game"),
            ],
        );
        let board = hex.answer("showboard").unwrap();
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = board.lines().map(words).collect();
        for row in ["1 B . . .", "2 . . B .", "3 . W . .", "4 W . . ."] {
            assert!(rows.iter().any(|shown| shown == row), "{row}: {board}");
        }
        check(&mut hex, &[("clear_board", "="), ("play b a1", "=")]);
        let written = hex.answer("printsgf").unwrap();
        assert!(
            written.starts_with("= (;FF[4]") && written.contains(";B[a1]"),
            "{written}"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
