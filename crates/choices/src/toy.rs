//! Toy generators for the tests: random sequences of draws, and small programs.

use proptest::prelude::*;

use crate::choices::Choices;

/// One thing to do with choices.
#[derive(Clone, Debug)]
pub(crate) enum Draw {
    Index(usize),
    Weighted(Vec<u32>),
    Coin(u32, u32),
    Range(i128, i128),
    Word(u32),
    Shuffle(usize),
    Scope(&'static str, Vec<Draw>),
}

/// Random sequences of draws.
pub(crate) fn draws() -> impl Strategy<Value = Vec<Draw>> {
    let leaf = prop_oneof![
        (0..300usize).prop_map(Draw::Index),
        proptest::collection::vec(0..4u32, 0..6).prop_map(Draw::Weighted),
        (0..5u32, 0..5u32).prop_map(|(num, den)| Draw::Coin(num, den)),
        (any::<i128>(), any::<i128>()).prop_map(|(a, b)| Draw::Range(a.min(b), a.max(b))),
        (-9..9i128, 0..20i128).prop_map(|(lo, span)| Draw::Range(lo, lo + span)),
        (1..=64u32).prop_map(Draw::Word),
        (0..5usize).prop_map(Draw::Shuffle),
    ];
    let draw = leaf.prop_recursive(4, 60, 8, |inner| {
        let name = prop_oneof![Just("a"), Just("b"), Just("c")];
        (name, proptest::collection::vec(inner, 0..8)).prop_map(|(name, body)| Draw::Scope(name, body))
    });
    proptest::collection::vec(draw, 0..12)
}

impl Draw {
    pub(crate) fn run_all(draws: &[Draw], choices: &mut Choices) -> Vec<i128> {
        let mut results = Vec::new();
        for draw in draws {
            draw.run(choices, &mut results);
        }
        results
    }

    fn run(&self, choices: &mut Choices, results: &mut Vec<i128>) {
        match self {
            Draw::Index(n) => results.push(choices.index(*n) as i128),
            Draw::Weighted(weights) => results.push(choices.weighted(weights) as i128),
            Draw::Coin(num, den) => results.push(choices.coin(*num, *den).into()),
            Draw::Range(lo, hi) => results.push(choices.range(*lo, *hi)),
            Draw::Word(bits) => results.push(choices.word(*bits).into()),
            Draw::Shuffle(count) => {
                let mut items: Vec<i128> = (0..*count as i128).collect();
                choices.shuffle(&mut items);
                results.extend(items);
            }
            Draw::Scope(name, body) => {
                choices.open(name);
                for draw in body {
                    draw.run(choices, results);
                }
                choices.close();
            }
        }
    }
}

/// A part of a toy program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub(crate) text: String,
    pub(crate) children: Vec<Node>,
}

impl Node {
    pub(crate) fn any(&self, wanted: &dyn Fn(&Node) -> bool) -> bool {
        wanted(self) || self.children.iter().any(|child| child.any(wanted))
    }

    pub(crate) fn size(&self) -> usize {
        1 + self.children.iter().map(Node::size).sum::<usize>()
    }
}

fn node(text: impl Into<String>, children: Vec<Node>) -> Node {
    Node { text: text.into(), children }
}

/// So many functions, each a block of statements.
pub(crate) fn functions(choices: &mut Choices, count: usize) -> Vec<Node> {
    (0..count).map(|_| choices.scope("function", |choices| node("function", block(choices, 3)))).collect()
}

fn block(choices: &mut Choices, depth: usize) -> Vec<Node> {
    choices.scope("block", |choices| {
        let count = choices.index(5);
        (0..count).map(|_| choices.scope("statement", |choices| statement(choices, depth))).collect()
    })
}

fn statement(choices: &mut Choices, depth: usize) -> Node {
    let nested = if depth == 0 { 0 } else { 1 };
    match choices.weighted(&[4, 2 * nested, nested]) {
        0 => node("assign", vec![expression(choices, 4)]),
        1 => {
            let mut children = vec![expression(choices, 3)];
            children.extend(block(choices, depth - 1));
            node("if", children)
        }
        _ => {
            let times = choices.range(1, 9);
            node(format!("loop {times}"), block(choices, depth - 1))
        }
    }
}

fn expression(choices: &mut Choices, depth: usize) -> Node {
    choices.scope("expression", |choices| match choices.index(if depth == 0 { 2 } else { 4 }) {
        0 => node(format!("constant {}", choices.word(32)), Vec::new()),
        1 => node(format!("variable {}", choices.index(10)), Vec::new()),
        operator => {
            let left = expression(choices, depth - 1);
            let right = expression(choices, depth - 1);
            node(format!("operator {operator}"), vec![left, right])
        }
    })
}
