//! What a run may use.

/// The budget of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions of the machine.
    pub steps: u64,
    /// Bytes of guest memory.
    pub memory: u64,
    /// Bytes of output.
    pub output: u64,
    /// Nested calls.
    pub depth: u32,
}

impl Default for Limits {
    /// About ten seconds, 512 MiB, 64 MiB of output, a hundred thousand nested calls.
    fn default() -> Self {
        Limits { steps: 1_000_000_000, memory: 512 << 20, output: 64 << 20, depth: 100_000 }
    }
}
