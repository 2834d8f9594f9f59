//! A connection game as the table plays it. It owns which person plays which colour, swap included, and what every move
//! changed; the rules are `connection`'s.

use crate::{Game, SIDES_MAX, Side, Verdict};
use connection::board::SiteId;
use connection::engine::{self, Engine, Status};
use connection::language::{Description, LanguageError, PlanError};
use connection::library;
use connection::moves::Move;
use connection::plan::{Colour, PLAYERS_MAX, Plan};
use connection::refusal::MoveError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Which connection game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StonesStart {
    /// The name of a game of the library, or a whole description.
    pub game: String,
    /// Its options by name, as written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
}

impl StonesStart {
    /// The rules.
    pub fn plan(&self) -> Result<Plan, StonesError> {
        let read;
        let description = match library::game(&self.game) {
            Some(description) => description,
            None => {
                read = Description::parse(&self.game).map_err(StonesError::Description)?;
                &read
            }
        };
        description.plan(&self.options).map_err(StonesError::Plan)
    }
}

/// Why a game or a move with stones is not possible.
#[derive(Clone, Debug, PartialEq)]
pub enum StonesError {
    /// There is no such game, and the text is no description of one.
    Description(LanguageError),
    /// The options make no game.
    Plan(PlanError),
    /// The move is refused.
    Move(MoveError),
}

impl fmt::Display for StonesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StonesError::Description(error) => error.fmt(f),
            StonesError::Plan(error) => error.fmt(f),
            StonesError::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StonesError {}

/// A move as the game keeps it.
#[derive(Clone, Debug)]
struct Placed {
    played: Move,
    by: Side,
    /// What stood before on the sites that the move changed.
    changed: Box<[(SiteId, Colour)]>,
}

/// A connection game in progress. Its moves are the written ones.
pub struct Stones {
    start: StonesStart,
    engine: Box<dyn Engine>,
    stones: Vec<Colour>,
    played: Vec<Placed>,
    swapped: bool,
}

impl Clone for Stones {
    fn clone(&self) -> Self {
        Stones {
            start: self.start.clone(),
            engine: self.engine.fork(),
            stones: self.stones.clone(),
            played: self.played.clone(),
            swapped: self.swapped,
        }
    }
}

impl Stones {
    /// The start of a game whose rules are compiled already: those of `start`, for as many players as they name.
    pub fn new(start: StonesStart, plan: Arc<Plan>) -> Self {
        const { assert!(PLAYERS_MAX as usize <= SIDES_MAX) };
        Stones {
            start,
            stones: vec![Colour::NONE; plan.board.ids().count()],
            engine: engine::start(&plan),
            played: Vec::new(),
            swapped: false,
        }
        .looked_at()
    }

    fn looked_at(mut self) -> Self {
        for (index, stone) in self.stones.iter_mut().enumerate() {
            *stone = self.engine.stone(SiteId(index as u16));
        }
        self
    }

    /// The engine, to look at.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The rules.
    pub fn plan(&self) -> &Arc<Plan> {
        self.engine.plan()
    }

    /// The moves so far.
    pub fn played(&self) -> impl ExactSizeIterator<Item = Move> {
        self.played.iter().map(|placed| placed.played)
    }

    /// Which move ended the opening by taking its colour, from 0.
    pub fn taken(&self) -> Option<usize> {
        self.plan().opening.as_ref()?;
        self.played().position(takes)
    }

    /// The move that takes the opening's colour, while nobody has: one player passes for it, the other one swaps.
    pub fn taking(&self) -> Option<Move> {
        let open = self.plan().opening.is_some() && self.taken().is_none();
        let mut moves = [Move::PASS, Move::SWAP].into_iter();
        moves.find(|m| open && self.engine.is_legal(*m))
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.played.last().map(|placed| placed.played)
    }

    /// Who made every move so far.
    pub fn movers(&self) -> impl ExactSizeIterator<Item = Side> {
        self.played.iter().map(|placed| placed.by)
    }

    /// What stands on every site.
    pub fn stones(&self) -> &[Colour] {
        &self.stones
    }

    /// What stood on every site after so many moves.
    pub fn stones_after(&self, moves: usize) -> Vec<Colour> {
        let mut stones = self.stones.clone();
        for placed in self.played.iter().skip(moves).rev() {
            for &(site, before) in &placed.changed {
                stones[site.index()] = before;
            }
        }
        stones
    }

    /// The person who plays a colour now: a swap exchanges them.
    pub fn side_of(&self, colour: Colour) -> Side {
        let side = Side::ALL[colour.index() - 1];
        if self.swapped { side.other() } else { side }
    }

    /// Whether the two players have swapped sides.
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// All legal moves; none when the game is over.
    pub fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.engine.legal_moves(&mut moves);
        moves
    }
}

/// Whether a move of an opening is none of its stones.
fn takes(m: Move) -> bool {
    m == Move::PASS || m == Move::SWAP
}

impl Game for Stones {
    type Start = StonesStart;
    type Move = String;
    type Refusal = StonesError;

    fn open(start: &StonesStart) -> Result<Self, StonesError> {
        Ok(Stones::new(start.clone(), Arc::new(start.plan()?)))
    }

    fn start(&self) -> &StonesStart {
        &self.start
    }

    fn sides(&self) -> usize {
        usize::from(self.plan().players)
    }

    fn mover(&self) -> Option<Side> {
        (self.engine.status() == Status::Running).then(|| self.side_of(self.engine.mover()))
    }

    fn len(&self) -> usize {
        self.played.len()
    }

    fn move_at(&self, index: usize) -> Option<String> {
        let placed = self.played.get(index)?;
        Some(placed.played.text(self.plan()))
    }

    fn play(&mut self, text: &String) -> Result<(), StonesError> {
        // Whoever reads why it is refused has the board before them: its names, not the record's.
        let named = |error: MoveError| StonesError::Move(error.named(self.engine.plan()));
        let played = self.engine.read(text).map_err(named)?;
        let by = self.side_of(self.engine.mover());
        self.engine.play(played);
        let mut changed = Vec::new();
        for (index, stone) in self.stones.iter_mut().enumerate() {
            let site = SiteId(index as u16);
            let now = self.engine.stone(site);
            if now != *stone {
                changed.push((site, *stone));
                *stone = now;
            }
        }
        self.swapped |= played == Move::SWAP;
        self.played.push(Placed {
            played,
            by,
            changed: changed.into(),
        });
        Ok(())
    }

    fn undo(&mut self) -> Option<String> {
        let placed = self.played.pop()?;
        self.engine.undo();
        self.swapped &= placed.played != Move::SWAP;
        for &(site, before) in &placed.changed {
            self.stones[site.index()] = before;
        }
        Some(placed.played.text(self.plan()))
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.engine.status() {
            Status::Running => None,
            Status::Won(colour) => Some(Verdict::Wins(self.side_of(colour))),
            Status::Draw => Some(Verdict::Draw),
        }
    }

    fn sized(start: &StonesStart, size: u32) -> Option<StonesStart> {
        let mut sized = start.clone();
        sized.options.retain(|(name, _)| name != "size");
        sized.options.push(("size".into(), size.to_string()));
        sized.plan().is_ok().then_some(sized)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Message, Player, Reason, Refused, Rules, Table, TakeBack};

    fn stones(name: &str, options: &[(&str, &str)]) -> Stones {
        let options = options
            .iter()
            .map(|(name, text)| (name.to_string(), text.to_string()));
        let start = StonesStart {
            game: name.into(),
            options: options.collect(),
        };
        Stones::open(&start).unwrap()
    }

    fn table(name: &str, options: &[(&str, &str)]) -> Table<Stones> {
        Table::new(stones(name, options), Rules::default())
    }

    fn hex(size: &str) -> Table<Stones> {
        table("hex", &[("size", size)])
    }

    const OMEGA: [(&str, &str); 2] = [("players", "3"), ("base", "3")];

    #[test]
    fn the_colour_of_an_opening_is_taken_once() {
        for before in [0, 1, 2] {
            let mut game = stones("unlur", &[("base", "4")]);
            for _ in 0..before {
                let placed = game.legal()[0].text(game.plan());
                game.play(&placed).unwrap();
            }
            let wanted = [Move::PASS, Move::SWAP][before % 2];
            assert_eq!((game.taking(), game.taken()), (Some(wanted), None));
            game.play(&wanted.text(game.plan())).unwrap();
            assert_eq!((game.taking(), game.taken()), (None, Some(before)));
            game.undo();
            assert_eq!(game.taking(), Some(wanted));
        }
        let mut hex = stones("hex", &[("size", "3")]);
        hex.play(&"0,0".to_string()).unwrap();
        assert_eq!((hex.taking(), hex.taken()), (None, None));
    }

    /// Plays the first legal move until the game is over or has so many moves.
    fn play_on(table: &mut Table<Stones>, moves_max: usize) {
        while let Some(player) = table.turn()
            && table.len() < moves_max
        {
            let mut legal = Vec::new();
            let engine = table.game().engine();
            engine.legal_moves(&mut legal);
            let text = legal[0].text(engine.plan());
            table.try_apply(0, player, Message::Play(text)).unwrap();
        }
    }

    #[test]
    fn three_players_move_in_turn_and_one_of_them_wins() {
        let mut game = table("omega", &OMEGA);
        let mut seen = Vec::new();
        for _ in 0..9 {
            seen.push(game.turn().unwrap());
            let count = game.len() + 1;
            play_on(&mut game, count);
        }
        use Player::{Guest, Host, Third};
        let turns = [Host, Host, Host, Guest, Guest, Guest, Third, Third, Third];
        assert_eq!(seen, turns, "a turn places one stone of every colour");
        play_on(&mut game, usize::MAX);
        let ended = game.ended().unwrap();
        assert_eq!(ended.reason, Reason::Rules);
        let scores = game.game().engine().scores();
        let best = (0..3).max_by_key(|player| scores[*player]).unwrap();
        let shared = scores
            .iter()
            .filter(|score| **score == scores[best])
            .count()
            > 1;
        assert_eq!(ended.winner, (!shared).then_some(Player::ALL[best]));
        let all = game.len() as u32;
        game.try_apply(0, Guest, Message::TakeBack(all)).unwrap();
        assert_eq!((game.turn(), game.undone()), (Some(Host), all as usize));
        for _ in 0..all {
            let turn = game.turn().unwrap();
            game.try_apply(0, turn, Message::Redo).unwrap();
        }
        assert_eq!(game.ended(), Some(ended));
    }

    #[test]
    fn who_starts_is_followed_by_the_others_in_order() {
        let game = table("omega", &OMEGA).game().clone();
        let mut started = Table::started(game, Rules::default(), Player::Guest);
        play_on(&mut started, 3);
        assert_eq!(started.turn(), Some(Player::Third));
        play_on(&mut started, 6);
        assert_eq!(started.turn(), Some(Player::Host));
        let record = started.record();
        let again = record.replay(table("omega", &OMEGA).game().clone(), Rules::default());
        assert_eq!(again.unwrap().turn(), Some(Player::Host));
        assert!(
            record
                .replay(hex("3").game().clone(), Rules::default())
                .is_err(),
            "two players cannot play what three did"
        );
    }

    #[test]
    fn when_one_of_three_gives_up_nobody_wins() {
        let mut game = table("omega", &OMEGA);
        play_on(&mut game, 4);
        let stranger = game.try_apply(0, Player::Fourth, Message::Resign);
        assert_eq!(stranger, Err(Refused::NotAtTheTable));
        game.try_apply(0, Player::Third, Message::Resign).unwrap();
        let ended = game.ended().unwrap();
        assert_eq!((ended.winner, ended.by), (None, Some(Player::Third)));
        game.try_apply(0, Player::Host, Message::TakeBack(1))
            .unwrap();
        assert_eq!(game.turn(), Some(Player::Guest), "it can be taken back");
    }

    #[test]
    fn everybody_else_must_agree_to_a_take_back() {
        let rules = Rules {
            take_back: TakeBack::ByConsent,
            ..Rules::default()
        };
        let mut game = Table::new(table("omega", &OMEGA).game().clone(), rules);
        play_on(&mut game, 2);
        let say = |game: &mut Table<Stones>, player, message| {
            game.try_apply(0, player, message).map(|_| game.len())
        };
        assert_eq!(say(&mut game, Player::Host, Message::TakeBack(1)), Ok(2));
        assert!(say(&mut game, Player::Host, Message::Answer(true)).is_err());
        assert_eq!(say(&mut game, Player::Third, Message::Answer(true)), Ok(2));
        assert_eq!(say(&mut game, Player::Guest, Message::Answer(true)), Ok(1));
    }

    #[test]
    fn after_a_swap_the_opener_answers_his_own_stone() {
        let mut table = hex("3");
        table
            .try_apply(0, Player::Host, Message::Play("1,1".into()))
            .unwrap();
        table
            .try_apply(0, Player::Guest, Message::Play("swap".into()))
            .unwrap();
        assert_eq!(table.turn(), Some(Player::Host));
        for (player, text) in [
            (Player::Host, "0,0"),
            (Player::Guest, "1,0"),
            (Player::Host, "2,2"),
            (Player::Guest, "0,2"),
        ] {
            table
                .try_apply(0, player, Message::Play(text.into()))
                .unwrap();
        }
        let ended = table.ended().expect("colour 1 has joined top and bottom");
        assert_eq!(
            ended.winner,
            Some(Player::Guest),
            "who took the first stone over"
        );
        table
            .try_apply(0, Player::Host, Message::TakeBack(5))
            .unwrap();
        assert_eq!((table.turn(), table.undone()), (Some(Player::Guest), 5));
    }

    #[test]
    fn what_is_not_allowed_changes_nothing() {
        let mut table = hex("3");
        table
            .try_apply(0, Player::Host, Message::Play("1,1".into()))
            .unwrap();
        for text in ["1,1", "9,9", "pass", "nonsense"] {
            assert!(
                table
                    .try_apply(0, Player::Guest, Message::Play(text.into()))
                    .is_err(),
                "{text}"
            );
        }
        assert_eq!(table.len(), 1);
    }

    #[test]
    fn every_board_of_the_past_can_be_seen() {
        let mut game = table("gonnect", &[("size", "5")]);
        let mut boards = vec![game.game().stones().to_vec()];
        for moves in 1..200 {
            play_on(&mut game, moves);
            boards.push(game.game().stones().to_vec());
        }
        boards.truncate(game.len() + 1);
        for (moves, board) in boards.iter().enumerate() {
            assert_eq!(&game.game().stones_after(moves), board);
        }
        assert_eq!(game.game().movers().len(), game.len());
    }
}
