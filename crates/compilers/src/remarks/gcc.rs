//! Gcc's two ways to tell: lines of what was optimised, and a table of what passes counted.

use super::{Counts, raise};

/// How a line begins after its place.
const OPTIMIZED: &str = "optimized: ";

/// Texts of which only the beginning says what was done; the rest belongs to the program.
const HEADS: &[&str] = &[
    "Assembler symbol names",
    "Inlined",
    "Inlining",
    "Semantic equality hit",
    "Unswitching loop on condition",
    "sinking common stores",
];

/// Statistics that tell how much there was to look at, or what was tidied up, and not what was done.
const BOOKKEEPING: &[&str] = &["RPO ", "SSA name", "unused VAR_DECLs"];

/// Adds the lines of `-fopt-info-optimized`: `t.c:3:5: optimized: loop vectorized using 16 byte vectors`.
pub fn count_lines(text: &str, counts: &mut Counts) {
    for line in text.lines() {
        if let Some((_, told)) = line.split_once(OPTIMIZED) {
            let told = plain(told);
            if !told.is_empty() {
                raise(counts, format!("gcc:{told}"), 1);
            }
        }
    }
}

/// Adds the rows of `-fdump-statistics`: `37 ccp "Copies propagated" "main" 2`.
pub fn count_statistics(text: &str, counts: &mut Counts) {
    for line in text.lines() {
        if let Some((pass, counter, count)) = row(line)
            && !is_bookkeeping(counter)
        {
            raise(counts, format!("gcc:{pass}:{counter}"), count);
        }
    }
}

/// The pass, the counter and the count of a row.
fn row(line: &str) -> Option<(&str, &str, u64)> {
    let (head, rest) = line.split_once('"')?;
    let (counter, rest) = rest.split_once('"')?;
    let pass = head.split_whitespace().nth(1)?;
    let count = rest.rsplit(['"', ' ']).next()?.parse().ok()?;
    Some((pass, counter, count))
}

/// A counter with `==` is one bar of a histogram, of which there may be hundreds.
fn is_bookkeeping(counter: &str) -> bool {
    counter.contains(" == ") || BOOKKEEPING.iter().any(|head| counter.starts_with(head))
}

/// A text without what belongs to the program: numbers become `N`, names in quotes and of functions vanish.
fn plain(told: &str) -> String {
    let told = told.trim();
    if let Some(head) = HEADS.iter().find(|head| told.starts_with(**head)) {
        return (*head).to_owned();
    }
    let words = without_quotes(told);
    let words = words.split_whitespace().filter(|word| !word.contains('/')).map(without_numbers);
    words.collect::<Vec<_>>().join(" ").trim_end_matches(['.', ';', ':']).to_owned()
}

fn without_quotes(text: &str) -> String {
    let is_quote = |c: char| matches!(c, '"' | '\'' | '‘' | '’' | '`');
    // What stands between quotes is every second part; a quote that is never closed is an apostrophe.
    let parts: Vec<&str> = text.split(is_quote).collect();
    match parts.len() % 2 {
        0 => parts.concat(),
        _ => parts.into_iter().step_by(2).collect(),
    }
}

fn without_numbers(word: &str) -> String {
    let mut plain = String::new();
    for c in word.chars() {
        match c.is_ascii_digit() {
            true if plain.ends_with('N') => {}
            true => plain.push('N'),
            false => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(counts: &Counts) -> Vec<(&str, u64)> {
        counts.iter().map(|(name, count)| (name.as_str(), *count)).collect()
    }

    #[test]
    fn lines_lose_what_belongs_to_the_program() {
        let text = "\
/tmp/x/t.c:532:11: optimized:  Inlining safe_convert_2/2 into func_19/36.
/tmp/x/t.c:532:11: optimized:  Inlined func_1.constprop/12 into func_3/4 which now has time 9.750000 and size 8, net change of -5.
/tmp/x/t.c:1:1: optimized: loop vectorized using 16 byte vectors
/tmp/x/t.c:2:1: optimized: loop vectorized using 32 byte vectors
t.c:9:7: optimized: loop with 12 iterations completely unrolled (header execution count 1063004)
t.c:9:7: optimized: Unswitching loop on condition: if (pretmp_12 == &g_4)
t.c:9:7: optimized: Loop 3 distributed: split to 1 loops and 2 library calls.
t.c:9:7: optimized: function 'g_3' made local
optimized:
 Inlined x/3 into y/4
t.c:9:7: note: nothing
";
        let mut counts = Counts::new();
        count_lines(text, &mut counts);
        let expected = [
            ("gcc:Inlined", 1),
            ("gcc:Inlining", 1),
            ("gcc:Loop N distributed: split to N loops and N library calls", 1),
            ("gcc:Unswitching loop on condition", 1),
            ("gcc:function made local", 1),
            ("gcc:loop vectorized using N byte vectors", 2),
            ("gcc:loop with N iterations completely unrolled (header execution count N)", 1),
        ];
        assert_eq!(list(&counts), expected);
    }

    #[test]
    fn statistics_are_added_up_over_functions() {
        let text = "\
37 ccp \"Copies propagated\" \"safe_mod_0\" 2
58 ccp \"Copies propagated\" \"main\" 40
44 fre \"RPO blocks\" \"main\" 12
44 fre \"RPO iterations == 10\" \"main\" 1
44 fre \"Eliminated\" \"main\" 3
137 isolate-paths \"Incremental SSA update\" \"operator \"\" x\" 1
28 ssa \"unused VAR_DECLs removed\" \"main\" 9
";
        let mut counts = Counts::new();
        count_statistics(text, &mut counts);
        let expected = [
            ("gcc:ccp:Copies propagated", 42),
            ("gcc:fre:Eliminated", 3),
            ("gcc:isolate-paths:Incremental SSA update", 1),
        ];
        assert_eq!(list(&counts), expected);
    }

    #[test]
    fn anything_can_be_read() {
        let mut counts = Counts::new();
        for text in
            ["", "\"", "37 ccp", "ccp \"x\" \"y\" 3", "37 ccp \"x\" \"y\" z", "37 ccp \"x", "optimized: ", "é\u{0}"]
        {
            count_lines(text, &mut counts);
            count_statistics(text, &mut counts);
        }
        assert_eq!(list(&counts), []);
    }
}
