//! Texts and lines that come from outside, within bounds: what has no end fills no memory, and what cannot be read is named. Does not know
//! what is read.

use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

/// The longest line.
pub const LINE_BYTES_MAX: u64 = 1 << 20;
/// The longest file that is read as a whole.
const TEXT_BYTES_MAX: u64 = 16 << 20;

/// A whole file as text, or why not, with its name.
pub fn text(file: impl AsRef<Path>) -> Result<String, String> {
    let file = file.as_ref();
    let name = file.display();
    let mut bytes = Vec::new();
    std::fs::File::open(file)
        .and_then(|file| file.take(TEXT_BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read {name}: {error}"))?;
    if bytes.len() as u64 > TEXT_BYTES_MAX {
        return Err(format!(
            "cannot read {name}: it has more than {TEXT_BYTES_MAX} bytes"
        ));
    }
    String::from_utf8(bytes).map_err(|_| format!("cannot read {name}: it is no text in UTF-8"))
}

/// The next line without its end; nothing when the input has ended. What is no text in UTF-8 becomes `�`, and of a line that is too long
/// the beginning is given.
pub fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input
        .by_ref()
        .take(LINE_BYTES_MAX)
        .read_until(b'\n', &mut bytes)?
        == 0
    {
        return Ok(None);
    }
    if bytes.len() as u64 == LINE_BYTES_MAX && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
}

/// Standard input line by line, read by a thread of its own: whoever waits for a line, however long, can still be stopped.
pub struct Lines(mpsc::Receiver<io::Result<String>>);

/// How long a request to stop may go unseen, in milliseconds.
const STOP_MS: u64 = 50;

impl Lines {
    /// Begins to read. Only one may do so.
    pub fn of_standard_input() -> Lines {
        // One line waits, however long the lines are.
        let (lines, receiver) = mpsc::sync_channel(1);
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(line) = line(&mut input).transpose() {
                let is_last = line.is_err();
                if lines.send(line).is_err() || is_last {
                    return;
                }
            }
        });
        Lines(receiver)
    }

    /// The next line; nothing at the end, or as soon as somebody wants to stop.
    pub fn next(&self, stopped: impl Fn() -> bool) -> io::Result<Option<String>> {
        loop {
            let next = self.0.recv_timeout(Duration::from_millis(STOP_MS));
            match next {
                _ if stopped() => return Ok(None),
                Ok(line) => return line.map(Some),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_bounded_and_always_text() {
        let long = "x".repeat(LINE_BYTES_MAX as usize + 5);
        let bytes = [b"one\r\n\n\xff\n", long.as_bytes(), b"\nlast"].concat();
        let mut input = &bytes[..];
        let mut next = || line(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("one"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("\u{fffd}"));
        assert_eq!(next().map(|line| line.len() as u64), Some(LINE_BYTES_MAX));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = std::env::temp_dir().join(format!("rhizome-input-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("some.game");
        std::fs::write(&file, b"\xff\xfe").unwrap();
        for (path, why) in [(&file, "UTF-8"), (&folder, "directory")] {
            let error = text(path).unwrap_err();
            assert!(error.contains(&path.display().to_string()), "{error}");
            assert!(error.contains(why), "{error}");
        }
        let endless = std::fs::File::create(&file).unwrap();
        endless.set_len(TEXT_BYTES_MAX + 1).unwrap();
        assert!(text(&file).unwrap_err().contains("more than"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
