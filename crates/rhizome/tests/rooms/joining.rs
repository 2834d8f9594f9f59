//! `rhizome join`: two terminals play against each other, through a server that is killed meanwhile.

use crate::server::{HOST_TOKEN, PROGRAM, Server, hex, sprouts};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Somebody at a terminal.
pub struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl Terminal {
    fn open(link: &str, name: &str) -> Self {
        Self::with(link, name, &[])
    }

    /// With these variables of the environment.
    pub fn with(link: &str, name: &str, environment: &[(&str, &OsStr)]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["join", link, "--name", name])
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Terminal {
            child,
            input,
            lines,
            seen: Vec::new(),
        }
    }

    /// Reads until a line contains this.
    pub fn read(&mut self, wanted: &str) {
        loop {
            match self.lines.recv_timeout(Duration::from_secs(60)) {
                Ok(line) => {
                    let found = line.contains(wanted);
                    self.seen.push(line);
                    if found {
                        return;
                    }
                }
                Err(_) => panic!("{wanted:?} does not come after\n{}", self.seen.join("\n")),
            }
        }
    }

    pub fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        writeln!(input, "{line}").expect("it reads");
    }

    /// Ends the input; what it said last, and on standard error.
    pub fn leave(mut self) -> String {
        self.input = None;
        let mut text = String::new();
        while let Ok(line) = self.lines.recv_timeout(Duration::from_secs(30)) {
            text += &line;
            text.push('\n');
        }
        assert!(self.child.wait().expect("it ends").success(), "{text}");
        text
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn open(server: &Server, game: Value) -> (String, String) {
    let room = server.open("Terminals", game, false, true);
    let link = format!("http://{}/g/{room}", server.address());
    let own = format!("{link}#seat={HOST_TOKEN}");
    (link, own)
}

#[test]
fn two_terminals_play_sprouts_while_the_server_is_killed() {
    let mut server = Server::start("terminals");
    let (link, own) = open(&server, sprouts(2));
    let mut ada = Terminal::open(&own, "Ada");
    ada.read("Sprouts with 2 spots");
    ada.read("Waiting until everybody has joined.");
    let mut bo = Terminal::open(&link, "Bo");
    bo.read("You are Bo.");
    bo.read("Ada is to move.");
    ada.read("Bo has joined.");
    ada.read("Your move.");
    bo.write("1(3)2");
    bo.read("Not done: it is not your turn.");
    ada.write("1(3)9");
    ada.read("Not done:");
    ada.write("1(3)2");
    ada.read("Ada: 1(3)2");
    bo.read("Ada: 1(3)2");
    bo.read("Your move.");
    bo.write("say luck");
    ada.read("Bo says: Good luck!");
    server.kill_and_restart();
    ada.read("Connected again.");
    bo.read("Connected again.");
    bo.write("1(4)2");
    ada.read("Bo: 1(4)2");
    ada.read("Your move.");
    ada.write("undo");
    bo.read("Ada: may I take back moves, 2 of them? (yes or no)");
    bo.write("no");
    ada.read("Bo: no");
    // He leaves, and comes back with his own link.
    let said = bo.leave();
    let mut words = said.split('\'');
    let his = words.nth(1).expect("a link").to_owned();
    assert!(his.starts_with(&link) && his.contains("#seat="), "{said}");
    ada.read("Bo is away");
    let mut bo = Terminal::open(&his, "Bo");
    bo.read("You are Bo.");
    ada.read("Bo is here.");
    ada.write("1(5)2");
    bo.read("Your move.");
    bo.write("record");
    bo.read("2+ 1(3)2 1(4)2 1(5)2");
    bo.write("3(6)4");
    ada.read("Bo wins: that is the end of the game. Type again to play again, or quit.");
    bo.read("Bo wins");
    ada.write("again");
    bo.read("Ada: would like to play again");
    bo.write("again");
    ada.read("Bo: would like to play again");
    bo.read("Your move.");
    ada.read("Bo is to move.");
    bo.write("resign");
    ada.read("Ada wins: Bo gave up.");
    drop((ada, bo));
    // The server has both games, and the second one alone is at the table.
    let room = link.rsplit('/').next().expect("a name");
    let (_, record) = server.request("POST", &format!("/api/rooms/{room}/record"), "", HOST_TOKEN);
    let record: Value = serde_json::from_str(&record).expect("an object");
    assert_eq!(record["ended"]["winner"], "host", "{record}");
    assert_eq!(record["board"]["sprouts"]["round"], 1, "{record}");
}

#[test]
fn two_terminals_play_hex() {
    let server = Server::start("stones");
    let (link, own) = open(&server, hex());
    let mut ada = Terminal::open(&own, "Ada");
    let mut bo = Terminal::open(&link, "Bo");
    ada.read("Your move.");
    ada.write("j9");
    ada.read("Not played:");
    ada.write("moves");
    ada.read("b2");
    let game = ["b1", "a1", "b2", "a2", "b3"];
    for (index, m) in game.iter().enumerate() {
        let (mover, other) = match index % 2 {
            0 => (&mut ada, &mut bo),
            _ => (&mut bo, &mut ada),
        };
        if index > 0 {
            mover.read("Your move.");
        }
        mover.write(m);
        other.read(&format!(": {m}"));
    }
    ada.read("wins: that is the end of the game.");
    bo.read("wins: that is the end of the game.");
}

#[test]
fn a_terminal_says_what_is_wrong() {
    let server = Server::start("wrong");
    let join = |link: &str| {
        let output = Command::new(PROGRAM)
            .args(["join", link])
            .stdin(Stdio::null())
            .output()
            .expect("the binary runs");
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let nowhere = format!("http://{}/g/aaaaaaaaaaaa", server.address());
    // Without anybody at the terminal it leaves at once, so somebody has to be there.
    let mut lost = Terminal::open(&nowhere, "Bo");
    assert!(!lost.child.wait().expect("it ends").success());
    let mut said = String::new();
    std::io::Read::read_to_string(&mut lost.child.stderr.take().expect("piped"), &mut said)
        .expect("text");
    assert!(said.contains("there is no such room"), "{said}");
    assert!(join("https://rhizome.example/g/aaaaaaaaaaaa").contains("TLS"));
    assert!(join("nonsense").contains("no link of a room"));
    let map = json!({ "sprouts": { "start": { "map": drawing::PlanarMap::start(3).to_text() }, "ending": "normal" } });
    let (_, own) = open(&server, map);
    let mut lost = Terminal::open(&own, "Ada");
    assert!(!lost.child.wait().expect("it ends").success());
    let mut said = String::new();
    std::io::Read::read_to_string(&mut lost.child.stderr.take().expect("piped"), &mut said)
        .expect("text");
    assert!(said.contains("open the link in a browser"), "{said}");
}
