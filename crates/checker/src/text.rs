//! Reading positions and certificates from text.

use crate::land::{Boundary, Draft, Land, count, count_spots};
use crate::{Certificate, Claim, Ending, Outcome, ReadError};
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
        let lines: Vec<&str> = text.lines().collect();
        let at = |line: usize| move |problem: String| ReadError { line, problem };
        if lines.first() != Some(&TITLE) {
            return Err(at(1)(format!("expected `{TITLE}`")));
        }
        let mut header = HashMap::new();
        let mut next = 1;
        while next < lines.len() && !header.contains_key("claims") {
            read_field(&mut header, lines[next]).map_err(at(next + 1))?;
            next += 1;
        }
        let mut certificate = read_header(&header).map_err(at(next))?;
        for (index, line) in lines.iter().enumerate().skip(next) {
            let claim = read_claim(certificate.ending, line).map_err(at(index + 1))?;
            certificate.claims.push(claim);
        }
        match header.get("claims").map(|text| read_number(text, u32::MAX)) {
            Some(Ok(count)) if certificate.claims.len() == count as usize => Ok(certificate),
            _ => Err(at(lines.len())(
                "the text is cut off or changed: claims are missing or too many".into(),
            )),
        }
    }
}

/// Reads a line of the header.
fn read_field<'a>(header: &mut HashMap<&'a str, &'a str>, line: &'a str) -> Result<(), String> {
    let known = ["position", "ending", "outcome", "nimber", "small", "claims"];
    match line.split_once(' ') {
        Some((name, value)) if known.contains(&name) => match header.insert(name, value) {
            None => Ok(()),
            Some(_) => Err(format!("{name} stands there twice")),
        },
        _ => Err("expected a line of the header: a name, a blank, a value".into()),
    }
}

fn read_header(header: &HashMap<&str, &str>) -> Result<Certificate, String> {
    let text = |name: &str| header.get(name).copied();
    let number = |name: &str, most: u32| text(name).map(|text| read_number(text, most)).transpose();
    let ending = match text("ending") {
        Some("normal") => Ending::Normal,
        Some("misere") => Ending::Misere,
        _ => return Err("expected `ending normal` or `ending misere` in the header".into()),
    };
    let outcome = match text("outcome") {
        Some("win") => Outcome::Win,
        Some("loss") => Outcome::Loss,
        _ => return Err("expected `outcome win` or `outcome loss` in the header".into()),
    };
    let nimber = number("nimber", NIMBER_MAX)?;
    let small_lives_max = number("small", SMALL_LIVES_MAX)?.unwrap_or(0);
    if ending == Ending::Misere && nimber.is_some() {
        return Err("misère play has no nimbers".into());
    }
    let position = text("position").ok_or("expected `position …` in the header")?;
    Ok(Certificate {
        lands: read_position(position)?,
        position: position.into(),
        ending,
        outcome,
        nimber,
        small_lives_max,
        claims: Vec::new(),
    })
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
