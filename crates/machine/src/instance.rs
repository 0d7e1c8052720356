//! A program that is lowered once and called many times.

use crate::code::Image;
use crate::exec::{End, Machine};
use crate::fault::Fault;
use crate::kinds::Kind;
use crate::limits::Limits;
use crate::lower::{self, Options, Repr, repr};
use crate::memory::LayoutSeed;
use crate::run::{Report, Verdict, machine_report};
use crate::value::Value;
use lydite_lang::{FuncId, ParamTail, Program};

/// A lowered program, ready to be instantiated.
#[derive(Debug)]
pub struct Compiled<'p> {
    program: &'p Program,
    image: Image,
}

impl<'p> Compiled<'p> {
    /// Lowers a program.
    pub fn new(program: &'p Program) -> Result<Self, lower::Unsupported> {
        Ok(Compiled { program, image: lower::lower(program, &Options::default())? })
    }

    /// Static objects allocated and initialised, nothing called yet.
    pub fn instance<'c>(&'c self, limits: &Limits) -> Result<Instance<'c>, Box<Report>>
    where
        'p: 'c,
    {
        let mut machine = match Machine::new(self.program, &self.image, limits, LayoutSeed(0)) {
            Ok(machine) => machine,
            Err(fault) => return Err(Box::new(bare(*fault))),
        };
        match machine.initialise() {
            Ok(_) => Ok(Instance { machine, limits: limits.clone() }),
            Err(fault) => Err(Box::new(machine_report(&machine, *fault))),
        }
    }
}

fn bare(fault: Fault) -> Report {
    Report { kind: fault.kind, detail: fault.detail, place: lydite_lang::Place::NONE, stack: Vec::new(), expr: None }
}

/// How one call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    /// It returned this ([`Value::VOID`] if nothing).
    Returned(Value),
    /// It ended the program, or did something it should not.
    Ended(Verdict),
}

/// A program whose functions can be called, keeping its static objects from call to call.
///
/// After a call that ended with a fault the state is what the fault left; make a fresh instance to go on.
pub struct Instance<'c> {
    machine: Machine<'c>,
    limits: Limits,
}

impl Instance<'_> {
    /// Calls a function with scalar arguments, each call with the whole step budget.
    pub fn call(&mut self, func: FuncId, args: &[Value]) -> Called {
        let p = self.machine.p;
        let function = &p.funcs[func];
        let wrong = |what: String| Called::Ended(Verdict::of(bare(Fault { kind: Kind::WrongCall, detail: what })));
        let Some(ty) = p.types.func_parts(function.ty) else { return wrong("not a function".into()) };
        if function.body.is_none() || ty.tail == ParamTail::Variadic {
            return wrong(format!("'{}' can't be called from here", p.names.text(function.name)));
        }
        let params: Vec<_> = function.params.iter().map(|&v| p.vars[v].ty.ty).collect();
        let fits = params.len() == args.len()
            && params.iter().zip(args).all(|(&t, v)| p.types.compatible(t, v.ty) && repr(&p.types, t) != Repr::Memory);
        let ret = repr(&p.types, ty.ret.ty);
        if !fits || ret == Repr::Memory {
            return wrong(format!("'{}' takes or returns something else", p.names.text(function.name)));
        }
        let registers: Vec<(u64, u64, u32)> =
            args.iter().map(|v| (v.lo, v.hi, repr(&p.types, v.ty).registers())).collect();
        self.machine.steps = 0;
        self.machine.forget_missing();
        match self.machine.call_function(func.0, &registers) {
            Ok(End::Returned) if ret != Repr::Void && self.machine.is_missing() => {
                let detail = format!("'{}' ended without a value", p.names.text(function.name));
                Called::Ended(Verdict::of(bare(Fault { kind: Kind::MissingReturn, detail })))
            }
            Ok(End::Returned) if ret == Repr::Void => Called::Returned(Value::VOID),
            Ok(End::Returned) => {
                let (lo, hi) = self.machine.result();
                Called::Returned(Value { ty: ty.ret.ty, lo, hi })
            }
            Ok(End::Exit(status)) => Called::Ended(Verdict::Exit(status & 0xff)),
            Ok(End::Abort) => Called::Ended(Verdict::Abort),
            Err(fault) => Called::Ended(Verdict::of(machine_report(&self.machine, *fault))),
        }
    }

    /// What has been printed since the last time this was asked.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.machine.stdout)
    }

    /// Steps of the last call.
    pub fn steps(&self) -> u64 {
        self.machine.steps
    }

    /// The budget of each call.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}
