//! In how many programs each feature is, and where it runs.

use super::{Failure, each, generate};
use lydite_generate::{Feature, Options};

/// What of one program is counted, by feature: whether it is in there, and whether it runs there.
type Seen = Vec<(bool, bool)>;

/// Shares of programs by feature.
pub struct Shares {
    /// How many programs were made.
    pub programs: usize,
    /// By feature: programs that have it, and programs in which it runs.
    pub counts: Vec<(usize, usize)>,
    /// Seeds without a program.
    pub failures: Vec<Failure>,
}

impl Shares {
    /// Counts the features of the programs of these seeds.
    pub fn of(options: &Options, seeds: std::ops::RangeInclusive<u64>, jobs: usize) -> Shares {
        let look = |seed| {
            let generated = generate(options, seed)?;
            Ok(generated.uses.iter().map(|uses| (uses.count > 0, uses.live > 0)).collect::<Seen>())
        };
        let (seen, failures) = each("features", seeds, jobs, look);
        let mut counts = vec![(0, 0); Feature::all().len()];
        for (_, seen) in &seen {
            for (count, &(has, runs)) in counts.iter_mut().zip(seen) {
                count.0 += usize::from(has);
                count.1 += usize::from(runs);
            }
        }
        Shares { programs: seen.len(), counts, failures }
    }

    /// The features that these options allow and that fewer programs than `least` of one have.
    pub fn rarer_than(&self, options: &Options, least: f64) -> Vec<(Feature, usize)> {
        let wanted = (least * self.programs as f64).ceil() as usize;
        Feature::of(options.family)
            .filter(|feature| options.standard.allows(feature.row().since))
            .map(|feature| (feature, self.counts[feature as usize].0))
            .filter(|&(_, count)| count < wanted.max(1))
            .collect()
    }
}
