//! Compilers that misbehave, as shell scripts: each is seen for what it is, and nothing of it is left.

use lydite_compilers::{Command, End, Landlock, Limits, Memory, Ran, Runner, Sandbox, Scratch, Stop, Trouble};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// Far more than anything here needs, so that a slow machine changes nothing.
const LONG: Duration = Duration::from_secs(300);

const ROOMY: Limits = Limits {
    wall: LONG,
    cpu: LONG,
    memory: Memory::Resident(4 << 30),
    file_size: 1 << 30,
    output: 1 << 16,
    flood: 1 << 26,
};

const IMPATIENT: Limits = Limits { wall: Duration::from_millis(200), ..ROOMY };

/// One fake: what it does, its script, its limits, how it ends.
struct Fake {
    name: &'static str,
    script: &'static str,
    limits: Limits,
    end: End,
    check: fn(&Ran),
}

fn anything(_: &Ran) {}

fn out_of_nowhere(ran: &Ran) {
    assert_eq!(ran.trouble(), Some(Trouble::Killed));
}

fn no_trouble(ran: &Ran) {
    assert_eq!(ran.trouble(), None);
}

fn at_once(ran: &Ran) {
    assert!(ran.usage.wall < LONG, "waited for a child that sleeps");
}

fn fakes() -> Vec<Fake> {
    let fake = |name, script, limits, end, check: fn(&Ran)| Fake { name, script, limits, end, check };
    vec![
        fake("works", "echo out; echo err >&2", ROOMY, End::Exit(0), |ran| {
            assert_eq!((ran.stdout.text().as_ref(), ran.stderr.text().as_ref()), ("out\n", "err\n"));
            no_trouble(ran);
        }),
        fake("rejects", "echo 't.c:1:1: error: no' >&2; exit 1", ROOMY, End::Exit(1), no_trouble),
        fake("crashes", "kill -SEGV $$", ROOMY, End::Signal(11), no_trouble),
        fake("aborts", "kill -ABRT $$", ROOMY, End::Signal(6), no_trouble),
        fake(
            "internal error",
            "echo 'internal compiler error: in f, at g.c:1' >&2; exit 4",
            ROOMY,
            End::Exit(4),
            |ran| {
                assert!(ran.stderr.text().contains("internal compiler error"));
                no_trouble(ran);
            },
        ),
        fake("ends by SIGTERM", "kill -TERM $$", ROOMY, End::Signal(15), no_trouble),
        fake("ends by SIGXCPU", "kill -XCPU $$", ROOMY, End::Signal(24), anything),
        fake("is killed by another", "kill -KILL $$", ROOMY, End::Signal(9), out_of_nowhere),
        fake("status 137", "exit 137", ROOMY, End::Exit(137), anything),
        fake("status 152", "exit 152", ROOMY, End::Exit(152), anything),
        fake("status 255", "exit 255", ROOMY, End::Exit(255), anything),
        fake("hangs", "exec sleep 1000", IMPATIENT, End::Wall, no_trouble),
        fake("hangs in a child", "sleep 1000; exit 0", IMPATIENT, End::Wall, no_trouble),
        fake("ignores SIGTERM", "trap '' TERM INT HUP; while :; do sleep 1000; done", IMPATIENT, End::Wall, no_trouble),
        fake(
            "computes for ever",
            "while :; do :; done",
            Limits { cpu: Duration::from_secs(1), ..ROOMY },
            End::Cpu,
            no_trouble,
        ),
        fake(
            "computes for ever in a child",
            "sh -c 'while :; do :; done'; exit $?",
            Limits { cpu: Duration::from_secs(1), ..ROOMY },
            End::Cpu,
            no_trouble,
        ),
        fake(
            "eats memory",
            "tail /dev/zero; exit 1",
            Limits { memory: Memory::Resident(50 << 20), ..ROOMY },
            End::Memory,
            no_trouble,
        ),
        fake(
            "is refused memory",
            "exec tail /dev/zero",
            Limits { memory: Memory::Address(100 << 20), ..ROOMY },
            End::Memory,
            no_trouble,
        ),
        fake("floods stdout", "yes", ROOMY, End::Output, |ran| {
            assert!(ran.stdout.was_cut() && ran.stdout.bytes.len() <= ROOMY.output);
            no_trouble(ran);
        }),
        fake("floods stderr", "yes >&2", ROOMY, End::Output, |ran| {
            assert!(ran.stderr.was_cut() && ran.stderr.bytes.len() <= ROOMY.output);
        }),
        fake("says much", "echo BEGIN; head -c 1000000 /dev/zero | tr '\\0' x; echo END", ROOMY, End::Exit(0), |ran| {
            let text = ran.stdout.text();
            assert!(text.starts_with("BEGIN\nxxx") && text.ends_with("xxxEND\n"));
            assert_eq!(ran.stdout.left_out, 1_000_000 + 10 - ROOMY.output as u64);
        }),
        fake(
            "writes a huge file",
            "exec head -c 100000000 /dev/zero > big",
            Limits { file_size: 1 << 20, ..ROOMY },
            End::FileSize,
            no_trouble,
        ),
        fake(
            "writes a huge file in a child",
            "head -c 100000000 /dev/zero > big; exit 1",
            Limits { file_size: 1 << 20, ..ROOMY },
            End::FileSize,
            no_trouble,
        ),
        fake("leaves children", "sleep 1000 & sleep 1000 & exit 3", ROOMY, End::Exit(3), at_once),
        fake("leaves a session", "setsid sleep 1000 & exit 3", ROOMY, End::Exit(3), at_once),
        fake("forks twice", "(setsid sh -c 'sleep 1000 & sleep 1000 & wait' &) ; exit 3", ROOMY, End::Exit(3), at_once),
        fake(
            "leaves a session without descriptors",
            "setsid sleep 1000 </dev/null >/dev/null 2>&1 & exit 3",
            ROOMY,
            End::Exit(3),
            at_once,
        ),
        fake(
            "leaves a session and hangs",
            "setsid sh -c 'trap \"\" TERM; sleep 1000; sleep 1000' & sleep 1000",
            IMPATIENT,
            End::Wall,
            at_once,
        ),
        fake("forgets its environment", "env -i setsid sleep 1000 & exit 3", ROOMY, End::Exit(3), at_once),
        fake("reads", "cat; exit 7", ROOMY, End::Exit(7), anything),
        fake("protects its files", "mkdir -p a/b; chmod 0 a/b a; exit 5", ROOMY, End::Exit(5), anything),
        fake(
            "looks around",
            "test \"$PWD\" = \"$HOME\" && test \"$PWD\" = \"$TMPDIR\" && test \"$LANG\" = C && ulimit -c && \
             tr '\\0' '\\n' < /proc/$$/environ | cut -d= -f1 | sort | tr '\\n' ' '",
            ROOMY,
            End::Exit(0),
            |ran| assert_eq!(ran.stdout.text(), "0\nHOME LANG LC_ALL LYDITE_JOB PATH TMPDIR "),
        ),
    ]
}

/// The processes that carry a marker of this runner.
fn left_running(runner: &Runner) -> Vec<String> {
    let name = runner.scratch().path().file_name().expect("a name").to_string_lossy().into_owned();
    marked(&name)
}

fn marked(name: &str) -> Vec<String> {
    let marker = format!("LYDITE_JOB={name}.");
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    let has_marker = |path: &Path| {
        std::fs::read(path.join("environ")).is_ok_and(|text| String::from_utf8_lossy(&text).contains(&marker))
    };
    processes.map(|entry| entry.path()).filter(|path| has_marker(path)).map(|path| path.display().to_string()).collect()
}

fn run_fake(runner: &Runner, fake: &Fake) {
    let private = runner.scratch().dir().expect("a directory");
    let compiler = private.write("cc", format!("#!/bin/sh\n{}\n", fake.script).as_bytes()).expect("a script");
    std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    let ran = runner.run(&Command::new(&compiler, private.path()).limits(fake.limits));
    assert_eq!(ran.end, fake.end, "{}: {:?} {:?}", fake.name, ran.stderr.text(), ran.usage);
    (fake.check)(&ran);
}

fn is_clean(runner: &Runner) {
    assert_eq!(left_running(runner), Vec::<String>::new());
    assert_eq!(std::fs::read_dir(runner.scratch().path()).expect("the scratch").count(), 1, "only the lock");
}

#[test]
fn each_is_seen_for_what_it_is_and_nothing_is_left() {
    let parent = tempfile::tempdir().expect("a directory");
    let runner = Runner::new(Scratch::open(parent.path()).expect("a scratch place"));
    for fake in fakes() {
        run_fake(&runner, &fake);
        is_clean(&runner);
    }
    drop(runner);
    assert_eq!(std::fs::read_dir(parent.path()).expect("the parent").count(), 0);
}

#[test]
fn all_at_once() {
    let parent = tempfile::tempdir().expect("a directory");
    let runner = Runner::new(Scratch::open(parent.path()).expect("a scratch place"));
    let fakes = fakes();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (runner, fakes) = (&runner, &fakes);
            // Each thread begins elsewhere, so that different ones meet.
            let order = fakes.iter().cycle().skip(thread * fakes.len() / 4).take(fakes.len());
            scope.spawn(move || order.for_each(|fake| run_fake(runner, fake)));
        }
    });
    is_clean(&runner);
    let status = std::fs::read_to_string("/proc/self/status").expect("status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("VmHWM");
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(peak < 200_000, "the tester needed {peak} kB");
}

#[test]
fn what_a_sandboxed_child_may_write() {
    let parent = tempfile::tempdir().expect("a directory");
    let outside = tempfile::tempdir().expect("a directory");
    let runner = Runner::new(Scratch::open(parent.path()).expect("a scratch place"));
    let private = runner.scratch().dir().expect("a directory");
    let sh = |script: &str, sandbox| {
        let command = Command::new("/bin/sh", private.path()).args(["-c", script]).env("OUTSIDE", outside.path());
        runner.run(&command.limits(ROOMY).sandbox(sandbox)).end
    };
    assert_eq!(
        sh("echo x > /dev/null && echo x > inside && mkdir d && mv inside d/ && rm -r d", Sandbox::Private),
        End::Exit(0)
    );
    assert_eq!(sh("echo x > $OUTSIDE/file", Sandbox::Off), End::Exit(0));
    if Landlock::of_the_kernel().version() >= 3 {
        for script in ["echo x > $OUTSIDE/new", "echo x > $OUTSIDE/file", "rm $OUTSIDE/file", "mkdir $OUTSIDE/d"] {
            assert_ne!(sh(script, Sandbox::Private), End::Exit(0), "{script}");
        }
        assert_eq!(std::fs::read_to_string(outside.path().join("file")).expect("the file"), "x\n");
    }
}

#[test]
fn a_sandboxed_child_has_no_network() {
    if !Path::new("/bin/bash").exists() {
        return;
    }
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let parent = tempfile::tempdir().expect("a directory");
    let runner = Runner::new(Scratch::open(parent.path()).expect("a scratch place"));
    let private = runner.scratch().dir().expect("a directory");
    let connect = |sandbox| {
        let script = format!("exec 3<>/dev/tcp/127.0.0.1/{port}");
        let command = Command::new("/bin/bash", private.path()).args(["-c", &script]);
        runner.run(&command.limits(ROOMY).sandbox(sandbox)).end
    };
    assert_eq!(connect(Sandbox::Off), End::Exit(0));
    if Landlock::of_the_kernel().version() >= 4 {
        assert_eq!(connect(Sandbox::Private), End::Exit(1));
    }
}

#[test]
fn what_is_not_there_is_not_started() {
    let parent = tempfile::tempdir().expect("a directory");
    let runner = Runner::new(Scratch::open(parent.path()).expect("a scratch place"));
    let ran = runner.run(&Command::new("/no/such/compiler", parent.path()));
    assert!(matches!(ran.end, End::NotStarted { errno: Some(2), .. }), "{:?}", ran.end);
    assert_eq!(ran.trouble(), Some(Trouble::Start));
    let ran = runner.run(&Command::new("/bin/true", parent.path().join("nowhere")));
    assert_eq!(ran.trouble(), Some(Trouble::Start));
    is_clean(&runner);
}

#[test]
fn what_is_called_off_ends() {
    let parent = tempfile::tempdir().expect("a directory");
    let runner = Runner::new(Scratch::open(parent.path()).expect("a scratch place"));
    let private = runner.scratch().dir().expect("a directory");
    let stop = Stop::new();
    let running = Command::new("/bin/sh", private.path()).args(["-c", "echo > begun; sleep 1000"]).limits(ROOMY);
    let running = running.stop(&stop);
    let began = private.path().join("begun");
    std::thread::scope(|scope| {
        let child = scope.spawn(|| runner.run(&running));
        until(|| began.exists());
        stop.stop();
        assert_eq!(child.join().expect("a thread").end, End::Stopped);
    });
    assert_eq!(runner.run(&running).end, End::Stopped, "what comes later does not begin");
    let other = Command::new("/bin/true", private.path());
    assert_eq!(runner.run(&other).end, End::Exit(0), "others go on");
    runner.stopper().stop();
    assert_eq!(runner.run(&other).end, End::Stopped);
    assert_eq!(left_running(&runner), Vec::<String>::new());
}

fn until(done: impl Fn() -> bool) {
    let deadline = Instant::now() + LONG;
    while !done() {
        assert!(Instant::now() < deadline, "it never came");
        std::thread::yield_now();
    }
}

/// Where the run that is to be killed works.
const VICTIM: &str = "LYDITE_TEST_VICTIM";

/// Not a test by itself: the process that the next test starts and kills.
#[test]
#[ignore = "started by another test"]
fn a_run_that_will_be_killed() {
    let Some(parent) = std::env::var_os(VICTIM) else { return };
    let runner = Runner::new(Scratch::open(Path::new(&parent)).expect("a scratch place"));
    let private = runner.scratch().dir().expect("a directory");
    let script = "setsid sh -c 'echo > one; sleep 1000; sleep 1000' & sh -c 'echo > two; sleep 1000; sleep 1000'";
    runner.run(&Command::new("/bin/sh", private.path()).args(["-c", script]).limits(ROOMY));
}

#[test]
fn the_next_start_clears_up_after_a_run_that_was_killed() {
    let parent = tempfile::tempdir().expect("a directory");
    let program = std::env::current_exe().expect("this program");
    let mut victim = std::process::Command::new(program);
    victim.args(["--ignored", "--exact", "a_run_that_will_be_killed"]).env(VICTIM, parent.path());
    let mut victim = victim.stdout(std::process::Stdio::null()).spawn().expect("a process");
    let find = |name: &str| {
        let runs = std::fs::read_dir(parent.path()).expect("the parent").flatten();
        let dirs = runs.filter_map(|run| std::fs::read_dir(run.path()).ok()).flatten().flatten();
        dirs.map(|dir| dir.path().join(name)).find(|file| file.exists())
    };
    until(|| find("one").is_some() && find("two").is_some());
    victim.kill().expect("a kill");
    victim.wait().expect("an end");
    let name = find("one").expect("a file").ancestors().nth(2).and_then(Path::file_name).expect("a run").to_owned();
    let name = name.to_string_lossy();
    let scratch = Scratch::open(parent.path()).expect("a scratch place");
    assert!(find("one").is_none(), "the files of the dead are gone");
    until(|| marked(&name).is_empty());
    drop(scratch);
    assert_eq!(std::fs::read_dir(parent.path()).expect("the parent").count(), 0);
}
