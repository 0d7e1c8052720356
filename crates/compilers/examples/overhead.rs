//! What the runner itself costs for each child: `overhead [MEGABYTES]`, with so much memory in use, which makes forks dearer.
use lydite_compilers::{Command, Error, Runner, Sandbox, Scratch};

const CHILDREN: u32 = 1000;

/// Processor time of this process without its children, in microseconds.
fn own_cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |parts| parts.1).split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) * 10_000.0
}

fn main() -> Result<(), Error> {
    let megabytes: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let ballast = vec![1_u8; megabytes << 20];
    let runner = Runner::new(Scratch::open(&std::env::temp_dir())?);
    let dir = runner.scratch().dir()?;
    for (name, sandbox) in [("no sandbox", Sandbox::Off), ("sandbox", Sandbox::Private)] {
        let (began, cpu) = (std::time::Instant::now(), own_cpu());
        for _ in 0..CHILDREN {
            runner.run(&Command::new("/bin/true", dir.path()).sandbox(sandbox));
        }
        let each = |micros: f64| micros / f64::from(CHILDREN);
        let wall = each(began.elapsed().as_micros() as f64);
        println!("{name:10} {wall:6.0} us a child, {:6.0} us of them processor time of our own", each(own_cpu() - cpu));
    }
    std::hint::black_box(ballast);
    Ok(())
}
