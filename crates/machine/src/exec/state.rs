//! The state of a run.

use super::native::Native;
use super::seq::Seq;
use crate::code::{Image, Reg, Site};
use crate::libc::{LibFn, Library};
use crate::limits::Limits;
use crate::memory::{Access, LocalMark, Memory};
use crate::plan::Total;
use crate::profile::Profile;
use crate::value::{Ptr, Value};
use lydite_lang::{Program, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// How a run ends when nothing goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The function that was called has returned.
    Returned,
    /// `exit` was called.
    Exit(i32),
    /// `abort` was called, an assertion failed or a trap was reached.
    Abort,
}

/// A call under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Where the caller goes on.
    pub return_pc: u32,
    /// The caller's registers.
    pub caller: u32,
    /// The caller's register for the result.
    pub dst: Reg,
    pub func: u32,
    pub mark: LocalMark,
    /// The object that stands for variable arguments.
    pub varargs: Ptr,
    /// How many blocks of `alloca` there were before.
    pub allocas: u32,
}

/// The return address of a function that native code called.
pub(super) const TO_NATIVE: u32 = u32::MAX;
/// The return address of the outermost function.
pub(super) const TO_HOST: u32 = u32::MAX - 1;

pub(crate) struct Machine<'p> {
    pub p: &'p Program,
    pub image: &'p Image,
    pub memory: Memory,
    pub library: Library,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub limits: Limits,
    pub steps: u64,
    pub profile: Option<Box<Profile>>,
    /// Expressions and initialisers whose operands conflict in functions they call: their order may matter.
    pub suspects: Vec<Site>,
    /// Where an address was first seen as a number.
    pub exposed_at: Option<Site>,
    /// Plans and marks in total mode.
    pub total: Option<Box<Total<'p>>>,
    /// One bit per statement that ran, in code that records it.
    pub covered: Vec<u64>,
    /// How lanes of vectors are accessed, by element type.
    pub(super) lane_accesses: FxHashMap<TypeId, Option<Access>>,
    pub(super) regs: Vec<u64>,
    pub(super) frames: Vec<Frame>,
    pub(super) natives: Vec<Native>,
    pub(super) seq: Seq,
    pub(super) varargs: FxHashMap<u32, Vec<Value>>,
    pub(super) allocas: Vec<Ptr>,
    pub(super) functions: Vec<Ptr>,
    pub(super) labels: Vec<Ptr>,
    pub(super) globals: Vec<Ptr>,
    pub(super) strings: Vec<Ptr>,
    /// A function came back without a value.
    pub(super) missing: bool,
    pub(super) compatible: FxHashSet<(TypeId, TypeId)>,
    pub(super) at_exit: Vec<u32>,
    pub(super) library_functions: FxHashMap<u32, LibFn>,
    pub(super) pc: usize,
    /// What the outermost function returned.
    pub(super) result: (u64, u64),
}
