//! Processor time, memory and open files: what the system says of this program, so that a measurement does not count what others took.

use std::time::Duration;

/// Processor time used by this thread so far; on systems without such a clock, time since the first call.
pub fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
}

/// Processor time used by all threads of the program so far; on systems without such a clock, time since the first call.
pub fn process_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        thread_time()
    }
}

/// Takes as many open files as the system allows: every connection is one.
pub fn allow_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let current = maximum;
        setrlimit(Resource::Nofile, Rlimit { current, maximum }).ok();
    }
}

/// The most memory the program has held at once; `None` where the system does not say.
pub fn peak_bytes() -> Option<u64> {
    status_bytes("VmHWM:")
}

/// The memory the program holds now; `None` where the system does not say.
pub fn resident_bytes() -> Option<u64> {
    status_bytes("VmRSS:")
}

fn status_bytes(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
