//! Documents that repeat what a table says must say the same.

use lydite_generate::feature::Group;
use lydite_generate::{FEATURES, Family, Feature, PARAMETERS};
use lydite_hunt::outcome;
use lydite_machine::{Class, KINDS};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn undefined() -> String {
    let mut text = String::from(
        "# What ends a run\n\n\
         The table behind `lydite kinds`, in its order. It is generated: change `crates/machine/src/kinds.rs`, then run\n\
         `LYDITE_BLESS=1 cargo test -p lydite --test documents`. Every row that a program can have has programs under\n\
         `crates/lydite/tests/behaviour/<name>`: some that show it, and near misses that do not.\n",
    );
    for (class, title) in [
        (Class::Undefined, "Undefined (exit status 121)"),
        (Class::Ambiguous, "Ambiguous (exit status 122)"),
        (Class::Budget, "Out of budget (exit status 123)"),
        (Class::Unsupported, "Unsupported (exit status 124)"),
    ] {
        text.push_str(&format!("\n## {title}\n\n| name | clause | what it is |\n|---|---|---|\n"));
        for row in KINDS.iter().filter(|row| row.class == class) {
            text.push_str(&format!("| `{}` | {} | {} |\n", row.slug, row.clause, row.explanation));
        }
    }
    text
}

fn features() -> String {
    let mut text = String::from(
        "# What programs are made of\n\n\
         The table behind `lydite gen features`, in its order. It is generated: change `crates/generate/src/feature.rs`, then\n\
         run `LYDITE_BLESS=1 cargo test -p lydite --test documents`. The names are those of `--only`, `--without`, `--weight` and\n\
         weights files. A weight says how often a feature is taken among its likes before each program draws its own; `--weights`\n\
         and `--weight` give percentages of it. Where no compiler is named, gcc 12 and clang 14 suffice.\n",
    );
    let mut group = "";
    for row in FEATURES {
        if row.group.name() != group {
            group = row.group.name();
            let title = group[..1].to_uppercase() + &group[1..];
            text.push_str(&format!(
                "\n## {title}\n\n| name | what it is | weight | needs | since |\n|---|---|---|---|---|\n"
            ));
        }
        let needs: Vec<String> = row.needs.iter().map(|need| format!("`{}`", need.row().name)).collect();
        let since = match row.compilers {
            "" => row.since.name().to_owned(),
            compilers => format!("{}; {compilers}", row.since.name()),
        };
        let (name, sentence, weight) = (row.name, row.sentence.replace('|', "\\|"), row.weight);
        text.push_str(&format!("| `{name}` | {sentence} | {weight} | {} | {since} |\n", needs.join(", ")));
    }
    text.push_str(
        "\n## Parameters\n\n\
         The decisions of the family `scalar`: every program draws a distribution of its own around these weights\n\
         (`crates/generate/src/scalar/parameter.rs`).\n\n\
         | name | what it is | options and their weights |\n|---|---|---|\n",
    );
    for row in PARAMETERS {
        let options: Vec<String> = row
            .options
            .iter()
            .map(|option| format!("`{}` {}", option.name.replace('|', "\\|"), option.weight))
            .collect();
        text.push_str(&format!("| `{}` | {} | {} |\n", row.name, row.sentence, options.join(", ")));
    }
    text
}

/// A document that is generated is what would be generated now.
fn is_current(name: &str, expected: &str) {
    let file = root().join("docs").join(name);
    if std::env::var_os("LYDITE_BLESS").is_some() {
        std::fs::write(&file, expected).expect("docs can be written");
    }
    let actual = std::fs::read_to_string(&file).expect(name);
    assert_eq!(actual, expected, "docs/{name} is out of date: LYDITE_BLESS=1 writes it anew");
}

#[test]
fn the_table_of_behaviours() {
    is_current("undefined.md", &undefined());
}

#[test]
fn the_table_of_features() {
    is_current("features.md", &features());
}

#[test]
fn the_readme_lists_every_exit_status() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("README.md");
    for status in [121, 122, 123, 124, 125, 126, 134] {
        assert!(readme.contains(&format!("| {status} |")), "README.md does not list exit status {status}");
    }
}

#[test]
fn the_page_on_hunting_lists_every_oracle() {
    let page = std::fs::read_to_string(root().join("docs/hunting.md")).expect("docs/hunting.md");
    for row in outcome::KINDS {
        let line = format!("| `{}` | {} |\n", row.name, row.sentence);
        assert!(page.contains(&line), "docs/hunting.md does not have the line\n{line}");
    }
}

#[test]
fn every_policy_of_scalar_and_loops_has_its_figures() {
    let page = std::fs::read_to_string(root().join("docs/effects.md")).expect("docs/effects.md");
    for family in [Family::Scalar, Family::Loops] {
        let part = page.split(&format!("\n## {}\n", family.name())).nth(1).unwrap_or_default();
        let part = part.split("\n## ").next().unwrap_or_default();
        for feature in Feature::of(family).filter(|feature| feature.row().group == Group::Policy) {
            let name = feature.row().name;
            let row = part.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
            let row = row.unwrap_or_else(|| panic!("{}: no {name}; see scripts/policy-page", family.name()));
            assert!(
                row.contains(feature.row().sentence),
                "{row}: it is about something else now; see scripts/policy-page"
            );
            assert!(!feature.row().aims.is_empty(), "{name} aims at nothing");
        }
    }
}

#[test]
fn every_dependency_has_its_reason() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let reasons = std::fs::read_to_string(root().join("docs/dependencies.md")).expect("docs/dependencies.md");
    let section = manifest.split("[workspace.dependencies]").nth(1).expect("a list of dependencies");
    let names =
        section.lines().skip(1).take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = "));
    for (name, _) in names.filter(|(name, _)| !name.starts_with("lydite-")) {
        assert!(reasons.contains(&format!("`{name}`")), "docs/dependencies.md does not say why {name} is there");
    }
}

/// Fenced blocks of a document: language and text.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            found.push((language.to_owned(), body.join("\n") + "\n"));
        }
    }
    found
}

/// The README's programs, run as the README says, do what the README shows.
#[test]
fn the_transcripts_are_real() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("README.md");
    let dir = tempfile::tempdir().expect("a temporary directory");
    let binary = Path::new(env!("CARGO_BIN_EXE_lydite"));
    let binaries = binary.parent().expect("a directory").display().to_string();
    let path = format!("{binaries}:{}", std::env::var("PATH").unwrap_or_default());
    let mut commands = 0;
    for (language, body) in blocks(&readme) {
        if language == "c" {
            let name =
                body.lines().next().and_then(|line| line.strip_prefix("// ")).expect("programs begin with their name");
            std::fs::write(dir.path().join(name), &body).expect("a file");
        } else if language == "sh" && body.starts_with("#!") {
            let second = body.lines().nth(1).and_then(|line| line.strip_prefix("# "));
            let name =
                second.and_then(|line| line.split(':').next()).expect("scripts have their name in the second line");
            let file = dir.path().join(name);
            std::fs::write(&file, &body).expect("a file");
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("permissions");
        } else if language == "console" && body.contains("$ lydite ") {
            // One shell for the block, so that `$?` means what it says; every command is repeated before its output.
            let script: String = body
                .lines()
                .filter_map(|line| line.strip_prefix("$ "))
                .map(|command| format!("status=$?; echo '$ '{}; (exit $status); {command}\n", quote(command)))
                .collect();
            commands += script.lines().count();
            let output = std::process::Command::new("sh")
                .args(["-c", &format!("exec 2>&1\n{script}")])
                .current_dir(dir.path())
                .env("PATH", &path)
                .env("XDG_CACHE_HOME", dir.path().join("cache"))
                .output()
                .expect("a shell");
            assert_eq!(String::from_utf8_lossy(&output.stdout), body);
        }
    }
    assert!(commands >= 10, "the README has transcripts");
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
