//! The compilers of this machine, where there are any: found, probed, called.

use lydite_compilers::{
    Cache, Candidate, Detail, End, Options, Patient, Places, Runner, Scratch, Uncounted, find, probe,
};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn runner(parent: &Path) -> Runner {
    Runner::new(Scratch::open(parent).expect("a scratch place"))
}

/// The first compiler here that works.
fn some_patient(runner: &Runner) -> Option<Patient> {
    let places = Places::of_this_machine();
    let path = ["gcc", "clang", "tcc"].into_iter().find_map(|name| places.program(name))?;
    Some(probe(runner, &Candidate::at(path), &places).expect("a probe")).filter(|patient| patient.works().is_ok())
}

#[test]
fn a_real_compiler_is_known_and_called() {
    let parent = tempfile::tempdir().expect("a directory");
    let runner = runner(parent.path());
    let Some(patient) = some_patient(&runner) else { return };
    assert!(patient.major() > 0 || patient.brand() == lydite_compilers::Brand::Tcc, "{:?}", patient.facts);
    assert!(patient.accepts("vla") && patient.standard("c99").is_some(), "{:?}", patient.facts);
    let private = runner.scratch().dir().expect("a directory");
    let source =
        private.write("t.c", b"int puts(const char *); int main(void) { return puts(\"hello\") < 0; }").expect("t.c");
    for options in patient.levels() {
        let program = private.path().join("t");
        let compiled = runner.run(&patient.compile(&[&source], &options, &program));
        assert_eq!(compiled.end, End::Exit(0), "{options}: {}", compiled.stderr.text());
        let ran = runner.run(&patient.run_program(&program));
        assert_eq!((ran.end, ran.stdout.text().as_ref()), (End::Exit(0), "hello\n"), "{options}");
    }
    let object = private.path().join("t.o");
    let whole = private.path().join("whole");
    let level = Options::parse("-O0");
    assert_eq!(runner.run(&patient.object(&source, &level, &object)).end, End::Exit(0));
    assert_eq!(runner.run(&patient.compile(&[&object], &level, &whole)).end, End::Exit(0));
    assert!(whole.exists());
    assert_eq!(patient.check(&runner, &level).expect("a check"), Ok(()));
    assert!(patient.check(&runner, &Options::parse("-std=c1")).expect("a check").is_err());
}

/// A loop that every optimiser does something to.
const LOOP: &[u8] =
    b"int a[64], b[64];\nint f(int k) { for (int i = 0; i < 64; i++) a[i] = b[i] + k * 3; return a[k & 63]; }\n";

#[test]
fn optimisers_say_what_they_did() {
    let parent = tempfile::tempdir().expect("a directory");
    let runner = runner(parent.path());
    let places = Places::of_this_machine();
    let private = runner.scratch().dir().expect("a directory");
    let source = private.write("t.c", LOOP).expect("t.c");
    let broken = private.write("broken.c", b"int f(").expect("broken.c");
    let options = Options::parse("-O3");
    for (name, expected) in [("gcc", "gcc:loop vectorized"), ("clang", "clang:loop-vectorize:Vectorized")] {
        let Some(path) = places.program(name) else { continue };
        let patient = probe(&runner, &Candidate::at(path), &places).expect("a probe");
        if patient.works().is_err() {
            continue;
        }
        assert!(patient.tells_remarks());
        let counts = patient.remarks(&runner, &source, &options, Detail::Done).expect("remarks");
        assert!(counts.iter().any(|(counter, count)| counter.starts_with(expected) && *count > 0), "{counts:?}");
        assert!(!counts.keys().any(|counter| counter.contains(":missed:")), "{counts:?}");
        let failed = patient.remarks(&runner, &broken, &options, Detail::Done);
        assert!(matches!(failed, Err(Uncounted::Failed { end: End::Exit(1), .. })), "{failed:?}");
    }
}

/// A compiler that is a script: answers what a gcc would, and counts how often it is asked.
fn fake(dir: &Path, body: &str) -> Candidate {
    let path = dir.join("gcc-99");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in\n--version) echo >> '{}'; echo 'gcc-99 (Fake) 99.1.2'; exit 0;;\n\
         -dumpmachine) echo x86_64-linux-gnu; exit 0;;\nesac\n{body}\n",
        dir.join("asked").display()
    );
    std::fs::write(&path, script).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    Candidate { prefix: vec!["/usr/bin/setsid".to_owned(), "-w".to_owned()], ..Candidate::at(path) }
}

#[test]
fn a_compiler_that_does_not_work_says_why() {
    let parent = tempfile::tempdir().expect("a directory");
    let runner = runner(parent.path());
    let bodies = [
        ("echo 't.c:1: error: I do not feel well' >&2; exit 1", "I do not feel well"),
        ("kill -SEGV $$", "SIGSEGV"),
        ("for last; do :; done; exit 0", "not started"),
    ];
    for (body, expected) in bodies {
        let candidate = fake(parent.path(), body);
        let patient =
            probe(&runner, &Candidate { prefix: Vec::new(), ..candidate }, &Places::only([])).expect("a probe");
        assert_eq!((patient.facts.numbers.as_slice(), patient.target()), (&[99, 1, 2][..], "x86_64"));
        let reason = patient.works().expect_err("it does not work").to_owned();
        assert!(reason.contains(expected), "{reason}");
    }
    let missing = probe(&runner, &Candidate::at("/no/such/gcc"), &Places::only([])).expect("a probe");
    assert!(missing.works().is_err());
}

#[test]
fn what_is_known_is_not_asked_again() {
    let parent = tempfile::tempdir().expect("a directory");
    let runner = runner(parent.path());
    let places = Places::of_this_machine();
    let Some(real) = places.program("gcc").or_else(|| places.program("clang")) else { return };
    let candidate = fake(parent.path(), &format!("exec {} \"$@\"", real.display()));
    let file = parent.path().join("cache.json");
    let asked = || std::fs::read(parent.path().join("asked")).map_or(0, |text| text.len());
    let again = || {
        let mut cache = Cache::read(&file);
        let patients = cache.probe(&runner, std::slice::from_ref(&candidate), &places, &|_| ()).expect("a probe");
        cache.write(&file).expect("a cache");
        patients
    };
    let first = again();
    assert_eq!((first[0].works(), asked()), (Ok(()), 1));
    assert_eq!((again(), asked()), (first.clone(), 1));
    let (mut cache, said) = (Cache::read(&file), std::sync::Mutex::new(Vec::new()));
    let told = |name: &str| said.lock().expect("a list").push(name.to_owned());
    assert_eq!(cache.without_flags(&[&first[0]]), 1);
    let flags = cache.flags(&runner, &[&first[0]], &told).expect("flags");
    assert_eq!(cache.without_flags(&[&first[0]]), 0);
    cache.write(&file).expect("a cache");
    assert_eq!(again(), first);
    // A compiler that is gone can't be asked, so this comes from the file.
    let gone = Runner::new(Scratch::open(parent.path()).expect("a scratch place"));
    gone.stopper().stop();
    assert_eq!(Cache::read(&file).flags(&gone, &[&first[0]], &told).expect("flags"), flags);
    assert_eq!(*said.lock().expect("a list"), [first[0].name()], "only who is asked is waited for");
    std::fs::write(&file, "not a cache").expect("a file");
    assert_eq!((again(), asked()), (first.clone(), 2));
    fake(parent.path(), &format!("exec {} \"$@\" # changed", real.display()));
    assert_eq!((again(), asked()), (first, 3));
}

#[test]
fn every_compiler_is_found_once() {
    let found = find(&Places::of_this_machine());
    let mut names: Vec<&str> = found.iter().map(|candidate| candidate.name.as_str()).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "two compilers have the same name: {names:?}");
}
