//! The table of the mathematical functions whose results are exact or correctly rounded.
//!
//! Each row serves `double`, `float` (name + `f`) and the builtins (`__builtin_` + name). Functions that are not
//! correctly rounded in every C library (`sin`, `pow`, `hypot`, ...) have no place here.
//!
//! Where the standard leaves a choice, glibc on x86-64 decides: `fmin(+0, -0)` is its second argument, a test such as
//! `isnan` says 1, and an invalid operation gives [`Real::INVALID`].

use super::float::{self, Exactness, FloatClass, Parts, Real, Sign};

/// A function of `<math.h>` for both formats.
#[derive(Debug, Clone, Copy)]
pub struct MathFunction {
    /// The name of the `double` function.
    pub name: &'static str,
    /// The function for `double`.
    pub double: Shape<f64>,
    /// The function for `float`.
    pub single: Shape<f32>,
}

/// What a mathematical function takes and gives, and the function.
#[derive(Debug, Clone, Copy)]
pub enum Shape<F> {
    /// `F f(F)`.
    Unary(fn(F) -> F),
    /// `F f(F, F)`.
    Binary(fn(F, F) -> F),
    /// `F f(F, F, F)`.
    Ternary(fn(F, F, F) -> F),
    /// `F f(F, int)` or `F f(F, long)`.
    Scale(IntegerRank, fn(F, i64) -> F),
    /// `F f(F, int *)`: the second result is stored through the pointer.
    Exponent(fn(F) -> (F, i32)),
    /// `F f(F, F *)`: the second result is stored through the pointer.
    Split(fn(F) -> (F, F)),
    /// `long f(F)` or `long long f(F)`: the rounded value, to be converted with [`to_integer`].
    ToInteger(IntegerRank, fn(F) -> F),
    /// `int f(F)`.
    Test(fn(F) -> i32),
    /// `int f(F, F)`: comparisons that are quiet about NaNs.
    Compare(fn(F, F) -> i32),
}

/// The integer type in a function's signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntegerRank {
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `long long`.
    LongLong,
}

/// The format a name asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// `double`.
    Double,
    /// `float`.
    Single,
}

/// Finds a function by any of its names: `sqrt`, `sqrtf`, `__builtin_sqrt`, `__builtin_sqrtf`.
pub fn find(name: &str) -> Option<(&'static MathFunction, Precision)> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let row = |name: &str| MATH.iter().find(|function| function.name == name);
    match row(name) {
        Some(function) => Some((function, Precision::Double)),
        None => Some((row(name.strip_suffix('f')?)?, Precision::Single)),
    }
}

/// Converts a rounded value to a signed integer of `width` bits (at most 64), or `None` when it does not fit.
pub fn to_integer<F: Into<f64>>(rounded: F, width: u32) -> Option<i64> {
    let value: f64 = rounded.into();
    let limit = 2f64.powi(width.clamp(1, 64) as i32 - 1);
    (value >= -limit && value < limit).then_some(value as i64)
}

/// The table.
pub const MATH: &[MathFunction] = &[
    unary("sqrt", sqrt, sqrt),
    unary("fabs", fabs, fabs),
    unary("floor", floor, floor),
    unary("ceil", ceil, ceil),
    unary("trunc", trunc, trunc),
    unary("round", round, round),
    unary("roundeven", rint, rint),
    unary("rint", rint, rint),
    unary("nearbyint", rint, rint),
    unary("logb", logb, logb),
    binary("fmin", fmin, fmin),
    binary("fmax", fmax, fmax),
    binary("fdim", fdim, fdim),
    binary("copysign", copysign, copysign),
    binary("nextafter", nextafter, nextafter),
    binary("fmod", fmod, fmod),
    binary("remainder", remainder, remainder),
    binary("drem", remainder, remainder),
    MathFunction { name: "fma", double: Shape::Ternary(fma), single: Shape::Ternary(fma) },
    scale("ldexp", IntegerRank::Int),
    scale("scalbn", IntegerRank::Int),
    scale("scalbln", IntegerRank::Long),
    MathFunction { name: "frexp", double: Shape::Exponent(frexp), single: Shape::Exponent(frexp) },
    MathFunction { name: "modf", double: Shape::Split(modf), single: Shape::Split(modf) },
    to_long("lrint", IntegerRank::Long, rint, rint),
    to_long("llrint", IntegerRank::LongLong, rint, rint),
    to_long("lround", IntegerRank::Long, round, round),
    to_long("llround", IntegerRank::LongLong, round, round),
    test("ilogb", ilogb, ilogb),
    test("isnan", is_nan, is_nan),
    test("__isnan", is_nan, is_nan),
    test("isinf", is_infinite, is_infinite),
    test("isinf_sign", infinite_sign, infinite_sign),
    test("__isinf", infinite_sign, infinite_sign),
    test("isfinite", is_finite, is_finite),
    test("finite", is_finite, is_finite),
    test("__finite", is_finite, is_finite),
    test("isnormal", is_normal, is_normal),
    test("signbit", sign_bit, sign_bit),
    test("__signbit", sign_bit, sign_bit),
    test("__fpclassify", class_number, class_number),
    compare("isgreater", |x, y| i32::from(x > y), |x, y| i32::from(x > y)),
    compare("isgreaterequal", |x, y| i32::from(x >= y), |x, y| i32::from(x >= y)),
    compare("isless", |x, y| i32::from(x < y), |x, y| i32::from(x < y)),
    compare("islessequal", |x, y| i32::from(x <= y), |x, y| i32::from(x <= y)),
    compare("islessgreater", is_less_or_greater, is_less_or_greater),
    compare("isunordered", |x, y| i32::from(x.is_nan() || y.is_nan()), |x, y| i32::from(x.is_nan() || y.is_nan())),
];

const fn unary(name: &'static str, double: fn(f64) -> f64, single: fn(f32) -> f32) -> MathFunction {
    MathFunction { name, double: Shape::Unary(double), single: Shape::Unary(single) }
}

const fn binary(name: &'static str, double: fn(f64, f64) -> f64, single: fn(f32, f32) -> f32) -> MathFunction {
    MathFunction { name, double: Shape::Binary(double), single: Shape::Binary(single) }
}

const fn scale(name: &'static str, rank: IntegerRank) -> MathFunction {
    MathFunction { name, double: Shape::Scale(rank, scalbn), single: Shape::Scale(rank, scalbn) }
}

const fn to_long(
    name: &'static str,
    rank: IntegerRank,
    double: fn(f64) -> f64,
    single: fn(f32) -> f32,
) -> MathFunction {
    MathFunction { name, double: Shape::ToInteger(rank, double), single: Shape::ToInteger(rank, single) }
}

const fn test(name: &'static str, double: fn(f64) -> i32, single: fn(f32) -> i32) -> MathFunction {
    MathFunction { name, double: Shape::Test(double), single: Shape::Test(single) }
}

const fn compare(name: &'static str, double: fn(f64, f64) -> i32, single: fn(f32, f32) -> i32) -> MathFunction {
    MathFunction { name, double: Shape::Compare(double), single: Shape::Compare(single) }
}

/// The operations that the host's arithmetic does exactly as IEEE 754 says.
trait Host: Real {
    const LEAST_NORMAL: Self;
    fn host_sqrt(self) -> Self;
    fn host_floor(self) -> Self;
    fn host_ceil(self) -> Self;
    fn host_trunc(self) -> Self;
    fn host_round(self) -> Self;
    fn host_round_even(self) -> Self;
    fn host_fma(self, factor: Self, summand: Self) -> Self;
    fn host_modulo(self, modulus: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn subtract(self, other: Self) -> Self;
    fn of_exponent(exponent: i64) -> Self;
}

macro_rules! host {
    ($format:ident) => {
        impl Host for $format {
            const LEAST_NORMAL: Self = $format::MIN_POSITIVE;
            fn host_sqrt(self) -> Self {
                self.sqrt()
            }
            fn host_floor(self) -> Self {
                self.floor()
            }
            fn host_ceil(self) -> Self {
                self.ceil()
            }
            fn host_trunc(self) -> Self {
                self.trunc()
            }
            fn host_round(self) -> Self {
                self.round()
            }
            fn host_round_even(self) -> Self {
                self.round_ties_even()
            }
            fn host_fma(self, factor: Self, summand: Self) -> Self {
                self.mul_add(factor, summand)
            }
            fn host_modulo(self, modulus: Self) -> Self {
                self % modulus
            }
            fn add(self, other: Self) -> Self {
                self + other
            }
            fn subtract(self, other: Self) -> Self {
                self - other
            }
            fn of_exponent(exponent: i64) -> Self {
                // An exponent of a finite number has four digits at most.
                exponent as $format
            }
        }
    };
}

host!(f64);
host!(f32);

/// The first argument that is a NaN, quiet; else what `compute` gives, an invalid operation giving one NaN always.
///
/// The sign and payload of the host's NaNs depend on its instructions, even on what was folded at compile time.
fn through<F: Real>(arguments: &[F], compute: impl FnOnce() -> F) -> F {
    if let Some(&nan) = arguments.iter().find(|&&argument| float::classify(argument) == FloatClass::Nan) {
        return float::quiet(nan);
    }
    let result = compute();
    if float::classify(result) == FloatClass::Nan { F::INVALID } else { result }
}

fn sqrt<F: Host>(x: F) -> F {
    through(&[x], || x.host_sqrt())
}

fn floor<F: Host>(x: F) -> F {
    through(&[x], || x.host_floor())
}

fn ceil<F: Host>(x: F) -> F {
    through(&[x], || x.host_ceil())
}

fn trunc<F: Host>(x: F) -> F {
    through(&[x], || x.host_trunc())
}

fn round<F: Host>(x: F) -> F {
    through(&[x], || x.host_round())
}

fn rint<F: Host>(x: F) -> F {
    through(&[x], || x.host_round_even())
}

fn fabs<F: Real>(x: F) -> F {
    F::with_bits(x.bits() & !F::SIGN)
}

fn copysign<F: Real>(x: F, y: F) -> F {
    F::with_bits(x.bits() & !F::SIGN | y.bits() & F::SIGN)
}

fn logb<F: Host>(x: F) -> F {
    match (float::classify(x), float::parts(x)) {
        (FloatClass::Zero, _) => float::infinity(Sign::Minus),
        (FloatClass::Infinite, _) => float::infinity(Sign::Plus),
        (_, Some(parts)) => F::of_exponent(parts.exponent + 63 - i64::from(parts.significand.leading_zeros())),
        _ => float::quiet(x),
    }
}

fn ilogb<F: Real>(x: F) -> i32 {
    match (float::classify(x), float::parts(x)) {
        (FloatClass::Infinite, _) => i32::MAX,
        // Exponents have four digits at most.
        (FloatClass::Normal | FloatClass::Subnormal, Some(parts)) => {
            (parts.exponent + 63 - i64::from(parts.significand.leading_zeros())) as i32
        }
        _ => i32::MIN,
    }
}

/// What the host's comparison picks when neither argument is a NaN, else the one that is a number.
fn choose<F: Real>(x: F, y: F, pick_first: impl FnOnce(F, F) -> bool) -> F {
    match (float::classify(x), float::classify(y)) {
        (_, FloatClass::Nan) if float::classify(x) != FloatClass::Nan => x,
        (FloatClass::Nan, _) => float::quiet(y),
        _ if pick_first(x, y) => x,
        _ => y,
    }
}

fn fmin<F: Real>(x: F, y: F) -> F {
    choose(x, y, |x, y| x < y)
}

fn fmax<F: Real>(x: F, y: F) -> F {
    choose(x, y, |x, y| x > y)
}

fn fdim<F: Host>(x: F, y: F) -> F {
    through(&[x, y], || if x <= y { float::zero(Sign::Plus) } else { x.subtract(y) })
}

fn nextafter<F: Real>(x: F, y: F) -> F {
    through(&[x, y], || {
        if x == y {
            return y;
        }
        if float::classify(x) == FloatClass::Zero {
            return F::with_bits(float::zero::<F>(float::sign(y)).bits() | 1);
        }
        let away_from_zero = (x < y) == (float::sign(x) == Sign::Plus);
        F::with_bits(if away_from_zero { x.bits() + 1 } else { x.bits() - 1 })
    })
}

fn fma<F: Host>(x: F, y: F, z: F) -> F {
    through(&[x, y, z], || x.host_fma(y, z))
}

fn fmod<F: Host>(x: F, y: F) -> F {
    through(&[x, y], || x.host_modulo(y))
}

/// `x` less the multiple of `y` nearest to it, the even one of two; every step is exact.
fn remainder<F: Host>(x: F, y: F) -> F {
    through(&[x, y], || {
        let modulus = fabs(y);
        let invalid = float::classify(x) == FloatClass::Infinite || float::classify(y) == FloatClass::Zero;
        if invalid || float::classify(y) == FloatClass::Infinite {
            return if invalid { F::INVALID } else { x };
        }
        let double = modulus.add(modulus);
        let mut rest = fabs(x);
        if float::classify(double) != FloatClass::Infinite {
            rest = rest.host_modulo(double);
        }
        // Doubling is exact where halving might not be, and the other way round at the upper end.
        let over_half = |rest: F| {
            if modulus <= F::LEAST_NORMAL.add(F::LEAST_NORMAL) {
                rest.add(rest).partial_cmp(&modulus)
            } else {
                rest.partial_cmp(&scalbn(modulus, -1))
            }
        };
        if over_half(rest).is_some_and(|order| order.is_gt()) {
            rest = rest.subtract(modulus);
            if over_half(rest).is_some_and(|order| order.is_ge()) {
                rest = rest.subtract(modulus);
            }
        }
        F::with_bits(rest.bits() ^ x.bits() & F::SIGN)
    })
}

fn scalbn<F: Real>(x: F, by: i64) -> F {
    match float::parts(x) {
        Some(parts) => {
            let exponent = parts.exponent.saturating_add(by);
            float::assemble(Parts { exponent, ..parts }, Exactness::Exact).0
        }
        None => float::quiet(x),
    }
}

fn frexp<F: Real>(x: F) -> (F, i32) {
    match float::parts(x) {
        Some(parts) if parts.significand != 0 => {
            let bits = 64 - i64::from(parts.significand.leading_zeros());
            let fraction = float::assemble(Parts { exponent: -bits, ..parts }, Exactness::Exact).0;
            // The exponents of the widest format have four digits.
            (fraction, (parts.exponent + bits) as i32)
        }
        _ => (float::quiet(x), 0),
    }
}

/// The fractional and the integral part, each with the sign of the argument.
fn modf<F: Host>(x: F) -> (F, F) {
    let integral = trunc(x);
    let fraction = match float::classify(x) {
        FloatClass::Nan => float::quiet(x),
        FloatClass::Infinite => float::zero(Sign::Plus),
        _ => x.subtract(integral),
    };
    let signed = if float::classify(x) == FloatClass::Nan { fraction } else { copysign(fraction, x) };
    (signed, integral)
}

fn is_nan<F: Real>(x: F) -> i32 {
    i32::from(float::classify(x) == FloatClass::Nan)
}

fn is_infinite<F: Real>(x: F) -> i32 {
    i32::from(float::classify(x) == FloatClass::Infinite)
}

fn infinite_sign<F: Real>(x: F) -> i32 {
    if float::sign(x) == Sign::Minus { -is_infinite(x) } else { is_infinite(x) }
}

fn is_finite<F: Real>(x: F) -> i32 {
    i32::from(float::parts(x).is_some())
}

fn is_normal<F: Real>(x: F) -> i32 {
    i32::from(float::classify(x) == FloatClass::Normal)
}

fn sign_bit<F: Real>(x: F) -> i32 {
    i32::from(float::sign(x) == Sign::Minus)
}

fn is_less_or_greater<F: Real>(x: F, y: F) -> i32 {
    i32::from(x.partial_cmp(&y).is_some_and(|order| order.is_ne()))
}

fn class_number<F: Real>(x: F) -> i32 {
    float::classify(x) as i32
}

#[cfg(test)]
mod tests {
    use super::super::reference::{self, Random};
    use super::*;

    fn double(name: &str) -> Shape<f64> {
        find(name).expect(name).0.double
    }

    #[test]
    fn names_lead_to_rows() {
        let found = |name| find(name).map(|(function, precision)| (function.name, precision));
        assert_eq!(found("sqrt"), Some(("sqrt", Precision::Double)));
        assert_eq!(found("sqrtf"), Some(("sqrt", Precision::Single)));
        assert_eq!(found("__builtin_fmaf"), Some(("fma", Precision::Single)));
        assert_eq!(found("modf"), Some(("modf", Precision::Double)));
        assert_eq!(found("modff"), Some(("modf", Precision::Single)));
        for name in ["sqrtl", "sin", "f", "", "__builtin_", "hypot"] {
            assert_eq!(found(name), None, "{name}");
        }
        for (index, function) in MATH.iter().enumerate() {
            assert!(
                MATH[..index].iter().all(|earlier| earlier.name != function.name),
                "{} is twice there",
                function.name
            );
        }
    }

    #[test]
    fn values_known_by_heart() {
        let unary = |name: &str, x: f64| match double(name) {
            Shape::Unary(function) => function(x),
            other => panic!("{name}: {other:?}"),
        };
        let binary = |name: &str, x: f64, y: f64| match double(name) {
            Shape::Binary(function) => function(x, y),
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(unary("round", 2.5), 3.0);
        assert_eq!(unary("rint", 2.5), 2.0);
        assert_eq!(unary("round", 0.499_999_999_999_999_94), 0.0);
        assert!(unary("ceil", -0.5).is_sign_negative());
        assert_eq!(unary("sqrt", -1.0).to_bits(), f64::INVALID.to_bits());
        assert_eq!(unary("logb", 5e-324), -1074.0);
        assert_eq!(binary("fmin", f64::NAN, 1.0), 1.0);
        assert_eq!(binary("fmax", 1.0, f64::NAN), 1.0);
        assert!(binary("fmin", 0.0, -0.0).is_sign_negative());
        assert!(binary("fmin", -0.0, 0.0).is_sign_positive());
        assert!(binary("fmax", 0.0, -0.0).is_sign_negative());
        assert_eq!(binary("fmod", -7.5, 2.0), -1.5);
        assert_eq!(binary("remainder", 5.0, 2.0), 1.0);
        assert_eq!(binary("remainder", 7.0, 2.0), -1.0);
        assert_eq!(binary("nextafter", 0.0, -1.0).to_bits(), 1 << 63 | 1);
        assert_eq!(frexp(8.0f64), (0.5, 4));
        assert_eq!(frexp(5e-324f64), (0.5, -1073));
        assert_eq!(modf(-2.75f64), (-0.75, -2.0));
        assert_eq!(scalbn(1.0f64, i64::MAX), f64::INFINITY);
        assert_eq!(scalbn(3.0f64, -1075), 1e-323);
        assert_eq!(fma(f64::MAX, 2.0, f64::NEG_INFINITY), f64::NEG_INFINITY);
        assert_eq!(fma(0.1f64, 10.0, -1.0), 5.551_115_123_125_783e-17);
    }

    #[test]
    fn conversions_know_what_fits() {
        assert_eq!(to_integer(2_147_483_647.0, 32), Some(2_147_483_647));
        assert_eq!(to_integer(2_147_483_648.0, 32), None);
        assert_eq!(to_integer(-2_147_483_648.0, 32), Some(-2_147_483_648));
        assert_eq!(to_integer(9_223_372_036_854_775_808.0, 64), None);
        assert_eq!(to_integer(-9_223_372_036_854_775_808.0, 64), Some(i64::MIN));
        assert_eq!(to_integer(f32::NAN, 64), None);
        assert_eq!(to_integer(f64::NEG_INFINITY, 64), None);
    }

    /// What a test needs of a format to write a call in C and read its answer.
    trait Spoken: Host + Into<f64> {
        const SUFFIX: &'static str;
        const FROM_BITS: &'static str;
        const TO_BITS: &'static str;
        fn random(random: &mut Random) -> Self;
    }

    impl Spoken for f64 {
        const SUFFIX: &'static str = "";
        const FROM_BITS: &'static str = "D";
        const TO_BITS: &'static str = "DB";
        fn random(random: &mut Random) -> Self {
            random.double()
        }
    }

    impl Spoken for f32 {
        const SUFFIX: &'static str = "f";
        const FROM_BITS: &'static str = "F";
        const TO_BITS: &'static str = "FB";
        fn random(random: &mut Random) -> Self {
            random.float()
        }
    }

    /// The bits of a result; with several NaNs among the arguments which of them comes out is nobody's promise.
    fn shown<F: Spoken>(result: F, arguments: &[F]) -> String {
        let nans = arguments.iter().filter(|&&argument| is_nan(argument) == 1).count();
        if is_nan(result) == 1 && nans > 1 { "nan".to_owned() } else { format!("{:x}", result.bits()) }
    }

    /// A statement that prints the call and the line that it should print; `None` when there is nothing to compare.
    fn call<F: Spoken>(row: &str, shape: Shape<F>, random: &mut Random) -> Option<(String, String)> {
        let name = format!("{row}{}", F::SUFFIX);
        let (x, z) = (F::random(random), F::random(random));
        // Arguments of the same magnitude are where comparisons and signs of zero go wrong.
        let y = match random.below(8) {
            0 => x,
            1 => F::with_bits(x.bits() ^ F::SIGN),
            _ => F::random(random),
        };
        let literal =
            |value: F| format!("{}(0x{:x}u{})", F::FROM_BITS, value.bits(), if F::STORED > 30 { "ll" } else { "" });
        let print = |call: String, nan: bool| {
            let bits = format!("{}({call})", F::TO_BITS);
            match nan {
                true => "puts(\"nan\");".to_owned(),
                false => format!("printf(\"%llx\\n\", (unsigned long long){bits});"),
            }
        };
        let print_int = |call: String| format!("printf(\"%lld\\n\", (long long){call});");
        let (cx, cy, cz) = (literal(x), literal(y), literal(z));
        Some(match shape {
            Shape::Unary(function) => (print(format!("{name}({cx})"), false), shown(function(x), &[x])),
            Shape::Binary(function) => {
                let ours = shown(function(x, y), &[x, y]);
                (print(format!("{name}({cx}, {cy})"), ours == "nan"), ours)
            }
            Shape::Ternary(function) => {
                let ours = shown(function(x, y, z), &[x, y, z]);
                (print(format!("{name}({cx}, {cy}, {cz})"), ours == "nan"), ours)
            }
            Shape::Scale(_, function) => {
                let by = match random.below(3) {
                    0 => random.next() as i32,
                    1 => random.below(20) as i32 - 10,
                    _ => random.below(4400) as i32 - 2200,
                };
                (print(format!("{name}({cx}, {by})"), false), shown(function(x, i64::from(by)), &[x]))
            }
            Shape::Exponent(function) => {
                let (fraction, exponent) = function(x);
                let call = format!(
                    "{{ int e; unsigned long long b = {}({name}({cx}, &e)); printf(\"%llx %d\\n\", b, e); }}",
                    F::TO_BITS
                );
                (call, format!("{:x} {exponent}", fraction.bits()))
            }
            Shape::Split(function) => {
                let (fraction, integral) = function(x);
                let of = if F::STORED > 30 { "double" } else { "float" };
                let to = F::TO_BITS;
                let call = format!(
                    "{{ {of} i; unsigned long long b = {to}({name}({cx}, &i)); printf(\"%llx %llx\\n\", b, (unsigned long long){to}(i)); }}"
                );
                (call, format!("{:x} {:x}", fraction.bits(), integral.bits()))
            }
            Shape::ToInteger(_, function) => {
                (print_int(format!("{name}({cx})")), to_integer(function(x), 64)?.to_string())
            }
            Shape::Test(function) => {
                // The standard's tests are macros for any format; only glibc's own are functions with a suffix.
                let is_macro = row.starts_with("is") || row == "signbit";
                let callee = if is_macro { format!("__builtin_{row}") } else { name };
                // What is not zero differs with the compiler for the sign bit.
                let normalised = if row.ends_with("signbit") { "!!" } else { "" };
                (print_int(format!("{normalised}{callee}({cx})")), function(x).to_string())
            }
            Shape::Compare(function) => (print_int(format!("__builtin_{row}({cx}, {cy})")), function(x, y).to_string()),
        })
    }

    #[test]
    fn random_arguments_give_what_the_c_library_gives() {
        let mut random = Random::new(3);
        let mut body = String::new();
        let mut expected = Vec::new();
        for function in MATH {
            for _ in 0..120 {
                let calls = [
                    call(function.name, function.double, &mut random),
                    call(function.name, function.single, &mut random),
                ];
                for (statement, line) in calls.into_iter().flatten() {
                    body.push_str(&statement);
                    body.push('\n');
                    expected.push(line);
                }
            }
        }
        let lines = reference::run(
            "extern int __isinff(float), __isnanf(float), __finitef(float), __signbitf(float), __fpclassifyf(float);",
            &body,
        );
        // The choices the standard leaves are made as on this one.
        if cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
            reference::compare(&body, &expected, lines);
        }
    }
}
