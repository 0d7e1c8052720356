//! Reads C files and says what is in them: `parse [-t target] [-I dir] [-n times | -p] FILE...`
use lydite_cfront::{Options, parse_file};
use std::path::Path;
use std::time::Instant;

fn main() {
    let mut options = Options::default();
    let mut times = 1;
    let mut failed = 0;
    let mut print = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-t" => options.target = args.next().and_then(|t| lydite_lang::Target::find(&t)).expect("a target"),
            "-I" => options.include_dirs.push(args.next().expect("a directory").into()),
            "-p" => print = true,
            "-n" => times = args.next().and_then(|n| n.parse().ok()).expect("a number"),
            file => {
                let start = Instant::now();
                for i in 0..times {
                    match parse_file(Path::new(file), &options) {
                        Ok(program) if print => print!("{}", lydite_lang::print::program(&program)),
                        Ok(program) if i == 0 => println!(
                            "{file}: {} functions, {} variables, {} expressions",
                            program.funcs.len(),
                            program.vars.len(),
                            program.exprs.len()
                        ),
                        Ok(_) => {}
                        Err(error) => {
                            println!("{file}: {error}");
                            failed += 1;
                            break;
                        }
                    }
                }
                if times > 1 {
                    println!("{:.3} ms each", start.elapsed().as_secs_f64() * 1000.0 / f64::from(times));
                }
            }
        }
    }
    std::process::exit(i32::from(failed > 0));
}
