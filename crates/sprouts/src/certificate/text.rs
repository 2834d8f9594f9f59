//! Certificates as text: a header, then one claim a line. This is the form that the checkers read; the file form only stores it.
//! `docs/certificates.md` describes it.

use super::{Certificate, ClaimsError, SMALL_LIVES_MAX};
use crate::ending::Ending;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::position::{Canonical, Position};
use std::fmt;

/// The first line.
const TITLE: &str = "rhizome certificate 1";

/// Why a text is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what was expected.
    pub problem: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for TextError {}

/// The text form.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        writeln!(f, "position {}", self.root)?;
        writeln!(f, "ending {}", ending_name(self.ending))?;
        writeln!(f, "outcome {}", self.outcome)?;
        if let Some(nimber) = self.nimber {
            writeln!(f, "nimber {nimber}")?;
        }
        if self.small_lives_max > 0 {
            writeln!(f, "small {}", self.small_lives_max)?;
        }
        writeln!(f, "claims {}", self.len())?;
        for (key, value) in self.claims.iter() {
            let position = Canonical::from_bytes(key).map_err(|_| fmt::Error)?;
            match self.ending {
                Ending::Normal => writeln!(f, "{position} {value}")?,
                Ending::Misere => writeln!(f, "{position}")?,
            }
        }
        Ok(())
    }
}

impl Certificate {
    /// Whether a file that begins so is the text of a certificate.
    pub fn is_text(beginning: &[u8]) -> bool {
        beginning.starts_with(TITLE.as_bytes())
    }

    /// Reads the text form. Nothing that is read is believed.
    pub fn from_text(text: &str) -> Result<Self, TextError> {
        let mut lines = Lines {
            lines: text.lines(),
            number: 0,
        };
        if lines.next() != Some(TITLE) {
            return lines.error(format!("expected `{TITLE}`"));
        }
        let root = lines.field("position")?.unwrap_or_default();
        let root = lines.position(root)?;
        let ending = match lines.field("ending")? {
            Some("normal") => Ending::Normal,
            Some("misere") => Ending::Misere,
            _ => return lines.error("expected `ending normal` or `ending misere`"),
        };
        let outcome = match lines.field("outcome")? {
            Some("win") => Outcome::Win,
            Some("loss") => Outcome::Loss,
            _ => return lines.error("expected `outcome win` or `outcome loss`"),
        };
        let (mut nimber, mut small) = (None, 0);
        if ending == Ending::Normal {
            nimber = lines
                .field("nimber")?
                .map(|text| lines.number(text, u8::MAX))
                .transpose()?
                .map(Nimber::new);
        } else if let Some(text) = lines.field("small")? {
            small = lines.number(text, SMALL_LIVES_MAX)?;
        }
        let count = lines.field("claims")?.unwrap_or_default();
        let count: usize = lines.number(count, usize::MAX)?;
        let certificate = match ending {
            Ending::Normal => {
                let claims = lines.claims(count, Lines::nimber)?;
                Certificate::normal(root, outcome, nimber, claims)
            }
            Ending::Misere => {
                let claims = lines.claims(count, Lines::position)?;
                Certificate::misere_with_trees(root, outcome, small, claims)
            }
        };
        certificate.map_err(|error: ClaimsError| TextError {
            line: lines.number,
            problem: error.to_string(),
        })
    }
}

fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => "normal",
        Ending::Misere => "misere",
    }
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    /// Of the line read last, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    fn error<T>(&self, problem: impl Into<String>) -> Result<T, TextError> {
        Err(TextError {
            line: self.number.max(1),
            problem: problem.into(),
        })
    }

    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next()
    }

    /// What follows the name of a field, if the next line is of this field.
    fn field(&mut self, name: &str) -> Result<Option<&'a str>, TextError> {
        let line = self.lines.clone().next();
        let Some(value) = line.and_then(|line| line.strip_prefix(name)?.strip_prefix(' ')) else {
            // The fields that may be missing.
            if ["nimber", "small"].contains(&name) {
                return Ok(None);
            }
            self.number += 1;
            return self.error(format!("expected `{name} …`"));
        };
        self.next();
        Ok(Some(value))
    }

    fn number<N: std::str::FromStr + PartialOrd + fmt::Display>(
        &self,
        text: &str,
        most: N,
    ) -> Result<N, TextError> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if is_plain && number <= most => Ok(number),
            _ => self.error(format!("expected a number up to {most}, not {text:?}")),
        }
    }

    fn position(&self, text: &str) -> Result<Canonical, TextError> {
        match text.parse::<Position>() {
            Ok(position) => Ok(position.canonical()),
            Err(error) => self.error(error.to_string()),
        }
    }

    fn nimber(&self, text: &str) -> Result<(crate::Land, Nimber), TextError> {
        let Some((land, nimber)) = text.split_once(' ') else {
            return self.error("expected a land, a blank and its nimber");
        };
        let nimber = Nimber::new(self.number(nimber, u8::MAX)?);
        match self.position(land)?.lands() {
            [land] => Ok((land.clone(), nimber)),
            _ => self.error("expected one land with a move left"),
        }
    }

    /// The rest of the lines, each a claim.
    fn claims<T>(
        &mut self,
        count: usize,
        read: impl Fn(&Self, &str) -> Result<T, TextError>,
    ) -> Result<Vec<T>, TextError> {
        let mut claims = Vec::new();
        while let Some(line) = self.next() {
            claims.push(read(self, line)?);
        }
        if claims.len() != count {
            return self.error(format!(
                "{count} claims are announced and {} are there: the text is cut off or changed",
                claims.len()
            ));
        }
        Ok(claims)
    }
}
