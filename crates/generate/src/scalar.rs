//! The family `scalar`: large functions without loops.

use crate::make::state::Gen;

impl Gen {
    /// Makes a program that is not yet repaired.
    pub(crate) fn fill_scalar(&mut self) {
        self.fill_program();
    }
}
