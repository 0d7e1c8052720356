//! Two samples of rates in pairs, and what can be said of their difference.

/// How often something happened in one program, and how large the program is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// How often.
    pub count: u64,
    /// The size, in whatever unit rates are per.
    pub size: f64,
}

impl Point {
    /// How often, by size.
    pub fn rate(self) -> f64 {
        self.count as f64 / self.size
    }
}

/// A number of programs' rates.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Moments {
    count: f64,
    mean: f64,
    /// Of the sample, without bias; none of less than two.
    variance: Option<f64>,
}

impl Moments {
    fn of(values: impl Iterator<Item = f64> + Clone) -> Moments {
        let count = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / count.max(1.0);
        let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
        Moments { count, mean, variance: (count > 1.0).then(|| squares / (count - 1.0)) }
    }

    /// The squared error of the mean.
    fn error(&self) -> Option<f64> {
        Some(self.variance? / self.count)
    }
}

/// What a comparison says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// More with than without.
    Higher,
    /// Less with than without.
    Lower,
    /// It can't be told.
    Undecided,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Higher => "higher",
            Verdict::Lower => "lower",
            Verdict::Undecided => "undecided",
        }
    }
}

/// Two samples compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Compared {
    /// The mean rate with.
    pub with: f64,
    /// The mean rate without.
    pub without: f64,
    /// With to without.
    pub ratio: f64,
    /// Where the ratio is, in 95 of 100 cases.
    pub interval: Option<(f64, f64)>,
    /// Whether Student's test of pairs at 95 % sees a difference.
    pub verdict: Verdict,
}

/// Added to the number of occurrences in both samples if one of them has none: a ratio needs something to divide by.
pub const PSEUDO: f64 = 0.5;

/// Compares two samples, in which programs of the same seed are at the same place.
pub fn compare(with: &[Point], without: &[Point]) -> Compared {
    let samples = [with, without];
    let pseudo = if samples.iter().any(|points| points.iter().all(|point| point.count == 0)) { PSEUDO } else { 0.0 };
    let moments = samples.map(|points| Moments::of(points.iter().map(|point| point.rate())));
    let differences = Moments::of(with.iter().zip(without).map(|(with, without)| with.rate() - without.rate()));
    // Half an occurrence as a rate, and its squared error as if occurrences came by chance.
    let sizes = samples.map(|points| points.iter().map(|point| point.size).sum::<f64>());
    let means = [0, 1].map(|at| moments[at].mean + pseudo / sizes[at]);
    let errors = [0, 1].map(|at| Some(moments[at].error()? + pseudo / sizes[at].powi(2)));
    let ratio = means[0] / means[1];
    // The delta method: the logarithm of a mean has the mean's relative error, and what goes together in both does not count.
    let interval = match (errors, shared_error(&moments, &differences)) {
        ([Some(a), Some(b)], Some(shared)) => {
            let relative = a / means[0].powi(2) + b / means[1].powi(2) - 2.0 * shared / (means[0] * means[1]);
            let reach = (t_quantile(differences.count - 1.0) * relative.max(0.0).sqrt()).exp();
            Some((ratio / reach, ratio * reach))
        }
        _ => None,
    };
    Compared { with: moments[0].mean, without: moments[1].mean, ratio, interval, verdict: paired(&differences) }
}

/// The covariance of the means: a difference varies as much as both together but for twice what they share.
fn shared_error([with, without]: &[Moments; 2], differences: &Moments) -> Option<f64> {
    Some((with.error()? + without.error()? - differences.error()?) / 2.0)
}

/// Student's test of pairs at 95 %, of both sides.
fn paired(differences: &Moments) -> Verdict {
    let Some(error) = differences.error() else { return Verdict::Undecided };
    let reach = t_quantile(differences.count - 1.0) * error.sqrt();
    match differences.mean {
        mean if mean > reach => Verdict::Higher,
        mean if mean < -reach => Verdict::Lower,
        _ => Verdict::Undecided,
    }
}

/// The 97.5 % quantile of Student's distribution with 1 to 10 degrees of freedom.
const QUANTILES: [f64; 10] = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281];

/// The same with any: the table, straight lines in one over the degrees between its rows, and the expansion of Cornish and Fisher beyond.
fn t_quantile(degrees: f64) -> f64 {
    let last = QUANTILES.len() as f64;
    if degrees < last {
        let degrees = degrees.max(1.0);
        let row = degrees.floor() as usize;
        let (low, high) = (row as f64, row as f64 + 1.0);
        let share = (1.0 / low - 1.0 / degrees) / (1.0 / low - 1.0 / high);
        return QUANTILES[row - 1] + share * (QUANTILES[row] - QUANTILES[row - 1]);
    }
    let z = 1.959_964_f64;
    let terms = [
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
    ];
    z + terms.iter().enumerate().map(|(power, term)| term / degrees.powi(power as i32 + 1)).sum::<f64>()
}

/// The geometric mean; of nothing, none.
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = ratios.fold((0, 0.0), |(count, sum), ratio| (count + 1, sum + ratio.ln()));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) -> bool {
        (a - b).abs() <= by
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        let known = [
            (1.0, 12.706),
            (2.0, 4.303),
            (5.0, 2.571),
            (10.0, 2.228),
            (12.0, 2.179),
            (20.0, 2.086),
            (30.0, 2.042),
            (60.0, 2.000),
            (120.0, 1.980),
            (1e9, 1.960),
        ];
        for (degrees, quantile) in known {
            assert!(near(t_quantile(degrees), quantile, 0.000_6), "{degrees}: {}", t_quantile(degrees));
        }
        assert!(t_quantile(0.3) == t_quantile(1.0));
        let mut last = f64::INFINITY;
        for tenth in 10..300 {
            let next = t_quantile(f64::from(tenth) / 10.0);
            assert!(next < last, "it falls at {tenth} tenths");
            last = next;
        }
    }

    /// What Student's article of 1908 is about: hours of sleep that each of ten people gained by two drugs; t = -4.06.
    const SLEEP: [[f64; 10]; 2] =
        [[0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0], [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]];

    #[test]
    fn pairs_are_compared_as_pairs() {
        let [a, b] = SLEEP;
        let minus =
            |a: [f64; 10], b: [f64; 10]| Moments::of(std::array::from_fn::<_, 10, _>(|at| a[at] - b[at]).into_iter());
        let differences = minus(a, b);
        let error = differences.error().expect("many");
        assert!(near(differences.mean, -1.58, 1e-9) && near(differences.mean / error.sqrt(), -4.06, 0.005));
        assert_eq!(paired(&differences), Verdict::Lower);
        assert_eq!(paired(&minus(b, a)), Verdict::Higher);
        assert_eq!(paired(&minus(a, a)), Verdict::Undecided);
        assert_eq!(paired(&Moments::of([90.0].into_iter())), Verdict::Undecided, "one says nothing");
        let moments = SLEEP.map(|values| Moments::of(values.into_iter()));
        // The correlation of the two columns is 0.795.
        let shared = shared_error(&moments, &differences).expect("many");
        let errors = moments.map(|moments| moments.error().expect("many"));
        assert!(near(shared / (errors[0] * errors[1]).sqrt(), 0.795, 0.001));
    }

    fn points(counts: &[u64], size: f64) -> Vec<Point> {
        counts.iter().map(|&count| Point { count, size }).collect()
    }

    #[test]
    fn rates_are_by_size_and_ratios_have_their_interval() {
        let compared = compare(&points(&[40, 44, 36, 40], 2.0), &points(&[10, 11, 9, 10], 1.0));
        assert!(near(compared.with, 20.0, 1e-9) && near(compared.without, 10.0, 1e-9));
        assert!(near(compared.ratio, 2.0, 1e-9));
        let (low, high) = compared.interval.expect("four are enough");
        assert!(near(low, 2.0, 1e-6) && near(high, 2.0, 1e-6), "twice as much in every pair: {low} to {high}");
        // In another order each mean has a relative error of 0.0408, and they share minus half of it; 3 degrees of freedom.
        let other = compare(&points(&[44, 36, 40, 40], 2.0), &points(&[10, 11, 9, 10], 1.0));
        let (low, high) = other.interval.expect("four are enough");
        let reach = (3.1824 * (3.0 * 0.040_825_f64.powi(2)).sqrt()).exp();
        assert!(near(low, 2.0 / reach, 1e-3) && near(high, 2.0 * reach, 1e-3), "{low} to {high}");
        assert_eq!(compared.verdict, Verdict::Higher);
    }

    #[test]
    fn what_never_happens_gets_half_an_occurrence() {
        let compared = compare(&points(&[2, 3, 4, 0, 2], 1.0), &points(&[0; 5], 1.0));
        assert!(near(compared.ratio, 11.5 / 0.5, 1e-9), "{compared:?}");
        let (low, high) = compared.interval.expect("an interval");
        assert!(low > 0.0 && low < 10.0 && high > 100.0 && high.is_finite(), "{compared:?}");
        assert_eq!((compared.without, compared.verdict), (0.0, Verdict::Higher));
        let other = compare(&points(&[0; 5], 1.0), &points(&[2, 3, 4, 0, 2], 1.0));
        assert!(near(other.ratio, 0.5 / 11.5, 1e-9) && other.verdict == Verdict::Lower);
        assert_eq!(compare(&points(&[3], 1.0), &points(&[3], 1.0)).interval, None);
    }

    #[test]
    fn geometric_means() {
        assert!(geometric_mean([2.0, 8.0].into_iter()).is_some_and(|mean| near(mean, 4.0, 1e-9)));
        assert_eq!(geometric_mean([].into_iter()), None);
    }
}
