//! Exit statuses, as a table.

use lydite_machine::Class;
use std::process::ExitCode;

/// How the process ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// With the status of the program that was run.
    Guest(u8),
    /// With the status of the table below.
    /// A compiler is wrong.
    Found,
    Undefined,
    Ambiguous,
    Budget,
    Unsupported,
    BadInput,
    Abort,
    Internal,
}

/// Every status that is not the program's own: exit, status, meaning.
pub const STATUSES: &[(Exit, u8, &str)] = &[
    (Exit::Found, 1, "a compiler is wrong: something new for hunt, something for check and replay"),
    (Exit::Undefined, 121, "the program's behaviour is undefined"),
    (Exit::Ambiguous, 122, "the result depends on an unspecified order or on an address"),
    (Exit::Budget, 123, "out of budget (--steps, --memory)"),
    (Exit::Unsupported, 124, "the program uses something that is not supported"),
    (Exit::BadInput, 125, "bad input: not a C program, or a wrong command line"),
    (Exit::Internal, 126, "a bug in lydite"),
    (Exit::Abort, 134, "the program called abort or failed an assertion"),
];

impl Exit {
    /// The status.
    pub fn status(self) -> u8 {
        match self {
            Exit::Guest(status) => status,
            exit => STATUSES.iter().find(|row| row.0 == exit).map_or(1, |row| row.1),
        }
    }

    /// The status as the process gives it.
    pub fn code(self) -> ExitCode {
        ExitCode::from(self.status())
    }
}

impl From<Class> for Exit {
    fn from(class: Class) -> Exit {
        match class {
            Class::Undefined => Exit::Undefined,
            Class::Ambiguous => Exit::Ambiguous,
            Class::Budget => Exit::Budget,
            Class::Unsupported => Exit::Unsupported,
        }
    }
}

/// The table as help text.
pub fn help() -> String {
    let rows = STATUSES.iter().map(|(_, status, meaning)| format!("  {status}  {meaning}\n"));
    format!("Exit status: the program's own, or\n{}", rows.collect::<String>())
}
