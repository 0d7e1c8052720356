//! Any bytes become a program or an error: no panic, no hang, no stack overflow.
//!
//! `cargo +nightly fuzz run cfront`
#![no_main]

use libfuzzer_sys::fuzz_target;
use lydite_cfront::{Options, Preprocess, parse_bytes};

fuzz_target!(|data: &[u8]| {
    let options = Options { preprocess: Preprocess::Never, ..Options::default() };
    let _ = parse_bytes(data, "fuzz.c", &options);
});
