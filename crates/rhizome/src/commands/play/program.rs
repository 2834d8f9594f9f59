//! A player that is a program of the user's: it is spoken to by lines over its standard input and output
//! (`docs/protocol.md`). Owns the process, its time limits and the bounds on what it may say; whatever it does wrong
//! costs it the game and nothing else.

use sprouts::Ending;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The longest line that a program may write.
const LINE_BYTES_MAX: usize = 4096;
/// How many unread lines of the program are held; beyond that it waits.
const LINES_HELD_MAX: usize = 16;
/// How long a program may take to start and say its name.
const START_MS_MAX: u64 = 10_000;
/// How long a program may take to leave when told to.
const QUIT_MS_MAX: u64 = 500;
/// How much of a name is shown.
const NAME_CHARS_MAX: usize = 60;

/// A running program.
pub struct Program {
    child: Child,
    /// Lines to the program go through a thread, since a program that does not read must not stop the game.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    name: String,
    command: String,
    time_limit: Duration,
    /// Whether it failed to answer as it should. A late answer must not be taken for that to a later question, so
    /// such a program is started anew for the next game.
    failed: bool,
}

/// What came out of the program.
enum Line {
    Text(String),
    TooLong,
    NotText,
}

/// What a program wants to do.
#[derive(Debug)]
pub enum Answer {
    Move(String),
    Resign,
}

impl Program {
    /// Starts a program from a command such as `python3 "my strategy.py"` and asks its name.
    pub fn start(command: &str, time_limit: Duration) -> Result<Program, String> {
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
        let mut started = Program {
            child,
            input: Some(input),
            output,
            name: program.clone(),
            command: command.to_string(),
            time_limit,
            failed: false,
        };
        started.tell("name");
        let answer = started.answer(Duration::from_millis(START_MS_MAX))?;
        let name = answer.strip_prefix("name ").ok_or_else(|| {
            format!("to `name` it answered {answer:?}; expected `name` and its name")
        })?;
        started.name = name
            .chars()
            .filter(|symbol| !symbol.is_control())
            .take(NAME_CHARS_MAX)
            .collect();
        Ok(started)
    }

    /// The name it gave.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Tells it that a game begins.
    pub fn new_game(&mut self, spots: u32, ending: Ending) {
        if self.failed
            && let Ok(again) = Program::start(&self.command, self.time_limit)
        {
            *self = again;
        }
        let ending = if ending == Ending::Normal {
            "normal"
        } else {
            "misere"
        };
        self.tell(&format!("newgame {spots} {ending}"));
    }

    /// Shows it the game so far, as a record and as the drawing's boundaries, with the legal moves, and asks for a move.
    pub fn choose(
        &mut self,
        record: &str,
        drawing: &str,
        moves: &[String],
    ) -> Result<Answer, String> {
        if self.failed {
            return Err("it failed before and could not be started again".into());
        }
        self.tell(&format!("position {record}"));
        self.tell(&format!("drawing {drawing}"));
        self.tell(&format!("moves {}", moves.join(" ")));
        self.tell(&format!("choose {}", self.time_limit.as_millis()));
        let answer = self.answer(self.time_limit);
        self.failed = answer.is_err();
        let answer = answer?;
        match answer.split_once(' ') {
            Some(("move", text)) => Ok(Answer::Move(text.trim().to_string())),
            None if answer == "resign" => Ok(Answer::Resign),
            _ => Err(format!(
                "to `choose` it answered {answer:?}; expected `move` and a move, or `resign`"
            )),
        }
    }

    /// Tells it who won.
    pub fn game_over(&mut self, winner: &str) {
        self.tell(&format!("over {winner}"));
    }

    fn tell(&mut self, line: &str) {
        // A program that is gone is noticed when it should answer.
        if let Some(input) = &self.input {
            input.send(format!("{line}\n")).ok();
        }
    }

    fn answer(&mut self, limit: Duration) -> Result<String, String> {
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

impl Drop for Program {
    fn drop(&mut self) {
        self.tell("quit");
        self.input = None;
        if self.wait(Duration::from_millis(QUIT_MS_MAX)).is_none() {
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
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

    fn failure(script: &str) -> String {
        let command = format!("sh -c '{script}'");
        let mut program = match Program::start(&command, Duration::from_millis(300)) {
            Ok(program) => program,
            Err(error) => return error,
        };
        program.new_game(2, Ending::Normal);
        match program.choose("2+", "A.B", &["1(3)2".into()]) {
            Ok(answer) => format!("{answer:?}"),
            Err(error) => error,
        }
    }

    #[test]
    fn a_program_that_misbehaves_is_told_apart() {
        let said = |rest: &str| failure(&format!("echo name x; {rest}"));
        assert_eq!(said("echo move 1\\(3\\)2; exec sleep 5"), "Move(\"1(3)2\")");
        assert_eq!(said("echo resign; exec sleep 5"), "Resign");
        assert_eq!(said("exit 3"), "it ended before answering (exit status: 3)");
        assert_eq!(said("exec sleep 5"), "it did not answer within 0.3 s");
        assert!(said("echo hello; exec sleep 5").starts_with("to `choose` it answered \"hello\""));
        assert_eq!(
            said("head -c 10000 /dev/zero; exec sleep 5"),
            "it wrote a line of more than 4096 bytes"
        );
        assert_eq!(
            said("printf \"\\377\\n\"; exec sleep 5"),
            "it wrote a line that is not UTF-8 text"
        );
        assert!(failure("echo hello; exec sleep 5").starts_with("to `name` it answered"));
        assert!(
            Program::start("/no/such/program", Duration::from_secs(1))
                .err()
                .unwrap()
                .starts_with("cannot start")
        );
        assert!(
            Program::start("", Duration::from_secs(1))
                .err()
                .unwrap()
                .starts_with("no program is named")
        );
    }
}
