//! A token comes out nowhere: no log, no list, no answer, no address.

use crate::server::{
    GUEST_TOKEN, Guest, HOST_TOKEN, Server, Visitor, hex, runtime, wanted, whole_request,
};

#[test]
fn tokens_are_in_no_log_list_or_answer() {
    let mut server = Server::start("secrets");
    let room = server.open("Secrets", hex(), true, true);
    let address = server.address();
    runtime().block_on(async {
        let _host = Guest::host(&address, &room).await;
        let _guest = Guest::join(&address, &room).await;
        // What goes wrong is most likely to be logged with all that belongs to it.
        let mut visitor = Visitor::come(&address, &room).await;
        visitor.greet(Some("a-guess-of-a-secret-0123456789")).await;
        visitor.hear().await;
        let third = format!(r#"{{"join":{{"id":5,"name":"Cy","token":"{GUEST_TOKEN}x"}}}}"#);
        visitor.say(third.clone()).await;
        visitor.hear().await;
        visitor.say(third[..third.len() - 1].to_owned()).await;
        visitor.hear().await;
    });
    let mut answers = Vec::new();
    for (method, path, body) in [
        ("GET", "/api/rooms".to_owned(), String::new()),
        ("GET", "/metrics".to_owned(), String::new()),
        (
            "POST",
            format!("/api/rooms/{room}/record"),
            HOST_TOKEN.to_owned(),
        ),
        (
            "POST",
            format!("/api/rooms/{room}/record"),
            format!("{HOST_TOKEN}x"),
        ),
        (
            "POST",
            "/api/rooms".to_owned(),
            wanted("", hex(), true, true),
        ),
        ("POST", "/control/backup".to_owned(), "a-guess".to_owned()),
    ] {
        let (_, head, text) = whole_request(&address, method, &path, "", &body);
        if path.starts_with("/api/") {
            assert!(head.contains("referrer-policy: no-referrer"), "{head}");
            assert!(head.contains("cache-control: no-store"), "{head}");
            assert!(head.contains("x-content-type-options: nosniff"), "{head}");
        }
        answers.push(head + &text);
    }
    server.kill_and_restart();
    runtime().block_on(async { Guest::host(&address, &room).await });
    let control = std::fs::read_to_string(server.data.join("control.json")).expect("a note");
    let secret: serde_json::Value = serde_json::from_str(&control).expect("an object");
    let secret = secret["secret"].as_str().expect("a secret");
    for text in answers.iter().chain([&server.log()]) {
        for token in [HOST_TOKEN, GUEST_TOKEN, "a-guess", secret] {
            assert!(!text.contains(token), "{token} is in {text}");
        }
    }
    assert!(server.log().contains("opened"), "nothing was logged at all");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let note = std::fs::metadata(server.data.join("control.json")).expect("a note");
        assert_eq!(note.permissions().mode() & 0o777, 0o600);
    }
}
