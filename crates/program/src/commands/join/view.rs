//! A room in words: what somebody at a terminal reads and types. It owns the words; the game is the client's.

use crate::commands::connection_table;
use crate::commands::play;
use crate::remote;
use connection::vertex;
use rooms::{
    Act, AnyMove, Board, Client, Event, FromServer, News, Phrase, Refusal, RoomState, ToServer,
};
use sprouts::list_model::Dead;
use std::time::Instant;
use table::{Ended, Game, Ink, InkMove, Message, Phase, Player, Reason, Start, Table, Written};

const HELP_SPROUTS: &str = "\
A move is written as in `rhizome play`: 1(5)2, 1(5)1[3], or by the tables, 1 1 2 1 2.
`moves` lists moves, `tables` shows the position, `record` the game so far, `redraw` makes room in the picture.";
const HELP_STONES: &str = "\
A move is `d5`, `d5:2`, `d5-e6`, `#17`, `pass` or `swap`.
`moves` lists moves, `board` shows the board.";
const HELP_ALL: &str = "\
`undo` asks to take back the last move, `yes` and `no` answer; `resign` gives up; `again` offers another game;
`say hello` (luck, well, oops, moment, thanks, game, bye) speaks; `clock` shows the time left; `quit` leaves, and the game waits.";

/// How many moves are listed.
const MOVES_SHOWN_MAX: usize = 60;

/// What comes next.
pub enum Next {
    /// Nothing.
    Stay,
    /// This has to be said.
    Say(Box<ToServer>),
    /// A new connection.
    Reconnect,
    /// The person leaves.
    Leave,
    /// It cannot go on, for this reason.
    Fail(String),
}

/// The room of somebody at a terminal.
pub struct View {
    client: Client,
    /// Who was connected when it was told last.
    here: Vec<Player>,
    /// When the clocks were told last.
    clocks_at: Instant,
    /// Whether the room was shown at all.
    shown: bool,
}

impl View {
    /// Nothing is known of the room yet.
    pub fn new(client: Client) -> Self {
        View {
            client,
            here: Vec::new(),
            clocks_at: Instant::now(),
            shown: false,
        }
    }

    /// The client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Whether there is something to come back for.
    pub fn is_unfinished(&self) -> bool {
        let board = self.client.board();
        let cancelled = self.client.state() == RoomState::Cancelled;
        self.client.you().is_some() && !cancelled && board.is_some_and(|it| it.ended().is_none())
    }

    /// Takes a message of the server.
    pub fn hear(&mut self, message: FromServer) -> Next {
        self.clocks_at = Instant::now();
        for news in self.client.receive(message) {
            match news {
                News::Everything => {
                    if let Err(words) = self.introduce() {
                        return Next::Fail(words);
                    }
                }
                News::Happened(numbered) => self.tell(&numbered.event),
                News::Refused { act, why } => self.refused(&act, &why),
                News::Seated(you) => {
                    println!("You are {}.", self.name(you));
                    self.show_turn();
                }
                News::Turned(why) => return Next::Fail(turned(&why)),
                News::Present { here, .. } => self.present(here),
                News::Astray => return Next::Reconnect,
                News::Closing => {
                    println!("The server is being restarted; the game goes on in a moment.");
                    return Next::Reconnect;
                }
                // Later versions may have more to say.
                #[allow(unreachable_patterns)]
                _ => {}
            }
        }
        Next::Stay
    }

    /// Does what a line says.
    pub fn obey(&mut self, line: &str) -> Next {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest) {
            ("", _) => return Next::Stay,
            ("quit" | "exit" | "q", "") => return Next::Leave,
            ("help" | "?", "") => {
                println!("{}\n{HELP_ALL}", self.help());
                return Next::Stay;
            }
            _ => {}
        }
        let Some(board) = self.client.board() else {
            println!("Nothing is known of the room yet; wait a moment.");
            return Next::Stay;
        };
        match (word, board) {
            ("moves", _) => return self.show_moves(),
            ("tables" | "board", _) => return self.show_board(),
            ("record", Board::Ink(table)) => {
                println!("{}", written(table).record());
                return Next::Stay;
            }
            ("clock", _) => return self.show_clocks(),
            _ => {}
        }
        if self.client.you().is_none() {
            println!("You watch; only players can do that.");
            return Next::Stay;
        }
        match self.wanted(word, rest, line) {
            Ok(act) => Next::Say(Box::new(self.client.act(remote::number(), act))),
            Err(words) => {
                println!("Not done: {words}.");
                Next::Stay
            }
        }
    }

    fn help(&self) -> &'static str {
        match self.client.board() {
            Some(Board::Stones(_)) => HELP_STONES,
            _ => HELP_SPROUTS,
        }
    }

    /// What a line asks for.
    fn wanted(&self, word: &str, rest: &str, line: &str) -> Result<Act, String> {
        let (Some(board), Some(you)) = (self.client.board(), self.client.you()) else {
            return Err("you have no seat".into());
        };
        let message = match word {
            "undo" => Message::TakeBack(if board.turn() == Some(you) { 2 } else { 1 }),
            "yes" => Message::Answer(true),
            "no" => Message::Answer(false),
            "resign" => Message::Resign,
            "again" => Message::Again(true),
            "redraw" => Message::Redraw,
            "me" => Message::Choose(you),
            "other" => Message::Choose(you.other()),
            "size" => Message::Size(rest.parse().map_err(|_| "write size 5, for example")?),
            "cancel" => return Ok(Act::Cancel),
            "say" => return phrase(rest).map(Act::Say),
            _ => Message::Play(self.read(line)?),
        };
        Ok(Act::Tell(message))
    }

    /// The move that a line means.
    fn read(&self, line: &str) -> Result<AnyMove, String> {
        let board = self.client.board().ok_or("there is no game yet")?;
        if self.client.state() == RoomState::Waiting {
            return Err("wait until everybody has joined".into());
        }
        if board.ended().is_none() && board.turn() != self.client.you() {
            return Err("it is not your turn".into());
        }
        let is_move = |message: &ToServer| {
            let act = match message {
                ToServer::Do { act, .. } => Some(act),
                _ => None,
            };
            matches!(act, Some(Act::Tell(Message::Play(_))))
        };
        if self.client.unanswered().iter().any(is_move) {
            return Err("your last move is still on its way".into());
        }
        match board {
            Board::Stones(_) => Ok(AnyMove::Stone(line.to_owned())),
            Board::Ink(table) => {
                let m = play::read_move(&written(table), line)?;
                let legal = table.game().picture().route(&m);
                let legal = legal.map_err(|error| format!("{error} (`redraw` makes room)"))?;
                Ok(AnyMove::Ink(Box::new(InkMove::from(legal))))
            }
        }
    }

    /// Says what the room is about, or why it cannot be played here.
    fn introduce(&mut self) -> Result<(), String> {
        let Some(board) = self.client.board() else {
            return Ok(());
        };
        if let Board::Ink(table) = board
            && let Start::Map(_) = table.game().start().start
        {
            return Err("this game begins from a drawn map, which has no notation; open the link in a browser".into());
        }
        if !std::mem::replace(&mut self.shown, true) {
            let names: Vec<&str> = self
                .client
                .seats()
                .iter()
                .map(|name| name.as_str())
                .collect();
            println!("{}. At the table: {}.", title(board), names.join(", "));
            println!("Type help for the ways to enter a move.");
        }
        if let Some(you) = self.client.you() {
            println!("You are {}.", self.name(you));
        }
        if self.client.state() == RoomState::Cancelled {
            return Err("the host has closed this room".into());
        }
        self.show_turn();
        Ok(())
    }

    fn name(&self, player: Player) -> String {
        let seats = self.client.seats();
        match seats.get(player as usize) {
            Some(name) => name.as_str().to_owned(),
            None => format!("player {}", player as usize + 1),
        }
    }

    /// One thing that happened.
    fn tell(&self, event: &Event) {
        match event {
            Event::Joined { player, name } => {
                if Some(*player) != self.client.you() {
                    println!("{} has joined.", name.as_str());
                }
                self.show_turn();
            }
            Event::Cancelled => println!("The host has closed this room."),
            Event::Said { by, phrase } => println!("{} says: {}", self.name(*by), said(*phrase)),
            Event::Looked => self.show_turn(),
            Event::Told { by, message, .. } => {
                println!("{}: {}", self.name(*by), self.told(message));
                if !matches!(message, Message::Redraw) && !self.is_asked() {
                    self.show_turn();
                }
            }
        }
    }

    /// Whether a take-back waits for an answer.
    fn is_asked(&self) -> bool {
        match self.client.board() {
            Some(Board::Ink(table)) => table.asked().is_some(),
            Some(Board::Stones(table)) => table.asked().is_some(),
            None => false,
        }
    }

    fn told(&self, message: &Message<AnyMove>) -> String {
        match message {
            Message::Play(AnyMove::Stone(text)) => text.clone(),
            Message::Play(AnyMove::Ink(_)) => match self.client.board() {
                Some(Board::Ink(table)) => {
                    let game = written(table);
                    let last = game.transcript().texts().last();
                    last.map(ToString::to_string).unwrap_or_default()
                }
                _ => String::new(),
            },
            Message::TakeBack(count) if self.is_asked() => {
                format!("may I take back moves, {count} of them? (yes or no)")
            }
            Message::TakeBack(count) => format!("takes back moves, {count} of them"),
            Message::Redo => "plays again what was taken back".into(),
            Message::Answer(true) => "yes".into(),
            Message::Answer(false) => "no".into(),
            Message::Size(size) => format!("the game has size {size}"),
            Message::Choose(player) => format!("{} is to move", self.name(*player)),
            Message::Redraw => "has the picture redrawn".into(),
            Message::Resign => "gives up".into(),
            Message::Again(true) => "would like to play again (`again` agrees)".into(),
            Message::Again(false) => "would rather not play again".into(),
            Message::Look => "looks at the clock".into(),
        }
    }

    fn refused(&self, act: &Act, why: &Refusal) {
        let what = match act {
            Act::Tell(Message::Play(_)) => "Not played",
            _ => "Not done",
        };
        println!("{what}: {why}.");
    }

    fn present(&mut self, here: Vec<Player>) {
        for player in Player::ALL {
            let (before, now) = (self.here.contains(&player), here.contains(&player));
            if Some(player) == self.client.you() || before == now {
                continue;
            }
            match now {
                true => println!("{} is here.", self.name(player)),
                false => println!("{} is away; the game waits.", self.name(player)),
            }
        }
        self.here = here;
    }

    /// Whose turn it is, with the position where it is ours; or how the game ended.
    fn show_turn(&self) {
        let Some(board) = self.client.board() else {
            return;
        };
        if self.client.state() == RoomState::Waiting {
            return println!("Waiting until everybody has joined.");
        }
        if let Some(ended) = board.ended() {
            self.show_board();
            return println!("{} Type again to play again, or quit.", self.ended(&ended));
        }
        let Some(turn) = board.turn() else { return };
        if Some(turn) != self.client.you() {
            return println!("{} is to move.", self.name(turn));
        }
        self.show_board();
        match phase(board) {
            Phase::Naming { .. } => println!("You name the size of the game: size 5, for example."),
            Phase::Choosing { or_play, .. } => {
                let or_play = if or_play {
                    ", or play a move and leave the choice to the other"
                } else {
                    ""
                };
                println!("You choose who is to move: me or other{or_play}.");
            }
            Phase::Playing => println!("Your move."),
        }
    }

    fn ended(&self, ended: &Ended) -> String {
        let by = |words: &str| match ended.by {
            Some(by) => format!("{} {words}", self.name(by)),
            None => words.to_owned(),
        };
        let reason = match ended.reason {
            Reason::Rules => "that is the end of the game".to_owned(),
            Reason::Resignation => by("gave up"),
            Reason::Time => by("ran out of time"),
        };
        match ended.winner {
            Some(winner) => format!("{} wins: {reason}.", self.name(winner)),
            None => format!("Nobody wins: {reason}."),
        }
    }

    fn show_board(&self) -> Next {
        match self.client.board() {
            Some(Board::Ink(table)) => println!("{}", written(table).model().tables(Dead::Removed)),
            Some(Board::Stones(table)) => connection_table::draw(table.game()),
            None => {}
        }
        Next::Stay
    }

    fn show_moves(&self) -> Next {
        let texts = match self.client.board() {
            Some(Board::Ink(table)) => play::move_texts(&written(table), MOVES_SHOWN_MAX + 1),
            Some(Board::Stones(table)) if table.turn().is_some() => {
                let plan = table.game().plan();
                let moves = table.game().legal();
                let few = moves.iter().take(MOVES_SHOWN_MAX + 1);
                few.map(|m| vertex::move_shown(plan, *m)).collect()
            }
            _ => Vec::new(),
        };
        for line in texts[..texts.len().min(MOVES_SHOWN_MAX)].chunks(8) {
            println!("  {}", line.join("  "));
        }
        if texts.len() > MOVES_SHOWN_MAX {
            println!("  and more");
        }
        Next::Stay
    }

    fn show_clocks(&self) -> Next {
        let Some(clocks) = self.client.clocks() else {
            println!("There is no clock.");
            return Next::Stay;
        };
        let gone_ms = self.clocks_at.elapsed().as_millis() as u64;
        for (player, left_ms) in Player::ALL.into_iter().zip(&clocks.left_ms) {
            let runs = clocks.running == Some(player);
            let left_ms = left_ms.saturating_sub(if runs { gone_ms } else { 0 });
            println!(
                "{}: {}{}",
                self.name(player),
                time(left_ms),
                if runs { ", running" } else { "" }
            );
        }
        Next::Stay
    }
}

fn time(ms: u64) -> String {
    let seconds = ms / 1000;
    match seconds {
        86_400.. => format!("{} days {} hours", seconds / 86_400, seconds / 3600 % 24),
        3600.. => format!(
            "{}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        ),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

fn turned(why: &Refusal) -> String {
    match why {
        Refusal::Full => "all seats in this room are taken; --watch lets you watch".into(),
        why => why.to_string(),
    }
}

fn phase(board: &Board) -> Phase {
    match board {
        Board::Ink(table) => table.phase(),
        Board::Stones(table) => table.phase(),
    }
}

fn title(board: &Board) -> String {
    match board {
        Board::Ink(table) => {
            let game = written(table);
            let ending = match game.ending() {
                sprouts::Ending::Normal => "who cannot move loses",
                sprouts::Ending::Misere => "who cannot move wins",
            };
            format!("Sprouts with {} spots: {ending}", game.spots())
        }
        Board::Stones(table) => {
            let plan = table.game().plan();
            format!("{}. {}", plan.title, plan.about.trim_end_matches('.'))
        }
    }
}

/// The same game in tables and notation. It begins with lone spots: others were turned away when they were introduced.
fn written(table: &Table<Ink>) -> Written {
    let start = table.game().start();
    let mut game = Written::open(start).expect("a game of lone spots");
    for m in table.game().played() {
        game.play(m).expect("it was played");
    }
    game
}

fn phrase(word: &str) -> Result<Phrase, String> {
    Ok(match word {
        "hello" => Phrase::Hello,
        "luck" => Phrase::GoodLuck,
        "well" => Phrase::WellPlayed,
        "oops" => Phrase::Oops,
        "moment" => Phrase::OneMoment,
        "thanks" => Phrase::ThankYou,
        "game" => Phrase::GoodGame,
        "bye" => Phrase::Goodbye,
        _ => return Err("say hello, luck, well, oops, moment, thanks, game or bye".into()),
    })
}

fn said(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => "Hello!",
        Phrase::GoodLuck => "Good luck!",
        Phrase::WellPlayed => "Well played!",
        Phrase::Oops => "Oops!",
        Phrase::OneMoment => "One moment, please.",
        Phrase::ThankYou => "Thank you!",
        Phrase::GoodGame => "Good game!",
        Phrase::Goodbye => "Goodbye!",
    }
}
