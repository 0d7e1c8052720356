//! Makes many programs and counts what the machine refuses: `sweep FAMILY FIRST COUNT [SIZE [DIR]]`, in C or the language that
//! SWEEP_LANGUAGE names.

use lydite_choices::Choices;
use lydite_generate::{FEATURES, Family, Options, Reason, generate_with};
use lydite_lang::Language;
use std::collections::BTreeMap;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |i: usize, default: u64| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let family = args.get(1).and_then(|name| Family::find(name)).unwrap_or_default();
    let usual = Options::of(family);
    let (first, count) = (number(2, 1), number(3, 1000));
    let asked = std::env::var("SWEEP_LANGUAGE").ok().and_then(|name| Language::find(&name));
    let language = asked.unwrap_or(usual.language);
    let options = Options { size: number(4, usual.size.into()) as u32, language, ..usual };
    let (mut bytes, mut tokens, mut steps, mut repairs) = (0usize, 0usize, 0u64, 0usize);
    let mut failures: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut shares = vec![0u64; FEATURES.len()];
    let mut uses = (0, 0);
    let mut times = Vec::new();
    let began = Instant::now();
    for seed in first..first + count {
        let header = format!("lydite gen {} --seed {seed}", family.name());
        let at = Instant::now();
        match generate_with(&options, Choices::from_seed(seed), &header) {
            Ok(g) => {
                bytes += g.files.iter().map(|f| f.text.len()).sum::<usize>();
                tokens += g.tokens;
                steps += g.steps;
                repairs += g.repairs;
                for (share, u) in shares.iter_mut().zip(&g.uses) {
                    uses = (uses.0 + u64::from(u.count), uses.1 + u64::from(u.live));
                    *share += u64::from(u.count > 0);
                }
                if let Some(dir) = args.get(5) {
                    for file in &g.files {
                        let _ = std::fs::write(format!("{dir}/{seed}{}.c", file.suffix), &file.text);
                    }
                    let _ = std::fs::write(format!("{dir}/{seed}.exp"), &g.expected);
                }
            }
            Err(failure) => {
                let (key, text) = match failure.reason {
                    Reason::NotDefined { kind, detail, text } => (format!("{kind}: {detail}"), text),
                    Reason::Changed { text } => ("changed".into(), text),
                    Reason::Panicked { message } | Reason::Unprintable { message } => (message, String::new()),
                };
                let _ = std::fs::write(format!("{}/gen-fail-{seed}.c", std::env::temp_dir().display()), text);
                let key: String = key.chars().take(110).collect();
                failures.entry(key).or_default().push(seed);
            }
        }
        times.push(at.elapsed().as_micros());
    }
    let wall = began.elapsed().as_secs_f64();
    let n = count.max(1);
    for (key, seeds) in &failures {
        println!("{:4} {key} (seed {})", seeds.len(), seeds[0]);
    }
    let failed: usize = failures.values().map(Vec::len).sum();
    times.sort_unstable();
    println!(
        "{count} programs, {failed} refused, {:.0} % of uses run; {:.2} MB/s; mean {} bytes, {} tokens, {} steps, {} repairs; {:.2} ms median, {:.2} ms most",
        100.0 * uses.1 as f64 / uses.0.max(1) as f64,
        bytes as f64 / wall / 1e6,
        bytes as u64 / n,
        tokens as u64 / n,
        steps / n,
        repairs as u64 / n,
        times[times.len() / 2] as f64 / 1e3,
        times[times.len() - 1] as f64 / 1e3,
    );
    let of_family = shares.iter().zip(FEATURES).filter(|(_, f)| f.families.contains(&family));
    let mut rare: Vec<(u64, &str)> = of_family.map(|(s, f)| (*s, f.name)).collect();
    rare.sort_unstable();
    for (share, name) in rare.iter().take(if std::env::var_os("ALL").is_some() { 200 } else { 70 }) {
        if *share * 200 < n * 4 {
            print!("{name} {:.2}%  ", 100.0 * *share as f64 / n as f64);
        }
    }
    println!();
}
