//! The server is killed in the middle of games, and connections break.

use crate::is_long;
use crate::server::{Guest, PROGRAM, Server, runtime, sprouts};
use serde_json::Value;
use std::process::Command;

/// No confirmed move is lost, none is doubled, and both sides of every game end with the record of the server.
#[test]
fn games_survive_kills_and_broken_connections() {
    let words = match is_long() {
        false => "--games 12 --spots 2..4 --pace 100ms..600ms --cut-every 2s --kill-every 700ms",
        true => "--games 300 --spots 3..8 --pace 2s..6s --cut-every 10s --kill-every 6s",
    };
    let output = Command::new(PROGRAM)
        .args(["bots", "--json", "--kills", "10", "--timeout", "9m"])
        .args(words.split(' '))
        .output()
        .expect("the binary runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("an object");
    println!("{report}");
    for name in ["lost", "doubled", "differing"] {
        assert_eq!(report[name], 0, "{report}");
    }
    assert!(output.status.success(), "{report}");
    assert_eq!(report["finished"], report["games"], "{report}");
    let count = |name: &str| report[name].as_u64().expect("a count");
    assert!(count("moves") > 2 * count("games"), "{report}");
    assert!(
        count("reconnects") > 10 && count("kills") >= 2,
        "{report}: nothing was tried"
    );
}

/// A room comes back as it was, and from its snapshot: a server that had to draw everything again would say so.
#[test]
fn a_room_comes_back_with_its_picture() {
    let mut server = Server::start("back");
    let room = server.open("Back", sprouts(5), false, false);
    let address = server.address();
    runtime().block_on(async {
        let mut host = Guest::host(&address, &room).await;
        let mut guest = Guest::join(&address, &room).await;
        for moves in 0..4 {
            let (mover, other) = match moves % 2 {
                0 => (&mut host, &mut guest),
                _ => (&mut guest, &mut host),
            };
            mover.see(moves).await;
            mover.play(7 * moves).await;
            other.see(moves + 1).await;
        }
        server.kill_and_restart();
        let mut back = Guest::host(&address, &room).await;
        assert_eq!(back.board().snapshot(), guest.board().snapshot());
        assert_eq!(back.board().snapshot(), host.board().snapshot());
        back.play(3).await;
        assert_eq!(back.board().len(), 5);
        // Who has missed the last move hears of it alone, also from a server that has just started.
        server.kill_and_restart();
        let mut missed = Guest::host(&address, &room).await;
        assert_eq!(missed.board().snapshot(), back.board().snapshot());
        missed.visitor.tell(&guest.client.greet()[0]).await;
        let welcome = missed.visitor.hear().await.expect("a welcome");
        let rooms::FromServer::Welcome { all: None, seq, .. } = welcome else {
            panic!("everything is sent again: {welcome:?}");
        };
        let event = missed.visitor.hear().await.expect("what was missed");
        guest.client.receive(event);
        assert_eq!(seq, guest.client.seen());
        assert_eq!(guest.board().snapshot(), missed.board().snapshot());
    });
    assert!(!server.log().contains("snapshot"), "{}", server.log());
    assert_eq!(server.metric("rhizome_loading_seconds_count"), 1.0);
}
