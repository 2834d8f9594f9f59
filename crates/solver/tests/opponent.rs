//! The computer opponents: what they claim, and who beats whom.

use proptest::prelude::*;
use solver::database::Results;
use solver::opponent::tournament::fair_start;
use solver::opponent::training::{Course, Coverage, FAST_NODES, Lessons, Seat, Supervisor};
use solver::opponent::{Knowledge, Level, Opponents};
use solver::{Oracle, Outcome};
use sprouts::{Canonical, Ending, Labelled, Seed};

/// A budget that never runs out.
fn unlimited() -> impl FnMut() -> f64 {
    || 0.0
}

/// A budget of so many looks, to stand for a deadline without a clock.
fn looks(count: u32) -> impl FnMut() -> f64 {
    let mut used = 0;
    move || {
        used += 1;
        f64::from(used) / f64::from(count)
    }
}

fn canonical(game: &Labelled) -> Canonical {
    game.position().expect("small").canonical()
}

fn outcome(oracle: &mut Oracle, position: &Canonical, ending: Ending) -> Outcome {
    match ending {
        Ending::Normal => oracle.normal(position),
        Ending::Misere => oracle.misere(position),
    }
}

fn play_at_random(game: &mut Labelled, moves: usize, seed: &mut Seed) {
    for _ in 0..moves {
        if let Some(played) = seed.pick(&game.moves()) {
            game.play(played).expect("legal");
        }
    }
}

/// Plays a game to its end; whether the player who moves first wins. `None` plays at random.
fn first_wins(
    opponents: &mut Opponents,
    mut game: Labelled,
    ending: Ending,
    players: [Option<Level>; 2],
    seed: &mut Seed,
) -> bool {
    for turn in 0.. {
        let played = match players[turn % 2] {
            Some(level) => opponents
                .choose(&game, ending, level, seed, &mut looks(200))
                .map(|choice| choice.played),
            None => seed.pick(&game.moves()).cloned(),
        };
        let Some(played) = played else {
            let second_cannot_move = turn % 2 == 1;
            return second_cannot_move == (ending == Ending::Normal);
        };
        game.play(&played).expect("opponents play legal moves");
    }
    unreachable!("every game ends")
}

#[test]
fn perfect_never_loses_as_the_favoured_side() {
    let mut opponents = Opponents::new(256 << 20);
    for (ending, spots_max) in [(Ending::Normal, 8), (Ending::Misere, 6)] {
        for spots in 2..=spots_max {
            let start = Labelled::start(spots);
            let favoured = opponents.outcome(&start, ending, &mut unlimited());
            let first = favoured == Some(Outcome::Win);
            for game in 0..12 {
                let mut seed = Seed::new(game);
                let other = [None, Some(Level::Hard)][game as usize % 2];
                let mut players = [Some(Level::Perfect), other];
                if !first {
                    players.reverse();
                }
                assert_eq!(
                    first_wins(&mut opponents, start.clone(), ending, players, &mut seed),
                    first,
                    "{spots} spots, {ending}, game {game} of {players:?}"
                );
            }
        }
    }
}

/// How many of the games the stronger level wins, from the start that is given for each pair of games, with changed sides.
fn wins(
    opponents: &mut Opponents,
    [stronger, weaker]: [Level; 2],
    ending: Ending,
    games: u64,
    mut start: impl FnMut(&mut Opponents, &mut Seed) -> Labelled,
) -> u64 {
    let mut wins = 0;
    for game in 0..games {
        let start = start(opponents, &mut Seed::new(game / 2));
        let mut seed = Seed::new(game);
        let stronger_first = game % 2 == 0;
        let mut players = [Some(stronger), Some(weaker)];
        if !stronger_first {
            players.reverse();
        }
        let first = first_wins(opponents, start, ending, players, &mut seed);
        wins += u64::from(first == stronger_first);
    }
    println!("{stronger} against {weaker}, {ending}: {wins} of {games}");
    wins
}

/// Each level against the next weaker one, from fair starts that neither of them sees whole, each with both sides. More games, on larger boards:
/// `cargo run --release -p laboratory --bin sprouts_levels -- 200 6 8 10`.
#[test]
fn a_level_beats_the_one_below() {
    let mut opponents = Opponents::new(256 << 20);
    for ending in [Ending::Normal, Ending::Misere] {
        for pair in Level::ALL.windows(2) {
            let (games, spots) = if pair[1] == Level::Perfect {
                (24, 9)
            } else {
                (40, 6)
            };
            let won = wins(
                &mut opponents,
                [pair[1], pair[0]],
                ending,
                games,
                |opponents, seed| {
                    fair_start(opponents, spots, ending, seed, &mut unlimited())
                        .expect("fair starts are many")
                },
            );
            assert!(won * 2 > games, "{} won {won} of {games}", pair[1]);
        }
    }
}

/// Where hardly anything is within sight the guess alone decides.
#[test]
fn a_level_beats_the_one_below_on_a_large_board() {
    let mut opponents = Opponents::new(256 << 20);
    for ending in [Ending::Normal, Ending::Misere] {
        for pair in Level::ALL[..4].windows(2) {
            let games = 60;
            let won = wins(&mut opponents, [pair[1], pair[0]], ending, games, |_, _| {
                Labelled::start(16)
            });
            assert!(won * 5 >= games * 3, "{} won {won} of {games}", pair[1]);
        }
    }
}

/// Where Insane can only guess it finds a winning move much more often than chance would.
#[test]
fn guesses_are_better_than_chance() {
    let mut referee = Opponents::new(256 << 20);
    for ending in [Ending::Normal, Ending::Misere] {
        let (mut right, mut by_chance) = (0.0, 0.0);
        for game in 0..36 {
            let mut seed = Seed::new(game);
            let start = fair_start(&mut referee, 9, ending, &mut seed, &mut unlimited())
                .expect("fair starts are many");
            let mut insane = Opponents::new(64 << 20);
            let choice = insane
                .choose(&start, ending, Level::Insane, &mut seed, &mut unlimited())
                .expect("not over");
            if !matches!(choice.knowledge, Knowledge::Guess { .. }) {
                continue;
            }
            let mut is_lost_after = |played: &sprouts::Move| {
                let mut after = start.clone();
                after.play(played).expect("legal");
                referee.outcome(&after, ending, &mut unlimited()) == Some(Outcome::Loss)
            };
            right += f64::from(u8::from(is_lost_after(&choice.played)));
            let moves = start.moves();
            let winning = moves.iter().filter(|played| is_lost_after(played)).count();
            by_chance += winning as f64 / moves.len() as f64;
        }
        println!("{ending}: {right} right, {by_chance:.1} by chance");
        assert!(
            right > 1.5 * by_chance && by_chance > 5.0,
            "{ending}: {right} right, {by_chance:.1} by chance"
        );
    }
}

#[test]
fn a_winning_move_is_not_always_the_same() {
    let mut opponents = Opponents::new(64 << 20);
    // A won position with more than one winning child.
    let mut seed = Seed::new(5);
    let mut oracle = Oracle::default();
    let (game, winning) = loop {
        let mut game = Labelled::start(4);
        play_at_random(&mut game, 3, &mut seed);
        let lost = canonical(&game)
            .children()
            .iter()
            .filter(|child| outcome(&mut oracle, child, Ending::Normal) == Outcome::Loss)
            .count();
        if lost >= 2 {
            break (game, lost);
        }
    };
    let mut left = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let choice = opponents
            .choose(
                &game,
                Ending::Normal,
                Level::Perfect,
                &mut Seed::new(seed),
                &mut unlimited(),
            )
            .expect("not over");
        assert_eq!(
            choice.knowledge,
            Knowledge::Wins {
                winning_moves: winning
            }
        );
        let mut after = game.clone();
        after.play(&choice.played).expect("legal");
        left.insert(canonical(&after));
    }
    assert_eq!(left.len(), winning);
}

/// On a board that a level sees whole it throws no win away, whatever the other side does.
#[test]
fn on_small_boards_a_level_errs_in_nothing() {
    let mut referee = Opponents::new(256 << 20);
    for ending in [Ending::Normal, Ending::Misere] {
        for (level, spots_max, games) in [
            (Level::Medium, 3, 40),
            (Level::Hard, 5, 40),
            (Level::Insane, 8, 12),
        ] {
            let mut opponents = Opponents::new(64 << 20);
            for game in 0..games {
                let mut seed = Seed::new(game);
                let spots = spots_max - (game / 4) as u32 % 2;
                let mut board = Labelled::start(spots);
                // The picture alone says how large the board was: the page knows no history.
                for turn in 0.. {
                    let asked =
                        Labelled::from_regions(board.regions().to_vec()).expect("a picture");
                    let played = if turn % 2 == game % 2 {
                        let before = referee.outcome(&asked, ending, &mut unlimited());
                        let choice =
                            opponents.choose(&asked, ending, level, &mut seed, &mut unlimited());
                        let Some(choice) = choice else { break };
                        let mut after = asked.clone();
                        after.play(&choice.played).expect("legal");
                        let after = referee.outcome(&after, ending, &mut unlimited());
                        assert_ne!(
                            before,
                            after,
                            "{level}, {ending}, {spots} spots: {}",
                            asked.raw()
                        );
                        choice.played
                    } else {
                        let Some(played) = seed.pick(&board.moves()).cloned() else {
                            break;
                        };
                        played
                    };
                    board.play(&played).expect("legal");
                }
            }
        }
    }
}

/// Where Perfect loses for certain it plays a move all of whose replies it has settled, so that it need not guess the next time either.
#[test]
fn a_lost_game_is_lost_without_a_guess() {
    let mut opponents = Opponents::new(64 << 20);
    let mut lost = 0;
    for game in 0..20 {
        let mut seed = Seed::new(game);
        let mut board = Labelled::start(6);
        play_at_random(&mut board, 2, &mut seed);
        for _ in 0..2 {
            let mut budget = looks(500);
            let choice = opponents
                .choose(
                    &board,
                    Ending::Normal,
                    Level::Perfect,
                    &mut seed,
                    &mut budget,
                )
                .expect("not over");
            board.play(&choice.played).expect("legal");
            if let Knowledge::Loses { mistakes, .. } = choice.knowledge {
                lost += 1;
                assert!(mistakes.is_none_or(|counted| counted.unproved == 0));
            }
        }
    }
    assert!(lost >= 15, "{lost}");
}

/// A game that beat a level once should not beat it every time.
#[test]
fn levels_do_not_always_guess_the_same() {
    let mut opponents = Opponents::new(64 << 20);
    for ending in [Ending::Normal, Ending::Misere] {
        for level in [Level::Medium, Level::Hard, Level::Insane] {
            let mut left = std::collections::BTreeSet::new();
            for seed in 0..20 {
                let mut seed = Seed::new(seed);
                let mut game = Labelled::start(10);
                for _ in 0..2 {
                    let choice = opponents
                        .choose(&game, ending, level, &mut seed, &mut unlimited())
                        .expect("not over");
                    assert!(matches!(choice.knowledge, Knowledge::Guess { .. }));
                    game.play(&choice.played).expect("legal");
                }
                left.insert(canonical(&game));
            }
            assert!(left.len() > 2, "{level}, {ending}: {}", left.len());
        }
    }
}

/// Without any time every level answers at once, legally, and claims nothing that it has not proved.
#[test]
fn no_time_is_enough_for_a_move_on_a_large_board() {
    let mut opponents = Opponents::new(64 << 20);
    for spots in [1, 12, 20] {
        for ending in [Ending::Normal, Ending::Misere] {
            for level in Level::ALL {
                let mut seed = Seed::new(u64::from(spots));
                let mut game = Labelled::start(spots);
                while game.history().len() < 8 {
                    let Some(choice) =
                        opponents.choose(&game, ending, level, &mut seed, &mut || 1.0)
                    else {
                        assert!(game.is_over());
                        break;
                    };
                    game.play(&choice.played).expect("legal");
                }
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mut opponents = Opponents::new(1 << 20);
    for ending in [Ending::Normal, Ending::Misere] {
        let none = opponents.choose(
            &Labelled::start(0),
            ending,
            Level::Perfect,
            &mut Seed::new(1),
            &mut unlimited(),
        );
        assert_eq!(none, None);
    }
}

/// With little memory the opponents make room again and again, and still play the won game home.
#[test]
fn little_memory_is_enough_to_play() {
    let mut opponents = Opponents::new(2 << 20);
    for game in 0..6 {
        let mut seed = Seed::new(game);
        let players = [Some(Level::Perfect), Some(Level::Medium)];
        assert!(first_wins(
            &mut opponents,
            Labelled::start(5),
            Ending::Normal,
            players,
            &mut seed
        ));
    }
}

proptest! {
    #![proptest_config(trial::cases(48))]

    /// What a level calls proved is so, and a lost move has the largest share of mistakes there is.
    #[test]
    fn claims_are_true(spots in 1u32..=4, moves in 1usize..6, seed: u64, misere: bool, level in 0usize..5) {
        let ending = if misere { Ending::Misere } else { Ending::Normal };
        let mut seed = Seed::new(seed);
        let mut game = Labelled::start(spots);
        play_at_random(&mut game, moves, &mut seed);
        let mut opponents = Opponents::new(64 << 20);
        let mut oracle = Oracle::default();
        let level = Level::ALL[level];
        let Some(choice) = opponents.choose(&game, ending, level, &mut seed, &mut unlimited()) else {
            prop_assert!(game.is_over());
            return Ok(());
        };
        let share = |oracle: &mut Oracle, left: &Canonical| {
            let replies = left.children();
            let mistakes = replies.iter().filter(|reply| outcome(oracle, reply, ending) == Outcome::Win).count();
            (mistakes, replies.len())
        };
        // Reduction merges what plays alike, so these may be more than the children of the canonical form.
        let lefts: std::collections::BTreeSet<Canonical> = game.moves().iter().map(|played| {
            let mut after = game.clone();
            after.play(played).unwrap();
            canonical(&after)
        }).collect();
        let shares: Vec<(usize, usize)> = lefts.iter().map(|left| share(&mut oracle, left)).collect();
        let mut after = game.clone();
        after.play(&choice.played).unwrap();
        let left = canonical(&after);
        let chosen = share(&mut oracle, &left);
        let after_it = outcome(&mut oracle, &left, ending);
        prop_assert_eq!(choice.different_moves, shares.len());
        match choice.knowledge {
            Knowledge::Wins { .. } => prop_assert_eq!(after_it, Outcome::Loss),
            Knowledge::Loses { mistakes, .. } => {
                prop_assert_eq!(outcome(&mut oracle, &canonical(&game), ending), Outcome::Loss);
                if let Some(counted) = mistakes {
                    prop_assert_eq!((counted.mistakes, counted.replies, counted.unproved), (chosen.0, chosen.1, 0));
                    prop_assert!(shares.iter().all(|other| other.0 * chosen.1 <= chosen.0 * other.1));
                }
            }
            _ => prop_assert!(level != Level::Perfect),
        }
    }
}

/// Lets a training go on for so many looks, and counts how often it might have saved.
struct Patience {
    looks: u32,
    kept: u32,
}

impl Supervisor for Patience {
    fn go_on(&mut self, _: &Coverage) -> bool {
        self.looks = self.looks.saturating_sub(1);
        self.looks > 0
    }
    fn keep(&mut self, _: &Opponents) {
        self.kept += 1;
    }
}

fn patience(looks: u32) -> Patience {
    Patience { looks, kept: 0 }
}

fn course(ending: Ending, fast_nodes: u64) -> Course {
    Course {
        ending,
        winning_moves_max: 1,
        losing_moves_max: 1,
        by_mistakes: false,
        fast_nodes,
    }
}

/// After a training the opponent answers everything that can be asked, and what it learnt can be handed on.
#[test]
fn a_training_covers_the_games_and_can_be_handed_on() {
    for (ending, spots) in [(Ending::Normal, 6), (Ending::Misere, 5)] {
        let start = canonical(&Labelled::start(spots));
        let course = course(ending, 0);
        let train = |opponents: &mut Opponents, supervisor: &mut Patience| {
            let mut lessons = Lessons::default();
            opponents.train(&start, Seat::Favoured, course, &mut lessons, supervisor)
        };
        let mut stopped = Opponents::new(256 << 20);
        assert!(train(&mut stopped, &mut patience(1)).is_err());
        let mut trained = Opponents::new(256 << 20);
        let mut supervisor = patience(u32::MAX);
        let coverage = train(&mut trained, &mut supervisor).expect("nobody stopped it");
        assert!(coverage.trained > 0 && coverage.left > 0 && coverage.proved > 0);
        assert_eq!(u64::from(supervisor.kept), coverage.trained);
        // Whoever learns it can walk the same way, and needs no time to think where one must answer.
        let mut pupil = Opponents::new(256 << 20);
        pupil.learn(trained.proved());
        let losses: Vec<Canonical> = trained
            .proved_misere()
            .map(|packed| Canonical::from_bytes(&packed).expect("packed"))
            .collect();
        pupil.learn_misere(&losses);
        let again = train(&mut pupil, &mut patience(u32::MAX)).expect("nobody stopped it");
        assert!(again.trained > 0);
        let mut oracle = Oracle::default();
        for (land, nimber) in trained.proved().take(500) {
            let land = land.to_land();
            if land.lives() <= 8 {
                assert_eq!(oracle.land_nimber(&land), nimber, "{land}");
            }
        }
        for loss in losses.iter().filter(|loss| loss.lives() <= 9) {
            assert_eq!(oracle.misere(loss), Outcome::Loss, "{loss}");
        }
    }
}

/// A training with a bound on what is fast leaves out what an opponent can do from nothing.
#[test]
fn a_training_leaves_out_what_is_fast() {
    let start = canonical(&Labelled::start(7));
    let train = |fast_nodes| {
        let mut lessons = Lessons::default();
        let course = course(Ending::Normal, fast_nodes);
        let coverage = Opponents::new(256 << 20)
            .train(
                &start,
                Seat::Favoured,
                course,
                &mut lessons,
                &mut patience(u32::MAX),
            )
            .expect("nobody stopped it");
        (coverage, lessons.len())
    };
    let (fast, lessons) = train(FAST_NODES);
    assert_eq!((fast.trained, lessons), (0, 0));
    assert!(fast.fast > 0 && (1..=FAST_NODES).contains(&fast.fast_nodes_max));
    let (slower, lessons) = train(fast.fast_nodes_max / 2);
    assert!(slower.trained > 0 && slower.fast > 0, "{slower:?}");
    assert!(lessons > 0);
    let (all, _) = train(0);
    assert!(all.trained > slower.trained && all.fast == 0, "{all:?}");
}

/// With the lessons alone an opponent plays both sides of both endings, from any start, without a guess, although it may search only
/// as many nodes as were called fast, and those are few.
#[test]
fn lessons_are_all_that_is_needed() {
    const FEW_NODES: u64 = 120;
    for (ending, text) in [
        (Ending::Normal, "0*7"),
        (Ending::Normal, "0*3.AB|0*2.AB"),
        (Ending::Misere, "0*6"),
    ] {
        let position: sprouts::Position = text.parse().expect("a position");
        let start = position.canonical();
        let mut lessons = Lessons::default();
        let train = |lessons: &mut Lessons| {
            Opponents::new(256 << 20)
                .train(
                    &start,
                    Seat::Both,
                    course(ending, FEW_NODES),
                    lessons,
                    &mut patience(u32::MAX),
                )
                .expect("nobody stopped it")
        };
        let first = train(&mut lessons);
        assert!(
            first.trained > 0 && !lessons.is_empty(),
            "{text}: {first:?}"
        );
        // Whoever knows them finds nothing more to train.
        let known = lessons.clone();
        let again = train(&mut lessons);
        assert_eq!((again.trained, &lessons), (0, &known), "{text}");
        let mut oracle = Oracle::default();
        let results = Results::from(&lessons);
        for (land, nimber) in results
            .nimbers
            .iter()
            .filter(|(land, _)| land.lives() <= 10)
        {
            assert_eq!(oracle.land_nimber(land), *nimber, "{land}");
        }
        let small = |loss: &&Canonical| loss.lives() <= 12;
        for loss in results.misere_losses.iter().filter(small) {
            assert_eq!(oracle.misere(loss), Outcome::Loss, "{loss}");
        }
    }
}
