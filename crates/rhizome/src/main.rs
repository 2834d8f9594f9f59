//! The one binary: the program with its page, which the build script compiles. Knows nothing of either.

use program::Page;
use std::process::ExitCode;

mod table {
    use program::File;
    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

fn main() -> ExitCode {
    program::run(Page(table::FILES))
}

#[cfg(test)]
mod tests {
    use super::table::{FILES, VERSION};

    #[test]
    fn the_start_page_and_the_engine_are_embedded_and_compressed() {
        if FILES.is_empty() {
            return eprintln!("built without the page: skipped");
        }
        let engine = format!("/page/{VERSION}/engine/web.wasm");
        for (path, kind, immutable) in [
            ("/index.html", "text/html; charset=utf-8", false),
            (&engine, "application/wasm", true),
        ] {
            let file = FILES.iter().find(|file| file.path == path).expect(path);
            assert_eq!((file.kind, file.immutable), (kind, immutable), "{path}");
            assert!(file.gzip.len() < file.plain.len(), "{path}");
            assert!(file.gzip.starts_with(&[0x1f, 0x8b]), "{path}");
        }
    }
}
