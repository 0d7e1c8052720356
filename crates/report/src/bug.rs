//! A finding as a text to be filed.

use crate::explorer;
use crate::table::{self, Entry, ended};
use lydite_compilers::Language;
use lydite_hunt::detail::Checked;
use lydite_hunt::outcome::{Kind, Stage};

/// Where a report goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tracker {
    /// GCC's Bugzilla: plain text.
    Gcc,
    /// LLVM's issues: Markdown.
    Llvm,
}

impl Tracker {
    /// The tracker for a compiler.
    pub fn of(brand: &str) -> Tracker {
        if brand == "gcc" { Tracker::Gcc } else { Tracker::Llvm }
    }

    fn block(self, language: &str, text: &str) -> String {
        let text = text.trim_end_matches('\n');
        match self {
            Tracker::Gcc => format!("{text}\n"),
            Tracker::Llvm => format!("```{language}\n{text}\n```\n"),
        }
    }

    fn heading(self, text: &str) -> String {
        match self {
            Tracker::Gcc => format!("\n{text}:\n"),
            Tracker::Llvm => format!("\n### {text}\n\n"),
        }
    }
}

/// A report: the first line is the title, the rest the text.
pub fn report(entry: &Entry, tracker: Tracker) -> String {
    let Entry { finding, detail, case } = entry;
    let kind = Kind::find(&detail.kind).unwrap_or(Kind::Crash);
    let blamed = detail.blame.as_ref();
    let mut out = format!("{}\n\n", title(entry, kind));
    let source = match case.files.as_slice() {
        [file] => {
            out.push_str(&tracker.block(case.language.extension(), &file.text));
            Some(&file.text)
        }
        files => {
            for file in files {
                let language = file.name.rsplit('.').next().unwrap_or_default();
                out.push_str(&format!("{}:\n\n{}\n", file.name, tracker.block(language, &file.text)));
            }
            None
        }
    };

    out.push_str(&tracker.heading("What happens"));
    let flags = detail.flags.join(" ");
    let command = table::command(entry);
    let session = match kind.row().stage {
        Stage::Compile => {
            format!("$ {command}\n{}", detail.message.trim_end())
        }
        Stage::Run => {
            format!("$ {command} -o t && ./t; echo \"status $?\"\n{}{}", ended(&detail.actual), detail.ending)
        }
    };
    out.push_str(&tracker.block("console", &session));

    if kind.row().stage == Stage::Run {
        out.push_str(&tracker.heading("What should happen"));
        out.push_str(&tracker.block("console", &format!("{}exit status {}", ended(&case.stdout), case.status)));
        if let Some(witness) = &detail.witness {
            out.push_str(&format!("{witness} prints this.\n"));
        }
    }
    out.push_str(&tracker.heading("Why the program is valid"));
    out.push_str(validity(entry, kind.row().stage));
    out.push_str(&match (kind.row().stage, &detail.witness) {
        // The machine has not seen it.
        (Stage::Run, _) if is_checked_by_others(entry) => ".\n".to_owned(),
        (Stage::Run, _) => " and gives the output above.\n".to_owned(),
        (Stage::Compile, Some(witness)) => format!(". {witness} accepts it.\n"),
        (Stage::Compile, None) => ".\n".to_owned(),
    });
    if let Some(blame) = blamed {
        out.push_str(&tracker.heading("Where it comes from"));
        out.push_str(&blame.sentence);
        out.push('\n');
    }
    if let Some(matrix) = &detail.matrix {
        out.push_str(&tracker.heading("Affected versions"));
        out.push_str(&tracker.block("", &table::matrix(matrix)));
    }
    out.push_str(&tracker.heading("Version"));
    out.push_str(&format!("{}\nTarget: {}\n", detail.patient.version, detail.patient.triple));
    // It shows one file.
    if let (Some(source), Some((id, own))) = (source, explorer::compiler(&detail.patient, case.language)) {
        out.push_str(&tracker.heading("Compiler Explorer"));
        out.push_str(&explorer::link(source, case.language, &id, format!("{own} {flags}").trim()));
        out.push('\n');
    }
    if finding.count > 1 {
        out.push_str(&format!("\nSeen in {} random programs; this is the smallest one known.\n", finding.count));
    }
    out
}

/// Whether the machine has not judged the program that is shown.
fn is_checked_by_others(entry: &Entry) -> bool {
    entry.detail.reduction.as_ref().is_some_and(|reduction| reduction.checked == Checked::Compilers)
}

/// How it is known that the program is valid, without the end of the sentence.
fn validity(entry: &Entry, stage: Stage) -> &'static str {
    let is_run = stage == Stage::Run;
    match entry.case.language {
        Language::C => {
            "It was run by a reference interpreter of C that stops at the first undefined or unspecified thing with an effect \
             (overflow, bad shifts, bounds, lifetimes, uninitialised reads, aliasing, sequencing, ...); it found none"
        }
        _ if is_checked_by_others(entry) && !is_run => {
            "It was made smaller from a program that is known to be valid. The smaller one is checked by compilers only: others \
             accept it and print the same without optimisation. No reference interpreter has run it"
        }
        _ if is_checked_by_others(entry) => {
            "It was made smaller from a program that is known to be valid. The smaller one is checked by compilers only: others \
             print the output above without optimisation, -fsanitize=address,undefined says nothing and, where compilers can \
             tell, other values of uninitialised variables change nothing. No reference interpreter has run it"
        }
        _ => {
            "It is a program of C in another dress. As C it was run by a reference interpreter that stops at the first undefined or \
             unspecified thing with an effect (overflow, bad shifts, bounds, lifetimes, uninitialised reads, aliasing, \
             sequencing, ...); it found none"
        }
    }
}

fn title(entry: &Entry, kind: Kind) -> String {
    let detail = &entry.detail;
    let level = detail.options.clone();
    let pass = detail.blame.as_ref().map(|b| b.key());
    match kind {
        Kind::Crash => {
            let crash = lydite_hunt::signature::crash(&detail.message, &detail.ending);
            let during = crash.pass.map(|p| format!(" during {p}")).unwrap_or_default();
            let what = crash.normal.replace("internal compiler error: ", "");
            if detail.patient.brand == "gcc" {
                format!("ICE {what}{during} at {level}")
            } else {
                format!("Crash: {what}{during} at {level}")
            }
        }
        Kind::Hang => format!("Compiler does not end at {level}"),
        Kind::Memory => format!("Compiler takes too much memory at {level}"),
        Kind::Rejected => format!("Valid program is rejected at {level}"),
        Kind::FalseAlarm => format!("Sanitizer reports an error in a valid program at {level}"),
        _ => format!("Wrong code at {level}{}", pass.map(|p| format!(" ({p})")).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_hunt::{case::Case, detail::Detail};
    use lydite_store::{Occurrence, Store};

    #[test]
    fn each_file_stands_under_its_name() {
        let case = r#"{"family":"f","origin":"o","files":[{"name":"main.c","text":"int f(void);\n"},{"name":"f.c","text":"int x;\n"}],
            "stdout":"","status":0,"target":"x86_64","standard":"gnu17"}"#;
        let detail = r#"{"kind":"wrong-output","family":"f","patient":{"name":"gcc-12","version":"gcc 12.2.0","brand":"gcc",
            "triple":"x86_64-linux-gnu"},"options":"-O2","flags":["-O2"],"ending":"exit status 0","message":"","actual":""}"#;
        let text = String::new;
        let found = Occurrence { key: text(), kind: text(), title: text(), detail: text(), program: Vec::new() };
        let mut store = Store::in_memory().unwrap();
        let id = store.add(&found, 0).unwrap().finding();
        let (case, detail) = (Case::from_json(case).unwrap(), Detail::from_json(detail).unwrap());
        let entry = Entry { finding: store.finding(id).unwrap(), detail, case };
        for tracker in [Tracker::Gcc, Tracker::Llvm] {
            let text = report(&entry, tracker);
            for part in ["\nmain.c:\n", "\nf.c:\n", "gcc-12 -O2 main.c f.c -o t"] {
                assert!(text.contains(part), "{text}");
            }
            assert!(!text.contains("Explorer"), "{text}");
        }
    }
}
