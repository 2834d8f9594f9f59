//! What the machine offers: processor time, a place to report to, and which part of the bench is wanted. The same natively and in
//! WebAssembly, where there is nothing but what the host hands in.

pub use here::{milliseconds, say, wanted};

#[cfg(not(target_arch = "wasm32"))]
mod here {
    use rustix::time::{ClockId, clock_gettime};

    /// The processor time of this thread.
    pub fn milliseconds() -> f64 {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
    }

    /// Reports a number under a name.
    pub fn say(what: &str, value: f64) {
        println!("{what}\t{value}");
    }

    /// Whether this part of the bench shall run.
    pub fn wanted(part: &str) -> bool {
        std::env::args().skip(1).collect::<Vec<_>>().join(" ") == part
    }
}

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod here {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        safe fn clock() -> f64;
        fn report(text: *const u8, length: usize, value: f64);
        fn wants(text: *const u8, length: usize) -> i32;
    }

    /// The processor time of this program.
    pub fn milliseconds() -> f64 {
        clock()
    }

    /// Reports a number under a name.
    pub fn say(what: &str, value: f64) {
        // SAFETY: the host reads the text before it returns, and keeps nothing.
        unsafe { report(what.as_ptr(), what.len(), value) }
    }

    /// Whether this part of the bench shall run.
    pub fn wanted(part: &str) -> bool {
        // SAFETY: as above.
        unsafe { wants(part.as_ptr(), part.len()) != 0 }
    }
}
