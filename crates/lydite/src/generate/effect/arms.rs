//! What is compared with what.

use super::policy::{Biased, Policy};
use crate::generate::{Refusal, weights};
use clap::ValueEnum;

/// What a policy is measured against.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Against {
    /// Only it is on, against no policy
    #[default]
    None,
    /// All policies are on, against all but it
    All,
}

/// How the programs of one sample are made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arm {
    /// The policies that are off, in order.
    pub off: Vec<&'static str>,
    /// Policies with another weight than usual, in percent.
    pub weights: Vec<(&'static str, u32)>,
}

impl Arm {
    fn new(mut off: Vec<&'static str>, weights: Vec<(&'static str, u32)>) -> Arm {
        off.sort_unstable();
        off.dedup();
        Arm { off, weights }
    }

    /// The same as arguments of `lydite gen`.
    pub fn arguments(&self) -> String {
        let weights: Vec<String> = self.weights.iter().map(|(name, percent)| format!("{name}={percent}")).collect();
        let list = |name: &str, words: &[&str]| match words.is_empty() {
            true => String::new(),
            false => format!(" {name} {}", words.join(",")),
        };
        list("--without", &self.off) + &list("--weight", &weights.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

/// One question: what some policies do together.
#[derive(Clone, Debug)]
pub struct Question {
    /// The policies.
    pub policies: Vec<Policy>,
    /// The place of the sample with them.
    pub with: usize,
    /// The place of the sample without.
    pub without: usize,
}

/// Questions and the samples that answer them; a sample may answer several.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The questions.
    pub questions: Vec<Question>,
    /// The samples.
    pub arms: Vec<Arm>,
}

/// Stands for all policies together.
const ALL: &str = "all";

/// Stands for every policy by itself.
const EACH: &str = "each";

impl Plan {
    /// What is asked for by names of policies, `all` or `each`.
    pub fn new(family: &dyn Biased, asked: &[String], against: Against) -> Result<Plan, Refusal> {
        let listed = family.policies();
        let questions: Vec<Vec<Policy>> = match asked {
            [word] if word == ALL => vec![listed.clone()],
            [word] if word == EACH => listed.iter().map(|policy| vec![policy.clone()]).collect(),
            names if names.iter().any(|name| name == ALL || name == EACH) => {
                return Err(Refusal::input("--effect takes 'all', 'each' or names of policies, not both"));
            }
            names => {
                let found = names.iter().map(|name| family.policy(name)).collect::<Result<Vec<_>, _>>();
                vec![found.map_err(Refusal::input)?]
            }
        };
        if questions.iter().all(Vec::is_empty) {
            return Err(Refusal::input(format!("the family {} has no policies to measure", family.name())));
        }
        if let Some(off) = questions.iter().flatten().find(|policy| policy.weight == 0) {
            return Err(Refusal::input(format!(
                "'{}' is to be measured and switched off, or something it needs is: leave out --without-policies, --without, --only or the weight of 0",
                off.name
            )));
        }
        let mut plan = Plan::default();
        for policies in questions {
            let [with, without] = arms(&listed, &policies, against).map(|arm| plan.place(arm));
            plan.questions.push(Question { policies, with, without });
        }
        Ok(plan)
    }

    /// Where a sample is; it is added if it is new.
    fn place(&mut self, arm: Arm) -> usize {
        self.arms.iter().position(|known| *known == arm).unwrap_or_else(|| {
            self.arms.push(arm);
            self.arms.len() - 1
        })
    }
}

/// The samples with and without some policies.
fn arms(listed: &[Policy], policies: &[Policy], against: Against) -> [Arm; 2] {
    let asked: Vec<&'static str> = policies.iter().map(|policy| policy.name).collect();
    let off = match against {
        Against::All => Vec::new(),
        // What they need is on in both: a policy without it is no policy.
        Against::None => {
            let needed = |name: &&'static str| policies.iter().any(|policy| policy.needs.contains(name));
            listed.iter().map(|policy| policy.name).filter(|name| !asked.contains(name) && !needed(name)).collect()
        }
    };
    let without = off.iter().chain(&asked).copied().collect();
    let share = match against {
        Against::All => 100,
        Against::None => share(listed, policies),
    };
    let weights = if share == 100 { Vec::new() } else { asked.iter().map(|&name| (name, share)).collect() };
    [Arm::new(off, weights), Arm::new(without, Vec::new())]
}

/// Policies that are on alone get the weights of those that are off, in percent of their own: as much of a program is the
/// work of policies as usual. What is no policy keeps its weight.
fn share(listed: &[Policy], policies: &[Policy]) -> u32 {
    if !policies.iter().all(|policy| listed.contains(policy)) {
        return 100;
    }
    let sum = |policies: &[Policy]| policies.iter().map(|policy| policy.weight).sum::<u32>();
    (100 * sum(listed) / sum(policies).max(1)).min(weights::MOST)
}

#[cfg(test)]
mod tests {
    use super::super::policy::Program;
    use super::*;

    struct Fake;

    fn policy(name: &'static str, needs: &[&'static str]) -> Policy {
        Policy { name, sentence: "It is one.", aims: &[], weight: 10, needs: needs.to_vec() }
    }

    impl Biased for Fake {
        fn name(&self) -> &'static str {
            "fake"
        }
        fn policies(&self) -> Vec<Policy> {
            vec![policy("a", &[]), policy("b", &[]), policy("c", &["b"])]
        }
        fn policy(&self, name: &str) -> Result<Policy, String> {
            self.policies().into_iter().find(|policy| policy.name == name).ok_or_else(|| format!("no {name}"))
        }
        fn standard(&self) -> &'static str {
            "c99"
        }
        fn target(&self) -> &'static str {
            "x86_64"
        }
        fn generate(&self, _: u64, _: &Arm) -> Result<Program, Refusal> {
            Err(Refusal::internal("it makes nothing"))
        }
    }

    fn offs(asked: &str, against: Against) -> Vec<(String, String)> {
        let asked: Vec<String> = asked.split(',').map(str::to_owned).collect();
        let plan = Plan::new(&Fake, &asked, against).unwrap_or_else(|refusal| panic!("{}", refusal.message));
        let off = |at: usize| plan.arms[at].off.join(",");
        plan.questions.iter().map(|question| (off(question.with), off(question.without))).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(with, without)| ((*with).to_owned(), (*without).to_owned())).collect()
    }

    #[test]
    fn one_policy_against_none_and_against_all() {
        assert_eq!(offs("a", Against::None), pairs(&[("b,c", "a,b,c")]));
        assert_eq!(offs("a", Against::All), pairs(&[("", "a")]));
        assert_eq!(offs("c", Against::None), pairs(&[("a", "a,c")]), "what it needs is on in both");
        assert_eq!(offs("c,b", Against::None), pairs(&[("a", "a,b,c")]));
    }

    #[test]
    fn all_together_and_each_alone() {
        assert_eq!(offs("all", Against::None), pairs(&[("", "a,b,c")]));
        assert_eq!(offs("each", Against::None), pairs(&[("b,c", "a,b,c"), ("a,c", "a,b,c"), ("a", "a,c")]));
        let each = Plan::new(&Fake, &["each".to_owned()], Against::None).unwrap_or_default();
        assert_eq!(each.arms.len(), 5, "what is the same is made once: {:?}", each.arms);
    }

    #[test]
    fn who_is_alone_gets_the_weight_of_all() {
        let arguments = |asked: &str, against| {
            let plan = Plan::new(&Fake, &[asked.to_owned()], against).unwrap_or_default();
            plan.arms.iter().map(Arm::arguments).collect::<Vec<_>>()
        };
        assert_eq!(arguments("a", Against::None), [" --without b,c --weight a=300", " --without a,b,c"]);
        assert_eq!(arguments("a", Against::All), ["", " --without a"]);
        assert_eq!(arguments("all", Against::None), ["", " --without a,b,c"]);
    }

    #[test]
    fn names_must_be_known() {
        for (asked, word) in [(&["a", "all"][..], "not both"), (&["z"], "no z")] {
            let asked: Vec<String> = asked.iter().map(|name| (*name).to_owned()).collect();
            let refusal = Plan::new(&Fake, &asked, Against::None).expect_err("a refusal");
            assert!(refusal.message.contains(word), "{}", refusal.message);
        }
    }
}
