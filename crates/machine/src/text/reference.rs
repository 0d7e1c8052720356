//! The system's C library as the judge of ours: small C programs, compiled and run by tests.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A xorshift generator with a fixed seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }

    /// A `double` of any class, with a preference for the ones that go wrong.
    pub fn double(&mut self) -> f64 {
        let small = self.below(2000) as f64 - 1000.0;
        match self.below(8) {
            0 => *self.pick(&SPECIAL_DOUBLES),
            1 => small,
            2 => small / 8.0,
            3 => small * 0.1,
            4 => f64::from_bits(self.next() & 0x800f_ffff_ffff_ffff),
            5 => f64::from_bits(self.next() & 0x800f_ffff_ffff_ffff | (1000 + self.below(80)) << 52),
            6 => *self.pick(&SPECIAL_DOUBLES) * (1.0 + self.below(4) as f64 * f64::EPSILON),
            _ => {
                let value = f64::from_bits(self.next());
                if value.is_nan() { 1.5 } else { value }
            }
        }
    }

    /// A `float` of any class.
    pub fn float(&mut self) -> f32 {
        match self.below(4) {
            0 => f32::from_bits(self.next() as u32 & 0x807f_ffff),
            1 => {
                let value = f32::from_bits(self.next() as u32);
                if value.is_nan() { 2.5 } else { value }
            }
            _ => self.double() as f32,
        }
    }
}

const SPECIAL_DOUBLES: [f64; 24] = [
    0.0,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::from_bits(0x7ff8_0000_0000_0000),
    f64::from_bits(0xfff8_0000_0000_0000),
    0.5,
    -0.5,
    1.0,
    1.5,
    2.5,
    -2.5,
    9.5,
    999_999.5,
    0.000_099_999_95,
    0.000_1,
    1e15,
    4_503_599_627_370_495.5,
    9_223_372_036_854_775_808.0,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    0.499_999_999_999_999_94,
    -1e23,
];

/// Compiles and runs a program whose `main` is `body`; gives the lines it prints, or `None` when there is no C compiler.
pub fn run(prelude: &str, body: &str) -> Option<Vec<String>> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = Folder(std::env::temp_dir().join(format!("lydite-reference-{}-{number}", std::process::id())));
    std::fs::create_dir_all(&folder.0).expect("a folder for the program");
    let source = folder.0.join("program.c");
    let binary = folder.0.join("program");
    let text = format!(
        "#define _GNU_SOURCE\n#include <ctype.h>\n#include <errno.h>\n#include <math.h>\n#include <stdio.h>\n\
         #include <stdlib.h>\n#include <string.h>\n\
         static double D(unsigned long long b) {{ double d; memcpy(&d, &b, 8); return d; }}\n\
         static float F(unsigned b) {{ float f; memcpy(&f, &b, 4); return f; }}\n\
         static unsigned long long DB(double d) {{ unsigned long long b; memcpy(&b, &d, 8); return b; }}\n\
         static unsigned FB(float f) {{ unsigned b; memcpy(&b, &f, 4); return b; }}\n\
         {prelude}\nint main(void) {{ (void)D; (void)F; (void)DB; (void)FB;\n{body}return 0; }}\n"
    );
    std::fs::write(&source, text).expect("writing the program");
    let mut compile = Command::new("cc");
    compile.args(["-O0", "-w", "-std=gnu17", "-fno-builtin", "-o"]).arg(&binary).arg(&source).arg("-lm");
    let Ok(compiled) = compile.output() else {
        eprintln!("note: no 'cc' on this machine; comparison with the C library skipped");
        return None;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&binary).output().expect("running the program");
    assert!(ran.status.success(), "the program failed: {:?}", ran.status);
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    Some(printed.lines().map(str::to_owned).collect())
}

/// Fails with the first few statements of `body` (one a line) whose printed line is not the expected one.
pub fn compare(body: &str, expected: &[String], printed: Option<Vec<String>>) {
    let Some(printed) = printed else { return };
    assert_eq!(printed.len(), expected.len(), "as many lines as expectations");
    let wrong: Vec<String> = body
        .lines()
        .zip(expected.iter().zip(&printed))
        .filter(|(_, (ours, theirs))| ours != theirs)
        .map(|(statement, (ours, theirs))| format!("{statement}\n  ours   {ours}\n  theirs {theirs}"))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} differ:\n{}",
        wrong.len(),
        expected.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
}

/// A folder that goes away with the test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
