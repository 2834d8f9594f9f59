//! What the thinking worker asks: a move for the computer, the value of a move. It knows opponents and positions, no
//! pictures.

use crate::door;
use crate::said::{Said, other, say};
use connection::opponent::{Search, Strength};
use serde::{Deserialize, Serialize};
use solver::opponent::{Knowledge, Level, Opponents};
use solver::{Limits, Solver, Stopped};
use sprouts::order;
use sprouts::{Ending, Labelled, Outcome, Seed, SpotId};
use std::cell::RefCell;
use std::ops::ControlFlow;
use table::{Game, InkMove, Stones, StonesStart};

#[derive(Deserialize)]
struct Question {
    regions: Vec<Vec<Vec<SpotId>>>,
    ending: Ending,
    level: String,
    seed: u64,
}

#[derive(Serialize)]
struct Choice {
    r#move: InkMove,
    /// `win` and `loss` are proved; everything else is a guess.
    knows: &'static str,
    says: String,
}

/// What the opponents may remember for each ending.
const OPPONENT_BYTES: u64 = 192 << 20;

/// The computer opponents of Sprouts. They stay warm from move to move.
pub struct Thinker {
    opponents: Opponents,
}

impl Thinker {
    /// Opponents that know nothing yet.
    pub fn new() -> Thinker {
        Thinker {
            opponents: Opponents::new(OPPONENT_BYTES),
        }
    }

    /// Takes in what was proved beforehand, a text of results: what the perfect opponent could not prove within its time.
    pub fn learn(&mut self, lessons: &str) -> Result<(), Said> {
        let (results, _) =
            solver::database::read_text(lessons.as_bytes()).map_err(|error| other(&error))?;
        self.opponents.learn_results(&results);
        Ok(())
    }

    /// Chooses a move. The script says which share of the time is gone.
    pub fn choose(&mut self, question: &str) -> Result<String, Said> {
        let question: Question = serde_json::from_str(question)?;
        let level: Level = question
            .level
            .parse()
            .map_err(|_| other("there is no such level"))?;
        let game = Labelled::from_regions(question.regions)?;
        let mut seed = Seed::new(question.seed);
        let budget = &mut door::patience_spent;
        let choice = self
            .opponents
            .choose(&game, question.ending, level, &mut seed, budget);
        let choice = choice.ok_or_else(|| other("there is no move"))?;
        let knows = match choice.knowledge {
            Knowledge::Wins { .. } => "win",
            Knowledge::Loses { .. } => "loss",
            _ => "guess",
        };
        let says = choice.knowledge.to_string();
        Ok(serde_json::to_string(&Choice {
            r#move: InkMove::of(&choice.played),
            knows,
            says,
        })?)
    }
}

#[derive(Deserialize)]
struct StonesQuestion {
    #[serde(flatten)]
    start: StonesStart,
    moves: Vec<String>,
    level: String,
    seed: u64,
}

/// Playouts between two looks at the time.
const SLICE: u32 = 32;

thread_local! {
    /// The game that was thought about last: its rules are compiled, and most of its moves are the next question's.
    static STONES: RefCell<Option<Stones>> = const { RefCell::new(None) };
}

/// The game of a question, from the one known already where it is the same game.
pub fn followed(
    known: Option<Stones>,
    start: &StonesStart,
    moves: &[String],
) -> Result<Stones, Said> {
    let mut game = match known.filter(|game| game.start() == start) {
        Some(game) => game,
        None => Stones::open(start)?,
    };
    let same = |game: &Stones, index: usize| game.move_at(index).as_ref() == moves.get(index);
    let common = (0..game.len())
        .take_while(|&index| same(&game, index))
        .count();
    while game.len() > common {
        game.undo();
    }
    for text in &moves[common..] {
        game.play(text)?;
    }
    Ok(game)
}

/// A search that may go on where it was when the game has gone on, and the move that it chose.
struct Kept {
    search: Search,
    level: Strength,
    own: connection::moves::Move,
}

thread_local! {
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// The search for a question: the last one, if the game went on from there.
fn search_for(game: &Stones, level: Strength, seed: u64) -> Search {
    let (engine, swapped) = (game.engine(), game.is_swapped());
    let kept = KEPT.take().filter(|kept| kept.level == level);
    let followed = kept.and_then(|mut kept| {
        let follows = kept.search.follow(engine, swapped, Some(kept.own));
        follows.then_some(kept.search)
    });
    followed.unwrap_or_else(|| Search::new(engine, swapped, level, seed))
}

#[derive(Serialize)]
struct StonesChoice {
    r#move: String,
    /// The empty sites with which the computer is sure to win from here, if it is.
    needs: Option<Vec<u16>>,
}

/// Chooses a move for the computer in a connection game. The script is asked between playouts whether to go on.
pub fn choose_stone(question: &str) -> Result<String, Said> {
    let question: StonesQuestion = serde_json::from_str(question)?;
    let level = Strength::parse(&question.level).ok_or_else(|| other("there is no such level"))?;
    let game = STONES.with_borrow_mut(|known| -> Result<Stones, Said> {
        let game = followed(known.take(), &question.start, &question.moves)?;
        *known = Some(game.clone());
        Ok(game)
    })?;
    let mut search = search_for(&game, level, question.seed);
    while search.think(SLICE) {
        if !door::may_go_on() {
            break;
        }
    }
    let own = search.best().ok_or_else(|| other("the game is over"))?;
    let mut after = game.engine().fork();
    after.play(own);
    let needs =
        (level >= Strength::Strong).then(|| connection::connections::needed_by_last(&*after));
    KEPT.set(Some(Kept { search, level, own }));
    Ok(serde_json::to_string(&StonesChoice {
        r#move: own.text(game.plan()),
        needs: needs
            .flatten()
            .map(|sites| sites.into_iter().map(|site| site.0).collect()),
    })?)
}

/// What an analysis may remember for each ending.
const ANALYST_BYTES: u64 = 1 << 30;

/// Finds the values of the moves of one position after another, and stays warm between them and when it is stopped.
pub struct Analyst {
    solver: Solver,
    children: Vec<sprouts::Canonical>,
}

#[derive(Serialize)]
struct Different {
    r#move: InkMove,
    text: String,
    /// The position that the move leads to.
    child: String,
    lives: u32,
}

#[derive(Serialize)]
struct Value {
    /// For whoever makes the move: `win`, `loss`, or `unknown`.
    outcome: &'static str,
    nimber: Option<u8>,
    /// Whether it stays unknown because the memory is too small, even after all that can be spared is forgotten.
    full: bool,
}

impl Analyst {
    /// An analyst who knows nothing yet.
    pub fn new() -> Analyst {
        Analyst::within(ANALYST_BYTES)
    }

    /// How many positions are settled so far: nimbers in normal play, losses in misère.
    pub fn settled(&self, misere: bool) -> f64 {
        self.solver.progress(Ending::of_misere(misere)).proved as f64
    }

    /// Every really different move of a position, simplest children first.
    pub fn moves(&mut self, regions: &str) -> Result<String, Said> {
        let labelled = Labelled::from_regions(serde_json::from_str(regions)?)?;
        let mut different = labelled.children_up_to(MOVES_MAX);
        order::sort_by_key(&mut different, |(_, child)| child.lives());
        let shown = different.iter().map(|(m, child)| Different {
            r#move: InkMove::of(m),
            text: sprouts::wgosa::write(&labelled, m).unwrap_or_default(),
            child: child.to_string(),
            lives: child.lives(),
        });
        let shown = serde_json::to_string(&shown.collect::<Vec<_>>())?;
        self.children = different.into_iter().map(|(_, child)| child).collect();
        Ok(shown)
    }

    /// The different children of a position given as text, when there is no picture of it.
    pub fn children(&mut self, position: &str) -> Result<String, Said> {
        let position: sprouts::Position = position.parse()?;
        self.children = (position.canonical().children_within(MOVES_MAX as u64)).ok_or_else(|| {
            let words = format!(
                "this position has more than {MOVES_MAX} moves; try one with fewer boundaries in a region"
            );
            say("position.moves", serde_json::json!([MOVES_MAX]), &words)
        })?;
        order::sort_by(&mut self.children, |a, b| {
            (a.lives(), a).cmp(&(b.lives(), b))
        });
        Ok(serde_json::to_string(
            &self
                .children
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
        )?)
    }

    /// Takes the positions of a game, so that [`Analyst::value`] says what each was worth to whoever made the move to it.
    pub fn line(&mut self, positions: &str) -> Result<(), Said> {
        let texts: Vec<String> = serde_json::from_str(positions)?;
        let mut line = Vec::with_capacity(texts.len());
        for text in texts {
            line.push(text.parse::<sprouts::Position>()?.canonical());
        }
        self.children = line;
        Ok(())
    }

    /// What one of the moves is worth to whoever makes it. A loss for the next player is a win. The script is asked now and
    /// then whether to go on; when it says no the value is unknown, and asking again goes on from what was found.
    pub fn value(&mut self, index: usize, misere: bool, nimber: bool) -> Result<String, Said> {
        let stop = || !door::may_go_on();
        let value = self.weigh(index, misere, nimber, &stop);
        let value = value.ok_or_else(|| other("there is no such move"))?;
        Ok(serde_json::to_string(&value)?)
    }
}

impl Analyst {
    /// An analyst whose tables, one for each ending, take at most so much.
    fn within(memory_bytes: u64) -> Analyst {
        Analyst {
            solver: Solver::new(Limits {
                memory_bytes,
                ..Default::default()
            }),
            children: Vec::new(),
        }
    }

    /// What a move is worth, if there is such a move. A full table makes room and the search goes on.
    fn weigh(
        &mut self,
        index: usize,
        misere: bool,
        nimber: bool,
        stop: &dyn Fn() -> bool,
    ) -> Option<Value> {
        let child = self.children.get(index)?;
        let mut value = Value {
            outcome: "unknown",
            nimber: None,
            full: false,
        };
        let budget = &mut |_: &solver::Progress| match stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let answer = if nimber && !misere {
            let found = self.solver.nimber(child, budget);
            value.nimber = found.ok().map(sprouts::Nimber::get);
            found.map(Outcome::of_nimber)
        } else {
            let ending = Ending::of_misere(misere);
            self.solver.outcome(child, ending, budget)
        };
        match answer {
            Ok(Outcome::Win) => value.outcome = "loss",
            Ok(Outcome::Loss) => value.outcome = "win",
            Err(stopped) => value.full = stopped == Stopped::ByMemory,
        }
        Some(value)
    }
}

/// The most moves that are told apart: far beyond what anybody reads.
const MOVES_MAX: usize = 20_000;

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of all moves, found within so much memory, and how much was in use at the end.
    fn values(position: &str, memory_bytes: u64, misere: bool) -> (Vec<Value>, u64) {
        let mut analyst = Analyst::within(memory_bytes);
        assert!(analyst.children(position).is_ok());
        let moves = 0..analyst.children.len();
        let values = moves.map(|index| analyst.weigh(index, misere, false, &|| false));
        let values = values.collect::<Option<_>>().expect("there are such moves");
        (values, analyst.solver.progress(Ending::Normal).bytes)
    }

    #[test]
    fn a_full_table_makes_room() {
        const BYTES: u64 = 2 << 20;
        let (wanted, bytes) = values("0*9", ANALYST_BYTES, false);
        assert!(bytes > 2 * BYTES, "{bytes}: the test wants a full table");
        let (found, _) = values("0*9", BYTES, false);
        for (found, wanted) in found.iter().zip(&wanted) {
            assert_eq!((found.outcome, found.full), (wanted.outcome, false));
        }
    }

    #[test]
    fn what_is_too_large_says_so() {
        for misere in [false, true] {
            let (found, _) = values("0*9", 100_000, misere);
            assert!(found.iter().any(|value| value.full));
            for value in found {
                assert_eq!(value.full, value.outcome == "unknown");
            }
        }
    }

    #[test]
    fn a_stop_is_no_lack_of_memory() {
        let mut analyst = Analyst::within(ANALYST_BYTES);
        assert!(analyst.children("0*12").is_ok());
        let value = analyst.weigh(0, false, false, &|| true);
        assert!(value.is_some_and(|value| value.outcome == "unknown" && !value.full));
        assert!(analyst.weigh(1_000_000, false, false, &|| true).is_none());
    }
}
