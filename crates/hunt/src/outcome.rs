//! What happened to one program on one patient with one set of options.

use crate::case::Case;
use crate::signature;
use lydite_compilers::{End, Ran};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Compiled, ran, printed what it must.
    Right,
    /// The machine was in trouble: this says nothing.
    Trouble(&'static str),
    /// It was called off.
    Stopped,
    /// Something is wrong.
    Wrong(Symptom),
}

/// Something wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symptom {
    /// What it is.
    pub kind: Kind,
    /// How the compiler or the program ended, in words.
    pub ending: String,
    /// What the compiler or the program wrote to standard error.
    pub message: String,
    /// What the program printed, if it ran.
    pub stdout: String,
}

impl Outcome {
    /// Whether something is wrong in the way that a key tells of.
    pub fn shows(&self, key: &str) -> bool {
        matches!(self, Outcome::Wrong(symptom) if symptom.key() == key)
    }
}

impl Symptom {
    /// What tells symptoms of one compiler apart without looking further.
    pub fn key(&self) -> String {
        match self.kind {
            Kind::Crash => signature::crash(&self.message, &self.ending).key(),
            Kind::Rejected | Kind::FalseAlarm => {
                format!("{} {}", self.kind.name(), signature::complaint(&self.message))
            }
            kind if kind.is_wrong_code() => "wrong code".to_owned(),
            kind => kind.name().to_owned(),
        }
    }
}

/// What can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The compiler crashed.
    Crash,
    /// The compiler does not end.
    Hang,
    /// The compiler takes too much memory.
    Memory,
    /// The compiler refuses a valid program.
    Rejected,
    /// The program prints something else, or ends with another status.
    WrongOutput,
    /// The program dies.
    ProgramCrash,
    /// The program does not end.
    Endless,
    /// A sanitizer speaks of a program that is defined.
    FalseAlarm,
}

/// A row of the table of kinds.
pub struct KindRow {
    /// The kind.
    pub kind: Kind,
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub sentence: &'static str,
    /// Whether the compiler or its code is to be judged.
    pub stage: Stage,
}

/// Where it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// While compiling.
    Compile,
    /// When the program runs.
    Run,
}

/// All kinds.
pub const KINDS: &[KindRow] = &[
    row(
        Kind::Crash,
        "crash",
        "the compiler crashed: a signal, an internal error or a failed assertion",
        Stage::Compile,
    ),
    row(Kind::Hang, "hang", "the compiler does not end, even alone and with three times the time", Stage::Compile),
    row(Kind::Memory, "memory", "the compiler takes more memory than its limit", Stage::Compile),
    row(Kind::Rejected, "rejected", "the compiler refuses a valid program that others accept", Stage::Compile),
    row(
        Kind::WrongOutput,
        "wrong-output",
        "the program prints something else than it must, or ends with another status",
        Stage::Run,
    ),
    row(Kind::ProgramCrash, "program-crash", "the program is defined, but dies of a signal", Stage::Run),
    row(Kind::Endless, "endless", "the program ends, but not when compiled", Stage::Run),
    row(Kind::FalseAlarm, "false-alarm", "a sanitizer reports an error in a defined program", Stage::Run),
];

const fn row(kind: Kind, name: &'static str, sentence: &'static str, stage: Stage) -> KindRow {
    KindRow { kind, name, sentence, stage }
}

impl Kind {
    /// Its row.
    pub fn row(self) -> &'static KindRow {
        KINDS.iter().find(|row| row.kind == self).unwrap_or(&KINDS[0])
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The kind of a name.
    pub fn find(name: &str) -> Option<Kind> {
        KINDS.iter().find(|row| row.name == name).map(|row| row.kind)
    }

    /// Whether a compiler must not do this, whatever the program is.
    pub fn is_always_wrong(self) -> bool {
        matches!(self, Kind::Crash | Kind::Hang | Kind::Memory)
    }

    /// Whether the code is wrong, however that shows: one miscompilation can do all of these.
    pub fn is_wrong_code(self) -> bool {
        matches!(self, Kind::WrongOutput | Kind::ProgramCrash | Kind::Endless)
    }
}

/// How a compilation came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compiled {
    /// There is a program.
    Program,
    /// There is none.
    Not(Outcome),
}

/// Judges a compilation.
pub fn compiled(ran: &Ran) -> Compiled {
    if ran.end == End::Stopped {
        return Compiled::Not(Outcome::Stopped);
    }
    if let Some(trouble) = ran.trouble() {
        return Compiled::Not(Outcome::Trouble(trouble.advice()));
    }
    let message = ran.stderr.text().into_owned();
    let kind = match ran.end {
        End::Exit(0) => return Compiled::Program,
        End::Exit(_) if signature::tells_of_crash(&message) => Kind::Crash,
        End::Exit(_) => Kind::Rejected,
        End::Signal(_) => Kind::Crash,
        End::Wall | End::Cpu | End::Output | End::FileSize => Kind::Hang,
        End::Memory => Kind::Memory,
        End::Stopped | End::NotStarted { .. } => return Compiled::Not(Outcome::Stopped),
    };
    Compiled::Not(Outcome::Wrong(Symptom { kind, ending: ran.end.words(), message, stdout: String::new() }))
}

/// What sanitizers say.
const ALARMS: &[&str] = &[
    "runtime error: ",
    "ERROR: AddressSanitizer",
    "ERROR: LeakSanitizer",
    "WARNING: MemorySanitizer",
    "ERROR: ThreadSanitizer",
];

/// Judges a run of the compiled program.
pub fn ran(case: &Case, ran: &Ran) -> Outcome {
    if ran.end == End::Stopped {
        return Outcome::Stopped;
    }
    if let Some(trouble) = ran.trouble() {
        return Outcome::Trouble(trouble.advice());
    }
    let message = ran.stderr.text().into_owned();
    let alarm = ALARMS.iter().any(|a| message.contains(a));
    let kind = match ran.end {
        _ if alarm => Kind::FalseAlarm,
        End::Exit(status) if status == case.status && ran.stdout.bytes == case.stdout.as_bytes() => {
            return Outcome::Right;
        }
        End::Exit(_) | End::Output | End::FileSize => Kind::WrongOutput,
        End::Signal(_) | End::Memory => Kind::ProgramCrash,
        End::Wall | End::Cpu => Kind::Endless,
        End::Stopped | End::NotStarted { .. } => return Outcome::Stopped,
    };
    let stdout = String::from_utf8_lossy(&ran.stdout.bytes).into_owned();
    Outcome::Wrong(Symptom { kind, ending: ran.end.words(), message, stdout })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        for row in KINDS {
            assert_eq!(Kind::find(row.name), Some(row.kind));
            assert_eq!(row.kind.row().name, row.name);
        }
        assert_eq!(Kind::find("nothing"), None);
    }
}
