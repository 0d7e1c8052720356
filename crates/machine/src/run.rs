//! Running a program to its verdict.

use crate::code::{Image, Site};
use crate::covered::Covered;
use crate::exec::{End, Machine};
use crate::fault::Fault;
use crate::kinds::{Class, Kind};
use crate::limits::Limits;
use crate::lower::{self, Options, Profiling, site_place};
use crate::memory::LayoutSeed;
use crate::plan::{Mark, Plans, Total};
use crate::profile::{Profile, ProfileOptions};
use lydite_lang::{ExprId, FuncAttrs, Place, Program};

/// What a program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ends.
    pub verdict: Verdict,
    /// What it prints.
    pub stdout: Vec<u8>,
    /// What it prints to `stderr`.
    pub stderr: Vec<u8>,
    /// Instructions of the machine.
    pub steps: u64,
    /// The most address space it used, in bytes.
    pub memory: u64,
}

/// How a program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// With this status.
    Exit(i32),
    /// By `abort`, a failed assertion or a trap.
    Abort,
    /// With undefined behaviour.
    Undefined(Report),
    /// With a result that depends on what the standard leaves open.
    Ambiguous(Report),
    /// Not within its budget.
    Budget(Report),
    /// With something the machine does not model.
    Unsupported(Report),
}

/// The first thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What it is.
    pub kind: Kind,
    /// Values and names.
    pub detail: String,
    /// Where.
    pub place: Place,
    /// The calls under way, innermost first.
    pub stack: Vec<StackFrame>,
    /// The expression, if it is one.
    pub expr: Option<ExprId>,
}

/// A call under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// The function.
    pub function: String,
    /// Where it is.
    pub place: Place,
}

impl Verdict {
    /// The report, if something is wrong.
    pub fn report(&self) -> Option<&Report> {
        match self {
            Verdict::Exit(_) | Verdict::Abort => None,
            Verdict::Undefined(r) | Verdict::Ambiguous(r) | Verdict::Budget(r) | Verdict::Unsupported(r) => Some(r),
        }
    }

    pub(crate) fn of(report: Report) -> Verdict {
        match report.kind.row().class {
            Class::Undefined => Verdict::Undefined(report),
            Class::Ambiguous => Verdict::Ambiguous(report),
            Class::Budget => Verdict::Budget(report),
            Class::Unsupported => Verdict::Unsupported(report),
        }
    }
}

/// How many operand orders are tried one by one.
const SUSPECTS: usize = 64;

/// Runs a program's `main` to its end.
///
/// If calls whose order C leaves open touched the same objects, the program runs again with the order turned round;
/// if it saw an address as a number, again with objects elsewhere. A result that changes is ambiguous.
pub fn run(program: &Program, limits: &Limits) -> Outcome {
    let image = match lower::lower(program, &Options::default()) {
        Ok(image) => image,
        Err(unsupported) => return not_lowered(unsupported),
    };
    let (outcome, traits) = run_image(program, &image, limits, LayoutSeed(0), &mut Extras::default());
    settle(program, &image, limits, outcome, &traits)
}

/// Runs a program and records what it does; the outcome is that of [`run`] but for the number of steps.
pub fn run_with_profile(program: &Program, limits: &Limits, options: &ProfileOptions) -> (Outcome, Profile) {
    let lowering = Options { profile: Profiling::On, ..Options::default() };
    let image = match lower::lower(program, &lowering) {
        Ok(image) => image,
        Err(unsupported) => return (not_lowered(unsupported), Profile::new(*options)),
    };
    let mut extras = Extras { profile: Some(Box::new(Profile::new(*options))), ..Extras::default() };
    let (outcome, traits) = run_image(program, &image, limits, LayoutSeed(0), &mut extras);
    let outcome = settle(program, &image, limits, outcome, &traits);
    (outcome, extras.profile.map_or_else(|| Profile::new(*options), |p| *p))
}

/// Runs a program in total mode: where an operator with a plan is undefined, the plan says what it does, and its site is
/// marked. There is one mark per site, in the order in which they were first needed. Order and addresses are not tried out.
pub fn run_total(program: &Program, limits: &Limits, plans: &Plans) -> (Outcome, Vec<Mark>) {
    let (outcome, marks, _) = total(program, limits, plans, Profiling::Off);
    (outcome, marks)
}

/// [`run_total`], and which statements ran; the outcome is the same but for the number of steps.
pub fn run_total_covered(program: &Program, limits: &Limits, plans: &Plans) -> (Outcome, Vec<Mark>, Covered) {
    total(program, limits, plans, Profiling::Statements)
}

fn total(program: &Program, limits: &Limits, plans: &Plans, profile: Profiling) -> (Outcome, Vec<Mark>, Covered) {
    let options = Options { plans: Some(plans), profile, ..Options::default() };
    let image = match lower::lower(program, &options) {
        Ok(image) => image,
        Err(unsupported) => return (not_lowered(unsupported), Vec::new(), Covered::default()),
    };
    let covered = if profile == Profiling::Off { Vec::new() } else { Covered::room(program) };
    let mut extras = Extras { total: Some(Box::new(Total::new(plans))), covered, ..Extras::default() };
    let (outcome, _) = run_image(program, &image, limits, LayoutSeed(0), &mut extras);
    let covered = if profile == Profiling::Off { Covered::default() } else { Covered::new(program, extras.covered) };
    (outcome, extras.total.map_or_else(Vec::new, |t| t.marks), covered)
}

/// Runs a program and tells which statements ran; the outcome is that of [`run`] but for the number of steps.
pub fn run_covered(program: &Program, limits: &Limits) -> (Outcome, Covered) {
    let options = Options { profile: Profiling::Statements, ..Options::default() };
    let image = match lower::lower(program, &options) {
        Ok(image) => image,
        Err(unsupported) => return (not_lowered(unsupported), Covered::default()),
    };
    let mut extras = Extras { covered: Covered::room(program), ..Extras::default() };
    let (outcome, traits) = run_image(program, &image, limits, LayoutSeed(0), &mut extras);
    let covered = Covered::new(program, extras.covered);
    (settle(program, &image, limits, outcome, &traits), covered)
}

/// Tries what the standard leaves open, if a run that ended well showed a reason to.
fn settle(program: &Program, image: &Image, limits: &Limits, outcome: Outcome, traits: &Traits) -> Outcome {
    if !matches!(outcome.verdict, Verdict::Exit(_) | Verdict::Abort) {
        return outcome;
    }
    // Another order may take a few more steps without being another result.
    let limits = &Limits { steps: limits.steps.saturating_mul(2), ..limits.clone() };
    if let Some(report) = order_matters(program, limits, &outcome, &traits.suspects) {
        return Outcome { verdict: Verdict::of(report), ..outcome };
    }
    if traits.address_seen
        && let Some(report) = address_matters(program, image, limits, &outcome, traits.exposed_at)
    {
        return Outcome { verdict: Verdict::of(report), ..outcome };
    }
    outcome
}

fn not_lowered(unsupported: lower::Unsupported) -> Outcome {
    let report = Report {
        kind: Kind::Unsupported,
        detail: unsupported.what,
        place: unsupported.place,
        stack: Vec::new(),
        expr: None,
    };
    Outcome { verdict: Verdict::Unsupported(report), stdout: Vec::new(), stderr: Vec::new(), steps: 0, memory: 0 }
}

/// What a run showed beside its outcome.
#[derive(Default)]
struct Traits {
    suspects: Vec<Site>,
    address_seen: bool,
    exposed_at: Option<Site>,
}

/// What a run records for those who ask.
#[derive(Default)]
struct Extras<'p> {
    profile: Option<Box<Profile>>,
    total: Option<Box<Total<'p>>>,
    covered: Vec<u64>,
}

fn run_image<'p>(
    program: &'p Program,
    image: &'p Image,
    limits: &Limits,
    seed: LayoutSeed,
    extras: &mut Extras<'p>,
) -> (Outcome, Traits) {
    let mut machine = match Machine::new(program, image, limits, seed) {
        Ok(machine) => machine,
        Err(fault) => {
            let verdict = Verdict::of(report_of(program, *fault, None, Vec::new()));
            let outcome = Outcome { verdict, stdout: Vec::new(), stderr: Vec::new(), steps: 0, memory: 0 };
            return (outcome, Traits::default());
        }
    };
    machine.profile = extras.profile.take();
    machine.total = extras.total.take();
    machine.covered = std::mem::take(&mut extras.covered);
    let ended = run_main(&mut machine, image);
    let verdict = match ended {
        Ok(End::Exit(status)) => Verdict::Exit(status & 0xff),
        Ok(End::Returned) => Verdict::Exit(machine.result().0 as i32 & 0xff),
        Ok(End::Abort) => Verdict::Abort,
        Err(fault) => Verdict::of(machine_report(&machine, *fault)),
    };
    let traits = Traits {
        suspects: std::mem::take(&mut machine.suspects),
        address_seen: machine.memory.address_seen(),
        exposed_at: machine.exposed_at,
    };
    extras.profile = machine.profile.take();
    extras.total = machine.total.take();
    extras.covered = std::mem::take(&mut machine.covered);
    let outcome = Outcome {
        verdict,
        stdout: std::mem::take(&mut machine.stdout),
        stderr: std::mem::take(&mut machine.stderr),
        steps: machine.steps,
        memory: machine.memory.peak(),
    };
    (outcome, traits)
}

fn run_main(machine: &mut Machine<'_>, image: &Image) -> Result<End, Box<Fault>> {
    match machine.initialise()? {
        End::Returned => {}
        end => return Ok(end),
    }
    let Some(main) = image.main else {
        return crate::fault::fault(Kind::Unsupported, "a program without 'main'");
    };
    let marked = |attr: FuncAttrs| -> Vec<u32> {
        let defined = machine.p.funcs.iter().filter(|(_, f)| f.body.is_some() && f.attrs.has(attr));
        defined.map(|(id, _)| id.0).collect()
    };
    let (constructors, destructors) = (marked(FuncAttrs::CONSTRUCTOR), marked(FuncAttrs::DESTRUCTOR));
    for func in constructors {
        match machine.call_function(func, &[])? {
            End::Returned => {}
            end => return Ok(end),
        }
    }
    let args = machine.main_arguments(main)?;
    machine.forget_missing();
    let end = machine.call_function(main, &args)?;
    let status = match end {
        // The environment uses the value of `main`.
        End::Returned if machine.is_missing() => {
            return crate::fault::fault(Kind::MissingReturn, "'main' returned without a value");
        }
        End::Returned => machine.result().0 as i32,
        End::Exit(status) => status,
        End::Abort => return Ok(End::Abort),
    };
    while let Some(func) = machine.take_at_exit() {
        match machine.call_function(func, &[])? {
            End::Returned => {}
            end => return Ok(end),
        }
    }
    for func in destructors.into_iter().rev() {
        match machine.call_function(func, &[])? {
            End::Returned => {}
            end => return Ok(end),
        }
    }
    Ok(End::Exit(status))
}

/// The report of a fault where a machine stopped.
pub(crate) fn machine_report(machine: &Machine<'_>, fault: Fault) -> Report {
    let p = machine.p;
    let stack = machine
        .stack()
        .into_iter()
        .map(|(func, site)| StackFrame {
            function: p.names.text(p.funcs[lydite_lang::FuncId(func)].name).to_owned(),
            place: site_place(p, site),
        })
        .collect();
    report_of(p, fault, machine.site(), stack)
}

fn report_of(p: &Program, fault: Fault, site: Option<Site>, stack: Vec<StackFrame>) -> Report {
    let expr = match site {
        Some(Site::Expr(e)) => Some(e),
        _ => None,
    };
    let place = site.map_or(Place::NONE, |s| site_place(p, s));
    Report { kind: fault.kind, detail: fault.detail, place, stack, expr }
}

fn same(a: &Outcome, b: &Outcome) -> bool {
    a.verdict == b.verdict && a.stdout == b.stdout && a.stderr == b.stderr
}

fn order_matters(program: &Program, limits: &Limits, first: &Outcome, suspects: &[Site]) -> Option<Report> {
    if suspects.is_empty() {
        return None;
    }
    let mut trials: Vec<Vec<Site>> = suspects.iter().take(SUSPECTS).map(|&e| vec![e]).collect();
    if suspects.len() > 1 {
        trials.push(suspects.to_vec());
    }
    for trial in trials {
        let site = trial[0];
        let options = Options { reversed: trial.into_iter().collect(), ..Options::default() };
        let Ok(image) = lower::lower(program, &options) else { continue };
        let (again, _) = run_image(program, &image, limits, LayoutSeed(0), &mut Extras::default());
        if !same(first, &again) {
            let detail = match again.verdict.report() {
                Some(r) => format!("in another order: {}: {}", r.kind.row().sentence, r.detail),
                None => format!("in another order: {}", difference(first, &again)),
            };
            let expr = match site {
                Site::Expr(e) => Some(e),
                _ => None,
            };
            let place = site_place(program, site);
            return Some(Report { kind: Kind::EvaluationOrder, detail, place, stack: Vec::new(), expr });
        }
    }
    None
}

fn address_matters(
    program: &Program,
    image: &Image,
    limits: &Limits,
    first: &Outcome,
    exposed_at: Option<Site>,
) -> Option<Report> {
    for seed in [1, 2, 11] {
        let (again, _) = run_image(program, image, limits, LayoutSeed(seed), &mut Extras::default());
        if !same(first, &again) {
            let place = exposed_at.map_or(Place::NONE, |s| site_place(program, s));
            let expr = match exposed_at {
                Some(Site::Expr(e)) => Some(e),
                _ => None,
            };
            let detail = match again.verdict.report() {
                Some(r) => format!("with objects elsewhere: {}: {}", r.kind.row().sentence, r.detail),
                None => format!("with objects elsewhere: {}", difference(first, &again)),
            };
            return Some(Report { kind: Kind::AddressDependent, detail, place, stack: Vec::new(), expr });
        }
    }
    None
}

/// How two outcomes differ, in a few words.
fn difference(a: &Outcome, b: &Outcome) -> String {
    if a.stdout != b.stdout {
        let line = |out: &[u8]| {
            let at = a.stdout.iter().zip(&b.stdout).take_while(|(x, y)| x == y).count();
            let start = out[..at.min(out.len())].iter().rposition(|&c| c == b'\n').map_or(0, |i| i + 1);
            let end = out[start..].iter().position(|&c| c == b'\n').map_or(out.len(), |i| start + i);
            String::from_utf8_lossy(&out[start..end]).into_owned()
        };
        return format!("it prints \"{}\" instead of \"{}\"", line(&b.stdout), line(&a.stdout));
    }
    match (&a.verdict, &b.verdict) {
        (Verdict::Exit(x), Verdict::Exit(y)) if x != y => format!("it exits with {y} instead of {x}"),
        _ => "it ends differently".to_owned(),
    }
}
