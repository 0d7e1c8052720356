//! How long a draw takes, recorded and replayed: `cargo run --release -p lydite-choices --example speed`.

use std::hint::black_box;
use std::time::Instant;

use lydite_choices::Choices;

const DRAWS: u32 = 30_000;
const ROUNDS: u32 = 200;

fn draw(choices: &mut Choices) {
    let mut drawn = 0;
    while drawn < DRAWS {
        choices.open("statement");
        black_box(choices.index(7));
        black_box(choices.weighted(&[10, 5, 5, 0, 2, 1]));
        choices.open("expression");
        black_box(choices.coin(1, 3));
        black_box(choices.index(12));
        black_box(choices.range(-128, 127));
        black_box(choices.word(32));
        choices.close();
        choices.close();
        drawn += 6;
    }
}

fn measure(what: &str, mut run: impl FnMut(u64) -> usize) {
    let mut best = f64::INFINITY;
    for round in 0..ROUNDS {
        let start = Instant::now();
        black_box(run(u64::from(round)));
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{what}: {:.1} ns per draw, {:.0} µs per {DRAWS} draws", best * 1e9 / f64::from(DRAWS), best * 1e6);
}

fn main() {
    measure("recorded", |seed| {
        let mut choices = Choices::from_seed(seed);
        draw(&mut choices);
        choices.finish().len()
    });
    let mut choices = Choices::from_seed(1);
    draw(&mut choices);
    let recording = choices.finish();
    measure("replayed", |_| {
        let mut choices = Choices::replay(&recording);
        draw(&mut choices);
        choices.finish().len()
    });
    measure("to bytes", |_| recording.to_bytes().len());
    println!("{} items, {} bytes", recording.len(), recording.to_bytes().len());
}
