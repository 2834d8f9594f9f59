//! The other end of the protocol: a program that is driven by GTP or HTP, as a player of connection games.
//!
//! Owns the talk with it. Whatever it does wrong costs it the game and nothing else.

use super::super::process::{self, Process};
use connection::moves::Move;
use connection::plan::{Colour, Plan};
use connection::vertex;
use std::time::{Duration, Instant};

/// The most lines of an answer that are read.
const ANSWER_LINES_MAX: usize = 4096;

/// A program that plays.
pub struct Program {
    process: Process,
    name: String,
    command: String,
    /// How long it may take for an answer, by the clock on the wall.
    patience: Duration,
    /// Whether it failed: then it is started anew for the next game.
    failed: bool,
}

/// What a program answered to `genmove`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Chosen {
    Move(Move),
    Resign,
}

impl Program {
    /// Starts a program and asks its name.
    pub fn start(command: &str, patience: Duration) -> Result<Program, String> {
        let mut program = Program {
            process: Process::start(command)?,
            name: String::new(),
            command: command.to_string(),
            patience: patience.max(Duration::from_millis(process::START_MS_MAX)),
            failed: false,
        };
        program.name = process::shown_name(&program.ask("name")?);
        program.patience = patience;
        Ok(program)
    }

    /// The name it gave.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Processor time that it has used, where the system tells it.
    pub fn seconds(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // The name in parentheses may hold anything; the fields after it are numbers.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / 100.0)
    }

    /// Tells it that a game begins, and how long it may think about a move.
    pub fn new_game(&mut self, plan: &Plan, seconds: Option<f64>) -> Result<(), String> {
        if self.failed {
            *self = Program::start(&self.command, self.patience)?;
        }
        let size = plan
            .options
            .iter()
            .find(|(name, _)| name == "size" || name == "base");
        if let Some((_, size)) = size {
            // Hex programs want two numbers, Go programs take the first.
            let both = format!("boardsize {size} {size}");
            let one = format!("boardsize {size}");
            let line = if vertex::is_rhombus(plan) { both } else { one };
            self.ask(&line)?;
        }
        self.ask("clear_board")?;
        if let Some(komi) = komi(plan) {
            // Programs that know no komi play the game without it.
            self.ask(&format!("komi {komi}")).ok();
        }
        if let Some(seconds) = seconds {
            let whole = seconds.ceil().max(1.0);
            // Programs that know no time are none the worse for it.
            self.ask(&format!("time_settings 0 {whole} 1")).ok();
        }
        Ok(())
    }

    /// Tells it a move.
    pub fn play(&mut self, plan: &Plan, colour: Colour, played: Move) -> Result<(), String> {
        let text = vertex::write(plan, played);
        self.ask(&format!("play {} {text}", word(colour)))?;
        Ok(())
    }

    /// Asks it for a move.
    pub fn choose(&mut self, plan: &Plan, colour: Colour) -> Result<Chosen, String> {
        let answer = self.ask(&format!("genmove {}", word(colour)))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Chosen::Resign);
        }
        match vertex::read(plan, &answer, colour) {
            Some(chosen) => Ok(Chosen::Move(chosen)),
            None => {
                self.failed = true;
                Err(format!(
                    "to `genmove` it answered {answer:?}, which is no move"
                ))
            }
        }
    }

    /// Sends a command and gives what came back.
    fn ask(&mut self, line: &str) -> Result<String, String> {
        let answer = self.exchange(line);
        let refused = |answer: &Result<String, Refusal>| matches!(answer, Err(Refusal::Said(_)));
        self.failed |= answer.is_err() && !refused(&answer);
        answer.map_err(|refusal| match refusal {
            Refusal::Said(text) => format!("to `{line}` it answered `? {text}`"),
            Refusal::Failed(text) => text,
        })
    }

    fn exchange(&mut self, line: &str) -> Result<String, Refusal> {
        self.process.tell(line);
        let deadline = Instant::now() + self.patience;
        let mut text: Option<String> = None;
        for _ in 0..ANSWER_LINES_MAX {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.process.answer(left).map_err(Refusal::Failed)?;
            match &mut text {
                // Empty lines before an answer are no answer.
                None if line.trim().is_empty() => {}
                None => text = Some(line),
                Some(text) if line.trim().is_empty() => {
                    let said = |sign| text.strip_prefix(sign).map(|rest| rest.trim().to_string());
                    return match (said('='), said('?')) {
                        (Some(answer), _) => Ok(answer),
                        (_, Some(reason)) => Err(Refusal::Said(reason)),
                        _ => Err(Refusal::Failed(format!(
                            "it wrote {text:?}, which is no answer"
                        ))),
                    };
                }
                Some(text) => {
                    text.push('\n');
                    text.push_str(&line);
                }
            }
        }
        Err(Refusal::Failed(format!(
            "it answered in more than {ANSWER_LINES_MAX} lines"
        )))
    }
}

/// What the second player has from the start, where the game has such an option: half a point decides between equal scores.
pub fn komi(plan: &Plan) -> Option<f64> {
    let option = |name: &str| {
        let found = plan.options.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    };
    let whole: f64 = option("komi")?.parse().ok()?;
    let half = option("half") == Some("yes");
    Some(whole + if half { 0.5 } else { 0.0 })
}

enum Refusal {
    /// It said no.
    Said(String),
    /// It did not answer as it should.
    Failed(String),
}

fn word(colour: Colour) -> &'static str {
    if colour.0 == 1 { "b" } else { "w" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use connection::library;

    fn failure(script: &str) -> String {
        let hex = library::game("hex")
            .unwrap()
            .plan(&[("size", "5")])
            .unwrap();
        let command = format!("sh -c '{script}'");
        let mut program = match Program::start(&command, Duration::from_millis(400)) {
            Ok(program) => program,
            Err(error) => return error,
        };
        if let Err(error) = program.new_game(&hex, None) {
            return error;
        }
        match program.choose(&hex, Colour(1)) {
            Ok(chosen) => format!("{chosen:?}"),
            Err(error) => error,
        }
    }

    #[test]
    fn answers_are_told_apart() {
        let say = |answer: &str| {
            failure(&format!(
                "printf \"= x\\n\\n= \\n\\n=\\n\\n{answer}\\n\\n\"; exec sleep 5"
            ))
        };
        assert!(say("= c2").starts_with("Move("));
        assert_eq!(say("= resign"), "Resign");
        assert!(say("= q77").contains("no move"));
        assert_eq!(say("? full"), "to `genmove b` it answered `? full`");
        assert!(say("hello").contains("no answer"));
        assert_eq!(
            failure("exit 3"),
            "it ended before answering (exit status: 3)"
        );
        let silent = failure("printf \"= x\\n\\n\"; exec sleep 5");
        assert_eq!(silent.split(" within").next(), Some("it did not answer"));
    }

    /// A program that plays one place where it heard this komi, and another where it did not.
    #[test]
    fn a_program_hears_the_komi() {
        let script = "while read word rest; do case $word in komi) heard=$rest;; esac; case $word$heard in genmove7.5) say=A1;; *) say=B2;; esac; printf \"= $say\\n\\n\"; done";
        let mut program =
            Program::start(&format!("sh -c '{script}'"), Duration::from_secs(20)).unwrap();
        for (half, place) in [("yes", "0,0"), ("no", "1,1")] {
            let go = library::game("go").unwrap();
            let options = [("size", "5"), ("komi", "7"), ("half", half)];
            let plan = go.plan(&options).unwrap();
            program.new_game(&plan, None).unwrap();
            let Chosen::Move(chosen) = program.choose(&plan, Colour(1)).unwrap() else {
                panic!("a move was answered");
            };
            assert_eq!(chosen.text(&plan), place, "{half}");
        }
    }
}
