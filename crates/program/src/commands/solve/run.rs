//! One run of the solvers: warm from one position to the next, with limits, a progress line, Ctrl-C and the database.

use super::Limits;
use crate::commands::certificate::check_with_progress;
use crate::commands::database::about;
use crate::output;
use crate::quantity;
use solver::database::DatabaseError;
use solver::extract::{self, ExtractError, Goal, extract};
use solver::{Database, Outcome, Progress, Solver, Stopped};
use sprouts::{Canonical, Certificate, Ending, Nimber, PackedTable};
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use terminal::{clock, interrupt};

/// Attempts at a small certificate.
const CERTIFICATE_PASSES: u32 = 8;
/// What a run takes besides its tables: the program itself, and the buffers of each thread.
const PROGRAM_BYTES: u64 = 14 << 20;
const THREAD_BYTES: u64 = 5 << 19;
/// How often what a list has proved is put on the disk.
const SAVE_EVERY: Duration = Duration::from_secs(20);
/// The least that tables can work with.
const TABLE_BYTES_MIN: u64 = 1 << 20;

/// Opens the database if it leaves at least half of the memory that the program does not take itself to the tables.
fn open_database(file: &Path, limits: &Limits, program: u64) -> Result<Database, Box<dyn Error>> {
    let rest = limits.memory.saturating_sub(program);
    match Database::open_within(file, rest / 2) {
        Err(DatabaseError::TooLarge { bytes }) => Err(format!(
            "the database alone takes {} MB; allow at least {} MB with --memory",
            (bytes >> 20) + 1,
            ((program + 2 * bytes) >> 20) + 1,
        )
        .into()),
        opened => about(file, opened),
    }
}

/// What is left to the tables of a solver beside the program and the database.
fn table_bytes(memory: u64, program: u64, database: Option<&Database>) -> u64 {
    let rest = memory.saturating_sub(program);
    let rest = match database {
        None => rest,
        // The database gets a copy of all that is proved, and while it grows that takes up to half as much as the tables do.
        Some(database) => rest.saturating_sub(database.memory_bytes() as u64) / 3 * 2,
    };
    rest.max(TABLE_BYTES_MIN)
}

/// What is found out about a position, and what that took.
pub struct Answer {
    /// The outcome for the player to move, or why there is none.
    pub outcome: Result<Outcome, String>,
    /// Where it was asked for and found.
    pub nimber: Option<Nimber>,
    pub nodes: u64,
    pub children: u64,
    /// Results proved so far, over all positions of the run.
    pub proved: u64,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub peak_bytes: Option<u64>,
}

/// A proof, or why there is none; errors besides are those of the database and of a search made again.
type Extracted = Result<Result<Certificate, ExtractError>, Box<dyn Error>>;

/// A certificate that was written, and the most memory that the program took until then.
pub struct Written {
    pub claims: usize,
    pub bytes: usize,
    pub peak_bytes: Option<u64>,
}

pub struct Run {
    solver: Solver,
    ending: Ending,
    database: Option<Database>,
    /// Losses among the positions asked for, packed.
    misere_losses: Vec<Vec<u8>>,
    limits: Limits,
    /// What is left of the memory for the tables of a solver.
    table_bytes: u64,
    threads: usize,
    interrupted: Arc<AtomicBool>,
    saved: Instant,
}

impl Run {
    pub fn new(limits: &Limits) -> Result<Self, Box<dyn Error>> {
        let threads = limits.threads.unwrap_or_else(quantity::cores);
        let program = PROGRAM_BYTES + threads as u64 * THREAD_BYTES;
        if limits.memory < program + TABLE_BYTES_MIN {
            return Err(format!(
                "--memory is too small: the program alone takes {} MB with --threads {threads}; allow at least {}M",
                program >> 20,
                (program + TABLE_BYTES_MIN).div_ceil(1 << 20),
            )
            .into());
        }
        let file = limits.database.as_deref();
        let database = file
            .map(|file| open_database(file, limits, program))
            .transpose()?;
        let table_bytes = table_bytes(limits.memory, program, database.as_ref());
        let mut solver = solver_within(table_bytes, threads);
        let ending = Ending::of_misere(limits.misere);
        // What does not fit into half of the tables stays in the file, and is found again if it is needed.
        if let Some(database) = &database {
            learn(&mut solver, ending, database, table_bytes / 2)?;
        }
        Ok(Run {
            solver,
            ending,
            database,
            misere_losses: Vec::new(),
            limits: limits.clone(),
            table_bytes,
            threads,
            interrupted: interrupt::watch()?,
            saved: Instant::now(),
        })
    }

    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }

    /// Tells whether somebody wants to stop.
    pub fn stopper(&self) -> impl Fn() -> bool + use<> {
        let interrupted = Arc::clone(&self.interrupted);
        move || interrupted.load(Relaxed)
    }

    /// Solves one position within the limits. What a stop leaves undecided is an answer too; errors are the database's.
    pub fn solve(&mut self, position: &Canonical, nimber: bool) -> Result<Answer, Box<dyn Error>> {
        let (begun, cpu) = (Instant::now(), clock::process_time());
        let before = self.solver.progress(self.ending);
        let (outcome, nimber) = self.search(position, nimber, begun);
        let after = self.solver.progress(self.ending);
        Ok(Answer {
            outcome,
            nimber,
            nodes: after.nodes - before.nodes,
            children: after.children - before.children,
            proved: after.proved,
            seconds: begun.elapsed().as_secs_f64(),
            cpu_seconds: (clock::process_time() - cpu).as_secs_f64(),
            peak_bytes: clock::peak_bytes(),
        })
    }

    /// Who wins, or why that is not known; and the nimber where it is wanted and there is one.
    fn search(
        &mut self,
        position: &Canonical,
        nimber: bool,
        begun: Instant,
    ) -> (Result<Outcome, String>, Option<Nimber>) {
        let mut line = terminal::Progress::new();
        let timeout = self.limits.timeout;
        let interrupted = Arc::clone(&self.interrupted);
        let budget = &mut |progress: &Progress| {
            let elapsed = begun.elapsed();
            line.show(|| progress_line(position, progress, elapsed));
            if interrupted.load(Relaxed) || timeout.is_some_and(|timeout| elapsed >= timeout) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let answer = match self.ending {
            Ending::Normal if nimber => (self.solver.nimber(position, budget))
                .map(|nimber| (Outcome::of_nimber(nimber), Some(nimber))),
            ending => {
                (self.solver.outcome(position, ending, budget)).map(|outcome| (outcome, None))
            }
        };
        match answer {
            Ok((outcome, nimber)) => {
                if (self.ending, outcome) == (Ending::Misere, Outcome::Loss) {
                    self.misere_losses.push(position.to_bytes());
                }
                (Ok(outcome), nimber)
            }
            Err(stopped) => (Err(self.reason(stopped)), None),
        }
    }

    fn reason(&self, stopped: Stopped) -> String {
        match stopped {
            Stopped::ByMemory => self.memory_reason(),
            Stopped::ByBudget => self.stop_reason(),
            Stopped::ByDepth => stopped.to_string(),
        }
    }

    fn memory_reason(&self) -> String {
        format!(
            "the memory of {} MB is full; allow more with --memory",
            self.limits.memory >> 20
        )
    }

    fn stop_reason(&self) -> String {
        let what = if self.interrupted() {
            "stopped"
        } else {
            "the time is up"
        };
        match &self.limits.database {
            Some(file) => format!(
                "{what}; what was proved is kept, run again with --database {} to go on",
                file.display()
            ),
            None => {
                format!("{what}; run with --database FILE to keep what is proved and go on from it")
            }
        }
    }

    /// Writes the proof of the one answer found. It is the last question: what the tables hold besides results makes room for the proof.
    pub fn certify(
        &mut self,
        position: &Canonical,
        nimber: bool,
        file: &Path,
    ) -> Result<Written, Box<dyn Error>> {
        let extracted = if self.limits.misere {
            self.certify_misere(position)?
        } else {
            self.certify_normal(position, nimber)?
        };
        let certificate = extracted.map_err(|error| match error {
            ExtractError::Memory => format!(
                "writing the proof down takes more than the memory of {} MB; allow more with --memory",
                self.limits.memory >> 20
            ),
            error => error.to_string(),
        })?;
        self.accept(&certificate)?;
        let bytes = certificate.write();
        output::write_or_rescue(file, &bytes)?;
        Ok(Written {
            claims: certificate.len(),
            bytes: bytes.len(),
            peak_bytes: clock::peak_bytes(),
        })
    }

    /// Gives the proof to the checker: what it does not accept is not written. What the solvers know is not needed any more.
    fn accept(&mut self, certificate: &Certificate) -> Result<(), Box<dyn Error>> {
        self.solver = solver_within(TABLE_BYTES_MIN, self.threads);
        let text = certificate.to_string();
        let refused = |error: &dyn Error| {
            format!("the checker does not accept the proof, so it is not written: {error}")
        };
        let certificate = checker::Certificate::read(&text).map_err(|error| refused(&error))?;
        check_with_progress(&certificate, self.threads, &self.interrupted)
            .map_err(|error| refused(&error))?;
        Ok(())
    }

    fn certify_normal(&mut self, position: &Canonical, nimber: bool) -> Extracted {
        self.save()?;
        let mut known = PackedTable::default();
        for (land, nimber) in self.solver.nimbers() {
            known.insert(land.as_bytes(), nimber.get())?;
        }
        self.solver.forget(Ending::Normal);
        let goal = if nimber { Goal::Nimber } else { Goal::Outcome };
        Ok(extract(
            position,
            goal,
            |land| known.get(land.as_bytes()).map(Nimber::new),
            self.extraction_limits(known.bytes() as u64),
            |_| go_on(&self.interrupted),
        ))
    }

    fn certify_misere(&mut self, position: &Canonical) -> Extracted {
        self.save()?;
        self.solver.forget(Ending::Misere);
        match self.extract_misere(position) {
            // Losses that came from the database are no proofs: they are looked for again.
            Err(ExtractError::Missing { .. }) if self.database.is_some() => {
                self.solver = solver_within(self.table_bytes, self.threads);
                self.search(position, false, Instant::now()).0?;
                Ok(self.extract_misere(position))
            }
            extracted => Ok(extracted),
        }
    }

    fn extract_misere(&mut self, position: &Canonical) -> Result<Certificate, ExtractError> {
        let limits = self.extraction_limits(self.solver.progress(Ending::Misere).bytes);
        let interrupted = &self.interrupted;
        self.solver
            .misere_certificate(position, limits, |_| go_on(interrupted))
    }

    fn extraction_limits(&self, bytes_in_use: u64) -> extract::Limits {
        extract::Limits {
            passes: CERTIFICATE_PASSES,
            memory_bytes: self.table_bytes.saturating_sub(bytes_in_use),
        }
    }

    /// How many results are stored, and in how many bytes: on disk where there is a database, in memory otherwise.
    pub fn stored(&mut self) -> Result<(u64, u64), Box<dyn Error>> {
        self.save()?;
        Ok(match &self.database {
            Some(database) if self.limits.misere => {
                (database.misere_losses_len() as u64, database.file_bytes().0)
            }
            Some(database) => (database.nimbers_len() as u64, database.file_bytes().0),
            None => {
                let progress = self.solver.progress(self.ending);
                (progress.proved, progress.bytes)
            }
        })
    }

    /// Between two positions of a list: what a long list has proved survives whatever happens to the program later.
    pub fn save_now_and_then(&mut self) -> Result<(), Box<dyn Error>> {
        if self.saved.elapsed() < SAVE_EVERY {
            return Ok(());
        }
        self.save()
    }

    fn save(&mut self) -> Result<(), Box<dyn Error>> {
        let kept = self.keep();
        self.saved = Instant::now();
        match &self.limits.database {
            Some(file) => about(file, kept)
                .map_err(|error| format!("what was proved cannot be kept: {error}").into()),
            None => Ok(()),
        }
    }

    fn keep(&mut self) -> Result<(), DatabaseError> {
        let Some(database) = &mut self.database else {
            return Ok(());
        };
        if self.limits.misere {
            for position in self
                .misere_losses
                .drain(..)
                .chain(self.solver.misere_losses())
            {
                database.insert_misere_loss(&position)?;
            }
        } else {
            for (land, nimber) in self.solver.nimbers() {
                database.insert(land, nimber)?;
            }
        }
        database.save()
    }

    /// Puts what was proved on the disk.
    pub fn finish(mut self) -> Result<(), Box<dyn Error>> {
        self.save()
    }
}

fn go_on(interrupted: &AtomicBool) -> ControlFlow<()> {
    if interrupted.load(Relaxed) {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// A solver whose tables take at most so much.
fn solver_within(memory_bytes: u64, threads: usize) -> Solver {
    Solver::new(solver::Limits {
        memory_bytes,
        threads,
    })
}

/// Tells a solver what a database holds, while its tables take at most so many bytes.
fn learn(
    solver: &mut Solver,
    ending: Ending,
    database: &Database,
    bytes_max: u64,
) -> Result<(), Box<dyn Error>> {
    match ending {
        Ending::Normal => {
            for (land, nimber) in database.iter() {
                if solver.progress(ending).bytes > bytes_max {
                    break;
                }
                solver.learn_nimber(land, nimber);
            }
        }
        Ending::Misere => {
            for position in database.misere_losses() {
                if solver.progress(ending).bytes > bytes_max {
                    break;
                }
                solver.learn_misere_loss(&Canonical::from_bytes(position)?);
            }
        }
    }
    Ok(())
}

fn progress_line(position: &Canonical, progress: &Progress, elapsed: Duration) -> String {
    let Progress {
        nodes,
        proved,
        bytes,
        ..
    } = progress;
    let seconds = elapsed.as_secs_f64();
    let mut name = position.to_string();
    if name.chars().count() > 24 {
        name = name.chars().take(23).chain(['…']).collect();
    }
    format!(
        "{name}: {nodes} nodes, {:.0} a second, {proved} proved, {} MB, {seconds:.0} s (Ctrl-C stops)",
        *nodes as f64 / seconds.max(0.001),
        bytes >> 20
    )
}
