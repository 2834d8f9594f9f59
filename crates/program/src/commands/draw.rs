//! `draw`: pictures of positions, recorded games and maps, and the gallery.
//! It reads arguments and files and writes SVG; the pictures are the crate `drawing`'s.

use super::Outcome;
use crate::output;
use crate::positions;
use clap::Args;
use drawing::{Film, PlanarMap, Redraw, Style};
use sprouts::wgosa::Record;
use sprouts::{Labelled, Seed};
use std::error::Error;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Files larger than this are refused.
const FILE_BYTES_MAX: u64 = 1 << 22;

/// Draws a position, a recorded game or a map as SVG.
#[derive(Args)]
pub struct Arguments {
    /// A position such as `0*5` or `0.1a1a`, or the text of a map (`m1…`).
    #[arg(required_unless_present_any = ["record", "gallery"], conflicts_with_all = ["record", "gallery"], allow_hyphen_values = true)]
    position: Option<String>,
    /// Draw a recorded game, a file in the notation of the World Game of Sprouts Association; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Make the gallery's pictures in this directory.
    #[arg(long, value_name = "DIR", conflicts_with = "record")]
    gallery: Option<PathBuf>,
    /// The picture; without it the SVG goes to standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show the recorded game move by move, as an animated picture.
    #[arg(long, requires = "record", conflicts_with = "position")]
    animate: bool,
    /// Show the position after this many moves of the record.
    #[arg(
        long,
        value_name = "N",
        requires = "record",
        conflicts_with = "position"
    )]
    moves: Option<usize>,
    /// Number the spots.
    #[arg(long)]
    labels: bool,
    /// Give every region a pale colour.
    #[arg(long)]
    tint: bool,
    /// The side of the picture.
    #[arg(long, default_value_t = 640, value_parser = clap::value_parser!(u32).range(64..=8192))]
    size: u32,
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let style = Style {
            size: f64::from(self.size),
            labels: self.labels,
            tint: self.tint,
            hatch: !self.tint,
            ..Style::default()
        };
        if let Some(directory) = &self.gallery {
            gallery(directory)?;
            return Ok(ExitCode::SUCCESS);
        }
        let svg = if let Some(file) = &self.record {
            self.film(file)?.svg_of(self.animate, &style)
        } else {
            let text = self.position.as_deref().unwrap_or_default();
            Self::map_of(text)?.svg(&style)
        };
        match &self.output {
            None => print!("{svg}"),
            Some(file) => output::write(file, &svg)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn map_of(text: &str) -> Result<PlanarMap, Box<dyn Error>> {
        if text.starts_with("m1") {
            return Ok(text.parse::<PlanarMap>()?);
        }
        Ok(PlanarMap::realise(&positions::read(text)?.canonical())?)
    }

    fn film(&self, file: &Path) -> Result<Recorded, Box<dyn Error>> {
        let text = read(file)?;
        let record: Record = text.parse()?;
        let game = record.replay()?;
        let all = game.history();
        let moves = &all[..self.moves.unwrap_or(all.len()).min(all.len())];
        let mut map = PlanarMap::start(game.spots() - all.len() as u32);
        let mut film = Film::new(map.clone());
        for (number, step) in moves.iter().enumerate() {
            let curve = map
                .route(step)
                .map_err(|error| format!("move {}: {error}", number + 1))?;
            map.draw(&curve)?;
            map.redraw(Redraw::STEPS);
            film.push(curve.into_curve(), map.clone());
        }
        Ok(Recorded { film, last: map })
    }
}

struct Recorded {
    film: Film,
    last: PlanarMap,
}

impl Recorded {
    fn svg_of(&self, animate: bool, style: &Style) -> String {
        if animate {
            self.film.svg(style)
        } else {
            self.last.svg(style)
        }
    }
}

fn read(file: &Path) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    let name = file.display();
    let input: Box<dyn Read> = if file == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(file).map_err(|error| format!("cannot read {name}: {error}"))?)
    };
    let bytes = input
        .take(FILE_BYTES_MAX + 1)
        .read_to_string(&mut text)
        .map_err(|error| format!("cannot read {name}: {error}"))?;
    if bytes as u64 > FILE_BYTES_MAX {
        return Err(format!("{name} is too large for a record").into());
    }
    Ok(text)
}

/// Twelve pictures: games of 3, 6, 10 and 20 spots, each early, in the middle and finished.
fn gallery(directory: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(directory)
        .map_err(|error| format!("cannot make {}: {error}", directory.display()))?;
    let mut page = String::from(
        "# Gallery\n\nGames of random moves, drawn and redrawn by `rhizome draw --gallery docs/gallery`.\n\n",
    );
    for (spots, seed) in GALLERY {
        let mut row = Vec::new();
        for (name, share) in [("early", 0.3), ("middle", 0.65), ("end", 1.0)] {
            let map = random_game(spots, seed, share)?;
            let style = Style {
                tint: share < 1.0 && spots <= 10,
                hatch: share < 1.0,
                labels: spots <= 6,
                ..Style::default()
            };
            let file = format!("{spots:02}-{name}.svg");
            output::write(&directory.join(&file), map.svg(&style))?;
            eprintln!("{file}: {} moves", map.history().len());
            row.push(format!("![{spots} spots, {name}]({file})"));
        }
        page.push_str(&format!("## {spots} spots\n\n{}\n\n", row.join("\n")));
    }
    Ok(output::write(&directory.join("README.md"), page)?)
}

/// Spots and seeds of the gallery's games.
const GALLERY: [(u32, u64); 4] = [(3, 11), (6, 10), (10, 11), (20, 10)];

/// A share of the moves of a random game, drawn and redrawn.
fn random_game(spots: u32, seed: u64, share: f64) -> Result<PlanarMap, Box<dyn Error>> {
    let mut seed = Seed::new(seed);
    let mut game = Labelled::start(spots);
    while let Some(step) = seed.pick(&game.moves()).cloned() {
        game.play(&step)?;
    }
    let count = (game.history().len() as f64 * share).round() as usize;
    let mut map = PlanarMap::start(spots);
    map.draw_moves(&game.history()[..count])?;
    map.tidy();
    Ok(map)
}
