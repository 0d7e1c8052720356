//! How many flags each compiler of this machine offers for random options.
use lydite_compilers::{Cache, Flags, Places, Runner, Scratch, find};

fn main() -> Result<(), lydite_compilers::Error> {
    let runner = Runner::new(Scratch::open(&std::env::temp_dir())?);
    let places = Places::of_this_machine();
    let began = std::time::Instant::now();
    let patients = Cache::default().probe(&runner, &find(&places), &places, &|_| ())?;
    println!("{} compilers probed in {:.1} s", patients.len(), began.elapsed().as_secs_f64());
    for patient in patients.iter().filter(|patient| patient.candidate.flags.is_empty()) {
        let began = std::time::Instant::now();
        let flags = Flags::read(&runner, patient)?;
        println!("{:30} {:4} flags in {:.1} s", patient.name(), flags.all().len(), began.elapsed().as_secs_f64());
        if std::env::args().nth(1).as_deref() == Some(patient.name()) {
            for flag in flags.all() {
                println!("    {}", flag.settings().iter().map(|words| words.join(" ")).collect::<Vec<_>>().join(" | "));
            }
        }
    }
    Ok(())
}
