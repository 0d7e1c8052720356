//! In which order people should look at findings: furthest point first.
//!
//! Each next finding is the one that is least like those before it, so that distinct bugs come early and more of the
//! same comes late (Chen et al., "Taming compiler fuzzers").

/// What is compared: the reduced program and what went wrong.
#[derive(Clone, Debug)]
pub struct Point {
    /// The tokens of the program.
    pub program: Vec<String>,
    /// The words of the signature.
    pub signature: Vec<String>,
}

impl Point {
    /// From texts.
    pub fn new(program: &str, signature: &str) -> Point {
        Point { program: tokens(program), signature: tokens(signature) }
    }
}

/// Words, numbers and single characters.
fn tokens(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut word = String::new();
    for c in text.chars().take(20_000) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            all.push(std::mem::take(&mut word));
        }
        if !c.is_whitespace() {
            all.push(c.to_string());
        }
    }
    if !word.is_empty() {
        all.push(word);
    }
    all.truncate(2_000);
    all
}

/// The order in which to look: indices, the first point of the list first.
pub fn furthest_first(points: &[Point]) -> Vec<usize> {
    if points.is_empty() {
        return Vec::new();
    }
    let mut order = vec![0];
    let mut nearest: Vec<f64> = points.iter().map(|p| distance(p, &points[0])).collect();
    let mut left: Vec<usize> = (1..points.len()).collect();
    while !left.is_empty() {
        // The first of equals: the order is total.
        let mut best = 0;
        for i in 1..left.len() {
            if nearest[left[i]] > nearest[left[best]] {
                best = i;
            }
        }
        let next = left.remove(best);
        order.push(next);
        for &i in &left {
            nearest[i] = nearest[i].min(distance(&points[i], &points[next]));
        }
    }
    order
}

/// Between 0, the same, and 2: normalised edit distances of the programs and of the signatures.
fn distance(a: &Point, b: &Point) -> f64 {
    edits(&a.program, &b.program) + edits(&a.signature, &b.signature)
}

/// The edit distance of two lists as a share of the longer one.
fn edits(a: &[String], b: &[String]) -> f64 {
    let longer = a.len().max(b.len());
    if longer == 0 {
        return 0.0;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()] as f64 / longer as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinct_ones_come_first() {
        let points = [
            Point::new("int main(void) { return 1 << 3; }", "wrong-output gcc vrp"),
            Point::new("int main(void) { return 1 << 4; }", "wrong-output gcc vrp"),
            Point::new("int main(void) { return 2 << 3; }", "wrong-output gcc vrp"),
            Point::new("struct s { int a; } x; void f(struct s *p) { p->a++; }", "crash clang instcombine"),
        ];
        let order = furthest_first(&points);
        assert_eq!(order[..2], [0, 3]);
        assert_eq!(order.len(), 4);
    }

    #[test]
    fn distances_are_those_of_edits() {
        let list = |s: &str| tokens(s);
        assert_eq!(edits(&list("a b c d"), &list("a x c d")), 0.25);
        assert_eq!(edits(&list("a b"), &list("a b c d")), 0.5);
        assert_eq!(edits(&list(""), &list("")), 0.0);
        assert_eq!(edits(&list("k i t t e n"), &list("s i t t i n g")), 3.0 / 7.0);
    }
}
