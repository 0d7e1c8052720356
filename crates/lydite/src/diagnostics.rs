//! Messages like a compiler's: place, class, text, the source line with a caret, the call stack.

use lydite_cfront::Error;
use lydite_lang::{Files, Place};
use lydite_machine::Report;
use std::io::{IsTerminal, Write};

/// The widest part of a source line that is shown.
const WIDTH: usize = 160;

/// How a part of a message is shown on a terminal: its escape sequence.
#[derive(Clone, Copy)]
enum Style {
    Place,
    Class,
    Caret,
    Plain,
}

impl Style {
    fn escape(self) -> &'static str {
        match self {
            Style::Place => "\x1b[1m",
            Style::Class => "\x1b[1;31m",
            Style::Caret => "\x1b[1;32m",
            Style::Plain => "",
        }
    }
}

/// Whether standard error takes colour: a terminal, and nobody has asked for none.
fn has_colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && has_escapes()
}

/// Whether standard error is a terminal that knows more than letters.
pub fn has_escapes() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    !is_dumb && std::io::stderr().is_terminal()
}

/// A message under construction.
struct Message {
    text: String,
    colour: bool,
}

impl Message {
    fn new() -> Self {
        Message { text: String::new(), colour: has_colour() }
    }

    fn add(&mut self, style: Style, text: &str) {
        match (self.colour, style.escape()) {
            (false, _) | (_, "") => self.text.push_str(text),
            (true, escape) => {
                self.text.push_str(escape);
                self.text.push_str(text);
                self.text.push_str("\x1b[0m");
            }
        }
    }

    /// `file:line:column: class: text`, the source line and a caret.
    fn at(&mut self, place: &Location, class: &str, text: &str) {
        if place.line > 0 {
            self.add(Style::Place, &format!("{}:{}:{}: ", place.file, place.line, place.column));
        }
        self.add(Style::Class, &format!("{class}: "));
        self.add(Style::Plain, &format!("{}\n", printable(text)));
        if let Some((line, caret)) = excerpt(place) {
            let number = format!("{:5} | ", place.line);
            self.add(Style::Plain, &format!("{number}{line}\n"));
            self.add(Style::Plain, &format!("{:>1$}", "| ", number.len()));
            self.add(Style::Caret, &format!("{caret}^\n"));
        }
    }

    fn write(self) {
        // A closed standard error leaves the exit status to speak.
        let _ = std::io::stderr().write_all(self.text.as_bytes());
    }
}

/// A place with the name of its file.
pub struct Location<'a> {
    /// The file as it was named.
    pub file: &'a str,
    /// The line, from one; zero for no place.
    pub line: u32,
    /// The column in bytes, from one.
    pub column: u32,
}

impl<'a> Location<'a> {
    /// The location of a place of a program.
    pub fn of(files: &'a Files, place: Place) -> Self {
        let file = if place.is_some() { files.name(place) } else { "" };
        Location { file, line: place.line, column: place.column.into() }
    }
}

/// Reports how a run ended.
pub fn report(files: &Files, report: &Report) {
    let row = report.kind.row();
    let mut message = Message::new();
    let text = match report.detail.as_str() {
        "" => row.sentence.to_owned(),
        detail if row.sentence == row.class.word() => detail.to_owned(),
        detail => format!("{}: {detail}", row.sentence),
    };
    message.at(&Location::of(files, report.place), row.class.word(), &text);
    const SHOWN: usize = 12;
    for (i, frame) in report.stack.iter().enumerate() {
        if report.stack.len() > 2 * SHOWN && (SHOWN..report.stack.len() - SHOWN).contains(&i) {
            if i == SHOWN {
                let hidden = report.stack.len() - 2 * SHOWN;
                message.add(Style::Plain, &format!("  ... {hidden} more calls\n"));
            }
            continue;
        }
        let place = Location::of(files, frame.place);
        let text = match place.line {
            0 => format!("  in '{}'\n", frame.function),
            line => format!("  in '{}' at {}:{line}:{}\n", frame.function, place.file, place.column),
        };
        message.add(Style::Plain, &text);
    }
    message.write();
}

/// Reports a program that could not be read.
pub fn unreadable(error: &Error) {
    let mut message = Message::new();
    match error {
        Error::Syntax { file, line, column, message: text } => {
            message.at(&Location { file, line: *line, column: *column }, "error", text);
        }
        Error::Unsupported { file, line, column, message: text } => {
            message.at(&Location { file, line: *line, column: *column }, "unsupported", text);
        }
        other => {
            message.add(Style::Class, "error: ");
            message.add(Style::Plain, &format!("{}\n", printable(&unread(other))));
        }
    }
    message.write();
}

/// Why a program could not be read, where it is not a matter of its text.
pub fn unread(error: &Error) -> String {
    match error {
        Error::Io { path, message } => format!("cannot read {}: {}", path.display(), lower(&no_numbers(message))),
        other => no_numbers(&other.to_string()),
    }
}

/// Reports something that is no error.
pub fn warn(files: &Files, place: Place, text: &str) {
    let mut message = Message::new();
    message.at(&Location::of(files, place), "warning", text);
    message.write();
}

/// Reports a failure of the command itself, as the parser of the command line does.
pub fn complain(text: &str) {
    say("error", text);
}

/// Reports something about the command that is no failure.
pub fn caution(text: &str) {
    say("warning", text);
}

fn say(class: &str, text: &str) {
    let mut message = Message::new();
    message.add(Style::Class, &format!("{class}: "));
    message.add(Style::Plain, &format!("{}\n", printable(text)));
    message.write();
}

/// Why the system refused something, to stand after a colon.
pub fn reason(error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::InvalidData {
        return "it is not text".to_owned();
    }
    lower(&no_numbers(&error.to_string()))
}

/// Text that does not begin with a capital letter.
fn lower(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_lowercase().chain(characters).collect())
}

/// Text without the numbers that the system gives its errors: their names say it all.
fn no_numbers(text: &str) -> String {
    match text.split_once(" (os error ") {
        Some((before, after)) => {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{before}{}", no_numbers(rest.strip_prefix(')').unwrap_or(rest)))
        }
        None => text.to_owned(),
    }
}

/// Text without characters that could disturb a terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect()
}

/// The source line of a place, cut around its column, and what stands before the caret.
fn excerpt(place: &Location) -> Option<(String, String)> {
    if place.line == 0 || place.file.is_empty() {
        return None;
    }
    let text = std::fs::read(place.file).ok()?;
    let line = text.split(|&byte| byte == b'\n').nth(place.line as usize - 1)?;
    cut(line, place.column.saturating_sub(1) as usize)
}

fn cut(line: &[u8], column: usize) -> Option<(String, String)> {
    if column > line.len() {
        return None;
    }
    let start = if column > WIDTH { column - WIDTH / 2 } else { 0 };
    let end = line.len().min(start + WIDTH);
    let shown = printable(String::from_utf8_lossy(&line[start..end]).trim_end());
    let before = String::from_utf8_lossy(&line[start..column]);
    // Tabs stay tabs, so that the caret stands where the terminal puts the character.
    let caret = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    Some((shown, caret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_column() {
        assert_eq!(cut(b"\tx = a + b;", 5), Some(("\tx = a + b;".to_owned(), "\t    ".to_owned())));
        assert_eq!(cut("é = 1".as_bytes(), 3), Some(("é = 1".to_owned(), "  ".to_owned())));
        assert_eq!(cut(b"short", 9), None);
    }

    #[test]
    fn long_lines_are_cut_around_the_column() {
        let line = vec![b'x'; 100_000];
        let (shown, caret) = cut(&line, 50_000).expect("inside the line");
        assert_eq!(shown.len(), WIDTH);
        assert_eq!(caret.len(), WIDTH / 2);
    }

    #[test]
    fn errors_of_the_system_have_no_numbers() {
        assert_eq!(reason(&std::io::Error::from_raw_os_error(13)), "permission denied");
        assert_eq!(no_numbers("t.c: Is a directory (os error 21); x"), "t.c: Is a directory; x");
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\x1b[2Jb"), "a\u{fffd}[2Jb");
    }
}
