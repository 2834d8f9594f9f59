//! The checker that shares no code with us, against the moves, the canonical form and the certificates of this side.

use checker::{Land, children_of, read_position};
use solver::extract::{Goal, Limits, extract};
use solver::{Oracle, Solver, unlimited};
use sprouts::{Canonical, Certificate, Ending, PackedLand, Position, Seed};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// A position in the words of the checker.
fn lands(position: &Canonical) -> Vec<Land> {
    read_position(&position.to_string()).unwrap()
}

/// Positions of random games, the first moves left out where boards are large.
fn random_positions(spots: u32, games: u32, seed: u64) -> Vec<Canonical> {
    let mut seed = Seed::new(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::start(spots).unwrap().canonical();
        while let Some(child) = seed.pick(&position.children()).cloned() {
            positions.push(std::mem::replace(&mut position, child));
        }
    }
    positions
}

#[test]
fn both_sides_have_the_same_moves() {
    let mut compared = 0;
    for (spots, games) in [(2, 10), (3, 20), (4, 30), (5, 30), (7, 20), (9, 10)] {
        for position in random_positions(spots, games, 17) {
            let ours: BTreeSet<Vec<Land>> = position.children().iter().map(lands).collect();
            let theirs = children_of(&lands(&position));
            assert_eq!(ours, theirs, "{position}");
            compared += theirs.len();
        }
    }
    assert!(compared > 10_000, "{compared} compared");
}

#[test]
fn both_sides_call_the_same_lands_equal() {
    let (mut ours, mut theirs) = (HashMap::new(), HashMap::new());
    for (spots, games) in [(3, 40), (5, 40), (8, 30), (12, 8), (16, 4)] {
        for position in random_positions(spots, games, 23) {
            for land in position.lands() {
                let text = land.to_string();
                let [written] = &read_position(&text).unwrap()[..] else {
                    panic!("{text} is one land");
                };
                assert_eq!(written.lives(), land.lives(), "{text}");
                assert_eq!(
                    *ours.entry(text.clone()).or_insert(written.clone()),
                    *written
                );
                assert_eq!(*theirs.entry(written.clone()).or_insert(text.clone()), text);
            }
        }
    }
    assert!(ours.len() > 500, "{} lands", ours.len());
}

fn normal(spots: u32) -> Certificate {
    let root = Position::start(spots).unwrap().canonical();
    let mut oracle = Oracle::default();
    oracle.nimber(&root);
    let known = |land: PackedLand<'_>| oracle.nimbers().get(land.as_bytes()).copied();
    extract(&root, Goal::Outcome, known, Limits::default(), |_| {
        ControlFlow::Continue(())
    })
    .unwrap()
}

fn misere(spots: u32) -> Certificate {
    let root = Position::start(spots).unwrap().canonical();
    let mut solver = Solver::new(solver::Limits::default());
    solver
        .outcome(&root, Ending::Misere, &mut unlimited())
        .unwrap();
    solver
        .misere_certificate(&root, Limits::default(), |_| ControlFlow::Continue(()))
        .unwrap()
}

/// Whether the small and the fast checker accept a text; nothing if it cannot be read.
fn verdicts(text: &str) -> Option<(bool, bool)> {
    let ours = Certificate::from_text(text).ok()?;
    let ControlFlow::Continue(fast) = ours.check(|_| ControlFlow::<()>::Continue(())) else {
        unreachable!("it never breaks");
    };
    // The small one reads no letter that one land shares with another.
    let small = checker::Certificate::read(text)
        .is_ok_and(|small| small.check(2, &Default::default(), &|| false).is_ok());
    Some((small, fast.is_ok()))
}

/// Two checkers without a common line: they agree on proofs, and on proofs with one line lost, doubled, or swapped for another.
#[test]
fn both_checkers_judge_alike() {
    let mut refused = 0;
    for certificate in [normal(4), normal(5), misere(6), misere(7), misere(8)] {
        let text = certificate.to_string();
        assert_eq!(verdicts(&text), Some((true, true)), "{text}");
        let (header, rest) = text.split_once("\nclaims ").unwrap();
        let claims: Vec<&str> = rest.lines().skip(1).collect();
        for changed in (0..claims.len()).step_by(3) {
            let mut lost = claims.clone();
            lost.remove(changed);
            let other = claims[(changed + 1) % claims.len()];
            let digit = |claim: &str| claim.replacen('2', "1", 1);
            let changed_spot = digit(claims[changed]);
            let mut swapped = claims.clone();
            swapped[changed] = &changed_spot;
            let mut doubled = claims.clone();
            doubled.push(other);
            for lines in [lost, swapped, doubled] {
                let text = format!("{header}\nclaims {}\n{}\n", lines.len(), lines.join("\n"));
                if let Some((small, fast)) = verdicts(&text) {
                    assert_eq!(small, fast, "{text}");
                    refused += usize::from(!small);
                }
            }
        }
    }
    assert!(refused > 30, "{refused} refused");
}

/// The fast checker refuses what was made by hand to be believed, as the small one does.
#[test]
fn the_fast_checker_refuses_what_is_forged() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/certificates/forged.txt"
    );
    let all = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut read = 0;
    for forged in all.split_terminator("\n\n") {
        let (why, text) = forged.split_once('\n').unwrap();
        if let Some((_, fast)) = verdicts(text) {
            assert!(!fast, "{why}");
            read += 1;
        }
    }
    assert!(read > 20, "{read}");
}

/// Whether the obvious solver says the same of the position that a certificate is about; nothing where it would take too long.
fn is_true(text: &str) -> Option<bool> {
    let field = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(' '));
        lines.find(|line| line.0 == name).map(|line| line.1)
    };
    let position = field("position")?.parse::<Position>().ok()?.canonical();
    if position.lives() > 12 {
        return None;
    }
    let mut oracle = Oracle::default();
    let nimber = oracle.nimber(&position);
    let (is_loss, nimber) = match field("ending")? {
        "misere" => (oracle.misere(&position) == solver::Outcome::Loss, None),
        _ => (nimber.is_loss(), Some(nimber.get())),
    };
    let stated = field("nimber").map(|stated| stated.parse::<u8>().ok());
    Some(
        (field("outcome")? == "loss") == is_loss
            && stated.is_none_or(|stated| stated.is_some() && stated == nimber),
    )
}

/// Mistakes in some lines alone, and lines that come and go; the number of claims is right.
fn spoil_lines(text: &str, mistakes: &mut trial::Mistakes) -> String {
    let (header, claims) = text.split_once("\nclaims ").unwrap();
    let mut header: Vec<String> = header.lines().map(String::from).collect();
    let mut claims: Vec<String> = claims.lines().skip(1).map(String::from).collect();
    for _ in 0..=mistakes.below(2) {
        let lines = match mistakes.below(4) > 0 && !claims.is_empty() {
            true => &mut claims,
            false => &mut header,
        };
        let (place, other) = (mistakes.below(lines.len()), mistakes.below(lines.len()));
        match mistakes.below(6) {
            0 => lines[place] = lines[other].clone(),
            1 if lines.len() > 1 => {
                lines.remove(place);
            }
            2 => lines[place] = lines[place].replacen('2', "1", 1),
            3 => lines[place] = lines[place].replacen('1', "0", 1),
            4 => lines[place] = lines[place].replace("win", "loss"),
            _ => lines[place] = mistakes.in_text(&lines[place], &lines[other], "0012abAB.|+ "),
        }
    }
    let (header, number) = (header.join("\n"), claims.len());
    format!("{header}\nclaims {number}\n{}\n", claims.join("\n"))
}

/// True texts with mistakes in them, in header and claims: refused with a reason, or what they say of their position is true, by a
/// solver that has nothing to do with either checker; and both checkers say the same. The check can be stopped at any time.
#[test]
fn spoilt_texts_prove_nothing_false() {
    let texts: Vec<String> = [
        normal(2),
        normal(3),
        normal(4),
        misere(2),
        misere(3),
        misere(4),
    ]
    .iter()
    .map(Certificate::to_string)
    .collect();
    let mut mistakes = trial::Mistakes::new(trial::seed());
    let (mut unread, mut refused, mut compared) = (0, 0, 0);
    for _ in 0..trial::count(600) {
        let (text, other) = (mistakes.pick(&texts), mistakes.pick(&texts));
        let text = match mistakes.below(8) {
            0 => mistakes.in_text(text, other, "0012abcABCD.|+*!5 \nlosswin"),
            _ => spoil_lines(text, &mut mistakes),
        };
        let certificate = match checker::Certificate::read(&text) {
            Ok(certificate) => certificate,
            Err(error) => {
                assert!(!error.to_string().is_empty(), "{text}");
                unread += 1;
                continue;
            }
        };
        let looks = std::sync::atomic::AtomicU32::new(0);
        let stop = || looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 20_000;
        let small = certificate.check(1, &Default::default(), &stop);
        match &small {
            Ok(_) => {
                if let Some(is_true) = is_true(&text) {
                    assert!(is_true, "{text}");
                    compared += 1;
                }
            }
            Err(error) => {
                assert!(!error.to_string().is_empty(), "{text}");
                refused += 1;
            }
        }
        if !matches!(&small, Err(error) if error.wrong == checker::Wrong::Stopped)
            && let Ok(ours) = Certificate::from_text(&text)
        {
            let mut looks = 0;
            let fast = ours.check(|_| {
                looks += 1;
                match looks < 200 {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            if let ControlFlow::Continue(fast) = fast {
                assert_eq!(small.is_ok(), fast.is_ok(), "{text}");
            }
        }
    }
    assert!(
        unread > 50 && refused > 50 && compared > 50,
        "{unread} {refused} {compared}"
    );
}
