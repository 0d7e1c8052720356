//! The same choices mean the same program as long as the version of a family is the same: whoever changes a number here
//! raises the version with it.

use lydite_choices::Choices;
use lydite_generate::{Family, Opaque, Options, Paths, Shifts, generate_with};
use lydite_lang::{CppStandard, Language};

/// How programs are made, and the hash of the first of them.
type Pin = (fn(Options) -> Options, u64);

const USUAL: fn(Options) -> Options = |o| o;
const ALL_PATHS: fn(Options) -> Options = |o| Options { paths: Paths::All, ..o };
const OPAQUE: fn(Options) -> Options = |o| Options { opaque: Opaque::Volatile, ..o };
const SHIFTS: fn(Options) -> Options = |o| Options { shifts: Shifts::NonNegative, ..o };
const CPP: fn(Options) -> Options = |o| Options { language: Language::Cpp(CppStandard::Cpp17), ..o };
const ISPC: fn(Options) -> Options = |o| Options { language: Language::Ispc, ..o };
const SYCL: fn(Options) -> Options = |o| Options { language: Language::Sycl, ..o };

const PINS: &[(Family, u32, &[Pin])] = &[
    (
        Family::General,
        2,
        &[(USUAL, 0xf74c_48e6_8b9c_0463), (ALL_PATHS, 0x150e_d394_8664_1746), (OPAQUE, 0xc93d_d3cf_9038_ae59)],
    ),
    (
        Family::Scalar,
        2,
        &[
            (USUAL, 0x1c23_e868_5328_25ba),
            (ALL_PATHS, 0x9246_a4f0_5b86_8855),
            (SHIFTS, 0x1d37_cf98_2efa_27c3),
            (CPP, 0x0b1c_2059_6e8f_f00e),
            (ISPC, 0xa16f_a58e_a6dd_fd11),
            (SYCL, 0xe653_b2c3_1d50_ee74),
        ],
    ),
    (
        Family::Loops,
        2,
        &[
            (USUAL, 0x060d_54a2_f322_1691),
            (ALL_PATHS, 0x44a1_399e_02e5_f19f),
            (CPP, 0x7cdf_7a4b_47ef_c3eb),
            (ISPC, 0x9e7c_2693_dc94_f808),
            (SYCL, 0xde28_7a6b_fa88_9acb),
        ],
    ),
];

/// FNV-1a over the texts of twenty programs.
fn hash(options: &Options) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for seed in 1..=20 {
        let made =
            generate_with(options, Choices::from_seed(seed), "test").unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        for byte in made.files.iter().flat_map(|file| file.text.as_bytes()) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

#[test]
fn a_version_keeps_its_programs() {
    for (family, version, pins) in PINS {
        let of = |change: fn(Options) -> Options| hash(&change(Options { size: 1_500, ..Options::of(*family) }));
        let found: Vec<u64> = pins.iter().map(|(change, _)| of(*change)).collect();
        let pinned: Vec<u64> = pins.iter().map(|(_, hash)| *hash).collect();
        assert_eq!((family.row().version, &found), (*version, &pinned), "{}: {found:#x?}", family.name());
    }
}
