//! Findings in columns.

use lydite_compilers::Language;
use lydite_hunt::case::{Case, SourceText};
use lydite_hunt::detail::{Cell, Detail, Matrix};
use lydite_hunt::oracle::SUSPECT;
use lydite_hunt::rank::{Point, furthest_first};
use lydite_store::{Error, Finding, Store};

/// A finding with its documents.
pub struct Entry {
    /// The finding.
    pub finding: Finding,
    /// What is known about it.
    pub detail: Detail,
    /// The smallest program there is.
    pub case: Case,
}

/// All findings that can be read, in the order of [`all`].
pub fn ranked(store: &Store) -> Result<Vec<Entry>, Error> {
    Ok(all(store)?.0)
}

/// All findings in the order in which people should look at them: the least alike first; suspects of our own last. Then those that
/// are damaged, or that another version of the program wrote.
pub fn all(store: &Store) -> Result<(Vec<Entry>, Vec<Finding>), Error> {
    let (mut entries, mut unreadable) = (Vec::new(), Vec::new());
    for finding in store.findings()? {
        match entry(store, finding.clone()) {
            Ok(Some(entry)) => entries.push(entry),
            Ok(None) | Err(Error::Damaged(_)) => unreadable.push(finding),
            Err(error) => return Err(error),
        }
    }
    let (suspects, findings): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(|e| is_suspect(&e.finding));
    let points: Vec<Point> = findings.iter().map(|e| Point::new(&e.case.text(), &e.finding.signature)).collect();
    let order = furthest_first(&points);
    let mut slots: Vec<Option<Entry>> = findings.into_iter().map(Some).collect();
    let mut ranked: Vec<Entry> = order.into_iter().filter_map(|i| slots[i].take()).collect();
    ranked.extend(suspects);
    Ok((ranked, unreadable))
}

/// A finding with its documents; `None` if another version of the program wrote them.
pub fn entry(store: &Store, finding: Finding) -> Result<Option<Entry>, Error> {
    let bytes = store.bytes(finding.reduced.unwrap_or(finding.program))?;
    let case = Case::from_json(&String::from_utf8_lossy(&bytes));
    let detail = Detail::from_json(&finding.detail);
    Ok(match (case, detail) {
        (Ok(case), Ok(detail)) => Some(Entry { finding, detail, case }),
        _ => None,
    })
}

/// Whether we are the suspect.
pub fn is_suspect(finding: &Finding) -> bool {
    finding.signature.starts_with(SUSPECT)
}

/// One line for each finding.
pub fn list(entries: &[Entry]) -> String {
    let mut text = format!("{:>4}  {:>6}  {:>6}  {:<9}  {}\n", "ID", "COUNT", "BYTES", "STATE", "WHAT");
    for e in entries {
        let state = match e.finding.state.name() {
            _ if is_suspect(&e.finding) => "suspect",
            _ if e.detail.unreduced.is_some() && e.detail.reduction.is_none() => "whole",
            _ if e.detail.is_cut_short() => "cut short",
            name => name,
        };
        text.push_str(&line(&e.finding, &e.case.bytes().to_string(), state));
    }
    text
}

/// The same for those that can't be read.
pub fn unreadable(findings: &[Finding]) -> String {
    findings.iter().map(|finding| line(finding, "?", "unreadable")).collect()
}

/// The command that compiles a finding's program, as others can type it.
pub fn command(entry: &Entry) -> String {
    let Entry { detail, case, .. } = entry;
    let names = |files: &[&SourceText]| files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(" ");
    let (kernels, others): (Vec<&SourceText>, Vec<&SourceText>) =
        case.files.iter().partition(|file| file.name.ends_with(".ispc"));
    let (command, flags) = (detail.patient_of(case).command(), detail.flags.join(" "));
    match (case.language, case.files.as_slice()) {
        (Language::Ispc, _) => {
            format!("{command} {flags} --pic {} -o code.o && g++ {} code.o", names(&kernels), names(&others))
        }
        (language, [_]) => format!("{command} {flags} t.{}", language.extension()),
        _ => format!("{command} {flags} {}", names(&others)),
    }
}

/// A text with the end of its last line.
pub fn ended(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

fn line(finding: &Finding, bytes: &str, state: &str) -> String {
    let title: String = finding.title.chars().take(140).collect();
    format!("{:>4}  {:>6}  {bytes:>6}  {state:<9}  {title}\n", finding.id, finding.count)
}

/// Who is affected, as a table.
pub fn matrix(matrix: &Matrix) -> String {
    let wide = matrix.rows.iter().map(|r| r.0.len()).max().unwrap_or(0);
    let mut text = format!("{:wide$}", "");
    for level in &matrix.levels {
        text.push_str(&format!("  {level:<5}"));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (patient, cells) in &matrix.rows {
        let mut line = format!("{patient:wide$}");
        for cell in cells {
            let word = match cell {
                Cell::Fails => "FAILS",
                Cell::Right => "ok",
                Cell::Other => "other",
                Cell::Unknown => "?",
            };
            line.push_str(&format!("  {word:<5}"));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_has_columns() {
        let m = Matrix {
            levels: vec!["-O0".into(), "-O2".into()],
            rows: vec![
                ("gcc-9".into(), vec![Cell::Right, Cell::Fails]),
                ("clang-19".into(), vec![Cell::Other, Cell::Unknown]),
            ],
        };
        assert_eq!(matrix(&m), "          -O0    -O2\ngcc-9     ok     FAILS\nclang-19  other  ?\n");
    }
}
