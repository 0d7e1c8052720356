//! Random expressions over every arithmetic type: as constants and computed from volatile variables they have one value
//! and one type, to the folder, to the machine, to gcc and to clang; and the machine refuses those that have none.
//!
//! `LYDITE_ARITHMETIC_SEED=7` makes other expressions than the usual ones.

mod support;

use lydite_cfront::{Options, parse_bytes};
use lydite_lang::{Init, Program, fold};
use lydite_machine::{Limits, Verdict, run};
use std::fmt::Write;
use std::process::Command;

/// How many defined expressions go into the one program.
const COUNT: usize = 1200;
/// How many undefined ones the machine must refuse.
const REFUSED: usize = 300;
/// Expressions in one function: compilers are slower on larger ones.
const GROUP: usize = 100;
const DEPTH: u32 = 4;

/// The types of leaves and casts, with the bits of their values; none for the floating ones.
const TYPES: &[(&str, Option<u32>)] = &[
    ("_Bool", Some(1)),
    ("char", Some(8)),
    ("signed char", Some(8)),
    ("unsigned char", Some(8)),
    ("short", Some(16)),
    ("unsigned short", Some(16)),
    ("int", Some(32)),
    ("unsigned int", Some(32)),
    ("long", Some(64)),
    ("unsigned long", Some(64)),
    ("long long", Some(64)),
    ("unsigned long long", Some(64)),
    ("__int128", Some(128)),
    ("unsigned __int128", Some(128)),
    ("float", None),
    ("double", None),
];

const BINARY: &[&str] =
    &["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "&&", "||"];
const UNARY: &[&str] = &["-", "~", "!", "+"];

/// Steele, Lea and Flood's SplitMix64: the expressions are the same on every machine and every day.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

fn seed() -> u64 {
    std::env::var("LYDITE_ARITHMETIC_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// One expression in two forms.
#[derive(Clone)]
struct Pair {
    /// Of constants.
    constant: String,
    /// Of volatile variables.
    computed: String,
}

impl Pair {
    fn map(&self, f: impl Fn(&str) -> String) -> Pair {
        Pair { constant: f(&self.constant), computed: f(&self.computed) }
    }

    fn join(parts: &[&Pair], f: impl Fn(&[&str]) -> String) -> Pair {
        let side = |of: fn(&Pair) -> &str| f(&parts.iter().map(|p| of(p)).collect::<Vec<_>>());
        Pair { constant: side(|p| &p.constant), computed: side(|p| &p.computed) }
    }
}

struct Generator {
    random: Random,
    /// Declarations of the variables used so far.
    variables: String,
    count: usize,
}

impl Generator {
    fn leaf(&mut self) -> Pair {
        let (name, bits) = self.random.pick(TYPES);
        let value = match bits {
            Some(bits) => self.integer(name, bits),
            None => self.float(),
        };
        self.variable(name, &format!("(({name}){value})"))
    }

    fn variable(&mut self, ty: &str, constant: &str) -> Pair {
        let computed = format!("v{}", self.count);
        self.count += 1;
        let _ = writeln!(self.variables, "static volatile {ty} {computed} = {constant};");
        Pair { constant: constant.to_owned(), computed }
    }

    /// Values near the limits of types, and any.
    fn integer(&mut self, name: &str, bits: u32) -> String {
        let any = u128::from(self.random.next()) << 64 | u128::from(self.random.next());
        let v = match self.random.below(6) {
            0 => self.random.below(4).into(),
            1 => (self.random.below(4) as u128).wrapping_neg(),
            2 => 1u128 << self.random.below(bits.into()),
            3 => (1u128 << self.random.below(bits.into())).wrapping_sub(1),
            4 => any >> self.random.below(128),
            _ => any,
        };
        let v = v & u128::MAX >> (128 - bits);
        match bits {
            128 => format!("((unsigned __int128){:#x}ull << 64 | {:#x}ull)", v >> 64, v as u64),
            _ if name == "_Bool" => format!("{v}"),
            _ => format!("{v:#x}ull"),
        }
    }

    fn float(&mut self) -> String {
        let sign = if self.random.below(2) == 0 { "" } else { "-" };
        match self.random.below(5) {
            0 => format!("{sign}{}.0", self.random.below(20)),
            1 => format!("{sign}{}.{}", self.random.below(1000), self.random.below(1000)),
            2 => format!("{sign}0x{:x}p-{}", self.random.next() >> 11, self.random.below(80)),
            3 => format!("{sign}0x1p{}", self.random.below(200) as i64 - 100),
            _ => format!("{sign}{}e{}", self.random.below(100), self.random.below(60) as i64 - 30),
        }
    }

    fn expression(&mut self, depth: u32) -> Pair {
        if depth == 0 {
            return self.leaf();
        }
        match self.random.below(16) {
            0 => self.leaf(),
            1 | 2 => {
                let op = self.random.pick(UNARY);
                self.expression(depth - 1).map(|e| format!("({op} {e})"))
            }
            3..=5 => {
                let (ty, _) = self.random.pick(TYPES);
                self.expression(depth - 1).map(|e| format!("(({ty}){e})"))
            }
            6 => {
                let parts = [self.expression(depth - 1), self.expression(depth - 1), self.expression(depth - 1)];
                let [c, a, b] = &parts;
                Pair::join(&[c, a, b], |p| format!("({} ? {} : {})", p[0], p[1], p[2]))
            }
            7 => self.expression(depth - 1).map(|e| format!("sizeof({e})")),
            _ => {
                let op = self.random.pick(BINARY);
                let left = self.expression(depth - 1);
                let right = match op {
                    // Most counts of bits would be too large.
                    "<<" | ">>" if self.random.below(4) > 0 => {
                        let ty = self.random.pick(&["int", "unsigned char", "long", "__int128"]);
                        let count = self.random.below(34);
                        self.variable(ty, &format!("(({ty}){count})"))
                    }
                    _ => self.expression(depth - 1),
                };
                Pair::join(&[&left, &right], |p| format!("({} {op} {})", p[0], p[1]))
            }
        }
    }
}

enum Value {
    Integer(i128),
    Float(f64),
}

/// The folder's opinion; none if it finds no value.
fn folded(expression: &str) -> Option<Value> {
    let text = format!("int main(void) {{ __typeof__({expression}) value = {expression}; return 0; }}");
    let program = parse_bytes(text.as_bytes(), "constant.c", &Options::default()).ok()?;
    let init = program.vars.iter().find_map(|(_, var)| match var.init {
        Some(Init::Expr(init)) => Some(init),
        _ => None,
    })?;
    fold::integer(&program, init).map(Value::Integer).or_else(|| fold::float(&program, init).map(Value::Float))
}

/// The line that the program prints for a value.
fn line(number: usize, value: &Value) -> String {
    match value {
        Value::Integer(v) => format!("{number}: {:x} {:x}", (v >> 64) as u64, *v as u64),
        Value::Float(v) if v.is_nan() => format!("{number}: nan"),
        Value::Float(v) => format!("{number}: {:x}", v.to_bits()),
    }
}

const HELPERS: &str = "\
int printf(const char *, ...);
static void show(int n, __int128 v, unsigned long size, int type)
{ printf(\"%d: %llx %llx\\n\", n, (unsigned long long)(v >> 64), (unsigned long long)v); printf(\"%lu %d\\n\", size, type); }
static void show_float(int n, double v, unsigned long size, int type)
{ union { double d; unsigned long long bits; } u = {v};
  if (v != v) printf(\"%d: nan\\n\", n); else printf(\"%d: %llx\\n\", n, u.bits);
  printf(\"%lu %d\\n\", size, type); }
";

/// The number of an expression's type.
fn type_number(expression: &str) -> String {
    let rows: Vec<String> = TYPES.iter().enumerate().map(|(i, (name, _))| format!("{name}: {i}")).collect();
    format!("_Generic(({expression}), {})", rows.join(", "))
}

fn program(cases: &[(Pair, Value)], variables: &str) -> String {
    let mut text = format!("{HELPERS}{variables}");
    for (group, cases) in cases.chunks(GROUP).enumerate() {
        let _ = writeln!(text, "static void group{group}(void)\n{{");
        for (i, (pair, value)) in cases.iter().enumerate() {
            let number = group * GROUP + i;
            let show = match value {
                Value::Integer(_) => "show",
                Value::Float(_) => "show_float",
            };
            for e in [&pair.constant, &pair.computed] {
                let _ = writeln!(text, "{show}({number}, {e}, sizeof({e}), {});", type_number(e));
            }
        }
        text.push_str("}\n");
    }
    let groups = cases.len().div_ceil(GROUP);
    let calls: String = (0..groups).map(|g| format!("group{g}();")).collect();
    text + &format!("int main(void) {{ {calls} return 0; }}\n")
}

/// Compares what was printed, four lines for every expression: as a constant, and computed.
fn compare(name: &str, printed: &str, reference: &str, cases: &[(Pair, Value)]) {
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), cases.len() * 4, "{name} prints all lines");
    for (number, ((pair, value), (ours, theirs))) in
        cases.iter().zip(lines.chunks(4).zip(reference.lines().collect::<Vec<_>>().chunks(4))).enumerate()
    {
        let expected = line(number, value);
        assert_eq!(ours[0], expected, "{name} and the folder: {}", pair.constant);
        assert_eq!(ours[2], expected, "{name} at run time and the folder: {} = {}", pair.computed, pair.constant);
        assert_eq!(ours, theirs, "{name} and the machine: {}", pair.constant);
    }
}

fn parsed(text: &str) -> Program {
    parse_bytes(text.as_bytes(), "arithmetic.c", &Options::default()).expect("the program is C")
}

#[test]
fn values_and_types_are_those_of_compilers() {
    let mut generator = Generator { random: Random(seed()), variables: String::new(), count: 0 };
    let mut cases = Vec::new();
    while cases.len() < COUNT {
        let kept = generator.variables.len();
        let pair = generator.expression(DEPTH);
        match folded(&pair.constant) {
            Some(value) => cases.push((pair, value)),
            None => generator.variables.truncate(kept),
        }
    }
    let text = program(&cases, &generator.variables);
    let outcome = run(&parsed(&text), &Limits::default());
    assert!(matches!(outcome.verdict, Verdict::Exit(0)), "{:?}", outcome.verdict);
    let ours = String::from_utf8_lossy(&outcome.stdout).into_owned();
    compare("the machine", &ours, &ours, &cases);

    let dir = tempfile::tempdir().expect("a temporary directory");
    let (file, binary) = (dir.path().join("arithmetic.c"), dir.path().join("arithmetic"));
    std::fs::write(&file, &text).expect("a file");
    for compiler in [support::gcc(), support::clang()].into_iter().flatten() {
        support::compile(compiler, &["-O0"], &file, &binary).expect("the compiler takes the program");
        let ran = support::run(&Command::new(&binary), support::PATIENCE).expect("the program runs");
        assert_eq!(ran.status, 0, "{compiler}");
        compare(compiler, &String::from_utf8_lossy(&ran.stdout), &ours, &cases);
    }
}

/// What the folder gives no value, has none: the machine stops there.
#[test]
fn what_has_no_value_is_refused() {
    let mut generator = Generator { random: Random(!seed()), variables: String::new(), count: 0 };
    let mut refused = 0;
    while refused < REFUSED {
        generator.variables.clear();
        let pair = generator.expression(DEPTH);
        let is_c =
            |e: &str| parse_bytes(format!("int n = sizeof({e});").as_bytes(), "t.c", &Options::default()).is_ok();
        // Operators on types that don't have them, as the bits of a double, are no expressions at all.
        if !is_c(&pair.constant) || folded(&pair.constant).is_some() {
            continue;
        }
        let text = format!("{}int main(void) {{ (void)({}); return 0; }}\n", generator.variables, pair.computed);
        let outcome = run(&parsed(&text), &Limits::default());
        let undefined = matches!(outcome.verdict, Verdict::Undefined(_));
        assert!(undefined, "{:?}: {} = {}", outcome.verdict, pair.computed, pair.constant);
        refused += 1;
    }
}
