//! Lines at the end of a terminal that are drawn again and again.

use crate::diagnostics::has_escapes;
use std::io::Write;

/// Such lines on standard error.
pub struct Screen {
    /// How many there are now.
    drawn: usize,
}

/// A terminal that does not say how large it is.
const USUAL: (usize, usize) = (80, 24);

impl Screen {
    /// A screen, if standard error is a terminal that can move its cursor.
    pub fn new() -> Option<Screen> {
        has_escapes().then_some(Screen { drawn: 0 })
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        match rustix::termios::tcgetwinsize(std::io::stderr()) {
            Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (usize::from(size.ws_col), usize::from(size.ws_row)),
            _ => USUAL,
        }
    }

    /// Draws the lines over those that are there, each cut where the terminal ends.
    pub fn draw(&mut self, lines: &[String]) {
        let (columns, rows) = self.size();
        let mut text = self.erasing();
        let lines = &lines[..lines.len().min(rows.saturating_sub(1))];
        for line in lines {
            text.extend(line.chars().take(columns.saturating_sub(1)));
            text.push('\n');
        }
        self.drawn = lines.len();
        print(&text);
    }

    /// A line that stays, above the others; they come back when they are drawn again.
    pub fn say(&mut self, line: &str) {
        let text = format!("{}{line}\n", self.erasing());
        self.drawn = 0;
        print(&text);
    }

    /// Takes the lines away.
    pub fn clear(&mut self) {
        let text = self.erasing();
        self.drawn = 0;
        print(&text);
    }

    fn erasing(&self) -> String {
        match self.drawn {
            0 => String::new(),
            lines => format!("\x1b[{lines}A\r\x1b[J"),
        }
    }
}

fn print(text: &str) {
    let mut stderr = std::io::stderr().lock();
    // A line that can't be shown is missed by nobody.
    let _ = stderr.write_all(text.as_bytes());
    let _ = stderr.flush();
}
