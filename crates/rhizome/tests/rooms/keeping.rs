//! Backups while games go on, the archive of finished games, and an orderly stop.

use crate::server::{Guest, PROGRAM, Server, runtime, sprouts};
use rooms::{Act, FromServer};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(words: &str, data: &Path, file: &Path) -> Output {
    Command::new(PROGRAM)
        .args(words.split(' '))
        .arg("--data")
        .arg(data)
        .arg(file)
        .output()
        .expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The finished games of a folder.
fn games(data: &Path) -> Vec<Value> {
    let file = data.join("games.jsonl");
    let output = run("export", data, &file);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = std::fs::read_to_string(&file).expect("a file");
    lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect()
}

#[test]
fn a_backup_of_a_running_server_is_a_whole_server() {
    let server = Server::start("backup");
    let copies = server.data.join("copies");
    std::fs::create_dir_all(&copies).expect("a folder");
    let bots = Command::new(PROGRAM)
        .args("bots --games 6 --spots 2..3 --pace 50ms..200ms --timeout 2m --json".split(' '))
        .args(["--server", &format!("ws://{}", server.address())])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let room = server.open("Backup", sprouts(3), false, false);
    let address = server.address();
    let before = runtime().block_on(async {
        let mut host = Guest::host(&address, &room).await;
        let mut guest = Guest::join(&address, &room).await;
        host.play(4).await;
        guest.see(1).await;
        // What is there already stays.
        let other = copies.join("0.part");
        std::fs::write(&other, "kept").expect("a file");
        // In the middle of everything, several times.
        for number in 0..3 {
            let copy = copies.join(format!("{number}.redb"));
            let output = run("backup", &server.data, &copy);
            assert!(output.status.success(), "{}", text(&output.stderr));
            assert!(text(&output.stdout).contains("rooms"), "{output:?}");
        }
        assert_eq!(std::fs::read(&other).expect("a file"), b"kept");
        let copied = std::fs::read_dir(&copies).expect("a folder").count();
        assert_eq!(copied, 4, "nothing is left beside the copies");
        let before = host.board().snapshot();
        guest.play(2).await;
        before
    });
    let output = bots.wait_with_output().expect("they end");
    assert!(output.status.success(), "{}", text(&output.stdout));
    // Nothing is overwritten, and nothing is left behind.
    let output = run("backup", &server.data, &copies.join("2.redb"));
    assert!(
        text(&output.stderr).contains("is there already"),
        "{output:?}"
    );
    let left: Vec<_> = std::fs::read_dir(&server.data)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.starts_with("backup-"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    // The copy is a server with the room as it was then.
    let restored = Server::with("restored", "");
    let data = restored.data.clone();
    drop(restored);
    std::fs::create_dir_all(&data).expect("a folder");
    std::fs::copy(copies.join("2.redb"), data.join("rhizome.redb")).expect("a copy");
    let mut command = Command::new(PROGRAM);
    let mut child = command
        .args(["serve", "--port", "0", "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    let output = child.stdout.take().expect("piped");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line).expect("text");
    let other = line
        .split("//")
        .nth(1)
        .and_then(|rest| rest.split('/').next());
    let other = other.unwrap_or_else(|| panic!("{line}")).to_owned();
    runtime().block_on(async {
        let host = Guest::host(&other, &room).await;
        assert_eq!(host.board().snapshot(), before);
    });
    child.kill().expect("our own child");
    child.wait().expect("it ends");
    std::fs::remove_dir_all(&data).ok();
}

#[test]
fn finished_games_are_archived_round_by_round() {
    let mut server = Server::start("archive");
    let room = server.open("Archive", sprouts(1), false, false);
    let address = server.address();
    runtime().block_on(async {
        let mut host = Guest::host(&address, &room).await;
        let mut guest = Guest::join(&address, &room).await;
        host.play(0).await;
        guest.see(1).await;
        guest.play(0).await;
        host.see(2).await;
        assert!(host.board().ended().is_some());
        let again = || Act::Tell(table::Message::Again(true));
        host.act(again()).await;
        guest.act(again()).await;
        guest.act(Act::Tell(table::Message::Resign)).await;
    });
    assert_eq!(server.metric("rhizome_games_ended_total"), 2.0);
    // While the server runs, and after it was killed.
    for _ in 0..2 {
        let games = games(&server.data);
        assert_eq!(games.len(), 2);
        let (first, second) = (&games[0], &games[1]);
        assert_eq!(first["record"], "1+ 1(2)1 1(3)2", "{first}");
        assert_eq!(first["room"], room.as_str());
        assert_eq!(first["ended"]["winner"], "guest");
        assert_eq!(first["seats"][1], "Bo");
        assert_eq!(second["round"], 1);
        assert_eq!(second["record"], "1+", "{second}");
        assert_eq!(second["ended"]["reason"], "resignation");
        assert!(!first.to_string().contains("key"), "{first}");
        server.kill_and_restart();
    }
}

#[test]
fn an_orderly_stop_tells_everybody() {
    let mut server = Server::start("stop");
    let room = server.open("Stop", sprouts(3), false, false);
    let address = server.address();
    runtime().block_on(async {
        let mut host = Guest::host(&address, &room).await;
        let mut guest = Guest::join(&address, &room).await;
        host.play(1).await;
        guest.see(1).await;
        assert!(server.stop(), "it ends well");
        assert_eq!(host.visitor.hear().await, Some(FromServer::Closing));
        assert_eq!(host.visitor.hear().await, None);
        assert_eq!(guest.visitor.hear().await, Some(FromServer::Closing));
    });
    let log = server.log();
    for word in ["listening", "opened", "stopping", "stopped"] {
        assert!(log.contains(&format!("\"message\":\"{word}\"")), "{log}");
    }
    // A program without its page says so in words of its own.
    for line in log.lines().filter(|line| !line.starts_with("This program")) {
        serde_json::from_str::<Value>(line).expect("an object a line");
    }
    let note = server.data.join("control.json");
    assert!(!note.exists(), "the note is taken away");
}

#[test]
fn a_room_that_is_over_goes_after_a_while_and_its_game_stays() {
    let server = Server::with("forget", "--keep 2s");
    let room = server.open("Forget", sprouts(1), false, true);
    let running = server.open("Stays", sprouts(1), false, true);
    let address = server.address();
    runtime().block_on(async {
        let mut host = Guest::host(&address, &room).await;
        let _guest = Guest::join(&address, &room).await;
        host.act(Act::Tell(table::Message::Resign)).await;
    });
    let record = |room: &str| {
        server
            .request("POST", &format!("/api/rooms/{room}/record"), "", "")
            .0
    };
    assert_eq!(record(&room), 200);
    let mut looks = 0;
    while record(&room) == 200 {
        looks += 1;
        assert!(looks < 200, "it stays");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(record(&room), 404);
    assert_eq!(record(&running), 200);
    let games = games(&server.data);
    assert!(
        games.len() == 1 && games[0]["room"] == room.as_str(),
        "{games:?}"
    );
    let copy = server.data.join("copy.redb");
    let output = run("backup", &server.data, &copy);
    assert!(
        text(&output.stdout).contains("1 rooms, 1 finished games"),
        "{output:?}"
    );
}
