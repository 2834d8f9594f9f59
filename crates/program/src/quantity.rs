//! Quantities on the command line: memory, time, ranges of spots.

use std::ops::RangeInclusive;
use std::time::Duration;

/// How many threads a command can work with.
pub const THREADS: RangeInclusive<usize> = 1..=256;

/// A number of bytes: `512M`, `8G`, or plain bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let problem =
        || format!("{text:?} is no amount of memory: write 512M, 8G or a number of bytes");
    let text_only = text.trim_end_matches(['b', 'B']).trim_end_matches('i');
    let (number, unit) = match text_only.chars().last() {
        Some('k' | 'K') => (&text_only[..text_only.len() - 1], 1u64 << 10),
        Some('m' | 'M') => (&text_only[..text_only.len() - 1], 1 << 20),
        Some('g' | 'G') => (&text_only[..text_only.len() - 1], 1 << 30),
        Some('t' | 'T') => (&text_only[..text_only.len() - 1], 1 << 40),
        _ => (text_only, 1),
    };
    let number: u64 = number.parse().map_err(|_| problem())?;
    number.checked_mul(unit).ok_or_else(problem)
}

/// A time: `500ms`, `60s`, `5m`, `2h`, `30d`, or plain seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let problem = || format!("{text:?} is no time: write 500ms, 60s, 5m or 2h");
    let digits = text
        .find(|character: char| !character.is_ascii_digit() && character != '.')
        .unwrap_or(text.len());
    let number: f64 = text[..digits].parse().map_err(|_| problem())?;
    let seconds = match &text[digits..] {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        "d" => number * 86_400.0,
        _ => return Err(problem()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| problem())
}

/// A number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| THREADS.contains(number));
    number.ok_or_else(|| {
        format!(
            "{text:?} is no number of threads: write one from {} to {}",
            THREADS.start(),
            THREADS.end()
        )
    })
}

/// Where random numbers start.
pub fn seed(text: &str) -> Result<u64, String> {
    (text.parse()).map_err(|_| format!("{text:?} is no seed: write a whole number, such as 7"))
}

/// One for each core of the machine.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| usize::from(cores).min(*THREADS.end()))
}

/// Numbers of spots: `7`, or `1..14` with both ends included.
pub fn spots(text: &str) -> Result<RangeInclusive<u32>, String> {
    range(text)
        .ok()
        .filter(|range| *range.end() <= sprouts::Position::SPOTS_MAX)
        .ok_or_else(|| {
            let most = sprouts::Position::SPOTS_MAX;
            format!("{text:?} is no range of spots up to {most}: write 7 or 1..14")
        })
}

/// Numbers: `7`, or `1..14` with both ends included.
pub fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let problem = || format!("{text:?} is no range: write 7 or 1..14");
    let number = |part: &str| part.parse::<u32>().map_err(|_| problem());
    let range = match text.split_once("..") {
        Some((first, last)) => number(first)?..=number(last.trim_start_matches('='))?,
        None => number(text)?..=number(text)?,
    };
    if range.is_empty() {
        return Err(problem());
    }
    Ok(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_read_or_refused() {
        assert_eq!(bytes("8G"), Ok(8 << 30));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert_eq!(bytes("1000"), Ok(1000));
        assert!(bytes("lots").is_err() && bytes("").is_err() && bytes("99999999999999T").is_err());
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2d"), Ok(Duration::from_secs(172_800)));
        assert!(duration("soon").is_err() && duration("1e9h").is_err() && duration("-1s").is_err());
        assert_eq!((seed("7"), seed("x").is_err()), (Ok(7), true));
        assert_eq!(threads("2"), Ok(2));
        assert!(threads("0").is_err() && threads("257").is_err() && threads("two").is_err());
        assert_eq!(spots("1..14"), Ok(1..=14));
        assert_eq!(spots("7"), Ok(7..=7));
        assert!(spots("14..1").is_err() && spots("1..999").is_err() && spots("x").is_err());
    }
}
