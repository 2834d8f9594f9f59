//! The link of a room, as the page shows it.

use crate::remote::{RoomId, is_secret};
use std::fmt;
use std::str::FromStr;

/// How the server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    Plain,
    Tls,
}

impl Scheme {
    /// What a link, or the address of a socket, begins with; and what is left of it.
    fn strip(text: &str) -> Option<(Scheme, &str)> {
        let kinds = [
            ("http://", Scheme::Plain),
            ("ws://", Scheme::Plain),
            ("https://", Scheme::Tls),
            ("wss://", Scheme::Tls),
        ];
        kinds
            .into_iter()
            .find_map(|(start, scheme)| Some((scheme, text.strip_prefix(start)?)))
    }

    fn port(self) -> u16 {
        match self {
            Scheme::Plain => 80,
            Scheme::Tls => 443,
        }
    }
}

/// A link, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    scheme: Scheme,
    /// The server, with its port.
    pub server: String,
    /// The room.
    pub room: String,
    /// The secret of one's own seat, which a browser never sends to a server.
    pub token: Option<String>,
}

impl Link {
    /// The address of the room's socket.
    pub fn socket(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Plain => "ws",
            Scheme::Tls => "wss",
        };
        format!("{scheme}://{}/api/rooms/{}/socket", self.server, self.room)
    }
}

impl fmt::Display for Link {
    /// The link itself, with the secret: for its owner alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.scheme {
            Scheme::Plain => "http",
            Scheme::Tls => "https",
        };
        write!(f, "{scheme}://{}/g/{}", self.server, self.room)?;
        match &self.token {
            Some(token) => write!(f, "#seat={token}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Link {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let problem =
            || "no link of a room: it looks like http://127.0.0.1:7878/g/k3wq9mzt2a7b".to_owned();
        let (scheme, rest) = Scheme::strip(text).ok_or_else(problem)?;
        if scheme == Scheme::Tls && cfg!(not(feature = "tls")) {
            return Err(
                "this build speaks no TLS: open the link in a browser, or build with `cargo build --release --features tls`".into(),
            );
        }
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (server, path) = rest.split_once('/').ok_or_else(problem)?;
        let plain = server
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
        if server.is_empty() || !plain {
            return Err(problem());
        }
        let path = path.split('?').next().unwrap_or_default();
        let room = path.split('/').rev().find_map(RoomId::read);
        let has_port = server
            .rsplit(']')
            .next()
            .is_some_and(|end| end.contains(':'));
        let token = fragment
            .split('&')
            .find_map(|part| part.strip_prefix("seat="));
        if token.is_some_and(|token| !is_secret(token)) {
            return Err("the part after #seat= was cut short; copy all of the link".into());
        }
        Ok(Link {
            scheme,
            server: match has_port {
                true => server.to_owned(),
                false => format!("{server}:{}", scheme.port()),
            },
            room: room.ok_or_else(problem)?.to_string(),
            token: token.map(str::to_owned),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_or_refused_in_words() {
        let link: Link = "http://127.0.0.1:7878/g/abcdefghjkm2".parse().unwrap();
        assert_eq!(
            link.socket(),
            "ws://127.0.0.1:7878/api/rooms/abcdefghjkm2/socket"
        );
        assert_eq!(link.token, None);
        let own = "http://[::1]/g/abcdefghjkm2/#seat=0123456789012345678901";
        let own: Link = own.parse().unwrap();
        assert_eq!(own.server, "[::1]:80");
        assert_eq!(own.token.as_deref(), Some("0123456789012345678901"));
        assert_eq!(own.to_string().parse(), Ok(own));
        let secure = "https://rhizome.example/g/abcdefghjkm2".parse::<Link>();
        if cfg!(feature = "tls") {
            let secure = secure.unwrap();
            assert_eq!(
                secure.socket(),
                "wss://rhizome.example:443/api/rooms/abcdefghjkm2/socket"
            );
            assert_eq!(secure.to_string().parse(), Ok(secure));
        } else {
            assert!(secure.unwrap_err().contains("--features tls"));
        }
        for (text, words) in [
            ("rhizome.example/g/abcdefghjkm2", "no link"),
            ("http://rhizome.example/g/short", "no link"),
            ("http://a b/g/abcdefghjkm2", "no link"),
            ("http://h/g/abcdefghjkm2#seat=short", "cut short"),
        ] {
            let error = text.parse::<Link>().unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
