//! Reading positions and certificates from text.

use crate::land::{Boundary, Draft, Land, count, count_spots};
use crate::{Certificate, Claim, Ending, Outcome, ReadError, Statement};
use std::collections::HashMap;

const TITLE: &str = "rhizome certificate 1";
/// More spots than any position of the programs that write certificates.
const SPOTS_MAX: usize = 500;
/// Small lands have at most so many lives: the trees of larger ones would take too long.
const SMALL_LIVES_MAX: u32 = 12;
const NIMBER_MAX: u32 = 255;

impl Certificate {
    /// Reads the text of a certificate.
    pub fn read(text: &str) -> Result<Certificate, ReadError> {
        let mut lines = Lines {
            lines: text.lines(),
            number: 0,
        };
        lines.certificate().map_err(|problem| ReadError {
            line: lines.number,
            problem,
        })
    }
}

/// The lines that are still to be read.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    /// Of the line read last, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    fn certificate(&mut self) -> Result<Certificate, String> {
        self.number = 1;
        if self.lines.next() != Some(TITLE) {
            return Err(format!("expected `{TITLE}`"));
        }
        let position = self.field("position")?;
        let lands = read_position(position)?;
        let ending = match self.field("ending")? {
            "normal" => Ending::Normal,
            "misere" => Ending::Misere,
            _ => return Err("expected `ending normal` or `ending misere`".into()),
        };
        let outcome = match self.field("outcome")? {
            "win" => Outcome::Win,
            "loss" => Outcome::Loss,
            _ => return Err("expected `outcome win` or `outcome loss`".into()),
        };
        let (nimber, small_lives_max) = match ending {
            Ending::Normal => (self.number_if_there("nimber", NIMBER_MAX)?, None),
            Ending::Misere => (None, self.number_if_there("small", SMALL_LIVES_MAX)?),
        };
        let count = read_number(self.field("claims")?, u32::MAX)?;
        let mut claims = Vec::new();
        for line in self.lines.by_ref() {
            self.number += 1;
            claims.push(read_claim(ending, line)?);
        }
        if claims.len() != count as usize {
            return Err("the text is cut off or changed: claims are missing or too many".into());
        }
        Ok(Certificate {
            statement: Statement {
                position: position.into(),
                ending,
                outcome,
                nimber,
            },
            lands,
            small_lives_max: small_lives_max.unwrap_or(0),
            claims,
        })
    }

    /// The next line has to begin with this name. What follows it after a blank.
    fn field(&mut self, name: &str) -> Result<&'a str, String> {
        self.number += 1;
        let line = self.lines.next();
        let value = line.and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.ok_or(format!("expected `{name} …`"))
    }

    /// The number on the next line, if that begins with this name.
    fn number_if_there(&mut self, name: &str, most: u32) -> Result<Option<u32>, String> {
        let mut ahead = self.lines.clone();
        match ahead.next().is_some_and(|line| line.starts_with(name)) {
            true => read_number(self.field(name)?, most).map(Some),
            false => Ok(None),
        }
    }
}

fn read_claim(ending: Ending, text: &str) -> Result<Claim, String> {
    let (position, nimber) = match ending {
        Ending::Misere => (text, 0),
        Ending::Normal => {
            let (land, nimber) = text
                .split_once(' ')
                .ok_or("expected a land, a blank, a nimber")?;
            (land, read_number(nimber, NIMBER_MAX)?)
        }
    };
    let lands = read_position(position)?;
    if ending == Ending::Normal && lands.len() != 1 {
        return Err("expected one land with a move left".into());
    }
    let text = position.into();
    Ok(Claim {
        text,
        lands,
        nimber,
    })
}

fn read_number(text: &str, most: u32) -> Result<u32, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if is_plain && number <= most => Ok(number),
        _ => Err(format!("expected a number up to {most}, not {text:?}")),
    }
}

/// The lands of a position, reduced.
///
/// `+` stands between lands, `|` between regions, `.` between boundaries. `0`, `1`, `2` are spots with so many lines, `0*5` is short for
/// `0.0.0.0.0`. A letter is a spot with two lines that is found twice: a capital in the same land, a small letter in the same
/// boundary; names mean nothing beyond. After the 26th letter names have prime marks. `!` alone is the finished game.
pub fn read_position(text: &str) -> Result<Vec<Land>, String> {
    if text == "!" {
        return Ok(Vec::new());
    }
    let mut lands = Vec::new();
    for land in text.split('+') {
        lands.extend(read_land(land, SPOTS_MAX)?.lands());
    }
    lands.sort_unstable();
    Ok(lands)
}

/// One land as it stands there, of so many spots at most.
pub(crate) fn read_land(text: &str, spots_max: usize) -> Result<Draft, String> {
    let mut draft = Draft::default();
    let mut capitals = HashMap::new();
    for region_text in text.split('|') {
        let mut region = Vec::new();
        for boundary in region_text.split('.') {
            match boundary.strip_prefix("0*") {
                Some(count) => {
                    for _ in 0..read_number(count, SPOTS_MAX as u32)? {
                        region.push(vec![new_spot(&mut draft, 3)]);
                    }
                }
                None => region.push(read_boundary(boundary, &mut draft, &mut capitals)?),
            }
            if draft.lives.len() > spots_max {
                return Err(format!("more than {spots_max} spots"));
            }
        }
        draft.regions.push(region);
    }
    let found = count_spots(&draft.regions, draft.lives.len());
    if capitals.values().any(|&spot| found[spot] != 2) {
        return Err(format!("a capital is not found twice in {text:?}"));
    }
    Ok(draft)
}

fn read_boundary<'a>(
    text: &'a str,
    draft: &mut Draft,
    capitals: &mut HashMap<&'a str, usize>,
) -> Result<Boundary, String> {
    let mut boundary = Vec::new();
    let mut small = HashMap::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        // A name ends before the next character that is no prime mark.
        let after = rest[first.len_utf8()..].trim_start_matches('\'');
        let name = &rest[..rest.len() - after.len()];
        rest = after;
        let spot = match (name, first) {
            ("0", _) => new_spot(draft, 3),
            ("1", _) => new_spot(draft, 2),
            ("2", _) => new_spot(draft, 1),
            (_, 'A'..='Z') => *capitals.entry(name).or_insert_with(|| new_spot(draft, 1)),
            (_, 'a'..='z') => *small.entry(name).or_insert_with(|| new_spot(draft, 1)),
            _ => return Err(format!("{name:?} is no spot, in {text:?}")),
        };
        boundary.push(spot);
    }
    if boundary.is_empty() {
        return Err("a boundary without a spot".into());
    }
    if boundary.len() > 1 && boundary.iter().any(|&spot| draft.lives[spot] == 3) {
        return Err(format!("a lone spot has no neighbours, in {text:?}"));
    }
    if small.values().any(|&spot| count(&boundary, spot) != 2) {
        return Err(format!("a small letter is not found twice in {text:?}"));
    }
    Ok(boundary)
}

fn new_spot(draft: &mut Draft, lives: u32) -> usize {
    draft.lives.push(lives);
    draft.lives.len() - 1
}
