//! `--stats`: what programs are made of, and what making them costs.

use super::settings::Settings;
use super::{Refusal, batch, emit, family};
use crate::number;
use lydite_generate::{Family, Feature, Generated, PARAMETERS};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

/// The statistics for scripts.
#[derive(Serialize)]
struct Summary {
    generator: &'static str,
    version: u32,
    seed: u64,
    programs: u64,
    discarded: u64,
    bytes: Spread,
    tokens: Spread,
    steps: Spread,
    repairs: Spread,
    choices: Spread,
    milliseconds: Spread,
    features: Vec<Row>,
    parameters: Vec<Choices>,
}

/// How the options of a parameter are spread over the programs; shares are of one.
#[derive(Serialize)]
struct Choices {
    name: &'static str,
    options: Vec<Choice>,
}

/// How often an option is chosen: on average, and in the program that has it most.
#[derive(Serialize)]
struct Choice {
    name: &'static str,
    mean: f64,
    max: f64,
}

/// How a measure is spread over the programs.
#[derive(Serialize)]
struct Spread {
    mean: f64,
    median: f64,
    max: f64,
}

/// How a feature is spread over the programs; shares are of one.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    group: &'static str,
    programs: f64,
    mean: f64,
    live: f64,
}

/// What is kept of one program.
struct Measured {
    figures: [f64; FIGURES.len()],
    discarded: u64,
    uses: Vec<(u32, u32)>,
    /// For each parameter, the shares of its options.
    shares: Vec<Vec<f64>>,
}

/// The measures, in the order of [`Measured::figures`], as people read them.
const FIGURES: [&str; 6] = ["bytes", "tokens", "steps", "repairs", "choices", "milliseconds"];

impl Measured {
    fn of(generated: &Generated, took: Duration) -> Measured {
        let bytes: usize = generated.files.iter().map(|file| file.text.len()).sum();
        let figures = [
            bytes as f64,
            generated.tokens as f64,
            generated.steps as f64,
            generated.repairs as f64,
            generated.recording.values() as f64,
            took.as_secs_f64() * 1e3,
        ];
        let uses = generated.uses.iter().map(|uses| (uses.count, uses.live)).collect();
        let share = |chosen: &Vec<u32>| {
            let all = chosen.iter().sum::<u32>().max(1);
            chosen.iter().map(|&times| f64::from(times) / f64::from(all)).collect()
        };
        let shares = generated.chosen.iter().map(share).collect();
        Measured { figures, discarded: u64::from(generated.attempts.saturating_sub(1)), uses, shares }
    }
}

/// Sums over programs.
struct Totals {
    figures: [Vec<f64>; FIGURES.len()],
    discarded: u64,
    /// For each feature: programs that have it, how often all of them do, programs that have it where it runs.
    features: Vec<(u64, u64, u64)>,
    /// For each parameter and option, its share in every program.
    shares: Vec<Vec<Vec<f64>>>,
}

impl Totals {
    fn add(&mut self, measured: &Measured) {
        for (all, figure) in self.figures.iter_mut().zip(measured.figures) {
            all.push(figure);
        }
        self.discarded += measured.discarded;
        for (total, &(count, live)) in self.features.iter_mut().zip(&measured.uses) {
            total.0 += u64::from(count > 0);
            total.1 += u64::from(count);
            total.2 += u64::from(live > 0);
        }
        self.shares.resize(measured.shares.len(), Vec::new());
        for (all, one) in self.shares.iter_mut().zip(&measured.shares) {
            all.resize(one.len(), Vec::new());
            for (all, &share) in all.iter_mut().zip(one) {
                all.push(share);
            }
        }
    }

    fn summary(self, family: Family, seed: u64, programs: u64) -> Summary {
        let share = |count: u64| count as f64 / programs.max(1) as f64;
        let figures = Feature::all().zip(&self.features).filter(|(f, _)| f.row().families.contains(&family));
        let rows = figures.map(|(feature, &(having, count, live))| Row {
            name: feature.row().name,
            group: feature.row().group.name(),
            programs: share(having),
            mean: share(count),
            live: share(live),
        });
        let features = rows.collect();
        let parameters = PARAMETERS.iter().zip(self.shares).map(|(row, shares)| Choices {
            name: row.name,
            options: row
                .options
                .iter()
                .zip(shares)
                .map(|(option, shares)| {
                    let Spread { mean, max, .. } = Spread::of(shares);
                    Choice { name: option.name, mean, max }
                })
                .collect(),
        });
        let parameters = parameters.collect();
        let [bytes, tokens, steps, repairs, choices, milliseconds] = self.figures.map(Spread::of);
        Summary {
            generator: family.name(),
            version: family.row().version,
            seed,
            programs,
            discarded: self.discarded,
            bytes,
            tokens,
            steps,
            repairs,
            choices,
            milliseconds,
            features,
            parameters,
        }
    }
}

impl Spread {
    fn of(mut values: Vec<f64>) -> Spread {
        // In order, so that the sum does not depend on which program was ready first.
        values.sort_by(f64::total_cmp);
        let count = values.len().max(1);
        let middle = values.len() / 2;
        let median = match values.len() {
            0 => 0.0,
            odd if odd % 2 == 1 => values[middle],
            _ => (values[middle - 1] + values[middle]) / 2.0,
        };
        let mean = values.iter().sum::<f64>() / count as f64;
        Spread { mean, median, max: values.last().copied().unwrap_or(0.0) }
    }
}

/// How statistics are written.
#[derive(Clone, Copy)]
pub enum Form {
    /// As a table.
    Table,
    /// As a JSON object.
    Json,
}

/// Makes programs from as many seeds in a row; their statistics as text.
pub fn measure(settings: &Settings, seed: u64, count: u64, jobs: NonZeroUsize, form: Form) -> Result<String, Refusal> {
    let mut progress = batch::Progress::new(count);
    let mut totals = Totals {
        figures: Default::default(),
        discarded: 0,
        features: vec![(0, 0, 0); Feature::all().len()],
        shares: Vec::new(),
    };
    let measure = |piece| {
        let start = Instant::now();
        let generated = family::generate(settings, seed + piece)?;
        Ok(Measured::of(&generated, start.elapsed()))
    };
    let done = batch::run(count, jobs, measure, |_, measured| {
        progress.add(measured.figures[0] as u64);
        totals.add(&measured);
    });
    progress.finish();
    done?;
    let summary = totals.summary(settings.options.family, seed, count);
    match form {
        Form::Table => Ok(table(&summary)),
        Form::Json => serde_json::to_string_pretty(&summary).map(|text| text + "\n").map_err(Refusal::internal),
    }
}

/// Writes statistics to a file, or to standard output.
pub fn write(text: &str, output: Option<&Path>) -> Result<(), Refusal> {
    match output {
        None => {
            crate::json::write(text);
            Ok(())
        }
        Some(path) => emit::write(path, text.as_bytes()),
    }
}

fn table(summary: &Summary) -> String {
    let Summary { programs, seed, discarded, .. } = summary;
    let (programs, discarded) = (number::counted(*programs, "program"), number::counted(*discarded, "attempt"));
    let mut text = format!("{programs} from seed {seed} on, {discarded} discarded\n\n");
    text.push_str(&format!("{:24}{:>12}{:>12}{:>12}\n", "a program has", "mean", "median", "max"));
    let spreads =
        [&summary.bytes, &summary.tokens, &summary.steps, &summary.repairs, &summary.choices, &summary.milliseconds];
    for (name, spread) in FIGURES.iter().zip(spreads) {
        let Spread { mean, median, max } = spread;
        text.push_str(&format!("  {name:22}{mean:>12.1}{median:>12.1}{max:>12.1}\n"));
    }
    let mut group = "";
    for row in &summary.features {
        if row.group != group {
            group = row.group;
            text.push_str(&format!("\n{group:24}{:>12}{:>12}{:>12}\n", "programs", "mean", "live"));
        }
        let (programs, live) = (100.0 * row.programs, 100.0 * row.live);
        text.push_str(&format!("  {:22}{programs:>10.1} %{:>12.2}{live:>10.1} %\n", row.name, row.mean));
    }
    for Choices { name, options } in &summary.parameters {
        text.push_str(&format!("\n{name:24}{:>12}{:>12}\n", "mean", "max"));
        for Choice { name, mean, max } in options {
            text.push_str(&format!("  {name:22}{:>10.1} %{:>10.1} %\n", 100.0 * mean, 100.0 * max));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads() {
        let of = |values: &[f64]| {
            let Spread { mean, median, max } = Spread::of(values.to_vec());
            (mean, median, max)
        };
        assert_eq!(of(&[]), (0.0, 0.0, 0.0));
        assert_eq!(of(&[4.0, 1.0, 1.0]), (2.0, 1.0, 4.0));
        assert_eq!(of(&[1.0, 2.0, 4.0, 5.0]), (3.0, 3.0, 5.0));
    }
}
