//! Clang's optimisation record: a stream of YAML documents, of which three lines each and the instructions matter.
//!
//! ```text
//! --- !Passed
//! Pass:            loop-unroll
//! Name:            FullyUnrolled
//! ...
//! ```
//!
//! What is not understood is passed over: versions differ, and a count that is missing is better than none at all.

use super::{Counts, Detail, raise};

/// How the keys of instructions begin, in the list of those of a block.
const INSTRUCTION: &str = "INST_";

/// Adds what a record tells.
pub fn count(record: &str, detail: Detail, counts: &mut Counts) {
    let mut document = Document::default();
    for line in record.lines() {
        if let Some(tag) = line.strip_prefix("--- ") {
            document.counted(detail, counts);
            document = Document { tag, ..Document::default() };
        } else if let Some(pass) = line.strip_prefix("Pass:") {
            document.pass = value(pass);
        } else if let Some(name) = line.strip_prefix("Name:") {
            document.name = value(name);
        } else if document.name == "InstructionMix"
            && let Some((mnemonic, number)) = instruction(line)
        {
            raise(counts, format!("clang:asm:{mnemonic}"), number);
        }
    }
    document.counted(detail, counts);
}

/// One remark as far as it has been read.
#[derive(Default)]
struct Document<'a> {
    tag: &'a str,
    pass: &'a str,
    name: &'a str,
}

impl Document<'_> {
    fn counted(&self, detail: Detail, counts: &mut Counts) {
        let Document { tag, pass, name } = self;
        if pass.is_empty() || name.is_empty() {
            return;
        }
        match (tag.trim(), detail) {
            ("!Passed", _) => raise(counts, format!("clang:{pass}:{name}"), 1),
            // The instructions have been counted one by one.
            (_, Detail::Missed) if *pass != "asm-printer" => raise(counts, format!("clang:missed:{pass}:{name}"), 1),
            _ => {}
        }
    }
}

/// The mnemonic and its number in a line such as `  - INST_movq:       '7'`.
fn instruction(line: &str) -> Option<(&str, u64)> {
    let (key, number) = line.trim_start().strip_prefix("- ")?.rsplit_once(':')?;
    let mnemonic = value(key).strip_prefix(INSTRUCTION).filter(|mnemonic| !mnemonic.is_empty())?;
    Some((mnemonic.trim(), value(number).parse().ok()?))
}

/// A scalar without what YAML may put around it.
fn value(text: &str) -> &str {
    text.trim().trim_matches(['\'', '"'])
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "\
--- !Passed
Pass:            loop-unroll
Name:            FullyUnrolled
DebugLoc:        { File: t.c, Line: 4, Column: 5 }
Function:        f
Args:
  - String:          'completely unrolled loop with '
  - UnrollCount:     '8'
  - String:          ' iterations'
...
--- !Missed
Pass:            gvn
Name:            LoadClobbered
Function:        f
...
--- !Passed
Pass:            'loop-unroll'
Name:            FullyUnrolled
...
--- !AnalysisAliasing
Pass:            loop-vectorize
Name:            UnsafeDep
...
--- !Analysis
Pass:            asm-printer
Name:            InstructionMix
Function:        f
Args:
  - String:          'BasicBlock: '
  - BasicBlock:      entry
  - String:          \"\\n\"
  - String:          adcq
  - String:          ': '
  - INST_adcq:       '3'
  - INST_movl:       '2'
  - INST_:           '28'
  - INST_sete:       many
...
--- !Analysis
Pass:            asm-printer
Name:            InstructionMix
Args:
  - 'INST_rep movsb': '1'
  - INST_adcq:       '4'
...
--- !Analysis
Pass:            asm-printer
Name:            InstructionCount
Args:
  - NumInstructions: '38'
...
";

    fn counted(record: &str, detail: Detail) -> Vec<(String, u64)> {
        let mut counts = Counts::new();
        count(record, detail, &mut counts);
        counts.into_iter().collect()
    }

    fn pairs(pairs: &[(&str, u64)]) -> Vec<(String, u64)> {
        pairs.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn what_was_done_and_what_was_made_of_it() {
        let done = [
            ("clang:asm:adcq", 7),
            ("clang:asm:movl", 2),
            ("clang:asm:rep movsb", 1),
            ("clang:loop-unroll:FullyUnrolled", 2),
        ];
        assert_eq!(counted(RECORD, Detail::Done), pairs(&done));
        let missed = [("clang:missed:gvn:LoadClobbered", 1), ("clang:missed:loop-vectorize:UnsafeDep", 1)];
        let mut all = [&done[..], &missed].concat();
        all.sort();
        assert_eq!(counted(RECORD, Detail::Missed), pairs(&all));
    }

    #[test]
    fn anything_can_be_read() {
        for text in ["", "---", "--- !Passed", "--- !Passed\nPass:\nName: x", "\u{fffd}\nPass: a\n  - INST_a: '1'"] {
            assert_eq!(counted(text, Detail::Done), [], "{text}");
        }
        let cut = "--- !Passed\nPass: licm\nName: Hoisted";
        assert_eq!(counted(cut, Detail::Done), pairs(&[("clang:licm:Hoisted", 1)]), "a file that was cut short");
    }
}
