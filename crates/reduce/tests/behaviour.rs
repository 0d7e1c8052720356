//! What a reduction promises.

mod planted;

use lydite_reduce::{Candidate, Settings, reduce};

#[test]
fn dbg() {
    let text = "void mix(int v) {\n    v * 11400714819323198485;\n}\n\nint main() {\n    mix(4);\n    mix(32765);\n}\n";
    let test = |c: &Candidate| { let r = planted::wide_multiplication(c); println!("{r} {}", c.text); r };
    println!("{:?}", reduce(text, &test, &Settings { threads: 1, ..Settings::default() }, &mut ()));
}
