//! How far a reduction has come, as one line on a terminal.

use crate::hunt::clock;
use crate::screen::Screen;
use lydite_reduce::{Progress, Watch};
use std::time::{Duration, Instant};

/// How often the line is drawn.
const PAUSE: Duration = Duration::from_millis(200);

/// Whoever looks at a reduction.
pub struct View {
    screen: Option<Screen>,
    began: Instant,
    last: Option<Instant>,
}

impl View {
    pub fn new() -> View {
        View { screen: Screen::new(), began: Instant::now(), last: None }
    }

    /// Takes the line away.
    pub fn end(&mut self) {
        if let Some(screen) = &mut self.screen {
            screen.clear();
        }
    }
}

impl Watch for View {
    fn progress(&mut self, progress: &Progress<'_>) {
        let Some(screen) = &mut self.screen else { return };
        if self.last.is_none_or(|last| last.elapsed() >= PAUSE) {
            self.last = Some(Instant::now());
            screen.draw(&[line(progress, self.began.elapsed())]);
        }
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
