//! How sure a geometric mean is: counters of one program go together, so programs are drawn again, not counters.

use super::statistics::{PSEUDO, geometric_mean};
use lydite_choices::Choices;

/// How often programs are drawn again.
const RESAMPLES: u64 = 2000;

/// Every draw comes from this seed: the same samples have the same interval.
const SEED: u64 = 0x5eed;

/// The programs that one compiler has compiled: the number of the seed, and the sizes with and without.
pub type Kept = Vec<(usize, [f64; 2])>;

/// The rates of one counter that are not zero, with and without, with the number of the seed.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// The place of the compiler.
    pub compiler: usize,
    /// The rates.
    pub rates: [Vec<(usize, f64)>; 2],
}

/// The samples of some compilers, each with its own programs from the same seeds.
pub struct Samples<'a> {
    /// How many seeds there are.
    pub seeds: usize,
    /// What each compiler has compiled.
    pub kept: &'a [Kept],
}

impl Samples<'_> {
    /// Where the geometric mean of the ratios of some counters is, in 95 of 100 cases.
    pub fn interval(&self, series: &[&Series]) -> Option<(f64, f64)> {
        if self.seeds < 2 || series.is_empty() {
            return None;
        }
        let mut means: Vec<f64> = (0..RESAMPLES).filter_map(|at| self.mean(series, at)).collect();
        means.sort_by(f64::total_cmp);
        let at = |share: f64| means.get((share * means.len() as f64) as usize).copied();
        at(0.025).zip(at(0.975))
    }

    /// The geometric mean over programs drawn again; nothing if a compiler has none of them.
    fn mean(&self, series: &[&Series], resample: u64) -> Option<f64> {
        let mut choices = Choices::from_seed_and_stream(SEED, resample);
        // Both programs of a seed come together.
        let mut drawn = vec![0.0; self.seeds];
        for _ in 0..self.seeds {
            drawn[choices.index(self.seeds)] += 1.0;
        }
        let programs = |kept: &Kept| -> f64 { kept.iter().map(|(seed, _)| drawn[*seed]).sum() };
        let programs: Vec<f64> = self.kept.iter().map(programs).collect();
        let size =
            |kept: &Kept, side: usize| -> f64 { kept.iter().map(|(seed, sizes)| drawn[*seed] * sizes[side]).sum() };
        let sizes: Vec<[f64; 2]> = self.kept.iter().map(|kept| [0, 1].map(|side| size(kept, side))).collect();
        if programs.contains(&0.0) {
            return None;
        }
        let ratio = |series: &&Series| {
            let sums =
                [0, 1].map(|side| series.rates[side].iter().map(|(seed, rate)| drawn[*seed] * rate).sum::<f64>());
            let pseudo = if sums.contains(&0.0) { PSEUDO } else { 0.0 };
            let [with, without] = [0, 1].map(|side| {
                let at = series.compiler;
                sums[side] / programs[at] + pseudo / sizes[at][side]
            });
            with / without
        };
        geometric_mean(series.iter().map(ratio))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(with: &[f64], without: &[f64]) -> Series {
        Series { compiler: 0, rates: [with, without].map(|rates| rates.iter().copied().enumerate().collect()) }
    }

    fn near_one(ratio: f64) -> bool {
        (ratio - 1.0).abs() < 1e-9
    }

    #[test]
    fn intervals_hold_what_they_should_and_do_not_change() {
        let kept = [(0..40).map(|seed| (seed, [1.0, 1.0])).collect::<Kept>()];
        let samples = Samples { seeds: 40, kept: &kept };
        let spread: Vec<f64> = (0..40).map(|at| 8.0 + f64::from(at % 5)).collect();
        let double: Vec<f64> = (0..40).map(|at| 2.0 * (8.0 + f64::from(2 * at % 5))).collect();
        let (twice, same) = (series(&double, &spread), series(&spread, &spread));
        let (low, high) = samples.interval(&[&twice]).expect("an interval");
        // The means have a relative error of 0.0226 each and a correlation of one half, so the ratio has the same: from 1.91 to 2.09.
        assert!((1.88..1.94).contains(&low) && (2.06..2.13).contains(&high), "{low} {high}");
        assert_eq!(samples.interval(&[&twice]), Some((low, high)), "the same again");
        let (low, high) = samples.interval(&[&same]).expect("an interval");
        assert!(near_one(low) && near_one(high), "pairs that are the same: {low} {high}");
        let (low, high) = samples.interval(&[&twice, &same]).expect("an interval");
        assert!((1.3..1.42).contains(&low) && (1.41..1.55).contains(&high), "{low} {high}");
    }

    #[test]
    fn what_says_nothing_has_no_interval() {
        let kept = [vec![(0, [1.0, 1.0])]];
        assert_eq!(Samples { seeds: 1, kept: &kept }.interval(&[&series(&[1.0], &[1.0])]), None);
        assert_eq!(Samples { seeds: 9, kept: &kept }.interval(&[]), None);
        let never = Series::default();
        let (low, high) = Samples { seeds: 3, kept: &kept }.interval(&[&never]).expect("an interval");
        assert!(low > 0.0 && high.is_finite());
    }
}
