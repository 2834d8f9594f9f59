//! What is refused, and in which words.

use crate::server::{HOST_TOKEN, Server, Visitor, hex, runtime};
use rooms::{FromServer, Refusal};
use serde_json::Value;

fn wanted(title: &str, listed: bool) -> String {
    crate::server::wanted(title, hex(), listed, false)
}

#[test]
fn what_is_no_message_is_refused_and_nobody_else_notices() {
    let server = Server::start("hostile");
    let room = server.open("<b>Tuesday</b>", hex(), false, false);
    runtime().block_on(async {
        let mut stranger = Visitor::come(&server.address(), &room).await;
        stranger.say("{}".into()).await;
        let malformed = Some(FromServer::Refused {
            id: None,
            why: Refusal::Malformed,
        });
        assert_eq!(stranger.hear().await, malformed, "nothing before hello");
        stranger
            .greet(Some("a-guess-of-the-secret-0123456789"))
            .await;
        let Some(FromServer::Welcome { you: None, .. }) = stranger.hear().await else {
            panic!("a wrong secret opens no seat");
        };
        let play = r#"{"do":{"id":1,"act":{"tell":{"do":"play","with":"1,1"}}}}"#;
        stranger.say(play.into()).await;
        let no_seat = Some(FromServer::Refused {
            id: Some(1),
            why: Refusal::NoSeat,
        });
        assert_eq!(stranger.hear().await, no_seat);
        drop(stranger);
        let mut host = Visitor::come(&server.address(), &room).await;
        host.greet(Some(HOST_TOKEN)).await;
        let Some(FromServer::Welcome {
            you: Some(table::Player::Host),
            ..
        }) = host.hear().await
        else {
            panic!("the host's secret opens his seat");
        };
    });
    assert_eq!(server.request("GET", "/health", "", "").0, 200);
}

#[test]
fn other_sites_cannot_act_and_bad_wishes_are_refused_in_words() {
    let server = Server::start("sites");
    let theirs = "Origin: http://evil.example\r\n";
    let (status, _) = server.request("POST", "/api/rooms", theirs, &wanted("Mine", true));
    assert_eq!(status, 403);
    let ours = format!("Origin: http://{}\r\n", server.address());
    let (status, _) = server.request("POST", "/api/rooms", &ours, &wanted("Mine", true));
    assert_eq!(status, 201);
    for (body, reason) in [
        (wanted("", true), "name"),
        (wanted(&"x".repeat(99), true), "characters"),
        (wanted("Mine", true).replace("hex", "hexx"), "hexx"),
        (wanted("Mine", true).replace(HOST_TOKEN, "short"), "read"),
        ("[".to_owned(), "line 1"),
    ] {
        let (status, said) = server.request("POST", "/api/rooms", "", &body);
        assert!(
            status == 400 && said.contains(reason),
            "{status} {said} for {body}"
        );
    }
    let (status, _) = server.request("POST", "/api/rooms", "", &"x".repeat(1 << 20));
    assert_eq!(status, 413);
}

#[test]
fn the_list_shows_open_rooms_and_no_secrets() {
    let server = Server::start("list");
    let (shown, hidden) = (
        server.open("<b>Tuesday</b>", hex(), true, false),
        server.open("<b>Tuesday</b>", hex(), false, false),
    );
    let (_, list) = server.request("GET", "/api/rooms", "", "");
    assert!(list.contains(&shown) && !list.contains(&hidden), "{list}");
    assert!(!list.contains("secret") && !list.contains("key"), "{list}");
    let rooms: Value = serde_json::from_str(&list).expect("a list");
    assert_eq!(
        rooms[0]["title"], "<b>Tuesday</b>",
        "names are text, and shown as text"
    );
    let (status, _) = server.request("POST", &format!("/api/rooms/{shown}/record"), "", "");
    assert_eq!(
        status, 403,
        "a room that cannot be watched gives its record to its players alone"
    );
    let (status, record) = server.request(
        "POST",
        &format!("/api/rooms/{shown}/record"),
        "",
        HOST_TOKEN,
    );
    assert!(status == 200 && !record.contains(HOST_TOKEN), "{record}");
}
