//! Nimbers and outcomes of Sprouts positions.
//!
//! One [`Solver`] answers for normal and misère play, within a budget. This reads a position, says who wins it, looks at every different
//! move, plays one that wins, and draws what comes of it:
//!
//! ```
//! use drawing::{PlanarMap, Style};
//! use solver::{Limits, Outcome, Progress, Solver};
//! use sprouts::{Ending, Position, wgosa};
//! use std::ops::ControlFlow;
//!
//! let position = "0*2.AB|AB".parse::<Position>()?.canonical();
//! let mut map = PlanarMap::realise(&position)?;
//! let mut solver = Solver::new(Limits::default());
//! let mut budget = |progress: &Progress| match progress.nodes {
//!     0..1_000_000 => ControlFlow::Continue(()),
//!     _ => ControlFlow::Break(()),
//! };
//! for ending in [Ending::Normal, Ending::Misere] {
//!     println!("{ending}: {}", solver.outcome(&position, ending, &mut budget)?);
//! }
//! for (played, child) in map.labelled().children() {
//!     let outcome = solver.outcome(&child, Ending::Normal, &mut budget)?;
//!     println!("{} leaves {child}, a {outcome}", wgosa::write(map.labelled(), &played)?);
//!     if outcome == Outcome::Loss {
//!         map.draw(&map.route(&played)?)?;
//!         break;
//!     }
//! }
//! assert!(map.svg(&Style::default()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod company;
pub mod database;
pub mod extract;
mod frontier;
mod guess;
mod heap;
pub mod lands;
pub mod misere;
pub mod normal;
mod numbers;
pub mod opponent;
mod oracle;
mod pieces;
mod shards;
mod shared_list;
mod solver;
mod weights;

pub use company::{Carrier, Company, News};
pub use database::Database;
pub use frontier::{Audit, Frontier, FrontierError, Job, Lie, NotCertified};
pub use oracle::Oracle;
pub use solver::{Budget, Effort, Guides, Limits, Progress, Question, Solver, Stopped, unlimited};
pub use sprouts::Outcome;
