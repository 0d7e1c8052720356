//! Lists the compilers of this machine with everything that is known of them.
use lydite_compilers::{Cache, Places, Runner, Scratch, find};

fn main() -> Result<(), lydite_compilers::Error> {
    let runner = Runner::new(Scratch::open(&std::env::temp_dir())?);
    let places = Places::of_this_machine();
    for patient in Cache::default().probe(&runner, &find(&places), &places, &|_| ())? {
        println!("{} {} {:#?}", patient.name(), patient.target(), patient.facts);
    }
    Ok(())
}
