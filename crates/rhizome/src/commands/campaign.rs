//! `rhizome campaign`: makes the levels of the campaign, each one drawn, each one proved to be winnable by the player who
//! moves first. It owns how levels are chosen; drawing and proving are the engine crates'.

use super::Outcome;
use clap::Subcommand;
use drawing::{PlanarMap, Redraw};
use serde_json::{Value, json};
use solver::{Limits, Solver, unlimited};
use sprouts::{Canonical, Ending, Seed, wgosa};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use terminal::Progress;

/// The commands of the campaign.
#[derive(Subcommand)]
pub enum Command {
    /// Make the levels of the campaign and prove each one winnable (its file is part of the page)
    Campaign {
        /// How many levels
        #[arg(long, default_value_t = 160, value_parser = clap::value_parser!(u32).range(1..=1000))]
        levels: u32,
        /// The same seed makes the same levels
        #[arg(long, default_value_t = 1)]
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
        let made = make(levels, seed)?;
        let lines: Vec<String> = made.iter().map(Value::to_string).collect();
        std::fs::write(&output, format!("[\n{}\n]\n", lines.join(",\n")))
            .map_err(|error| format!("cannot write {}: {error}", output.display()))?;
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

/// What a solver may use for all levels together.
const LIMITS: Limits = Limits {
    memory_bytes: 1 << 30,
    threads: 1,
};

/// The positions of the levels in a file, in order.
pub fn positions(file: &Path) -> Result<Vec<Canonical>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let levels: Vec<Value> = serde_json::from_str(&text)?;
    let positions = levels.iter().map(|level| {
        let map = level["map"].as_str().ok_or("a level has no map")?;
        let map: PlanarMap = map.parse()?;
        Ok(map.labelled().position()?.canonical())
    });
    positions.collect()
}

/// A level before its picture is drawn.
pub(super) struct Level {
    spots: u32,
    moves: Vec<sprouts::Move>,
    /// What it comes to.
    pub(super) position: Canonical,
}

fn make(levels: u32, seed: u64) -> Result<Vec<Value>, Box<dyn std::error::Error>> {
    let mut solver = Solver::new(LIMITS);
    let mut by_lives = candidates(seed, GAMES)?;
    let mut chosen: Vec<Level> = Vec::new();
    let mut progress = Progress::new();
    for index in 0..levels {
        let span = f64::from(LIVES.1 - LIVES.0);
        let target = LIVES.0
            + (span * f64::from(index) / f64::from(levels.saturating_sub(1).max(1))).round() as u32;
        let level = pick(&mut by_lives, target, &mut solver)?;
        progress.show(|| {
            let (lives, spots) = (level.position.lives(), level.spots);
            format!(
                "proved {} of {levels}: {lives} lives, {spots} spots",
                index + 1
            )
        });
        chosen.push(level);
    }
    chosen.sort_by(|a, b| {
        (a.position.lives(), a.spots, &a.position).cmp(&(b.position.lives(), b.spots, &b.position))
    });
    let drawn = chosen.iter().enumerate().map(|(index, level)| {
        progress.show(|| format!("drawn {} of {levels}", index + 1));
        draw(level)
    });
    drawn.collect()
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

/// Takes a won position with about so many lives.
fn pick(
    by_lives: &mut BTreeMap<u32, Vec<Level>>,
    target: u32,
    solver: &mut Solver,
) -> Result<Level, Box<dyn std::error::Error>> {
    for distance in 0..=LIVES.1 {
        for lives in [target.saturating_sub(distance), target + distance] {
            while let Some(level) = by_lives.get_mut(&lives).and_then(Vec::pop) {
                let outcome = solver.outcome(&level.position, Ending::Normal, &mut unlimited());
                if outcome == Ok(sprouts::Outcome::Win) {
                    return Ok(level);
                }
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
    use solver::opponent::{self, Knowledge, Opponents};

    /// The levels that the page ships.
    fn shipped() -> Vec<Value> {
        let text = include_str!("../../../web/page/data/campaign.json");
        serde_json::from_str(text).expect("the campaign is JSON")
    }

    #[test]
    fn every_shipped_level_is_reached_by_its_making_and_won_by_who_moves_first() {
        let levels = shipped();
        assert!(levels.len() >= 150, "{} levels", levels.len());
        let mut solver = Solver::new(LIMITS);
        let mut known = std::collections::BTreeSet::new();
        let mut lives_before = 0;
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
            assert_eq!(
                solver.outcome(&position, Ending::Normal, &mut unlimited()),
                Ok(sprouts::Outcome::Win),
                "level {}",
                index + 1
            );
            assert!(position.lives() >= lives_before, "difficulty rises");
            lives_before = position.lives();
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
    }

    /// What the page gives its opponents.
    const PAGE_BYTES: u64 = 192 << 20;

    /// The page's time for a move, told by looks at the clock, which come every 64 nodes, or after a small proof.
    fn page_time() -> impl FnMut() -> f64 {
        let mut looks = 0;
        move || {
            looks += 1;
            f64::from(looks) / 250.0
        }
    }

    /// Every different first move of the person is answered by Perfect, with the page's memory, time and lessons, and so on to the end
    /// of the game against moves at random: never with a guess. Some levels and moves; all of them with RHIZOME_LONG set.
    #[test]
    fn perfect_never_guesses_in_the_campaign() {
        let lessons = include_str!("../../../web/page/data/lessons.txt");
        let (lessons, _) = solver::database::read_text(lessons.as_bytes()).unwrap();
        let is_long = std::env::var_os("RHIZOME_LONG").is_some();
        let levels = shipped();
        let (numbers, moves_max) = if is_long {
            ((1..=levels.len()).collect(), usize::MAX)
        } else {
            (vec![5, 36, 67, 98, 129], 5)
        };
        let mut answers = 0;
        for number in numbers {
            let map: PlanarMap = levels[number - 1]["map"].as_str().unwrap().parse().unwrap();
            let mut replies = BTreeMap::new();
            for m in map.labelled().moves() {
                let mut board = map.labelled().without_history();
                board.play(&m).unwrap();
                replies.insert(board.position().unwrap().canonical(), board);
            }
            let stride = replies.len().div_ceil(moves_max).max(1);
            for (index, mut board) in (0..).zip(replies.into_values()).step_by(stride) {
                let mut opponents = Opponents::new(PAGE_BYTES);
                opponents.learn_results(&lessons);
                let mut seed = Seed::new(index);
                while let Some(choice) = opponents.choose(
                    &board,
                    Ending::Normal,
                    opponent::Level::Perfect,
                    &mut seed,
                    &mut page_time(),
                ) {
                    let text = board.raw();
                    let is_guess = matches!(choice.knowledge, Knowledge::Guess { .. });
                    assert!(!is_guess, "level {number}, move {index}: guesses in {text}");
                    answers += 1;
                    board.play(&choice.played).unwrap();
                    let Some(reply) = seed.pick(&board.moves()).cloned() else {
                        break;
                    };
                    board.play(&reply).unwrap();
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
            24
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
        assert_eq!(make(3, 5).unwrap(), make(3, 5).unwrap());
    }
}
