//! What a client makes of what it hears.

use rooms::{
    Client, FromServer, GameStart, Invitation, Key, Name, News, Refusal, Room, RoomState, ToServer,
};
use table::{Player, Rules, StonesStart};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn room() -> Room {
    let invitation = Invitation {
        title: name("Tuesday"),
        game: GameStart::Stones(StonesStart {
            game: "hex".into(),
            options: vec![("size".into(), "3".into())],
        }),
        rules: Rules::default(),
        listed: false,
        watchable: true,
    };
    Room::open(invitation, name("Ada"), Key([1; 32]), 0).unwrap()
}

/// Somebody who looks at the room and has no seat yet.
fn visitor(room: &Room) -> Client {
    let mut client = Client::new(None);
    let news = client.receive(FromServer::Welcome {
        you: None,
        seq: room.seq(),
        all: Some(Box::new(room.summary())),
        clocks: None,
    });
    assert_eq!(news, [News::Everything]);
    client
}

fn hello_token(client: &Client) -> Option<String> {
    match client.greet().into_iter().next() {
        Some(ToServer::Hello(hello)) => hello.token,
        other => panic!("{other:?} is no greeting"),
    }
}

#[test]
fn a_visitor_sees_the_invitation_and_takes_a_seat() {
    let mut room = room();
    let mut client = visitor(&room);
    assert_eq!(client.invitation(), Some(room.invitation()));
    assert_eq!(client.state(), RoomState::Waiting);
    let asked = client.join("secret".into(), 7, name("Bo"));
    assert!(matches!(asked, ToServer::Join { id: 7, .. }));
    assert_eq!(client.greet().len(), 2, "the wish is said again");
    let (you, done) = room.join(5, name("Bo"), Key([2; 32])).unwrap();
    client.receive(FromServer::Event {
        event: done.unwrap().event,
        clocks: None,
    });
    let news = client.receive(FromServer::Seated { id: 7, you });
    assert_eq!(news, [News::Seated(Player::Guest)]);
    assert_eq!(client.state(), RoomState::Playing);
    assert!(!client.is_waiting());
    assert_eq!(hello_token(&client).as_deref(), Some("secret"));
}

#[test]
fn a_seat_that_is_taken_leaves_a_visitor_without_a_secret() {
    let mut client = visitor(&room());
    client.join("secret".into(), 7, name("Bo"));
    let why = Refusal::Full;
    let refused = FromServer::Refused { id: Some(7), why };
    assert_eq!(
        client.receive(refused.clone()),
        [News::Turned(Refusal::Full)]
    );
    assert_eq!(client.receive(refused), [], "it was heard already");
    assert!(!client.is_waiting());
    assert_eq!(hello_token(&client), None);
}

#[test]
fn what_cannot_be_taken_just_now_is_said_again() {
    let mut client = visitor(&room());
    client.join("secret".into(), 7, name("Bo"));
    for why in [Refusal::TooFast, Refusal::Malformed] {
        let refused = FromServer::Refused { id: None, why };
        assert_eq!(client.receive(refused), [News::Slower]);
    }
    assert!(client.is_waiting());
    let why = Refusal::NotWatchable;
    let refused = FromServer::Refused { id: None, why };
    assert_eq!(
        client.receive(refused),
        [News::Turned(Refusal::NotWatchable)]
    );
}
