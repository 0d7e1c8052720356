//! How deep a recursion is, so that the host's stack is looked at only now and then.

/// A count of nested calls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Depth(u32);

impl Depth {
    /// More than what the calls between two looks need.
    pub const RED_ZONE: usize = 256 << 10;
    /// How much more stack there is to be if less than that is left.
    pub const STACK: usize = 4 << 20;
    const EVERY: u32 = 16;

    /// One level down; whether it is time to look at the stack.
    #[inline]
    pub fn enter(&mut self) -> bool {
        self.0 += 1;
        self.0.is_multiple_of(Depth::EVERY)
    }

    /// One level up.
    #[inline]
    pub fn leave(&mut self) {
        self.0 -= 1;
    }
}
