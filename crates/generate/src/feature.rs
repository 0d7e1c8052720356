//! The table of what families can make.
//!
//! `--help`, the documents, the weights file, `--only` and `--without`, statistics and tests read this table; a new
//! feature is a row here and a production that says it was used.

use crate::family::Family;
use crate::standard::Standard;
use lydite_lang::Language;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct FeatureRow {
    /// Its name on the command line and in weights files.
    pub name: &'static str,
    /// One sentence.
    pub sentence: &'static str,
    /// Its weight among its likes.
    pub weight: u32,
    /// What it can't do without.
    pub needs: &'static [Feature],
    /// Since which C.
    pub since: Standard,
    /// Compilers, if not every gcc from 12 and clang from 14.
    pub compilers: &'static str,
    /// What it belongs to.
    pub group: Group,
    /// The families that can make it.
    pub families: &'static [Family],
    /// The languages that have no words for it, by name.
    pub lacking: &'static [&'static str],
    /// What it shows its effect on: `lydite gen --effect` has that on with it and without.
    pub ground: &'static [Feature],
    /// What it should make compilers do more often: counters as `lydite gen --effect` names them, each up to its end or a `*`.
    pub aims: &'static [&'static str],
}

/// What a feature belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Types and qualifiers of data.
    Data,
    /// Kinds of statements.
    Statement,
    /// Kinds of expressions.
    Expression,
    /// Functions and calls.
    Call,
    /// Pointers.
    Pointer,
    /// Compiler builtins and attributes.
    Compiler,
    /// Code as people write it.
    Idiom,
    /// Deliberate biases.
    Policy,
    /// How a site is repaired.
    Repair,
}

impl Group {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Group::Data => "data",
            Group::Statement => "statements",
            Group::Expression => "expressions",
            Group::Call => "calls",
            Group::Pointer => "pointers",
            Group::Compiler => "compiler",
            Group::Idiom => "idioms",
            Group::Policy => "policies",
            Group::Repair => "repairs",
        }
    }
}

const C99: Standard = Standard { year: 1999, gnu: false };
const C11: Standard = Standard { year: 2011, gnu: false };
const C23: Standard = Standard { year: 2023, gnu: false };
const GNU: Standard = Standard { year: 1999, gnu: true };
const ALL: &str = "";

const G: &[Family] = &[Family::General];
const S: &[Family] = &[Family::Scalar];
const GS: &[Family] = &[Family::General, Family::Scalar];
const GL: &[Family] = &[Family::General, Family::Loops];
const L: &[Family] = &[Family::Loops];
const GSL: &[Family] = &[Family::General, Family::Scalar, Family::Loops];

macro_rules! features {
    ($($variant:ident $name:literal $weight:literal $group:ident $since:ident [$($need:ident),*] $compilers:ident $families:ident
       $(but $($lacking:literal),+;)? $sentence:literal $(on $($ground:ident)+)? $(=> $($aim:literal),*)?;)*) => {
        /// Something the family can make.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Feature { $($variant),* }
        /// Every feature, in the order of [`Feature`].
        pub const FEATURES: &[FeatureRow] = &[$(FeatureRow {
            name: $name, sentence: $sentence, weight: $weight, needs: &[$(Feature::$need),*], since: $since,
            compilers: $compilers, group: Group::$group, families: $families, lacking: &[$($($lacking),+)?], ground: &[$($(Feature::$ground),+)?], aims: &[$($($aim),*)?],
        }),*];
        const VARIANTS: &[Feature] = &[$(Feature::$variant),*];
    };
}

const BITINT: &str = "gcc 14, clang 15";

features! {
    Char "char" 60 Data C99 [] ALL GSL "Objects of char, signed char and unsigned char.";
    Short "short" 60 Data C99 [] ALL GSL "Objects of short and unsigned short.";
    Int "int" 100 Data C99 [] ALL GSL "Objects of int and unsigned int.";
    Long "long" 60 Data C99 [] ALL GSL "Objects of long and unsigned long.";
    LongLong "long-long" 60 Data C99 [] ALL GSL "Objects of long long and unsigned long long.";
    Bool "bool" 30 Data C99 [] ALL GSL "Objects of _Bool.";
    Enum "enum" 30 Data C99 [] ALL G "Enumerations and their constants.";
    Int128 "int128" 25 Data GNU [] ALL GS but "ispc", "sycl"; "Objects of __int128, on targets that have it.";
    BitInt "bit-int" 30 Data C23 [] BITINT G "Objects of _BitInt(N) of odd widths.";
    Float "float" 40 Data C99 [] ALL GSL "Objects of float and exact arithmetic on them.";
    Double "double" 40 Data C99 [] ALL GSL "Objects of double and exact arithmetic on them.";
    Struct "struct" 80 Data C99 [] ALL GSL "Structures.";
    NestedStruct "nested-struct" 40 Data C99 [Struct] ALL GS "Structures in structures.";
    PackedStruct "packed-struct" 25 Data GNU [Struct] ALL G "Packed structures.";
    BitField "bit-field" 40 Data C99 [Struct] ALL GS but "ispc"; "Bit-fields, also of width zero.";
    Union "union" 40 Data C99 [] ALL G "Unions, read through members whose bytes are all there.";
    Array "array" 80 Data C99 [] ALL GSL "Arrays.";
    MultiArray "multi-array" 40 Data C99 [Array] ALL GSL "Arrays of two and three dimensions.";
    Const "const" 40 Data C99 [] ALL GSL "Objects and pointers with const.";
    Volatile "volatile" 30 Data C99 [] ALL G "Objects and pointers with volatile.";
    Aligned "aligned" 20 Data GNU [] ALL G "Objects with more alignment than their type needs.";
    MayAlias "may-alias" 20 Data GNU [Array] ALL G "Objects read through a pointer to a may_alias type.";
    Vector "vector" 35 Data GNU [] ALL GS but "ispc", "sycl"; "GNU vectors: lane-wise arithmetic, comparison, shuffles, lanes.";

    Assign "assign" 100 Statement C99 [] ALL GSL "Assignments.";
    CompoundAssign "compound-assign" 40 Statement C99 [] ALL GSL "Compound assignments.";
    IncDecStatement "increment" 20 Statement C99 [] ALL G "++ and -- as statements.";
    LocalVariable "local" 70 Statement C99 [] ALL GSL "Local variables.";
    StaticLocal "static-local" 15 Statement C99 [] ALL G but "ispc", "sycl"; "Static local variables.";
    Block "block" 8 Statement C99 [] ALL G "Nested blocks.";
    If "if" 60 Statement C99 [] ALL GSL "if.";
    IfElse "if-else" 40 Statement C99 [] ALL GSL "if with else, and chains of them.";
    For "for" 60 Statement C99 [] ALL G "for loops over a counter.";
    While "while" 35 Statement C99 [] ALL G "while loops whose condition depends on the body.";
    DoWhile "do-while" 30 Statement C99 [] ALL G "do loops whose condition depends on the body.";
    ArrayLoop "array-loop" 40 Statement C99 [Array] ALL G "Loop nests that fill or walk an array.";
    MultiInduction "multi-induction" 25 Statement C99 [] ALL G "Loops with several induction variables changed in the body.";
    SwitchDense "switch-dense" 25 Statement C99 [] ALL G "switch with neighbouring cases.";
    SwitchSparse "switch-sparse" 20 Statement C99 [] ALL G "switch with cases far apart.";
    SwitchRange "switch-range" 15 Statement GNU [] ALL G "switch with case ranges.";
    SwitchFallThrough "switch-fall-through" 30 Statement C99 [SwitchDense] ALL G "Cases that fall through.";
    GotoForward "goto-forward" 20 Statement C99 [] ALL G "goto to a later label, also out of loops.";
    GotoBackward "goto-backward" 20 Statement C99 [] ALL G "goto to an earlier label: a loop without a loop statement.";
    ComputedGoto "computed-goto" 15 Statement GNU [] ALL G "Labels as values and goto *.";
    Break "break" 20 Statement C99 [] ALL G "break out of loops.";
    Continue "continue" 20 Statement C99 [] ALL G "continue.";
    EarlyReturn "early-return" 15 Statement C99 [] ALL G "return before the end.";
    Vla "vla" 20 Statement C99 [Array] ALL G "Variable length arrays.";
    StructAssign "struct-assign" 25 Statement C99 [Struct] ALL G "Assignment of whole structures.";

    Unary "unary" 30 Expression C99 [] ALL GSL "Unary operators.";
    Arithmetic "arithmetic" 100 Expression C99 [] ALL GSL "+, -, *, / and %.";
    Bitwise "bitwise" 60 Expression C99 [] ALL GSL "&, | and ^.";
    Shift "shift" 40 Expression C99 [] ALL GSL "<< and >>.";
    Compare "compare" 40 Expression C99 [] ALL GSL "Comparisons.";
    Logical "logical" 30 Expression C99 [] ALL GSL "Trees of && and ||, also with effects where they are sequenced.";
    Ternary "ternary" 30 Expression C99 [] ALL GSL "?:, nested.";
    Elvis "elvis" 10 Expression GNU [] ALL G "?: without its middle.";
    Comma "comma" 15 Expression C99 [] ALL G "The comma operator.";
    EmbeddedAssign "embedded-assign" 20 Expression C99 [] ALL G "Assignments inside expressions.";
    IncDec "inc-dec" 20 Expression C99 [] ALL G "++ and -- inside expressions.";
    Cast "cast" 30 Expression C99 [] ALL GSL "Explicit conversions.";
    SizeOf "sizeof" 8 Expression C99 [] ALL G "sizeof and _Alignof.";
    CompoundLiteral "compound-literal" 15 Expression C99 [] ALL G "Compound literals.";
    StatementExpression "statement-expression" 15 Expression GNU [] ALL G "Statement expressions.";
    Generic "generic" 10 Expression C11 [] ALL G "_Generic.";
    FloatConversion "float-conversion" 20 Expression C99 [Double] ALL GSL "Conversions between integers and floating types.";

    Call "call" 70 Call C99 [] ALL G but "sycl"; "Calls of functions made on demand and reused.";
    CallStatement "call-statement" 30 Call C99 [Call] ALL G "Calls as statements.";
    VoidFunction "void-function" 20 Call C99 [Call] ALL G "Functions without a result.";
    PointerArgument "pointer-argument" 40 Call C99 [Call, Pointer] ALL G "Pointers as arguments.";
    StructArgument "struct-argument" 25 Call C99 [Call, Struct] ALL G "Structures as arguments.";
    StructResult "struct-result" 20 Call C99 [Call, Struct] ALL G "Structures as results.";
    UnionArgument "union-argument" 15 Call C99 [Call, Union] ALL G "Unions as arguments.";
    PointerResult "pointer-result" 15 Call C99 [Call, Pointer] ALL G "Functions that return pointers to static objects.";
    ArrayArgument "array-argument" 15 Call C99 [Call, Array] ALL G "Arrays as arguments, also of rows, also one for two parameters.";
    FunctionPointer "function-pointer" 20 Call C99 [Call] ALL G "Calls through function pointers.";
    FunctionTable "function-table" 15 Call C99 [Call] ALL G "Calls through tables of function pointers.";
    Recursion "recursion" 15 Call C99 [Call] ALL G "Functions that call themselves, to a bounded depth.";
    MutualRecursion "mutual-recursion" 10 Call C99 [Call] ALL G "Two functions that call each other, to a bounded depth.";
    Variadic "variadic" 15 Call C99 [Call] ALL G "Functions with variable arguments.";
    Inline "inline" 20 Call C99 [Call] ALL G "Functions declared inline.";

    Pointer "pointer" 70 Pointer C99 [] ALL GS but "sycl"; "Pointers to objects.";
    PointerToPointer "pointer-to-pointer" 30 Pointer C99 [Pointer] ALL GS "Pointers to pointers.";
    PointerToMember "pointer-to-member" 25 Pointer C99 [Pointer, Struct] ALL GS "Pointers to members of structures.";
    PointerToElement "pointer-to-element" 30 Pointer C99 [Pointer, Array] ALL GS "Pointers to elements and slices of arrays.";
    PointerArithmetic "pointer-arithmetic" 30 Pointer C99 [Pointer, Array] ALL G "Pointer arithmetic inside an array.";
    PointerCompare "pointer-compare" 20 Pointer C99 [Pointer] ALL G "Comparison and difference of pointers into one object.";
    NullPointer "null-pointer" 20 Pointer C99 [Pointer] ALL G "Null pointers and tests for them.";
    Retarget "retarget" 30 Pointer C99 [Pointer] ALL G "Assignments that make a pointer point elsewhere.";

    BitBuiltin "bit-builtin" 25 Compiler GNU [] ALL GS but "ispc"; "__builtin_clz, ctz, popcount, parity, ffs, bswap, clrsb.";
    OverflowBuiltin "overflow-builtin" 25 Compiler GNU [] ALL G "__builtin_add_overflow and its kin.";
    Expect "expect" 15 Compiler GNU [] ALL G "__builtin_expect.";
    Unreachable "unreachable" 15 Compiler GNU [] ALL G "__builtin_unreachable where it is not reached.";
    Assume "assume" 12 Compiler GNU [] ALL G "Assumptions that hold.";
    MemoryBuiltin "memory-builtin" 25 Compiler C99 [Array] ALL G "memcpy, memmove, memset and memcmp.";
    StringBuiltin "string-builtin" 20 Compiler C99 [Array] ALL G "strlen, strcmp, strcpy, strchr and their like.";
    Restrict "restrict" 15 Compiler C99 [Pointer, Array] ALL GL "restrict parameters that keep their promise.";
    NoInline "noinline" 20 Compiler GNU [Call] ALL G "noinline functions.";
    AlwaysInline "always-inline" 15 Compiler GNU [Call] ALL G "always_inline functions.";
    PureAttribute "pure-attribute" 20 Compiler GNU [Call] ALL G "pure and const functions, where true.";
    HotCold "hot-cold" 15 Compiler GNU [Call] ALL G "hot and cold functions.";

    BitTricks "bit-tricks" 20 Idiom C99 [] ALL G "Reversal, parity, population count and power-of-two tricks by hand.";
    Rotate "rotate" 20 Idiom C99 [] ALL G "Rotations by shifts.";
    MaskMerge "mask-merge" 20 Idiom C99 [] ALL G "Fields extracted from, inserted in and packed into words.";
    ByteParse "byte-parse" 15 Idiom C99 [Array] ALL G "Words read from and written to bytes, loops that parse bytes.";
    TableLookup "table-lookup" 20 Idiom C99 [Array] ALL G "Constant tables and look-ups in them.";
    Hash "hash" 15 Idiom C99 [Array] ALL G "Hash functions over bytes and words.";
    Crc "crc" 12 Idiom C99 [Array] ALL G "Cyclic redundancy checks, bit by bit and by table.";
    FixedPoint "fixed-point" 15 Idiom C99 [] ALL G "Fixed-point arithmetic.";
    Saturate "saturate" 20 Idiom C99 [] ALL G "Saturating arithmetic, clamping, minimum and maximum.";
    CarryChain "carry-chain" 15 Idiom C99 [Array] ALL G "Additions and subtractions of several words with carry.";
    NumberText "number-text" 12 Idiom C99 [Array] ALL G "Numbers to digits and digits to numbers.";
    Sort "sort" 15 Idiom C99 [Array] ALL G "Sorting of small arrays.";
    Search "search" 15 Idiom C99 [Array] ALL G "Linear and binary search.";
    LinkedNodes "linked-nodes" 12 Idiom C99 [Array, Struct] ALL G "Lists and trees linked through an array.";
    StateMachine "state-machine" 15 Idiom C99 [Array] ALL G "State machines over bytes.";
    MatrixLoop "matrix-loop" 12 Idiom C99 [MultiArray] ALL G "Matrix products, transpositions, stencils and prefix sums.";
    Reduction "reduction" 20 Idiom C99 [Array] ALL G "Sums, minima, maxima, dot products and counts over arrays.";

    OperatorContext "operator-context" 50 Policy C99 [] ALL GSL "Regions that use one group of operators only." => "gcc:reassoc:Linearized", "gcc:reassoc:Ops eliminated";
    SpecialConstant "special-constant" 50 Policy C99 [] ALL GSL "Constants near limits, small, or of blocks of ones." => "gcc:phiopt:Replace PHI with variable", "gcc:phiopt:match-simplify PHI replacement", "clang:asm:movsbl";
    ReusedConstant "reused-constant" 40 Policy C99 [] ALL GSL "Constants used again, negated or complemented." on OperatorContext ConstantTree => "gcc:vrp:Statements folded", "gcc:fre:Eliminated", "clang:asm:testb";
    ConstantTree "constant-tree" 25 Policy C99 [] ALL GSL "Trees whose leaves are all, or half, constants." => "gcc:ccp:Statements folded", "gcc:ccp:Constants propagated";
    CommonSubexpression "common-subexpression" 40 Policy C99 [] ALL GSL "Subexpressions used again." => "gcc:fre:Eliminated";

    SameValues "same-values" 30 Policy C99 [Array] ALL L "Nests in which every iteration sees the same values, so that operators stay raw." on Vectorisable OpaqueBounds => "clang:loop-vectorize:Vectorized", "gcc:vect:Vectorized loops";
    EvenOdd "even-odd" 30 Policy C99 [Array] ALL L "Nests whose even and odd iterations have versions of their own of an expression." on Vectorisable OpaqueBounds => "gcc:fre:Eliminated", "gcc:dom:Redundant expressions eliminated";
    ManyClasses "many-classes" 20 Policy C99 [Array] ALL L "Nests with three or four classes of iterations, each with its version." on Vectorisable OpaqueBounds => "clang:loop-vectorize:Vectorized", "gcc:vect:Vectorized loops";
    Vectorisable "vectorisable" 90 Policy C99 [Array] ALL L "Innermost loops that count by a constant and have no control flow." => "clang:loop-vectorize:Vectorized", "clang:licm:PromoteLoopAccessesToScalar";
    PerfectNest "perfect-nest" 40 Policy C99 [Array] ALL L "Nests whose statements are all in the innermost loop." => "gcc:cunrolli:Incremental SSA update", "clang:licm:PromoteLoopAccessesToScalar";
    Interchange "interchange" 30 Policy C99 [MultiArray] ALL L "Nests that walk arrays by columns." => "gcc:cunrolli:Incremental SSA update", "gcc:loops interchanged*", "clang:licm:Hoisted";
    Fusible "fusible" 40 Policy C99 [Array] ALL L "Neighbouring loops over one iteration space." => "clang:licm:PromoteLoopAccessesToScalar", "clang:licm:Hoisted";
    AccessPattern "access-pattern" 60 Policy C99 [Array] ALL L "Subscripts in order, permuted, repeated, shifted or constant, with fewer, as many or more dimensions than loops." on Vectorisable => "clang:loop-vectorize:Vectorized";
    Stencil "stencil" 50 Policy C99 [Array] ALL L "Neighbouring elements of one array or several, of any number, stride and dimension, combined." => "gcc:pcom:*", "clang:licm:InstSunk";
    LoopReduction "loop-reduction" 50 Policy C99 [Array] ALL L "Sums, products, bitwise, least, greatest and by functions, into scalars or arrays of fewer dimensions." => "clang:licm:PromoteLoopAccessesToScalar", "gcc:ifcvt:Eliminated";
    Carried "carried" 20 Policy C99 [Array] ALL L "Elements that depend on those of iterations at a chosen distance." on Vectorisable OpaqueBounds => "gcc:pcom:*", "clang:slp-vectorizer:VectorizedHorizontalReduction";
    OpaqueBounds "opaque-bounds" 50 Policy C99 [] ALL L "Bounds and steps that compilers can see only in part." on Vectorisable => "clang:loop-vectorize:Vectorized", "clang:asm:incq", "gcc:Guard hoisted";
    CountDown "count-down" 25 Policy C99 [] ALL L "Loops that count down." on Vectorisable OpaqueBounds => "clang:asm:subl", "clang:asm:pshufd", "clang:asm:pshufhw", "clang:asm:dec*";
    EarlyExit "early-exit" 25 Policy C99 [] ALL L "break and continue that depend on data." => "gcc:pre:New PHIs", "gcc:thread:Jumps threaded";
    WideInduction "wide-induction" 30 Policy C99 [] ALL L "Counters of other types than the addresses they become part of." => "clang:asm:movsbq", "clang:asm:movslq", "clang:asm:divq";
    LoopCall "loop-call" 30 Policy C99 [] ALL L "Calls of small generated functions in loops." => "clang:inline:Inlined", "gcc:Inlining";
    FloatLoop "float-loop" 40 Policy C99 [] ALL L "Exact floating arithmetic in loops." => "clang:asm:addss", "clang:asm:movss", "clang:asm:cvttss2si";
    LoopPragma "loop-pragma" 30 Policy C99 [] ALL L "Pragmas of clang and gcc that ask for or against vectorising, interleaving, unrolling and distributing." on Vectorisable OpaqueBounds => "gcc:loop unrolled N times", "clang:loop-distribute:*";
    ByteLoop "byte-loop" 25 Policy C99 [Array] ALL L "Loops over bytes." => "clang:asm:punpcklbw", "clang:asm:paddb", "clang:asm:pcmpeqb";
    MemoryIdiom "memory-idiom" 30 Policy C99 [Array] ALL L "Loops that are memset, memcpy, memmove or strlen." => "clang:loop-idiom:ProcessLoopStridedStore", "clang:loop-idiom:ProcessLoopStoreOfLoopLoad", "gcc:Loop N transformed into a builtin";
    PointerWalk "pointer-walk" 25 Policy C99 [Array] ALL L but "sycl"; "Pointers that walk over arrays." => "clang:loop-vectorize:Vectorized";
    Slp "slp" 40 Policy C99 [Array] ALL L "Neighbouring elements treated alike without a loop, for straight-line vectorisers." => "clang:slp-vectorizer:StoresVectorized", "clang:slp-vectorizer:VectorizedHorizontalReduction";
    Epilogue "epilogue" 25 Policy C99 [Array] ALL L "Loops over narrow elements whose rest is worth a vector of its own." => "clang:loop-vectorize:Vectorized", "gcc:loop vectorized using N byte vectors";
    Interleaved "interleaved" 25 Policy C99 [Array] ALL L "Pairs and triples of elements loaded or stored together." => "clang:asm:shufps", "clang:asm:pshuflw";
    Masked "masked" 25 Policy C99 [Array] ALL L "Stores under a condition." => "clang:loop-vectorize:Vectorized", "clang:asm:pextrw";
    Gather "gather" 20 Policy C99 [Array] ALL L "Elements found through other elements." => "clang:loop-unroll:PartialUnrolled", "gcc:loop vectorized using N byte vectors";
    StridedGroup "strided-group" 20 Policy C99 [Array] ALL L "Elements at equal distances, rows and columns." => "gcc:loop vectorized using N byte vectors", "gcc:vect:Vectorized loops";
    IfConversion "if-conversion" 25 Policy C99 [Array] ALL L "Branches in loops that can become selections." => "clang:asm:pandn", "clang:asm:pcmpgtd";
    Unswitch "unswitch" 25 Policy C99 [Array] ALL L "Conditions in loops that do not change." => "gcc:Unswitching loop on condition", "clang:loop-vectorize:Vectorized";
    Distribution "distribution" 20 Policy C99 [Array] ALL L "A dependence and independent work in one loop." => "clang:loop-idiom:ProcessLoopStridedStore", "clang:loop-unroll:PartialUnrolled";
    AliasVersion "alias-version" 25 Policy C99 [Array] ALL L but "sycl"; "Functions of pointers that might overlap." => "clang:loop-vectorize:Vectorized";
    StrengthReduction "strength-reduction" 20 Policy C99 [Array] ALL L "Products and remainders of counters." => "gcc:reassoc:Linearized", "clang:asm:pmuludq";
    ExitValue "exit-value" 20 Policy C99 [] ALL L "Values after a loop that can be worked out without it." => "gcc:evrp:Incremental SSA update", "clang:asm:imulq";
    PopcountLoop "popcount-loop" 12 Policy C99 [] ALL L "Loops that count ones." => "gcc:evrp:Incremental SSA update", "clang:asm:incl";
    BswapLoop "bswap-loop" 12 Policy C99 [] ALL L "Bytes put in the other order." => "clang:asm:bswapl", "gcc:bswap:32-bit bswap implementations found";
    CrcLoop "crc-loop" 12 Policy C99 [] ALL L "Cyclic redundancy checks bit by bit." => "clang:slp-vectorizer:VectorizedHorizontalReduction", "gcc:ifcvt:Incremental SSA update";
    CtzLoop "ctz-loop" 12 Policy C99 [] ALL L "Loops that count leading or trailing zeros." => "clang:asm:bsrq", "clang:asm:bsrl";
    SwitchLoop "switch-loop" 15 Policy C99 [] ALL L "Automata: a switch in a loop, for jump threading." => "gcc:thread:Jumps threaded", "clang:loop-unroll:Peeled";
    MergeAccess "merge-access" 20 Policy C99 [Array] ALL L "Bytes loaded or stored one by one that are one word." => "gcc:bswap:32-bit bswap implementations found", "clang:asm:bswapl", "clang:slp-vectorizer:StoresVectorized";
    SaturateLoop "saturate-loop" 20 Policy C99 [Array] ALL L "Saturating additions and subtractions over arrays." => "clang:asm:packuswb", "clang:asm:pcmpgtd";
    AverageLoop "average-loop" 15 Policy C99 [Array] ALL L "Means of two elements, rounded up or down." => "clang:asm:pavgb", "clang:asm:pavgw";
    MulHighLoop "mul-high-loop" 15 Policy C99 [Array] ALL L "Upper halves of products." => "clang:asm:pmulhuw", "clang:asm:pmulhw", "clang:asm:pmuludq";
    CarryLoop "carry-loop" 15 Policy C99 [Array] ALL L "Additions of several words with carries." => "clang:asm:adcl", "clang:asm:adcq";
    BitFieldLoop "bit-field-loop" 15 Policy C99 [Array] ALL L "Fields of words taken out and put in." => "clang:asm:pslld", "clang:asm:psrad";
    SelectLoop "select-loop" 20 Policy C99 [Array] ALL L "Least, greatest and absolute values and chains of selections." => "clang:asm:psadbw", "clang:asm:pmaxsw", "clang:asm:pminsw";

    SaturatingArithmetic "saturating-arithmetic" 10 Policy C99 [] ALL S "Additions and products clamped to their type, for saturating instructions." => "gcc:phiopt:factored out cast", "gcc:ethread:Jumps threaded", "gcc:cddce:PHI nodes deleted";
    RoundingAverage "rounding-average" 8 Policy C99 [] ALL S "Averages that round up or down, for averaging instructions." => "clang:asm:shr*", "clang:asm:adc*";
    MultiplyHigh "multiply-high" 8 Policy C99 [] ALL S "The high half of products and divisions by constants, for wide multiplications." => "clang:asm:imulq", "clang:asm:mulq";
    CarryWords "carry-words" 8 Policy C99 [] ALL S "Sums and differences of two or three words, for instructions with carry." => "clang:asm:adc*", "clang:asm:sbb*";
    FieldMove "field-move" 12 Policy C99 [] ALL S "Fields taken from and put into words, rotations, for bit-field instructions and known bits." => "gcc:ccp:Constants propagated", "clang:asm:rol*";
    SelectChain "select-chain" 14 Policy C99 [] ALL S "Minimum, maximum, absolute value and chains of ?:, for conditional moves." => "clang:asm:cmov", "gcc:phiopt:*", "gcc:ethread:Jumps threaded";
    ByteSwap "byte-swap" 8 Policy C99 [] ALL S "Bytes and bits turned round and counted, for instructions that do." => "gcc:bswap:*", "clang:asm:bswap*";
    LoadMerge "load-merge" 10 Policy C99 [Array] ALL S "Neighbouring narrow loads put together, for one wide load." => "gcc:bswap:32-bit nop implementations found", "gcc:bswap:64-bit nop implementations found";
    StoreMerge "store-merge" 12 Policy C99 [Array] ALL S "Neighbouring narrow stores of constants, copies and parts of words, for one wide store." => "clang:slp-vectorizer:StoresVectorized", "gcc:basic block part vectorized using N byte vectors";
    JumpThreading "jump-threading" 14 Policy C99 [] ALL S "Chains of if and switch on the same value, for jump threading and correlated values." => "gcc:ethread:Jumps threaded", "gcc:thread:Jumps threaded", "gcc:threadfull:Jumps threaded";
    Neighbours "neighbours" 14 Policy C99 [Array] ALL S "Neighbouring elements and members computed alike, for vectors made of straight code." => "clang:slp-vectorizer:*", "gcc:basic block part vectorized using N byte vectors";
    RangeChain "range-chain" 12 Policy C99 [] ALL S "Comparisons of one value with several limits, for their merging." => "gcc:evrp:Statements folded", "gcc:ccp:Statements folded";

    RepairCast "repair-cast" 40 Repair C99 [] ALL GSL "Overflow repaired by computing in an unsigned type.";
    RepairGuard "repair-guard" 40 Repair C99 [] ALL GSL "Repaired by a ?: guard at the site.";
    RepairFunction "repair-function" 30 Repair C99 [] ALL GSL "Repaired by a safe-math function.";
    RepairMask "repair-mask" 40 Repair C99 [] ALL GSL "Shift counts and indices repaired by a mask or remainder.";
    RepairRewrite "repair-rewrite" 40 Repair C99 [] ALL GSL "Repaired by YARPGen's rewrite to another operator, where a site runs once.";
    RepairBound "repair-bound" 40 Repair C99 [] ALL G "Loops that would not end bounded by a counter.";
    RepairPointer "repair-pointer" 30 Repair C99 [Pointer] ALL G "Null or stray pointers replaced at the site.";
}

impl Feature {
    /// Its row.
    pub fn row(self) -> &'static FeatureRow {
        &FEATURES[self as usize]
    }
    /// Whether a language has words for it.
    pub fn is_in(self, language: Language) -> bool {
        !self.row().lacking.contains(&language.row().name)
    }
    /// All features in order.
    pub fn all() -> impl ExactSizeIterator<Item = Feature> {
        VARIANTS.iter().copied()
    }
    /// The features of a family, in order.
    pub fn of(family: Family) -> impl Iterator<Item = Feature> {
        Feature::all().filter(move |f| f.row().families.contains(&family))
    }
    /// The feature with this name.
    pub fn find(name: &str) -> Option<Feature> {
        Feature::all().find(|f| f.row().name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for f in Feature::all() {
            assert_eq!(Feature::find(f.row().name), Some(f), "{}", f.row().name);
            assert!(f.row().sentence.ends_with('.'));
            assert!(f.row().lacking.iter().all(|name| Language::find(name).is_some()), "{}", f.row().name);
        }
    }
}
