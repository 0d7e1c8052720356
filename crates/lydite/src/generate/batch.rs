//! Many programs at once: the work on all cores, a line that says how far it is.

use super::Refusal;
use crate::screen::Screen;
use crate::{diagnostics, number};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Stack of a worker: generators recurse as deeply as programs nest.
const STACK: usize = 256 << 20;

/// Does `count` pieces of work on `jobs` threads and hands over each result as it comes, with the number of its piece.
///
/// Pieces are begun in order, so the refusal that comes back is that of the first piece that was refused.
pub fn run<T: Send>(
    count: u64,
    jobs: NonZeroUsize,
    work: impl Fn(u64) -> Result<T, Refusal> + Sync,
    mut done: impl FnMut(u64, T),
) -> Result<(), Refusal> {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let worker = |sender: mpsc::Sender<(u64, Result<T, Refusal>)>| {
        while !stop.load(Ordering::Relaxed) {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= count {
                break;
            }
            let result = work(piece);
            if result.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            if sender.send((piece, result)).is_err() {
                break;
            }
        }
    };
    let mut refused: Option<(u64, Refusal)> = None;
    std::thread::scope(|scope| {
        let threads = (jobs.get() as u64).min(count);
        for _ in 0..threads {
            let (worker, sender) = (&worker, sender.clone());
            let spawned = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || worker(sender));
            if let Err(error) = spawned {
                stop.store(true, Ordering::Relaxed);
                refused = Some((
                    0,
                    Refusal::internal(format!("there is no thread to work in: {}", diagnostics::reason(&error))),
                ));
            }
        }
        drop(sender);
        for (piece, result) in receiver {
            match result {
                Ok(result) => done(piece, result),
                Err(refusal) if refused.as_ref().is_none_or(|(first, _)| piece < *first) => {
                    refused = Some((piece, refusal));
                }
                Err(_) => {}
            }
        }
    });
    refused.map_or(Ok(()), |(_, refusal)| Err(refusal))
}

/// As many threads as there are cores, unless asked for another number.
pub fn jobs(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// A line on standard error: kept up to date on a terminal, only the last one elsewhere.
pub struct Progress {
    total: u64,
    done: u64,
    bytes: u64,
    start: Instant,
    shown: Option<Instant>,
    screen: Option<Screen>,
}

impl Progress {
    /// Of so many programs, none is done.
    pub fn new(total: u64) -> Progress {
        Progress { total, done: 0, bytes: 0, start: Instant::now(), shown: None, screen: Screen::new() }
    }

    /// One more is done, of so many bytes.
    pub fn add(&mut self, bytes: u64) {
        self.done += 1;
        self.bytes += bytes;
        // A screen is drawn anew, a log gets a line now and then.
        let pause = if self.screen.is_some() { Duration::from_millis(100) } else { Duration::from_secs(10) };
        let first = if self.screen.is_some() { None } else { Some(self.start) };
        if self.shown.or(first).is_some_and(|shown| shown.elapsed() < pause) {
            return;
        }
        self.shown = Some(Instant::now());
        let total = number::counted(self.total, "program");
        let line = format!("{} of {total}, {:.0} a second", self.done, self.rate());
        match &mut self.screen {
            Some(screen) => screen.draw(std::slice::from_ref(&line)),
            None => eprintln!("{line}"),
        }
    }

    /// All that will be done is done.
    pub fn finish(mut self) {
        self.screen.iter_mut().for_each(Screen::clear);
        let (megabytes, seconds) = (self.bytes as f64 / 1e6, self.start.elapsed().as_secs_f64());
        let programs = number::counted(self.done, "program");
        eprintln!("{programs}, {megabytes:.1} MB in {seconds:.1} s, {:.0} a second", self.rate());
    }

    fn rate(&self) -> f64 {
        self.done as f64 / self.start.elapsed().as_secs_f64().max(1e-3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).expect("some threads")
    }

    #[test]
    fn every_piece_is_done_once_whatever_the_number_of_threads() {
        for threads in [1, 2, 7] {
            let mut results = vec![0; 100];
            let done =
                run(100, jobs(threads), |piece| Ok(piece * piece), |piece, result| results[piece as usize] += result);
            assert!(done.is_ok());
            assert!(results.iter().enumerate().all(|(piece, result)| *result == (piece * piece) as u64), "{threads}");
        }
        assert!(run(0, jobs(2), |_| Ok(()), |_, ()| panic!("there is nothing to do")).is_ok());
    }

    #[test]
    fn the_first_refusal_counts() {
        let work = |piece| if piece % 10 == 7 { Err(Refusal::input(piece)) } else { Ok(()) };
        let refused = run(1000, jobs(3), work, |_, ()| {}).expect_err("piece 7 is refused");
        assert_eq!(refused.message, "7");
    }
}
