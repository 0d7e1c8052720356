//! Bugs that are planted in a real compiler are found, told apart, made small and shown again elsewhere.

use crate::site::Site;
use crate::support;

/// Four bugs: two crashes and two miscompilations, each of which has a pass and a flag that hides it. They show in small programs, which are
/// soon smaller.
const PLANTS: &str = r#"
level=0 vrp=on pre=on
for arg; do
    case $arg in
    -O*) level=${arg#-O}; [ "$level" = s ] && level=2;;
    -fno-tree-vrp | -fdisable-tree-vrp1) vrp=;;
    -fno-tree-pre | -fdisable-tree-pre) pre=;;
    --help=optimizers) printf '  -ftree-%s\t\t[enabled]\n' dce vrp pre ccp; exit 0;;
    -fdump-passes) printf '   tree-%s  :  ON\n' dce1 vrp1 pre ccp1 >&2; exit 0;;
    -fdbg-cnt-list) exit 0;;
    esac
done
for arg; do
    shift
    case ${arg##*/} in
    t*.c)
        text=$(cat "$arg")
        case $level$text in
        [123]*union*) echo "$arg:7:1: internal compiler error: in layout_union, at plant.cc:77" >&2; exit 4;;
        3*'&='*)
            printf 'during GIMPLE pass: vect\n%s:9:2: internal compiler error: Segmentation fault\n' "$arg" >&2
            exit 4;;
        esac
        change=
        case $level$vrp$text in 2on*'&='*) change='s/>>/+/g';; esac
        case $level$pre$text in 3on*) change='s/>>/+/g';; esac
        copy=$arg
        [ -n "$change" ] && { copy=plant-${arg##*/}; sed "$change" "$arg" >"$copy"; }
        arg=$copy;;
    esac
    set -- "$@" "$arg"
done
"#;

/// Bugs in the script.
const PLANTED: usize = 4;

#[test]
fn planted_bugs_are_found_told_apart_and_made_small() {
    let Some(real) = support::gcc() else { return };
    let mut site = Site::new();
    site.compiler("gcc-planted", &format!("{PLANTS}exec {real} \"$@\"\n"));
    let words = "hunt --configured --json --families general --seed 48 --count 6 --options=-O0,-O2,-O3 --jobs 2 \
                 --run-limit 4s";
    let ran = site.run(&words.split_whitespace().collect::<Vec<_>>());
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    let found = site.findings("lydite.db");
    let mut sizes = Vec::new();
    for finding in &found {
        let bytes = finding["detail"]["reduction"]["to"].as_u64().unwrap_or(u64::MAX);
        println!(
            "{} -> {bytes} bytes, {} times: {}",
            finding["detail"]["reduction"]["from"], finding["count"], finding["signature"]
        );
        assert_eq!(finding["state"], "reduced", "{finding}");
        sizes.push(bytes);
    }
    assert_eq!(found.len(), PLANTED, "{}", ran.stdout);
    assert!(sizes.iter().all(|bytes| *bytes < 600), "{sizes:?}");
    let text = serde_json::to_string(&found).expect("JSON");
    for word in ["layout_union", "during vect", "-fno-tree-vrp", "-fno-tree-pre"] {
        assert!(text.contains(word), "nothing says {word}: {text}");
    }
    // Shown again here and, from a file, elsewhere.
    assert_eq!(site.run(&["export", "-o", "all.json"]).status, 0);
    let imported = site.run(&["import", "all.json", "--store", "other.db"]);
    assert_eq!(imported.stdout, format!("{PLANTED} new, 0 known already\n"));
    for store in ["lydite.db", "other.db"] {
        for finding in site.findings(store) {
            let id = finding["id"].to_string();
            let replayed = site.run(&["replay", &id, "--configured", "--store", store]);
            assert_eq!(replayed.status, 1, "{}{}", replayed.stdout, replayed.stderr);
            assert!(!replayed.stdout.contains("not what it was"), "{}", replayed.stdout);
            let report = site.run(&["report", &id, "--store", store]);
            assert_eq!(report.status, 0, "{}", report.stderr);
            assert!(report.stdout.contains("gcc-planted"), "{}", report.stdout);
        }
    }
    let blamed = found.iter().find(|f| f["signature"].as_str().is_some_and(|s| s.contains("-fno-tree-vrp")));
    let id = blamed.map(|f| f["id"].to_string()).unwrap_or_default();
    let ran = site.run(&["blame", &id, "--configured"]);
    assert!(ran.status == 1 && ran.stdout.contains("tree-vrp1"), "{}{}", ran.stdout, ran.stderr);
    // A bug that is mended does not show again.
    site.script("gcc-planted", &format!("exec {real} \"$@\"\n"));
    let mended = site.run(&["replay", &id, "--configured"]);
    assert_eq!(mended.status, 0, "{}{}", mended.stdout, mended.stderr);
    site.is_clean("everything");
}
