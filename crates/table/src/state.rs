//! The state machine: (now, who, message) in, effects out. It owns turns, the opening, take-backs, resignation and the
//! clock; what a move means is the game's affair.

use crate::{Clock, Game, Record, SIDES_MAX, Side, TimeControl, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The people (or programs) at the table. Which of them moves first is decided at the table; the others follow in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Opened the table and chose the position.
    Host,
    /// Joined it.
    Guest,
    /// Joined it after that, and so on.
    Third,
    /// The fourth.
    Fourth,
    /// The fifth.
    Fifth,
    /// The sixth.
    Sixth,
    /// The seventh.
    Seventh,
    /// The eighth.
    Eighth,
}

impl Player {
    /// All that a table seats, in order.
    pub const ALL: [Player; SIDES_MAX] = [
        Player::Host,
        Player::Guest,
        Player::Third,
        Player::Fourth,
        Player::Fifth,
        Player::Sixth,
        Player::Seventh,
        Player::Eighth,
    ];

    /// The opponent, where two play.
    pub fn other(self) -> Self {
        match self {
            Player::Host => Player::Guest,
            _ => Player::Host,
        }
    }
}

/// How it is decided who moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// The host moves first.
    #[default]
    Plain,
    /// The guest chooses who is to move, or plays a move and leaves the choice to the host. For two players.
    Swap2,
}

/// Whether a move can be taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TakeBack {
    /// Whenever a player likes: both sit at one screen, or one of them is a program.
    #[default]
    Free,
    /// When everybody else agrees.
    ByConsent,
    /// Never.
    Never,
}

/// What was agreed before the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// Who moves first.
    pub opening: Opening,
    /// Whether moves can be taken back.
    pub take_back: TakeBack,
    /// The clock, if there is one.
    pub time: Option<TimeControl>,
}

/// What a player says to the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "do", content = "with")]
pub enum Message<M> {
    /// Play this move.
    Play(M),
    /// Take back so many moves.
    TakeBack(u32),
    /// Play again what was taken back last.
    Redo,
    /// Agree, or not, to the take-back that somebody asked for.
    Answer(bool),
    /// In the opening: this player is to move.
    Choose(Player),
    /// Give the game up. The other one of two players wins; with more, the game ends and nobody wins, for the rules do not
    /// say how the rest would go on.
    Resign,
    /// Look at the clock.
    Look,
}

/// What the table tells everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "effect")]
pub enum Effect<M> {
    /// A move was played.
    Played {
        /// By whom.
        by: Player,
        /// As it is recorded.
        r#move: M,
    },
    /// The last moves were taken back.
    TakenBack {
        /// How many.
        count: u32,
    },
    /// A player would like to take moves back.
    Asked {
        /// Who asks.
        by: Player,
        /// How many.
        count: u32,
    },
    /// Somebody did not agree.
    Declined,
    /// It was decided who is to move.
    Chosen {
        /// The player to move.
        mover: Player,
    },
    /// The game is over.
    Ended(Ended),
    /// Somebody should say [`Message::Look`] at this time, or a fallen flag goes unnoticed.
    LookAt {
        /// When.
        at_ms: u64,
    },
    /// The message was not possible.
    Refused {
        /// Who sent it.
        to: Player,
        /// Why, in words for that person.
        why: String,
    },
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// A player gave it up.
    Resignation,
    /// A player's time ran out.
    Time,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Who won; nobody in a draw, or when one of more than two players left.
    pub winner: Option<Player>,
    /// Why.
    pub reason: Reason,
    /// Who gave up or ran out of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Player>,
}

/// Why a message was not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The game has ended.
    GameIsOver,
    /// It is somebody else's turn.
    NotYourTurn,
    /// The opening waits for a choice of who is to move.
    ChooseFirst,
    /// There is nothing to choose.
    NothingToChoose,
    /// Fewer moves were played than should be taken back.
    NothingToTakeBack,
    /// Nothing was taken back since the last move.
    NothingToRedo,
    /// Moves stay played at this table.
    NoTakeBacks,
    /// Nobody asked the player for anything.
    NothingAsked,
    /// The game has fewer players.
    NotAtTheTable,
    /// The rules of the game do not allow it.
    Move(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::GameIsOver => "the game is over",
            Refused::NotYourTurn => "it is another player's turn",
            Refused::ChooseFirst => "first choose who is to move",
            Refused::NothingToChoose => "there is nothing to choose now",
            Refused::NothingToTakeBack => "there is no move to take back",
            Refused::NothingToRedo => "there is no move to play again",
            Refused::NoTakeBacks => "moves cannot be taken back in this game",
            Refused::NothingAsked => "nobody asked for anything",
            Refused::NotAtTheTable => "this game has fewer players",
            Refused::Move(why) => why,
        })
    }
}

/// Where the opening stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// This player chooses who is to move; the guest may play a move instead.
    Choosing(Player),
    Playing,
}

/// A take-back that waits for answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    by: Player,
    count: u32,
    /// Who has agreed already, whoever asks included.
    agreed: [bool; SIDES_MAX],
}

/// A game in progress.
#[derive(Clone)]
pub struct Table<G: Game> {
    game: G,
    rules: Rules,
    phase: Phase,
    starter: Player,
    moves: Vec<G::Move>,
    undone: Vec<G::Move>,
    asked: Option<Asked>,
    clock: Option<Clock>,
    ended: Option<Ended>,
}

impl<G: Game> Table<G> {
    /// A fresh table. With a plain opening and a clock, the clock starts with the first message.
    pub fn new(game: G, rules: Rules) -> Self {
        let mut table = Self::started(game, rules, Player::Host);
        if rules.opening == Opening::Swap2 && table.players() == 2 {
            // The mover of the opening move is the guest, whoever will be called the starter in the end.
            table.phase = Phase::Choosing(Player::Guest);
            table.starter = Player::Guest;
        }
        table
    }

    /// A table whose opening is over: `starter` moves first.
    pub fn started(game: G, rules: Rules, starter: Player) -> Self {
        Table {
            game,
            rules,
            phase: Phase::Playing,
            starter,
            moves: Vec::new(),
            undone: Vec::new(),
            asked: None,
            clock: rules.time.map(Clock::new),
            ended: None,
        }
    }

    /// The game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game itself, for what changes its look and not its position.
    pub fn game_mut(&mut self) -> &mut G {
        &mut self.game
    }

    /// Every move played and not taken back.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// How many moves can be played again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// How the game ended, once it did.
    pub fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// Who is to act: to choose in the opening, to move after it.
    pub fn turn(&self) -> Option<Player> {
        if self.ended.is_some() {
            return None;
        }
        match self.phase {
            Phase::Choosing(player) => Some(player),
            Phase::Playing => self.game.mover().map(|side| self.player(side)),
        }
    }

    /// Whether the opening waits for [`Message::Choose`].
    pub fn is_choosing(&self) -> bool {
        self.ended.is_none() && matches!(self.phase, Phase::Choosing(_))
    }

    /// How many players sit here.
    pub fn players(&self) -> usize {
        self.game.sides().clamp(1, SIDES_MAX)
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> Player {
        Player::ALL[(self.starter as usize + side as usize) % self.players()]
    }

    /// The side of a player.
    fn side(&self, player: Player) -> Side {
        let players = self.players();
        Side::ALL[(player as usize + players - self.starter as usize % players) % players]
    }

    /// Time left for a player, if there is a clock.
    pub fn left_ms(&self, player: Player, now_ms: u64) -> Option<u64> {
        let side = self.side(player);
        self.clock.as_ref().map(|clock| clock.left_ms(side, now_ms))
    }

    /// The game so far, to be kept and replayed.
    pub fn record(&self) -> Record<G::Move> {
        Record {
            starter: self.starter,
            moves: self.moves.clone(),
            ended: self.ended,
        }
    }

    /// Takes a message and says what came of it. A message that is not possible changes nothing but the clock.
    pub fn apply(
        &mut self,
        now_ms: u64,
        from: Player,
        message: Message<G::Move>,
    ) -> Vec<Effect<G::Move>> {
        match self.try_apply(now_ms, from, message) {
            Ok(effects) => effects,
            Err(refused) => vec![Effect::Refused {
                to: from,
                why: refused.to_string(),
            }],
        }
    }

    /// As [`Table::apply`], with the refusal as a value.
    pub fn try_apply(
        &mut self,
        now_ms: u64,
        from: Player,
        message: Message<G::Move>,
    ) -> Result<Vec<Effect<G::Move>>, Refused> {
        if from as usize >= self.players() {
            return Err(Refused::NotAtTheTable);
        }
        if self.ended.is_some() && !matches!(message, Message::TakeBack(_) | Message::Answer(_)) {
            return Err(Refused::GameIsOver);
        }
        if let Some(flagged) = self.fallen_flag(now_ms) {
            return Ok(vec![Effect::Ended(flagged)]);
        }
        let mut effects = match message {
            Message::Play(m) => self.play(now_ms, from, m, G::play)?,
            Message::TakeBack(count) => self.ask_take_back(now_ms, from, count)?,
            Message::Answer(yes) => self.answer(now_ms, from, yes)?,
            Message::Redo => {
                if self.turn() != Some(from) {
                    return Err(Refused::NotYourTurn);
                }
                let m = self.undone.last().cloned().ok_or(Refused::NothingToRedo)?;
                let rest = self.undone.len() - 1;
                let kept = self.undone[..rest].to_vec();
                let effects = self.play(now_ms, from, m, G::replay)?;
                self.undone = kept;
                effects
            }
            Message::Choose(mover) => self.choose(now_ms, from, mover)?,
            Message::Resign => {
                self.end(self.left(from, Reason::Resignation));
                vec![Effect::Ended(self.ended.expect("just set"))]
            }
            Message::Look => vec![],
        };
        if let Some(at_ms) = self.clock.as_ref().and_then(Clock::flag_at_ms) {
            effects.push(Effect::LookAt { at_ms });
        }
        Ok(effects)
    }

    /// Plays a move of a record for whoever is to move.
    pub(crate) fn replay(&mut self, m: &G::Move) -> Result<(), Refused> {
        let by = self.turn().ok_or(Refused::GameIsOver)?;
        self.play(0, by, m.clone(), G::replay).map(|_| ())
    }

    /// The end of the game when a player leaves it.
    fn left(&self, by: Player, reason: Reason) -> Ended {
        Ended {
            winner: (self.players() == 2).then(|| by.other()),
            reason,
            by: Some(by),
        }
    }

    /// Ends the game from outside: a replayed record, a server's decision.
    pub fn end(&mut self, ended: Ended) {
        self.ended = Some(ended);
        self.asked = None;
        if let Some(clock) = &mut self.clock {
            clock.hand_to(None, 0, false);
        }
    }

    fn play(
        &mut self,
        now_ms: u64,
        from: Player,
        m: G::Move,
        how: fn(&mut G, &G::Move) -> Result<(), G::Refusal>,
    ) -> Result<Vec<Effect<G::Move>>, Refused> {
        match self.phase {
            Phase::Choosing(Player::Host) => return Err(Refused::ChooseFirst),
            Phase::Choosing(Player::Guest) if from == Player::Guest => {}
            _ if self.turn() == Some(from) => {}
            _ => return Err(Refused::NotYourTurn),
        }
        how(&mut self.game, &m).map_err(|refusal| Refused::Move(refusal.to_string()))?;
        let m = self.game.last_move().unwrap_or(m);
        self.moves.push(m.clone());
        self.undone.clear();
        self.asked = None;
        if let Phase::Choosing(_) = self.phase {
            self.phase = Phase::Choosing(Player::Host);
        }
        let mut effects = vec![Effect::Played {
            by: from,
            r#move: m,
        }];
        if let Some(verdict) = self.game.verdict() {
            let winner = match verdict {
                Verdict::Wins(side) => Some(self.player(side)),
                Verdict::Draw => None,
            };
            self.end(Ended {
                winner,
                reason: Reason::Rules,
                by: None,
            });
            effects.push(Effect::Ended(self.ended.expect("just set")));
        }
        self.hand_clock(now_ms, true);
        Ok(effects)
    }

    fn choose(
        &mut self,
        now_ms: u64,
        from: Player,
        mover: Player,
    ) -> Result<Vec<Effect<G::Move>>, Refused> {
        if self.phase != Phase::Choosing(from) {
            return Err(Refused::NothingToChoose);
        }
        let side = self.game.mover().ok_or(Refused::GameIsOver)?;
        self.starter = if side == Side::First {
            mover
        } else {
            mover.other()
        };
        self.phase = Phase::Playing;
        self.hand_clock(now_ms, false);
        Ok(vec![Effect::Chosen { mover }])
    }

    fn ask_take_back(
        &mut self,
        now_ms: u64,
        from: Player,
        count: u32,
    ) -> Result<Vec<Effect<G::Move>>, Refused> {
        // A finished game can be taken back only where nobody else's result hangs on it.
        match (self.rules.take_back, self.ended) {
            (TakeBack::Never, _) => return Err(Refused::NoTakeBacks),
            (TakeBack::ByConsent, Some(_)) => return Err(Refused::GameIsOver),
            _ => {}
        }
        if count == 0 || count as usize > self.moves.len() || self.is_choosing() {
            return Err(Refused::NothingToTakeBack);
        }
        if self.rules.take_back == TakeBack::ByConsent {
            let mut agreed = [false; SIDES_MAX];
            agreed[from as usize] = true;
            self.asked = Some(Asked {
                by: from,
                count,
                agreed,
            });
            return Ok(vec![Effect::Asked { by: from, count }]);
        }
        Ok(self.take_back(now_ms, count))
    }

    fn answer(
        &mut self,
        now_ms: u64,
        from: Player,
        yes: bool,
    ) -> Result<Vec<Effect<G::Move>>, Refused> {
        let players = self.players();
        let Some(asked) = self.asked.as_mut().filter(|asked| asked.by != from) else {
            return Err(Refused::NothingAsked);
        };
        if !yes {
            self.asked = None;
            return Ok(vec![Effect::Declined]);
        }
        asked.agreed[from as usize] = true;
        let count = asked.count;
        if !asked.agreed[..players].iter().all(|agreed| *agreed) {
            return Ok(vec![]);
        }
        self.asked = None;
        Ok(self.take_back(now_ms, count))
    }

    fn take_back(&mut self, now_ms: u64, count: u32) -> Vec<Effect<G::Move>> {
        for _ in 0..count {
            let Some(m) = self.moves.pop() else { break };
            let undone = self.game.undo();
            debug_assert!(undone, "the table counts the moves that the game has");
            self.undone.push(m);
        }
        self.ended = None;
        self.hand_clock(now_ms, false);
        vec![Effect::TakenBack { count }]
    }

    fn hand_clock(&mut self, now_ms: u64, finished_turn: bool) {
        let side = self.turn().map(|player| self.side(player));
        if let Some(clock) = &mut self.clock {
            clock.hand_to(side, now_ms, finished_turn);
        }
    }

    fn fallen_flag(&mut self, now_ms: u64) -> Option<Ended> {
        let clock = self.clock.as_ref()?;
        if self.ended.is_some() || clock.flag_at_ms()? > now_ms {
            return None;
        }
        let late = self.turn()?;
        self.end(self.left(late, Reason::Time));
        self.ended
    }
}
