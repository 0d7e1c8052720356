//! `--effect`: what policies do to compilers, measured.
//!
//! Programs are made with and without some policies, compiled, and what the optimisers say they did is counted and compared.

mod answer;
mod arms;
mod measure;
mod policy;
mod resample;
mod sets;
mod show;
mod statistics;

use super::{Refusal, stats};
use crate::patients::{self, Source};
use crate::{diagnostics, ward};
use answer::Answer;
use arms::{Against, Plan};
use lydite_compilers::{Brand, Options, Patient};
use lydite_hunt::lab::{Lab, LabLimits};
use measure::{Bench, Failure, Measured};
use policy::Biased;
use show::Setting;
use std::path::Path;

pub use measure::Seeds;
pub use policy::Features;
pub use show::Form;

/// How many programs each sample has if nobody says.
pub const PROGRAMS: u64 = 200;

/// The options of compilers if nobody says.
const LEVEL: &str = "-O3";

/// What policies do to compilers.
#[derive(clap::Args)]
#[command(next_help_heading = "Effects on compilers")]
#[group(id = "effects", multiple = true)]
pub struct Args {
    /// Say what these policies together make compilers do more or less often, instead of writing programs: compile --count
    /// programs with them and as many without, from the same seeds, and compare what the optimisers report. Features serve as
    /// policies, too; 'all' is all policies together, 'each' every policy by itself
    #[arg(long, value_name = "POLICIES", value_delimiter = ',', conflicts_with_all = ["out", "emit", "stats", "replay", "exhaustive"])]
    #[arg(groups = ["measure", "many"])]
    effect: Vec<String>,
    /// What policies are measured against: 'none' (only they are on, against no policy) or 'all' (all policies, against all but these)
    /// [default: none]
    #[arg(long, value_enum, hide_default_value = true, hide_possible_values = true)]
    against: Option<Against>,
    /// Which compilers: gcc and clang by name, as `lydite compilers` lists them, or by path, with commas between [default: the newest of both]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    cc: Vec<String>,
    /// Their options, such as --options="-O2 -march=native" [default: -O3]
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    options: Option<String>,
    /// Write a table in Markdown, a row for each comparison: the aim that rises most
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

impl Args {
    /// Whether effects are asked for.
    pub fn is_given(&self) -> bool {
        !self.effect.is_empty()
    }

    /// Whether something is asked for that goes with effects only.
    pub fn is_idle(&self) -> bool {
        let any = self.against.is_some() || !self.cc.is_empty() || self.options.is_some() || self.markdown;
        any && !self.is_given()
    }

    /// How answers are written, where it is not JSON.
    pub fn form(&self) -> Form {
        if self.markdown { Form::Markdown } else { Form::Table }
    }
}

/// Runs the command for a family.
pub fn execute(
    args: &Args,
    family: &dyn Biased,
    seeds: Seeds,
    form: Form,
    output: Option<&Path>,
) -> Result<(), Refusal> {
    let against = args.against.unwrap_or_default();
    let plan = Plan::new(family, &args.effect, against)?;
    let lab = ward::lab(LabLimits::default()).map_err(Refusal::input)?;
    let options = args.options.clone().unwrap_or_else(|| LEVEL.to_owned());
    let bench = Bench { runner: lab.runner(), patients: patients(&lab, args, &options, family)? };
    let measured = Measured::of(family, &plan.arms, &bench, seeds)?;
    let answer = |question| Answer::of(question, &measured, &bench.patients);
    let answers = plan.questions.iter().map(answer).collect::<Result<Vec<_>, _>>()?;
    for (at, (patient, _)) in bench.patients.iter().enumerate() {
        if let Some(failure) = measured.failure(at) {
            diagnostics::caution(&left_out(patient.name(), failure, &plan));
        }
    }
    let setting = Setting { family: family.name(), seeds, against, options };
    stats::write(&show::text(&setting, &answers, form)?, output)
}

/// A compiler that crashes may be worth a look.
fn left_out(name: &str, failure: &Failure, plan: &Plan) -> String {
    let arguments = plan.arms[failure.arm].arguments();
    let Failure { seed, reason, .. } = failure;
    format!("programs are left out of both sides, for {name} first that of --seed {seed}{arguments}: {reason}")
}

/// The compilers asked for with their options.
fn patients(lab: &Lab, args: &Args, options: &str, family: &dyn Biased) -> Result<Vec<(Patient, Options)>, Refusal> {
    let cc = if args.cc.is_empty() { newest(lab, family.target())? } else { args.cc.clone() };
    let asked = ward::Args { cc: cc.clone(), options: vec![options.to_owned()], ..ward::Args::default() };
    let (ward, _) = ward::ward(lab, &asked, &[lydite_compilers::Language::C]).map_err(Refusal::input)?;
    let mut found = Vec::new();
    for bed in ward.beds() {
        let patient = &bed.patient;
        // The newest of all may have a name with which others begin.
        if args.cc.is_empty() && !cc.iter().any(|name| name == patient.name()) {
            continue;
        }
        let name = patient.name();
        if !patient.tells_remarks() {
            return Err(Refusal::input(format!("{name} does not tell what its optimiser does: name a gcc or a clang")));
        }
        let standard = family.standard();
        let flag = patient.standard(standard).ok_or_else(|| {
            Refusal::input(format!("{name} does not know {standard}: name another compiler, or an older C with --std"))
        })?;
        found.extend(bed.options.iter().map(|options| (patient.clone(), options.and([flag.clone()]))));
    }
    Ok(found)
}

/// The names of the newest gcc and the newest clang for a target.
fn newest(lab: &Lab, target: &str) -> Result<Vec<String>, Refusal> {
    let all = patients::load_with(&Source::default(), &[], lab.runner()).map_err(Refusal::input)?.patients;
    let suits = |patient: &&Patient| {
        patient.works().is_ok()
            && patient.language() == lydite_compilers::Language::C
            && patient.target() == target
            && patient.tells_remarks()
    };
    let of = |brand| {
        let own = all.iter().filter(suits).filter(|patient| patient.brand() == brand);
        // Of those with the same version, the first.
        own.rev().max_by_key(|patient| &patient.facts.numbers)
    };
    let names: Vec<String> =
        [Brand::Gcc, Brand::Clang].into_iter().filter_map(of).map(|p| p.name().to_owned()).collect();
    match names.is_empty() {
        true => Err(Refusal::input(format!(
            "no gcc and no clang for {target} works here; `lydite compilers` says what is missing and how to install it"
        ))),
        false => Ok(names),
    }
}
