//! What the runner costs for each child, beside a plain start of the same program.
use lydite_compilers::{Command, Error, Runner, Sandbox, Scratch};
use std::time::Instant;

fn main() -> Result<(), Error> {
    let count = 300_u32;
    let runner = Runner::new(Scratch::open(&std::env::temp_dir())?);
    let dir = runner.scratch().dir()?;
    let micros = |began: Instant| began.elapsed().as_micros() as f64 / f64::from(count);
    let began = Instant::now();
    for _ in 0..count {
        let _ = std::process::Command::new("/bin/true").output();
    }
    println!("plain     {:7.1} us", micros(began));
    for (name, sandbox) in [("no sandbox", Sandbox::Off), ("sandbox", Sandbox::Private)] {
        let began = Instant::now();
        let mut cpu = std::time::Duration::ZERO;
        for _ in 0..count {
            cpu += runner.run(&Command::new("/bin/true", dir.path()).sandbox(sandbox)).usage.cpu();
        }
        println!(
            "{name:10}{:7.1} us, of which the child {:7.1} us",
            micros(began),
            cpu.as_micros() as f64 / f64::from(count)
        );
    }
    Ok(())
}
