//! A person at the terminal: shows the tables, asks for moves, explains. Owns the dialogue and its words; the rules
//! of the game and of its notations are asked elsewhere.

use super::seats::move_texts;
use sprouts::Move;
use sprouts::list_model::{Dead, ListMove, Tables};
use std::io::{self, BufRead, Read, Write};
use table::Written;

/// The longest line a person may type.
const LINE_BYTES_MAX: u64 = 4096;
/// How many legal moves are shown when asked for.
const MOVES_SHOWN_MAX: usize = 60;

const HELP: &str = "\
A move names a region, the components of its two ends, and the two points:
  1 1 2 1 2            in region 1, join point 1 of component 1 to point 2 of component 2
  1 1 1 1 1 inside 3   in region 1, join point 1 to itself, with component 3 inside
  2 5 5 4 8/2          when point 8 is listed twice on component 5: its second listing
With both ends on one component the region is split; the components after `inside` go with the
points listed from the first point to the second, all others with the rest.
A region alone asks for the rest step by step. The notation 1(5)2, 1(5)1[3] is understood, too.
Other words: moves, tables, record, undo, resign, quit, help.
";

/// What a person decided.
pub enum Decision {
    /// To play a move.
    Play(Move),
    /// To take back.
    Undo,
    /// To give up.
    Resign,
    /// To leave the game unfinished, or the input ended.
    Leave,
}

/// Where a person reads and types.
pub struct Console<'edge> {
    /// What is typed.
    pub input: Box<dyn BufRead + 'edge>,
    /// What is shown.
    pub output: Box<dyn Write + 'edge>,
    /// What the tables say about what is dead.
    pub dead: Dead,
}

/// The move that a line means, in the notation or by the tables, or why it means none.
pub fn read_move(game: &Written, line: &str) -> Result<Move, String> {
    if line.contains('(') {
        let read = game.transcript().read(game.labelled(), line);
        return read.map_err(|error| error.to_string());
    }
    if !line.starts_with(|symbol: char| symbol.is_ascii_digit()) {
        let line = line.escape_debug();
        return Err(format!("`{line}` is no word of this game; type help"));
    }
    let found = line
        .parse::<ListMove>()
        .and_then(|wanted| game.model().find(&wanted));
    found.map_err(|error| error.to_string())
}

impl Console<'_> {
    /// Asks until the person has decided.
    pub fn decide(&mut self, game: &Written, player: usize) -> io::Result<Decision> {
        let tables = self.tables(game);
        writeln!(self.output, "\n{tables}")?;
        loop {
            let Some(line) = self.ask(&format!("player {}> ", player + 1))? else {
                return Ok(Decision::Leave);
            };
            match line.as_str() {
                "" => {}
                "help" | "?" => write!(self.output, "{HELP}")?,
                "tables" => writeln!(self.output, "\n{tables}")?,
                "record" => writeln!(self.output, "{}", game.record())?,
                "moves" => self.show_moves(game)?,
                "undo" => return Ok(Decision::Undo),
                "resign" => return Ok(Decision::Resign),
                "quit" | "exit" => return Ok(Decision::Leave),
                _ => match self.entered(game, &line)? {
                    Ok(m) => return Ok(Decision::Play(m)),
                    Err(refusal) => writeln!(self.output, "Not played: {refusal}.")?,
                },
            }
        }
    }

    fn tables(&self, game: &Written) -> Tables {
        game.model().tables(self.dead)
    }

    /// The move that a line means, or why it means none.
    fn entered(&mut self, game: &Written, line: &str) -> io::Result<Result<Move, String>> {
        if line.contains('(') || !line.starts_with(|symbol: char| symbol.is_ascii_digit()) {
            return Ok(read_move(game, line));
        }
        let mut text = line.to_string();
        if text.split_whitespace().count() == 1 {
            for question in [
                "its components of the two ends: ",
                "the two points: ",
                "components inside, if any: ",
            ] {
                let Some(answer) = self.ask(question)? else {
                    return Ok(Err("the input ended".into()));
                };
                if question.contains("inside") && !answer.is_empty() && !answer.starts_with("in") {
                    text += " inside";
                }
                text += &format!(" {answer}");
            }
        }
        Ok(read_move(game, &text))
    }

    fn show_moves(&mut self, game: &Written) -> io::Result<()> {
        let texts = move_texts(game, MOVES_SHOWN_MAX + 1);
        let shown = &texts[..texts.len().min(MOVES_SHOWN_MAX)];
        for line in shown.chunks(8) {
            writeln!(self.output, "  {}", line.join("  "))?;
        }
        if texts.len() > shown.len() {
            writeln!(self.output, "  and more")?;
        }
        writeln!(
            self.output,
            "  (lone spots that could stand for each other are not told apart)"
        )
    }

    /// Shows a question and reads a line; nothing when the input has ended.
    fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        loop {
            write!(self.output, "{question}")?;
            self.output.flush()?;
            let mut bytes = Vec::new();
            let mut bounded = self.input.by_ref().take(LINE_BYTES_MAX);
            bounded.read_until(b'\n', &mut bytes)?;
            if bytes.is_empty() {
                writeln!(self.output)?;
                return Ok(None);
            }
            if bytes.len() as u64 == LINE_BYTES_MAX && bytes.last() != Some(&b'\n') {
                self.input.skip_until(b'\n')?;
                writeln!(
                    self.output,
                    "Not read: a line has at most {LINE_BYTES_MAX} bytes."
                )?;
                continue;
            }
            return Ok(Some(String::from_utf8_lossy(&bytes).trim().to_string()));
        }
    }
}
