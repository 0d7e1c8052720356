//! Programs from recorded choices: the same again, changed a little, made small.

use super::similar::{self, By};
use super::{Failure, check, each, generate, header, median, text};
use lydite_choices::{Choices, Recording};
use lydite_generate::{Feature, Generated, Options};

/// Whether the choices of a seed's program, kept as bytes and replayed, give its bytes and its choices again.
pub fn replays(options: &Options, seed: u64) -> Result<(), String> {
    let generated = generate(options, seed)?;
    let read = Recording::from_bytes(&generated.recording.to_bytes()).map_err(|error| error.to_string())?;
    let again = lydite_generate::generate_with(options, Choices::replay(&read), &header(seed))
        .map_err(|failure| format!("replayed: {failure}"))?;
    if text(&again) != text(&generated) {
        return Err("replayed, it has other bytes".to_owned());
    }
    if again.expected != generated.expected || !again.recording.same_choices(&generated.recording) {
        return Err("replayed, it has another output or other choices".to_owned());
    }
    Ok(())
}

/// Seeds whose programs differ when they are made on one thread and on several.
pub fn depends_on_threads(options: &Options, seeds: std::ops::RangeInclusive<u64>) -> Vec<Failure> {
    let make = |seed| generate(options, seed).map(|generated| (text(&generated), generated.expected));
    let (alone, mut failures) = each("one thread", seeds.clone(), 1, make);
    let (together, _) = each("three threads", seeds, 3, make);
    let differ = alone.iter().zip(&together).filter(|(a, b)| a != b);
    failures.extend(differ.map(|(a, _)| Failure { seed: a.0, message: "it depends on threads".to_owned() }));
    failures
}

/// What one mutation did to a program.
pub struct Mutated {
    /// Whether the bytes are the same.
    pub is_identical: bool,
    /// The share of tokens kept, as `sim` counts them.
    pub alike: f64,
    /// The share of tokens kept with their names and numbers.
    pub same: f64,
}

/// Changes the choices of a seed's program at one point; none if what they now stand for is no valid program.
pub fn mutated(options: &Options, seed: u64) -> Result<Option<Mutated>, String> {
    let base = generate(options, seed)?;
    let mut choices = Choices::from_seed_and_stream(seed, 1);
    let (changed, _) = lydite_choices::mutate(&base.recording, &mut choices, &[]);
    let Ok(new) = lydite_generate::generate_with(options, Choices::replay(&changed), &header(seed)) else {
        return Ok(None);
    };
    check::machine(options, &new)?;
    let (old, new) = (text(&base), text(&new));
    let share = |by| similar::share(&old, &new, by);
    Ok(Some(Mutated { is_identical: old == new, alike: share(By::Kind), same: share(By::Text) }))
}

/// What many mutations did.
pub struct Mutations {
    /// How many were tried.
    pub tried: usize,
    /// How many gave a valid program.
    pub valid: usize,
    /// How many gave the same program.
    pub identical: usize,
    /// Shares of tokens kept by the others: as `sim` counts, and exactly.
    pub kept: Vec<(f64, f64)>,
    /// Programs that are not what their generator says.
    pub failures: Vec<Failure>,
}

impl Mutations {
    /// Changes the program of each seed at one point.
    pub fn of(options: &Options, seeds: std::ops::RangeInclusive<u64>, jobs: usize) -> Mutations {
        let (found, failures) = each("mutations", seeds, jobs, |seed| mutated(options, seed));
        let mut mutations =
            Mutations { tried: found.len() + failures.len(), valid: 0, identical: 0, kept: Vec::new(), failures };
        for mutated in found.into_iter().filter_map(|(_, mutated)| mutated) {
            mutations.valid += 1;
            match mutated.is_identical {
                true => mutations.identical += 1,
                false => mutations.kept.push((mutated.alike, mutated.same)),
            }
        }
        mutations
    }

    /// The figures, beside those of the dissertation that the measure is from.
    pub fn report(&self) -> Vec<String> {
        let percent = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
        let (kinds, texts): (Vec<f64>, Vec<f64>) = self.kept.iter().copied().unzip();
        let changed = self.kept.len();
        let row = |what: &str, shares: &[f64]| {
            let different = shares.iter().filter(|share| **share == 0.0).count();
            let alike = shares.iter().filter(|share| **share >= 0.9).count();
            let middle = 100.0 * median(shares.to_vec());
            let (different, alike) = (percent(different, changed), percent(alike, changed));
            format!(
                "  {what}: entirely different {different:.1} %, at least 90 % kept {alike:.1} %, median kept {middle:.1} %"
            )
        };
        vec![
            format!("{} mutations, {:.1} % valid", self.tried, percent(self.valid, self.tried)),
            format!("  identical: {:.1} % (YARPGen's: 21 %); of the others:", percent(self.identical, self.valid)),
            row("tokens by kind, as sim counts", &kinds),
            row("tokens by text", &texts),
            "  YARPGen's, by sim: entirely different 11 %, 90 % kept 24 %".to_owned(),
        ]
    }
}

/// Twenty features for predicates: some of every group that can run.
pub const PLANTED: [Feature; 20] = [
    Feature::BitField,
    Feature::Union,
    Feature::MultiArray,
    Feature::Double,
    Feature::Int128,
    Feature::Vector,
    Feature::While,
    Feature::SwitchSparse,
    Feature::GotoBackward,
    Feature::ComputedGoto,
    Feature::Vla,
    Feature::Shift,
    Feature::StatementExpression,
    Feature::StructResult,
    Feature::FunctionTable,
    Feature::MutualRecursion,
    Feature::PointerArithmetic,
    Feature::OverflowBuiltin,
    Feature::Crc,
    Feature::StateMachine,
];

/// How many replays shrinking may take.
pub const BUDGET: usize = 3000;

/// What shrinking made of a program.
pub struct Shrunk {
    /// The seed of the program.
    pub seed: u64,
    /// Its size in bytes.
    pub before: usize,
    /// The small program.
    pub after: Generated,
    /// How many replays it took.
    pub replays: usize,
}

/// Finds a program that has a feature where it runs, and shrinks it while it has.
pub fn shrunk(options: &Options, feature: Feature, first: u64, budget: usize) -> Result<Shrunk, String> {
    let has = |generated: &Generated| generated.uses[feature as usize].live > 0;
    let mut found = None;
    for seed in first..first + 1000 {
        let generated = generate(options, seed)?;
        if has(&generated) {
            found = Some((seed, generated));
            break;
        }
    }
    let name = feature.row().name;
    let (seed, base) = found.ok_or_else(|| format!("{name}: in none of 1000 programs"))?;
    let (after, replays) =
        smaller(options, &base, budget, has).map_err(|message| format!("{name}: seed {seed}: {message}"))?;
    check::machine(options, &after).map_err(|message| format!("{name}: shrunk, seed {seed}: {message}"))?;
    Ok(Shrunk { seed, before: text(&base).len(), after, replays })
}

/// Shrinks a program while it is still interesting: the small program, and how many replays it took.
pub fn smaller(
    options: &Options,
    base: &Generated,
    budget: usize,
    is_interesting: impl Fn(&Generated) -> bool,
) -> Result<(Generated, usize), String> {
    let replay = |recording: &Recording| {
        let header = "lydite gen general --replay t.choices";
        lydite_generate::generate_with(options, Choices::replay_minimal(recording), header)
    };
    let mut replays = 0;
    let small = lydite_choices::shrink(&base.recording, budget, &mut |candidate| {
        replays += 1;
        replay(candidate).ok().filter(&is_interesting).map(|generated| generated.recording)
    });
    let after = replay(&small).map_err(|failure| format!("shrunk: {failure}"))?;
    if is_interesting(&after) { Ok((after, replays)) } else { Err("shrinking lost what was asked for".to_owned()) }
}
