//! A place with compilers of its own, and what must be true of it afterwards.

use crate::support;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Seconds of CPU time after which something is wrong.
const PATIENCE: u64 = 600;

/// A directory with scripts, a configuration, stores, and everything that `lydite` writes.
pub struct Site {
    dir: Arc<tempfile::TempDir>,
    /// Where `lydite` puts what is to vanish.
    scratch: PathBuf,
    config: String,
}

/// What `lydite` printed, complained about and ended with.
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub status: i32,
    /// The most memory that the process itself had, without compilers, in bytes.
    pub peak: u64,
}

impl Ran {
    /// Its lines of JSON.
    pub fn events(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }

    /// How a hunt ended.
    pub fn end(&self) -> Value {
        let last = self.events().pop().unwrap_or_else(|| panic!("no events: {}", self.stderr));
        assert_eq!(last["event"], "end", "{}\n{}", self.stdout, self.stderr);
        last
    }
}

impl Site {
    pub fn new() -> Site {
        let dir = Arc::new(tempfile::tempdir().expect("a directory"));
        let scratch = dir.path().join("tmp");
        std::fs::create_dir(&scratch).expect("a directory");
        Site { dir, scratch, config: String::new() }
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// A script.
    pub fn script(&self, name: &str, body: &str) {
        let path = self.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{body}")).expect("a script");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    }

    /// A compiler that is a script.
    pub fn compiler(&mut self, name: &str, body: &str) {
        self.script(name, body);
        self.config.push_str(&format!("[[compiler]]\nname = \"{name}\"\npath = \"./{name}\"\n"));
        self.configure("");
    }

    /// Writes the configuration with more at its end.
    pub fn configure(&self, more: &str) {
        let text = format!("{}{more}", self.config);
        std::fs::write(self.path().join("lydite.toml"), text).expect("a configuration");
    }

    /// A command that sees only what is here.
    pub fn command<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let mut command = support::lydite();
        command.args(arguments).current_dir(self.path());
        command.env("XDG_CACHE_HOME", self.path().join("cache")).env("TMPDIR", &self.scratch);
        command
    }

    pub fn run<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Ran {
        let mut command = support::limited(&self.command(arguments), PATIENCE);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("lydite can be started");
        let (pid, is_over) = (child.id(), AtomicBool::new(false));
        let (output, peak) = std::thread::scope(|scope| {
            let peak = scope.spawn(|| peak(pid, &is_over));
            let output = child.wait_with_output().expect("a child");
            is_over.store(true, Ordering::Relaxed);
            (output, peak.join().expect("a thread"))
        });
        let support::Ran { stdout, stderr, status } = support::ran(output);
        Ran { stdout: String::from_utf8_lossy(&stdout).into_owned(), stderr, status, peak }
    }

    /// The same place for another `lydite` at the same time: it has its own files and processes, which [`Site::is_clean`] looks at.
    pub fn beside(&self, name: &str) -> Site {
        let scratch = self.scratch.join(name);
        std::fs::create_dir(&scratch).expect("a directory");
        Site { dir: Arc::clone(&self.dir), scratch, config: self.config.clone() }
    }

    /// The findings of a store.
    pub fn findings(&self, store: &str) -> Vec<Value> {
        let ran = self.run(&["findings", "--json", "--store", store]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        serde_json::from_str(&ran.stdout).expect("JSON")
    }

    /// Signatures of a store and in how many programs each was seen.
    pub fn counts(&self, store: &str) -> BTreeMap<String, u64> {
        let row = |f: &Value| Some((f["signature"].as_str()?.to_owned(), f["count"].as_u64()?));
        self.findings(store).iter().filter_map(row).collect()
    }

    /// Nothing is left running, and no scratch directory either.
    pub fn is_clean(&self, after: &str) {
        let left: Vec<_> = std::fs::read_dir(&self.scratch).expect("a directory").flatten().collect();
        assert!(left.is_empty(), "{after} leaves {left:?}");
        let mark = self.scratch.display().to_string();
        let own = std::process::id().to_string();
        for entry in std::fs::read_dir("/proc").expect("/proc").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name == own || !name.bytes().all(|b| b.is_ascii_digit()) {
                continue;
            }
            // Every child has its private directory in its environment; one that is gone meanwhile can't be read.
            let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
            let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let text = String::from_utf8_lossy(&environment).into_owned();
            assert!(!text.contains(&mark), "{after} leaves {} running", String::from_utf8_lossy(&command));
        }
    }
}

/// The most memory a process has had, as the kernel counts it. What waiting for it tells would include the compilers.
fn peak(pid: u32, is_over: &AtomicBool) -> u64 {
    let mut kilobytes = 0;
    while !is_over.load(Ordering::Relaxed) {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let now = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        kilobytes = now.unwrap_or(0).max(kilobytes);
        std::thread::sleep(Duration::from_millis(5));
    }
    kilobytes * 1024
}

/// The beginning of a script that calls the real compiler for all but hunted programs: `$hunted` is the file, `$out` the output.
pub fn hunted_only(real: &str) -> String {
    format!(
        "hunted= out= last=\n\
         for arg; do\n\
         case ${{arg##*/}} in t*.c) hunted=$arg;; esac\n\
         [ \"$last\" = -o ] && out=$arg\n\
         last=$arg\n\
         done\n\
         [ -n \"$hunted\" ] || exec {real} \"$@\"\n"
    )
}
