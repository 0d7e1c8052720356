//! What loops work on: arrays and scalars, their values, and the function that gives them.

use crate::feature::Feature;
use crate::general::Access;
use crate::make::effects::{Locality, Locs};
use crate::make::state::{Depth, Gen, Variable};
use lydite_lang::*;

/// The most elements of an array, and the most bytes of all of them.
const MOST_ELEMENTS: u64 = 2_048;
const MOST_BYTES: u64 = 24 << 10;

/// How much data and code there is at least, and how much more by chance.
pub(super) struct Amount {
    /// From how many expressions on.
    room: usize,
    /// The most functions, of which there is one at least.
    pub functions: usize,
    /// How much of the room they get, in percent: the rest of a small program is taken by what fills and prints data.
    pub share: usize,
    scalars: (usize, usize),
    hidden: (usize, usize),
    types: (usize, usize),
    arrays: usize,
    /// From which on arrays are written if they may be.
    written: usize,
}

/// The last that there is room for counts.
const AMOUNTS: &[Amount] = &[
    Amount { room: 0, functions: 1, share: 30, scalars: (2, 1), hidden: (1, 1), types: (1, 2), arrays: 2, written: 0 },
    Amount {
        room: 150,
        functions: 1,
        share: 50,
        scalars: (2, 3),
        hidden: (1, 2),
        types: (2, 2),
        arrays: 4,
        written: 3,
    },
    Amount {
        room: 500,
        functions: 3,
        share: 100,
        scalars: (4, 6),
        hidden: (2, 3),
        types: (2, 4),
        arrays: 6,
        written: 5,
    },
];

/// How the elements of an array differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// All are the same, and nobody changes them.
    Same,
    /// They depend on the index of a dimension modulo a number, and nobody changes them.
    Classes {
        /// How many values there are.
        count: u64,
        /// The dimension.
        axis: usize,
    },
    /// Each has its own.
    Varied,
}

/// An array at file scope.
#[derive(Clone, Debug)]
pub struct Array {
    /// The variable.
    pub var: Variable,
    /// The type of its elements.
    pub elem: TypeId,
    /// Its lengths.
    pub dims: Vec<u64>,
    /// Its first values.
    pub fill: Fill,
}

/// A counter that subscripts may use, and the values it takes.
#[derive(Clone, Copy, Debug)]
pub struct Iterator {
    /// The counter.
    pub var: VarId,
    /// The least value.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

/// The data of a program of loops.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// How far loops go; arrays have room for it.
    pub extents: Vec<u64>,
    /// The types of data.
    pub types: Vec<TypeId>,
    /// Arrays.
    pub arrays: Vec<Array>,
    /// Scalars that are never changed, with their values: numbers that no compiler sees.
    pub hidden: Vec<(VarId, i128)>,
    /// Functions of values without effects, by their numbers among the callees.
    pub functions: Vec<usize>,
    /// What the functions look like before they are filled in.
    pub outline: String,
    /// Bytes of all arrays.
    bytes: u64,
}

impl Gen {
    /// How much of everything there is to be.
    pub(super) fn amount(&self) -> &'static Amount {
        AMOUNTS.iter().rfind(|amount| amount.room <= self.room).unwrap_or(&AMOUNTS[0])
    }

    /// Makes the data.
    pub(super) fn make_arrays(&mut self) {
        self.c.open("data");
        let amount = self.amount();
        let extents = 2 + self.c.index(2);
        for _ in 0..extents {
            // Around multiples of what vectors hold, and anything else.
            let extent = match self.c.index(3) {
                0 => 8 * self.c.range(1, 8),
                1 => 8 * self.c.range(1, 8) + self.c.range(-1, 3),
                _ => self.c.range(6, 70),
            };
            self.loops.extents.push(extent.max(6) as u64);
        }
        let types = amount.types.0 + self.c.index(amount.types.1);
        for _ in 0..types {
            let ty = if self.on(Feature::FloatLoop) { self.scalar_ty() } else { self.int_ty() };
            if self.is_float(ty) {
                self.uses(Feature::FloatLoop);
            }
            self.loops.types.push(ty);
        }
        let scalars = amount.scalars.0 + self.c.index(amount.scalars.1);
        for i in 0..scalars {
            let ty = self.loops.types[self.c.index(self.loops.types.len())];
            self.new_scalar(ty, i % 2 == 0);
        }
        let hidden = amount.hidden.0 + self.c.index(amount.hidden.1);
        for _ in 0..hidden {
            let ty = [TypeId::INT, TypeId::LONG, TypeId::SHORT, TypeId::UCHAR][self.c.weighted(&[4, 2, 1, 1])];
            let value = self.c.range(0, 40);
            let init = self.lit(value, ty);
            let var = self.numbered_global("n", ty, Some(Init::Expr(init)));
            self.loops.hidden.push((var, value));
        }
        let arrays = amount.arrays + self.c.index(1 + (self.room / 250).min(14));
        for i in 0..arrays {
            self.new_array(i);
        }
        self.c.close();
    }

    /// A scalar at file scope; in sight from now on.
    fn new_scalar(&mut self, ty: TypeId, assignable: bool) {
        let value = self.constant(ty);
        let value = self.convert(value, ty);
        let var = self.numbered_global("x", ty, Some(Init::Expr(value)));
        let variable = self.static_variable(var, assignable);
        self.globals.push(variable);
    }

    /// What code may do with a variable of file scope that no pointer points to.
    fn static_variable(&mut self, var: VarId, assignable: bool) -> Variable {
        Variable {
            var,
            ty: self.b.program.vars[var].ty,
            locs: Locs::of(self.fresh_loc(Locality::Global)),
            addressable: false,
            assignable,
            depth: Depth::STATIC,
            nullable: false,
        }
    }

    /// The `i`th array; the first ones are such that every way of avoiding undefined behaviour has something to read.
    fn new_array(&mut self, i: usize) {
        self.c.open("array");
        let rank = if self.on(Feature::MultiArray) { 1 + self.c.weighted(&[50, 35, 10, 3]) } else { 1 };
        let mut dims: Vec<u64> = Vec::new();
        for _ in 0..rank {
            let extent = self.loops.extents[self.c.index(self.loops.extents.len())];
            // Room for what stencils add.
            let extent = extent + if self.c.coin(1, 3) { self.c.range(1, 4) as u64 } else { 0 };
            let left = MOST_ELEMENTS / dims.iter().product::<u64>().max(1);
            dims.push(extent.min(left).max(2));
        }
        let elem = self.loops.types[self.c.index(self.loops.types.len())];
        let size = self.b.program.types.size_of(elem).unwrap_or(8) * dims.iter().product::<u64>();
        if self.loops.bytes + size > MOST_BYTES {
            self.c.close();
            return;
        }
        self.loops.bytes += size;
        let classes = [self.on(Feature::EvenOdd), self.on(Feature::ManyClasses)];
        let fill = match i {
            0 if self.on(Feature::SameValues) => 1,
            1 if classes[0] => 2,
            2 if classes[1] => 3,
            _ => self.c.weighted(&[
                60,
                if self.on(Feature::SameValues) { 10 } else { 0 },
                if classes[0] { 10 } else { 0 },
                if classes[1] { 10 } else { 0 },
            ]),
        };
        let axis = self.c.index(rank);
        let fill = match fill {
            0 => Fill::Varied,
            1 => Fill::Same,
            2 => Fill::Classes { count: 2, axis },
            _ => Fill::Classes { count: 3 + self.c.index(2) as u64, axis },
        };
        // Two in three of those that may be are written.
        let assignable = fill == Fill::Varied && (i >= self.amount().written || self.c.coin(2, 3));
        self.add_array(elem, dims, fill, assignable);
        self.c.close();
    }

    fn add_array(&mut self, elem: TypeId, dims: Vec<u64>, fill: Fill, assignable: bool) -> Variable {
        let mut ty: QType = elem.into();
        for &len in dims.iter().rev() {
            ty = self.b.program.types.array(ty, ArrayLen::Fixed(len)).into();
        }
        let var = self.numbered_global("a", ty, None);
        let var = self.static_variable(var, assignable);
        self.globals.push(var);
        self.uses(if dims.len() > 1 { Feature::MultiArray } else { Feature::Array });
        self.loops.arrays.push(Array { var, elem, dims, fill });
        var
    }

    /// An array that a sketch asks for, if there is room: data that outlives it, so that what it does counts.
    pub(crate) fn loop_array(&mut self, elem: TypeId, dims: &[u64], _: Access) -> Option<Variable> {
        let size = self.b.program.types.size_of(elem).unwrap_or(8) * dims.iter().product::<u64>();
        if self.loops.bytes + size > MOST_BYTES {
            return None;
        }
        self.loops.bytes += size;
        Some(self.add_array(elem, dims.to_vec(), Fill::Varied, true))
    }

    /// `void init(void)`: gives arrays their first values. It stays with the data.
    pub(super) fn make_init(&mut self) -> FuncId {
        self.c.open("init");
        let (func, vars) = self.declare("init", TypeId::VOID.into(), &[], ParamTail::Fixed);
        let arrays = self.loops.arrays.clone();
        let cx = self.cx();
        let callee = self.fill(func, &vars, &cx, |g, out| {
            let deepest = arrays.iter().map(|array| array.dims.len()).max().unwrap_or(0);
            let counters: Vec<VarId> = (0..deepest).map(|_| g.private(TypeId::INT.into(), None, out)).collect();
            let zero = g.lit(1, TypeId::UINT);
            let state = g.private(TypeId::UINT.into(), Some(Init::Expr(zero)), out);
            for array in &arrays {
                g.fill_array(array, &counters, state, out);
            }
        });
        self.callees[callee].reusable = false;
        self.c.close();
        func
    }

    fn fill_array(&mut self, array: &Array, counters: &[VarId], state: VarId, out: &mut Vec<StmtId>) {
        let mut place = self.var(array.var.var);
        for &counter in &counters[..array.dims.len()] {
            let i = self.get(counter);
            place = self.at(place, i);
        }
        let mut body = Vec::new();
        let value = match array.fill {
            Fill::Same => self.calm_constant(array.elem),
            Fill::Classes { count, axis } => {
                let mut value = self.calm_constant(array.elem);
                for class in 1..count {
                    let (i, n) = (self.get(counters[axis]), self.int(count.into()));
                    let rest = self.raw(BinOp::Rem, i, n);
                    let class = self.int(class.into());
                    let is_it = self.raw(BinOp::Eq, rest, class);
                    let other = self.calm_constant(array.elem);
                    value = self.cond(is_it, other, value);
                }
                value
            }
            Fill::Varied => self.next_value(array.elem, state, &mut body),
        };
        let value = if self.b.type_of(value) == array.elem { value } else { self.cast(value, array.elem) };
        let e = self.assign(place, value);
        let s = self.expr_stmt(e);
        body.push(s);
        let mut body = if body.len() == 1 { body[0] } else { self.block(body) };
        for (&counter, &len) in counters.iter().zip(&array.dims).rev() {
            body = self.count_up(counter, 0, len.into(), body);
        }
        self.spend(6 * array.dims.iter().product::<u64>());
        out.push(body);
    }

    /// A constant that is small more often than not.
    fn calm_constant(&mut self, ty: TypeId) -> ExprId {
        if !self.is_int(ty) || self.c.coin(1, 3) {
            return self.constant(ty);
        }
        let value = self.c.range(0, 30);
        let t = self.int_of(ty);
        self.lit(t.wrap(value), if t.bits < 32 { TypeId::INT } else { ty })
    }

    /// The next of a sequence of numbers: as much of it as this array gets.
    fn next_value(&mut self, elem: TypeId, state: VarId, out: &mut Vec<StmtId>) -> ExprId {
        let (s, factor, more) =
            (self.get(state), self.lit(1_664_525, TypeId::UINT), self.lit(1_013_904_223, TypeId::UINT));
        let next = self.raw(BinOp::Mul, s, factor);
        let next = self.raw(BinOp::Add, next, more);
        let place = self.var(state);
        let e = self.assign(place, next);
        let s = self.expr_stmt(e);
        out.push(s);
        let (value, by) = (self.get(state), self.int(8));
        let value = self.raw(BinOp::Shr, value, by);
        // Small numbers seldom overflow, so that operators stay as they are.
        let mask = [0xff, 0x3f, 0x7, 0x1, 0xffff, 0xff_ffff][self.c.weighted(&[6, 5, 3, 1, 3, 2])];
        let mask = self.lit(mask, TypeId::UINT);
        let value = self.raw(BinOp::And, value, mask);
        if self.is_float(elem) {
            let value = self.cast(value, elem);
            let by = self.b.float(0.25, elem);
            return self.raw(BinOp::Mul, value, by);
        }
        let signed = self.int_of(elem).signed && self.c.coin(1, 3);
        if !signed {
            return value;
        }
        let (value, less) = (self.cast(value, TypeId::INT), self.int(20));
        self.raw(BinOp::Sub, value, less)
    }

    /// A number as an expression of an integer type; where bounds are opaque, one that no compiler can work out.
    pub(crate) fn hidden_number(&mut self, value: i128, ty: TypeId) -> ExprId {
        let open = !self.on(Feature::OpaqueBounds) || self.loops.hidden.is_empty();
        if open || !self.c.coin(self.weight(Feature::OpaqueBounds).min(60), 100) {
            return self.lit(value, ty);
        }
        self.uses(Feature::OpaqueBounds);
        let (var, known) = self.loops.hidden[self.c.index(self.loops.hidden.len())];
        let e = self.get(var);
        let e = match self.c.index(3) {
            // What is added makes up for the difference.
            0 | 1 if value >= known => {
                let more = self.lit(value - known, TypeId::INT);
                self.raw(BinOp::Add, e, more)
            }
            0 | 1 => {
                let less = self.lit(known - value, TypeId::INT);
                self.raw(BinOp::Sub, e, less)
            }
            _ => {
                let mask = self.lit(value ^ known, TypeId::INT);
                self.raw(BinOp::Xor, e, mask)
            }
        };
        if self.b.type_of(e) == ty { e } else { self.cast(e, ty) }
    }
}
