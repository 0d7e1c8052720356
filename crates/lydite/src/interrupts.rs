//! Ctrl-C: once to finish what is under way, twice to end it at once.

use lydite_hunt::lab::Lab;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;

/// While it lives, Ctrl-C closes what is going on, and a second one ends what runs.
pub struct Interrupts {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
    count: Arc<AtomicUsize>,
}

impl Interrupts {
    /// From now on Ctrl-C calls `close`.
    pub fn new(lab: &Lab, close: impl Fn() + Send + 'static) -> Result<Interrupts, String> {
        let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(|e| e.to_string())?;
        let handle = signals.handle();
        let count = Arc::new(AtomicUsize::new(0));
        let (stopper, counted) = (lab.runner().stopper().clone(), Arc::clone(&count));
        let thread = std::thread::spawn(move || {
            for _ in signals.forever() {
                close();
                match counted.fetch_add(1, Ordering::SeqCst) {
                    0 => eprintln!("lydite: finishing what is under way; once more ends it at once"),
                    _ => stopper.stop(),
                }
            }
        });
        Ok(Interrupts { handle, thread: Some(thread), count })
    }

    /// Whether there was one.
    pub fn happened(&self) -> bool {
        self.count.load(Ordering::SeqCst) > 0
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
