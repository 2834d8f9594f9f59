//! Reading positions and certificates from text.

use crate::land::{Draft, Land};
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
        let mut lines = text.lines().zip(1..);
        let mut header: HashMap<&str, &str> = HashMap::new();
        let mut certificate: Option<Certificate> = None;
        let at = |line: usize| move |problem: String| ReadError { line, problem };
        if lines.next().map(|(text, _)| text) != Some(TITLE) {
            return Err(at(1)(format!("expected `{TITLE}`")));
        }
        let mut last = 1;
        for (text, line) in lines {
            last = line;
            match &mut certificate {
                Some(certificate) => {
                    let claim = read_claim(certificate.ending, text).map_err(at(line))?;
                    certificate.claims.push(claim);
                }
                None => certificate = read_field(&mut header, text).map_err(at(line))?,
            }
        }
        let cut_off =
            at(last)("the text is cut off or changed: claims are missing or too many".into());
        match certificate {
            Some(certificate) if header["claims"].parse() == Ok(certificate.claims.len()) => {
                Ok(certificate)
            }
            _ => Err(cut_off),
        }
    }
}

/// Reads a line of the header; after the last one, `claims`, gives the certificate, without claims.
fn read_field<'a>(
    header: &mut HashMap<&'a str, &'a str>,
    text: &'a str,
) -> Result<Option<Certificate>, String> {
    let known = ["position", "ending", "outcome", "nimber", "small", "claims"];
    let field = text
        .split_once(' ')
        .filter(|(name, _)| known.contains(name));
    let (name, value) = field.ok_or("expected a line of the header: a name, a blank, a value")?;
    if header.insert(name, value).is_some() {
        return Err(format!("{name} stands there twice"));
    }
    (name == "claims").then(|| read_header(header)).transpose()
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
    match text.parse() {
        Ok(number) if number <= most => Ok(number),
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
        lands.extend(read_land(land)?.lands());
    }
    lands.sort_unstable();
    Ok(lands)
}

/// One land as it stands there.
pub(crate) fn read_land(text: &str) -> Result<Draft, String> {
    let mut reader = Reader::default();
    for region in text.split('|') {
        reader.draft.regions.push(Vec::new());
        for boundary in region.split('.') {
            reader.small.clear();
            reader.boundary(boundary)?;
            if reader.small.values().any(|&(_, count)| count != 2) {
                return Err(format!("a small letter is not found twice in {boundary:?}"));
            }
        }
    }
    if reader.capitals.values().any(|&(_, count)| count != 2) {
        return Err(format!("a capital is not found twice in {text:?}"));
    }
    if reader.draft.lives.len() > SPOTS_MAX {
        return Err(format!("more than {SPOTS_MAX} spots"));
    }
    Ok(reader.draft)
}

/// Spots by name, and how often each was found.
type Names<'a> = HashMap<&'a str, (usize, u32)>;

#[derive(Default)]
struct Reader<'a> {
    draft: Draft,
    capitals: Names<'a>,
    small: Names<'a>,
}

impl<'a> Reader<'a> {
    fn boundary(&mut self, text: &'a str) -> Result<(), String> {
        if let Some(count) = text.strip_prefix("0*") {
            for _ in 0..read_number(count, SPOTS_MAX as u32)? {
                let lone = self.spot(3);
                self.push(vec![lone]);
            }
            return Ok(());
        }
        let mut boundary = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let primes = rest[first.len_utf8()..]
                .bytes()
                .take_while(|&byte| byte == b'\'')
                .count();
            let (name, after) = rest.split_at(first.len_utf8() + primes);
            rest = after;
            let spot = match first {
                '0'..='2' if primes == 0 => self.spot(u32::from(b'3') - u32::from(first)),
                'A'..='Z' | 'a'..='z' => self.letter(first.is_ascii_uppercase(), name),
                _ => return Err(format!("{name:?} is no spot, in {text:?}")),
            };
            boundary.push(spot);
        }
        if boundary.is_empty() {
            return Err("a boundary without a spot".into());
        }
        if boundary.len() > 1 && boundary.iter().any(|&spot| self.draft.lives[spot] == 3) {
            return Err(format!("a lone spot has no neighbours, in {text:?}"));
        }
        self.push(boundary);
        Ok(())
    }

    fn push(&mut self, boundary: Vec<usize>) {
        let region = self.draft.regions.last_mut();
        region.expect("a region was begun").push(boundary);
    }

    fn spot(&mut self, lives: u32) -> usize {
        self.draft.lives.push(lives);
        self.draft.lives.len() - 1
    }

    fn letter(&mut self, is_capital: bool, name: &'a str) -> usize {
        let new = self.draft.lives.len();
        let names = if is_capital {
            &mut self.capitals
        } else {
            &mut self.small
        };
        let (spot, count) = names.entry(name).or_insert((new, 0));
        *count += 1;
        if *count == 1 {
            self.draft.lives.push(1);
        }
        *spot
    }
}
