//! What may and may not happen in a room.

use rooms::{
    Act, AnyMove, Done, GameStart, Invitation, Key, Name, Phrase, Refusal, Room, RoomState,
};
use table::{Message, Player, Reason, Refused, Rules, StonesStart, TimeControl};

fn room(time: Option<TimeControl>) -> Room {
    let invitation = Invitation {
        title: Name::new("Tuesday").unwrap(),
        game: GameStart::Stones(StonesStart {
            game: "hex".into(),
            options: vec![("size".into(), "3".into())],
        }),
        rules: Rules {
            time,
            ..Rules::default()
        },
        listed: false,
        watchable: false,
    };
    Room::open(invitation, Name::new("Ada").unwrap(), Key([1; 32]), 0).unwrap()
}

fn join(room: &mut Room, now_ms: u64) -> Result<(Player, Option<Done>), Refusal> {
    room.join(now_ms, Name::new("Bo").unwrap(), Key([2; 32]))
}

fn stone(text: &str) -> Act {
    Act::Tell(Message::Play(AnyMove::Stone(text.into())))
}

#[test]
fn a_key_opens_its_own_seat_alone() {
    let mut room = room(None);
    join(&mut room, 1).unwrap();
    assert_eq!(room.seat_of(&Key([1; 32])), Some(Player::Host));
    assert_eq!(room.seat_of(&Key([2; 32])), Some(Player::Guest));
    assert_eq!(room.seat_of(&Key([3; 32])), None);
    assert!(
        !format!("{:?}", room.seats()).contains("[1"),
        "keys are never shown"
    );
}

#[test]
fn a_join_that_is_sent_twice_takes_one_seat() {
    let mut room = room(None);
    assert!(matches!(join(&mut room, 1), Ok((Player::Guest, Some(_)))));
    assert!(matches!(join(&mut room, 2), Ok((Player::Guest, None))));
    let third = room.join(3, Name::new("Cy").unwrap(), Key([3; 32]));
    assert_eq!(third, Err(Refusal::Full));
}

#[test]
fn cancel_and_join_at_once_end_in_one_clear_state() {
    let mut cancelled = room(None);
    cancelled.act(1, Player::Host, 1, Act::Cancel).unwrap();
    assert_eq!(join(&mut cancelled, 1), Err(Refusal::Cancelled));
    let mut joined = room(None);
    join(&mut joined, 1).unwrap();
    assert_eq!(
        joined.act(1, Player::Host, 1, Act::Cancel),
        Err(Refusal::HasBegun)
    );
    assert_eq!(joined.state(), RoomState::Playing);
}

#[test]
fn nobody_moves_alone_or_out_of_turn_or_twice() {
    let mut room = room(None);
    assert_eq!(
        room.act(1, Player::Host, 1, stone("1,1")),
        Err(Refusal::Waiting)
    );
    join(&mut room, 2).unwrap();
    let wrong = room.act(3, Player::Guest, 1, stone("1,1"));
    assert_eq!(wrong, Err(Refusal::Table(Refused::NotYourTurn)));
    assert!(
        room.act(3, Player::Host, 7, stone("1,1"))
            .unwrap()
            .is_some()
    );
    assert!(
        room.act(4, Player::Host, 7, stone("1,1"))
            .unwrap()
            .is_none(),
        "the same request"
    );
    assert_eq!(room.board().len(), 1);
    let stranger = room.act(5, Player::Third, 1, Act::Say(Phrase::Hello));
    assert_eq!(stranger, Err(Refusal::NoSeat));
}

#[test]
fn a_flag_falls_while_everybody_is_away() {
    let mut room = room(Some(TimeControl::Live {
        base_ms: 500,
        increment_ms: 0,
    }));
    assert_eq!(room.look_at_ms(), None, "no clock runs before the game");
    join(&mut room, 1000).unwrap();
    assert_eq!(room.look_at_ms(), Some(1500));
    assert_eq!(room.look(1499), None);
    assert!(room.look(9000).is_some());
    let ended = room.board().ended().unwrap();
    assert_eq!(
        (ended.winner, ended.reason),
        (Some(Player::Guest), Reason::Time)
    );
    let late = room.act(9001, Player::Host, 1, stone("1,1"));
    assert_eq!(late, Err(Refusal::Table(Refused::GameIsOver)));
}

#[test]
fn a_room_is_the_same_after_its_entries_are_applied_again() {
    let mut first = room(None);
    let mut entries = vec![join(&mut first, 5).unwrap().1.unwrap().entry];
    for (id, (player, text)) in [
        (Player::Host, "1,1"),
        (Player::Guest, "swap"),
        (Player::Host, "0,0"),
    ]
    .into_iter()
    .enumerate()
    {
        let done = first.act(10, player, id as u64, stone(text)).unwrap();
        entries.push(done.unwrap().entry);
    }
    let mut second = room(None);
    for entry in &entries {
        second.restore(entry).unwrap();
    }
    assert_eq!(second.summary(), first.summary());
    assert_eq!(second.seq(), 4);
    assert_eq!(second.since(2).unwrap().count(), 2);
    assert!(
        second.since(5).is_none(),
        "nobody has seen what was not there"
    );
}
