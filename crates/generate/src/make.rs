//! How a program is made, whatever its family: the state of one under construction, its constants, the repair of what went
//! wrong, the checksum, its files.
//!
//! [`generate`] goes from choices to a program in five steps: draw the weights and the size; let the family fill the
//! program; make `main`; run in total mode and repair the sites that went wrong; run plainly for the expected output. What
//! the plain run does not call defined is a [`Failure`] and is never given out.

pub mod checksum;
pub mod constant;
pub mod dress;
pub mod dsl;
pub mod effects;
pub mod files;
pub mod independent;
pub mod opaque;
pub mod policy;
pub mod reduction;
pub mod repair;
pub mod safe;
pub mod shift;
pub mod state;

use crate::caught::caught;
use crate::feature::{FEATURES, Feature};
use crate::options::Options;
use crate::scalar::parameter::Shuffled;
use effects::Loc;
use files::SourceFile;
use lydite_choices::{Choices, Origin, Recording};
use lydite_lang::*;
use lydite_machine::{Covered, Limits, Outcome, Verdict, run, run_total_covered};
use policy::{Leaves, Policy};
use state::{Frame, Gen, NameCounters, Used};
use thiserror::Error;

/// How often a feature is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Use {
    /// How often.
    pub count: u32,
    /// How often in statements that run.
    pub live: u32,
}

/// A program and what is known about it.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The program.
    pub program: Program,
    /// Its text: one file, or data and driver before code.
    pub files: Vec<SourceFile>,
    /// What it prints.
    pub expected: Vec<u8>,
    /// Steps of the machine.
    pub steps: u64,
    /// Tokens of its text.
    pub tokens: usize,
    /// Sites that were repaired.
    pub repairs: usize,
    /// How often each feature is used, in the order of the table.
    pub uses: Vec<Use>,
    /// How often each option of each parameter was chosen, in the order of their table; empty for families without.
    pub chosen: Vec<Vec<u32>>,
    /// The choices that made it.
    pub recording: Recording,
    /// Its functions before they were filled in, if the family makes them so.
    pub outline: String,
    /// How many attempts it took; more than one if the machine refused one.
    pub attempts: u32,
}

impl Generated {
    /// How often a feature is used.
    pub fn used(&self, feature: Feature) -> Use {
        self.uses[feature as usize]
    }

    /// Its functions and statements without their expressions.
    pub fn skeleton(&self) -> String {
        match self.outline.is_empty() {
            true => files::skeleton(&self.program),
            false => self.outline.clone(),
        }
    }
}

/// That choices gave no program: a mistake of the generator.
#[derive(Clone, Debug, Error)]
#[error("{reason}")]
pub struct Failure {
    /// Why.
    pub reason: Reason,
    /// The choices, as far as they were drawn.
    pub recording: Box<Recording>,
}

/// Why choices gave no program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// The machine found something undefined, ambiguous or endless in what was made.
    #[error("the program made is not one: {kind} ({detail})")]
    NotDefined {
        /// What the machine found.
        kind: &'static str,
        /// With which values.
        detail: String,
        /// The program's text, for the report.
        text: String,
    },
    /// The repaired program does not do what the total run did.
    #[error("repair changed what the program prints")]
    Changed {
        /// The program's text, for the report.
        text: String,
    },
    /// The language of the options has no words for it.
    #[error("the program made can't be printed: {message}")]
    Unprintable {
        /// What and why.
        message: String,
    },
    /// The generator panicked.
    #[error("the generator panicked: {message}")]
    Panicked {
        /// What it said, and where.
        message: String,
    },
}

/// How often [`generate`] tries with the next stream of a seed.
const ATTEMPTS: u32 = 8;

/// The program of a seed. `header` is the text of the comment in the first line.
pub fn generate(options: &Options, seed: u64, header: &str) -> Result<Generated, Failure> {
    let mut attempt = 0;
    loop {
        let choices = Choices::from_seed_and_stream(seed, attempt.into());
        attempt += 1;
        match generate_with(options, choices, header) {
            Ok(generated) => return Ok(Generated { attempts: attempt, ..generated }),
            // A panic is told at once: it says where the mistake is.
            Err(failure) if attempt >= ATTEMPTS || matches!(failure.reason, Reason::Panicked { .. }) => {
                return Err(failure);
            }
            Err(_) => {}
        }
    }
}

/// The program of any choices: replayed, mutated, enumerated.
pub fn generate_with(options: &Options, choices: Choices, header: &str) -> Result<Generated, Failure> {
    generate_by(options, choices, header, options.family.row().productions.fill)
}

/// The program that `fill` makes of choices.
fn generate_by(
    options: &Options,
    mut choices: Choices,
    header: &str,
    fill: impl FnOnce(&mut Gen),
) -> Result<Generated, Failure> {
    let family = options.family.row();
    choices.set_origin(Origin { generator: family.name.into(), version: family.version, settings: Vec::new() });
    let (policy, room) = match caught(|| (Policy::draw(&mut choices, options), room(&mut choices, options))) {
        Ok(drawn) => drawn,
        Err(message) => {
            return Err(Failure { reason: Reason::Panicked { message }, recording: choices.finish().into() });
        }
    };
    let mut g = Gen::new(options, choices, policy, room);
    let filled = caught(|| fill(&mut g));
    let Gen { mut c, b: builder, repairs, used, loops, shuffled, .. } = g;
    let finished = filled.and_then(|()| caught(|| finish(builder, repairs, used, options, header, &mut c)));
    let (recording, chosen) = (c.finish(), shuffled.chosen());
    match finished.unwrap_or_else(|message| Err(Reason::Panicked { message })) {
        Ok(finished) => Ok(Generated { recording, chosen, outline: loops.outline, ..finished }),
        Err(reason) => Err(Failure { reason, recording: recording.into() }),
    }
}

/// Repairs what was made and finds out all there is to know about it; its recording is left empty.
fn finish(
    builder: Builder,
    repairs: repair::Repairs,
    mut used: Vec<Used>,
    options: &Options,
    header: &str,
    choices: &mut Choices,
) -> Result<Generated, Reason> {
    let Settled { program, plain, covered, done } = match settle(builder, repairs, options, header)? {
        Settling::Done(settled) => settled,
        // A site that was rewritten ran more than once: all such sites get a plan that agrees with the plain meaning.
        Settling::Again(builder, mut repairs) => {
            repairs.forgo_rewrites(&builder.program);
            match settle(builder, repairs, options, header)? {
                Settling::Done(settled) => settled,
                Settling::Again(builder, _) => {
                    return Err(Reason::Changed { text: files::text(&builder.program, header) });
                }
            }
        }
    };
    used.extend(done.iter().map(|&(feature, _)| Used { feature, stmt: None }));
    let mut uses = vec![Use::default(); FEATURES.len()];
    for u in &used {
        let entry = &mut uses[u.feature as usize];
        entry.count += 1;
        // Repairs are where something happened; the rest is live if its statement ran.
        if u.stmt.is_none_or(|s| covered.contains(s)) {
            entry.live += 1;
        }
    }
    let dress = dress::draw(&program, options, choices);
    let files = files::files(&program, header, options.split, &dress)
        .map_err(|error| Reason::Unprintable { message: error.to_string() })?;
    let tokens = files.iter().map(|f| files::count_tokens(&f.text)).sum();
    Ok(Generated {
        program,
        files,
        expected: plain.stdout,
        steps: plain.steps,
        tokens,
        repairs: done.len(),
        uses,
        chosen: Vec::new(),
        recording: Recording::default(),
        outline: String::new(),
        attempts: 1,
    })
}

/// A program that is repaired and known to be defined.
struct Settled {
    program: Program,
    plain: Outcome,
    covered: Covered,
    done: Vec<(Feature, ExprId)>,
}

/// How repair ends.
enum Settling {
    Done(Settled),
    /// Rewrites to other operators did not hold; the program as it was.
    Again(Builder, repair::Repairs),
}

/// Runs in total mode, repairs, and runs plainly.
fn settle(mut builder: Builder, repairs: repair::Repairs, options: &Options, header: &str) -> Result<Settling, Reason> {
    let limits = Limits { steps: 20_000_000, memory: 64 << 20, output: 1 << 20, depth: 4_000 };
    let plans = repair::plans(&builder.program, &repairs);
    let (total, marks, covered) = run_total_covered(&builder.program, &limits, &plans);
    check(&builder.program, &total, header)?;
    let backup = repairs.rewrites(&marks).then(|| builder.clone());
    let done = repair::apply(&mut builder, &repairs, &marks, &covered, options.paths);
    files::tidy(&mut builder.program);
    let program = builder.program;
    let plain = run(&program, &limits);
    let checked = check(&program, &plain, header).and_then(|()| match plain.stdout == total.stdout {
        true => Ok(()),
        false => Err(Reason::Changed { text: files::text(&program, header) }),
    });
    match (checked, backup) {
        (Ok(()), _) => Ok(Settling::Done(Settled { program, plain, covered, done })),
        (Err(_), Some(backup)) => Ok(Settling::Again(backup, repairs)),
        (Err(reason), None) => Err(reason),
    }
}

fn check(program: &Program, outcome: &Outcome, header: &str) -> Result<(), Reason> {
    match &outcome.verdict {
        Verdict::Exit(0) => Ok(()),
        verdict => {
            let (kind, detail) = match verdict.report() {
                Some(report) => {
                    let at = report.expr.map(|e| print::expr(program, e)).unwrap_or_default();
                    (report.kind.row().slug, format!("{} at '{at}'", report.detail))
                }
                None => ("exit", "a status other than 0".into()),
            };
            Err(Reason::NotDefined { kind, detail, text: files::text(program, header) })
        }
    }
}

/// Draws how many expressions a program may have.
pub(crate) fn room(choices: &mut Choices, options: &Options) -> usize {
    let size = u64::from(options.size);
    let tokens = choices.range(i128::from(size / 2), i128::from(size)) as u64;
    (tokens * options.family.row().expressions_per_token / 100) as usize
}

impl Gen {
    /// A program with nothing in it.
    pub(crate) fn new(options: &Options, choices: Choices, policy: Policy, room: usize) -> Gen {
        Gen {
            c: choices,
            b: Builder::new(options.target),
            options: options.clone(),
            policy,
            repairs: repair::Repairs { shifts: options.shifts, ..repair::Repairs::default() },
            shuffled: Shuffled::default(),
            outputs: Vec::new(),
            arrays: Vec::new(),
            globals: Vec::new(),
            kept: Vec::new(),
            callees: Vec::new(),
            f: Frame::new(FuncId(0), TypeId::VOID.into()),
            structs: Vec::new(),
            unions: Vec::new(),
            enums: Vec::new(),
            constants: Vec::new(),
            recent: Vec::new(),
            used: Vec::new(),
            room,
            cost: 0,
            next_global: Loc::FIRST_GLOBAL,
            making: 0,
            names: NameCounters::default(),
            library: Vec::new(),
            context: None,
            leaves: Leaves::Any,
            uncopyable: 0,
            loops: crate::loops::Data::default(),
            special: crate::general::Special::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_failure_with_what_was_drawn() {
        let planted = |g: &mut Gen| {
            g.c.open("planted");
            assert!(g.c.index(1000) > 1000, "planted");
        };
        let made = generate_by(&Options::default(), Choices::from_seed(1), "test", planted);
        let Failure { reason, recording } = made.map(|_| ()).unwrap_err();
        assert!(matches!(&reason, Reason::Panicked { message } if message.starts_with("planted at ")), "{reason}");
        let again = generate_by(&Options::default(), Choices::replay(&recording), "test", planted);
        assert!(recording.same_choices(&again.map(|_| ()).unwrap_err().recording));
        assert_eq!(recording.names().last(), Some("planted"));
    }
}
