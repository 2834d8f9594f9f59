//! Certificates: true ones are accepted, false ones never are, whatever happens to the bytes.

use proptest::prelude::*;
use sprouts::certificate::{CheckError, Checked, ReadError, Wrong};
use sprouts::{Canonical, Certificate, Ending, Land, Nimber, Outcome, Position, checksum};
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::LazyLock;

fn position(text: &str) -> Canonical {
    text.parse::<Position>().unwrap().canonical()
}

fn check(certificate: &Certificate) -> Result<Checked, CheckError> {
    match certificate.check(|_| ControlFlow::<()>::Continue(())) {
        ControlFlow::Continue(checked) => checked,
        ControlFlow::Break(()) => unreachable!(),
    }
}

/// What is true, by trying everything.
#[derive(Default)]
struct Truth {
    nimbers: BTreeMap<Land, Nimber>,
    misere: HashMap<Canonical, Outcome>,
}

impl Truth {
    fn nimber(&mut self, position: &Canonical) -> Nimber {
        let mut sum = Nimber::ZERO;
        for land in position.lands() {
            if !self.nimbers.contains_key(land) {
                let children = Canonical::sum([land.clone()]).children();
                let nimbers: Vec<Nimber> =
                    children.iter().map(|child| self.nimber(child)).collect();
                self.nimbers
                    .insert(land.clone(), Nimber::mex(nimbers).unwrap());
            }
            sum ^= self.nimbers[land];
        }
        sum
    }

    fn misere(&mut self, position: &Canonical) -> Outcome {
        if let Some(&outcome) = self.misere.get(position) {
            return outcome;
        }
        let children = position.children();
        // Every child is looked at, so that all losses below are known.
        let lost = children
            .iter()
            .filter(|child| self.misere(child) == Outcome::Loss)
            .count();
        let outcome = if children.is_empty() || lost > 0 {
            Outcome::Win
        } else {
            Outcome::Loss
        };
        self.misere.insert(position.clone(), outcome);
        outcome
    }

    fn of(root: &Canonical, ending: Ending) -> (Outcome, Option<Nimber>, Truth) {
        let mut truth = Truth::default();
        match ending {
            Ending::Misere => (truth.misere(root), None, truth),
            Ending::Normal => {
                let nimber = truth.nimber(root);
                let outcome = if nimber.is_loss() {
                    Outcome::Loss
                } else {
                    Outcome::Win
                };
                (outcome, Some(nimber), truth)
            }
        }
    }

    fn losses(&self) -> impl Iterator<Item = Canonical> {
        let lost = self
            .misere
            .iter()
            .filter(|&(_, &outcome)| outcome == Outcome::Loss);
        lost.map(|(position, _)| position.clone())
    }
}

fn certificate_of(root: &str, ending: Ending) -> Certificate {
    let root = position(root);
    let (outcome, nimber, truth) = Truth::of(&root, ending);
    match ending {
        Ending::Normal => Certificate::normal(root, outcome, nimber, truth.nimbers),
        Ending::Misere => Certificate::misere(root, outcome, truth.losses()),
    }
    .unwrap()
}

/// A misère certificate in which lands of so many lives count by their trees.
fn certificate_with_trees(root: &str, small_lives_max: u8) -> Certificate {
    let root = position(root);
    let (outcome, _, truth) = Truth::of(&root, Ending::Misere);
    Certificate::misere_with_trees(root, outcome, small_lives_max, truth.losses()).unwrap()
}

/// With trees one claim speaks for many positions, so most of them can be left out.
#[test]
fn certificates_with_trees_are_accepted_and_read_back() {
    for root in ROOTS {
        for small_lives_max in 1..=12 {
            let certificate = certificate_with_trees(root, small_lives_max);
            check(&certificate).unwrap_or_else(|error| panic!("{root}: {error}"));
            let read = Certificate::read(&certificate.write()).unwrap();
            assert_eq!(read.small_lives_max(), small_lives_max);
            assert_eq!(read.write(), certificate.write());
            // No small position needs a claim.
            let losses = certificate
                .losses()
                .map(|loss| Canonical::from_bytes(loss).unwrap());
            let large = losses.filter(|loss| {
                let mut lands = loss.lands().iter();
                lands.any(|land| land.lives() > small_lives_max.into())
            });
            let (root, outcome) = (certificate.root().clone(), certificate.outcome());
            let fewer =
                Certificate::misere_with_trees(root.clone(), outcome, small_lives_max, large)
                    .unwrap();
            check(&fewer).unwrap_or_else(|error| panic!("{root}: {error}"));
            let other = match outcome {
                Outcome::Win => Outcome::Loss,
                Outcome::Loss => Outcome::Win,
            };
            for claims in [&certificate, &fewer] {
                let losses = claims
                    .losses()
                    .map(|loss| Canonical::from_bytes(loss).unwrap());
                let lie =
                    Certificate::misere_with_trees(root.clone(), other, small_lives_max, losses);
                assert!(check(&lie.unwrap()).is_err(), "{root} {small_lives_max}");
            }
        }
    }
}

const ROOTS: [&str; 9] = [
    "!",
    "0",
    "0*2",
    "22",
    "0*3",
    "0.2+0.2",
    "0*2.AB|AB",
    "1a1a+0*2+22",
    "222+12.2+1.1",
];

#[test]
fn true_certificates_are_accepted_and_read_back() {
    for ending in [Ending::Normal, Ending::Misere] {
        for root in ROOTS {
            let certificate = certificate_of(root, ending);
            let checked = check(&certificate).unwrap_or_else(|error| panic!("{root}: {error}"));
            assert_eq!(checked.claims, certificate.len() as u64);
            let read = Certificate::read(&certificate.write()).unwrap();
            assert_eq!(read.write(), certificate.write());
            assert_eq!(
                (read.root(), read.ending(), read.outcome(), read.nimber()),
                (
                    certificate.root(),
                    ending,
                    certificate.outcome(),
                    certificate.nimber()
                )
            );
            assert!(read.nimbers().eq(certificate.nimbers()));
            assert!(read.losses().eq(certificate.losses()));
        }
    }
}

#[test]
fn a_false_root_is_refused() {
    for root in ROOTS {
        let root = position(root);
        let (outcome, nimber, truth) = Truth::of(&root, Ending::Normal);
        let other = match outcome {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
        };
        let claims = truth.nimbers;
        for (outcome, nimber) in [
            (other, None),
            (other, nimber),
            (outcome, nimber.map(|nimber| nimber ^ Nimber::new(1))),
        ] {
            let certificate =
                Certificate::normal(root.clone(), outcome, nimber, claims.clone()).unwrap();
            assert!(check(&certificate).is_err(), "{certificate:?}");
            // Nor without claims.
            let certificate = Certificate::normal(root.clone(), outcome, nimber, []).unwrap();
            assert!(check(&certificate).is_err(), "{certificate:?}");
        }
        let (outcome, _, truth) = Truth::of(&root, Ending::Misere);
        let other = match outcome {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
        };
        let certificate = Certificate::misere(root.clone(), other, truth.losses()).unwrap();
        assert!(check(&certificate).is_err(), "{certificate:?}");
    }
}

/// Every single claim of a small certificate, changed: the check names it or one that leaned on it.
#[test]
fn a_wrong_claim_is_named() {
    let root = position("0*3");
    let (outcome, nimber, truth) = Truth::of(&root, Ending::Normal);
    let claims: Vec<(Land, Nimber)> = truth.nimbers.into_iter().collect();
    for wrong in 0..claims.len() {
        for value in 0..5 {
            let mut changed = claims.clone();
            changed[wrong].1 = Nimber::new(value);
            let certificate =
                Certificate::normal(root.clone(), outcome, nimber, changed.clone()).unwrap();
            let result = check(&certificate);
            if changed == claims {
                assert!(result.is_ok());
                continue;
            }
            let error = result.unwrap_err();
            // All claims with fewer lives are true, so the false one cannot pass, but one before it may fail first.
            let named = error.claim.expect("a claim, not the root");
            assert!(
                named == wrong || claims[named].0.lives() > claims[wrong].0.lives(),
                "{error}"
            );
        }
    }
}

#[test]
fn an_error_says_what_is_wrong() {
    let root = position("0*2");
    let only_root = [(root.lands()[0].clone(), Nimber::ZERO)];
    let error = check(&Certificate::normal(root.clone(), Outcome::Loss, None, only_root).unwrap())
        .unwrap_err();
    assert!(matches!(error.wrong, Wrong::NoAnswer { .. }), "{error}");
    assert_eq!(error.claim, Some(0));
    let text = error.to_string();
    assert!(
        text.starts_with("claim 1 is wrong (0*2: nimber 0): its child "),
        "{text}"
    );
    assert!(text.ends_with(" has no answer among the claims"), "{text}");
    let finished =
        Certificate::misere(root.clone(), Outcome::Loss, [root.clone(), position("!")]).unwrap();
    assert_eq!(check(&finished).unwrap_err().wrong, Wrong::Finished);
    let too_large = [(position("22").lands()[0].clone(), Nimber::new(2))];
    let error =
        check(&Certificate::normal(root, Outcome::Loss, None, too_large).unwrap()).unwrap_err();
    assert_eq!(
        error.wrong,
        Wrong::NoChildWorth {
            nimber: Nimber::new(1)
        }
    );
}

#[test]
fn what_is_no_certificate_is_refused() {
    assert_eq!(
        Certificate::read(b"").unwrap_err(),
        ReadError::NotACertificate
    );
    assert_eq!(Certificate::read(b"RHZC").unwrap_err(), ReadError::Damaged);
    assert_eq!(
        Certificate::read(b"RHZC\x63aaaaaaaaa").unwrap_err(),
        ReadError::Version(0x63)
    );
    let mut file = certificate_of("0*2", Ending::Normal).write();
    let last = file.len() - 1;
    file[last] ^= 1;
    assert_eq!(Certificate::read(&file).unwrap_err(), ReadError::Damaged);
}

/// A change to the bytes of a file.
#[derive(Clone, Debug)]
enum Change {
    Set(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    Insert(prop::sample::Index, u8),
    CutOff(prop::sample::Index),
}

fn apply(change: &Change, file: &mut Vec<u8>) {
    if file.is_empty() {
        return;
    }
    match *change {
        Change::Set(ref at, byte) => *at.get_mut(file) = byte,
        Change::Remove(ref at) => {
            file.remove(at.index(file.len()));
        }
        Change::Insert(ref at, byte) => file.insert(at.index(file.len()), byte),
        Change::CutOff(ref at) => file.truncate(at.index(file.len())),
    }
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let index = any::<prop::sample::Index>;
    let change = prop_oneof![
        6 => (index(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        1 => index().prop_map(Change::Remove),
        1 => (index(), any::<u8>()).prop_map(|(at, byte)| Change::Insert(at, byte)),
        1 => index().prop_map(Change::CutOff),
    ];
    prop::collection::vec(change, 1..4)
}

static FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut files = Vec::new();
    for ending in [Ending::Normal, Ending::Misere] {
        for root in ["0*2", "0*3", "0.2+0.2", "1a1a+0*2+22"] {
            files.push(certificate_of(root, ending).write());
        }
    }
    for small_lives_max in [3, 5] {
        for root in ["0*3", "0*2.AB|AB"] {
            files.push(certificate_with_trees(root, small_lives_max).write());
        }
    }
    files
});

/// Positions larger than this take the obvious solver too long.
const LIVES_MAX: u32 = 10;

proptest! {
    #![proptest_config(trial::cases(2000))]

    /// Damage is noticed, or harmless.
    #[test]
    fn damage_never_makes_a_false_claim_pass(which in 0..12usize, changes in changes(), repair in any::<bool>()) {
        let original = &FILES[which];
        let mut file = original.clone();
        for change in &changes {
            apply(change, &mut file);
        }
        if repair && file.len() > 4 {
            // Somebody who wants to deceive makes the checksum right again.
            let body = file.len() - 4;
            let sum = checksum(&file[..body]);
            file[body..].copy_from_slice(&sum.to_le_bytes());
        } else if file != *original {
            prop_assert!(Certificate::read(&file).is_err());
        }
        let Ok(certificate) = Certificate::read(&file) else { return Ok(()) };
        if certificate.root().lives() > LIVES_MAX {
            return Ok(());
        }
        if check(&certificate).is_ok() {
            let (outcome, nimber, _) = Truth::of(certificate.root(), certificate.ending());
            prop_assert_eq!(certificate.outcome(), outcome);
            if certificate.nimber().is_some() {
                prop_assert_eq!(certificate.nimber(), nimber);
            }
        }
    }

}

proptest! {
    #![proptest_config(trial::cases(200))]

    /// Whatever stands between a right beginning and a right checksum.
    #[test]
    fn noise_is_read_or_refused(flags in 0..16u8, body in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut file = b"RHZC\x01".to_vec();
        file.push(flags);
        file.extend(body);
        let sum = checksum(&file);
        file.extend(sum.to_le_bytes());
        if let Ok(certificate) = Certificate::read(&file)
            && certificate.root().lives() <= LIVES_MAX
            && check(&certificate).is_ok()
        {
            let (outcome, nimber, _) = Truth::of(certificate.root(), certificate.ending());
            prop_assert_eq!(certificate.outcome(), outcome);
            prop_assert!(certificate.nimber().is_none() || certificate.nimber() == nimber);
        }
    }

    /// Claims left out or changed never prove what is false.
    #[test]
    fn false_claims_never_prove_a_false_root(
        root in prop::sample::select(vec!["0*2", "0*3", "0.2+0.2", "0*2.AB|AB"]),
        lie in any::<bool>(),
        changed in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8), 0..6),
        removed in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let root = position(root);
        let (outcome, nimber, truth) = Truth::of(&root, Ending::Normal);
        let nimber = nimber.unwrap();
        let mut claims: Vec<(Land, Nimber)> = truth.nimbers.into_iter().collect();
        for at in removed.iter().take(claims.len() - 1) {
            claims.remove(at.index(claims.len()));
        }
        for (at, value) in &changed {
            at.get_mut(&mut claims).1 = Nimber::new(*value);
        }
        let other = if outcome == Outcome::Win { Outcome::Loss } else { Outcome::Win };
        let claimed = if lie { other } else { outcome };
        for nimber in [None, Some(nimber), Some(Nimber::new(1)), Some(Nimber::ZERO)] {
            let certificate = Certificate::normal(root.clone(), claimed, nimber, claims.clone()).unwrap();
            if check(&certificate).is_ok() {
                let (outcome, truth, _) = Truth::of(&root, Ending::Normal);
                prop_assert_eq!(claimed, outcome);
                prop_assert!(nimber.is_none() || nimber == truth);
            }
        }
    }

    /// The same in misère play, with and without trees: any set of claims, true ones and false ones.
    #[test]
    fn false_losses_never_prove_a_false_root(
        root in prop::sample::select(vec!["0*2", "0*3", "0.2+0.2", "0*2.AB|AB"]),
        small_lives_max in 0..9u8,
        lie in any::<bool>(),
        added in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        removed in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let root = position(root);
        let (outcome, _, truth) = Truth::of(&root, Ending::Misere);
        let mut claims: Vec<Canonical> = truth.losses().collect();
        for at in removed.iter().take(claims.len()) {
            claims.remove(at.index(claims.len()));
        }
        let all: Vec<&Canonical> = truth.misere.keys().collect();
        claims.extend(added.iter().map(|at| (*at.get(&all)).clone()));
        let other = if outcome == Outcome::Win { Outcome::Loss } else { Outcome::Win };
        let claimed = if lie { other } else { outcome };
        let certificate =
            Certificate::misere_with_trees(root, claimed, small_lives_max, claims).unwrap();
        if check(&certificate).is_ok() {
            prop_assert_eq!(claimed, outcome);
            for loss in certificate.losses() {
                let loss = Canonical::from_bytes(loss).unwrap();
                prop_assert_eq!(truth.misere[&loss], Outcome::Loss);
            }
        }
    }
}

fn golden(name: &str) -> Vec<u8> {
    let path = format!(
        "{}/../../tests/data/certificates/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text says all that the file says, and the file all that the text says.
#[test]
fn texts_and_files_say_the_same() {
    for spots in 8..=12 {
        for ending in ["normal", "misere"] {
            let text = String::from_utf8(golden(&format!("{ending}-{spots}.txt"))).unwrap();
            let certificate = Certificate::from_text(&text).unwrap();
            assert_eq!(certificate.to_string(), text);
            let file = certificate.write();
            assert_eq!(Certificate::read(&file).unwrap().to_string(), text);
        }
    }
    let file = golden("misere-19.cert");
    let text = Certificate::read(&file).unwrap().to_string();
    let header = "rhizome certificate 1\nposition 0*19\nending misere\noutcome loss\nsmall 11\nclaims 34297\n";
    assert!(text.starts_with(header));
    assert_eq!(Certificate::from_text(&text).unwrap().write(), file);
}

#[test]
fn wrong_texts_are_refused_by_line() {
    let text = String::from_utf8(golden("normal-9.txt")).unwrap();
    let line = |text: &str| Certificate::from_text(text).map(|_| ()).unwrap_err().line;
    let cut = &text[..text.trim_end().rfind('\n').unwrap() + 1];
    assert_eq!(line(cut), text.lines().count());
    for (number, from, to) in [
        (1, "rhizome certificate 1", "rhizome certificate 9"),
        (2, "position 0*9", "position 0*x"),
        (3, "ending normal", "ending later"),
        (4, "outcome win", "outcome draw"),
        (5, "claims 54", "small 9\nclaims 54"),
        (59, "ABCD|ABCD 0", "ABCD|ABCD"),
        (59, "ABCD|ABCD 0", "ABCD|ABCD 300"),
        (59, "ABCD|ABCD 0", "ABCD|ABCD+22 0"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(line(&text.replace(from, to)), number, "{to}");
    }
}
