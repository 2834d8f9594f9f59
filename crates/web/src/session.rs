//! A game in progress as the page holds it: the table, the person's hand on it, and the moves written down. Whose turn it is
//! and what is allowed is the table's.

use crate::hand::Hand;
use crate::picture::Picture;
use crate::said::{Said, other, unplayable};
use crate::shown::{Change, Notes, Stage, View, frames, json};
use drawing::PlanarMap;
use serde::Deserialize;
use sprouts::SpotId;
use table::{Game, Ink, InkMove, Message, Player, Record, Rules, Setting, Table};

#[derive(Deserialize)]
struct Options {
    #[serde(flatten)]
    setting: Setting,
    starter: Player,
    #[serde(default)]
    record: Option<Record<InkMove>>,
}

/// A game in progress.
pub struct Session {
    table: Table<Ink>,
    notes: Notes,
    hand: Hand,
}

impl Session {
    /// Opens a game, or goes on with a recorded one.
    pub fn open(options: &str) -> Result<Session, Said> {
        let options: Options = serde_json::from_str(options)?;
        let mut game = Ink::open(&options.setting)?;
        // A person at the screen goes back and forth.
        game.keep_every(1);
        let notes = Notes::new(game.picture());
        let mut table = match options.record {
            Some(mut record) => {
                record.starter = options.starter;
                record
                    .replay(game.clone(), Rules::default())
                    .map_err(|error| unplayable(game, &record, &error))?
            }
            None => Table::started(game, Rules::default(), options.starter),
        };
        table.game_mut().watch();
        let mut session = Session {
            table,
            notes,
            hand: Hand::default(),
        };
        session.notes.follow(session.table.game());
        Ok(session)
    }

    /// Everything there is to see.
    pub fn view(&self) -> Result<String, Said> {
        json(&View::of(&self.table, &self.notes))
    }

    /// The picture after so many moves.
    pub fn picture_at(&self, moves: usize) -> Result<String, Said> {
        let map = self
            .table
            .game()
            .picture_after(moves)
            .ok_or_else(|| other("there are not so many moves"))?;
        json(&Picture::of(&map))
    }

    /// The positions from the first to the last, each as text and by its regions: what a review asks about.
    pub fn line(&self) -> Result<String, Said> {
        let game = self.table.game();
        let start = game.picture_after(0).ok_or_else(|| other("no start"))?;
        json(&Stage::line(start.labelled(), game.played())?)
    }

    /// The game as it should be kept.
    pub fn record(&self) -> Result<String, Said> {
        json(&self.table.record())
    }

    /// The game in the notation of the World Game of Sprouts Association; nothing where it did not begin with lone spots.
    pub fn wgosa(&self) -> Result<String, Said> {
        let record = self.notes.record(self.table.game());
        json(&record.map(|record| record.to_string()))
    }

    /// The game as JSON, to be kept in a file and read again.
    pub fn export(&self) -> Result<String, Said> {
        json(&crate::import::Exported {
            setting: self.table.game().start().clone(),
            record: self.table.record(),
        })
    }

    /// The picture as an SVG file.
    pub fn svg(&self, size: f64, labels: bool, players: &str) -> Result<String, Said> {
        let players: [String; 2] = serde_json::from_str(players)?;
        let style = drawing::Style {
            size,
            labels,
            players,
            ..drawing::Style::default()
        };
        json(&self.picture().svg(&style))
    }

    /// The position as text: as it stands on the board, and in canonical form.
    pub fn position(&self) -> Result<String, Said> {
        let position = self.picture().labelled().position()?;
        json(&[position.to_string(), position.canonical().to_string()])
    }

    /// The picture as text: a map to be kept and shared.
    pub fn map_text(&self) -> Result<String, Said> {
        let mut map = self.picture().clone();
        map.rebase();
        json(&map.to_text())
    }

    /// The spots that a line from this one can reach.
    pub fn ends_from(&self, spot: u32) -> Result<String, Said> {
        json(&self.picture().ends_from(SpotId(spot)))
    }

    /// Begins a stroke at a spot; `reach` is how near to a spot it may end, in units of the board.
    pub fn stroke_begin(&mut self, spot: u32, reach: f64) -> Result<String, Said> {
        json(&self.hand.begin(self.table.game().picture(), spot, reach))
    }

    /// Takes the next places of the pointer, x and y in turn in units of the board.
    pub fn stroke_extend(&mut self, places: &str) -> Result<String, Said> {
        let places: Vec<f64> = serde_json::from_str(places)?;
        json(&self.hand.extend(self.table.game().picture(), &places)?)
    }

    /// Ends the stroke where the pointer is; it then waits to be played.
    pub fn stroke_end(&mut self) -> Result<String, Said> {
        json(&self.hand.end(self.table.game().picture())?)
    }

    /// Takes the stroke back.
    pub fn stroke_cancel(&mut self) {
        self.hand.cancel();
    }

    /// Plays the finished stroke.
    pub fn stroke_play(&mut self) -> Result<String, Said> {
        let m = self.hand.finished()?;
        self.play(m)
    }

    /// All really different ways to join two spots, each with a curve, shortest first.
    pub fn ways(&mut self, from: u32, to: u32) -> Result<String, Said> {
        json(&self.hand.ways(self.table.game().picture(), from, to))
    }

    /// Plays one of the ways shown.
    pub fn way_play(&mut self, index: usize) -> Result<String, Said> {
        let m = self.hand.way(index)?;
        self.play(m)
    }

    /// A curve for a move, without playing it; its words name the same spots as the notation beside them, which is the curve's own.
    pub fn route(&mut self, m: &str, text: Option<String>) -> Result<String, Said> {
        let m: InkMove = serde_json::from_str(m)?;
        let game = self.table.game();
        let curve = game.route(&m.played)?;
        let map = game.picture();
        json(&self.hand.show_route(map, m.played, curve, text))
    }

    /// Plays a move given without a curve: along the one that was shown for it, if one was.
    pub fn move_play(&mut self, m: &str) -> Result<String, Said> {
        let m = self.hand.along_route(serde_json::from_str(m)?);
        self.play(m)
    }

    /// Takes moves back.
    pub fn take_back(&mut self, count: u32) -> Result<String, Said> {
        let from = self.table.turn().unwrap_or(Player::Host);
        self.apply(from, Message::TakeBack(count))?;
        self.view()
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Result<String, Said> {
        self.act(Message::Redo)
    }

    /// Redraws the picture.
    pub fn redraw(&mut self) -> Result<String, Said> {
        let from = self.table.turn().unwrap_or(Player::Host);
        self.apply(from, Message::Redraw)?;
        json(&self.change(None))
    }

    /// Gives the game up for a player.
    pub fn resign(&mut self, player: &str) -> Result<String, Said> {
        let player: Player = serde_json::from_value(player.into())?;
        self.apply(player, Message::Resign)?;
        self.view()
    }
}

impl Session {
    fn picture(&self) -> &PlanarMap {
        self.table.game().picture()
    }

    fn play(&mut self, m: InkMove) -> Result<String, Said> {
        self.act(Message::Play(m))
    }

    /// Does something for whoever is to move, and shows what came of it.
    fn act(&mut self, message: Message<InkMove>) -> Result<String, Said> {
        let from = self.table.turn().ok_or_else(|| other("the game is over"))?;
        self.apply(from, message)?;
        let born = self.picture().labelled().spots().checked_sub(1);
        json(&self.change(born))
    }

    fn apply(&mut self, from: Player, message: Message<InkMove>) -> Result<(), Said> {
        self.hand.let_go();
        self.table.try_apply(0, from, message)?;
        self.notes.follow(self.table.game());
        Ok(())
    }

    fn change(&self, born: Option<u32>) -> Change {
        Change {
            frames: frames(self.table.game()),
            born,
            view: View::of(&self.table, &self.notes),
        }
    }
}
