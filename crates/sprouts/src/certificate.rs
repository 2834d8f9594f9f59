//! Certificates: proofs of who wins a position, small enough to keep and quick to check. Owns the claims and their file form;
//! the argument that makes them a proof is in `certificate::checker`, and nothing here searches.
//!
//! A certificate of normal play is a list of claims "this land has this nimber". One of misère play is a list of whole positions
//! claimed lost for the player to move, where lands with few lives may count by their reduced canonical trees. The file form is
//! described in `docs/certificates.md`.

mod checker;
mod code;
mod coder;
mod losses;
mod text;
mod trees;

pub use checker::{CheckError, Checked, Checker, Wrong};
pub use text::TextError;

use crate::checksum::checksum;
use crate::ending::Ending;
use crate::land::Land;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::packed::PackedError;
use crate::packed_table::{Full, PackedTable};
use crate::position::Canonical;
use code::Code;
use coder::{Decoder, Encoder};
use std::fmt;
use std::ops::ControlFlow;

const MAGIC: [u8; 4] = *b"RHZC";
const VERSION: u8 = 1;
const MISERE: u8 = 1;
const LOSS: u8 = 2;
const NIMBER: u8 = 4;
const SMALL: u8 = 8;
/// Trees of larger lands would take too long.
const SMALL_LIVES_MAX: u8 = 12;
const CHECKSUM_BYTES: usize = 4;

/// A claim about one position, and the claims that prove it.
///
/// ```
/// use sprouts::{Certificate, Nimber, Outcome, Position};
/// use std::ops::ControlFlow;
/// let land = |text: &str| Ok::<_, sprouts::PositionError>(text.parse::<Position>()?.canonical().lands()[0].clone());
/// let root = "222+22".parse::<Position>()?.canonical();
/// // `22` has one move and is worth 1; `222` has two in a row, whatever is played, and is worth 0.
/// let claims = [(land("22")?, Nimber::new(1)), (land("222")?, Nimber::new(0))];
/// let certificate = Certificate::normal(root, Outcome::Win, Some(Nimber::new(1)), claims)?;
/// let file = certificate.write();
/// let certificate = Certificate::read(&file)?;
/// let ControlFlow::Continue(checked) = certificate.check(|_| ControlFlow::<()>::Continue(())) else { unreachable!() };
/// assert_eq!(checked?.claims, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Certificate {
    ending: Ending,
    root: Canonical,
    outcome: Outcome,
    nimber: Option<Nimber>,
    /// Misère play: lands of at most so many lives count by their tree.
    small_lives_max: u8,
    /// Canonical lands with nimbers, or canonical positions with 0, sorted.
    claims: PackedTable,
}

/// Claims that no certificate can hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimsError {
    /// A land is claimed to have two nimbers.
    Contradiction {
        /// The land.
        land: Land,
        /// Its two nimbers.
        nimbers: [Nimber; 2],
    },
    /// More than 4 GB of claims.
    TooMany,
}

/// Why bytes are no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// They do not begin like one.
    NotACertificate,
    /// Written by a later version.
    Version(u8),
    /// The checksum is wrong: the file was changed or cut off.
    Damaged,
    /// A claim is not a land or a position.
    Claim {
        /// Which one, from 1; 0 is the root.
        number: u64,
        /// What is wrong with it.
        problem: PackedError,
    },
    /// Claims are not in order, or say different things about one land.
    Order {
        /// Which one, from 1.
        number: u64,
    },
    /// Too large for this program.
    TooLarge,
}

impl Certificate {
    /// A certificate of normal play: nimbers of lands.
    pub fn normal(
        root: Canonical,
        outcome: Outcome,
        nimber: Option<Nimber>,
        claims: impl IntoIterator<Item = (Land, Nimber)>,
    ) -> Result<Self, ClaimsError> {
        let mut sorted: Vec<(Land, Nimber)> = claims.into_iter().collect();
        sorted.sort_unstable();
        let mut table = PackedTable::default();
        for (land, nimber) in sorted {
            match table.insert(land.as_bytes(), nimber.get()) {
                Err(Full) => return Err(ClaimsError::TooMany),
                Ok(Some(other)) if other != nimber.get() => {
                    let nimbers = [Nimber::new(other), nimber];
                    return Err(ClaimsError::Contradiction { land, nimbers });
                }
                Ok(_) => {}
            }
        }
        Ok(Certificate {
            ending: Ending::Normal,
            root,
            outcome,
            nimber,
            small_lives_max: 0,
            claims: table,
        })
    }

    /// A certificate of misère play: positions lost for the player to move.
    pub fn misere(
        root: Canonical,
        outcome: Outcome,
        losses: impl IntoIterator<Item = Canonical>,
    ) -> Result<Self, ClaimsError> {
        Certificate::misere_with_trees(root, outcome, 0, losses)
    }

    /// The same, where each claim speaks for all positions that differ only in lands of at most `small_lives_max` lives (12 at most), as
    /// long as the reduced canonical tree of these is the same.
    pub fn misere_with_trees(
        root: Canonical,
        outcome: Outcome,
        small_lives_max: u8,
        losses: impl IntoIterator<Item = Canonical>,
    ) -> Result<Self, ClaimsError> {
        let mut sorted: Vec<Vec<u8>> = losses.into_iter().map(|loss| loss.to_bytes()).collect();
        sorted.sort_unstable();
        let mut claims = PackedTable::default();
        for loss in sorted {
            claims.insert(&loss, 0).map_err(|_| ClaimsError::TooMany)?;
        }
        Ok(Certificate {
            ending: Ending::Misere,
            root,
            outcome,
            nimber: None,
            small_lives_max: small_lives_max.min(SMALL_LIVES_MAX),
            claims,
        })
    }

    /// How the game ends that this is about.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The position that this is about.
    pub fn root(&self) -> &Canonical {
        &self.root
    }

    /// Who is claimed to win it.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Its nimber, if that is claimed too.
    pub fn nimber(&self) -> Option<Nimber> {
        self.nimber
    }

    /// Misère play: lands of at most so many lives count by their tree, not one by one.
    pub fn small_lives_max(&self) -> u8 {
        self.small_lives_max
    }

    /// The number of claims.
    pub fn len(&self) -> usize {
        self.claims.len()
    }

    /// Whether nothing is claimed but the root.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The claims of normal play, sorted; none in misère play.
    pub fn nimbers(&self) -> impl Iterator<Item = (&[u8], Nimber)> {
        let normal = self.ending == Ending::Normal;
        self.claims
            .iter()
            .filter(move |_| normal)
            .map(|(land, nimber)| (land, Nimber::new(nimber)))
    }

    /// The packed positions claimed lost in misère play, sorted; none in normal play.
    pub fn losses(&self) -> impl Iterator<Item = &[u8]> {
        let misere = self.ending == Ending::Misere;
        self.claims
            .iter()
            .filter(move |_| misere)
            .map(|(position, _)| position)
    }

    /// The number of the claim about a land, from 0.
    pub fn nimber_index(&self, land: &Land) -> Option<usize> {
        match self.ending {
            Ending::Normal => self.claims.index_of(land.as_bytes()),
            Ending::Misere => None,
        }
    }

    /// The number of the claim that a position is lost in misère play, from 0.
    pub fn loss_index(&self, position: &Canonical) -> Option<usize> {
        match self.ending {
            Ending::Normal => None,
            Ending::Misere => self.claims.index_of(&position.to_bytes()),
        }
    }

    /// Checks every claim in order and then the root, by the rules alone. Calls `progress` with the number of claims checked;
    /// when that breaks, gives back what it broke with. The error is about the first claim that is wrong.
    pub fn check<B>(
        &self,
        mut progress: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B, Result<Checked, CheckError>> {
        let mut checker = Checker::new(self);
        for index in 0..self.len() {
            progress(index)?;
            if let Err(error) = checker.claim(index) {
                return ControlFlow::Continue(Err(error));
            }
        }
        ControlFlow::Continue(checker.root().map(|()| checker.checked()))
    }

    /// The file form.
    pub fn write(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        let flag = |flag, set| if set { flag } else { 0 };
        file.push(VERSION);
        file.push(
            flag(MISERE, self.ending == Ending::Misere)
                | flag(LOSS, self.outcome == Outcome::Loss)
                | flag(NIMBER, self.nimber.is_some())
                | flag(SMALL, self.small_lives_max > 0),
        );
        if self.small_lives_max > 0 {
            file.push(self.small_lives_max);
        }
        write_number(self.len() as u64, &mut file);
        let mut code = Code::new(Encoder::new());
        let mut copy = Vec::new();
        let sound = "canonical lands can be written";
        code.position(&self.root.to_bytes(), &mut copy)
            .expect(sound);
        if let Some(nimber) = self.nimber {
            code.number(nimber.get());
        }
        for (key, value) in self.claims.iter() {
            copy.clear();
            match self.ending {
                Ending::Normal => {
                    code.land(key, &mut copy).expect(sound);
                    code.number(value);
                }
                Ending::Misere => code.position(key, &mut copy).expect(sound),
            }
        }
        file.extend(code.into_coder().finish());
        let sum = checksum(&file);
        file.extend(sum.to_le_bytes());
        file
    }

    /// Whether a file that begins so claims to be a certificate.
    pub fn is_one(beginning: &[u8]) -> bool {
        beginning.starts_with(&MAGIC)
    }

    /// Reads the file form. Nothing that is read is believed: see [`Certificate::check`].
    pub fn read(file: &[u8]) -> Result<Self, ReadError> {
        let body = body_of(file)?;
        let (&flags, mut body) = body.split_first().ok_or(ReadError::Damaged)?;
        let misere = flags & MISERE != 0;
        if flags & !(MISERE | LOSS | NIMBER | SMALL) != 0
            || flags & if misere { NIMBER } else { SMALL } != 0
        {
            return Err(ReadError::Damaged);
        }
        let mut small_lives_max = 0;
        if flags & SMALL != 0 {
            (small_lives_max, body) = match body.split_first() {
                Some((&lives @ 1..=SMALL_LIVES_MAX, rest)) => (lives, rest),
                _ => return Err(ReadError::Damaged),
            };
        }
        let count = read_number(&mut body).ok_or(ReadError::Damaged)?;
        let mut code = Code::new(Decoder::new(body));
        let wrong = |number| move |problem| ReadError::Claim { number, problem };
        let mut bytes = Vec::new();
        code.position(&[], &mut bytes).map_err(wrong(0))?;
        let root = Canonical::from_bytes(&bytes).map_err(wrong(0))?;
        let nimber = (flags & NIMBER != 0).then(|| Nimber::new(code.number(0)));
        let claims = read_claims(&mut code, count, misere)?;
        Ok(Certificate {
            ending: if misere {
                Ending::Misere
            } else {
                Ending::Normal
            },
            root,
            outcome: if flags & LOSS != 0 {
                Outcome::Loss
            } else {
                Outcome::Win
            },
            nimber,
            small_lives_max,
            claims,
        })
    }
}

/// What lies between the version and the check sum, if both are right.
fn body_of(file: &[u8]) -> Result<&[u8], ReadError> {
    let Some(rest) = file.strip_prefix(&MAGIC) else {
        return Err(ReadError::NotACertificate);
    };
    let (&version, rest) = rest.split_first().ok_or(ReadError::Damaged)?;
    if version != VERSION {
        return Err(ReadError::Version(version));
    }
    let body = rest
        .len()
        .checked_sub(CHECKSUM_BYTES)
        .ok_or(ReadError::Damaged)?;
    let (body, sum) = rest.split_at(body);
    if checksum(&file[..file.len() - CHECKSUM_BYTES]).to_le_bytes() != sum {
        return Err(ReadError::Damaged);
    }
    Ok(body)
}

/// The claims of the coded part, after the root.
fn read_claims(
    code: &mut Code<Decoder<'_>>,
    count: u64,
    misere: bool,
) -> Result<PackedTable, ReadError> {
    let wrong = |number| move |problem| ReadError::Claim { number, problem };
    let mut bytes = Vec::new();
    let mut before = Vec::new();
    let mut claims = PackedTable::default();
    for number in 1..=count {
        std::mem::swap(&mut bytes, &mut before);
        bytes.clear();
        let value = if misere {
            code.position(&[], &mut bytes).map_err(wrong(number))?;
            0
        } else {
            code.land(&[], &mut bytes).map_err(wrong(number))?;
            code.number(0)
        };
        // Each claim is larger than the one before, which also bounds how many a small file can hold.
        if number > 1 && bytes <= before {
            return Err(ReadError::Order { number });
        }
        let canonical = Canonical::from_bytes(&bytes).map_err(wrong(number))?;
        if !misere && canonical.lands().len() != 1 {
            return Err(wrong(number)(PackedError::NotALand));
        }
        let known = claims
            .insert(&canonical.to_bytes(), value)
            .map_err(|_| ReadError::TooLarge)?;
        if known.is_some_and(|known| known != value) {
            return Err(ReadError::Order { number });
        }
    }
    Ok(claims)
}

/// A number in groups of seven bits, the least first.
fn write_number(mut number: u64, output: &mut Vec<u8>) {
    while number >= 128 {
        output.push(number as u8 | 128);
        number >>= 7;
    }
    output.push(number as u8);
}

fn read_number(input: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = input.split_first()?;
        *input = rest;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Certificate({}, {}, {}, {:?}, {} claims)",
            self.root,
            self.ending,
            self.outcome,
            self.nimber,
            self.len()
        )
    }
}

impl fmt::Display for ClaimsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClaimsError::Contradiction {
                land,
                nimbers: [one, other],
            } => write!(f, "{land} is claimed to have nimbers {one} and {other}"),
            ClaimsError::TooMany => f.write_str("a certificate holds at most 4 GB of claims"),
        }
    }
}

impl std::error::Error for ClaimsError {}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotACertificate => {
                f.write_str("not a certificate: write one with rhizome solve --certificate FILE")
            }
            ReadError::Version(version) => write!(
                f,
                "the certificate has format {version} and this program reads format {VERSION}: use a newer program"
            ),
            ReadError::Damaged => {
                f.write_str("the certificate is damaged: its checksum is wrong, get it again")
            }
            ReadError::Claim { number: 0, problem } => {
                write!(f, "the root of the certificate is wrong: {problem}")
            }
            ReadError::Claim { number, problem } => write!(f, "claim {number} is wrong: {problem}"),
            ReadError::Order { number } => write!(
                f,
                "claim {number} is wrong: it is not larger than the claim before, or contradicts one"
            ),
            ReadError::TooLarge => {
                f.write_str("the certificate is too large: more than 4 GB of claims")
            }
        }
    }
}

impl std::error::Error for ReadError {}
