//! `lydite reduce`: a smaller program that still shows what is wrong, of a finding or of any C file with a test.

mod output;
mod polish;
mod script;
mod view;

use crate::exit::Exit;
use crate::findings::{self, StoreArgs, done};
use crate::interrupts::Interrupts;
use crate::{number, ward};
use lydite_compilers::{Language, Limits, Stop};
use lydite_hunt::detail::Detail;
use lydite_hunt::lab::{Lab, LabLimits, Meter};
use lydite_hunt::patients::Ward;
use lydite_hunt::smaller::{self, Accused, Effort, Smaller};
use lydite_reduce::{Budget, Ending, Meaning, Settings};
use lydite_report::table;
use lydite_store::{FindingId, State, Store};
use output::{Output, say};
use polish::{Polisher, Work};
use script::Script;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use view::View;

const EXAMPLES: &str = "\
Examples:
  lydite reduce 3                              make finding 3 small, with the compiler that it is about
  lydite reduce --all                          every finding that is not small yet
  lydite reduce t.c --test ./check.sh          print a small program for which the script still ends with status 0
  lydite reduce t.c --test ./check.sh -o s.c   write it to a file
  lydite reduce t.c --test ./check.sh --any    whatever the program means, as for a compiler that crashes

The script is started in an empty directory that has the program in it under its own name, which is also its argument; several
may run at once. Candidates that the machine finds undefined never reach it, so it needs no sanitizer.

Ctrl-C ends the reduction with the smallest program so far.

Exit status: 0 done, 125 a wrong command line, or a program or script that can't be used; with --check, 1 if the file is
not interesting.
";

/// Make a program small that shows a bug
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The number of a finding; with --test, a C file
    #[arg(value_name = "ID|FILE", required_unless_present = "all")]
    what: Option<String>,
    /// The script that says by status 0 that a program is interesting
    #[arg(long, value_name = "SCRIPT", requires = "what")]
    test: Option<PathBuf>,
    /// Reduce every finding that is not small yet
    #[arg(long, conflicts_with_all = ["what", "output", "in_place", "check", "original"])]
    all: bool,
    /// Begin with the program of the finding as it was found, not with the small one
    #[arg(long, conflicts_with = "test")]
    original: bool,
    /// Ask the script about every candidate, also those that are undefined
    #[arg(long, requires = "test")]
    any: bool,
    /// Write the small program to this file [default: a file's to standard output, a finding's to the store alone]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the small program to the file it came from, which is kept as FILE.orig
    #[arg(long, requires = "test", conflicts_with = "output")]
    in_place: bool,
    /// Only say whether this file is interesting: what another reducer's script needs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["output", "in_place"])]
    check: Option<PathBuf>,
    /// How many candidates to try at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::jobs)]
    jobs: Option<NonZeroUsize>,
    /// Stop after this long, such as 90s, 10m or 8h, with the smallest program so far
    #[arg(long = "for", value_name = "TIME", default_value = "1h", value_parser = number::duration)]
    time: Duration,
    /// How long the script may take with one program
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = number::duration, requires = "test")]
    timeout: Duration,
    /// Let another reducer have the last word, where it is installed
    #[arg(long, value_enum, value_name = "REDUCER")]
    polish: Option<Polisher>,
    /// Shrink the choices that made a finding's program first, with this many tests
    #[arg(long, value_name = "TESTS", default_value_t = 0, value_parser = number::skip)]
    choices: u64,
    /// The ABI of a file: sizes, alignment, byte order and signedness of char
    #[arg(long, value_name = "TARGET", default_value = "x86_64", value_parser = crate::source::target_names(), requires = "test")]
    target: String,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    patients: ward::Args,
}

/// Runs the command.
pub fn execute(args: &Args) -> Exit {
    done(match (&args.what, &args.test) {
        (Some(file), Some(script)) => reduce_file(args, Path::new(file), script),
        (Some(id), None) => findings::id(id)
            .map_err(|e| format!("'{id}': {e}; a C file needs a script as well: --test ./check.sh"))
            .and_then(|id| reduce_findings(args, Some(id))),
        (None, _) => reduce_findings(args, None),
    })
}

impl Args {
    fn threads(&self) -> usize {
        self.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, usize::from)
    }
}

/// What compilers and programs may use: candidates end after a few steps of the machine, so one that runs for long is stuck.
fn limits(args: &Args) -> LabLimits {
    let usual = args.patients.limits.limits();
    if args.patients.limits.run_limit.is_some() {
        return usual;
    }
    let program = Limits { wall: Duration::from_secs(5), cpu: Duration::from_secs(2), ..usual.program };
    LabLimits { program, ..usual }
}

/// What Ctrl-C sets, for as long as the guard lives: the flag, and what it calls off at once.
fn stoppable(lab: &Lab, at_once: &Stop) -> Result<(Arc<AtomicBool>, Interrupts), String> {
    let stop = Arc::new(AtomicBool::new(false));
    let (flag, at_once) = (Arc::clone(&stop), at_once.clone());
    let guard = Interrupts::new(lab, move || {
        flag.store(true, Ordering::SeqCst);
        at_once.stop();
    })?;
    Ok((stop, guard))
}

fn reduce_file(args: &Args, file: &Path, script: &Path) -> Result<Exit, String> {
    let text = read(file)?;
    let lab = ward::lab(LabLimits::default())?;
    // Nothing is lost with the script that runs.
    let (stop, _guard) = stoppable(&lab, lab.runner().stopper())?;
    let script = Script::new(script, file, args.timeout, &lab, &stop)?;
    let settings = Settings {
        threads: args.threads(),
        meaning: if args.any { Meaning::Any } else { Meaning::Defined },
        front: lydite_cfront::Options {
            target: lydite_lang::Target::find(&args.target).unwrap_or(lydite_lang::Target::x86_64()),
            include_dirs: file.parent().map(Path::to_owned).into_iter().collect(),
            ..Default::default()
        },
        budget: Some(Budget::Time(args.time)),
        stop: Some(Arc::clone(&stop)),
        ..Settings::default()
    };
    if let Some(candidate) = &args.check {
        let verdict = lydite_reduce::judge(&read(candidate)?, &text, &script, &settings);
        return match stop.load(Ordering::SeqCst) {
            true => Err(script.trouble().unwrap_or_else(|| "interrupted".to_owned())),
            false => Ok(if verdict.is_ok() { Exit::Guest(0) } else { Exit::Found }),
        };
    }
    let output = Output::open(args.output.as_deref().or(args.in_place.then_some(file)))?;
    script.try_first(&text)?;
    if args.in_place {
        keep(file)?;
    }
    let began = Instant::now();
    let mut view = View::new();
    let reduced = lydite_reduce::reduce(&text, &script, &settings, &mut view);
    view.end();
    let mut reduced = reduced.map_err(|error| script.trouble().unwrap_or_else(|| explained(error, file)))?;
    if let Some(polisher) = args.polish.filter(|_| !stop.load(Ordering::SeqCst)) {
        let mut words = vec!["reduce".to_owned(), script.file(), "--test".to_owned(), script.path()];
        words.extend(args.any.then(|| "--any".to_owned()));
        words.extend(["--target".to_owned(), args.target.clone()]);
        words.push(format!("--timeout={}", args.timeout.as_secs()));
        let work = Work {
            text: &reduced.text,
            name: &script.name(),
            words: &words,
            jobs: settings.threads,
            time: args.time.saturating_sub(began.elapsed()),
            stop: lab.runner().stopper(),
        };
        match polisher.polish(&work, lab.runner()) {
            Ok(polished) => reduced = reduced.or_polished(&polished, &text, &script, &settings),
            Err(why) => crate::diagnostics::caution(&why),
        }
    }
    let from = text.len();
    output.write(&reduced.text)?;
    let trouble = script.trouble();
    let how = match reduced.ending {
        _ if trouble.is_some() => ", not finished",
        Ending::Smallest => "",
        Ending::Budget if stop.load(Ordering::SeqCst) => ", interrupted",
        Ending::Budget => ", out of time",
    };
    let statistics = reduced.statistics;
    let told = format!(
        "{}: from {from} to {} bytes in {:.1} s{how}: {} tests, {} candidates refused by the machine before\n",
        file.display(),
        reduced.text.len(),
        began.elapsed().as_secs_f64(),
        statistics.tests,
        statistics.undefined
    );
    // A closed standard error leaves the exit status to speak.
    let _ = std::io::stderr().write_all(told.as_bytes());
    trouble.map_or(Ok(Exit::Guest(0)), Err)
}

/// Keeps a file as `FILE.orig`, unless that is there already.
fn keep(file: &Path) -> Result<(), String> {
    let mut kept = file.as_os_str().to_owned();
    kept.push(".orig");
    let kept = PathBuf::from(kept);
    match kept.exists() {
        true => Ok(()),
        false => std::fs::copy(file, &kept).map(drop).map_err(|e| findings::at(&kept, &e)),
    }
}

fn read(file: &Path) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|e| findings::at(file, &e))?;
    let advice = "it is not text in UTF-8; make a copy that is: iconv -f latin1 -t utf-8";
    String::from_utf8(bytes).map_err(|_| format!("{0}: {advice} {0} > utf8.c", file.display()))
}

/// An error of the reducer, with what to write instead.
fn explained(error: lydite_reduce::Error, file: &Path) -> String {
    use lydite_reduce::Error;
    let is_about_meaning = matches!(error, Error::NotDefined { .. } | Error::Unreadable(_));
    let text = error.to_string();
    let text = match text.strip_prefix("program.c") {
        Some(rest) => format!("{}{rest}", file.display()),
        None => text,
    };
    if is_about_meaning { format!("{text} (--any)") } else { text }
}

/// Whether there is something to do about a finding.
fn is_large(finding: &lydite_store::Finding) -> bool {
    let is_cut_short = || Detail::from_json(&finding.detail).is_ok_and(|detail| detail.is_cut_short());
    !table::is_suspect(finding) && (finding.state != State::Reduced || is_cut_short())
}

fn reduce_findings(args: &Args, only: Option<FindingId>) -> Result<Exit, String> {
    let mut store = args.store.open()?;
    let ids: Vec<FindingId> = match only {
        Some(id) => vec![id],
        None => {
            let findings = store.findings().map_err(|e| e.to_string())?;
            findings.iter().filter(|f| is_large(f)).map(|f| f.id).collect()
        }
    };
    if ids.is_empty() {
        say("every finding is small already\n")?;
        return Ok(Exit::Guest(0));
    }
    let lab = ward::lab(limits(args))?;
    let polishing = Stop::new();
    let at_once = if args.check.is_some() { lab.runner().stopper() } else { &polishing };
    let (stop, _guard) = stoppable(&lab, at_once)?;
    let languages = languages(&store, &ids)?;
    let (ward, _) = ward::ward(&lab, &args.patients, &languages)?;
    if let (Some(candidate), Some(id)) = (&args.check, only) {
        let status = check_finding(&store, id, &lab, &ward, candidate);
        return if stop.load(Ordering::SeqCst) { Err("interrupted".to_owned()) } else { status };
    }
    store.lock().map_err(|e| e.to_string())?;
    let halt = Halt { flag: &stop, polishing: &polishing };
    let mut failed = None;
    for id in ids {
        if stop.load(Ordering::SeqCst) {
            break;
        }
        match reduce_finding(args, &mut store, id, &lab, &ward, &halt) {
            Ok(line) => say(&format!("{line}\n"))?,
            Err(why) if only.is_some() => return Err(why),
            Err(why) => {
                crate::diagnostics::complain(&why);
                failed = Some(Exit::BadInput);
            }
        }
    }
    Ok(failed.unwrap_or(Exit::Guest(0)))
}

/// The languages of some findings.
fn languages(store: &Store, ids: &[FindingId]) -> Result<Vec<Language>, String> {
    let mut languages: Vec<Language> = Vec::new();
    // What another version has written is complained about when its turn comes.
    for entry in ids.iter().filter_map(|id| findings::entry(store, *id).ok()) {
        languages.extend([entry.case.language, findings::original(store, &entry)?.language]);
    }
    // What a compiler of C++ gets wrong is smaller in C, if that shows it.
    languages.extend(languages.contains(&Language::Cxx).then_some(Language::C));
    languages.sort();
    languages.dedup();
    Ok(if languages.is_empty() { Language::all().collect() } else { languages })
}

/// Whether a file shows a finding, as an exit status.
fn check_finding(store: &Store, id: FindingId, lab: &Lab, ward: &Ward, file: &Path) -> Result<Exit, String> {
    let entry = findings::entry(store, id)?;
    let meter = Meter::default();
    let accused = Accused::of(lab, ward, &entry.case, &entry.detail, &meter).map_err(|e| e.to_string())?;
    let shows = smaller::is_interesting(&accused, ward, &entry.case, &read(file)?);
    Ok(if shows { Exit::Guest(0) } else { Exit::Found })
}

/// Who may call the reduction of a finding off.
struct Halt<'a> {
    flag: &'a Arc<AtomicBool>,
    /// Another reducer at once.
    polishing: &'a Stop,
}

/// Reduces one finding; gives the line to print.
fn reduce_finding(
    args: &Args,
    store: &mut Store,
    id: FindingId,
    lab: &Lab,
    ward: &Ward,
    halt: &Halt,
) -> Result<String, String> {
    let began = Instant::now();
    let output = args.output.as_deref().map(|output| Output::open(Some(output))).transpose()?;
    let mut entry = findings::entry(store, id)?;
    if table::is_suspect(&entry.finding) {
        return Err(format!(
            "finding {id} is a suspect of our own: no compiler agrees with us, so nothing tells right from wrong"
        ));
    }
    if args.original {
        entry.case = findings::original(store, &entry)?;
    }
    let meter = Meter::default();
    let accused = Accused::of(lab, ward, &entry.case, &entry.detail, &meter).map_err(|e| e.to_string())?;
    let path = std::path::absolute(store.path()).map_err(|e| findings::at(store.path(), &e))?;
    let polish = |text: &str| {
        let polisher = args.polish.filter(|_| !halt.flag.load(Ordering::SeqCst))?;
        let mut words = vec!["reduce".to_owned(), id.to_string(), "--store".to_owned(), path.display().to_string()];
        words.extend(args.patients.words());
        let work = Work {
            text,
            name: &format!("t.{}", entry.case.language.extension()),
            words: &words,
            jobs: args.threads(),
            time: args.time.saturating_sub(began.elapsed()),
            stop: halt.polishing,
        };
        polisher.polish(&work, lab.runner()).map_err(|why| crate::diagnostics::caution(&why)).ok()
    };
    let effort = Effort {
        choices: args.choices as usize,
        stop: Some(Arc::clone(halt.flag)),
        polish: Some(&polish),
        ..Effort::new(args.threads(), args.time)
    };
    let mut view = View::new();
    let result = smaller::smaller(id, &accused, ward, &entry.case, &entry.detail, effort, &mut view);
    view.end();
    let Smaller { signature, title, detail, case } = result.map_err(|e| e.to_string())?;
    let signature = signature.unwrap_or_else(|| entry.finding.signature.clone());
    let kept = store
        .reduce(id, &signature, &title, &detail.to_json(), case.to_json().as_bytes())
        .map_err(|e| e.to_string())?;
    if let Some(output) = output {
        output.write(&case.text())?;
    }
    let same = if kept == id { String::new() } else { format!(" (it is the same as {kept})") };
    let told = match (detail.unreduced, detail.reduction) {
        (Some(why), _) => format!("it was not made smaller: {why}"),
        (None, reduction) => reduction.map_or_else(String::new, |reduction| reduction.words()),
    };
    Ok(format!("finding {id}{same}: {title}\n  {told}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn programs_get_less_time_unless_it_is_given() {
        let limits = |words: &[&str]| {
            let limits = limits(&Line::parse_from([&["reduce", "1"], words].concat()).args);
            (limits.compile.wall.as_secs(), limits.program.wall.as_secs())
        };
        assert_eq!(limits(&["--compile-limit", "7s"]), (7, 5));
        assert_eq!(limits(&["--run-limit", "30s"]), (60, 30));
    }
}
