//! Which counters belong together.

/// Counters that are summed up together.
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Names of counters, or their beginnings with a `*`.
    pub patterns: &'static [&'static str],
}

/// The sets. A counter is of the first that it fits; what fits none is of no set.
///
/// Passes are named as the compilers name them: clang's in its records, gcc's in `-fdump-statistics`. Gcc's lines of
/// `-fopt-info` come without their pass.
pub const SETS: &[Set] = &[
    Set {
        name: "loop",
        title: "loops and vectors",
        patterns: &[
            "clang:indvars:*",
            "clang:irce:*",
            "clang:licm:*",
            "clang:loop-delete:*",
            "clang:loop-deletion:*",
            "clang:loop-distribute:*",
            "clang:loop-flatten:*",
            "clang:loop-fusion:*",
            "clang:loop-idiom:*",
            "clang:loop-interchange:*",
            "clang:loop-load-elim:*",
            "clang:loop-predication:*",
            "clang:loop-reduce:*",
            "clang:loop-rotate:*",
            "clang:loop-simplify*",
            "clang:loop-sink:*",
            "clang:loop-unroll*",
            "clang:loop-unswitch:*",
            "clang:loop-vectorize:*",
            "clang:loop-versioning*",
            "clang:pipeliner:*",
            "clang:simple-loop-unswitch:*",
            "clang:slp-vectorizer:*",
            "clang:vector-combine:*",
            "gcc:Guard hoisted*",
            "gcc:Loop *",
            "gcc:Unswitching *",
            "gcc:applying unroll and jam*",
            "gcc:basic block *",
            "gcc:ch:*",
            "gcc:ch_vect:*",
            "gcc:cunroll:*",
            "gcc:cunrolli:*",
            "gcc:ifcvt:*",
            "gcc:ivcanon:*",
            "gcc:ivopts:*",
            "gcc:ldist:*",
            "gcc:lim:*",
            "gcc:linterchange:*",
            "gcc:loop *",
            "gcc:loop2_*",
            "gcc:loopdone:*",
            "gcc:loopinit:*",
            "gcc:loops interchanged*",
            "gcc:lsplit:*",
            "gcc:lversion:*",
            "gcc:pcom:*",
            "gcc:sccp:*",
            "gcc:slp:*",
            "gcc:sms:*",
            "gcc:split-paths:*",
            "gcc:unrolljam:*",
            "gcc:unswitch:*",
            "gcc:veclower*",
            "gcc:vect:*",
            "gcc:versioned this loop*",
        ],
    },
    Set {
        name: "scalar",
        title: "scalar code",
        patterns: &[
            "clang:bdce:*",
            "clang:constraint-elimination:*",
            "clang:correlated-propagation:*",
            "clang:dse:*",
            "clang:early-cse:*",
            "clang:gvn*",
            "clang:instcombine:*",
            "clang:jump-threading:*",
            "clang:memcpyopt:*",
            "clang:reassociate:*",
            "clang:sccp:*",
            "clang:simplifycfg:*",
            "clang:sink:*",
            "clang:sroa:*",
            "clang:tailcallelim:*",
            "gcc:backprop:*",
            "gcc:bswap:*",
            "gcc:ccp:*",
            "gcc:cddce:*",
            "gcc:combine:*",
            "gcc:copyprop:*",
            "gcc:crited:*",
            "gcc:cse1:*",
            "gcc:cse2:*",
            "gcc:cse_local:*",
            "gcc:cselim:*",
            "gcc:dce:*",
            "gcc:dom:*",
            "gcc:dse:*",
            "gcc:esra:*",
            "gcc:ethread:*",
            "gcc:evrp:*",
            "gcc:fab:*",
            "gcc:forwprop:*",
            "gcc:fre:*",
            "gcc:gcse*",
            "gcc:hoist:*",
            "gcc:iftoswitch:*",
            "gcc:ifcombine:*",
            "gcc:isolate-paths:*",
            "gcc:mergephi:*",
            "gcc:phiopt:*",
            "gcc:phiprop:*",
            "gcc:pre:*",
            "gcc:reassoc:*",
            "gcc:sincos:*",
            "gcc:sink:*",
            "gcc:sinking common stores*",
            "gcc:slsr:*",
            "gcc:sra:*",
            "gcc:store-merging:*",
            "gcc:strlen:*",
            "gcc:switchconv:*",
            "gcc:switchlower*",
            "gcc:tail*",
            "gcc:thread*",
            "gcc:uncprop:*",
            "gcc:vrp:*",
            "gcc:vrp-thread*",
            "gcc:widening_mul:*",
        ],
    },
];

/// Whether a counter fits a pattern: the whole name, or its beginning before a `*`.
pub fn fits(pattern: &str, counter: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => counter.starts_with(beginning),
        None => counter == pattern,
    }
}

/// The set of a counter.
pub fn of(counter: &str) -> Option<&'static Set> {
    SETS.iter().find(|set| set.patterns.iter().any(|pattern| fits(pattern, counter)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_have_their_set() {
        for (counter, set) in [
            ("clang:loop-vectorize:Vectorized", Some("loop")),
            ("clang:loop-unroll-and-jam:Unrolled", Some("loop")),
            ("clang:gvn:LoadElim", Some("scalar")),
            ("gcc:loop vectorized using N byte vectors", Some("loop")),
            ("gcc:vect:Vectorized loops", Some("loop")),
            ("gcc:ch:Eliminated", Some("loop")),
            ("gcc:fre:Eliminated", Some("scalar")),
            ("gcc:sink:Sunk statements", Some("scalar")),
            ("clang:inline:Inlined", None),
            ("clang:asm:adcq", None),
            ("gcc:Inlining", None),
        ] {
            assert_eq!(of(counter).map(|set| set.name), set, "{counter}");
        }
    }

    #[test]
    fn no_pattern_stands_twice() {
        let all: Vec<&str> = SETS.iter().flat_map(|set| set.patterns.iter().copied()).collect();
        for (at, pattern) in all.iter().enumerate() {
            assert!(!all[..at].iter().any(|other| fits(other, pattern.trim_end_matches('*'))), "{pattern}");
        }
    }

    #[test]
    fn patterns_are_names_or_beginnings() {
        assert!(fits("clang:asm:adc*", "clang:asm:adcq") && fits("clang:asm:adcq", "clang:asm:adcq"));
        assert!(!fits("clang:asm:adc", "clang:asm:adcq") && !fits("gcc:vect:*", "gcc:veclower:x"));
    }
}
