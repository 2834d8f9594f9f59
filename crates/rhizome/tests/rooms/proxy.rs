//! Behind a real proxy: two servers whose rooms are found by the first letter of their names, whoever opened them; and terminals
//! that speak TLS.

use crate::server::{Guest, Server, request, runtime, sprouts, wanted};
use serde_json::Value;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// nginx with a file that is shipped, in a folder of its own.
struct Proxy {
    child: Child,
    port: u16,
}

impl Proxy {
    /// Puts the file of `deploy` in front of these servers, with TLS where there is a certificate (and its key beside it).
    fn start(folder: &Path, file: &str, servers: &[&Server], certificate: Option<&Path>) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
        let mut site = std::fs::read_to_string(deploy.join(file)).expect("the shipped file");
        // The shipped file, with the test's addresses.
        for (server, shipped) in servers.iter().zip(["127.0.0.1:7878", "127.0.0.1:7879"]) {
            site = site.replace(shipped, &server.address());
        }
        let tls = if certificate.is_some() { " ssl" } else { "" };
        let site = site
            .replace("listen 443 ssl;", &format!("listen 127.0.0.1:{port}{tls};"))
            .replace("listen [::]:443 ssl;", "")
            .replace("server_name play.example.org;", "");
        let mut site: Vec<String> = site
            .lines()
            .filter(|line| !line.trim().starts_with("ssl_certificate"))
            .map(str::to_owned)
            .collect();
        if let Some(certificate) = certificate {
            let (file, key) = (certificate.display(), certificate.with_extension("key"));
            site.push(format!("ssl_certificate {file};"));
            site.push(format!("ssl_certificate_key {};", key.display()));
        }
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

fn has_nginx() -> bool {
    let mut nginx = Command::new("nginx");
    nginx.arg("-v").stderr(Stdio::null()).status().is_ok()
}

#[test]
fn two_servers_behind_nginx_are_one() {
    assert!(has_nginx(), "./check installs nginx");
    let first = Server::with("proxy-a", "--behind-proxy --letter a");
    let second = Server::with("proxy-b", "--behind-proxy --letter b");
    let folder = first.data.join("nginx");
    std::fs::create_dir_all(&folder).expect("a folder");
    let proxy = Proxy::start(&folder, "nginx-several.conf", &[&first, &second], None);
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

/// Two terminals through the shipped nginx file with TLS. `./check --long` builds what it needs.
#[cfg(feature = "tls")]
#[test]
fn terminals_play_through_tls() {
    use crate::joining::Terminal;
    use crate::server::HOST_TOKEN;
    assert!(has_nginx(), "./check installs nginx");
    let server = Server::with("proxy-tls", "--behind-proxy");
    let folder = server.data.join("nginx");
    std::fs::create_dir_all(&folder).expect("a folder");
    let authority = certificates(&folder);
    let certificate = folder.join("site.pem");
    let proxy = Proxy::start(&folder, "nginx.conf", &[&server], Some(&certificate));
    let room = server.open("Terminals", sprouts(2), false, true);
    let link = format!("https://localhost:{}/g/{room}", proxy.port);
    let trust = [("SSL_CERT_FILE", authority.as_os_str())];
    let mut ada = Terminal::with(&format!("{link}#seat={HOST_TOKEN}"), "Ada", &trust);
    ada.read("Waiting until everybody has joined.");
    // Whoever does not know who signed the certificate says nothing to the server.
    let nobody = folder.join("nobody.pem");
    std::fs::write(&nobody, "").expect("written");
    let trust_nobody = [("SSL_CERT_FILE", nobody.as_os_str())];
    let mut stranger = Terminal::with(&link, "Eve", &trust_nobody);
    stranger.read("Cannot reach localhost");
    drop(stranger);
    let mut bo = Terminal::with(&link, "Bo", &trust);
    bo.read("You are Bo.");
    ada.read("Bo has joined.");
    ada.write("1(3)2");
    bo.read("Ada: 1(3)2");
    let said = bo.leave();
    assert!(said.contains(&format!("{link}#seat=")), "{said}");
}

/// An authority and a certificate of it for `localhost`, as `site.pem` and `site.key`; the authority's own file.
#[cfg(feature = "tls")]
fn certificates(folder: &Path) -> std::path::PathBuf {
    let openssl = |line: &str| {
        let mut openssl = Command::new("openssl");
        let openssl = openssl.args(line.split(' ')).current_dir(folder);
        let output = openssl.output().expect("openssl runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl(&format!(
        "req -x509 {key} -keyout authority.key -out authority.pem -subj /CN=authority -days 2"
    ));
    openssl(&format!(
        "req {key} -keyout site.key -out site.csr -subj /CN=localhost"
    ));
    std::fs::write(folder.join("names"), "subjectAltName=DNS:localhost").expect("written");
    openssl(
        "x509 -req -in site.csr -CA authority.pem -CAkey authority.key -CAcreateserial -extfile names -out site.pem -days 2",
    );
    folder.join("authority.pem")
}
