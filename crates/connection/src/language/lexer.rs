//! Text to tokens. A token knows where it stands; a line end is a token. Knows no statement.

use super::mistake::{Found, Mistake, Rare};
use super::{At, LanguageError};

/// The longest text of a description.
pub const TEXT_MAX: usize = 1 << 17;
/// The largest number that may be written.
const NUMBER_MAX: i64 = 1_000_000;

#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    Word(String),
    Number(i64),
    Decimal(f64),
    Text(String),
    Symbol(&'static str),
    LineEnd,
    End,
}

impl Token {
    /// The token as something that stands where something else was needed.
    pub fn found(&self) -> Found {
        match self {
            Token::Word(word) => Found::Word(word.clone()),
            Token::Number(number) => Found::Word(number.to_string()),
            Token::Decimal(number) => Found::Word(number.to_string()),
            Token::Text(_) => Found::Text,
            Token::Symbol(symbol) => Found::Word((*symbol).to_string()),
            Token::LineEnd => Found::LineEnd,
            Token::End => Found::End,
        }
    }
}

const SYMBOLS: [&str; 18] = [
    "!=", "<=", ">=", "=", "<", ">", ",", ":", "+", "-", "*", "/", "(", ")", "{", "}", "#", ".",
];

/// Signs as books print them, and as they are typed.
const PRINTED: [(char, &str); 7] = [
    ('−', "-"),
    ('–', "-"),
    ('×', "*"),
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
    ('→', ":"),
];

pub fn tokens(text: &str) -> Result<Vec<(Token, At)>, LanguageError> {
    let mut result = Vec::new();
    if text.len() > TEXT_MAX {
        return Err(LanguageError::new(
            At { line: 1, column: 1 },
            Rare::TooLong.of(&[&TEXT_MAX, &text.len()]),
        ));
    }
    // Some editors begin a file with a mark that nobody sees.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in text.lines().enumerate() {
        let mut rest = line;
        let mut column = 1;
        loop {
            let trimmed = rest.trim_start();
            column += (rest.chars().count() - trimmed.chars().count()) as u32;
            rest = trimmed;
            let at = At {
                line: number as u32 + 1,
                column,
            };
            if rest.is_empty() || rest.starts_with("//") {
                result.push((Token::LineEnd, at));
                break;
            }
            let (token, length) = token(rest, at)?;
            column += rest[..length].chars().count() as u32;
            rest = &rest[length..];
            result.push((token, at));
        }
    }
    let line = text.lines().count() as u32 + 1;
    result.push((Token::End, At { line, column: 1 }));
    Ok(result)
}

fn token(rest: &str, at: At) -> Result<(Token, usize), LanguageError> {
    let first = rest.chars().next().unwrap_or(' ');
    if first == '"' {
        let Some(end) = rest[1..].find('"') else {
            return Err(LanguageError::new(at, Mistake::OpenQuote));
        };
        return Ok((Token::Text(rest[1..=end].to_string()), end + 2));
    }
    if first.is_ascii_digit() {
        let mut length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let fraction = rest[length..]
            .strip_prefix('.')
            .filter(|f| f.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(fraction) = fraction {
            length += 1 + fraction
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(fraction.len());
            let number = rest[..length]
                .parse()
                .map_err(|_| LanguageError::new(at, Rare::NoNumber))?;
            return Ok((Token::Decimal(number), length));
        }
        let too_large = || LanguageError::new(at, Mistake::LargeNumber(NUMBER_MAX));
        let number = rest[..length]
            .parse::<i64>()
            .ok()
            .filter(|n| *n <= NUMBER_MAX)
            .ok_or_else(too_large)?;
        return Ok((Token::Number(number), length));
    }
    if first.is_alphabetic() {
        let mut length = 0;
        let mut characters = rest.char_indices().peekable();
        while let Some((place, c)) = characters.next() {
            let next = characters.peek().map(|(_, c)| *c);
            // A hyphen belongs to the word when a letter follows: `half-hexagon`, but `size-1`.
            let hyphen = c == '-' && next.is_some_and(char::is_alphabetic);
            if !(c.is_alphanumeric() || c == '_' || hyphen) {
                break;
            }
            length = place + c.len_utf8();
        }
        return Ok((Token::Word(rest[..length].to_string()), length));
    }
    match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
        Some(symbol) => Ok((Token::Symbol(symbol), symbol.len())),
        None => {
            let printed = PRINTED.iter().find(|(sign, _)| *sign == first);
            let mistake = match (first, printed) {
                ('“' | '”' | '„' | '\'', _) => Mistake::Quote(first),
                (_, Some((sign, typed))) => Rare::Printed.of(&[sign, typed]),
                _ => Mistake::Character(first),
            };
            Err(LanguageError::new(at, mistake))
        }
    }
}
