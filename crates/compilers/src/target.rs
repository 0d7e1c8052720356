//! The targets that programs are compiled for: how their compilers are called and how their programs run here.

/// What a compiler for a target must be told, and how its programs run on another machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// Its name, the same wherever Lydite speaks of targets.
    pub name: &'static str,
    /// The GNU triple, which prefixes the names of cross compilers and under which Debian keeps its libraries.
    pub triple: &'static str,
    /// What triples of this target begin with.
    machines: &'static [&'static str],
    /// The emulator that runs its programs.
    pub emulator: &'static str,
    /// What makes its floating-point arithmetic the standard's: no fused operations, no excess precision.
    pub floats: &'static [&'static str],
    /// The Debian package of its cross gcc.
    pub gcc: &'static str,
}

const NO_FUSED: &[&str] = &["-ffp-contract=off"];

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "x86_64",
        triple: "x86_64-linux-gnu",
        machines: &["x86_64", "amd64"],
        emulator: "qemu-x86_64",
        floats: &[],
        gcc: "gcc-x86-64-linux-gnu",
    },
    Target {
        name: "i686",
        triple: "i686-linux-gnu",
        machines: &["i386", "i486", "i586", "i686"],
        emulator: "qemu-i386",
        floats: &["-msse2", "-mfpmath=sse"],
        gcc: "gcc-i686-linux-gnu",
    },
    Target {
        name: "aarch64",
        triple: "aarch64-linux-gnu",
        machines: &["aarch64", "arm64"],
        emulator: "qemu-aarch64",
        floats: NO_FUSED,
        gcc: "gcc-aarch64-linux-gnu",
    },
    Target {
        name: "arm",
        triple: "arm-linux-gnueabihf",
        machines: &["arm"],
        emulator: "qemu-arm",
        floats: NO_FUSED,
        gcc: "gcc-arm-linux-gnueabihf",
    },
    Target {
        name: "riscv64",
        triple: "riscv64-linux-gnu",
        machines: &["riscv64"],
        emulator: "qemu-riscv64",
        floats: NO_FUSED,
        gcc: "gcc-riscv64-linux-gnu",
    },
    Target {
        name: "s390x",
        triple: "s390x-linux-gnu",
        machines: &["s390x"],
        emulator: "qemu-s390x",
        floats: NO_FUSED,
        gcc: "gcc-s390x-linux-gnu",
    },
];

impl Target {
    /// The target with this name or triple, however the triple is spelt.
    pub fn find(name: &str) -> Option<&'static Target> {
        let machine = name.split('-').next().unwrap_or_default();
        let exactly = TARGETS.iter().find(|target| target.name == name);
        let among = |target: &&Target| target.machines.contains(&machine);
        // `armv7l`, `armv8l` and such; not `arm64`, which stands in another row.
        exactly
            .or_else(|| TARGETS.iter().find(among))
            .or_else(|| machine.starts_with("armv").then(|| Target::find("arm"))?)
    }

    /// The target of this machine, if it is one of them.
    pub fn host() -> Option<&'static Target> {
        Target::find(std::env::consts::ARCH)
    }

    /// Whether this machine may run its programs without an emulator.
    pub(crate) fn may_run_here(&self) -> bool {
        let host = std::env::consts::ARCH;
        Target::host() == Some(self) || (host == "x86_64" && self.name == "i686")
    }

    /// Where its libraries are.
    pub(crate) fn sysroot(&self) -> std::path::PathBuf {
        std::path::Path::new("/usr").join(self.triple)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_are_found_however_they_are_spelt() {
        let spelt = [
            ("x86_64-pc-linux-gnu", "x86_64"),
            ("x86_64-linux-gnu", "x86_64"),
            ("i486-linux-gnu", "i686"),
            ("arm64-apple-darwin", "aarch64"),
            ("armv7l-unknown-linux-gnueabihf", "arm"),
            ("s390x", "s390x"),
        ];
        for (triple, name) in spelt {
            assert_eq!(Target::find(triple).map(|target| target.name), Some(name), "{triple}");
        }
        assert_eq!(Target::find("vax-dec-ultrix"), None);
    }
}
