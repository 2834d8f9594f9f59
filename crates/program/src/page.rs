//! The page inside the binary: which file answers a path, and with which headers. Knows HTTP, no sockets, and not what the files hold.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

/// One embedded file, as the binary's build script wrote it down.
pub struct File {
    /// The path that it answers.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    /// Whether its path carries the hash of all files, so that it never changes.
    pub immutable: bool,
    /// Its entity tag, in quotes.
    pub tag: &'static str,
    /// What it holds.
    pub plain: &'static [u8],
    /// The same, compressed.
    pub gzip: &'static [u8],
}

/// The files of the page; none where the binary was built without it.
#[derive(Clone, Copy)]
pub struct Page(pub &'static [File]);

/// Scripts, styles and pictures from this server alone; WebAssembly may compile; nothing else may load or frame us.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The first part of every address that is a place of the page; each is answered with the page itself.
const PLACES: &[&str] = &[
    "",
    "play",
    "game",
    "friends",
    "g",
    "campaign",
    "maps",
    "analyse",
    "learn",
    "connection",
    "settings",
    "games",
    "kept",
    "review",
    "puzzles",
    "workshop",
    "guide",
    "about",
    "s",
];

impl Page {
    /// True where the binary was built with its page.
    pub(crate) fn is_present(self) -> bool {
        !self.0.is_empty()
    }

    /// Answers a GET of `path`.
    pub(crate) fn answer(self, path: &str, request: &HeaderMap) -> Response {
        let place = path
            .trim_start_matches('/')
            .split('/')
            .next()
            .unwrap_or_default();
        let found = self.0.iter().find(|file| file.path == path);
        let file = match found {
            Some(file) => Some((StatusCode::OK, file)),
            None if path.starts_with("/page/") => None,
            None => {
                let status = if PLACES.contains(&place) {
                    StatusCode::OK
                } else {
                    StatusCode::NOT_FOUND
                };
                self.0
                    .iter()
                    .find(|file| file.path == "/index.html")
                    .map(|index| (status, index))
            }
        };
        let mut response = match file {
            Some((status, file)) => serve(status, file, request),
            None => {
                let mut response = Response::new(Body::from("There is nothing at this address.\n"));
                *response.status_mut() = StatusCode::NOT_FOUND;
                response
            }
        };
        let headers = response.headers_mut();
        for (name, value) in [
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (
                header::HeaderName::from_static("cross-origin-opener-policy"),
                "same-origin",
            ),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

fn serve(status: StatusCode, file: &'static File, request: &HeaderMap) -> Response {
    let says = |name: header::HeaderName, word: &str| {
        request
            .get_all(name)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .any(|value| {
                value
                    .split(',')
                    .any(|part| part.trim().split(';').next() == Some(word))
            })
    };
    let unchanged = status == StatusCode::OK && says(header::IF_NONE_MATCH, file.tag);
    let packed = says(header::ACCEPT_ENCODING, "gzip");
    let body = match (unchanged, packed) {
        (true, _) => Body::empty(),
        (false, true) => Body::from(file.gzip),
        (false, false) => Body::from(file.plain),
    };
    let mut response = Response::new(body);
    *response.status_mut() = if unchanged {
        StatusCode::NOT_MODIFIED
    } else {
        status
    };
    let headers = response.headers_mut();
    let age = if file.immutable {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(age));
    headers.insert(header::ETAG, HeaderValue::from_static(file.tag));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !unchanged {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
        if packed {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Page = Page(&[
        File {
            path: "/index.html",
            kind: "text/html; charset=utf-8",
            immutable: false,
            tag: "\"1\"",
            plain: b"a page",
            gzip: b"packed",
        },
        File {
            path: "/page/17/engine/web.wasm",
            kind: "application/wasm",
            immutable: true,
            tag: "\"2\"",
            plain: b"an engine",
            gzip: b"packed",
        },
    ]);

    fn get(path: &str, headers: &[(header::HeaderName, &str)]) -> Response {
        let headers = headers
            .iter()
            .map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap()));
        PAGE.answer(path, &headers.collect())
    }

    #[test]
    fn places_answer_with_the_page_and_nothing_else_does() {
        for path in ["/", "/play", "/analyse/anything"] {
            assert_eq!(get(path, &[]).status(), StatusCode::OK, "{path}");
        }
        for path in ["/nowhere", "/page/0/app/main.js", "/../Cargo.toml"] {
            assert_eq!(get(path, &[]).status(), StatusCode::NOT_FOUND, "{path}");
        }
        assert!(
            get("/", &[])
                .headers()
                .contains_key(header::CONTENT_SECURITY_POLICY)
        );
    }

    #[test]
    fn hashed_files_are_kept_for_ever_and_a_known_tag_costs_nothing() {
        let wasm = PAGE.0[1].path;
        let response = get(wasm, &[(header::ACCEPT_ENCODING, "br, gzip;q=0.8")]);
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/wasm");
        assert!(
            response.headers()[header::CACHE_CONTROL]
                .to_str()
                .unwrap()
                .contains("immutable")
        );
        let tag = response.headers()[header::ETAG]
            .to_str()
            .unwrap()
            .to_owned();
        assert_eq!(
            get(wasm, &[(header::IF_NONE_MATCH, &tag)]).status(),
            StatusCode::NOT_MODIFIED
        );
        assert!(get("/", &[]).headers()[header::CACHE_CONTROL] == "no-cache");
    }
}
