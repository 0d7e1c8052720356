//! Where programs meet patients.

use crate::blame::{Subject, Tried};
use crate::case::Case;
use crate::error::Error;
use crate::outcome::{self, Compiled, Outcome, Symptom};
use lydite_compilers::{Brand, Command, End, Limits, Memory, Options, Patient, Ran, Runner, ScratchDir};
use lydite_store::Tally;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

/// Runs patients and what they make.
pub struct Lab {
    runner: Runner,
    limits: LabLimits,
    /// Held by everybody who runs something, and by one alone who must not be disturbed.
    quiet: RwLock<()>,
}

/// What compilers and programs may use.
#[derive(Clone, Copy, Debug)]
pub struct LabLimits {
    /// Compilers.
    pub compile: Limits,
    /// Programs.
    pub program: Limits,
}

impl Default for LabLimits {
    fn default() -> Self {
        LabLimits { compile: Limits::COMPILE, program: Limits::PROGRAM }
    }
}

/// How much time something gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// A second of processor time for the program, beside others: for programs that are known to end soon, of which many are tried.
    Brief,
    /// As much as usual, beside others.
    Usual,
    /// Three times as much, and nothing else runs meanwhile.
    Alone,
}

/// Adds up what was done and what it took.
#[derive(Debug, Default)]
pub struct Meter(Mutex<Vec<Tally>>);

impl Meter {
    /// Adds one thing done.
    pub fn add(&self, name: &str, cpu: Duration) {
        self.count(name, 1, cpu);
    }

    /// Adds several.
    pub fn count(&self, name: &str, count: u64, cpu: Duration) {
        let mut tallies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = cpu.as_secs_f64();
        match tallies.iter_mut().find(|t| t.name == name) {
            Some(tally) => {
                tally.count += count;
                tally.seconds += seconds;
            }
            None => tallies.push(Tally { name: name.to_owned(), count, seconds }),
        }
    }

    /// What has been added; begins anew.
    pub fn take(&self) -> Vec<Tally> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What a program may take that is known to end soon. The kernel counts whole seconds.
const BRIEF: Duration = Duration::from_secs(1);

/// A program on disk, ready to be compiled.
pub struct Desk<'a> {
    lab: &'a Lab,
    /// The program.
    pub case: &'a Case,
    dir: ScratchDir,
    sources: Vec<PathBuf>,
    /// The driver of a split program, compiled once by each patient for all its options.
    drivers: Mutex<BTreeMap<String, Option<PathBuf>>>,
    /// What was done here.
    pub meter: &'a Meter,
    /// What the machine lacked when something was tried here, last.
    trouble: Mutex<Option<&'static str>>,
}

impl Lab {
    /// A lab with a runner.
    pub fn new(runner: Runner, limits: LabLimits) -> Lab {
        Lab { runner, limits, quiet: RwLock::new(()) }
    }

    /// Runs everything here.
    pub fn runner(&self) -> &Runner {
        &self.runner
    }

    /// Lays a program out.
    pub fn desk<'a>(&'a self, case: &'a Case, meter: &'a Meter) -> Result<Desk<'a>, Error> {
        let dir = self.runner.scratch().dir()?;
        let mut sources = Vec::new();
        for file in &case.files {
            sources.push(dir.write(&file.name, file.text.as_bytes())?);
        }
        Ok(Desk { lab: self, case, dir, sources, drivers: Mutex::default(), meter, trouble: Mutex::default() })
    }

    /// Whether a small known program works with these options.
    pub fn takes(&self, patient: &Patient, options: &Options) -> bool {
        let _shared = self.quiet.read().unwrap_or_else(PoisonError::into_inner);
        matches!(patient.check(&self.runner, options), Ok(Ok(())))
    }

    fn run(&self, command: &Command, patience: Patience) -> Ran {
        match patience {
            Patience::Brief | Patience::Usual => {
                let _shared = self.quiet.read().unwrap_or_else(PoisonError::into_inner);
                self.runner.run(command)
            }
            Patience::Alone => {
                let _alone = self.quiet.write().unwrap_or_else(PoisonError::into_inner);
                let limits = command.within();
                let limits = Limits { wall: limits.wall * 3, cpu: limits.cpu * 3, ..limits };
                self.runner.run(&command.clone().limits(limits))
            }
        }
    }
}

impl Desk<'_> {
    /// Compiles and runs; `extra` are arguments after those of the options. A machine in trouble is asked again, alone.
    pub fn try_on(&self, patient: &Patient, options: &Options, extra: &[String], patience: Patience) -> Outcome {
        let mut outcome = self.try_once(patient, options, extra, patience);
        if let Outcome::Trouble(_) = outcome {
            outcome = self.try_once(patient, options, extra, Patience::Alone);
        }
        if let Outcome::Trouble(advice) = outcome {
            *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(advice);
        }
        outcome
    }

    /// Whether something could not be tried here, so that nothing follows from it: the machine was in trouble, or it was called off.
    pub fn unreliable(&self) -> Option<String> {
        if self.lab.runner.stopper().is_stopped() {
            return Some("it was called off".to_owned());
        }
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).map(str::to_owned)
    }

    fn try_once(&self, patient: &Patient, options: &Options, extra: &[String], patience: Patience) -> Outcome {
        match self.run_once(patient, options, extra, patience) {
            Ok(ran) => outcome::ran(self.case, &ran),
            Err(outcome) => outcome,
        }
    }

    /// What the program prints and its status, whatever it must do; nothing if it can't be compiled or does not end by itself.
    pub fn output(&self, patient: &Patient, options: &Options) -> Option<(String, i32)> {
        let ran = self.run_once(patient, options, &[], Patience::Brief).ok()?;
        match ran.end {
            End::Exit(status) => Some((String::from_utf8(ran.stdout.bytes).ok()?, status)),
            _ => None,
        }
    }

    /// Compiles and runs; an outcome if there is nothing to run.
    fn run_once(
        &self,
        patient: &Patient,
        options: &Options,
        extra: &[String],
        patience: Patience,
    ) -> Result<Ran, Outcome> {
        // Each attempt has its own directory, so that many can be under way at once.
        let dir = self.lab.runner.scratch().dir();
        let dir = dir.map_err(|_| Outcome::Trouble("no private directory can be made: see that the disk has room"))?;
        let program = dir.path().join("program");
        let options = self.with_standard(patient, options, extra);
        let options = options.ok_or(Outcome::Trouble("the compiler does not read this version of the language"))?;
        let sources = self.sources_for(patient, &options);
        let compiled = self.compile(patient, &options, &sources, &program, patience);
        match outcome::compiled(&compiled) {
            Compiled::Not(Outcome::Wrong(symptom)) => {
                let message = self.without_paths(&symptom.message, &dir);
                Err(Outcome::Wrong(Symptom { message, ..symptom }))
            }
            Compiled::Not(outcome) => Err(outcome),
            Compiled::Program => {
                let command = patient.run_program(&program).limits(self.program_limits(patient, &options, patience));
                let ran = self.lab.run(&command, patience);
                self.meter.add(&format!("run {}", patient.name()), ran.usage.cpu());
                Ok(ran)
            }
        }
    }

    /// A message without the private directories, which mean nothing to others.
    fn without_paths(&self, message: &str, dir: &ScratchDir) -> String {
        let own = [dir.path(), self.dir.path()].map(|path| format!("{}/", path.display()));
        own.iter().fold(message.to_owned(), |text, path| text.replace(path, ""))
    }

    /// What the compiler says when asked with some arguments.
    pub fn ask(&self, patient: &Patient, options: &Options, extra: &[String]) -> String {
        let Ok(dir) = self.lab.runner.scratch().dir() else { return String::new() };
        let program = dir.path().join("program");
        let Some(options) = self.with_standard(patient, options, extra) else { return String::new() };
        let sources = self.sources_for(patient, &options);
        let ran = self.compile(patient, &options, &sources, &program, Patience::Usual);
        format!("{}\n{}", ran.stdout.text(), ran.stderr.text())
    }

    /// The flags that a patient gets for this program.
    pub fn flags(&self, patient: &Patient, options: &Options) -> Vec<String> {
        self.with_standard(patient, options, &[]).map(|o| patient.flags(&o)).unwrap_or_default()
    }

    fn compile(
        &self,
        patient: &Patient,
        options: &Options,
        sources: &[PathBuf],
        program: &Path,
        patience: Patience,
    ) -> Ran {
        let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
        let (before, last) = patient.steps(&sources, options, program);
        for step in before {
            let ran = self.counted(patient, &step.limits(self.compile_limits()), patience);
            if !ran.end.is_success() {
                return ran;
            }
        }
        self.counted(patient, &last.limits(self.compile_limits()), patience)
    }

    fn compile_limits(&self) -> Limits {
        // Lists of passes are long.
        Limits { output: self.lab.limits.compile.output.max(8 << 20), ..self.lab.limits.compile }
    }

    fn counted(&self, patient: &Patient, command: &Command, patience: Patience) -> Ran {
        let ran = self.lab.run(command, patience);
        self.meter.add(&format!("compile {}", patient.name()), ran.usage.cpu());
        ran
    }

    /// Options with the version of the language, if the patient knows it.
    fn with_standard(&self, patient: &Patient, options: &Options, extra: &[String]) -> Option<Options> {
        Some(options.and(patient.standard_words(&self.case.standard)?).and(extra.iter().cloned()))
    }

    fn program_limits(&self, patient: &Patient, options: &Options, patience: Patience) -> Limits {
        let mut limits = self.lab.limits.program;
        if patience == Patience::Brief {
            limits.cpu = limits.cpu.min(BRIEF);
        }
        // Sanitizers and emulators need their time and memory.
        match options.is_sanitized() || !patient.launcher().is_empty() {
            true => Limits { wall: limits.wall * 4, cpu: limits.cpu * 4, memory: Memory::Resident(4 << 30), ..limits },
            false => limits,
        }
    }

    /// The sources; for a split program the driver as an object that is compiled once, where nothing about the options changes it. Patients
    /// don't share it: not all lay out everything alike (clang 13 aligns `__int128` to 16 bytes on s390x, gcc and newer ones to 8).
    fn sources_for(&self, patient: &Patient, options: &Options) -> Vec<PathBuf> {
        // It must be independent of its place; TinyCC does not make such code.
        let may_share = patient.brand().is_llvm() || matches!(patient.brand(), Brand::Gcc | Brand::Ispc);
        if self.sources.len() < 2 || options.target().is_some() || options.is_sanitized() || !may_share {
            return self.sources.clone();
        }
        let mut drivers = self.drivers.lock().unwrap_or_else(PoisonError::into_inner);
        let number = drivers.len();
        let object = drivers.entry(patient.name().to_owned()).or_insert_with(|| {
            let object = self.dir.path().join(format!("driver-{number}.o"));
            let plain = self.with_standard(patient, &Options::parse("-O0 -fPIC"), &[])?;
            let command = patient.object(&self.sources[0], &plain, &object).limits(self.compile_limits());
            self.counted(patient, &command, Patience::Usual).end.is_success().then_some(object)
        });
        match object {
            Some(object) => self.sources[1..].iter().cloned().chain([object.clone()]).collect(),
            None => self.sources.clone(),
        }
    }
}

/// A bug on a desk, for blame.
pub struct Bug<'a> {
    /// The program.
    pub desk: &'a Desk<'a>,
    /// The patient.
    pub patient: &'a Patient,
    /// Its options.
    pub options: &'a Options,
    /// What is wrong.
    pub same: &'a dyn Fn(&Outcome) -> bool,
}

impl Subject for Bug<'_> {
    fn try_with(&mut self, extra: &[String]) -> Tried {
        match self.desk.try_on(self.patient, self.options, extra, Patience::Brief) {
            Outcome::Right => Tried::Passes,
            outcome if (self.same)(&outcome) => Tried::Fails,
            _ => Tried::Unclear,
        }
    }

    fn ask(&mut self, extra: &[String]) -> String {
        self.desk.ask(self.patient, self.options, extra)
    }
}
