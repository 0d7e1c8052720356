//! What makes two crashes of a compiler the same bug.
//!
//! A message with what changes from program to program taken out (numbers, names, paths), and the topmost functions of
//! the compiler's own stack if it prints one. Line numbers of the compiler's sources are left out, too: they change with each
//! version and would make one bug many.

use crate::outcome::{Kind, Symptom};
use lydite_compilers::{Language, Patient};

/// What is known of a compiler's crash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The line that says what happened, as printed.
    pub message: String,
    /// The same without what changes.
    pub normal: String,
    /// The topmost functions of the compiler's stack.
    pub frames: Vec<String>,
    /// The pass that ran, if the compiler says so.
    pub pass: Option<String>,
}

impl Crash {
    /// What makes it the same as another.
    pub fn key(&self) -> String {
        let mut key = self.normal.clone();
        if self.frames.is_empty() {
            if let Some(pass) = &self.pass {
                key.push_str(" | during ");
                key.push_str(pass);
            }
        } else {
            key.push_str(" | ");
            key.push_str(&self.frames.join(" < "));
        }
        key
    }
}

/// Beginnings and middles of the lines that tell of a crash, the most telling first.
const MARKS: &[&str] = &[
    "Assertion `",
    "Assertion failed",
    "internal compiler error",
    "UNREACHABLE executed",
    "fatal error: error in backend",
    "LLVM ERROR",
    "tcc: error: internal",
    "terminate called",
    "Segmentation fault",
    "Aborted",
    "PLEASE submit a bug report",
    "PLEASE ATTACH THE FOLLOWING FILES",
    "Stack dump:",
];

/// Of those, the lines that every crash has: they don't say what happened.
const EVERY: &[&str] =
    &["unable to execute command", "PLEASE submit a bug report", "PLEASE ATTACH THE FOLLOWING FILES", "Stack dump:"];

/// Whether a compiler's messages tell of a crash.
pub fn tells_of_crash(stderr: &str) -> bool {
    stderr.lines().any(|line| MARKS.iter().any(|mark| line.contains(mark)))
}

/// Whose bugs are one another's: compilers of one make and language.
pub fn maker(patient: &Patient) -> String {
    match patient.language() {
        Language::C => patient.brand().name().to_owned(),
        language => format!("{} {}", patient.brand().name(), language.name()),
    }
}

/// The first signature of something wrong: its class, who made the compiler, and what tells it from others of the class.
pub fn first(maker: &str, symptom: &Symptom) -> String {
    let class = if symptom.kind.is_wrong_code() { "wrong-code" } else { symptom.kind.name() };
    match symptom.kind {
        Kind::Crash => format!("{class} | {maker} | {}", symptom.key()),
        Kind::Rejected | Kind::FalseAlarm => format!("{class} | {maker} | {}", complaint(&symptom.message)),
        _ => format!("{class} | {maker}"),
    }
}

/// The first line that complains, without names and numbers. What the linker misses says more than that it failed.
pub fn complaint(message: &str) -> String {
    let marks = ["undefined reference", "error: ", "ERROR: ", "WARNING: "];
    let from = |mark: &str| message.lines().find_map(|line| line.find(mark).map(|at| &line[at..]));
    let line = marks.into_iter().find_map(from);
    normalised(line.or(message.lines().next()).unwrap_or(""))
}

/// Frames of every crash: they say how it died, not where.
const HANDLERS: &[&str] = &[
    "llvm::sys::PrintStackTrace",
    "llvm::sys::RunSignalHandlers",
    "llvm::sys::CleanupOnSignal",
    "SignalHandler",
    "CrashRecoverySignalHandler",
    "llvm::CrashRecoveryContext",
    "llvm::sys::RunInterruptHandlers",
    "llvm::report_fatal_error",
    "llvm::llvm_unreachable_internal",
    "internal_error",
    "fancy_abort",
    "diagnostic_report_diagnostic",
    "diagnostic_context",
    "crash_signal",
    "abort",
    "raise",
    "gsignal",
    "__assert_fail",
    "__restore_rt",
    "pthread_kill",
    "__libc_",
    "_start",
    "main",
];

/// What is in the frames of everything that runs passes.
const MANAGERS: &[&str] = &["PassManager", "PassModel", "PassAdaptor", "std::"];

/// How many functions of the stack count.
const FRAMES: usize = 3;

/// What a compiler said when it crashed. `ending` is how the process ended, in words, for those that say nothing.
pub fn crash(stderr: &str, ending: &str) -> Crash {
    let line = MARKS.iter().find_map(|mark| stderr.lines().find(|line| line.contains(mark)));
    let named: Vec<String> = stderr.lines().filter_map(frame).collect();
    let frames: Vec<String> = named
        .into_iter()
        .filter(|name| !HANDLERS.iter().any(|h| name == h || h.len() > 6 && name.starts_with(h)))
        .filter(|name| !MANAGERS.iter().any(|m| name.contains(m)))
        .take(FRAMES)
        .collect();
    // The last one is the innermost.
    let pass = stderr.lines().filter_map(pass).next_back();
    let says = |line: &str| !EVERY.iter().any(|mark| line.contains(mark));
    let message = match (line, frames.first()) {
        (Some(line), _) if says(line) => line.trim().to_owned(),
        (_, Some(frame)) => format!("crash in {frame}"),
        (Some(line), None) if line.contains(EVERY[0]) => line.trim().to_owned(),
        (Some(_), None) => "crash".to_owned(),
        (None, None) => ending.to_owned(),
    };
    Crash { normal: normalised(&message), message, frames, pass }
}

/// The function of a line of a stack: LLVM's `#4 0x… llvm::f(int) file.cpp:3:1` or `(lib.so+0x1)`, gcc's `0x… name` and `file:line`.
fn frame(line: &str) -> Option<String> {
    let line = line.trim();
    let rest = match line.strip_prefix('#') {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().strip_prefix("0x")?,
        None => line.strip_prefix("0x")?,
    };
    let (address, rest) = rest.split_once(' ')?;
    if address.is_empty() || !address.chars().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let rest = rest.trim();
    // `(/usr/lib/libLLVM.so.19.1+0xabc)` has no name; `(lib.so name+0x1)` would be one.
    let name = match rest.strip_prefix('(') {
        Some(inner) => inner.split_once(' ').map(|(_, name)| name)?,
        None => rest,
    };
    let name = name.split('(').next()?.split('+').next()?.trim();
    (!name.is_empty() && !name.starts_with("0x") && !name.contains('/')).then(|| name.to_owned())
}

/// The pass that a line names.
fn pass(line: &str) -> Option<String> {
    // gcc: `during GIMPLE pass: vect`
    if let Some((before, name)) = line.split_once(" pass: ")
        && before.starts_with("during ")
    {
        return Some(name.trim().to_owned());
    }
    // LLVM: `3.	Running pass "loop-unroll<O2>" on function "f"` and `Running pass 'X86 DAG->DAG …' on function '@f'`
    let (_, rest) = line.split_once("Running pass ")?;
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let name = rest[1..].split(quote).next()?;
    // A manager of passes is no pass; a later line names it.
    if name.is_empty() || name.contains("PassManager") || name.contains("Function Pass") {
        None
    } else {
        // A pipeline is known by what runs it.
        Some(name.split('(').next().unwrap_or(name).to_owned())
    }
}

/// A message without what changes from program to program.
pub fn normalised(message: &str) -> String {
    // `t.c:3:5: internal compiler error: …` → from the words on.
    let mut text = message;
    for mark in ["internal compiler error: ", "error: ", "Assertion "] {
        if let Some(at) = text.find(mark) {
            text = &text[at..];
            break;
        }
    }
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let joined = out.chars().next_back().is_some_and(|l| l.is_alphanumeric() || l == '_');
        if c.is_ascii_digit() && !joined {
            // A number, with its hexadecimal digits and what belongs to it.
            while chars.peek().is_some_and(|n| n.is_ascii_alphanumeric() || *n == '.') {
                chars.next();
            }
            out.push('N');
        } else if c == '%' || c == '@' {
            // A name of the program's: `%12`, `@func_3`.
            out.push(c);
            while chars.peek().is_some_and(|n| n.is_alphanumeric() || matches!(n, '_' | '.' | '-')) {
                chars.next();
            }
            out.push('X');
        } else if matches!(c, '‘' | '\'' | '"') {
            // Quoted names are the program's; C operators and types of the compiler stay readable enough without.
            let end = if c == '‘' { '’' } else { c };
            let mut inner = String::new();
            let mut closed = false;
            for n in chars.by_ref() {
                if n == end {
                    closed = true;
                    break;
                }
                inner.push(n);
            }
            if closed {
                out.push_str("'X'");
            } else {
                out.push('\'');
                out.push_str(&normalised_plain(&inner));
            }
        } else {
            out.push(c);
        }
    }
    strip_places(&out)
}

fn normalised_plain(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_digit() { 'N' } else { c }).collect()
}

/// Directories before file names, and numbers of lines after them.
fn strip_places(text: &str) -> String {
    let words: Vec<String> = text
        .split(' ')
        .map(|word| {
            let file = if word.contains('/') { word.rsplit('/').next().unwrap_or(word) } else { word };
            file.replace(":N", "")
        })
        .collect();
    words.join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gcc_says_where() {
        let text = "t.c: In function ‘f’:\nt.c:3:9: internal compiler error: in gimplify_expr, at gimplify.c:14879\n    3 | x\n0x7f1 ???\n\t./x.c:1\n0x90abc gimplify_expr\n\t../../gcc/gimplify.cc:14879\nPlease submit a full bug report,";
        let c = crash(text, "exit status 1");
        assert_eq!(c.normal, "internal compiler error: in gimplify_expr, at gimplify.c");
        assert!(tells_of_crash(text));
        let other = crash(&text.replace("14879", "15001").replace("t.c:3:9", "seed_12.c:88:1"), "exit status 4");
        assert_eq!(c.key(), other.key());
    }

    #[test]
    fn gcc_names_the_pass() {
        let c = crash("during GIMPLE pass: vect\nt.c:3:9: internal compiler error: Segmentation fault\n", "");
        assert_eq!(c.pass.as_deref(), Some("vect"));
        assert_eq!(c.key(), "internal compiler error: Segmentation fault | during vect");
        let other = crash("during RTL pass: expand\nu.c:1:2: internal compiler error: Segmentation fault\n", "");
        assert_ne!(c.key(), other.key());
    }

    #[test]
    fn llvm_names_functions() {
        let text = "clang-19: /build/llvm/lib/IR/Value.cpp:12: void f(int): Assertion `New->getType() == getType() && \"bad %3\"' failed.\n\
            Stack dump:\n0.\tProgram arguments: clang -O2 t.c\n3.\tRunning pass \"instcombine<max-iterations=1>\" on function \"func_3\"\n\
            #0 0x00007f9a llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) /b/Signals.inc:1:2\n\
            #1 0x00007f9b llvm::sys::RunSignalHandlers() (/usr/lib/libLLVM.so+0x12)\n\
            #2 0x00007f9c (/usr/lib/libc.so.6+0x3)\n\
            #3 0x00007f9d llvm::Value::doRAUW(llvm::Value*, int) (/usr/lib/libLLVM.so+0x77)\n\
            #4 0x00007f9e llvm::InstCombinerImpl::run() (/usr/lib/libLLVM.so+0x78)\n";
        let c = crash(text, "signal 6");
        assert_eq!(c.frames, ["llvm::Value::doRAUW", "llvm::InstCombinerImpl::run"]);
        assert!(c.normal.starts_with("Assertion `New->getType() == getType()"), "{}", c.normal);
        assert_eq!(c.pass.as_deref(), Some("instcombine<max-iterations=1>"));
    }

    #[test]
    fn llvm_without_a_message_is_known_by_its_frames() {
        let text = "PLEASE submit a bug report to https://example.org/ and include the crash backtrace.\nStack dump:\n\
            0.\tProgram arguments: clang -O2 t.c\n3.\tRunning pass \"cgscc(devirt<4>(inline,function(sroa)))\" on module \"t.c\"\n\
            4.\tRunning pass \"loop-mssa(loop-instsimplify,licm)\" on function \"func_3\"\n\
            #0 0x00007fc8 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/usr/lib/libLLVM.so.19.1+0xeb73c6)\n\
            #1 0x00007fc9 (/usr/lib/libLLVM.so.19.1+0x1eb4311)\n\
            #2 0x00007fca llvm::LoopSimplifyCFGPass::run(llvm::Loop&, int) (/usr/lib/libLLVM.so.19.1+0x1eb204b)\n\
            #3 0x00007fcb std::optional<llvm::X> llvm::PassManager<llvm::Loop>::runSinglePass<llvm::Loop>(int) (/usr/lib/a.so+0x1)\n\
            #4 0x00007fcc llvm::FunctionToLoopPassAdaptor::run(llvm::Function&) (/usr/lib/libLLVM.so.19.1+0x2)\n\
            clang: error: unable to execute command: Segmentation fault\n";
        let c = crash(text, "exit status 254");
        assert_eq!(c.key(), "crash in llvm::LoopSimplifyCFGPass::run | llvm::LoopSimplifyCFGPass::run");
        assert_eq!(c.pass.as_deref(), Some("loop-mssa"));
    }

    #[test]
    fn what_changes_is_taken_out() {
        let same = [
            (
                "fatal error: error in backend: Cannot select: 0x55d: i32 = add t12, t3",
                "fatal error: error in backend: Cannot select: 0x66aa: i32 = add t12, t3",
            ),
            (
                "a.c:1:1: internal compiler error: verify_gimple failed",
                "tmp/b.c:77:12: internal compiler error: verify_gimple failed",
            ),
            ("LLVM ERROR: bad value %12 in @func_7", "LLVM ERROR: bad value %x.y in @main"),
        ];
        for (a, b) in same {
            assert_eq!(normalised(a), normalised(b));
        }
        assert_ne!(
            normalised("internal compiler error: in f, at a.cc:3"),
            normalised("internal compiler error: in g, at a.cc:3")
        );
    }

    #[test]
    fn silence_has_a_signature_too() {
        let c = crash("", "signal 11 (SIGSEGV)");
        assert_eq!(c.key(), "signal N (SIGSEGV)");
        assert!(!tells_of_crash("t.c:1:1: error: expected ';'"));
    }
}
