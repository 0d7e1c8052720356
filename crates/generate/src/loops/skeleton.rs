//! Skeletons: which loops a function has and what each aims at, before anything is filled in.

use super::pattern::PATTERNS;
use crate::feature::Feature;
use crate::make::state::Gen;

/// A piece of a function.
#[derive(Clone, Debug)]
pub enum Node {
    /// Neighbouring nests.
    Sequence(Vec<Nest>),
    /// Loops in one another.
    Nest(Nest),
    /// A conditional.
    If(Vec<Node>, Vec<Node>),
    /// A local variable.
    Local,
    /// An assignment.
    Assign,
    /// An assignment of neighbouring elements, summed or combined.
    Stencil,
    /// A value that is collected over the iterations.
    Reduction,
    /// An element that depends on one of an earlier iteration.
    Carried,
    /// A way out of a loop of this form, or to its next iteration, that depends on data.
    Exit(Form),
    /// The sketch of a policy.
    Pattern(Feature),
}

/// How a nest keeps undefined behaviour away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Avoid {
    /// The machine knows every value there is.
    #[default]
    Tracked,
    /// Every iteration sees the same values.
    Same,
    /// Iterations of a class see the same values, and each class has its version of an expression.
    Classes(u64),
}

/// The order of the counters in subscripts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As the loops are nested.
    Nested,
    /// The other way round: by columns.
    Reversed,
    /// One counter for all.
    Diagonal,
    /// Any.
    #[default]
    Any,
}

/// How a loop is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    For,
    While,
    DoWhile,
}

/// The head of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    pub form: Form,
    /// The first value, the one never reached, and the distance: as if it counted up.
    pub from: i128,
    pub to: i128,
    pub step: i128,
    /// Whether it counts down over the same values.
    pub down: bool,
}

/// The most iterations of all loops of a nest together.
const MOST_TRIPS: u64 = 1_200;

/// The weight of loops among statements where no policy asks for them.
const ORGANIC: u32 = 6;

/// Policies that decide about a whole nest.
pub const SHAPES: [Feature; 3] = [Feature::Vectorisable, Feature::PerfectNest, Feature::Interchange];

/// Where a piece of a skeleton stands.
#[derive(Clone, Copy, Debug)]
struct Around {
    /// How many pieces are around it.
    depth: u32,
    /// How many iterations loops there may have.
    trips: u64,
}

impl Around {
    fn inside(self) -> Around {
        Around { depth: self.depth + 1, ..self }
    }
}

/// Loops in one another.
#[derive(Clone, Debug)]
pub struct Nest {
    /// From the outside in; never empty.
    pub headers: Vec<Header>,
    /// What stands before each inner loop; all empty if the nest is perfect.
    pub between: Vec<Vec<Node>>,
    /// What the innermost loop does.
    pub body: Vec<Node>,
    /// How subscripts are made.
    pub order: Order,
    /// How undefined behaviour is kept away.
    pub avoid: Avoid,
    /// What it is made for.
    pub aims: Vec<Feature>,
}

impl Gen {
    /// The skeleton of a function that may have so many expressions.
    pub(super) fn skeleton(&mut self, room: usize) -> Vec<Node> {
        self.c.open("skeleton");
        // A statement takes about this many expressions.
        let count = (room / 30).max(1);
        let mut left = count as i64;
        let mut nodes = Vec::new();
        let around = Around { depth: 0, trips: MOST_TRIPS };
        if self.shape_weight() > 0 {
            // A program of this family has a loop.
            nodes.push(Node::Nest(self.nest(around, &mut left, None)));
        }
        while left > 0 {
            nodes.push(self.node(around, &mut left));
        }
        self.c.close();
        nodes
    }

    fn node(&mut self, around: Around, left: &mut i64) -> Node {
        let depth = around.depth;
        self.c.open("node");
        *left -= 1;
        let patterns: u32 = if depth == 0 { PATTERNS.iter().map(|row| self.weight(row.0)).sum() } else { 0 };
        let shapes = self.shape_weight();
        let nest = if depth < 3 { ORGANIC + shapes } else { 0 };
        let node = match self.c.weighted(&[
            30,
            nest,
            12,
            15,
            patterns,
            if depth == 0 { self.weight(Feature::Fusible) } else { 0 },
        ]) {
            0 => Node::Assign,
            1 => Node::Nest(self.nest(around, left, None)),
            2 => {
                let then = self.nodes(around.inside(), 1, 3, left);
                let otherwise = if self.c.coin(1, 3) { self.nodes(around.inside(), 1, 2, left) } else { Vec::new() };
                Node::If(then, otherwise)
            }
            3 => Node::Local,
            4 => {
                let weights: Vec<u32> = PATTERNS.iter().map(|row| self.weight(row.0)).collect();
                *left -= 2;
                Node::Pattern(PATTERNS[self.c.weighted(&weights)].0)
            }
            _ => self.sequence(left),
        };
        self.c.close();
        node
    }

    fn nodes(&mut self, around: Around, least: usize, more: usize, left: &mut i64) -> Vec<Node> {
        let count = least + self.c.index(more);
        (0..count).map(|_| self.node(around, left)).collect()
    }

    /// How much policies want loops.
    fn shape_weight(&self) -> u32 {
        let shapes = [
            Feature::Vectorisable,
            Feature::PerfectNest,
            Feature::Interchange,
            Feature::Stencil,
            Feature::LoopReduction,
        ];
        shapes.iter().map(|&f| self.weight(f)).sum::<u32>() / 2
    }

    /// Neighbouring loops over one space.
    fn sequence(&mut self, left: &mut i64) -> Node {
        let around = Around { depth: 0, trips: MOST_TRIPS };
        let first = self.nest(around, left, None);
        let mut nests = vec![first];
        let more = 1 + self.c.index(3);
        for _ in 0..more {
            let headers = nests[0].headers.clone();
            let nest = self.nest(around, left, Some(headers));
            nests.push(nest);
        }
        nests.iter_mut().for_each(|nest| nest.aims.push(Feature::Fusible));
        Node::Sequence(nests)
    }

    /// A nest, over a given space or its own.
    fn nest(&mut self, around: Around, left: &mut i64, space: Option<Vec<Header>>) -> Nest {
        let depth = around.depth;
        let mut weights = vec![30];
        weights.extend(SHAPES.iter().map(|&f| self.weight(f)));
        if depth > 0 {
            // Inside another loop, what wants a nest of its own is only deeper.
            weights[2] = 0;
            weights[3] = 0;
        }
        let shape = self.c.weighted(&weights).checked_sub(1).map(|i| SHAPES[i]);
        let mut aims: Vec<Feature> = shape.into_iter().collect();
        let most = 3usize.saturating_sub(depth as usize);
        let headers = space.unwrap_or_else(|| {
            let wanted = match shape {
                Some(Feature::Vectorisable) => 1 + self.c.weighted(&[60, 30, 10]),
                Some(_) => 2 + self.c.index(2),
                None => 1,
            };
            self.headers(wanted.min(most).max(1), shape, around.trips)
        });
        let avoid = self.avoid();
        match avoid {
            Avoid::Same => aims.push(Feature::SameValues),
            Avoid::Classes(2) => aims.push(Feature::EvenOdd),
            Avoid::Classes(_) => aims.push(Feature::ManyClasses),
            Avoid::Tracked => {}
        }
        let order = match shape {
            Some(Feature::Interchange) => Order::Reversed,
            Some(_) if self.c.coin(2, 3) => Order::Nested,
            _ if self.on(Feature::AccessPattern) => {
                [Order::Nested, Order::Reversed, Order::Diagonal, Order::Any][self.c.weighted(&[40, 20, 20, 30])]
            }
            _ => Order::Any,
        };
        let mut between = vec![Vec::new(); headers.len() - 1];
        if shape.is_none() && self.c.coin(1, 2) {
            for nodes in &mut between {
                *nodes = vec![self.statement_node(avoid)];
            }
        }
        let trips: u64 = headers.iter().map(Header::trips).product();
        let inside = Around { trips: (around.trips / trips.max(1)).max(1), ..around.inside() };
        let form = headers.last().map_or(Form::For, |header| header.form);
        let body = self.nest_body(inside, shape, avoid, form, left);
        Nest { headers, between, body, order, avoid, aims }
    }

    fn nest_body(
        &mut self,
        inside: Around,
        shape: Option<Feature>,
        avoid: Avoid,
        form: Form,
        left: &mut i64,
    ) -> Vec<Node> {
        let count = match shape {
            Some(_) => 1 + self.c.weighted(&[50, 30, 15]),
            None => 1 + self.c.index(3),
        };
        let mut body = Vec::new();
        for _ in 0..count {
            *left -= 1;
            // Only loops that aim at nothing have control flow and loops in them.
            let inner = shape.is_none() && inside.depth < 3 && inside.trips > 3 && *left > 0;
            let node =
                match self.c.weighted(&[70, if inner { ORGANIC } else { 0 }, if shape.is_none() { 15 } else { 0 }]) {
                    0 => self.statement_node(avoid),
                    1 => Node::Nest(self.nest(inside, left, None)),
                    _ => Node::If(vec![self.statement_node(avoid)], Vec::new()),
                };
            body.push(node);
        }
        let exits = shape.is_none() && avoid == Avoid::Tracked && self.on(Feature::EarlyExit);
        if exits && self.c.coin(self.weight(Feature::EarlyExit).min(50), 150) {
            let at = self.c.index(body.len() + 1);
            body.insert(at, Node::Exit(form));
        }
        body
    }

    /// What a statement of a loop is.
    fn statement_node(&mut self, avoid: Avoid) -> Node {
        let weights = [
            60,
            20,
            self.weight(Feature::Stencil),
            if avoid == Avoid::Tracked { self.weight(Feature::LoopReduction) } else { 0 },
            if avoid == Avoid::Tracked { self.weight(Feature::Carried) } else { 0 },
        ];
        [Node::Assign, Node::Local, Node::Stencil, Node::Reduction, Node::Carried][self.c.weighted(&weights)].clone()
    }

    fn avoid(&mut self) -> Avoid {
        let w = |f| self.weight(f);
        let weights = [80, w(Feature::SameValues), w(Feature::EvenOdd), w(Feature::ManyClasses)];
        match self.c.weighted(&weights) {
            0 => Avoid::Tracked,
            1 => Avoid::Same,
            2 => Avoid::Classes(2),
            _ => Avoid::Classes(3 + self.c.index(2) as u64),
        }
    }

    fn headers(&mut self, count: usize, shape: Option<Feature>, most: u64) -> Vec<Header> {
        let mut left = most;
        let mut headers = Vec::new();
        for _ in 0..count {
            let header = self.loop_header(shape, left);
            left = (left / header.trips()).max(2);
            headers.push(header);
        }
        headers
    }

    fn loop_header(&mut self, shape: Option<Feature>, most: u64) -> Header {
        self.c.open("header");
        let extent = i128::from(self.loops.extents[self.c.index(self.loops.extents.len())]);
        // Elements on both sides for stencils.
        let slack = if self.on(Feature::Stencil) && self.c.coin(2, 5) { self.c.range(1, 3) } else { 0 };
        let from = match shape {
            Some(_) => slack,
            None => slack + self.c.range(0, 2) * self.c.range(0, 2),
        };
        let to = (extent - slack).max(from + 2).min(extent);
        let step = match shape {
            Some(_) => 1 + self.c.weighted(&[80, 10, 5]) as i128,
            None => self.c.range(1, 4),
        };
        let trips = most.max(2);
        let to = to.min(from + i128::from(trips) * step);
        let down = self.on(Feature::CountDown) && self.c.coin(self.weight(Feature::CountDown).min(40), 120);
        let form = match shape {
            Some(_) => Form::For,
            None => [Form::For, Form::While, Form::DoWhile][self.c.weighted(&[70, 15, 15])],
        };
        self.c.close();
        Header { form, from, to, step, down }
    }
}

impl Header {
    /// How often the loop runs.
    pub fn trips(&self) -> u64 {
        ((self.to - self.from + self.step - 1) / self.step).max(1) as u64
    }

    /// The greatest value of the counter.
    pub fn last(&self) -> i128 {
        self.from + (i128::from(self.trips()) - 1) * self.step
    }
}

/// A skeleton as text, a line a piece.
pub fn text(nodes: &[Node]) -> String {
    let mut out = String::new();
    lines(nodes, 1, &mut out);
    out
}

fn line(depth: usize, text: &str, out: &mut String) {
    out.push_str(&"  ".repeat(depth));
    out.push_str(text);
    out.push('\n');
}

fn lines(nodes: &[Node], depth: usize, out: &mut String) {
    for node in nodes {
        match node {
            Node::Sequence(nests) => {
                line(depth, "sequence", out);
                nests.iter().for_each(|nest| nest_lines(nest, depth + 1, out));
            }
            Node::Nest(nest) => nest_lines(nest, depth, out),
            Node::If(then, otherwise) => {
                line(depth, "if", out);
                lines(then, depth + 1, out);
                if !otherwise.is_empty() {
                    line(depth, "else", out);
                    lines(otherwise, depth + 1, out);
                }
            }
            Node::Local => line(depth, "local", out),
            Node::Assign => line(depth, "assign", out),
            Node::Stencil => line(depth, "stencil", out),
            Node::Reduction => line(depth, "reduction", out),
            Node::Carried => line(depth, "carried", out),
            Node::Exit(_) => line(depth, "exit", out),
            Node::Pattern(feature) => line(depth, &format!("pattern {}", feature.row().name), out),
        }
    }
}

fn nest_lines(nest: &Nest, depth: usize, out: &mut String) {
    for (i, header) in nest.headers.iter().enumerate() {
        let Header { form, from, to, step, down } = header;
        let form = match form {
            Form::For => "for",
            Form::While => "while",
            Form::DoWhile => "do",
        };
        let mut text = format!("{form} {from}..{to} by {}{step}", if *down { "-" } else { "" });
        if i == 0 {
            nest.aims.iter().for_each(|aim| text.push_str(&format!(" {}", aim.row().name)));
        }
        line(depth + i, &text, out);
        if let Some(nodes) = nest.between.get(i) {
            lines(nodes, depth + i + 1, out);
        }
    }
    lines(&nest.body, depth + nest.headers.len(), out);
}
