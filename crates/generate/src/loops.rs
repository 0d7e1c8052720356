//! The family `loops`: loops, loop nests and sequences of loops.

use crate::make::state::Gen;

impl Gen {
    /// Makes a program that is not yet repaired.
    pub(crate) fn fill_loops(&mut self) {
        self.fill_program();
    }
}
