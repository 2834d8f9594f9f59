//! A program of the user's that is spoken to by lines over its standard input and output. Owns the process, its two threads
//! and the bounds on what it may say; what the lines mean is the caller's.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The longest line that a program may write.
pub const LINE_BYTES_MAX: usize = 4096;
/// How many unread lines of the program are held; beyond that it waits.
const LINES_HELD_MAX: usize = 16;
/// How long a program may take to start and say its name.
pub const START_MS_MAX: u64 = 10_000;
/// How long a program may take to leave when told to.
const QUIT_MS_MAX: u64 = 500;
/// How much of a name is shown.
const NAME_CHARS_MAX: usize = 60;

/// A running program.
pub struct Process {
    child: Child,
    /// Lines to the program go through a thread, since a program that does not read must not stop the game.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
}

/// What came out of the program.
enum Line {
    Text(String),
    TooLong,
    NotText,
}

impl Process {
    /// Starts a program from a command such as `python3 "my strategy.py"`.
    pub fn start(command: &str) -> Result<Process, String> {
        let words = split_words(command)?;
        let (program, arguments) = words.split_first().ok_or(
            "no program is named; write program:COMMAND, such as program:\"python3 strategy.py\"",
        )?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start `{program}`: {error}"))?;
        let stdin = child.stdin.take().expect("piped");
        let stdout = child.stdout.take().expect("piped");
        let (input, to_write) = mpsc::channel::<String>();
        std::thread::spawn(move || write_lines(stdin, &to_write));
        let (read, output) = mpsc::sync_channel(LINES_HELD_MAX);
        std::thread::spawn(move || read_lines(stdout, &read));
        Ok(Process {
            child,
            input: Some(input),
            output,
        })
    }

    /// Writes a line. A program that is gone is noticed when it should answer.
    pub fn tell(&mut self, line: &str) {
        if let Some(input) = &self.input {
            input.send(format!("{line}\n")).ok();
        }
    }

    /// The next line that the program writes.
    pub fn answer(&mut self, limit: Duration) -> Result<String, String> {
        match self.output.recv_timeout(limit) {
            Ok(Line::Text(line)) => Ok(line),
            Ok(Line::TooLong) => Err(format!(
                "it wrote a line of more than {LINE_BYTES_MAX} bytes"
            )),
            Ok(Line::NotText) => Err("it wrote a line that is not UTF-8 text".into()),
            Err(RecvTimeoutError::Timeout) => Err(format!(
                "it did not answer within {} s",
                limit.as_secs_f64()
            )),
            Err(RecvTimeoutError::Disconnected) => {
                Err(match self.wait(Duration::from_millis(QUIT_MS_MAX)) {
                    Some(status) => format!("it ended before answering ({status})"),
                    None => "it closed its output before answering".into(),
                })
            }
        }
    }

    /// The number of the process, for asking the system what time it used.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn wait(&mut self, limit: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + limit;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(5))
                }
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.tell("quit");
        self.input = None;
        if self.wait(Duration::from_millis(QUIT_MS_MAX)).is_none() {
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}

/// A name as it is shown: short, and without what a terminal would obey.
pub fn shown_name(name: &str) -> String {
    name.chars()
        .filter(|symbol| !symbol.is_control())
        .take(NAME_CHARS_MAX)
        .collect()
}

fn write_lines(mut stdin: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, lines: &mpsc::SyncSender<Line>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        match reader
            .by_ref()
            .take(LINE_BYTES_MAX as u64 + 1)
            .read_until(b'\n', &mut bytes)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = if bytes.len() > LINE_BYTES_MAX {
            Line::TooLong
        } else {
            match String::from_utf8(bytes) {
                Ok(text) => Line::Text(text.trim_end().to_string()),
                Err(_) => Line::NotText,
            }
        };
        let last = matches!(line, Line::TooLong);
        if lines.send(line).is_err() || last {
            return;
        }
    }
}

/// Splits a command into words at spaces; single and double quotes keep a word together.
fn split_words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for symbol in command.chars() {
        match quote {
            Some(open) if symbol == open => quote = None,
            Some(_) => word.get_or_insert_default().push(symbol),
            None if symbol == '"' || symbol == '\'' => {
                quote = Some(symbol);
                word.get_or_insert_default();
            }
            None if symbol.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(symbol),
        }
    }
    if quote.is_some() {
        return Err(format!("a quote is not closed in `{command}`"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_spaces_outside_quotes() {
        assert_eq!(split_words("python3  a.py").unwrap(), ["python3", "a.py"]);
        assert_eq!(
            split_words("'my engine' \"a b\"c ''").unwrap(),
            ["my engine", "a bc", ""]
        );
        assert!(split_words("'a").is_err());
        assert!(split_words("").unwrap().is_empty());
    }
}
