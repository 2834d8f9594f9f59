//! True inputs with mistakes in them: each is read as something sound or refused with a reason. No panic, no endless loop.

use sprouts::list_model::{ListModel, ListMove};
use sprouts::wgosa::{self, MoveText, Record};
use sprouts::{
    Canonical, Certificate, Ending, Generator, Labelled, Outcome, Position, Seed, checksum,
};
use std::ops::ControlFlow;
use trial::Mistakes;

const NIMBERS: &str = include_str!("../../../tests/data/sprouts/nimbers.tsv");
const RAW: &str = include_str!("../../../tests/data/sprouts/raw.tsv");

/// The first column of a table of the reference data.
fn positions(table: &str) -> Vec<&str> {
    table
        .lines()
        .skip(1)
        .map(|line| line.split('\t').next().unwrap_or_default())
        .collect()
}

/// Spoils one text after another and hands each over.
fn spoil(quick: u32, texts: &[&str], alphabet: &str, mut take: impl FnMut(&str, &mut Mistakes)) {
    let mut mistakes = Mistakes::new(trial::seed());
    for _ in 0..trial::count(quick) {
        let text = *mistakes.pick(texts);
        let other = *mistakes.pick(texts);
        take(&mistakes.in_text(text, other, alphabet), &mut mistakes);
    }
}

/// What was read reads back as itself, and so does every child (of the first thousand).
fn check_position(position: &Canonical) {
    let again = |position: &Canonical| {
        let text = position.to_string();
        let read = text.parse::<Position>().map(|read| read.canonical());
        assert_eq!(read.as_ref(), Ok(position), "{text}");
        let packed = Canonical::from_bytes(&position.to_bytes());
        assert_eq!(packed.as_ref(), Ok(position), "{text}");
    };
    again(position);
    let mut children = 0;
    for land in position.lands() {
        let _ = Generator::default().children(land.packed(), |child| {
            let child = Canonical::sum(child.to_lands());
            assert!(child.lives() < land.lives(), "{child} after {land}");
            again(&child);
            children += 1;
            if children < 1000 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    }
}

#[test]
fn spoilt_positions() {
    let texts = positions(NIMBERS);
    let mut read = 0;
    spoil(
        400,
        &texts,
        "0012abcABCD'.|+!*59 é",
        |text, _| match text.parse::<Position>() {
            Ok(position) => {
                read += 1;
                let again = position.to_string().parse::<Position>();
                let canonical = again.map(|again| again.canonical());
                assert_eq!(canonical, Ok(position.canonical()), "{text}");
                check_position(&position.canonical());
            }
            Err(error) => assert!(!error.to_string().is_empty(), "{text}"),
        },
    );
    assert!(read > 50, "only {read} were read");
}

#[test]
fn spoilt_labelled_positions() {
    let texts = positions(RAW);
    let mut read = 0;
    spoil(
        4000,
        &texts,
        "ABCDEFGH'.|+!",
        |text, _| match Labelled::from_raw(text) {
            Ok(game) => {
                read += 1;
                let again = Labelled::from_raw(&game.raw()).expect("raw text");
                assert_eq!(again.regions(), game.regions(), "{text}");
                let _ = game.position().map(|position| position.canonical());
                for m in game.moves_up_to(20) {
                    let mut after = game.clone();
                    after
                        .play(&m)
                        .unwrap_or_else(|error| panic!("{text}: {m:?}: {error}"));
                    assert!(after.total_lives() < game.total_lives());
                    // What a move leads to is a position again.
                    Labelled::from_regions(after.regions().to_vec()).expect("a position");
                }
            }
            Err(error) => assert!(!error.to_string().is_empty(), "{text}"),
        },
    );
    assert!(read > 20, "only {read} were read");
}

#[test]
fn spoilt_packed_positions() {
    let packed: Vec<Vec<u8>> = positions(NIMBERS)
        .iter()
        .map(|text| text.parse::<Position>().expect(text).canonical().to_bytes())
        .collect();
    let mut mistakes = Mistakes::new(trial::seed());
    for _ in 0..trial::count(1000) {
        let (one, other) = (mistakes.pick(&packed), mistakes.pick(&packed));
        if let Ok(position) = Canonical::from_bytes(&mistakes.in_bytes(one, other)) {
            check_position(&position);
        }
    }
}

/// A random game, with its moves in both notations.
fn game(seed: u64) -> (Record, Vec<(Labelled, String, String)>) {
    let mut seed = Seed::new(seed);
    let mut model = ListModel::start(2 + seed.below(6) as u32);
    let mut moves = Vec::new();
    while let Some(m) = seed.pick(&model.game().moves()).cloned() {
        let listed = model.describe(&m).expect("a legal move").to_string();
        let text = wgosa::write(model.game(), &m).map(|text| text.to_string());
        moves.push((model.game().clone(), text.unwrap_or_default(), listed));
        model.play(&m).expect("a legal move");
    }
    let record = Record::of(model.game(), Ending::Normal).expect("a game from lone spots");
    (record, moves)
}

#[test]
fn spoilt_records() {
    let records: Vec<String> = (0..40).map(|seed| game(seed).0.to_string()).collect();
    let texts: Vec<&str> = records.iter().map(String::as_str).collect();
    spoil(400, &texts, "0123456789()[]!@,-+ aI", |text, _| {
        if let Ok(record) = text.parse::<Record>() {
            assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(&record));
            if let Err(error) = record.replay() {
                assert!(!error.to_string().is_empty(), "{text}");
            }
        }
    });
}

#[test]
fn spoilt_moves() {
    let games: Vec<_> = (0..20).flat_map(|seed| game(seed).1).collect();
    let mut mistakes = Mistakes::new(trial::seed());
    for _ in 0..trial::count(1000) {
        let (position, text, listed) = mistakes.pick(&games);
        let (_, other, other_listed) = mistakes.pick(&games);
        let text = mistakes.in_text(text, other, "0123456789()[]!@,-");
        if let Ok(parsed) = text.parse::<MoveText>() {
            assert_eq!(parsed.to_string().parse::<MoveText>(), Ok(parsed));
        }
        match wgosa::read(position, &text) {
            Ok(m) => assert_eq!(position.check(&m), Ok(()), "{text}"),
            Err(error) => assert!(!error.to_string().is_empty(), "{text}"),
        }
        let listed = mistakes.in_text(listed, other_listed, "0123456789/ inside");
        if let Ok(wanted) = listed.parse::<ListMove>() {
            match ListModel::of(position.clone()).find(&wanted) {
                Ok(m) => assert_eq!(position.check(&m), Ok(()), "{listed}"),
                Err(error) => assert!(!error.to_string().is_empty(), "{listed}"),
            }
        }
    }
}

/// Large certificates with mistakes under a right checksum: read or refused, and the checking can be stopped at any time.
#[test]
fn spoilt_certificates() {
    let root = "0*3".parse::<Position>().expect("a start").canonical();
    let mut claims: Vec<Canonical> = positions(NIMBERS)
        .iter()
        .map(|text| text.parse::<Position>().expect(text).canonical())
        .filter(|position| position.lives() > 4)
        .collect();
    claims.sort();
    claims.dedup();
    claims.truncate(300);
    let file = Certificate::misere_with_trees(root, Outcome::Win, 6, claims)
        .expect("claims, true or not")
        .write();
    let mut mistakes = Mistakes::new(trial::seed());
    let mut read = 0;
    for _ in 0..trial::count(200) {
        let mut file = mistakes.in_bytes(&file, &[]);
        if file.len() > 4 {
            let body = file.len() - 4;
            let sum = checksum(&file[..body]);
            file[body..].copy_from_slice(&sum.to_le_bytes());
        }
        if let Ok(certificate) = Certificate::read(&file) {
            read += 1;
            let mut looks = 0;
            let _ = certificate.check(|_| {
                looks += 1;
                if looks < 5 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
    }
    assert!(read > 0);
}
