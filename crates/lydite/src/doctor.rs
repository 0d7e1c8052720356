//! `lydite doctor`: whether this machine has what the other commands need.

use crate::exit::Exit;
use crate::patients::{self, Patients};
use lydite_compilers::{Command, End, Host, Landlock, Limits, Memory, Places, Runner, Scratch, TARGETS, Target};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  lydite doctor                    look at everything
  lydite doctor --store bugs.db    also whether findings can be kept there

Exit status: 0 if everything that is needed is there, 1 if not.";

/// Check that this machine has what a hunt needs: sandbox, limits, space, memory, compilers
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    patients: patients::Source,
    /// The file in which findings would be kept
    #[arg(long, value_name = "FILE", default_value = "lydite.db")]
    store: PathBuf,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// How something is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Fine,
    /// Something will not be tested or not be contained, but everything works.
    Weak,
    /// A hunt can't be had.
    Bad,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Fine => "ok",
            State::Weak => "weak",
            State::Bad => "BAD",
        }
    }
}

#[derive(Serialize)]
struct Check {
    name: &'static str,
    state: State,
    text: String,
}

fn check(name: &'static str, state: State, text: impl Into<String>) -> Check {
    Check { name, state, text: text.into() }
}

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// Space below which a hunt is likely to end in a full disk, and below which it surely does.
const SPACE: (u64, u64) = (2 * GIB, 256 * MIB);

/// Memory for each processor below which compilers are likely to want more, and below which they surely do.
const MEMORY: (u64, u64) = (GIB, 128 * MIB);

/// Processes and open files that are enough.
const PROCESSES: u64 = 256;

/// Runs the command.
pub fn execute(args: &Args) -> Exit {
    let mut checks = vec![landlock(), space(&std::env::temp_dir()), memory(), limits(), store(&args.store)];
    match Scratch::open(&std::env::temp_dir()) {
        Ok(scratch) => checks.push(children(&Runner::new(scratch))),
        Err(error) => checks.push(check("children", State::Bad, error.to_string())),
    }
    checks.push(emulators(&Places::of_this_machine()));
    match patients::load(&args.patients) {
        Ok(loaded) => checks.extend(compilers(&loaded)),
        Err(error) => checks.push(check("compilers", State::Bad, error.to_string())),
    }
    match args.json {
        true => crate::json::print(&checks),
        false => {
            let line = |check: &Check| format!("{:5} {:10} {}\n", check.state.word(), check.name, check.text);
            crate::json::write(&checks.iter().map(line).collect::<String>());
        }
    }
    match checks.iter().any(|check| check.state == State::Bad) {
        true => Exit::Guest(1),
        false => Exit::Guest(0),
    }
}

fn landlock() -> Check {
    let landlock = Landlock::of_the_kernel();
    let missing: Vec<&str> = landlock.missing().collect();
    match (landlock.version(), missing.is_empty()) {
        (version, true) => {
            check("sandbox", State::Fine, format!("landlock {version}: children write only where they may"))
        }
        (0, _) => check("sandbox", State::Weak, format!("the kernel has no landlock: {}", missing.join("; "))),
        (version, _) => check("sandbox", State::Weak, format!("landlock {version}: {}", missing.join("; "))),
    }
}

/// A quantity against what is likely and what is surely too little.
fn enough(amount: u64, (likely, surely): (u64, u64)) -> State {
    match amount {
        _ if amount < surely => State::Bad,
        _ if amount < likely => State::Weak,
        _ => State::Fine,
    }
}

fn size(bytes: u64) -> String {
    match bytes >= 10 * GIB {
        true => format!("{} GiB", bytes / GIB),
        false => format!("{} MiB", bytes / MIB),
    }
}

fn space(dir: &Path) -> Check {
    match Host::space(dir) {
        Some(free) => {
            let more = if free < SPACE.0 { "; set TMPDIR to a place with more" } else { "" };
            check("space", enough(free, SPACE), format!("{} free in {}{more}", size(free), dir.display()))
        }
        None => {
            check("space", State::Bad, format!("{} can't be looked at: set TMPDIR to another place", dir.display()))
        }
    }
}

fn memory() -> Check {
    let host = Host::look();
    let each = host.available / host.cores.max(1) as u64;
    let text = format!("{} free of {}, {} processors", size(host.available), size(host.memory), host.cores);
    let more = if each < MEMORY.0 { "; run fewer jobs at once" } else { "" };
    check("memory", enough(each, MEMORY), format!("{text}{more}"))
}

fn limits() -> Check {
    let (processes, files) = Host::processes_and_files();
    let word = |limit: Option<u64>| limit.map_or("any number of".to_owned(), |limit| limit.to_string());
    let text = format!("{} processes, {} open files", word(processes), word(files));
    match [processes, files].into_iter().flatten().min() {
        Some(least) if least < PROCESSES => {
            check("limits", State::Weak, format!("{text}; raise them with ulimit -u, -n"))
        }
        _ => check("limits", State::Fine, text),
    }
}

/// Tries what children must not be able to do.
fn children(runner: &Runner) -> Check {
    let Ok(private) = runner.scratch().dir() else {
        return check("children", State::Bad, "no private directory can be made in the temporary directory");
    };
    let limits =
        Limits { wall: Duration::from_secs(30), memory: Memory::Resident(64 * MIB), file_size: MIB, ..Limits::PROGRAM };
    // Script, how it must end, what works then.
    let tries = [
        ("exit 7", End::Exit(7), "start"),
        ("exec head -c 9000000 /dev/zero > big", End::FileSize, "limit files"),
        ("exec dd if=/dev/zero of=/dev/null bs=256M", End::Memory, "limit memory"),
        ("setsid sleep 60 & exit 3", End::Exit(3), "clean up"),
    ];
    for (script, end, what) in tries {
        let ran = runner.run(&Command::new("/bin/sh", private.path()).args(["-c", script]).limits(limits));
        if ran.end != end {
            let advice = ran.trouble().map_or("", |trouble| trouble.advice());
            let text = format!("can't {what}: {} instead of {}; {advice}", ran.end.words(), end.words());
            return check("children", State::Bad, text);
        }
    }
    check("children", State::Fine, "started, limited, and cleaned up after")
}

fn emulators(places: &Places) -> Check {
    let foreign = || TARGETS.iter().filter(|target| Target::host() != Some(*target));
    let there = |target: &&Target| places.program(target.emulator).is_some();
    let names = |targets: Vec<&Target>| targets.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
    let missing: Vec<&Target> = foreign().filter(|target| !there(target)).collect();
    match missing.is_empty() {
        true => check("emulators", State::Fine, format!("for {}", names(foreign().filter(there).collect()))),
        false => check("emulators", State::Weak, format!("none for {}: apt-get install qemu-user", names(missing))),
    }
}

fn compilers(loaded: &Patients) -> Vec<Check> {
    let (working, broken): (Vec<_>, Vec<_>) = loaded.patients.iter().partition(|patient| patient.works().is_ok());
    let names: Vec<&str> = working.iter().map(|patient| patient.name()).collect();
    let mut checks = vec![match names.is_empty() {
        true => check("compilers", State::Bad, "none works: apt-get install gcc clang"),
        false => check("compilers", State::Fine, names.join(", ")),
    }];
    let weak = |patient: &&lydite_compilers::Patient| {
        let reason = patient.works().err().unwrap_or_default();
        check("compilers", State::Weak, format!("{} does not work: {reason}", patient.name()))
    };
    checks.extend(broken.iter().map(weak));
    checks
}

/// Whether a file could be written, without leaving one.
fn store(file: &Path) -> Check {
    // A hunt may make the file at this moment, so another name beside it is tried.
    let mut probe = file.as_os_str().to_owned();
    probe.push(format!(".{}.probe", std::process::id()));
    let beside = || std::fs::OpenOptions::new().write(true).create_new(true).open(&probe);
    let tried = match file.exists() {
        true => std::fs::OpenOptions::new().append(true).open(file).and_then(|_| beside()),
        false => beside(),
    };
    let _ = tried.as_ref().map(|_| std::fs::remove_file(&probe));
    match tried {
        Ok(_) => check("store", State::Fine, format!("{} can be written", file.display())),
        Err(error) => check("store", State::Bad, format!("{}: {error}; name another with --store", file.display())),
    }
}
