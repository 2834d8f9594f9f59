//! The state machine: (now, who, message) in, effects out. It owns turns, the opening, take-backs, resignation, playing
//! again and the clock; what a move means is the game's affair.

use crate::{
    Clock, Effect, Ended, Game, Message, Opening, Player, Reason, Record, Refused, ReplayError,
    Rules, SIDES_MAX, Side, Snapshot, TakeBack, Verdict,
};
use serde::{Deserialize, Serialize};

/// Where the opening stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "phase")]
pub enum Phase {
    /// This player names the size of the game.
    Naming {
        /// Who.
        by: Player,
    },
    /// This player chooses who is to move.
    Choosing {
        /// Who.
        by: Player,
        /// Whether a move may be played instead, which leaves the choice to the other one.
        or_play: bool,
    },
    /// The opening is over.
    Playing,
}

/// A take-back that waits for answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Who asks.
    pub by: Player,
    /// How many moves.
    pub count: u32,
    /// Who has agreed already, whoever asks included.
    pub agreed: Players,
}

/// Some of the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Players(u8);

impl Players {
    fn with(self, player: Player) -> Self {
        Players(self.0 | 1 << player as u8)
    }

    fn without(self, player: Player) -> Self {
        Players(self.0 & !(1 << player as u8))
    }

    /// Whether a player is one of them.
    pub fn has(self, player: Player) -> bool {
        self.0 >> player as u8 & 1 == 1
    }

    /// Whether the first so many players are all among them.
    fn has_all(self, players: usize) -> bool {
        Player::ALL[..players]
            .iter()
            .all(|&player| self.has(player))
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    game: G,
    rules: Rules,
    phase: Phase,
    starter: Player,
    /// The moves of the opening, which are not taken back after it.
    opened: u32,
    undone: Vec<G::Move>,
    asked: Option<Asked>,
    again: Players,
    clock: Option<Clock>,
    ended: Option<Ended>,
    /// How many games were played here before this one.
    round: u32,
}

type Effects<G> = Vec<Effect<<G as Game>::Move>>;

impl<G: Game> Table<G> {
    /// A fresh table. A clock stands still until [`Table::begin`] or the first move.
    pub fn new(game: G, rules: Rules) -> Self {
        let mut table = Self::started(game, rules, Player::Host);
        let phase = match rules.opening {
            _ if table.players() != 2 || table.ended.is_some() => Phase::Playing,
            Opening::Plain => Phase::Playing,
            Opening::Swap2 => Phase::Choosing {
                by: Player::Guest,
                or_play: true,
            },
            Opening::Size => Phase::Naming { by: Player::Host },
        };
        if rules.opening == Opening::Swap2 && phase != Phase::Playing {
            // The mover of the opening move is the guest, whoever will be called the starter in the end.
            table.starter = Player::Guest;
        }
        table.phase = phase;
        table
    }

    /// A table whose opening is over: `starter` moves first.
    pub fn started(game: G, rules: Rules, starter: Player) -> Self {
        let mut table = Table {
            game,
            rules,
            phase: Phase::Playing,
            starter,
            opened: 0,
            undone: Vec::new(),
            asked: None,
            again: Players::default(),
            clock: rules.time.map(Clock::new),
            ended: None,
            round: 0,
        };
        // A map on which nobody can move is over before it began.
        table.ended = table.ended_by_rules();
        table
    }

    /// The game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game itself, for how it is watched; its position changes by messages alone.
    pub fn game_mut(&mut self) -> &mut G {
        &mut self.game
    }

    /// What was agreed.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Where the opening stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Who moved first, or does.
    pub fn starter(&self) -> Player {
        self.starter
    }

    /// How many games were played at this table before this one.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// How many moves were played and not taken back.
    pub fn len(&self) -> usize {
        self.game.len()
    }

    /// Whether no move was played yet.
    pub fn is_empty(&self) -> bool {
        self.game.is_empty()
    }

    /// How many moves can be played again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// The take-back that waits for answers.
    pub fn asked(&self) -> Option<Asked> {
        self.asked
    }

    /// How many moves could be taken back, if everybody agrees who has to: those after the opening.
    pub fn takeable(&self) -> usize {
        let after_opening = self.game.len().saturating_sub(self.opened as usize);
        match (self.rules.take_back, self.phase, self.ended) {
            (TakeBack::Never, ..) | (TakeBack::ByConsent, _, Some(_)) => 0,
            (_, Phase::Playing, _) => after_opening,
            _ => 0,
        }
    }

    /// Who would like to play again.
    pub fn again(&self) -> Players {
        self.again
    }

    /// How the game ended, once it did.
    pub fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// Who is to act: to name a size or to choose in the opening, to move after it.
    pub fn turn(&self) -> Option<Player> {
        if self.ended.is_some() {
            return None;
        }
        match self.phase {
            Phase::Naming { by } | Phase::Choosing { by, .. } => Some(by),
            Phase::Playing => self.game.mover().map(|side| self.player(side)),
        }
    }

    /// Whether the opening waits for [`Message::Choose`].
    pub fn is_choosing(&self) -> bool {
        self.ended.is_none() && matches!(self.phase, Phase::Choosing { .. })
    }

    /// How many players sit here.
    pub fn players(&self) -> usize {
        self.game.sides().clamp(1, SIDES_MAX)
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> Player {
        Player::ALL[(self.starter as usize + side as usize) % self.players()]
    }

    /// Time left for a player, if there is a clock.
    pub fn left_ms(&self, player: Player, now_ms: u64) -> Option<u64> {
        self.clock
            .as_ref()
            .map(|clock| clock.left_ms(player, now_ms))
    }

    /// When the running clock reaches zero, if there is one.
    pub fn flag_at_ms(&self) -> Option<u64> {
        self.clock.as_ref()?.flag_at_ms()
    }

    /// The game so far, to be kept and replayed.
    pub fn record(&self) -> Record<G::Move> {
        let moves = 0..self.game.len();
        Record {
            starter: self.starter,
            moves: moves.filter_map(|index| self.game.move_at(index)).collect(),
            redrawn: self.game.redrawn(),
            ended: self.ended,
        }
    }

    /// Everything that decides how this table goes on.
    pub fn snapshot(&self) -> Snapshot<G::Start, G::Move> {
        Snapshot {
            start: self.game.start().clone(),
            rules: self.rules,
            phase: self.phase,
            opened: self.opened,
            record: self.record(),
            undone: self.undone.clone(),
            asked: self.asked,
            again: self.again,
            clock: self.clock.clone(),
            round: self.round,
            picture: self.game.picture_hash(),
            drawn: self.game.drawn(),
        }
    }

    /// The table of a snapshot: every move is checked, so nothing that breaks the rules comes in. Where the snapshot has no
    /// picture, or not the one of its moves, every move is drawn again.
    pub fn restore(snapshot: &Snapshot<G::Start, G::Move>) -> Result<Self, ReplayError> {
        let record = &snapshot.record;
        let drawn = snapshot.drawn.as_deref();
        let reopened = drawn
            .and_then(|drawn| G::reopen(&snapshot.start, &record.moves, record.redrawn, drawn));
        let mut table = match reopened {
            Some(game) => record.resume(game, snapshot.rules)?,
            None => {
                let game = G::open(&snapshot.start).map_err(|refusal| ReplayError {
                    index: 0,
                    reason: refusal.to_string(),
                })?;
                record.replay(game, snapshot.rules)?
            }
        };
        table.phase = snapshot.phase;
        table.opened = snapshot.opened;
        table.undone = snapshot.undone.clone();
        table.asked = snapshot.asked;
        table.again = snapshot.again;
        table.clock = snapshot.clock.clone();
        table.round = snapshot.round;
        let differs = snapshot.picture.is_some() && snapshot.picture != table.game.picture_hash();
        if differs {
            let reason = "the picture comes out differently here".to_string();
            let index = snapshot.record.moves.len();
            return Err(ReplayError { index, reason });
        }
        Ok(table)
    }

    /// Starts the clock of whoever is to act: everybody is there.
    pub fn begin(&mut self, now_ms: u64) -> Effects<G> {
        self.hand_clock(now_ms, false);
        self.look_at().into_iter().collect()
    }

    /// Takes a message and says what came of it. A message that is not possible changes nothing but the clock.
    pub fn apply(&mut self, now_ms: u64, from: Player, message: Message<G::Move>) -> Effects<G> {
        match self.try_apply(now_ms, from, message) {
            Ok(effects) => effects,
            Err(why) => vec![Effect::Refused { to: from, why }],
        }
    }

    /// As [`Table::apply`], with the refusal as a value.
    pub fn try_apply(
        &mut self,
        now_ms: u64,
        from: Player,
        message: Message<G::Move>,
    ) -> Result<Effects<G>, Refused> {
        if from as usize >= self.players() {
            return Err(Refused::NotAtTheTable);
        }
        if let Some(flagged) = self.fallen_flag(now_ms) {
            return Ok(vec![Effect::Ended(flagged)]);
        }
        let after_the_end = matches!(
            message,
            Message::TakeBack(_)
                | Message::Answer(_)
                | Message::Redraw
                | Message::Again(_)
                | Message::Look
        );
        if self.ended.is_some() && !after_the_end {
            return Err(Refused::GameIsOver);
        }
        let mut effects = match message {
            Message::Play(m) => self.play(now_ms, from, &m, G::play)?,
            Message::TakeBack(count) => self.ask_take_back(now_ms, from, count)?,
            Message::Answer(yes) => self.answer(now_ms, from, yes)?,
            Message::Redo => self.redo(now_ms, from)?,
            Message::Size(size) => self.size(now_ms, from, size)?,
            Message::Choose(mover) => self.choose(now_ms, from, mover)?,
            Message::Redraw => self.redraw(from)?,
            Message::Resign => vec![self.end(self.left(from, Reason::Resignation))],
            Message::Again(yes) => self.offer_again(now_ms, from, yes)?,
            Message::Look => vec![],
        };
        effects.extend(self.look_at());
        Ok(effects)
    }

    /// Plays a move of a record for whoever is to move.
    pub(crate) fn replay(&mut self, m: &G::Move) -> Result<(), Refused> {
        let by = self.turn().ok_or(Refused::GameIsOver)?;
        self.play(0, by, m, G::replay).map(|_| ())
    }

    /// Ends the game from outside: a replayed record, a server's decision.
    pub fn end(&mut self, ended: Ended) -> Effect<G::Move> {
        self.ended = Some(ended);
        self.asked = None;
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
        Effect::Ended(ended)
    }

    /// The end of the game when a player leaves it.
    fn left(&self, by: Player, reason: Reason) -> Ended {
        Ended {
            winner: (self.players() == 2).then(|| by.other()),
            reason,
            by: Some(by),
        }
    }

    fn ended_by_rules(&self) -> Option<Ended> {
        let winner = match self.game.verdict()? {
            Verdict::Wins(side) => Some(self.player(side)),
            Verdict::Draw => None,
        };
        Some(Ended {
            winner,
            reason: Reason::Rules,
            by: None,
        })
    }

    fn play(
        &mut self,
        now_ms: u64,
        from: Player,
        m: &G::Move,
        how: fn(&mut G, &G::Move) -> Result<(), G::Refusal>,
    ) -> Result<Effects<G>, Refused> {
        match self.phase {
            _ if self.turn() != Some(from) => return Err(Refused::NotYourTurn),
            Phase::Naming { .. } => return Err(Refused::NameSizeFirst),
            Phase::Choosing { or_play: false, .. } => return Err(Refused::ChooseFirst),
            Phase::Choosing { .. } | Phase::Playing => {}
        }
        how(&mut self.game, m).map_err(|refusal| Refused::Move(refusal.to_string()))?;
        self.undone.clear();
        self.asked = None;
        if let Phase::Choosing { by, .. } = self.phase {
            self.phase = Phase::Choosing {
                by: by.other(),
                or_play: false,
            };
        }
        let last = self.game.len().checked_sub(1);
        let mut effects = vec![Effect::Played {
            by: from,
            r#move: last
                .and_then(|last| self.game.move_at(last))
                .unwrap_or_else(|| m.clone()),
            picture: self.game.picture_hash(),
        }];
        self.hand_clock(now_ms, true);
        if let Some(ended) = self.ended_by_rules() {
            effects.push(self.end(ended));
        }
        Ok(effects)
    }

    fn redo(&mut self, now_ms: u64, from: Player) -> Result<Effects<G>, Refused> {
        if self.turn() != Some(from) {
            return Err(Refused::NotYourTurn);
        }
        let mut undone = std::mem::take(&mut self.undone);
        let Some(m) = undone.pop() else {
            return Err(Refused::NothingToRedo);
        };
        let effects = self.play(now_ms, from, &m, G::replay);
        if effects.is_err() {
            undone.push(m);
        }
        self.undone = undone;
        effects
    }

    fn redraw(&mut self, from: Player) -> Result<Effects<G>, Refused> {
        // Under somebody's pen the picture stays as it is; when nobody draws any more, anybody may tidy it.
        if self.ended.is_none() && self.turn() != Some(from) {
            return Err(Refused::NotYourTurn);
        }
        if !self.game.redraw() {
            return Err(Refused::NothingToRedraw);
        }
        Ok(vec![Effect::Redrawn {
            by: from,
            picture: self.game.picture_hash(),
        }])
    }

    fn size(&mut self, now_ms: u64, from: Player, size: u32) -> Result<Effects<G>, Refused> {
        if self.phase != (Phase::Naming { by: from }) {
            return Err(Refused::NothingToChoose);
        }
        let start = G::sized(self.game.start(), size).ok_or(Refused::NoSuchSize)?;
        self.game = G::open(&start).map_err(|refusal| Refused::Move(refusal.to_string()))?;
        self.phase = Phase::Choosing {
            by: from.other(),
            or_play: false,
        };
        self.hand_clock(now_ms, false);
        Ok(vec![Effect::Sized { size }])
    }

    fn choose(&mut self, now_ms: u64, from: Player, mover: Player) -> Result<Effects<G>, Refused> {
        if !matches!(self.phase, Phase::Choosing { by, .. } if by == from) {
            return Err(Refused::NothingToChoose);
        }
        if mover as usize >= self.players() {
            return Err(Refused::NotAtTheTable);
        }
        let side = self.game.mover().ok_or(Refused::GameIsOver)?;
        self.starter = if side == Side::First {
            mover
        } else {
            mover.other()
        };
        self.phase = Phase::Playing;
        self.opened = self.game.len() as u32;
        self.hand_clock(now_ms, false);
        Ok(vec![Effect::Chosen { mover }])
    }

    fn ask_take_back(
        &mut self,
        now_ms: u64,
        from: Player,
        count: u32,
    ) -> Result<Effects<G>, Refused> {
        // A finished game can be taken back only where nobody else's result hangs on it.
        match (self.rules.take_back, self.ended) {
            (TakeBack::Never, _) => return Err(Refused::NoTakeBacks),
            (TakeBack::ByConsent, Some(_)) => return Err(Refused::GameIsOver),
            _ => {}
        }
        if count == 0 || count as usize > self.takeable() {
            return Err(Refused::NothingToTakeBack);
        }
        if self.rules.take_back == TakeBack::ByConsent {
            self.asked = Some(Asked {
                by: from,
                count,
                agreed: Players::default().with(from),
            });
            return Ok(vec![Effect::Asked { by: from, count }]);
        }
        Ok(self.take_back(now_ms, count))
    }

    fn answer(&mut self, now_ms: u64, from: Player, yes: bool) -> Result<Effects<G>, Refused> {
        let players = self.players();
        let Some(asked) = self.asked.as_mut().filter(|asked| asked.by != from) else {
            return Err(Refused::NothingAsked);
        };
        if !yes {
            self.asked = None;
            return Ok(vec![Effect::Declined { by: from }]);
        }
        asked.agreed = asked.agreed.with(from);
        if !asked.agreed.has_all(players) {
            return Ok(vec![Effect::Agreed { by: from }]);
        }
        let count = asked.count;
        Ok(self.take_back(now_ms, count))
    }

    fn take_back(&mut self, now_ms: u64, count: u32) -> Effects<G> {
        for _ in 0..count {
            let Some(m) = self.game.undo() else { break };
            self.undone.push(m);
        }
        self.asked = None;
        self.again = Players::default();
        self.ended = None;
        self.hand_clock(now_ms, false);
        let picture = self.game.picture_hash();
        vec![Effect::TakenBack { count, picture }]
    }

    fn offer_again(&mut self, now_ms: u64, from: Player, yes: bool) -> Result<Effects<G>, Refused> {
        if self.ended.is_none() {
            return Err(Refused::GameGoesOn);
        }
        if !yes {
            self.again = self.again.without(from);
        } else {
            self.again = self.again.with(from);
        }
        let mut effects = vec![Effect::Offered {
            by: from,
            again: yes,
        }];
        if self.again.has_all(self.players()) {
            let game =
                G::open(self.game.start()).map_err(|refusal| Refused::Move(refusal.to_string()))?;
            let starter = Player::ALL[(self.starter as usize + 1) % self.players()];
            let round = self.round + 1;
            *self = Table::started(game, self.rules, starter);
            self.round = round;
            self.hand_clock(now_ms, false);
            effects.push(Effect::Again { starter });
        }
        Ok(effects)
    }

    fn hand_clock(&mut self, now_ms: u64, finished_turn: bool) {
        let next = self.turn();
        if let Some(clock) = &mut self.clock {
            clock.hand_to(next, now_ms, finished_turn);
        }
    }

    fn look_at(&self) -> Option<Effect<G::Move>> {
        let at_ms = self.clock.as_ref()?.flag_at_ms()?;
        Some(Effect::LookAt { at_ms })
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
