//! Bytes of objects: `memcpy` and its kin, and reads through pointers to types that may alias anything.

use super::super::dsl::built;
use super::super::effects::{Effects, Loc, Locs};
use super::super::state::{Gen, Variable};
use super::ground::{self, Array, Elements, FULL, Want};
use crate::feature::Feature;
use lydite_lang::*;

/// The functions of `<string.h>` that productions call: result and parameters, a letter each. `p` is `void *`, `c` is
/// `const void *`, `s` is `char *`, `t` is `const char *`, `z` is `size_t`, `i` is `int`.
const LIBRARY: &[(&str, &str, &str)] = &[
    ("memcpy", "__builtin_memcpy", "ppcz"),
    ("memmove", "__builtin_memmove", "ppcz"),
    ("memset", "__builtin_memset", "ppiz"),
    ("memcmp", "__builtin_memcmp", "iccz"),
    ("memchr", "__builtin_memchr", "pciz"),
    ("strlen", "__builtin_strlen", "zt"),
    ("strcmp", "__builtin_strcmp", "itt"),
    ("strncmp", "__builtin_strncmp", "ittz"),
    ("strcpy", "__builtin_strcpy", "sst"),
    ("strncpy", "__builtin_strncpy", "sstz"),
    ("strcat", "__builtin_strcat", "sst"),
    ("strncat", "__builtin_strncat", "sstz"),
    ("strchr", "__builtin_strchr", "sti"),
    ("strrchr", "__builtin_strrchr", "sti"),
    ("strstr", "__builtin_strstr", "stt"),
    ("strspn", "__builtin_strspn", "ztt"),
    ("strcspn", "__builtin_strcspn", "ztt"),
    ("strpbrk", "__builtin_strpbrk", "stt"),
];

fn parameter(g: &mut Gen, letter: u8) -> TypeId {
    let types = &mut g.b.program.types;
    match letter {
        b'p' => TypeId::VOID_PTR,
        b'c' => types.pointer(QType::from(TypeId::VOID).with(Quals::CONST)),
        b's' => types.pointer(TypeId::CHAR.into()),
        b't' => types.pointer(QType::from(TypeId::CHAR).with(Quals::CONST)),
        b'z' => types.size_type(),
        _ => TypeId::INT,
    }
}

/// A call of a function of `<string.h>`, also under its name as a builtin.
pub fn library_call(g: &mut Gen, name: &str, args: Vec<ExprId>) -> ExprId {
    let row = LIBRARY.iter().find(|r| r.0 == name).unwrap_or(&LIBRARY[0]);
    let as_builtin = g.options.standard.gnu && g.c.coin(1, 3);
    let name = if as_builtin { row.1 } else { row.0 };
    let types: Vec<TypeId> = row.2.bytes().map(|l| parameter(g, l)).collect();
    let func = g.library_function(name, types[0].into(), &types[1..], ParamTail::Fixed);
    let args = args.into_iter().zip(&types[1..]).map(|(a, &ty)| built(g.b.convert(a, ty))).collect();
    g.call(func, args)
}

/// `memcpy`, `memmove`, `memset`, `memcmp`.
pub fn builtin(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "memory-builtin", out, |g, out| match g.c.weighted(&[4, 3, 4, 3, 4, 3]) {
        0 => copy(g, out),
        1 => shift(g, out),
        2 => set(g, out),
        3 => compare(g, out),
        4 => pun(g, out),
        _ => record(g, out),
    })
}

fn size_of(g: &Gen, ty: TypeId) -> u64 {
    g.b.program.types.size_of(ty).unwrap_or(1)
}

/// So many bytes: `n`, `k * sizeof(T)`, `sizeof array` or a count known only at run time; at most `most` elements.
fn count(g: &mut Gen, a: &Array, most: u64, out: &mut Vec<StmtId>) -> ExprId {
    let size = size_of(g, a.elem);
    match g.c.weighted(&[2, 3, if most == a.len { 3 } else { 0 }, 3]) {
        0 => {
            let n = g.c.range(0, i128::from(most * size));
            g.int(n)
        }
        1 => {
            let n = g.c.range(1, i128::from(most.max(1)));
            let (n, size) = (g.int(n.min(i128::from(most))), built(g.b.sizeof_type(a.elem.into())));
            g.raw(BinOp::Mul, n, size)
        }
        2 => built(g.b.sizeof_type(g.b.program.vars[a.var].ty)),
        _ => {
            let part = Array { len: most + 1, ..*a };
            let n = part.index(g, out);
            let (n, size) = (g.get(n), built(g.b.sizeof_type(a.elem.into())));
            g.raw(BinOp::Mul, n, size)
        }
    }
}

/// From one array to another.
fn copy(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let to = ground::array(g, Want::Write, Elements::Bits, out);
    let from = ground::array(g, Want::Read, Elements::Bits, out);
    let (to_size, from_size) = (size_of(g, to.elem) * to.len, size_of(g, from.elem) * from.len);
    if !g.affords(to_size * 2) {
        return false;
    }
    let most = to_size.min(from_size) / size_of(g, to.elem);
    let n = count(g, &to, most, out);
    let name = if to.var == from.var || g.c.coin(1, 4) { "memmove" } else { "memcpy" };
    let (dest, source) = (g.get(to.var), g.get(from.var));
    let e = library_call(g, name, vec![dest, source, n]);
    let mut cx = g.cx();
    cx.read(&from.locs);
    cx.write(&to.locs);
    g.spend(to_size);
    g.push_expr(e, &cx, out);
    show(g, &to, out);
    true
}

/// Stores an element if nobody else would look.
fn show(g: &mut Gen, a: &Array, out: &mut Vec<StmtId>) {
    if !a.locs.is_empty() && g.c.coin(2, 3) {
        return;
    }
    let i = a.index(g, out);
    let (base, i) = (g.var(a.var), g.get(i));
    let e = g.at(base, i);
    let e = g.load(e);
    let mut cx = g.cx();
    cx.read(&a.locs);
    ground::store(g, e, cx, out);
}

/// Inside one array, also where both ends overlap.
fn shift(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let a = ground::array(g, Want::Write, Elements::Bits, out);
    let size = size_of(g, a.elem) * a.len;
    if !g.affords(size * 2) {
        return false;
    }
    let (from, to) = (g.c.range(0, i128::from(a.len) - 1) as u64, g.c.range(0, i128::from(a.len) - 1) as u64);
    let most = a.len - from.max(to);
    let n = count(g, &a, most, out);
    let (dest, source) = (a.plus(g, to), a.plus(g, from));
    let apart = most * 2 <= a.len && from.abs_diff(to) >= most;
    let name = if apart && g.c.coin(1, 2) { "memcpy" } else { "memmove" };
    let e = library_call(g, name, vec![dest, source, n]);
    let mut cx = g.cx();
    cx.read(&a.locs);
    cx.write(&a.locs);
    g.spend(size);
    g.push_expr(e, &cx, out);
    show(g, &a, out);
    true
}

/// `memset`
fn set(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let a = ground::array(g, Want::Write, Elements::Bits, out);
    let size = size_of(g, a.elem) * a.len;
    if !g.affords(size * 2) {
        return false;
    }
    let at = if g.c.coin(1, 3) { g.c.range(0, i128::from(a.len) - 1) as u64 } else { 0 };
    let n = count(g, &a, a.len - at, out);
    let mut cx = g.cx();
    cx.depth = cx.depth.min(1);
    cx.no_write.merge(&a.locs);
    cx.no_read.merge(&a.locs);
    let value = match g.c.weighted(&[3, 2, 2]) {
        0 => g.int(0),
        1 => {
            let v = g.c.range(-1, 255);
            g.int(v)
        }
        _ => {
            let v = g.value(TypeId::INT, &mut cx);
            g.cast(v, TypeId::INT)
        }
    };
    let dest = a.plus(g, at);
    let e = library_call(g, "memset", vec![dest, value, n]);
    cx.write(&a.locs);
    g.spend(size);
    g.push_expr(e, &cx, out);
    show(g, &a, out);
    true
}

/// The sign of `memcmp`.
fn compare(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let a = ground::array(g, Want::Read, Elements::Bits, out);
    let b = ground::array(g, Want::Read, Elements::Bits, out);
    let (a_size, b_size) = (size_of(g, a.elem) * a.len, size_of(g, b.elem) * b.len);
    if !g.affords(a_size * 2) {
        return false;
    }
    let n = count(g, &a, a_size.min(b_size) / size_of(g, a.elem), out);
    let (x, y) = (g.get(a.var), g.get(b.var));
    let e = library_call(g, "memcmp", vec![x, y, n]);
    let value = sign(g, e);
    let mut cx = g.cx();
    cx.read(&a.locs);
    cx.read(&b.locs);
    g.spend(a_size);
    ground::branch_or_store(g, value, cx, out);
    true
}

/// `e < 0`, `e == 0` and so on: all that may be known of a comparison's result.
pub fn sign(g: &mut Gen, e: ExprId) -> ExprId {
    const OPS: [BinOp; 6] = [BinOp::Eq, BinOp::Lt, BinOp::Gt, BinOp::Ne, BinOp::Le, BinOp::Ge];
    match g.c.weighted(&[5, 1]) {
        0 => {
            let (op, zero) = (OPS[g.c.index(OPS.len())], g.int(0));
            g.raw(op, e, zero)
        }
        _ => g.un(UnOp::LogNot, e),
    }
}

/// The bytes of one type as another: words from bytes, the bits of a float.
fn pun(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let size_type = g.b.program.types.size_type();
    if g.c.coin(1, 3) && g.on(Feature::Float) {
        // Converted from a short integer, a float is a number, so its bits are known.
        let mut cx = g.cx();
        let value = g.value(TypeId::INT, &mut cx);
        let value = g.cast(value, TypeId::SHORT);
        let (float, bits) =
            if g.c.coin(1, 2) { (TypeId::DOUBLE, TypeId::ULONGLONG) } else { (TypeId::FLOAT, TypeId::UINT) };
        let value = g.cast(value, float);
        let factor = g.b.float([1.0, 0.5, 3.0, 0.125][g.c.index(4)], float);
        let value = g.raw(BinOp::Mul, value, factor);
        g.done(&cx);
        let value = g.private_value(float, value, out);
        let zero = g.int(0);
        let word = g.private_value(bits, zero, out);
        copy_bytes(g, word, value, out);
        let e = g.get(word);
        let e = if g.c.coin(1, 2) {
            // Sign, exponent or fraction.
            let n = [31, 23, 0, 16][g.c.index(4)];
            let n = g.int(n);
            g.raw(BinOp::Shr, e, n)
        } else {
            e
        };
        let cx = g.cx();
        ground::store(g, e, cx, out);
        return true;
    }
    let from = ground::array(g, Want::Read, Elements::Bits, out);
    let bytes = size_of(g, from.elem) * from.len;
    let words: Vec<TypeId> = FULL.iter().copied().filter(|&t| size_of(g, t) <= bytes).collect();
    let word = words[g.c.index(words.len())];
    let zero = g.int(0);
    let var = g.private_value(word, zero, out);
    let room = bytes - size_of(g, word);
    // From any byte on.
    let at = Array { len: room + 1, ..from }.index(g, out);
    let to = g.b.program.types.pointer(QType::from(TypeId::UCHAR).with(Quals::CONST));
    let base = g.get(from.var);
    let base = built(g.b.cast(base, to.into()));
    let at = g.get(at);
    let source = g.raw(BinOp::Add, base, at);
    let dest = g.var(var);
    let dest = g.addr(dest);
    let n = if g.c.coin(1, 2) {
        built(g.b.sizeof_type(word.into()))
    } else {
        let n = i128::from(size_of(g, word));
        g.lit(n, size_type)
    };
    let e = library_call(g, "memcpy", vec![dest, source, n]);
    let mut cx = g.cx();
    cx.read(&from.locs);
    g.spend(16);
    g.push_expr(e, &cx, out);
    ground::store_var(g, var, out);
    true
}

fn copy_bytes(g: &mut Gen, to: VarId, from: VarId, out: &mut Vec<StmtId>) {
    let (dest, source) = (g.var(to), g.var(from));
    let (dest, source) = (g.addr(dest), g.addr(source));
    let n = built(g.b.sizeof_type(g.b.program.vars[to].ty));
    let e = library_call(g, "memcpy", vec![dest, source, n]);
    let s = g.expr_stmt(e);
    out.push(s);
    g.spend(8);
}

/// Whole structures.
fn record(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let cx = g.cx();
    let types = &g.b.program.types;
    let volatile = Locs::of(Loc::VOLATILE);
    let found: Vec<Variable> = g
        .visible()
        .filter(|v| {
            types.is_record(v.ty.ty)
                && !g.has_pointers(v.ty.ty)
                && !v.ty.quals.has(Quals::VOLATILE)
                && !g.classes(v.ty.ty).meets(&volatile)
                && cx.may_read(&v.locs)
        })
        .copied()
        .collect();
    let to: Vec<Variable> =
        found.iter().filter(|v| v.assignable && v.ty.quals == Quals::NONE && cx.may_write(&v.locs)).copied().collect();
    if to.is_empty() {
        return set(g, out);
    }
    let to = to[g.c.index(to.len())];
    let from: Vec<Variable> = found.into_iter().filter(|v| v.ty.ty == to.ty.ty && v.var != to.var).collect();
    let mut cx = cx;
    let dest = g.var(to.var);
    let dest = g.addr(dest);
    let size = built(g.b.sizeof_type(to.ty.ty.into()));
    cx.write(&to.locs);
    let e = if from.is_empty() || g.c.coin(1, 2) {
        let zero = g.int(0);
        library_call(g, "memset", vec![dest, zero, size])
    } else {
        let from = from[g.c.index(from.len())];
        cx.read(&from.locs);
        let source = g.var(from.var);
        let source = g.addr(source);
        let name = if g.c.coin(1, 3) { "memmove" } else { "memcpy" };
        library_call(g, name, vec![dest, source, size])
    };
    g.spend(40);
    g.push_expr(e, &cx, out);
    true
}

/// Objects read and written through a pointer to a `may_alias` type.
pub fn may_alias(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "may-alias", out, aliased)
}

fn aliased(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let writes = g.c.coin(1, 3);
    let want = if writes { Want::Write } else { Want::Read };
    let a = ground::array(g, want, Elements::Bits, out);
    let size = size_of(g, a.elem);
    // No wider than the element: alignment is then no question.
    let views: Vec<TypeId> = FULL.iter().copied().filter(|&t| size_of(g, t) <= size && t != a.elem).collect();
    let view = views[g.c.index(views.len())];
    let len = a.len * size / size_of(g, view);
    if !g.affords(len * 20) {
        return false;
    }
    let quals = if writes { Quals::MAY_ALIAS } else { Quals::MAY_ALIAS.with(a.quals) };
    let ty = g.b.program.types.pointer(QType::from(view).with(quals));
    let base = g.get(a.var);
    let base = built(g.b.cast(base, ty.into()));
    let p = ground::pointer_var(g, ty, base, out);
    let at = Array { len, ..a }.index(g, out);
    if writes {
        let mut cx = g.cx();
        cx.depth = cx.depth.min(2);
        cx.no_write.merge(&a.locs);
        let value = g.value(view, &mut cx);
        let (pointer, i) = (g.get(p), g.get(at));
        let to = g.at(pointer, i);
        cx.write(&a.locs);
        let e = g.assign(to, value);
        g.push_expr(e, &cx, out);
        show(g, &a, out);
    }
    if g.c.coin(1, 2) {
        let (pointer, i) = (g.get(p), g.get(at));
        let e = g.at(pointer, i);
        let mut cx = g.cx();
        cx.read(&a.locs);
        ground::store(g, e, cx, out);
        return true;
    }
    // All of them.
    let acc = ground::accumulator(g, view, out);
    let i = g.private(TypeId::INT.into(), None, out);
    let (pointer, n) = (g.get(p), g.get(i));
    let e = g.at(pointer, n);
    let e = ground::accumulate(g, acc, e);
    let body = g.expr_stmt(e);
    let s = g.count_up(i, 0, i128::from(len), body);
    out.push(s);
    g.touches(&Effects { reads: a.locs, writes: Locs::NONE });
    g.spend(len * 12);
    ground::store_var(g, acc, out);
    true
}
