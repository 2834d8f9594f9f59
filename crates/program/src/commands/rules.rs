//! Commands about the rules of Sprouts: `position`, `children`, `tree`.

use super::Outcome;
use crate::positions::{self, Positions, Report};
use clap::Subcommand;
use serde_json::json;
use sprouts::{Position, Tree};
use std::ops::ControlFlow;
use std::process::ExitCode;
use terminal::Progress;

/// The commands of this family.
#[derive(Subcommand)]
pub enum Command {
    /// Print a position reduced and canonical, with its lives, lands, regions and number of different moves.
    Position {
        #[command(flatten)]
        positions: Positions,
    },
    /// Print the different positions that one move leads to.
    Children {
        #[command(flatten)]
        positions: Positions,
    },
    /// Count the different positions and lands of the game on so many spots, the start and the finished game included.
    Tree {
        /// The number of spots.
        #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(Position::SPOTS_MAX)))]
        spots: u32,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        match self {
            Command::Position { positions: asked } => asked.each(|position| {
                let canonical = position.canonical();
                // Nothing where there are too many to count.
                let children = positions::children(&canonical).ok().map(|list| list.len());
                let moves = match children {
                    Some(children) => count(children as u32, "different move", "different moves"),
                    None => "more moves than can be counted".into(),
                };
                let number = children.map_or("unknown".into(), |children| children.to_string());
                Ok(Report {
                    json: json!({
                        "canonical": canonical.to_string(),
                        "lives": canonical.lives(),
                        "lands": canonical.lands().len(),
                        "regions": canonical.regions(),
                        "children": children,
                        "over": canonical.is_over(),
                    }),
                    text: format!(
                        "{canonical}\n  {}, {}, {}, {}{}",
                        count(canonical.lives(), "life", "lives"),
                        count(canonical.lands().len() as u32, "land", "lands"),
                        count(canonical.regions(), "region", "regions"),
                        moves,
                        if canonical.is_over() {
                            "; the game is over"
                        } else {
                            ""
                        },
                    ),
                    line: format!(
                        "{canonical} lives={} lands={} regions={} children={number} over={}",
                        canonical.lives(),
                        canonical.lands().len(),
                        canonical.regions(),
                        canonical.is_over()
                    ),
                })
            }),
            Command::Children { positions: asked } => asked.each(|position| {
                let canonical = position.canonical();
                let children: Vec<String> = positions::children(&canonical)?
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                Ok(Report {
                    json: json!({ "position": canonical.to_string(), "children": children }),
                    text: if children.is_empty() {
                        "no move is left".into()
                    } else {
                        children.join("\n")
                    },
                    line: children.join(" "),
                })
            }),
            Command::Tree { spots, json } => tree(spots, json),
        }
    }
}

fn tree(spots: u32, json: bool) -> Outcome {
    let start = Position::start(spots)?.canonical();
    let mut progress = Progress::new();
    let counted = Tree::of(&start, |tree| {
        let seconds = progress.seconds();
        progress.show(|| {
            let (positions, lands) = (tree.positions, tree.lands);
            format!("{positions} positions, {lands} lands, {seconds:.0} s (Ctrl-C stops)")
        });
        ControlFlow::<std::convert::Infallible>::Continue(())
    });
    let ControlFlow::Continue(tree) = counted;
    let seconds = progress.seconds();
    drop(progress);
    if json {
        println!(
            "{}",
            json!({ "spots": spots, "positions": tree.positions, "lands": tree.lands, "raw_children": tree.raw_children, "seconds": seconds })
        );
    } else {
        println!(
            "{}: {} positions, {} lands ({} children generated, {seconds:.2} s)",
            count(spots, "spot", "spots"),
            tree.positions,
            tree.lands,
            tree.raw_children
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
