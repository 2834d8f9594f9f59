//! How fast the engine is. The same program runs natively and in WebAssembly; `run.mjs` builds both, runs both and prints a table.
//! Every time is processor time, the least of several runs, so that other programs on the machine count for little.

mod host;
mod ink;
mod perfect;
mod solving;
mod spread;
mod stones;

use std::hint::black_box;

fn main() {
    if host::wanted("drawing") {
        ink::run();
    }
    if host::wanted("solving") {
        solving::run(3);
        spread::run();
    }
    if host::wanted("perfect") {
        perfect::run();
    }
    if let Some(tenth) = (1..=perfect::TENTHS).find(|n| host::wanted(&format!("perfect {n}"))) {
        perfect::campaign(tenth);
    }
    if host::wanted("stones") {
        stones::run(3);
    }
    if host::wanted("counts") {
        ink::counts();
        stones::run(1);
        solving::run_shortly();
        spread::run();
    }
}

/// The least time of several runs, in milliseconds.
fn least<T>(runs: u32, mut what: impl FnMut() -> T) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..runs {
        let begun = host::milliseconds();
        black_box(what());
        least = least.min(host::milliseconds() - begun);
    }
    least
}

fn percentile(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times[((times.len() - 1) as f64 * share).round() as usize]
}
