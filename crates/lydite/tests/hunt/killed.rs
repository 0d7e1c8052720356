//! A hunt that is killed at any instant goes on, and ends as if nothing had happened.

use crate::site::{Site, hunted_only};
use crate::support;
use lydite_store::Store;
use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::Duration;

/// A compiler that is fast, because it compiles nothing: it crashes in one of five ways or is wrong.
const FAST: &str = "\
set -- $(cksum <\"$hunted\"); n=$(($1 % 7))
case $n in
0|1|2|3) echo \"internal compiler error: in plant_$(echo $n | tr 0123 abcd), at plant.cc:$1\" >&2; exit 4;;
4) kill -SEGV $$;;
5) echo 'error: no' >&2; exit 1;;
esac
printf '#!/bin/sh\\necho wrong\\n' >\"$out\"; chmod +x \"$out\"
";

/// Instants that are the same in every run of the test.
struct Instants(u64);

impl Instants {
    fn next(&mut self, most: u64) -> Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_millis(1 + (self.0 >> 33) % most)
    }
}

/// What a store holds when a hunt is over: programs done, findings with counts, everything that was counted.
fn contents(site: &Site, store: &str) -> (u64, BTreeMap<String, u64>, BTreeMap<String, u64>) {
    let open = Store::open_existing(&site.path().join(store)).expect("the store opens");
    let campaigns = open.campaigns().expect("campaigns");
    assert_eq!(campaigns.len(), 1, "resuming begins no other campaign");
    let campaign = &campaigns[0];
    assert!(campaign.ended.is_some());
    let tallies = open.tallies(campaign.id).expect("tallies");
    let counted = tallies.into_iter().map(|t| (t.name, t.count)).collect();
    let done = open.progress(campaign.id).expect("progress");
    assert!(done.beyond.is_empty());
    drop(open);
    (done.below, site.counts(store), counted)
}

fn killed_and_resumed(kills: u32, programs: &str) {
    let Some(real) = support::gcc() else { return };
    let mut site = Site::new();
    site.compiler("gcc-fast", &(hunted_only(real) + FAST));
    let words = |first: &str, store: &str| -> Vec<String> {
        let line = format!("hunt {first} --store {store} --configured --options=-O1 --no-reduce --jobs 2 --json");
        line.split_whitespace().map(str::to_owned).collect()
    };
    let begin = |store: &str| words(&format!("--seed 5 --count {programs}"), store);
    let resume = |store: &str| words("--resume", store);
    let quiet = site.run(&begin("quiet.db"));
    assert_eq!(quiet.status, 1, "{}", quiet.stderr);
    let expected = contents(&site, "quiet.db");
    assert!(expected.1.len() >= 5, "{:?}", expected.1);
    let mut instants = Instants(1);
    let (mut killed, mut round, mut landed) = (0, 0, 0);
    while killed < kills {
        let store = format!("killed-{round}.db");
        round += 1;
        let mut words = begin(&store);
        // Until the hunt has ended by itself or has been killed often enough.
        loop {
            let mut command = site.command(&words);
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a hunt");
            std::thread::sleep(instants.next(600));
            child.kill().expect("a signal");
            let status = child.wait().expect("a child");
            if status.code().is_some() {
                break;
            }
            killed += 1;
            let open = Store::open(&site.path().join(&store)).expect("the store opens after kill -9");
            let campaigns = open.campaigns().expect("a whole store");
            words = match campaigns.last() {
                // Killed after its end, in its last words.
                Some(campaign) if campaign.ended.is_some() => break,
                Some(campaign) => {
                    landed += u32::from(!open.progress(campaign.id).expect("progress").is_empty());
                    resume(&store)
                }
                // Before the store has a campaign there is nothing to resume.
                None => begin(&store),
            };
            if killed >= kills {
                break;
            }
        }
        let open = Store::open(&site.path().join(&store)).expect("the store opens");
        if open.campaigns().expect("campaigns").is_empty() {
            drop(open);
            site.run(&begin(&store));
        } else if open.unfinished().expect("a whole store").is_some() {
            drop(open);
            let last = site.run(&resume(&store));
            assert!(last.status <= 1, "{}", last.stderr);
        }
        assert_eq!(contents(&site, &store), expected, "{store}");
    }
    println!("killed {killed} times in {round} hunts, {landed} times with some programs done");
    // How many depends on the machine's speed.
    assert!(landed > 0, "some kills must fall into the hunt: {killed} did not");
    site.is_clean("a killed hunt");
}

/// Twelve times, or as often as `LYDITE_KILLS` says.
#[test]
fn killed_at_any_instant() {
    let kills = std::env::var("LYDITE_KILLS").map_or(12, |kills| kills.parse().expect("LYDITE_KILLS is a number"));
    killed_and_resumed(kills, "60");
}
