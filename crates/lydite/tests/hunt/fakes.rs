//! Each way in which a compiler can misbehave is called by its name.

use crate::site::{Site, hunted_only};
use crate::support;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a fake does with hunted programs, and what is to be said of it.
struct Fake {
    name: &'static str,
    /// The end of its script; `REAL` is the real compiler.
    body: &'static str,
    /// The kind of the finding; empty if there is none.
    kind: &'static str,
    /// A part of how it ended.
    ending: &'static str,
    /// Programs until one shows it.
    programs: &'static str,
}

const fn fake(name: &'static str, body: &'static str, kind: &'static str, ending: &'static str) -> Fake {
    Fake { name, body, kind, ending, programs: "1" }
}

const FAKES: &[Fake] = &[
    fake("gcc-signal", "kill -SEGV $$\n", "crash", "signal 11"),
    fake(
        "gcc-ice",
        "echo \"$hunted:3:1: internal compiler error: in plant, at plant.cc:7\" >&2; exit 4\n",
        "crash",
        "exit status 4",
    ),
    fake("gcc-hang", "sleep 1000\n", "hang", "out of time"),
    fake("gcc-busy", "while :; do :; done\n", "hang", "out of"),
    fake("gcc-deaf", "trap '' TERM INT HUP; while :; do sleep 1; done\n", "hang", "out of time"),
    fake("gcc-hungry", "(head -c 1000000000 /dev/zero; sleep 1000) | tail -n 1\n", "memory", "out of memory"),
    fake("gcc-flood", "yes 'a warning' >&2 &\nexec yes 'a note'\n", "hang", "too much output"),
    fake("gcc-refuse", "echo \"$hunted:1:1: error: no such thing as 'f7'\" >&2; exit 1\n", "rejected", "exit status 1"),
    Fake {
        name: "gcc-sometimes",
        body: "set -- $(cksum <\"$hunted\") \"$@\"; n=$(($1 % 3)); shift 2\n[ $n = 0 ] || exec REAL \"$@\"\n\
               sed 's/\"checksum/\"chekcsum/' \"$hunted\" >changed.c\nfor arg; do shift; [ \"$arg\" = \"$hunted\" ] && arg=changed.c; set -- \"$@\" \"$arg\"; done\n\
               exec REAL \"$@\"\n",
        kind: "wrong-output",
        ending: "exit status 0",
        programs: "7",
    },
    fake(
        "gcc-dies",
        "printf '#!/bin/sh\\nkill -ABRT $$\\n' >\"$out\"; chmod +x \"$out\"\n",
        "program-crash",
        "signal 6",
    ),
    fake("gcc-endless", "printf '#!/bin/sh\\nsleep 1000\\n' >\"$out\"; chmod +x \"$out\"\n", "endless", "out of time"),
    fake(
        "gcc-alarm",
        "printf '#!/bin/sh\\necho \"t.c:9:1: runtime error: shift exponent 99\" >&2\\n' >\"$out\"; chmod +x \"$out\"\n",
        "false-alarm",
        "exit status 0",
    ),
    fake(
        "gcc-parent",
        "sleep 1000 &\nsetsid sleep 1000 &\n(setsid sh -c 'trap \"\" TERM; sleep 1000' &)\nREAL \"$@\"\n",
        "",
        "",
    ),
];

fn hunt<'a>(compilers: &'a str, programs: &'a str, store: &'a str) -> Vec<&'a str> {
    let fixed = "hunt --json --configured --no-reduce --jobs 1 --families general --seed 28 --options=-O1 --compile-limit 2s \
                 --compile-memory 256M --run-limit 2s";
    fixed.split_whitespace().chain(["--cc", compilers, "--count", programs, "--store", store]).collect()
}

/// The most memory that `lydite` itself may have, whatever a compiler does. It is some ten times what a hunt takes; a flood that was kept, or what
/// the hungry one is fed, would be gigabytes.
const PEAK: u64 = 600 << 20;

/// How many are tried at the same time: most of them sleep.
const AT_ONCE: usize = 5;

#[test]
fn every_misbehaviour_is_called_by_its_name() {
    let Some(real) = support::gcc() else { return };
    let mut site = Site::new();
    site.compiler("gcc-good", &format!("exec {real} \"$@\"\n"));
    for fake in FAKES {
        site.compiler(fake.name, &(hunted_only(real) + &fake.body.replace("REAL", real)));
    }
    // All are asked what they are, which is remembered.
    assert_eq!(site.run(&["compilers", "--configured"]).status, 0);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(fake) = FAKES.get(next.fetch_add(1, Ordering::Relaxed)) {
                    is_called_by_its_name(&site.beside(fake.name), fake);
                }
            });
        }
    });
}

fn is_called_by_its_name(site: &Site, fake: &Fake) {
    let store = format!("{}.db", fake.name);
    let compilers = format!("gcc-good,{}", fake.name);
    let ran = site.run(&hunt(&compilers, fake.programs, &store));
    let end = ran.end();
    site.is_clean(fake.name);
    println!("{}: {} MB at most", fake.name, ran.peak >> 20);
    assert!(ran.peak > 0 && ran.peak < PEAK, "{}: {} bytes", fake.name, ran.peak);
    let found = site.findings(&store);
    if fake.kind.is_empty() {
        assert_eq!((ran.status, found.len()), (0, 0), "{}: {}{}", fake.name, ran.stdout, ran.stderr);
        return;
    }
    assert_eq!((ran.status, found.len()), (1, 1), "{}: {}{}", fake.name, ran.stdout, ran.stderr);
    assert_eq!(end["new"].as_array().map(Vec::len), Some(1));
    let finding = &found[0];
    assert_eq!(finding["kind"], fake.kind, "{}: {finding}", fake.name);
    assert_eq!(finding["detail"]["patient"]["name"], fake.name);
    let ending = finding["detail"]["ending"].as_str().unwrap_or_default();
    assert!(ending.contains(fake.ending), "{}: {ending}", fake.name);
    // What happens only now and then is neither missed nor taken for all.
    let (count, programs) = (finding["count"].as_u64(), fake.programs.parse::<u64>().ok());
    assert!(count >= Some(1) && (programs == Some(1) || count < programs), "{}: {count:?}", fake.name);
}

#[test]
fn nobody_who_agrees_means_that_we_are_the_suspect() {
    let Some(real) = support::gcc() else { return };
    let mut site = Site::new();
    site.compiler("gcc-refuse", &(hunted_only(real) + "echo 'error: no' >&2; exit 1\n"));
    let ran = site.run(&hunt("gcc-refuse", "2", "s.db"));
    assert_eq!(ran.status, 0, "a suspect of our own is no finding: {}", ran.stderr);
    assert_eq!(ran.end()["suspects"], 2);
    let counts = site.counts("s.db");
    assert!(counts.len() == 1 && counts.keys().all(|s| s.starts_with("suspect ours")), "{counts:?}");
    assert_eq!(site.run(&["report", "1", "--store", "s.db"]).status, 125, "nothing to report to others");
}

#[test]
fn what_does_not_come_again_is_no_finding() {
    let Some(real) = support::gcc() else { return };
    let mut site = Site::new();
    // The compiler can't write where it remembers, but it can see how much is there: the scratch directories grow in number.
    site.compiler(
        "gcc-once",
        &(hunted_only(real)
            + &format!("case $(basename \"$PWD\") in *[05]) kill -SEGV $$;; esac\nexec {real} \"$@\"\n")),
    );
    let ran = site.run(&hunt("gcc-once", "12", "s.db"));
    let events = ran.events();
    let again = events.iter().filter(|e| e["event"] == "not-again").count();
    assert!(again > 0, "{}", ran.stdout);
    assert_eq!((ran.status, site.findings("s.db").len()), (0, 0), "{}", ran.stdout);
}

#[test]
fn rules_keep_known_bugs_quiet_and_count_them() {
    let Some(real) = support::gcc() else { return };
    let mut site = Site::new();
    let body = "echo 'internal compiler error: in known_one, at a.cc:1' >&2; exit 4\n";
    site.compiler("gcc-ice", &(hunted_only(real) + body));
    site.configure("[[suppress]]\nname = \"PR1\"\nkind = \"crash\"\nmessage = \"known_one\"\n");
    let ran = site.run(&hunt("gcc-ice", "3", "s.db"));
    assert_eq!((ran.status, &ran.end()["suppressed"]), (0, &3.into()), "{}", ran.stderr);
    assert!(site.findings("s.db").is_empty());
    site.configure("[[suppress]]\nname = \"all\"\n");
    assert_eq!(site.run(&hunt("gcc-ice", "1", "s.db")).status, 125, "a rule without conditions is refused");
}

#[test]
fn a_file_is_checked_on_every_compiler() {
    let Some(real) = support::gcc() else { return };
    let mut site = Site::new();
    site.compiler("gcc-good", &format!("exec {real} \"$@\"\n"));
    site.compiler("gcc-hang", &(hunted_only(real) + "sleep 1000\n"));
    let file = site.path().join("t.c");
    std::fs::write(&file, "#include <stdio.h>\nint main(void) { puts(\"yes\"); return 3; }\n").expect("a file");
    let check = ["check", "t.c", "--configured", "--options=-O0,-O2", "--compile-limit", "2s", "--json"];
    let ran = site.run(&check);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    let rows: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let outcomes: Vec<_> = rows.as_array().expect("rows").iter().filter_map(|row| row["outcome"].as_str()).collect();
    assert_eq!(outcomes, ["right", "right", "hang", "hang"]);
    std::fs::write(&file, "int main(void) { int x; return x; }\n").expect("a file");
    assert_eq!(site.run(&check).status, 121, "an undefined program is shown to nobody");
    site.is_clean("check");
}

#[test]
fn a_full_disk_ends_the_hunt_and_no_program_is_lost() {
    let Some(real) = support::gcc() else { return };
    let mut site = Site::new();
    let full = site.path().join("full");
    let body = format!(
        "[ -e {} ] && {{ echo 'fatal error: error writing to t.o: No space left on device' >&2; exit 1; }}\nexec {real} \"$@\"\n",
        full.display()
    );
    site.compiler("gcc-full", &(hunted_only(real) + &body));
    std::fs::write(&full, "").expect("a file");
    let ran = site.run(&hunt("gcc-full", "15", "s.db"));
    assert_eq!(ran.status, 125, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("the disk is full: free some space") && ran.stderr.contains("--resume"),
        "{}",
        ran.stderr
    );
    assert_eq!((&ran.end()["programs"], site.findings("s.db").len()), (&0.into(), 0), "{}", ran.stdout);
    // Told to go on, it tries them all once.
    let patient: Vec<&str> = hunt("gcc-full", "15", "t.db").into_iter().chain(["--keep-going"]).collect();
    let ran = site.run(&patient);
    let troubles = ran.events().iter().filter(|e| e["event"] == "trouble").count();
    assert_eq!((ran.status, troubles, &ran.end()["not_tried"]), (0, 15, &15.into()), "{}", ran.stderr);
    std::fs::remove_file(&full).expect("a file");
    let resume = "hunt --json --configured --no-reduce --cc gcc-full --options=-O1 --resume --store";
    for store in ["s.db", "t.db"] {
        let ran = site.run(&resume.split_whitespace().chain([store]).collect::<Vec<_>>());
        assert_eq!((ran.status, &ran.end()["programs"]), (0, &15.into()), "{}{}", ran.stdout, ran.stderr);
    }
}
