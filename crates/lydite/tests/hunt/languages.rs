//! Compilers of other languages than C take part in hunts, each with programs of its own language.

use crate::site::Site;
use crate::support;
use serde_json::Value;

/// A crash and a miscompilation of C++; the flag that is listed hides neither.
const PLANTS: &str = r#"
level=0
for arg; do
    case $arg in
    -O*) level=${arg#-O};;
    --help=optimizers) printf '  -ftree-%s\t\t[enabled]\n' dce; exit 0;;
    -fdump-passes | -fdbg-cnt-list) exit 0;;
    esac
done
for arg; do
    shift
    case ${arg##*/} in
    t*.cpp)
        case $level$(cat "$arg") in
        1*'^'*) echo "$arg:7:1: internal compiler error: in plant_xor, at plant.cc:77" >&2; exit 4;;
        2*'^'*) sed 's/\^/|/g' "$arg" >"plant-${arg##*/}"; arg=plant-${arg##*/};;
        esac;;
    esac
    set -- "$@" "$arg"
done
"#;

fn cxx() -> Option<&'static str> {
    support::find_any(&["g++-12", "g++"])
}

fn run(site: &Site, line: &str) -> crate::site::Ran {
    site.run(&line.split_whitespace().collect::<Vec<_>>())
}

fn of_kind<'a>(findings: &'a [Value], kind: &str) -> &'a Value {
    let found = findings.iter().find(|finding| finding["kind"] == kind);
    found.unwrap_or_else(|| panic!("nothing of kind {kind}: {findings:?}"))
}

#[test]
fn planted_bugs_of_cpp_are_found_made_small_and_shown_again() {
    let (Some(real), Some(c)) = (cxx(), support::gcc()) else { return };
    let mut site = Site::new();
    site.compiler("g++-planted", &format!("{PLANTS}exec {real} \"$@\"\n"));
    site.compiler("g++-good", &format!("exec {real} \"$@\"\n"));
    site.compiler("gcc-good", &format!("exec {c} \"$@\"\n"));
    let line = "hunt --configured --json --lang c++ --families scalar --seed 1 --count 2 --options=-O0,-O1,-O2 --jobs 2 \
                --reduce-for 15s --run-limit 4s";
    let ran = run(&site, line);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    let found = site.findings("lydite.db");
    for finding in &found {
        let (detail, program) = (&finding["detail"], &finding["program"]);
        println!("{} {}: {}", finding["kind"], finding["signature"], detail["reduction"]);
        assert_eq!(detail["patient"]["name"], "g++-planted", "{finding}");
        assert_eq!((&program["language"], &program["files"][0]["name"]), (&"c++".into(), &"t.cpp".into()), "{finding}");
        assert!(detail["flags"].to_string().contains("-std=c++"), "{finding}");
        let reduction = &detail["reduction"];
        assert!(reduction["to"].as_u64() < reduction["from"].as_u64(), "{finding}");
        assert_eq!(reduction["checked"], "compilers", "{finding}");
    }
    // The program is made again by its command, and stands in the store as it was found.
    let crash = of_kind(&found, "crash");
    let wrong = of_kind(&found, "wrong-output");
    assert!(wrong["program"]["origin"].as_str().is_some_and(|text| text.contains("--lang c++")), "{wrong}");
    assert_eq!(run(&site, "export -o all.json").status, 0);
    assert_eq!(run(&site, "import all.json --store other.db").status, 0);
    for store in ["lydite.db", "other.db"] {
        for finding in [crash, wrong] {
            let id = &finding["id"];
            for more in ["", "--original"] {
                let replayed = run(&site, &format!("replay {id} --configured --store {store} {more}"));
                assert_eq!(replayed.status, 1, "{}{}", replayed.stdout, replayed.stderr);
                assert!(!replayed.stdout.contains("not what it was"), "{}", replayed.stdout);
            }
        }
    }
    let shown = run(&site, &format!("show {}", wrong["id"]));
    assert!(shown.stdout.contains("not by the machine"), "{}", shown.stdout);
    let report = run(&site, &format!("report {}", wrong["id"]));
    assert!(report.stdout.contains("No reference interpreter has run it"), "{}", report.stdout);
    assert!(report.stdout.contains("g++-planted") && report.stdout.contains("t.cpp"), "{}", report.stdout);
    site.is_clean("everything");
}

#[test]
fn what_shows_in_c_as_well_is_made_small_there() {
    let (Some(real), Some(c)) = (cxx(), support::gcc()) else { return };
    let mut site = Site::new();
    site.compiler("g++-planted", &format!("{PLANTS}exec {real} \"$@\"\n"));
    site.compiler("gcc-planted", &format!("{}exec {c} \"$@\"\n", PLANTS.replace("t*.cpp", "t*.c")));
    let line = "hunt --configured --json --no-reduce --lang c++ --families scalar --seed 2 --count 1 --options=-O0,-O2 --jobs 1";
    let ran = run(&site, line);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    let reduced = run(&site, "reduce 1 --configured");
    assert_eq!(reduced.status, 0, "{}", reduced.stderr);
    let found = site.findings("lydite.db");
    let (detail, program) = (&found[0]["detail"], &found[0]["program"]);
    assert_eq!(program["language"], "c", "{detail}");
    assert_eq!(
        (&detail["patient"]["name"], &detail["found_with"]["name"]),
        (&"gcc-planted".into(), &"g++-planted".into())
    );
    assert_eq!(detail["reduction"]["checked"], "machine");
    assert!(detail["reduction"]["to"].as_u64() < Some(600), "{detail}");
    for (more, name) in [("", "gcc-planted"), ("--original", "g++-planted")] {
        let replayed = run(&site, &format!("replay 1 --configured {more}"));
        assert!(replayed.status == 1 && replayed.stdout.starts_with(name), "{}{}", replayed.stdout, replayed.stderr);
    }
}

#[test]
fn alone_a_compiler_of_cpp_keeps_its_programs_as_they_were_found() {
    let Some(real) = cxx() else { return };
    let mut site = Site::new();
    site.compiler("g++-planted", &format!("{PLANTS}exec {real} \"$@\"\n"));
    let line = "hunt --configured --json --families scalar --seed 2 --count 1 --options=-O0,-O2 --jobs 1";
    let ran = run(&site, line);
    let found = site.findings("lydite.db");
    let wrong = of_kind(&found, "wrong-output");
    let why = wrong["detail"]["unreduced"].as_str().unwrap_or_default();
    assert!(why.contains("no second compiler"), "{wrong}");
    assert!(ran.events().iter().any(|event| event["event"] == "not-reduced"), "{}", ran.stdout);
    assert_eq!(run(&site, "replay 1 --configured").status, 1);
    let refused = run(&site, "hunt --configured --families general --lang c++");
    assert!(refused.status == 125 && refused.stderr.contains("add scalar or loops"), "{}", refused.stderr);
}

/// The end of a configuration with a compiler of a language.
fn entry(name: &str, language: &str, flags: &str) -> String {
    format!("[[compiler]]\nname = \"{name}\"\npath = \"./{name}\"\nlanguage = \"{language}\"\nflags = [{flags}]\n")
}

#[test]
fn a_compiler_of_sycl_takes_part() {
    let Some(real) = cxx() else { return };
    let site = Site::new();
    let shims = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../lang/shims");
    site.script("sycl-planted", &format!("{PLANTS}exec {real} \"$@\"\n"));
    site.configure(&entry("sycl-planted", "sycl", &format!("\"-I{}\"", shims.display())));
    let line = "hunt --configured --json --lang sycl --families loops --seed 1 --count 6 --options=-O0,-O2 --jobs 2";
    let ran = run(&site, line);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    let found = site.findings("lydite.db");
    let wrong = of_kind(&found, "wrong-output");
    assert_eq!(wrong["program"]["language"], "sycl");
    assert!(
        wrong["program"]["files"][1]["text"].as_str().is_some_and(|text| text.contains("sycl/sycl.hpp")),
        "{wrong}"
    );
    assert!(wrong["detail"]["unreduced"].to_string().contains("not made smaller"), "{wrong}");
    let replayed = run(&site, &format!("replay {} --configured", wrong["id"]));
    assert_eq!(replayed.status, 1, "{}{}", replayed.stdout, replayed.stderr);
    site.is_clean("a hunt in SYCL");
}

/// A compiler of ISPC that knows one program and crashes with every other.
const ISPC: &str = r#"
out= last= source=
for arg; do
    case $arg in --version) echo 'A compiler of ISPC, 1.2.3'; exit 0;; *.ispc) source=$arg;; esac
    [ "$last" = -o ] && out=$arg
    last=$arg
done
case $source in
*/known.ispc) echo 'extern "C" int below(int n) { return n; }' >known.cpp; exec REAL -fPIC -c known.cpp -o "$out";;
*.ispc) echo 'FATAL ERROR: Unhandled signal sent to process' >&2; kill -ABRT $$;;
esac
exit 1
"#;

#[test]
fn a_compiler_of_ispc_takes_part() {
    let Some(real) = cxx() else { return };
    let site = Site::new();
    site.script("mine", &ISPC.replace("REAL", real));
    site.configure(&entry("mine", "ispc", ""));
    let ran = run(&site, "hunt --configured --json --families scalar,loops --seed 1 --count 2 --jobs 1");
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    let found = site.findings("lydite.db");
    let crash = of_kind(&found, "crash");
    let program = &crash["program"];
    assert_eq!((&program["language"], &program["files"][1]["name"]), (&"ispc".into(), &"t_code.ispc".into()));
    assert!(program["origin"].as_str().is_some_and(|text| text.contains("--lang ispc")), "{crash}");
    assert!(crash["detail"]["unreduced"].to_string().contains("not made smaller"), "{crash}");
    assert_eq!(run(&site, &format!("replay {} --configured", crash["id"])).status, 1);
    let report = run(&site, &format!("report {}", crash["id"]));
    assert!(report.stdout.contains("t_code.ispc -o code.o && g++ t_driver.cpp code.o"), "{}", report.stdout);
    site.is_clean("a hunt in ISPC");
}
