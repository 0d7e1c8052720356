//! Shuffled parameters: the decisions of the family `scalar`, each with a distribution that every program draws for itself.
//!
//! Programs whose decisions all come from the same distributions end up alike: here one program may have 85 % of its variables
//! in `char`, and the next 3 %. The table has the options of every decision with the weights they are drawn around.

use crate::feature::Feature;
use crate::make::state::Gen;
use crate::options::Options;
use lydite_choices::Choices;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct ParameterRow {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub sentence: &'static str,
    /// What can be chosen, the simplest first.
    pub options: &'static [OptionRow],
}

/// One option of a parameter.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// Its name.
    pub name: &'static str,
    /// Its weight among its likes before they are shuffled.
    pub weight: u32,
    /// The feature it is, if it can be switched off.
    pub feature: Option<Feature>,
}

macro_rules! optional {
    () => {
        None
    };
    ($feature:ident) => {
        Some(Feature::$feature)
    };
}

macro_rules! parameters {
    ($($variant:ident $name:literal $sentence:literal: $($option:literal $weight:literal $($feature:ident)?),*;)*) => {
        /// A decision of the family `scalar`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum Parameter { $($variant),* }
        /// Every parameter, in the order of [`Parameter`].
        pub const PARAMETERS: &[ParameterRow] = &[$(ParameterRow {
            name: $name,
            sentence: $sentence,
            options: &[$(OptionRow { name: $option, weight: $weight, feature: optional!($($feature)?) }),*],
        }),*];
    };
}

parameters! {
    IntegerType "integer-type" "The integer types of variables, members and operands.":
        "int" 20 Int, "char" 20 Char, "short" 20 Short, "long" 20 Long, "long-long" 20 LongLong, "bool" 6 Bool, "int128" 6 Int128;
    Signedness "signedness" "Whether an integer type has a sign; plain char is neither.":
        "signed" 10, "unsigned" 10, "plain" 3;
    Floating "floating" "Whether an arithmetic type is one of integers.":
        "integer" 60, "float" 6 Float, "double" 6 Double;
    VariableType "variable-type" "The types of global variables.":
        "scalar" 40, "array" 20 Array, "struct" 15 Struct, "pointer" 20 Pointer;
    DataClass "data-class" "Whether functions read a global variable, write it, or both.":
        "mixed" 20, "input" 25, "output" 15;
    ArrayElement "array-element" "What arrays are made of.":
        "scalar" 40, "array" 10 MultiArray, "struct" 10 Struct, "pointer" 5 Pointer;
    ArrayForm "array-form" "What stands for several values of a type.":
        "array" 40, "vector" 8 Vector;
    Member "member" "What structures are made of.":
        "scalar" 40, "bit-field" 25 BitField, "array" 12 Array, "struct" 12 NestedStruct, "pointer" 6 Pointer;
    BitFieldWidth "bit-field-width" "How wide bit-fields are, in bits, and whether they have a name.":
        "1-8" 20, "9-16" 20, "17-64" 20, "unnamed" 4, "zero" 3;
    TypeReuse "type-reuse" "Whether a variable or member of compound type has a type that others have.":
        "new" 10, "used" 15;
    Leaf "leaf" "What the leaves of expressions are.":
        "constant" 20, "variable" 40, "element" 25, "member" 20, "indirection" 15;
    Target "target" "Where results are stored.":
        "local" 15, "mixed" 15, "output" 20, "element" 20, "member" 15, "indirection" 12;
    Index "index" "What selects an element.":
        "constant" 20, "expression" 8;
    ElementAccess "element-access" "How an element is written: a[i] or *(a + i).":
        "subscript" 20, "sum" 6;
    Operator "operator" "The kinds of operators.":
        "binary" 60, "unary" 15 Unary, "ternary" 10 Ternary, "cast" 12 Cast, "conversion" 5 FloatConversion, "builtin" 6 BitBuiltin;
    UnaryOperator "unary-operator" "The unary operators.":
        "+" 5, "-" 20, "~" 20, "!" 15;
    BinaryOperator "binary-operator" "The binary operators.":
        "+" 20 Arithmetic, "-" 20 Arithmetic, "*" 20 Arithmetic, "/" 12 Arithmetic, "%" 12 Arithmetic,
        "&" 15 Bitwise, "|" 15 Bitwise, "^" 15 Bitwise, "<<" 12 Shift, ">>" 12 Shift,
        "<" 6 Compare, ">" 6 Compare, "<=" 6 Compare, ">=" 6 Compare, "==" 6 Compare, "!=" 6 Compare,
        "&&" 6 Logical, "||" 6 Logical;
    Statement "statement" "The kinds of statements.":
        "assignment" 50 Assign, "declaration" 20 LocalVariable, "update" 12 CompoundAssign, "if" 8 If, "if-else" 8 IfElse, "vector" 6 Vector;
    SpecialConstant "special-constant" "Which constants are made.":
        "small" 25, "any" 15, "limit" 20 SpecialConstant, "ones" 15 SpecialConstant;
    ConstantReuse "constant-reuse" "Whether a constant is one that was used before, or related to one.":
        "new" 40, "same" 8 ReusedConstant, "negated" 6 ReusedConstant, "complemented" 6 ReusedConstant;
    ConstantLeaves "constant-leaves" "Which leaves of a part of a tree are constants, beyond what is usual.":
        "usual" 80, "half" 12 ConstantTree, "all" 6 ConstantTree;
    Subexpression "subexpression" "Whether a leaf is an expression that was made before.":
        "new" 80, "used" 8 CommonSubexpression;
    Context "context" "The operators that a statement, a block or a part of a tree keeps to.":
        "none" 70, "additive" 5 OperatorContext, "bitwise" 5 OperatorContext, "logical" 5 OperatorContext,
        "multiplicative" 5 OperatorContext, "bitwise-shift" 5 OperatorContext, "additive-multiplicative" 5 OperatorContext;
}

impl Parameter {
    /// Its row.
    pub fn row(self) -> &'static ParameterRow {
        &PARAMETERS[self as usize]
    }
}

/// What the weight of an option is multiplied with in one program, in eighths; the first leaves it as it is.
const FACTORS: [u32; 7] = [8, 4, 16, 2, 32, 1, 64];

/// The distributions of one program, and how often each option was chosen; empty for families without parameters.
#[derive(Clone, Debug, Default)]
pub struct Shuffled {
    weights: Vec<Vec<u32>>,
    chosen: Vec<Vec<u32>>,
}

impl Shuffled {
    /// Draws the distributions of a program; `weight` is that of a feature in it.
    pub fn draw(c: &mut Choices, options: &Options, weight: impl Fn(Feature) -> u32) -> Shuffled {
        c.open("parameters");
        let distribution = |row: &ParameterRow, c: &mut Choices| {
            let mut weights = Vec::with_capacity(row.options.len());
            for option in row.options {
                // What is switched off draws, too, so that all else stays the same; what is asked for more often is shuffled around that.
                let percent = option.feature.map_or(100, |f| 100 * weight(f) / f.row().weight.max(1));
                let usual = if percent == 0 { 0 } else { (option.weight * percent).max(1) };
                let factor = if options.swarm { FACTORS[c.index(FACTORS.len())] } else { 8 };
                weights.push(usual.saturating_mul(factor).min(1 << 24));
            }
            weights
        };
        let weights = PARAMETERS.iter().map(|row| distribution(row, c)).collect();
        c.close();
        Shuffled { weights, chosen: PARAMETERS.iter().map(|row| vec![0; row.options.len()]).collect() }
    }

    /// How often each option of each parameter was chosen.
    pub fn chosen(self) -> Vec<Vec<u32>> {
        self.chosen
    }
}

impl Gen {
    /// Whether the family's decisions are parameters.
    pub fn has_parameters(&self) -> bool {
        !self.shuffled.weights.is_empty()
    }

    /// An option of a parameter that is on and will do; none if there is none, or the family has no parameters.
    pub fn pick_among(&mut self, parameter: Parameter, will_do: impl Fn(usize) -> bool) -> Option<usize> {
        let all = self.shuffled.weights.get(parameter as usize)?;
        let weights: Vec<u32> = all.iter().enumerate().map(|(i, &w)| if will_do(i) { w } else { 0 }).collect();
        if weights.iter().all(|&w| w == 0) {
            return None;
        }
        let option = self.c.weighted(&weights);
        self.shuffled.chosen[parameter as usize][option] += 1;
        if let Some(feature) = parameter.row().options[option].feature {
            self.uses(feature);
        }
        Some(option)
    }

    /// The same among all options.
    pub fn pick(&mut self, parameter: Parameter) -> Option<usize> {
        self.pick_among(parameter, |_| true)
    }

    /// The name of an option among those with names that will do; the first of the parameter if there is none.
    pub fn pick_name(&mut self, parameter: Parameter, will_do: impl Fn(&str) -> bool) -> &'static str {
        let options = parameter.row().options;
        let option = self.pick_among(parameter, |i| will_do(options[i].name));
        options[option.unwrap_or(0)].name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Family;

    #[test]
    fn there_are_as_many_as_in_the_dissertation() {
        assert_eq!(PARAMETERS.len(), 23);
        for (i, row) in PARAMETERS.iter().enumerate() {
            assert!(row.sentence.ends_with('.') && row.options.len() > 1, "{}", row.name);
            assert!(row.options.iter().all(|option| option.weight > 0), "{}", row.name);
            assert!(PARAMETERS[..i].iter().all(|other| other.name != row.name), "{}", row.name);
        }
    }

    /// The shares of `char` in programs are as far apart as they can be.
    #[test]
    fn programs_differ() {
        let (mut most, mut least) = (0, 0);
        for seed in 0..400 {
            let mut c = Choices::from_seed(seed);
            let drawn = Shuffled::draw(&mut c, &Options::of(Family::Scalar), |f| f.row().weight);
            let types = &drawn.weights[Parameter::IntegerType as usize];
            let share = 100 * types[1] / types.iter().sum::<u32>();
            most += usize::from(share >= 60);
            least += usize::from(share <= 3);
        }
        assert!(most > 4 && least > 4, "{most} programs of mostly char, {least} with hardly any");
    }

    #[test]
    fn without_swarm_weights_are_those_of_the_table() {
        let options = Options { swarm: false, ..Options::of(Family::Scalar) };
        let drawn = Shuffled::draw(&mut Choices::from_seed(1), &options, |f| f.row().weight);
        for (row, weights) in PARAMETERS.iter().zip(&drawn.weights) {
            for (option, &weight) in row.options.iter().zip(weights) {
                assert_eq!(weight, option.weight * 800, "{} {}", row.name, option.name);
            }
        }
    }
}
