//! How far a reduction has come, as one line on a terminal.

use crate::hunt::clock;
use lydite_reduce::{Progress, Watch};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the line is drawn.
const PAUSE: Duration = Duration::from_millis(200);

/// Whoever looks at a reduction.
pub struct View {
    is_live: bool,
    began: Instant,
    last: Option<Instant>,
    width: usize,
}

impl View {
    pub fn new() -> View {
        View { is_live: std::io::stderr().is_terminal(), began: Instant::now(), last: None, width: 0 }
    }

    fn draw(&mut self, line: &str) {
        let width = line.chars().count();
        eprint!("\r{line}{}", " ".repeat(self.width.saturating_sub(width)));
        self.width = width;
        // A line that can't be shown is missed by nobody.
        let _ = std::io::stderr().flush();
    }

    /// Takes the line away.
    pub fn end(&mut self) {
        if self.width > 0 {
            self.draw("");
            eprint!("\r");
            self.width = 0;
        }
    }
}

impl Watch for View {
    fn progress(&mut self, progress: &Progress<'_>) {
        if !self.is_live || self.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let line = line(progress, self.began.elapsed());
        self.draw(&line);
    }
}

fn line(progress: &Progress<'_>, elapsed: Duration) -> String {
    let statistics = progress.statistics;
    let speed = statistics.tests as f64 / elapsed.as_secs_f64().max(0.001);
    format!(
        "{}  {} of {} bytes  {} tests ({speed:.0}/s)  {} refused by the machine  {}",
        clock(elapsed),
        progress.now.bytes,
        progress.start.bytes,
        statistics.tests,
        statistics.undefined,
        progress.pass
    )
}
