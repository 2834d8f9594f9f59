//! The notation of the World Game of Sprouts Association: what texts mean, what is refused, and whole games there and back.

use proptest::prelude::*;
use sprouts::wgosa::{self, GameResult, MoveText, Record, Transcript};
use sprouts::{Ending, Labelled, Seed};

fn replay(text: &str) -> Labelled {
    let record: Record = text.parse().expect("a record");
    record.replay().expect("a legal game")
}

fn refused(record: &str, text: &str) -> String {
    wgosa::read(&replay(record), text)
        .expect_err("no move")
        .to_string()
}

#[test]
fn moves_mean_what_they_say() {
    assert_eq!(
        replay("3+ 1(4)1[2]").outline(),
        Labelled::from_raw("C.AD|B.AD").unwrap().outline()
    );
    assert_eq!(
        replay("3+ 1(4)1[3]").outline(),
        Labelled::from_raw("C.AD|B.AD").unwrap().outline()
    );
    assert_eq!(
        replay("4+ 1(5)1[2,3]").outline(),
        Labelled::from_raw("AE.D|AE.B.C").unwrap().outline()
    );
    assert_eq!(
        replay("2+ 1(3)2 1(4)1").outline(),
        Labelled::from_raw("ACBCAD|AD").unwrap().outline()
    );
    // The end 1 is looped around what else hangs on it, or around the lone spot.
    assert_eq!(
        replay("3+ 1(4)2 1(5)1[3]").outline(),
        Labelled::from_raw("ADBDAE|AE.C").unwrap().outline()
    );
    assert_eq!(
        replay("3+ 1(4)2 1(5)1[2,4]").outline(),
        Labelled::from_raw("ADBDAE|AE.C").unwrap().outline()
    );
    assert_eq!(
        replay("3+ 1(4)2 1(5)1").outline(),
        Labelled::from_raw("ADBDAE.C|AE").unwrap().outline()
    );
}

/// A spot with two neighbours in one region can be reached from two sides.
#[test]
fn the_other_side_of_a_spot() {
    // A path 1-6-2-7-3 with 4 hanging on 6; the walk round it is DHF B GCG B F A F H with D = 4, H = 8.
    let start = "5+ 1(6)2 2(7)3 4(8)6";
    assert_eq!(replay(start).raw(), "E.DHFAFBGCGBFH");
    // Seen from the corner 3-7-2 the lower neighbour of 7, spot 2, is on the left.
    let one = replay(&format!("{start} 5(9)7"));
    assert_eq!(
        one.outline(),
        Labelled::from_raw("EIGBFHDHFAFBGCGI").unwrap().outline()
    );
    let other = replay(&format!("{start} 5(9)7!"));
    assert_eq!(
        other.outline(),
        Labelled::from_raw("EIGCGBFHDHFAFBGI").unwrap().outline()
    );
    assert_ne!(one.outline(), other.outline());
    assert!(refused(start, "5(9)1!").contains("no other side"));
}

#[test]
fn bad_texts_name_the_column() {
    let error = |text: &str| text.parse::<MoveText>().expect_err("no move").to_string();
    assert_eq!(
        error(""),
        "column 1: expected the number of the spot where the move starts, found the end"
    );
    assert_eq!(
        error("1[9]2"),
        "column 2: expected `(` before the number of the new spot, found '['"
    );
    assert_eq!(
        error("1(9]2"),
        "column 4: expected `)` after the number of the new spot, found ']'"
    );
    assert_eq!(
        error("1(9)"),
        "column 5: expected the number of the spot where the move ends, found the end"
    );
    assert_eq!(
        error("1(9)2[3"),
        "column 8: expected `,` or `]` in the list of spots, found the end"
    );
    assert_eq!(
        error("1(9)2[5-3]"),
        "column 9: expected a number not below the one before the dash, found '3'"
    );
    assert_eq!(
        error("0(9)2"),
        "column 1: expected a spot number; spots are numbered from 1, found '0'"
    );
    assert_eq!(
        error("1(9999999)2"),
        "column 9: expected a number of at most six digits, found '9'"
    );
    assert_eq!(
        error("1(9)2x"),
        "column 6: expected `[` before a list of spots, or the end of the move, found 'x'"
    );
    let error = |text: &str| text.parse::<Record>().expect_err("no record").to_string();
    assert_eq!(
        error("x"),
        "column 1: expected the number of spots, found 'x'"
    );
    assert_eq!(
        error("0+"),
        "column 1: expected a number of spots from 1 to 1000, found '0'"
    );
    assert_eq!(
        error("8"),
        "column 2: expected `+` (normal) or `-` (misère), found the end"
    );
    assert_eq!(
        error("8+ 1(9)21(10)2"),
        "column 10: expected a space after the move, found '('"
    );
    assert_eq!(
        error("8+ I x"),
        "column 6: expected nothing after the result, found 'x'"
    );
    assert_eq!(
        error("8+ (ann"),
        "column 9: expected `)` after the players, found the end"
    );
}

#[test]
fn moves_that_do_not_exist_are_refused_with_a_reason() {
    assert_eq!(refused("3+", "1(4)9"), "there is no spot 9");
    assert_eq!(refused("3+", "1(4@9)9"), "there is no spot 9");
    assert_eq!(refused("3+", "1(4)2[3-9]"), "there is no spot 9");
    assert_eq!(refused("3+", "1(5)2"), "the new spot is number 4, not 5");
    assert_eq!(
        refused("2+ 1(3)1 1(4)3", "1(5)4"),
        "spot 1 is dead: three lines end there already"
    );
    assert_eq!(
        refused("3+ 1(4)1", "4(5)4"),
        "spot 4 has one life left; a curve from a spot to itself needs two"
    );
    assert_eq!(
        refused("3+ 1(4)1[2]", "2(5)3"),
        "spots 2 and 3 share no region"
    );
    assert_eq!(
        refused("3+", "1(4)2[3]"),
        "this move joins two boundaries and separates nothing; leave the list out"
    );
    assert_eq!(
        refused("3+ 1(4)2", "1(5)1[1]"),
        "this move cannot have spot 1 on the listed side"
    );
    assert_eq!(
        refused("3+ 1(4)1[2]", "1(5@1)4"),
        "the new spot of this move does not face a living spot 1"
    );
    assert_eq!(
        refused("3+", "1!(4)2"),
        "there is no other side where a `!` is written; leave it out"
    );
    let error = "3+ 1(4)1[2] 2(5)3"
        .parse::<Record>()
        .unwrap()
        .replay()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "move 2, 2(5)3: spots 2 and 3 share no region"
    );
}

/// What stays on the curve's own boundary is told like anything else that is separated.
#[test]
fn a_list_tells_one_side_completely() {
    let start = "4+ 1(5)2 3(6)4";
    let game = replay(start);
    let m = wgosa::read(&game, "1(7)5[2]").expect("a move");
    assert_eq!(wgosa::write(&game, &m).expect("legal"), "1(7)5[2]");
    assert_eq!(
        replay(&format!("{start} 1(7)5[3]")).outline(),
        replay(&format!("{start} 1(7)5[2]")).outline()
    );
    assert_ne!(
        replay(&format!("{start} 1(7)5")).outline(),
        replay(&format!("{start} 1(7)5[2]")).outline()
    );
    assert!(refused(start, "1(7)!5!").contains("no other side"));
    // With 1 and 2 left out the hand tells on whose side 3 is: to the right of the way from 5 to 6, or to the left.
    let circle = "4+ 1(5)2 1(6)2";
    let [right, left, with_1, with_2] = ["5(7)6[3]", "5(7)!6[3]", "5(7)6[1,3]", "5(7)6[2,3]"]
        .map(|text| replay(&format!("{circle} {text}")).outline());
    assert_ne!(right, left);
    assert_eq!(
        [&right, &left].map(|side| *side == with_1 || *side == with_2),
        [true, true]
    );
    // Where only one move is possible a list may be left out although the move separates something.
    assert!(wgosa::read(&replay("2+ 1(3)2 1(4)2"), "1(5)2").is_ok());
}

#[test]
fn two_moves_that_fit_are_both_named() {
    assert_eq!(
        refused("5+ 1(6)1[2,3]", "1(7)6"),
        "the move could be 1(7@2)6 or 1(7@4)6; write which"
    );
    // Where one side has nothing to face, the plain text means it.
    assert_eq!(
        replay("3+ 1(4)1 1(5)4").outline(),
        Labelled::from_raw("AD.B.C|ADE|DAE").unwrap().outline()
    );
}

/// Games that members of the association published on its pages (2006 to 2010).
#[test]
fn published_games_are_read() {
    for text in [
        "17- (Peltier* - AuntBeast) 1(18)1[2-9] 1(19)18[2-4] 10(20)10[11-13] 16(21)17 16(22)16 21(23)22[14-15] \
         10(24@11)20 2(25)2[19] 2(26)25[3] I",
        "8+ (AuntBeast* - Purvis) 1(9)2 1(10)1[3,4] 3(11)10 5(12)6 2(13)2 3(14)4 4(15)4 9(16)13[7,8] 5(17)5[6] I",
        "8+ (AuntBeast* - Purvis) 1(9)2 1(10)1[3,4] 3(11)10 5(12)6 2(13)2 3(14)4 4(15)4 11(16)14 8(17)9 3(18)15 \
         8(19)8[5] I",
        "17- (Khorkov - Jordan+Aunt Beast*) 1(18)1[2-6] 1(19)18[2-3] 7(20)7[8-12] 8(21)9 7(22)20[8-10] 13(23)13 \
         14(24)14[15,16] 13(25@14)23 14(26)24[17] 15(27)16 12(28)22 I",
        "17- (Khorkov - Jordan+Aunt Beast*) 1(18)1[2-6] 1(19)18[2-3] 7(20)7[8-12] 8(21)9 7(22)20[8-10] 13(23)13 \
         14(24)14[15,16] 13(25)17 17(26)25[23] 6(27)19 6(28)6[5] I",
        "17- (Khorkov - Jordan+Aunt Beast*) 1(18)1[2-6] 1(19)18[2-3] 7(20)7[8-12] 8(21)9 7(22)20[8-10] 13(23)13 \
         14(24)14[15,16] 13(25)17 8(26)8[9,10] 2(27)2 14(28@23)24 I",
        "8+ 1(9)2 1(10)1[3,4] 3(11)10 3(12)3[4] 2(13)2 9(14)13 5(15)5[6] 5(16)15[14]",
    ] {
        let record: Record = text.parse().expect("a record");
        assert!(record.players.is_some() == text.contains(" - "));
        assert_eq!(
            record.result,
            text.ends_with('I').then_some(GameResult::First)
        );
        let game = record
            .replay()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.history().len(), record.moves.len());
        let again = Record::of(&game, record.ending).expect("a game from the start");
        assert_eq!(again.replay().expect("legal").outline(), game.outline());
        assert!(again.to_string().len() <= text.len());
    }
}

/// Two who only exchange texts stay in the same game, whichever of them moves.
fn check_correspondence(spots: u32, seed: u64) {
    let mut seed = Seed::new(seed);
    let mut game = Labelled::start(spots);
    let mut transcript = Transcript::start(spots);
    let mut turn = 0;
    loop {
        let reader_moves = transcript.game().moves();
        let m = if turn % 2 == 0 {
            seed.pick(&game.moves()).cloned()
        } else {
            let m = seed.pick(&reader_moves).cloned();
            m.map(|m| {
                let text = wgosa::write(transcript.game(), &m).expect("a legal move");
                transcript
                    .read(&game, &text)
                    .expect("a text for a legal move")
            })
        };
        let Some(m) = m else { break };
        transcript.write(&game, &m);
        game.play(&m).expect("legal");
        assert_eq!(game.outline(), transcript.game().outline());
        turn += 1;
    }
    assert_eq!(
        transcript.texts(),
        Record::of(&game, Ending::Normal)
            .expect("from the start")
            .moves
    );
    while transcript.undo().is_some() {}
    assert_eq!(transcript.game(), &Labelled::start(spots));
}

/// Plays a random game, a record of it is written, read and replayed, and every single move is written and read.
fn check_game(spots: u32, seed: u64) {
    let mut seed = Seed::new(seed);
    let mut game = Labelled::start(spots);
    while let Some(m) = seed.pick(&game.moves()).cloned() {
        let text = wgosa::write(&game, &m).expect("a legal move");
        let read = wgosa::read(&game, &text)
            .unwrap_or_else(|error| panic!("{}: {text}: {error}", game.raw()));
        let mut copy = game.clone();
        copy.play(&read).expect("a move that was read");
        game.play(&m).expect("a legal move");
        assert_eq!(copy.outline(), game.outline(), "{text}");
    }
    let record = Record::of(&game, Ending::Normal).expect("a game from the start");
    let again: Record = record.to_string().parse().expect("a record");
    assert_eq!(again, record);
    let replayed = again
        .replay()
        .unwrap_or_else(|error| panic!("{record}: {error}"));
    assert_eq!(replayed.outline(), game.outline());
    assert_eq!(replayed.history().len(), game.history().len());
}

#[test]
fn only_games_from_lone_spots_have_a_record() {
    assert_eq!(
        Record::of(&Labelled::from_raw("ACBC").unwrap(), Ending::Normal),
        None
    );
}

proptest! {
    #![proptest_config(trial::cases(1500))]

    #[test]
    fn random_games_there_and_back(spots in 2u32..=12, seed in any::<u64>()) {
        check_game(spots, seed);
    }

    #[test]
    fn games_by_correspondence(spots in 2u32..=8, seed in any::<u64>()) {
        check_correspondence(spots, seed);
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,40}") {
        let _ = text.parse::<MoveText>();
        let _ = text.parse::<Record>();
    }

    /// Custom maps that no game leads to: a move has a text that is read back, or none.
    #[test]
    fn moves_of_any_map_are_written_or_not(raw in "[A-E.|]{0,14}") {
        if let Ok(game) = Labelled::from_raw(&raw) {
            for m in game.moves_up_to(20) {
                if let Ok(text) = wgosa::write(&game, &m) {
                    prop_assert!(wgosa::read(&game, &text).is_ok());
                }
            }
        }
    }

    #[test]
    fn near_records_are_read_or_refused(
        text in "[1-4][+-]( \\([a-z ]{0,6}\\))?( [1-6]!?\\([2-9](@[1-6])?\\)!?[1-6]!?(\\[[1-6](-[4-9])?\\])?){0,6}( I{1,3})?"
    ) {
        if let Ok(record) = text.parse::<Record>() {
            if let Err(error) = record.replay() {
                let number = format!("move {}, ", error.number);
                prop_assert!(error.to_string().starts_with(&number));
            }
            prop_assert_eq!(record.to_string().parse::<Record>(), Ok(record));
        }
    }

    #[test]
    fn near_misses_are_read_or_refused(text in "[1-3]!?\\([4-6](@[1-6])?\\)!?[1-3]!?(\\[[1-6](,[1-6])?(-[1-6])?\\])?", seed in any::<u64>()) {
        let mut game = Labelled::start(3);
        let mut seed = Seed::new(seed);
        for _ in 0..seed.below(3) {
            let m = seed.pick(&game.moves()).expect("there are moves").clone();
            game.play(&m).expect("legal");
        }
        match wgosa::read(&game, &text) {
            Ok(m) => prop_assert!(game.check(&m).is_ok()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        if let Ok(parsed) = text.parse::<MoveText>() {
            prop_assert_eq!(parsed.to_string().parse::<MoveText>().map(|again| again.to_string()), Ok(parsed.to_string()));
        }
    }
}
