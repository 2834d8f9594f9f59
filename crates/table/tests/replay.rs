//! Whole games at the table, in ink: any messages in any order, then the record replayed to the very same table.

use proptest::prelude::*;
use sprouts::{Ending, Seed};
use table::{
    Effect, Game, Ink, InkMove, Message, Opening, Player, Record, Rules, Setting, Snapshot, Start,
    Table, TakeBack, TimeControl,
};

/// What a test player does, by numbers that proptest can shrink.
#[derive(Clone, Debug)]
enum Deed {
    Play(u64),
    Back(u32),
    Redo,
    Redraw,
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        6 => any::<u64>().prop_map(Deed::Play),
        1 => (1..3u32).prop_map(Deed::Back),
        1 => Just(Deed::Redo),
        1 => Just(Deed::Redraw),
    ]
}

fn setting(spots: u32, ending: Ending) -> Setting {
    let start = Start::Spots(spots);
    Setting { start, ending }
}

fn ink(spots: u32, ending: Ending) -> Ink {
    Ink::open(&setting(spots, ending)).unwrap()
}

fn some_move(table: &Table<Ink>, seed: u64) -> Option<InkMove> {
    let moves = table.game().labelled().moves();
    Seed::new(seed).pick(&moves).map(InkMove::of)
}

/// Plays the deeds, then writes the record down, reads it again and compares the two tables.
fn check_replay(spots: u32, ending: Ending, deeds: &[Deed]) {
    let start = || Ink::open(&setting(spots, ending)).unwrap();
    let mut table = Table::new(start(), Rules::default());
    for deed in deeds {
        let turn = table.turn().unwrap_or(Player::Host);
        let before = (table.record(), table.turn());
        let message = match deed {
            Deed::Play(seed) => match some_move(&table, *seed) {
                Some(m) => Message::Play(m),
                None => continue,
            },
            Deed::Back(count) => Message::TakeBack(*count),
            Deed::Redo => Message::Redo,
            Deed::Redraw => Message::Redraw,
        };
        if table.try_apply(0, turn, message).is_err() {
            let after = (table.record(), table.turn());
            assert_eq!(after, before, "a refused message changes nothing");
        }
        assert!(table.game().picture().check().is_ok());
    }
    let text = serde_json::to_string(&table.record()).unwrap();
    let record: Record<InkMove> = serde_json::from_str(&text).unwrap();
    let again = record.replay(start(), Rules::default()).unwrap();
    assert_eq!(again.ended(), table.ended());
    let pictures = (again.game().picture(), table.game().picture());
    assert_eq!(
        pictures.0, pictures.1,
        "the same picture, to the last point"
    );
    assert_eq!(again.game().picture_hash(), table.game().picture_hash());
    assert_eq!(again.game().drawn_anew(), 0);
    assert_eq!(again.record(), table.record());
    check_snapshot(&table);
    check_without_looks(&table, start());
}

/// A snapshot gives the same table, with its picture and without; and the same one move earlier.
fn check_snapshot(table: &Table<Ink>) {
    let text = serde_json::to_string(&table.snapshot()).unwrap();
    let mut saved: Snapshot<Setting, InkMove> = serde_json::from_str(&text).unwrap();
    let record = &saved.record;
    let drawn = saved.drawn.as_deref().unwrap();
    assert!(
        Ink::reopen(&saved.start, &record.moves, record.redrawn, drawn).is_some(),
        "the picture is taken as it is: {drawn}"
    );
    let quick = Table::<Ink>::restore(&saved).unwrap();
    saved.drawn = None;
    let slow = Table::<Ink>::restore(&saved).unwrap();
    for mut restored in [quick, slow] {
        assert_eq!(restored.snapshot(), table.snapshot());
        assert_eq!(restored.game().picture(), table.game().picture());
        let mut table = table.clone();
        table.game_mut().undo();
        restored.game_mut().undo();
        assert_eq!(restored.game().picture(), table.game().picture());
    }
}

/// A picture that the moves do not make is not taken; the moves are drawn instead.
#[test]
fn a_picture_of_other_moves_is_not_taken() {
    let mut table = Table::new(ink(3, Ending::Normal), Rules::default());
    for seed in 0..2 {
        let (turn, m) = (table.turn().unwrap(), some_move(&table, seed).unwrap());
        table.try_apply(0, turn, Message::Play(m)).unwrap();
    }
    let right = table.snapshot();
    let other = ink(3, Ending::Normal).drawn();
    for drawn in [other, Some("m1AB!".into()), Some(String::new())] {
        let mut snapshot = right.clone();
        snapshot.drawn = drawn;
        let record = &snapshot.record;
        let drawn = snapshot.drawn.as_deref().unwrap();
        assert!(Ink::reopen(&snapshot.start, &record.moves, 0, drawn).is_none());
        assert_eq!(
            Table::<Ink>::restore(&snapshot).unwrap().snapshot(),
            right,
            "drawn again from the moves"
        );
    }
}

/// Whoever asked for a better picture before the first move comes back to that one, also after the table was restored.
#[test]
fn a_start_that_was_redrawn_comes_back() {
    for spots in 2..9 {
        let mut table = Table::new(ink(spots, Ending::Normal), Rules::default());
        let turn = table.turn().unwrap();
        table.try_apply(0, turn, Message::Redraw).unwrap();
        let m = some_move(&table, 1).unwrap();
        table.try_apply(0, turn, Message::Play(m)).unwrap();
        check_snapshot(&table);
    }
}

/// A game that began from a map is opened again with its picture, too.
#[test]
fn a_game_from_a_map_keeps_its_picture() {
    let mut before = Table::new(ink(5, Ending::Normal), Rules::default());
    for seed in 0..4 {
        let (turn, m) = (before.turn().unwrap(), some_move(&before, seed).unwrap());
        before.try_apply(0, turn, Message::Play(m)).unwrap();
    }
    let start = Ink::new(before.game().picture().clone(), Ending::Misere);
    let mut table = Table::new(start, Rules::default());
    for seed in 0..4 {
        let (turn, m) = (table.turn().unwrap(), some_move(&table, seed).unwrap());
        table.try_apply(0, turn, Message::Play(m)).unwrap();
        check_snapshot(&table);
    }
}

/// The same record as an older version kept it (no redrawings told), and without any curve: the numbers are the same.
fn check_without_looks(table: &Table<Ink>, start: Ink) {
    let labelled = table.game().labelled();
    for keep_curves in [true, false] {
        let mut record = table.record();
        record.redrawn = 0;
        for m in &mut record.moves {
            m.redrawn = 0;
            if !keep_curves {
                m.curve.clear();
            }
        }
        let again = record.replay(start.clone(), Rules::default()).unwrap();
        assert_eq!(again.game().labelled(), labelled, "number by number");
    }
}

proptest! {
    #![proptest_config(trial::cases(12))]

    #[test]
    fn a_record_replays_to_the_same_table(spots in 1..5u32, misere: bool, deeds in prop::collection::vec(deed(), 1..14)) {
        check_replay(spots, Ending::of_misere(misere), &deeds);
    }
}

/// Found by four thousand cases: a curve that no longer fitted the picture was replaced by one that enclosed other spots
/// of the same kind, and later moves then named regions that were not there.
#[test]
fn a_redrawn_game_replays_with_the_same_numbers() {
    use Deed::{Back, Play, Redraw};
    let deeds = [
        Play(4719485255696054750),
        Play(0),
        Back(1),
        Play(9356535879024889574),
        Redraw,
        Play(875086825767802282),
        Play(8202992033768911),
        Play(683220233918380200),
        Play(2670342113649093726),
        Play(10983052205953540584),
        Play(3150218087869393039),
        Play(0),
    ];
    check_replay(4, Ending::Normal, &deeds);
}

#[test]
fn the_last_mover_wins_and_in_misere_loses() {
    for (ending, host_wins) in [(Ending::Normal, 1), (Ending::Misere, 0)] {
        let mut table = Table::new(ink(3, ending), Rules::default());
        let mut seed = 1;
        while let Some(player) = table.turn() {
            let m = some_move(&table, seed).unwrap();
            table.try_apply(0, player, Message::Play(m)).unwrap();
            seed += 1;
        }
        let host_moved_last = table.len() % 2 == 1;
        let host_should_win = host_moved_last == (host_wins == 1);
        assert_eq!(
            table.ended().unwrap().winner == Some(Player::Host),
            host_should_win
        );
    }
}

#[test]
fn nobody_moves_out_of_turn_or_after_the_end() {
    let mut table = Table::new(ink(2, Ending::Normal), Rules::default());
    let m = some_move(&table, 1).unwrap();
    let effects = table.apply(0, Player::Guest, Message::Play(m.clone()));
    assert!(matches!(
        &effects[..],
        [Effect::Refused {
            to: Player::Guest,
            ..
        }]
    ));
    table.try_apply(0, Player::Host, Message::Play(m)).unwrap();
    table.try_apply(0, Player::Host, Message::Resign).unwrap();
    assert_eq!(table.ended().unwrap().winner, Some(Player::Guest));
    let m = some_move(&table, 2).unwrap();
    assert!(table.try_apply(0, Player::Guest, Message::Play(m)).is_err());
}

#[test]
fn swap2_the_guest_chooses_or_leaves_the_choice() {
    let rules = Rules {
        opening: Opening::Swap2,
        ..Rules::default()
    };
    let mut table = Table::new(ink(3, Ending::Normal), rules);
    assert_eq!(table.turn(), Some(Player::Guest));
    assert!(
        table
            .try_apply(0, Player::Host, Message::Choose(Player::Host))
            .is_err()
    );
    let m = some_move(&table, 1).unwrap();
    table.try_apply(0, Player::Guest, Message::Play(m)).unwrap();
    assert!(table.is_choosing() && table.turn() == Some(Player::Host));
    let m = some_move(&table, 1).unwrap();
    assert!(
        table.try_apply(0, Player::Host, Message::Play(m)).is_err(),
        "the host must choose"
    );
    table
        .try_apply(0, Player::Host, Message::Choose(Player::Guest))
        .unwrap();
    assert_eq!(
        table.turn(),
        Some(Player::Guest),
        "the chosen player is to move"
    );
}

#[test]
fn a_take_back_by_consent_waits_for_the_answer() {
    let rules = Rules {
        take_back: TakeBack::ByConsent,
        ..Rules::default()
    };
    let mut table = Table::new(ink(3, Ending::Normal), rules);
    let m = some_move(&table, 1).unwrap();
    table.try_apply(0, Player::Host, Message::Play(m)).unwrap();
    table
        .try_apply(0, Player::Host, Message::TakeBack(1))
        .unwrap();
    assert!(
        table
            .try_apply(0, Player::Host, Message::Answer(true))
            .is_err(),
        "nobody answers himself"
    );
    assert_eq!(table.len(), 1);
    table
        .try_apply(0, Player::Guest, Message::Answer(true))
        .unwrap();
    assert_eq!(table.len(), 0);
}

#[test]
fn a_fallen_flag_ends_the_game() {
    let time = Some(TimeControl::Live {
        base_ms: 1000,
        increment_ms: 0,
    });
    let mut table = Table::new(
        ink(3, Ending::Normal),
        Rules {
            time,
            ..Rules::default()
        },
    );
    let m = some_move(&table, 1).unwrap();
    let effects = table
        .try_apply(100, Player::Host, Message::Play(m))
        .unwrap();
    assert!(effects.contains(&Effect::LookAt { at_ms: 1100 }));
    assert_eq!(table.left_ms(Player::Guest, 600), Some(500));
    table.try_apply(1100, Player::Host, Message::Look).unwrap();
    assert_eq!(table.ended().unwrap().winner, Some(Player::Host));
}

#[test]
fn a_broken_record_is_refused_with_the_move_that_fails() {
    let text = r#"{"starter":"host","moves":[{"region":0,"from":[0,0],"to":[1,0]},{"region":7,"from":[0,0],"to":[0,0]}]}"#;
    let record: Record<InkMove> = serde_json::from_str(text).unwrap();
    let Err(error) = record.replay(ink(2, Ending::Normal), Rules::default()) else {
        panic!("a region that is not there")
    };
    assert_eq!(error.index, 1);
    assert!(ink(1, Ending::Normal).verdict().is_none());
}

/// A record as the page kept it before redrawings were told: every field as it was written then.
#[test]
fn a_record_of_an_older_version_opens() {
    let text = r#"{"starter":"guest","moves":[
        {"region":0,"from":[0,0],"to":[1,0],"curve":[[1,2],[3,4]]},
        {"region":0,"from":[0,0],"to":[0,0],"inside":[]}],
        "ended":{"winner":"guest","reason":"resignation","by":"host"}}"#;
    let record: Record<InkMove> = serde_json::from_str(text).unwrap();
    let table = record
        .replay(ink(3, Ending::Normal), Rules::default())
        .unwrap();
    assert_eq!((table.len(), table.starter()), (2, Player::Guest));
    assert_eq!(
        table.game().drawn_anew(),
        1,
        "a curve that never fitted is drawn anew"
    );
    assert_eq!(table.ended().unwrap().winner, Some(Player::Guest));
}

/// A live move with a curve is judged as it is: no other curve takes its place.
#[test]
fn a_curve_that_does_not_fit_is_refused() {
    let mut table = Table::new(ink(3, Ending::Normal), Rules::default());
    let legal = table
        .game()
        .route(&table.game().labelled().moves()[0])
        .unwrap();
    let good = InkMove::from(legal);
    let mut play = |m: InkMove| table.try_apply(0, Player::Host, Message::Play(m));
    let mut bent = good.clone();
    bent.curve[1].x = -5;
    assert_eq!(
        play(bent).unwrap_err().to_string(),
        "the curve leaves the board"
    );
    let mut other = good.clone();
    other.played.to.boundary = 2;
    assert!(play(other).is_err());
    let mut long = good.clone();
    let last = long.curve.len() - 1;
    long.curve = [vec![good.curve[0]; 100_000], vec![good.curve[last]]].concat();
    assert!(play(long).is_err());
    assert!(play(good).is_ok());
}

#[test]
fn a_game_is_redrawn_only_so_often() {
    let mut table = Table::new(ink(3, Ending::Normal), Rules::default());
    let m = some_move(&table, 1).unwrap();
    table.try_apply(0, Player::Host, Message::Play(m)).unwrap();
    assert!(table.try_apply(0, Player::Host, Message::Redraw).is_err());
    for _ in 0..Ink::REDRAWS_MAX {
        let effects = table.try_apply(0, Player::Guest, Message::Redraw).unwrap();
        let picture = table.game().picture_hash();
        assert_eq!(
            effects,
            [Effect::Redrawn {
                by: Player::Guest,
                picture
            }]
        );
    }
    assert!(table.try_apply(0, Player::Guest, Message::Redraw).is_err());
    let mut record = table.record();
    record.moves[0].redrawn = u32::MAX;
    assert!(
        record
            .replay(ink(3, Ending::Normal), Rules::default())
            .is_err()
    );
}

/// Two tables whose pictures have come apart: the points of the one mend the other.
#[test]
fn the_points_of_a_picture_travel() {
    let mut here = Table::new(ink(4, Ending::Normal), Rules::default());
    for seed in 0..4 {
        let turn = here.turn().unwrap();
        let m = some_move(&here, seed).unwrap();
        here.try_apply(0, turn, Message::Play(m)).unwrap();
    }
    let mut there = here.clone();
    there.game_mut().redraw();
    assert_ne!(there.game().picture_hash(), here.game().picture_hash());
    let points = here.game().picture().geometry();
    there.game_mut().take_geometry(&points).unwrap();
    assert_eq!(there.game().picture(), here.game().picture());
    assert!(there.game_mut().take_geometry("g1AAAA").is_err());
    // What follows is drawn on the points taken over, and comes back to them.
    let points = there.game().picture().clone();
    let m = some_move(&there, 9).unwrap();
    let turn = there.turn().unwrap();
    there.try_apply(0, turn, Message::Play(m)).unwrap();
    there.try_apply(0, turn, Message::TakeBack(1)).unwrap();
    assert_eq!(there.game().picture(), &points);
    there.try_apply(0, turn, Message::TakeBack(2)).unwrap();
    assert_eq!(there.len(), 2);
}
