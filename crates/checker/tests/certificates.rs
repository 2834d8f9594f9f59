//! True certificates are accepted, false ones refused, and the wrong claim is named.

use checker::{Certificate, CheckError, Checked, ReadError, Wrong, children_of, read_position};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

fn text(name: &str) -> String {
    let path = format!(
        "{}/../../tests/data/certificates/{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn check(text: &str) -> Result<Checked, CheckError> {
    let certificate = Certificate::read(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    certificate.check(2, &AtomicUsize::new(0), &|| false)
}

/// The header and the claims of a text, to be changed and put together again.
fn parts(text: &str) -> (String, Vec<String>) {
    let (header, rest) = text.split_once("\nclaims ").expect("a header");
    let claims = rest.lines().skip(1).map(str::to_string).collect();
    (header.to_string(), claims)
}

fn join(header: &str, claims: &[String]) -> String {
    let mut text = format!("{header}\nclaims {}\n", claims.len());
    for claim in claims {
        text += claim;
        text += "\n";
    }
    text
}

#[test]
fn true_certificates_are_accepted() {
    for spots in 8..=12 {
        for (ending, losses) in [("normal", [8, 12].as_slice()), ("misere", &[8, 9])] {
            let text = text(&format!("{ending}-{spots}"));
            let outcome = if losses.contains(&spots) {
                "loss"
            } else {
                "win"
            };
            assert!(text.contains(&format!(
                "\nposition 0*{spots}\nending {ending}\noutcome {outcome}\n"
            )));
            let checked = check(&text).unwrap_or_else(|error| panic!("{ending} {spots}: {error}"));
            assert_eq!(checked.claims, parts(&text).1.len());
        }
    }
}

/// Many small lands with deep trees: some sums are only found equal when all trees are added up.
#[test]
fn deep_trees_are_added_up_where_they_must_be() {
    let text = text("misere-deep");
    assert_eq!(check(&text).unwrap().claims, 135);
    let (header, mut claims) = parts(&text);
    claims.remove(70);
    assert!(check(&join(&header, &claims)).is_err());
}

#[test]
fn who_wins_the_position_is_not_taken_on_trust() {
    for name in ["normal-8", "normal-9", "misere-8", "misere-10"] {
        let text = text(name);
        let other = if text.contains("\noutcome win\n") {
            text.replace("\noutcome win\n", "\noutcome loss\n")
        } else {
            text.replace("\noutcome loss\n", "\noutcome win\n")
        };
        assert_eq!(check(&other).unwrap_err().claim, None, "{name}");
        let spots = name.rsplit('-').next().unwrap();
        let other = text.replace(&format!("\nposition 0*{spots}\n"), "\nposition 0*13\n");
        assert_eq!(check(&other).unwrap_err().wrong, Wrong::NotShown, "{name}");
    }
}

#[test]
fn wrong_nimbers_are_refused() {
    for name in ["normal-8", "normal-9"] {
        let (header, claims) = parts(&text(name));
        for (index, claim) in claims.iter().enumerate().step_by(4) {
            let (land, nimber) = claim.split_once(' ').unwrap();
            let nimber: u32 = nimber.parse().unwrap();
            for other in [nimber + 1, nimber ^ 1, nimber.saturating_sub(1), nimber + 4] {
                let mut changed = claims.clone();
                changed[index] = format!("{land} {other}");
                let result = check(&join(&header, &changed));
                assert_eq!(
                    result.is_ok(),
                    other == nimber,
                    "{land} {other}: {result:?}"
                );
            }
        }
    }
    let claims = ["22 1", "222 0", "0 1"].map(str::to_string);
    let header = "rhizome certificate 1\nposition 222+22\nending normal\noutcome win";
    assert_eq!(check(&join(header, &claims[..2])).unwrap().claims, 2);
    let error = check(&join(header, &claims)).unwrap_err();
    assert_eq!(
        (error.claim, &error.wrong),
        (
            Some(2),
            &Wrong::NoAnswer {
                child: "AB|AB".into(),
            }
        )
    );
    assert_eq!(
        error.to_string(),
        "claim 3 is wrong (0: nimber 1): its child AB|AB has no answer among the claims"
    );
    let nimber = |stated: u32| check(&join(&format!("{header}\nnimber {stated}"), &claims[..2]));
    assert!(nimber(1).is_ok());
    assert_eq!(
        nimber(2).unwrap_err().wrong,
        Wrong::OtherNimber { nimber: 1 }
    );
}

#[test]
fn a_lost_claim_is_missed() {
    for name in ["normal-8", "normal-9", "misere-8", "misere-9"] {
        let (header, claims) = parts(&text(name));
        for lost in 0..claims.len() {
            let mut rest = claims.clone();
            rest.remove(lost);
            let result = check(&join(&header, &rest));
            assert!(result.is_err(), "{name} does not need {}", claims[lost]);
        }
    }
}

/// Every child of a lost position is a win, so whoever claims it lost is wrong, and this claim is the only wrong one.
#[test]
fn a_false_loss_is_refused_and_named() {
    for name in ["misere-8", "misere-9"] {
        let (header, claims) = parts(&text(name));
        for claim in &claims {
            for child in children_of(&read_position(claim).unwrap())
                .into_iter()
                .take(2)
            {
                let child: Vec<&str> = child.iter().map(|land| land.as_str()).collect();
                let mut changed = claims.clone();
                changed.insert(1, child.join("+"));
                let error = check(&join(&header, &changed)).unwrap_err();
                assert_eq!(error.claim, Some(1), "{claim}: {error}");
            }
        }
    }
    let (header, mut claims) = parts(&text("misere-8"));
    for (finished, wrong) in [("!", Wrong::Won), ("0", Wrong::Won)] {
        claims[3] = finished.into();
        let error = check(&join(&header, &claims)).unwrap_err();
        assert_eq!((error.claim, error.wrong), (Some(3), wrong));
    }
}

/// Texts made by hand to be believed without being true: each with a line that says what is wrong with it.
#[test]
fn forged_certificates_are_refused() {
    let all = text("forged");
    let mut read = 0;
    for forged in all.split_terminator("\n\n") {
        let (why, text) = forged.split_once('\n').unwrap();
        if let Ok(certificate) = Certificate::read(text) {
            let checked = certificate.check(2, &AtomicUsize::new(0), &|| false);
            assert!(checked.is_err(), "{why}");
            read += 1;
        }
    }
    // The others are refused as they are read.
    assert!(read > 20, "{read}");
}

/// Trees are only a shorter way: a proof that lists every loss of small lands needs none.
#[test]
fn trees_are_not_needed() {
    let header = "rhizome certificate 1\nposition 0\nending misere\noutcome win";
    assert!(check(&join(header, &["22".into()])).is_err());
    assert!(
        check(&join(
            &header.replace("win", "loss"),
            &["0".into(), "22".into()]
        ))
        .is_err()
    );
    // A lone spot has two moves, whatever is played: the player to move loses nothing by it.
    let lost = ["22", "AB|AB"].map(str::to_string);
    assert!(check(&join(&header.replace("position 0", "position 222"), &lost)).is_ok());
    assert!(check(&join(header, &lost)).is_ok());
}

#[test]
fn a_check_can_be_stopped() {
    for name in ["normal-12", "misere-12"] {
        let certificate = Certificate::read(&text(name)).unwrap();
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Relaxed) > 1000;
        let error = certificate
            .check(1, &AtomicUsize::new(0), &stop)
            .unwrap_err();
        assert_eq!(error.wrong, Wrong::Stopped);
        assert!(asked.load(Relaxed) < 1100);
        let stopped = AtomicBool::new(true);
        let error = certificate.check(2, &AtomicUsize::new(0), &|| stopped.load(Relaxed));
        assert_eq!(
            error.unwrap_err().to_string(),
            "stopped before all claims were checked"
        );
    }
}

#[test]
fn what_is_no_certificate_is_refused() {
    let good = text("misere-8");
    let line = |text: &str| {
        Certificate::read(text)
            .map(|_| ())
            .map_err(|ReadError { line, .. }| line)
    };
    assert_eq!(line(&good), Ok(()));
    let cut = &good[..good.trim_end().rfind('\n').unwrap() + 1];
    assert_eq!(line(cut), Err(cut.lines().count()));
    assert_eq!(line(""), Err(1));
    assert_eq!(line("rhizome certificate 2\n"), Err(1));
    assert_eq!(line("rhizome certificate 1\nposition 0\n"), Err(3));
    for (from, to) in [
        ("ending misere", "ending other"),
        ("ending misere", "ending normal"),
        ("outcome loss", "outcome draw"),
        ("small 9", "small 13"),
        ("small 9", "small 9\nsmall 9"),
        ("small 9", "nimber 0"),
        ("ending misere\noutcome loss", "outcome loss\nending misere"),
        ("position 0*8", "position 0*8.A"),
        ("outcome loss", "colour blue"),
    ] {
        assert!(good.contains(from));
        assert!(line(&good.replace(from, to)).is_err(), "{from} -> {to}");
    }
}

/// A certificate with one claim, in normal play.
fn one_claim(claim: &str) -> String {
    format!("rhizome certificate 1\nposition 0*2\nending normal\noutcome loss\nclaims 1\n{claim}\n")
}

/// What a check says that is stopped after so many looks.
fn check_some(text: &str, looks_max: usize) -> Wrong {
    let looks = AtomicUsize::new(0);
    let stop = || looks.fetch_add(1, Relaxed) >= looks_max;
    let certificate = Certificate::read(text).unwrap();
    let checked = certificate.check(1, &AtomicUsize::new(0), &stop);
    checked.unwrap_err().wrong
}

/// A move adds a spot. What comes after the largest position that is read could not be read again, and the check fell over that.
#[test]
fn the_largest_positions_have_moves_too() {
    assert_eq!(check_some(&one_claim("0*500 0"), 3), Wrong::Stopped);
    let error = Certificate::read(&one_claim("0*501 0")).unwrap_err();
    assert_eq!(error.line, 6);
    let error = Certificate::read(&one_claim("0*500.0*500.0*500 0")).unwrap_err();
    assert!(error.problem.contains("more than 500 spots"), "{error}");
}

/// Twelve spots that nothing tells apart have half a milliard orders. Reading such a land did not come to its end, nor heeded a request to stop.
#[test]
fn lands_of_many_spots_alike_are_written_in_time() {
    for text in [
        "0.A.B.C.D.E.F.G.H.I.J.K.L|A.B.C.D.E.F.G.H.I.J.K.L",
        "0.AB.CD.EF.GH.IJ.KL.MN.OP|AB|CD|EF|GH|IJ|KL|MN|OP",
        "0.ABCDEFGHIJKLMNOPQRST|TSRQPONMLKJIHGFEDCBA",
    ] {
        let claim = format!("{text} 0");
        let read = Certificate::read(&one_claim(&claim)).unwrap();
        assert_eq!(read.claims(), 1, "{text}");
    }
    // Pairs that really are alike have one writing all the same, whatever they are called.
    let [one, other] = [
        "0.AB.CD.EF.GH.IJ.KL.MN.OP|AB|CD|EF|GH|IJ|KL|MN|OP",
        "0.PA.BO.CN.MD.EL.FK.JG.HI|EL|BO|FK|CN|PA|MD|HI|JG",
    ]
    .map(|text| read_position(text).unwrap());
    assert_eq!(one, other);
}

/// Boundaries that are all different can lie on either side of a line in more ways than memory holds.
#[test]
fn moves_without_number_are_made_one_by_one() {
    let boundaries = [
        "0", "1", "11", "111", "12", "112", "1112", "22", "122", "1a1a", "1a2a", "12a1a", "11a1a",
        "12a2a", "2a22a", "1a1a1", "11a2a1", "1222", "12222", "122222", "1212", "121212", "1122",
        "111222", "11112222", "222222", "2222222", "22222222", "111111", "1111111", "11111111",
        "1121", "11211", "112111", "1222221", "12222221", "11222", "112222", "1122222", "11222222",
    ];
    let claim = format!("{} 0", boundaries.join("."));
    assert_eq!(check_some(&one_claim(&claim), 3), Wrong::Stopped);
}
