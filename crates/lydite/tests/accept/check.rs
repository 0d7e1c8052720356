//! Checks of one program: by the machine from its text, by compilers, by sanitizers.

use crate::support;
use lydite_generate::{Generated, Options};
use lydite_lang::Target;
use lydite_machine::{Limits, Verdict};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds of CPU time that a program may take without optimisation.
pub const ENDS_WITHIN: u64 = 1;

/// Sanitizers that must be silent, as clang's options. Everything they find ends the program.
pub const SANITIZERS: [&[&str]; 2] = [
    &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    &["-fsanitize=memory", "-fno-sanitize-recover=all"],
];

/// A compiler with options.
#[derive(Clone)]
pub struct Patient {
    /// The compiler.
    pub compiler: String,
    /// Its options.
    pub options: &'static [&'static str],
    /// What runs the binary, if the machine can't.
    pub emulator: Option<&'static str>,
    /// Seconds of CPU time that the binary may take.
    pub seconds: u64,
}

impl Patient {
    fn new(compiler: &str, options: &'static [&'static str], seconds: u64) -> Patient {
        Patient { compiler: compiler.to_owned(), options, emulator: None, seconds }
    }

    fn name(&self) -> String {
        format!("{} {}", self.compiler, self.options.join(" "))
    }
}

/// How programs for other targets are compiled and run: target, emulator, options.
const CROSS: &[(&str, &str, &[&str])] = &[
    ("aarch64", "qemu-aarch64", &["-O0", "-static"]),
    ("arm", "qemu-arm", &["-O0", "-static"]),
    // The x87 computes with more precision than the types have.
    ("i686", "qemu-i386", &["-O0", "-static", "-msse2", "-mfpmath=sse", "-fexcess-precision=standard"]),
    ("riscv64", "qemu-riscv64", &["-O0", "-static"]),
    ("s390x", "qemu-s390x", &["-O0", "-static"]),
];

/// The cross compiler and emulator of a target, if both are installed.
pub fn cross(target: &Target) -> Option<Patient> {
    let (_, emulator, options) = *CROSS.iter().find(|row| row.0 == target.name)?;
    let compiler = format!("{}-gcc", target.triple);
    support::find(&compiler).and(support::find(emulator))?;
    Some(Patient { compiler, options, emulator: Some(emulator), seconds: 20 })
}

/// Both compilers without optimisation.
pub fn unoptimised() -> Vec<Patient> {
    let patient = |compiler| Patient::new(compiler, &["-O0"], ENDS_WITHIN);
    support::gcc().into_iter().chain(support::clang()).map(patient).collect()
}

/// Both compilers with optimisation: a difference is a bug of theirs, or of ours.
pub fn optimised() -> Vec<Patient> {
    const LEVELS: [&[&str]; 5] = [&["-O1"], &["-O2"], &["-O3"], &["-Os"], &["-O3", "-march=native"]];
    let patients = |compiler| LEVELS.map(|options| Patient::new(compiler, options, ENDS_WITHIN));
    support::gcc().into_iter().chain(support::clang()).flat_map(patients).collect()
}

/// Clang with sanitizers.
pub fn sanitized() -> Vec<Patient> {
    let patients = |compiler| SANITIZERS.map(|options| Patient::new(compiler, options, 60));
    support::clang().into_iter().flat_map(patients).collect()
}

/// Whether the text, read again, is a program that the machine finds defined and that prints what it must.
pub fn machine(options: &Options, generated: &Generated) -> Result<(), String> {
    let [file] = generated.files.as_slice() else { return Err("not one file".to_owned()) };
    let reading = lydite_cfront::Options { target: options.target, ..lydite_cfront::Options::default() };
    let program = lydite_cfront::parse_bytes(file.text.as_bytes(), "generated.c", &reading)
        .map_err(|error| format!("its text can't be read: {error}"))?;
    let outcome = lydite_machine::run(&program, &Limits::default());
    if let Some(report) = outcome.verdict.report() {
        let row = report.kind.row();
        let place = (report.place.line, report.place.column);
        return Err(format!("its text is {}: {} at {place:?}: {}", row.class.word(), row.slug, report.detail));
    }
    match outcome.verdict {
        Verdict::Exit(0) if outcome.stdout == generated.expected => Ok(()),
        Verdict::Exit(0) => Err(differs("its text", &outcome.stdout, &generated.expected)),
        _ => Err("its text does not exit with 0".to_owned()),
    }
}

fn differs(who: &str, found: &[u8], expected: &[u8]) -> String {
    let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>();
    let (found, expected) = (lines(found), lines(expected));
    let at = found.iter().zip(&expected).position(|(a, b)| a != b).unwrap_or(found.len().min(expected.len()));
    let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "nothing".to_owned());
    format!("{who} prints `{}`, not `{}`", line(&found), line(&expected))
}

/// A directory for one program's files, which vanish with it unless the program is kept.
pub struct Desk {
    dir: tempfile::TempDir,
}

impl Desk {
    /// Writes the program's files.
    pub fn new(generated: &Generated) -> Result<Desk, String> {
        let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
        let desk = Desk { dir };
        for file in &generated.files {
            std::fs::write(desk.file(file.suffix), &file.text).map_err(|error| error.to_string())?;
        }
        Ok(desk)
    }

    fn file(&self, suffix: &str) -> PathBuf {
        self.dir.path().join(format!("t{suffix}.c"))
    }

    /// Compiles and runs with each patient, and says what differs from the expected output.
    pub fn try_on(&self, patients: &[Patient], options: &Options, generated: &Generated) -> Result<(), String> {
        patients.iter().try_for_each(|patient| self.try_one(patient, options, generated))
    }

    fn try_one(&self, patient: &Patient, options: &Options, generated: &Generated) -> Result<(), String> {
        let name = patient.name();
        let [first, rest @ ..] = generated.files.as_slice() else { return Err("there is no file".to_owned()) };
        let others: Vec<String> = rest.iter().map(|file| self.file(file.suffix).display().to_string()).collect();
        let standard = format!("-std={}", spelled(&patient.compiler, options.standard.name()));
        let mut arguments = vec![standard.as_str(), "-w", "-ffp-contract=off"];
        arguments.extend(patient.options);
        arguments.extend(others.iter().map(String::as_str));
        let binary = self.dir.path().join("t");
        support::compile(&patient.compiler, &arguments, &self.file(first.suffix), &binary)?;
        let command = match patient.emulator {
            None => Command::new(&binary),
            Some(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(&binary);
                command
            }
        };
        let ran = support::run(&command, patient.seconds).map_err(|error| error.to_string())?;
        if ran.status != 0 {
            let said = ran.stderr.lines().find(|line| line.contains("rror")).unwrap_or("").trim().to_owned();
            return Err(format!("{name}: exit status {} {said}", ran.status));
        }
        if !ran.stderr.is_empty() {
            return Err(format!("{name}: {}", support::excerpt(ran.stderr.as_bytes())));
        }
        if ran.stdout != generated.expected {
            return Err(differs(&name, &ran.stdout, &generated.expected));
        }
        Ok(())
    }
}

/// A version of C by the name that this compiler knows.
fn spelled(compiler: &str, standard: &str) -> String {
    if compiler.contains("gcc") { standard.replace("23", "2x") } else { standard.to_owned() }
}

/// Keeps a program that failed a check.
pub fn keep(dir: &Path, stem: &str, seed: u64, generated: &Generated, message: &str) {
    // What can't be kept can be made again from its seed.
    let _ = std::fs::create_dir_all(dir);
    for file in &generated.files {
        let _ = std::fs::write(dir.join(format!("{stem}-{seed}{}.c", file.suffix)), &file.text);
    }
    let _ = std::fs::write(dir.join(format!("{stem}-{seed}.expected")), &generated.expected);
    let _ = std::fs::write(dir.join(format!("{stem}-{seed}.choices")), generated.recording.to_bytes());
    let _ = std::fs::write(dir.join(format!("{stem}-{seed}.why")), format!("{message}\n"));
}
