//! Openings, clocks, playing again, and the messages as they travel: everything at the table that is not a move.

use sprouts::Ending;
use table::{
    Effect, Game, Ink, InkMove, Message, Opening, Phase, Player, Reason, Refused, Rules, Setting,
    Start, Stones, StonesStart, Table, TakeBack, TimeControl, Written,
};

fn setting(spots: u32) -> Setting {
    let start = Start::Spots(spots);
    let ending = Ending::Normal;
    Setting { start, ending }
}

fn written(spots: u32, rules: Rules) -> Table<Written> {
    Table::new(Written::open(&setting(spots)).unwrap(), rules)
}

fn first_move(table: &Table<Written>) -> Message<sprouts::Move> {
    Message::Play(table.game().labelled().moves()[0].clone())
}

fn play_out(table: &mut Table<Written>) {
    while let Some(turn) = table.turn() {
        let message = first_move(table);
        table.try_apply(0, turn, message).unwrap();
    }
}

#[test]
fn one_names_the_size_and_the_other_chooses_who_starts() {
    let rules = Rules {
        opening: Opening::Size,
        ..Rules::default()
    };
    let mut table = written(3, rules);
    assert_eq!(table.phase(), Phase::Naming { by: Player::Host });
    let early = first_move(&table);
    assert_eq!(
        table.try_apply(0, Player::Host, early),
        Err(Refused::NameSizeFirst)
    );
    let mut say = |player, message| table.try_apply(0, player, message);
    assert_eq!(
        say(Player::Guest, Message::Size(5)),
        Err(Refused::NothingToChoose)
    );
    assert_eq!(
        say(Player::Host, Message::Size(0)),
        Err(Refused::NoSuchSize)
    );
    assert_eq!(
        say(Player::Host, Message::Size(5)),
        Ok(vec![Effect::Sized { size: 5 }])
    );
    assert_eq!(
        say(Player::Host, Message::Choose(Player::Host)),
        Err(Refused::NothingToChoose)
    );
    say(Player::Guest, Message::Choose(Player::Host)).unwrap();
    assert_eq!(table.turn(), Some(Player::Host));
    assert_eq!(table.game().spots(), 5);
    assert_eq!(table.snapshot().start, setting(5));
}

#[test]
fn the_move_of_an_opening_stays() {
    let rules = Rules {
        opening: Opening::Swap2,
        ..Rules::default()
    };
    let mut table = written(4, rules);
    let opening = first_move(&table);
    table.try_apply(0, Player::Guest, opening).unwrap();
    let back = Message::TakeBack(1);
    assert!(table.try_apply(0, Player::Guest, back.clone()).is_err());
    table
        .try_apply(0, Player::Host, Message::Choose(Player::Host))
        .unwrap();
    assert_eq!(table.turn(), Some(Player::Host));
    assert_eq!(
        table.try_apply(0, Player::Host, back),
        Err(Refused::NothingToTakeBack)
    );
}

#[test]
fn both_offering_at_once_is_an_agreement() {
    let mut table = written(3, Rules::default());
    assert_eq!(
        table.try_apply(0, Player::Host, Message::Again(true)),
        Err(Refused::GameGoesOn)
    );
    play_out(&mut table);
    let winner = table.ended().unwrap().winner;
    // Neither has seen the other's offer.
    table
        .try_apply(5, Player::Guest, Message::Again(true))
        .unwrap();
    assert!(table.again().has(Player::Guest) && !table.again().has(Player::Host));
    let effects = table
        .try_apply(5, Player::Host, Message::Again(true))
        .unwrap();
    assert_eq!(
        effects[1],
        Effect::Again {
            starter: Player::Guest
        }
    );
    assert_eq!(
        (table.turn(), table.len(), table.round()),
        (Some(Player::Guest), 0, 1)
    );
    play_out(&mut table);
    assert_ne!(
        table.ended().unwrap().winner,
        winner,
        "the sides are swapped"
    );
    table
        .try_apply(0, Player::Guest, Message::Again(true))
        .unwrap();
    table
        .try_apply(0, Player::Guest, Message::Again(false))
        .unwrap();
    table
        .try_apply(0, Player::Host, Message::Again(true))
        .unwrap();
    assert_eq!(
        table.round(),
        1,
        "who has thought better of it is not made to play"
    );
}

#[test]
fn the_clock_runs_for_whoever_has_to_act_even_in_the_opening() {
    let time = TimeControl::Live {
        base_ms: 1000,
        increment_ms: 100,
    };
    let rules = Rules {
        opening: Opening::Swap2,
        time: Some(time),
        ..Rules::default()
    };
    let mut table = written(4, rules);
    assert_eq!(
        table.left_ms(Player::Guest, 99_999),
        Some(1000),
        "nobody is there yet"
    );
    assert_eq!(table.begin(50), [Effect::LookAt { at_ms: 1050 }]);
    let opening = first_move(&table);
    table.try_apply(250, Player::Guest, opening).unwrap();
    assert_eq!(table.left_ms(Player::Guest, 9999), Some(900));
    table
        .try_apply(650, Player::Host, Message::Choose(Player::Guest))
        .unwrap();
    assert_eq!(
        table.left_ms(Player::Host, 9999),
        Some(600),
        "choosing is no move"
    );
    let saved = serde_json::to_string(&table.snapshot()).unwrap();
    let mut again = Table::<Written>::restore(&serde_json::from_str(&saved).unwrap()).unwrap();
    let effects = again.try_apply(1550, Player::Host, Message::Look).unwrap();
    assert!(matches!(effects[..], [Effect::Ended(ended)] if ended.reason == Reason::Time));
    assert_eq!(again.ended().unwrap().winner, Some(Player::Host));
}

#[test]
fn days_for_a_move_are_counted_afresh() {
    let day_ms = 24 * 60 * 60 * 1000;
    let rules = Rules {
        time: Some(TimeControl::Move {
            each_ms: 3 * day_ms,
        }),
        ..Rules::default()
    };
    let mut table = written(4, rules);
    table.begin(0);
    for moves in 1..4 {
        let turn = table.turn().unwrap();
        let message = first_move(&table);
        table.try_apply(2 * moves * day_ms, turn, message).unwrap();
    }
    let turn = table.turn().unwrap();
    table.try_apply(9 * day_ms, turn, Message::Look).unwrap();
    assert_eq!(table.ended().unwrap().by, Some(turn));
}

#[test]
fn a_refused_take_back_leaves_everything() {
    let rules = Rules {
        take_back: TakeBack::ByConsent,
        ..Rules::default()
    };
    let mut table = written(3, rules);
    let message = first_move(&table);
    table.try_apply(0, Player::Host, message).unwrap();
    table
        .try_apply(0, Player::Host, Message::TakeBack(1))
        .unwrap();
    let declined = table.try_apply(0, Player::Guest, Message::Answer(false));
    assert_eq!(declined, Ok(vec![Effect::Declined { by: Player::Guest }]));
    assert_eq!((table.len(), table.asked()), (1, None));
    assert!(
        table
            .try_apply(0, Player::Guest, Message::Answer(true))
            .is_err()
    );
}

/// What travels is read again as it was, and nothing else is.
#[test]
fn messages_travel() {
    let mut table = Table::new(Ink::open(&setting(2)).unwrap(), Rules::default());
    let m = InkMove::of(&table.game().labelled().moves()[0]);
    let played = table.apply(0, Player::Host, Message::Play(m.clone()));
    let refused = table.apply(0, Player::Host, Message::Play(m.clone()));
    for effect in played.into_iter().chain(refused) {
        let text = serde_json::to_string(&effect).unwrap();
        let again: Effect<InkMove> = serde_json::from_str(&text).unwrap();
        assert_eq!(again, effect, "{text}");
    }
    let check = |message: Message<InkMove>, wanted: &str| {
        let text = serde_json::to_string(&message).unwrap();
        assert_eq!(text, wanted);
        let again: Message<InkMove> = serde_json::from_str(&text).unwrap();
        assert_eq!(again, message);
    };
    check(
        Message::Play(m),
        r#"{"do":"play","with":{"region":0,"from":[0,0],"to":[0,0]}}"#,
    );
    check(Message::TakeBack(2), r#"{"do":"takeback","with":2}"#);
    check(Message::Redraw, r#"{"do":"redraw"}"#);
    check(
        Message::Choose(Player::Guest),
        r#"{"do":"choose","with":"guest"}"#,
    );
    check(Message::Again(true), r#"{"do":"again","with":true}"#);
    assert!(serde_json::from_str::<Message<InkMove>>(r#"{"do":"win"}"#).is_err());
}

#[test]
fn a_connection_game_is_restored_with_its_swap() {
    let start = StonesStart {
        game: "hex".into(),
        options: vec![("size".into(), "3".into())],
    };
    let mut table = Table::new(Stones::open(&start).unwrap(), Rules::default());
    for text in ["1,1", "swap", "0,0"] {
        let turn = table.turn().unwrap();
        table
            .try_apply(0, turn, Message::Play(text.into()))
            .unwrap();
    }
    let text = serde_json::to_string(&table.snapshot()).unwrap();
    let again = Table::<Stones>::restore(&serde_json::from_str(&text).unwrap()).unwrap();
    assert_eq!(again.snapshot(), table.snapshot());
    assert_eq!(again.turn(), table.turn());
    assert!(again.game().is_swapped());
    let unknown = StonesStart {
        game: "no such game".into(),
        ..start
    };
    assert!(Stones::open(&unknown).is_err());
}
