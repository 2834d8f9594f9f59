//! Playouts per CPU second of every configuration with a reference speed, or of one: `connection_rate hex size=11`.
//! `connection_rate --markdown` prints the table of the manual, `connection_rate --svg FILE` plots the cost of a move against the size of the board.
//! `connection_rate --undo` plays games to the end and takes every move back.
//! `connection_rate --guided hex size=11` plays as the stronger levels do, with all that their playouts know.
//! `SECONDS_EACH=2` measures longer; `PLAYOUTS=1000` plays so many and stops, for tools that count instructions.

use connection::engine::Status;
use connection::opponent::playout_policy;
use connection::plan::Plan;
use connection::random::Random;
use connection::reference::{Reference, TABLE};
use connection::{engine, library, playouts};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

fn cpu_seconds() -> f64 {
    terminal::clock::thread_time().as_secs_f64()
}

struct Measured {
    sites: usize,
    rate: f64,
    nanoseconds: f64,
    tally: playouts::Tally,
}

fn plan(game: &str, options: &[(&str, &str)]) -> Arc<Plan> {
    let game = library::game(game).expect("a game");
    Arc::new(game.plan(options).expect("its options"))
}

/// Nanoseconds to play a move at random and take it back.
fn undo(game: &str, seconds: f64) -> f64 {
    let mut engine = engine::start(&plan(game, &[]));
    let mut random = Random::new(1);
    let (mut moves, before) = (0u64, cpu_seconds());
    while cpu_seconds() - before < seconds {
        engine.playout(&mut random);
        while engine.undo() {
            moves += 1;
        }
    }
    (cpu_seconds() - before) * 1e9 / moves as f64
}

/// As many playouts as one is told by `PLAYOUTS`, or as fit into the time.
fn playouts_asked() -> Option<u64> {
    std::env::var("PLAYOUTS").ok().and_then(|n| n.parse().ok())
}

/// Playouts that know what those of the stronger levels know, a second.
fn guided(game: &str, options: &[(&str, &str)], seconds: f64) -> Result<f64, String> {
    let plan = library::game(game)
        .ok_or("no such game; see `rhizome games`")?
        .plan(options)
        .map_err(|error| error.to_string())?;
    let mut policy = playout_policy(&plan).ok_or("playouts of this game know nothing")?;
    let mut engine = engine::start(&Arc::new(plan));
    let mut random = Random::new(1);
    let (mut playouts, before) = (0u64, cpu_seconds());
    while match playouts_asked() {
        Some(asked) => playouts < asked,
        None => cpu_seconds() - before < seconds,
    } {
        engine.playout_guided(&mut random, &policy, engine.plan().moves_max());
        let winner = match engine.status() {
            Status::Won(winner) => Some(winner),
            _ => None,
        };
        while let Some(played) = engine.last() {
            if let Some(winner) = winner {
                policy.learn(played, winner);
            }
            engine.undo();
        }
        playouts += 1;
    }
    Ok(playouts as f64 / (cpu_seconds() - before))
}

fn measure(game: &str, options: &[(&str, &str)], seconds: f64) -> Measured {
    let plan = plan(game, options);
    let mut engine = engine::start(&plan);
    let mut random = Random::new(1);
    let (start, before) = (Instant::now(), cpu_seconds());
    let tally = playouts::run(
        &mut *engine,
        &mut random,
        16,
        |tally| match playouts_asked() {
            Some(playouts) => tally.playouts < playouts,
            None => start.elapsed().as_secs_f64() < seconds,
        },
    );
    let cpu = cpu_seconds() - before;
    Measured {
        sites: plan.board.len(),
        rate: tally.playouts as f64 / cpu,
        nanoseconds: cpu * 1e9 / tally.moves as f64,
        tally,
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds: f64 = std::env::var("SECONDS_EACH")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(0.5);
    if let [flag, file] = &arguments[..]
        && flag == "--svg"
    {
        std::fs::write(file, plot(seconds)).expect("the file can be written");
        return;
    }
    if arguments.first().is_some_and(|flag| flag == "--undo") {
        for game in ["hex", "havannah", "go", "lines-of-action"] {
            println!(
                "{game:20} {:5.1} ns to play a move and take it back",
                undo(game, seconds)
            );
        }
        return;
    }
    if let [flag, game, options @ ..] = &arguments[..]
        && flag == "--guided"
    {
        let options: Vec<_> = options.iter().filter_map(|o| o.split_once('=')).collect();
        match guided(game, &options, seconds) {
            Ok(rate) => println!("{game} {rate:.0}/s"),
            Err(error) => eprintln!("{game}: {error}"),
        }
        return;
    }
    let markdown = arguments.first().is_some_and(|flag| flag == "--markdown");
    if markdown {
        println!(
            "| game | options | sites | playouts/s | ns/move | Ludii | times |\n|---|---|---|---|---|---|---|"
        );
    }
    let (mut logs, mut count) = (0.0, 0);
    for row in &TABLE {
        let text: Vec<String> = row
            .options
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if let [name, wanted @ ..] = &arguments[..]
            && !markdown
            && (name.as_str() != row.game || wanted.iter().any(|option| !text.contains(option)))
        {
            continue;
        }
        let found = measure(row.game, row.options, seconds);
        let times = found.rate / row.ludii;
        println!("{}", line(row, &text.join(" "), &found, times, markdown));
        logs += times.ln();
        count += 1;
    }
    println!(
        "{}geometric mean x{:.1}",
        if markdown { "\n" } else { "" },
        (logs / f64::from(count)).exp()
    );
}

/// What was measured of a configuration, for people or as a row of a table.
fn line(row: &Reference, options: &str, found: &Measured, times: f64, markdown: bool) -> String {
    let (game, ludii) = (row.game, row.ludii);
    let Measured {
        sites,
        rate,
        nanoseconds,
        tally,
    } = found;
    if markdown {
        return format!(
            "| {game} | {options} | {sites} | {rate:.0} | {nanoseconds:.0} | {ludii} | {times:.0} |"
        );
    }
    let share = |n: &u64| format!("{:.3}", *n as f64 / tally.playouts as f64);
    let results: Vec<String> = tally.results.iter().map(share).collect();
    format!(
        "{game:20} {options:16} {rate:10.0}/s  x{times:6.1}  {nanoseconds:5.1} ns/move  length {:.2}  {}",
        tally.mean_length(),
        results.join(" ")
    )
}

/// Nanoseconds per move against the number of sites, both axes logarithmic, as an SVG picture.
fn plot(seconds: f64) -> String {
    let series: [(&str, &str, &[&str], &str); 4] = [
        (
            "hex",
            "size",
            &["3", "5", "7", "9", "11", "13", "15", "17", "19"],
            "#1b6ca8",
        ),
        (
            "havannah",
            "base",
            &["3", "4", "5", "6", "8", "10"],
            "#b5541c",
        ),
        (
            "chameleon",
            "size",
            &["3", "5", "7", "9", "11", "15", "19"],
            "#3b7d3b",
        ),
        (
            "go",
            "size",
            &["4", "5", "7", "9", "11", "13", "16", "19"],
            "#7a3b8f",
        ),
    ];
    let x = |sites: f64| 70.0 + 150.0 * (sites / 8.0).log2() * 0.72;
    let y = |nanoseconds: f64| 380.0 - 75.0 * (nanoseconds / 8.0).log2();
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 440\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"720\" height=\"440\" fill=\"#fffdf7\"/>\n",
    );
    for k in 3..=9 {
        let (sites, line) = (f64::from(1 << k), x(f64::from(1 << k)));
        writeln!(svg, "<path d=\"M{line} 20V380\" stroke=\"#ddd\"/><text x=\"{line}\" y=\"398\" text-anchor=\"middle\">{sites}</text>").ok();
    }
    for k in 3..=7 {
        let (value, line) = (1 << k, y(f64::from(1 << k)));
        writeln!(svg, "<path d=\"M70 {line}H710\" stroke=\"#ddd\"/><text x=\"62\" y=\"{}\" text-anchor=\"end\">{value}</text>", line + 4.0).ok();
    }
    svg += "<text x=\"390\" y=\"425\" text-anchor=\"middle\">sites of the board</text>\n\
            <text x=\"18\" y=\"200\" transform=\"rotate(-90 18 200)\" text-anchor=\"middle\">nanoseconds per move</text>\n";
    for (number, (game, option, values, colour)) in series.iter().enumerate() {
        let mut path = String::new();
        for value in *values {
            let found = measure(game, &[(option, value)], seconds);
            let (px, py) = (x(found.sites as f64), y(found.nanoseconds));
            write!(
                path,
                "{}{px:.1} {py:.1}",
                if path.is_empty() { "M" } else { "L" }
            )
            .ok();
            writeln!(
                svg,
                "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"3\" fill=\"{colour}\"/>"
            )
            .ok();
        }
        let top = 36 + 18 * number;
        writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        )
        .ok();
        writeln!(
            svg,
            "<text x=\"84\" y=\"{top}\" fill=\"{colour}\">{game}</text>"
        )
        .ok();
    }
    svg + "</svg>\n"
}
