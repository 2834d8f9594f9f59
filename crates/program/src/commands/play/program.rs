//! A player of Sprouts that is a program of the user's (`docs/protocol.md`). Whatever it does wrong costs it the game and
//! nothing else.

use super::super::process::{self, Process};
use sprouts::Ending;
use std::time::Duration;

/// A running program.
pub struct Program {
    process: Process,
    name: String,
    command: String,
    time_limit: Duration,
    /// Whether it failed to answer as it should. A late answer must not be taken for that to a later question, so
    /// such a program is started anew for the next game.
    failed: bool,
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
        let mut process = Process::start(command)?;
        process.tell("name");
        let answer = process.answer(Duration::from_millis(process::START_MS_MAX))?;
        let name = answer.strip_prefix("name ").ok_or_else(|| {
            format!("to `name` it answered {answer:?}; expected `name` and its name")
        })?;
        Ok(Program {
            process,
            name: process::shown_name(name),
            command: command.to_string(),
            time_limit,
            failed: false,
        })
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
        self.process.tell(&format!("newgame {spots} {ending}"));
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
        self.process.tell(&format!("position {record}"));
        self.process.tell(&format!("drawing {drawing}"));
        self.process.tell(&format!("moves {}", moves.join(" ")));
        self.process
            .tell(&format!("choose {}", self.time_limit.as_millis()));
        let answer = self.process.answer(self.time_limit);
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
        self.process.tell(&format!("over {winner}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
