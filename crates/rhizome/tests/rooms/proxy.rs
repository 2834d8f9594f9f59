//! Two servers behind a real proxy: rooms are found by the first letter of their names, whoever opened them.

use crate::server::{Guest, Server, request, runtime, sprouts, wanted};
use serde_json::Value;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// nginx with the file that is shipped, in a folder of its own.
struct Proxy {
    child: Child,
    port: u16,
}

impl Proxy {
    fn start(folder: &Path, servers: [&Server; 2]) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let shipped = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../deploy/nginx-several.conf"
        );
        let shipped = std::fs::read_to_string(shipped).expect("the shipped file");
        // The shipped file, with the test's addresses and without TLS.
        let site = shipped
            .replace("127.0.0.1:7878", &servers[0].address())
            .replace("127.0.0.1:7879", &servers[1].address())
            .replace("listen 443 ssl;", &format!("listen 127.0.0.1:{port};"))
            .replace("listen [::]:443 ssl;", "")
            .replace("server_name play.example.org;", "");
        let kept = site
            .lines()
            .filter(|line| !line.trim().starts_with("ssl_certificate"));
        let site: Vec<&str> = kept.collect();
        std::fs::write(folder.join("site.conf"), site.join("\n")).expect("written");
        let at = folder.display();
        let main = format!(
            "daemon off; pid {at}/pid; error_log {at}/error.log; events {{ worker_connections 512; }}\n\
             http {{ access_log off; client_body_temp_path {at}/t1; proxy_temp_path {at}/t2; fastcgi_temp_path {at}/t3;\n\
             uwsgi_temp_path {at}/t4; scgi_temp_path {at}/t5; include {at}/site.conf; }}\n"
        );
        std::fs::write(folder.join("main.conf"), main).expect("written");
        let child = Command::new("nginx")
            .args(["-p", &at.to_string(), "-e"])
            .arg(folder.join("error.log"))
            .arg("-c")
            .arg(folder.join("main.conf"))
            .stderr(Stdio::null())
            .spawn()
            .expect("nginx starts");
        let proxy = Proxy { child, port };
        for _ in 0..100 {
            if std::net::TcpStream::connect(proxy.address()).is_ok() {
                return proxy;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let log = std::fs::read_to_string(folder.join("error.log")).unwrap_or_default();
        panic!("nginx does not listen: {log}");
    }

    fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // Its workers end with it only when it is asked.
        let id = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &id]).status().ok();
        self.child.wait().ok();
    }
}

#[test]
fn two_servers_behind_nginx_are_one() {
    let found = Command::new("nginx")
        .arg("-v")
        .stderr(Stdio::null())
        .status();
    if found.is_err() {
        return println!("skipped: nginx is not installed (./check installs it)");
    }
    let first = Server::with("proxy-a", "--behind-proxy --letter a");
    let second = Server::with("proxy-b", "--behind-proxy --letter b");
    let folder = first.data.join("nginx");
    std::fs::create_dir_all(&folder).expect("a folder");
    let proxy = Proxy::start(&folder, [&first, &second]);
    let address = proxy.address();
    let open = |server: &Server| {
        let (_, body) = server.request(
            "POST",
            "/api/rooms",
            "",
            &wanted("Proxy", sprouts(3), false, true),
        );
        let value: Value = serde_json::from_str(&body).expect("an object");
        value["room"].as_str().expect("a name").to_owned()
    };
    let (one, two) = (open(&first), open(&second));
    assert!(one.starts_with('a') && two.starts_with('b'), "{one} {two}");
    // Through the proxy a new room is somewhere, and found again wherever it is.
    let (status, body) = request(
        &address,
        "POST",
        "/api/rooms",
        "",
        &wanted("Proxy", sprouts(3), false, true),
    );
    assert_eq!(status, 201, "{body}");
    let value: Value = serde_json::from_str(&body).expect("an object");
    let third = value["room"].as_str().expect("a name").to_owned();
    runtime().block_on(async {
        for room in [&one, &two, &third] {
            let mut host = Guest::host(&address, room).await;
            let mut guest = Guest::join(&address, room).await;
            host.play(1).await;
            guest.see(1).await;
            guest.play(2).await;
            host.see(2).await;
            assert_eq!(host.board().snapshot(), guest.board().snapshot());
        }
    });
    assert!(first.metric("rhizome_moves_total") >= 2.0);
    assert!(second.metric("rhizome_moves_total") >= 2.0);
    let moves = first.metric("rhizome_moves_total") + second.metric("rhizome_moves_total");
    assert_eq!(moves, 6.0);
    let (_, record) = request(
        &address,
        "POST",
        &format!("/api/rooms/{two}/record"),
        "",
        "",
    );
    assert!(record.contains("\"moves\""), "{record}");
    // What is for whoever runs the servers is not for the world.
    for path in ["/metrics", "/control/backup"] {
        let (status, _) = request(&address, "POST", path, "", "");
        assert!(status == 403 || status == 404, "{path}: {status}");
    }
}
