//! `rhizome campaign`: makes the levels of the campaign, each one drawn, each one proved to be winnable by the person: as the first player, or, where
//! the computer starts, as the second. It owns how levels are chosen and put in order; drawing, proving and playing are the engine crates'.

pub mod rehearsal;

use super::Outcome;
use crate::input;
use crate::output;
use crate::quantity;
use clap::Subcommand;
use drawing::{PlanarMap, Redraw};
use serde_json::{Value, json};
use solver::opponent::{Level as Strength, Opponents};
use solver::{Limits, Solver, unlimited};
use sprouts::{Canonical, Ending, Labelled, Seed, wgosa};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use terminal::Progress;

use rehearsal::move_time;

/// The commands of the campaign.
#[derive(Subcommand)]
pub enum Command {
    /// Make the levels of the campaign and prove each one winnable (its file is part of the page)
    Campaign {
        /// How many levels
        #[arg(long, default_value_t = 160, value_parser = clap::value_parser!(u32).range(1..=1000))]
        levels: u32,
        /// The same seed makes the same levels
        #[arg(long, default_value_t = 1, value_parser = quantity::seed)]
        seed: u64,
        /// Where to write them, as one JSON array
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let Self::Campaign {
            levels,
            seed,
            output,
        } = self;
        output::check(&output)?;
        let made = make(levels, LIVES, seed)?;
        let lines: Vec<String> = made.iter().map(Value::to_string).collect();
        output::write_or_rescue(&output, format!("[\n{}\n]\n", lines.join(",\n")))?;
        println!("{} levels in {}", made.len(), output.display());
        Ok(ExitCode::SUCCESS)
    }
}

/// The fewest and the most spots to begin with: below two nobody can choose, above fourteen a proof takes too long.
const SPOTS: std::ops::RangeInclusive<u32> = 2..=14;

/// The lives left at the first and at the last level.
const LIVES: (u32, u32) = (4, 34);

/// How many random games are looked through for every number of spots.
const GAMES: u64 = 60;

/// Every so many levels the computer starts, as long as few lives are left: later, what it may be asked takes too long to prove.
const COMPUTER_STARTS_EVERY: u32 = 8;
const COMPUTER_STARTS_LIVES_MAX: u32 = 24;

/// Who tries each level against Perfect, and how often each of them: the games lost are its difficulty.
const TRIED_BY: [Strength; 3] = [Strength::Easy, Strength::Medium, Strength::Hard];
const TRIES: u64 = 8;

/// What a solver may use for all levels together.
const LIMITS: Limits = Limits {
    memory_bytes: 1 << 30,
    threads: 1,
};

/// A level as a file has it.
pub struct Kept {
    /// Its picture.
    pub map: PlanarMap,
    /// Whether the computer makes the first move.
    pub computer_starts: bool,
}

/// The levels of a file, in order.
pub fn read(file: &Path) -> Result<Vec<Kept>, Box<dyn std::error::Error>> {
    let text = input::text(file)?;
    let levels = crate::json::read::<Vec<Value>>(&text)
        .map_err(Into::into)
        .and_then(|levels| {
            levels
                .iter()
                .map(kept)
                .collect::<Result<_, Box<dyn Error>>>()
        });
    levels.map_err(|error| format!("{}: {error}", file.display()).into())
}

fn kept(level: &Value) -> Result<Kept, Box<dyn std::error::Error>> {
    let map = level["map"].as_str().ok_or("a level has no map")?;
    Ok(Kept {
        map: map.parse()?,
        computer_starts: level["computer_starts"] == true,
    })
}

/// A level before its picture is drawn.
pub(super) struct Level {
    spots: u32,
    moves: Vec<sprouts::Move>,
    /// What it comes to.
    pub(super) position: Canonical,
}

/// A level that was proved and tried.
struct Chosen {
    level: Level,
    computer_starts: bool,
    /// Games lost against Perfect by those who tried it.
    lost: u32,
}

fn make(
    levels: u32,
    (few, many): (u32, u32),
    seed: u64,
) -> Result<Vec<Value>, Box<dyn std::error::Error>> {
    let mut solver = Solver::new(LIMITS);
    let mut opponents = Opponents::new(LIMITS.memory_bytes);
    let mut by_lives = candidates(seed, GAMES)?;
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut progress = Progress::new();
    for index in 0..levels {
        let span = f64::from(many - few);
        let target = few
            + (span * f64::from(index) / f64::from(levels.saturating_sub(1).max(1))).round() as u32;
        let computer_starts = (index + 1).is_multiple_of(COMPUTER_STARTS_EVERY)
            && target <= COMPUTER_STARTS_LIVES_MAX;
        // Whoever starts in a lost position leaves it to the other to win.
        let wanted = match computer_starts {
            true => sprouts::Outcome::Loss,
            false => sprouts::Outcome::Win,
        };
        let level = pick(&mut by_lives, target, wanted, &mut solver)?;
        let lost = games_lost(&level, computer_starts, &mut opponents)?;
        progress.show(|| {
            let (lives, spots) = (level.position.lives(), level.spots);
            format!(
                "proved {} of {levels}: {lives} lives, {spots} spots, {lost} games lost",
                index + 1
            )
        });
        chosen.push(Chosen {
            level,
            computer_starts,
            lost,
        });
    }
    chosen.sort_by_cached_key(|Chosen { level, lost, .. }| {
        let position = level.position.clone();
        (*lost, position.lives(), level.spots, position)
    });
    let drawn = chosen.iter().enumerate().map(|(index, chosen)| {
        progress.show(|| format!("drawn {} of {levels}", index + 1));
        let mut drawn = draw(&chosen.level)?;
        drawn["lost"] = chosen.lost.into();
        if chosen.computer_starts {
            drawn["computer_starts"] = true.into();
        }
        Ok(drawn)
    });
    drawn.collect()
}

/// How many games those who try a level lose in it against Perfect.
fn games_lost(
    level: &Level,
    computer_starts: bool,
    opponents: &mut Opponents,
) -> Result<u32, Box<dyn std::error::Error>> {
    let mut start = Labelled::start(level.spots);
    for m in &level.moves {
        start.play(m)?;
    }
    let mut lost = 0;
    for strength in TRIED_BY {
        for number in 0..TRIES {
            let mut game = start.without_history();
            let mut seed = Seed::new(number);
            let mut is_computers = computer_starts;
            loop {
                let level = if is_computers {
                    Strength::Perfect
                } else {
                    strength
                };
                let Some(choice) =
                    opponents.choose(&game, Ending::Normal, level, &mut seed, &mut move_time())
                else {
                    break;
                };
                game.play(&choice.played)?;
                is_computers = !is_computers;
            }
            // Whoever cannot move has lost.
            lost += u32::from(!is_computers);
        }
    }
    Ok(lost)
}

/// Different positions of so many random games, by the lives that are left.
pub(super) fn candidates(
    seed: u64,
    games: u64,
) -> Result<BTreeMap<u32, Vec<Level>>, Box<dyn std::error::Error>> {
    let mut by_lives: BTreeMap<u32, Vec<Level>> = BTreeMap::new();
    let mut known = std::collections::BTreeSet::new();
    for game in 0..games {
        for spots in SPOTS {
            let mut random = Seed::new(seed ^ (game << 8) ^ u64::from(spots));
            let mut labelled = sprouts::Labelled::start(spots);
            loop {
                let position = labelled.position()?.canonical();
                let lives = position.lives();
                if lives < LIVES.0 || position.is_over() {
                    break;
                }
                // A level is one piece of thinking: positions that fall apart into known small parts are left out.
                let whole = position.lands().len() == 1;
                if lives <= LIVES.1 && whole && known.insert(position.clone()) {
                    let moves = labelled.history().to_vec();
                    by_lives.entry(lives).or_default().push(Level {
                        spots,
                        moves,
                        position,
                    });
                }
                let moves = labelled.moves_up_to(5000);
                let Some(m) = random.pick(&moves) else { break };
                labelled.play(m)?;
            }
        }
    }
    for (lives, levels) in &mut by_lives {
        Seed::new(seed.wrapping_add(u64::from(*lives))).shuffle(levels);
    }
    Ok(by_lives)
}

/// Takes a position with about so many lives and this outcome.
fn pick(
    by_lives: &mut BTreeMap<u32, Vec<Level>>,
    target: u32,
    wanted: sprouts::Outcome,
    solver: &mut Solver,
) -> Result<Level, Box<dyn std::error::Error>> {
    for distance in 0..=LIVES.1 {
        for lives in [target.saturating_sub(distance), target + distance] {
            let Some(levels) = by_lives.get_mut(&lives) else {
                continue;
            };
            let fits = |level: &Level| {
                solver.outcome(&level.position, Ending::Normal, &mut unlimited()) == Ok(wanted)
            };
            if let Some(place) = levels.iter().rposition(fits) {
                return Ok(levels.remove(place));
            }
        }
    }
    Err("there are not so many different levels; ask for fewer".into())
}

/// Plays the level's making in ink, and writes down the picture it comes to.
pub(super) fn draw(level: &Level) -> Result<Value, Box<dyn std::error::Error>> {
    let mut map = PlanarMap::start(level.spots);
    let mut transcript = wgosa::Transcript::start(level.spots);
    for m in &level.moves {
        transcript.write(map.labelled(), m);
        let curve = map.route(m)?;
        map.draw(&curve)?;
        map.redraw(Redraw::STEPS);
    }
    map.tidy();
    map.rebase();
    Ok(json!({
        "spots": level.spots,
        "moves": transcript.texts().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "lives": level.position.lives(),
        "map": map.to_text(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels that the page ships.
    fn shipped() -> Vec<Value> {
        let text = include_str!("../../../web/page/data/campaign.json");
        serde_json::from_str(text).expect("the campaign is JSON")
    }

    fn computer_starts(level: &Value) -> bool {
        kept(level).unwrap().computer_starts
    }

    #[test]
    fn every_shipped_level_is_reached_by_its_making_and_won_by_the_person() {
        let levels = shipped();
        assert!(levels.len() >= 150, "{} levels", levels.len());
        let mut solver = Solver::new(LIMITS);
        let mut known = std::collections::BTreeSet::new();
        let mut lost_before = 0;
        for (index, level) in levels.iter().enumerate() {
            let spots = u32::try_from(level["spots"].as_u64().unwrap()).unwrap();
            let mut making = sprouts::Labelled::start(spots);
            for text in level["moves"].as_array().unwrap() {
                let m = wgosa::read(&making, text.as_str().unwrap()).unwrap();
                making.play(&m).unwrap();
            }
            let position = making.position().unwrap().canonical();
            let map: PlanarMap = level["map"].as_str().unwrap().parse().unwrap();
            assert_eq!(map.check(), Ok(()), "level {}", index + 1);
            assert_eq!(
                map.labelled().position().unwrap().canonical(),
                position,
                "level {}",
                index + 1
            );
            let is_persons = !computer_starts(level);
            let is_won = solver.outcome(&position, Ending::Normal, &mut unlimited())
                == Ok(sprouts::Outcome::Win);
            assert_eq!(is_won, is_persons, "level {}", index + 1);
            let lost = level["lost"].as_u64().unwrap();
            assert!(lost >= lost_before, "difficulty rises");
            lost_before = lost;
            assert!(known.insert(position), "level {} is there twice", index + 1);
        }
        let spots: std::collections::BTreeSet<u64> = levels
            .iter()
            .filter_map(|level| level["spots"].as_u64())
            .collect();
        assert!(
            (2..=11).all(|n| spots.contains(&n)),
            "every size from 2 to 11 occurs: {spots:?}"
        );
        let computers = levels.iter().filter(|level| computer_starts(level)).count();
        assert!(computers >= 10, "the computer starts on {computers} levels");
    }

    /// Nobody lost more or fewer games in a level than it says: the first levels are tried again.
    #[test]
    fn the_difficulty_of_levels_is_measured() {
        let mut opponents = Opponents::new(LIMITS.memory_bytes);
        for level in &shipped()[..12] {
            let spots = u32::try_from(level["spots"].as_u64().unwrap()).unwrap();
            let mut making = Labelled::start(spots);
            for text in level["moves"].as_array().unwrap() {
                let m = wgosa::read(&making, text.as_str().unwrap()).unwrap();
                making.play(&m).unwrap();
            }
            let made = Level {
                spots,
                moves: making.history().to_vec(),
                position: making.position().unwrap().canonical(),
            };
            let lost = games_lost(&made, computer_starts(level), &mut opponents).unwrap();
            assert_eq!(Some(u64::from(lost)), level["lost"].as_u64());
        }
    }

    /// Every different first move of the person (or the level itself, where the computer starts) is answered by Perfect, and so on to the end
    /// of the game against moves at random: never with a guess. Some levels and moves; all of them with RHIZOME_LONG set, or those that
    /// RHIZOME_LEVELS names as `17..32`: optimised, the whole takes twelve minutes.
    #[test]
    fn perfect_never_guesses_in_the_campaign() {
        let lessons = include_str!("../../../web/page/data/lessons.txt");
        let (lessons, _) = solver::database::read_text(lessons.as_bytes()).unwrap();
        let is_long = std::env::var_os("RHIZOME_LONG").is_some();
        let levels = shipped();
        let some = std::env::var("RHIZOME_LEVELS").ok().map(|text| {
            let (first, last) = text.split_once("..").expect("FIRST..LAST");
            first.parse().unwrap()..=last.parse().unwrap()
        });
        let (numbers, moves_max) = if is_long || some.is_some() {
            (some.unwrap_or(1..=levels.len()).collect(), usize::MAX)
        } else {
            (vec![5, 36, 67, 98, 129], 5)
        };
        let mut answers = 0;
        for number in numbers {
            let level = kept(&levels[number - 1]).unwrap();
            let questions = rehearsal::first_questions(&level.map, level.computer_starts);
            let stride = questions.len().div_ceil(moves_max).max(1);
            for (index, board) in (0..).zip(questions).step_by(stride) {
                match rehearsal::play(board, &lessons, index) {
                    Ok(asked) => answers += asked,
                    Err(position) => panic!("level {number}, move {index}: guesses in {position}"),
                }
            }
        }
        assert!(answers > 100, "{answers} answers");
    }

    /// What the page is told beforehand is true: the results are proved again. Those of many lives only with RHIZOME_LONG set.
    #[test]
    fn the_lessons_of_the_page_are_true() {
        let lessons = include_str!("../../../web/page/data/lessons.txt");
        let (lessons, unsettled) = solver::database::read_text(lessons.as_bytes()).unwrap();
        assert_eq!(unsettled, 0);
        let lives_max = if std::env::var_os("RHIZOME_LONG").is_some() {
            u32::MAX
        } else {
            22
        };
        let mut solver = Solver::new(LIMITS);
        for (land, nimber) in lessons.nimbers {
            if land.lives() <= lives_max {
                let position = Canonical::sum([land]);
                let found = solver.nimber(&position, &mut unlimited());
                assert_eq!(found, Ok(nimber), "{position}");
            }
        }
        assert_eq!(
            lessons.misere_losses,
            [],
            "nothing in misère play is slow on the page's boards"
        );
    }

    #[test]
    fn the_same_seed_makes_the_same_levels() {
        let make = || make(8, (4, 9), 5).unwrap();
        let levels = make();
        assert_eq!(levels, make());
        assert!(levels.iter().any(computer_starts));
    }
}
