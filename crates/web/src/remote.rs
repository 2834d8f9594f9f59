//! Remote play for the page: a client of a room, and the person's hand on its board. It turns what is heard into what is shown.
//! The socket and the clock are the page's; what may be done is decided by the room's server.

use crate::hand::Hand;
use crate::import::Exported;
use crate::picture::Picture;
use crate::said::{Said, Say, other, say};
use crate::shown::{self, Notes, Stage, frames, json};
use crate::stones;
use drawing::PlanarMap;
use rooms::{
    Act, AnyMove, Away, Board, Client, Clocks, Event, FromServer, GameStart, Invitation, Name,
    News, Numbered, Refusal, RoomState,
};
use serde::Serialize;
use sprouts::SpotId;
use table::{Game, Ink, InkMove, Message, Phase, Player, Refused, Setting, Stones, Table};

/// A room as the page shows it.
#[derive(Serialize)]
struct View<'a> {
    state: RoomState,
    you: Option<Player>,
    seats: &'a [Name],
    invitation: Option<&'a Invitation>,
    clocks: Option<&'a Clocks>,
    /// Whether something was asked for that is not acknowledged yet.
    waiting: bool,
    table: Option<TableView>,
}

#[derive(Serialize)]
struct TableView {
    players: usize,
    /// With who acts in the opening, and whether a move may be played instead.
    #[serde(flatten)]
    phase: Phase,
    starter: Player,
    round: u32,
    asked: Option<Asked>,
    again: Vec<Player>,
    /// How many moves can be taken back.
    takeable: usize,
    start: GameStart,
    #[serde(flatten)]
    game: GameView,
}

#[derive(Serialize)]
struct Asked {
    by: Player,
    count: u32,
    agreed: Vec<Player>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum GameView {
    Sprouts(Box<shown::View>),
    Stones(Box<stones::View>),
}

/// What came of a message.
#[derive(Serialize)]
struct Heard<'a> {
    news: Vec<Told>,
    /// Whether the board looks different now.
    changed: bool,
    /// The pictures on the way of a change, and the new spot.
    frames: Vec<Picture>,
    born: Option<u32>,
    view: View<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
enum Told {
    Everything,
    Happened {
        event: Event,
        at_ms: u64,
    },
    Refused {
        why: Refusal,
        said: Said,
    },
    Seated,
    Turned {
        why: Refusal,
        said: Said,
    },
    Slower,
    Present {
        here: Vec<Player>,
        watching: u32,
        away: Vec<Away>,
    },
    Astray,
    Closing,
}

impl Told {
    /// What the page hears of some news, with the board on which something was refused.
    fn of(news: News, board: Option<&Board>) -> Told {
        match news {
            News::Everything => Told::Everything,
            News::Happened(Numbered { event, at_ms, .. }) => Told::Happened { event, at_ms },
            News::Refused { act, why } => {
                let said = board.and_then(|board| reason(board, &act, &why));
                let said = said.unwrap_or_else(|| why.said());
                Told::Refused { why, said }
            }
            News::Seated(_) => Told::Seated,
            News::Turned(why) => {
                let said = why.said();
                Told::Turned { why, said }
            }
            News::Slower => Told::Slower,
            News::Present {
                here,
                watching,
                away,
            } => Told::Present {
                here,
                watching,
                away,
            },
            News::Astray => Told::Astray,
            News::Closing => Told::Closing,
        }
    }
}

/// Why the rules do not allow a move: the server has English words for it, the game itself says it in kinds and values.
fn reason(board: &Board, act: &Act, why: &Refusal) -> Option<Said> {
    let (Act::Tell(Message::Play(played)), Refusal::Table(Refused::Move(_))) = (act, why) else {
        return None;
    };
    match (board, played) {
        (Board::Ink(table), AnyMove::Ink(m)) => refused(table.game(), m),
        (Board::Stones(table), AnyMove::Stone(text)) => refused(table.game(), text),
        _ => Some(say("move.none", serde_json::json!([]), why)),
    }
}

fn refused<G: Game + Clone>(game: &G, m: &G::Move) -> Option<Said>
where
    G::Refusal: Say,
{
    game.clone().play(m).err().map(Said::from)
}

/// Looks at an invitation and a name as the server will: what it would refuse is refused here, in the reader's language.
pub fn room_check(invitation: &str, name: &str) -> Result<(), Said> {
    let value: serde_json::Value = serde_json::from_str(invitation)?;
    Name::new(value["title"].as_str().unwrap_or_default())?;
    Name::new(name)?;
    let invitation: Invitation = serde_json::from_str(invitation)?;
    invitation.check()?;
    match &invitation.game {
        GameStart::Sprouts(setting) => drop(Ink::open(setting)?),
        GameStart::Stones(start) => drop(Stones::open(start)?),
    }
    Ok(())
}

/// A place in a room: at the table, before it, or watching.
pub struct RemoteSession {
    client: Client,
    hand: Hand,
    /// The moves as people write them down, and the start that they belong to.
    notes: Option<(Setting, Notes)>,
}

impl RemoteSession {
    /// Somebody with the secret of a seat, or without one.
    pub fn open(token: Option<String>) -> RemoteSession {
        let mut client = Client::new(token);
        client.watch();
        RemoteSession {
            client,
            hand: Hand::default(),
            notes: None,
        }
    }

    /// Everything there is to see.
    pub fn view(&self) -> Result<String, Said> {
        json(&self.make_view())
    }

    /// What to say on a new connection.
    pub fn greet(&self) -> Result<String, Said> {
        json(&self.client.greet())
    }

    /// What was said and not answered, to be said again.
    pub fn unanswered(&self) -> Result<String, Said> {
        json(&self.client.unanswered())
    }

    /// Takes a message of the server.
    pub fn receive(&mut self, text: &str) -> Result<String, Said> {
        let message: FromServer = serde_json::from_str(text)?;
        let (before, moves) = self.looks();
        let news = self.client.receive(message);
        let (after, now) = self.looks();
        let changed = before != after || news.contains(&News::Everything);
        if changed {
            self.hand.let_go();
        }
        self.follow();
        let animated = changed && !news.contains(&News::Everything);
        let picture = self.picture().ok().filter(|_| animated && now > moves);
        let born = picture.and_then(|map| map.labelled().spots().checked_sub(1));
        json(&Heard {
            news: {
                let board = self.client.board();
                news.into_iter().map(|one| Told::of(one, board)).collect()
            },
            changed,
            frames: match self.ink() {
                Ok(table) if animated => frames(table.game()),
                _ => Vec::new(),
            },
            born,
            view: self.make_view(),
        })
    }

    /// Asks for a seat with this secret, under a number that was not used before. Gives what to say.
    pub fn join(&mut self, id: u64, name: &str, token: String) -> Result<String, Said> {
        json(&self.client.join(token, id, Name::new(name)?))
    }

    /// Asks for something under a number that was not used before. Gives what to say.
    pub fn act(&mut self, id: u64, act: &str) -> Result<String, Said> {
        let act: Act = serde_json::from_str(act)?;
        json(&self.client.act(id, act))
    }

    /// Plays the finished stroke. Gives what to say; the picture changes when the server agrees.
    pub fn stroke_play(&mut self, id: u64) -> Result<String, Said> {
        let m = self.hand.finished()?;
        self.play(id, m)
    }

    /// Plays one of the ways shown. Gives what to say.
    pub fn way_play(&mut self, id: u64, index: usize) -> Result<String, Said> {
        let m = self.hand.way(index)?;
        self.play(id, m)
    }

    /// The picture after so many moves.
    pub fn picture_at(&self, moves: usize) -> Result<String, Said> {
        let map = self.ink()?.game().picture_after(moves);
        let map = map.ok_or_else(|| other("there are not so many moves"))?;
        json(&Picture::of(&map))
    }

    /// The stones after so many moves.
    pub fn stones_at(&self, moves: usize) -> Result<String, Said> {
        json(&stones::Then::of(self.stones()?.game(), moves))
    }

    /// Why no stone can come on a site now; nothing where one can.
    pub fn why_not(&self, site: u16) -> Result<String, Said> {
        json(&stones::why_not(self.stones()?.game(), site))
    }

    /// The board of a connection game, which never changes.
    pub fn board(&self) -> Result<String, Said> {
        json(&stones::board_view(self.stones()?.game().engine().plan()))
    }

    /// The positions from the first to the last, each as text and by its regions.
    pub fn line(&self) -> Result<String, Said> {
        let game = self.ink()?.game();
        let start = game.picture_after(0).ok_or_else(|| other("no start"))?;
        json(&Stage::line(start.labelled(), game.played())?)
    }

    /// The game as JSON, to be kept in a file and read again.
    pub fn export(&self) -> Result<String, Said> {
        match self.table()? {
            Board::Ink(table) => json(&Exported {
                setting: table.game().start().clone(),
                record: table.record(),
            }),
            Board::Stones(table) => json(&stones::Exported {
                start: table.game().start().clone(),
                seats: Vec::new(),
                record: table.record(),
                set_up: None,
            }),
        }
    }

    /// The game in the Smart Game Format: Hex and Go have it.
    pub fn sgf(&self) -> Result<String, Said> {
        json(&stones::written(self.stones()?.game())?)
    }

    /// The game in the notation of the World Game of Sprouts Association; nothing where it has none.
    pub fn wgosa(&self) -> Result<String, Said> {
        let game = self.ink()?.game();
        let record = self.notes.as_ref();
        let record = record.and_then(|(_, notes)| notes.record(game));
        json(&record.map(|record| record.to_string()))
    }

    /// The spots that a line from this one can reach.
    pub fn ends_from(&self, spot: u32) -> Result<String, Said> {
        json(&self.picture()?.ends_from(SpotId(spot)))
    }

    /// Begins a stroke at a spot; `reach` is how near to a spot it may end, in units of the board.
    pub fn stroke_begin(&mut self, spot: u32, reach: f64) -> Result<String, Said> {
        let map = picture(&self.client)?;
        json(&self.hand.begin(map, spot, reach))
    }

    /// Takes the next places of the pointer, x and y in turn in units of the board.
    pub fn stroke_extend(&mut self, places: &str) -> Result<String, Said> {
        let places: Vec<f64> = serde_json::from_str(places)?;
        let map = picture(&self.client)?;
        json(&self.hand.extend(map, &places)?)
    }

    /// Ends the stroke where the pointer is; it then waits to be played.
    pub fn stroke_end(&mut self) -> Result<String, Said> {
        let map = picture(&self.client)?;
        json(&self.hand.end(map)?)
    }

    /// Takes the stroke back.
    pub fn stroke_cancel(&mut self) {
        self.hand.cancel();
    }

    /// All really different ways to join two spots, each with a curve, shortest first.
    pub fn ways(&mut self, from: u32, to: u32) -> Result<String, Said> {
        let map = picture(&self.client)?;
        json(&self.hand.ways(map, from, to))
    }
}

fn nothing_yet() -> Said {
    other("nothing was heard of the room yet")
}

fn ink(client: &Client) -> Result<&Table<Ink>, Said> {
    match client.board().ok_or_else(nothing_yet)? {
        Board::Ink(table) => Ok(table),
        Board::Stones(_) => Err(other("this game has no picture")),
    }
}

/// The picture as it is now. It borrows the client alone, so that the hand may draw on it.
fn picture(client: &Client) -> Result<&PlanarMap, Said> {
    Ok(ink(client)?.game().picture())
}

impl RemoteSession {
    fn table(&self) -> Result<&Board, Said> {
        self.client.board().ok_or_else(nothing_yet)
    }

    fn ink(&self) -> Result<&Table<Ink>, Said> {
        ink(&self.client)
    }

    fn picture(&self) -> Result<&PlanarMap, Said> {
        picture(&self.client)
    }

    fn stones(&self) -> Result<&Table<Stones>, Said> {
        match self.table()? {
            Board::Stones(table) => Ok(table),
            Board::Ink(_) => Err(other("this game has no stones")),
        }
    }

    fn play(&mut self, id: u64, m: InkMove) -> Result<String, Said> {
        let act = Act::Tell(Message::Play(AnyMove::Ink(Box::new(m))));
        json(&self.client.act(id, act))
    }

    /// What tells two looks of the board apart, and how many moves were made.
    fn looks(&self) -> (Option<(Option<drawing::PictureHash>, u32, usize)>, usize) {
        let board = self.client.board();
        let looks = board.map(|board| (board.picture_hash(), board.round(), board.len()));
        (looks, board.map_or(0, Board::len))
    }

    /// Writes down what was played since the last time.
    fn follow(&mut self) {
        let Ok(table) = ink(&self.client) else {
            self.notes = None;
            return;
        };
        let game = table.game();
        if self
            .notes
            .as_ref()
            .is_none_or(|(setting, _)| setting != game.start())
        {
            let start = game.picture_after(0);
            self.notes = start.map(|start| (game.start().clone(), Notes::new(&start)));
        }
        if let Some((_, notes)) = &mut self.notes {
            notes.follow(game);
        }
    }

    fn make_view(&self) -> View<'_> {
        View {
            state: self.client.state(),
            you: self.client.you(),
            seats: self.client.seats(),
            invitation: self.client.invitation(),
            clocks: self.client.clocks(),
            waiting: self.client.is_waiting(),
            table: self.client.board().map(|board| self.table_view(board)),
        }
    }

    fn table_view(&self, board: &Board) -> TableView {
        match board {
            Board::Ink(table) => {
                let (start, notes) = match &self.notes {
                    Some((start, notes)) => (start.clone(), notes),
                    None => unreachable!("the notes follow every board"),
                };
                let view = shown::View::of(table, notes);
                let game = GameView::Sprouts(Box::new(view));
                table_view(table, GameStart::Sprouts(start), game)
            }
            Board::Stones(table) => {
                let start = GameStart::Stones(table.game().start().clone());
                let game = GameView::Stones(Box::new(stones::View::of(table)));
                table_view(table, start, game)
            }
        }
    }
}

/// What either kind of table has.
fn table_view<G: Game>(table: &Table<G>, start: GameStart, game: GameView) -> TableView {
    let some = |players: table::Players| -> Vec<Player> {
        let all = Player::ALL[..table.players()].iter().copied();
        all.filter(|&player| players.has(player)).collect()
    };
    TableView {
        players: table.players(),
        phase: table.phase(),
        starter: table.starter(),
        round: table.round(),
        asked: table.asked().map(|asked| Asked {
            by: asked.by,
            count: asked.count,
            agreed: some(asked.agreed),
        }),
        again: some(table.again()),
        takeable: table.takeable(),
        start,
        game,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rooms::{Key, Room, ToServer};
    use serde_json::Value;
    use sprouts::Ending;
    use table::{Opening, Rules, Start, TakeBack};

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    fn room() -> Room {
        let invitation = Invitation {
            title: name("Tuesday"),
            game: GameStart::Sprouts(Setting {
                start: Start::Spots(3),
                ending: Ending::Normal,
            }),
            rules: Rules {
                opening: Opening::Swap2,
                take_back: TakeBack::ByConsent,
                time: None,
            },
            listed: false,
            watchable: true,
        };
        let mut room = Room::open(invitation, name("Ada"), Key([1; 32]), 0).unwrap();
        room.join(1, name("Bo"), Key([2; 32])).unwrap();
        room
    }

    fn hear(session: &mut RemoteSession, message: &FromServer) -> Value {
        let text = serde_json::to_string(message).unwrap();
        let heard = session.receive(&text);
        let heard = heard.unwrap_or_else(|_| panic!("{text} is heard"));
        serde_json::from_str(&heard).unwrap()
    }

    fn guest(room: &Room) -> RemoteSession {
        let mut session = RemoteSession::open(Some("secret".into()));
        let welcome = FromServer::Welcome {
            you: Some(Player::Guest),
            seq: room.seq(),
            all: Some(Box::new(room.summary())),
            clocks: None,
        };
        let heard = hear(&mut session, &welcome);
        assert_eq!(heard["news"][0]["kind"], "everything");
        assert_eq!(heard["view"]["you"], "guest");
        assert_eq!(heard["view"]["table"]["phase"], "choosing");
        assert_eq!(heard["view"]["table"]["by"], "guest");
        session
    }

    fn ok(result: Result<String, Said>) -> Value {
        let text = result.unwrap_or_else(|_| panic!("it is possible"));
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_way_becomes_a_message_and_its_event_a_picture() {
        let mut room = room();
        let mut session = guest(&room);
        ok(session.ways(0, 1));
        let said = ok(session.way_play(9, 0));
        let said: ToServer = serde_json::from_value(said).unwrap();
        let ToServer::Do { id: 9, act } = said else {
            panic!("{said:?} is no move");
        };
        assert_eq!(ok(session.unanswered()).as_array().unwrap().len(), 1);
        let done = room.act(5, Player::Guest, 9, act).unwrap().unwrap();
        let event = FromServer::Event {
            event: done.event,
            clocks: None,
        };
        let heard = hear(&mut session, &event);
        assert_eq!(heard["born"], 3);
        assert_eq!(heard["changed"], true);
        assert!(heard["frames"].as_array().unwrap().len() > 1);
        assert_eq!(
            heard["view"]["table"]["sprouts"]["moves"][0]["text"],
            "1(4)2"
        );
        assert_eq!(heard["view"]["table"]["by"], "host");
        hear(&mut session, &FromServer::Done { id: 9 });
        assert_eq!(ok(session.unanswered()), serde_json::json!([]));
    }

    #[test]
    fn a_stroke_stays_in_the_hand_while_the_picture_does() {
        let mut room = room();
        let mut session = guest(&room);
        ok(session.stroke_begin(0, 0.05));
        let spoken = room
            .act(5, Player::Host, 1, Act::Say(rooms::Phrase::Hello))
            .unwrap()
            .unwrap();
        let event = FromServer::Event {
            event: spoken.event,
            clocks: None,
        };
        assert_eq!(hear(&mut session, &event)["changed"], false);
        ok(session.stroke_extend("[0.5, 0.5]"));
        let chosen = Act::Tell(Message::Choose(Player::Guest));
        let chosen = room.act(6, Player::Guest, 2, chosen).unwrap().unwrap();
        let event = FromServer::Event {
            event: chosen.event,
            clocks: None,
        };
        let heard = hear(&mut session, &event);
        assert_eq!(heard["changed"], false);
        assert_eq!(heard["view"]["table"]["phase"], "playing");
        ok(session.stroke_extend("[0.5, 0.6]"));
    }
}
