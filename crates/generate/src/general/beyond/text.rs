//! Strings: `strlen`, `strcmp` and their like on character arrays that are known to end.

use super::super::dsl::built;
use super::super::state::Gen;
use super::ground::{self, Array, Elements, Want};
use super::memory::{library_call, sign};
use lydite_lang::*;

/// Any of the functions on strings.
pub fn builtin(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "string-builtin", out, |g, out| {
        let a = ended(g, out);
        if !g.affords(a.len * 8) {
            return false;
        }
        g.spend(a.len * 2);
        match g.c.weighted(&[4, 4, 4, 3, 3, 2]) {
            0 => length(g, &a, out),
            1 => compare(g, &a, out),
            2 => find(g, &a, out),
            3 => copy(g, &a, out),
            4 => append(g, &a, out),
            _ => span(g, &a, out),
        }
        true
    })
}

/// An array of characters that has just been given an end.
fn ended(g: &mut Gen, out: &mut Vec<StmtId>) -> Array {
    if g.c.coin(1, 3) {
        return private_text(g, 16, out);
    }
    let a = ground::array(g, Want::Write, Elements::Characters, out);
    let at = if g.c.coin(1, 3) { Some(a.index(g, out)) } else { None };
    let base = g.var(a.var);
    let at = match at {
        Some(at) => g.get(at),
        None => g.int(i128::from(a.len) - 1),
    };
    let (l, zero) = (g.at(base, at), g.int(0));
    let e = g.assign(l, zero);
    let mut cx = g.cx();
    cx.write(&a.locs);
    g.push_expr(e, &cx, out);
    a
}

/// Letters that come again and again.
fn letters(g: &mut Gen, most: i128) -> Vec<u32> {
    let n = g.c.range(0, most);
    let mut units: Vec<u32> = (0..n).map(|_| b"abcxyzA 019"[g.c.index(11)].into()).collect();
    units.push(0);
    units
}

/// A string literal, as a pointer.
fn literal(g: &mut Gen, most: i128) -> ExprId {
    let units = letters(g, most);
    let e = g.b.string(StrLit { elem: TypeId::CHAR, units });
    g.load(e)
}

/// A private array that holds a string.
fn private_text(g: &mut Gen, len: u64, out: &mut Vec<StmtId>) -> Array {
    let units = letters(g, i128::from(len.min(10)) - 1);
    let elem = TypeId::CHAR;
    let id = g.b.program.strings.push(StrLit { elem, units });
    let ty = g.b.program.types.array(elem.into(), ArrayLen::Fixed(len));
    let var = g.private(ty.into(), Some(Init::Str(id)), out);
    g.spend(len);
    Array { var, elem, len, locs: Default::default(), shared: true, quals: Quals::NONE }
}

/// The array as `const char *`.
fn text(g: &mut Gen, a: &Array) -> ExprId {
    let e = g.get(a.var);
    if a.elem == TypeId::CHAR {
        return e;
    }
    let ty = g.b.program.types.pointer(QType::from(TypeId::CHAR).with(Quals::CONST));
    built(g.b.cast(e, ty.into()))
}

/// The same or another string, as a pointer.
fn other(g: &mut Gen, out: &mut Vec<StmtId>) -> ExprId {
    if g.c.coin(1, 2) {
        return literal(g, 9);
    }
    let b = private_text(g, 12, out);
    text(g, &b)
}

fn length(g: &mut Gen, a: &Array, out: &mut Vec<StmtId>) {
    let e = text(g, a);
    let e = library_call(g, "strlen", vec![e]);
    let mut cx = g.cx();
    cx.read(&a.locs);
    ground::store(g, e, cx, out);
}

fn compare(g: &mut Gen, a: &Array, out: &mut Vec<StmtId>) {
    let b = other(g, out);
    let x = text(g, a);
    let (x, y) = if g.c.coin(1, 2) { (x, b) } else { (b, x) };
    let e = if g.c.coin(1, 2) {
        library_call(g, "strcmp", vec![x, y])
    } else {
        let n = g.c.range(0, 12);
        let n = g.int(n);
        library_call(g, "strncmp", vec![x, y, n])
    };
    let mut cx = g.cx();
    cx.read(&a.locs);
    let value = sign(g, e);
    ground::branch_or_store(g, value, cx, out);
}

/// `strchr`, `strrchr`, `memchr`, `strstr`, `strpbrk`: the position, or that there is none.
fn find(g: &mut Gen, a: &Array, out: &mut Vec<StmtId>) {
    let how = g.c.index(5);
    let needle = match how {
        0..=2 => {
            if g.c.coin(1, 2) {
                let c = i128::from(b"abcxyzA 019\0"[g.c.index(12)]);
                g.int(c)
            } else {
                let mut cx = g.cx();
                cx.depth = 1;
                let e = g.value(TypeId::INT, &mut cx);
                g.done(&cx);
                let var = g.private_value(TypeId::INT, e, out);
                g.get(var)
            }
        }
        _ => other(g, out),
    };
    let x = text(g, a);
    let e = match how {
        0 => library_call(g, "strchr", vec![x, needle]),
        1 => library_call(g, "strrchr", vec![x, needle]),
        2 => {
            let n = if g.c.coin(1, 2) {
                g.int(i128::from(a.len))
            } else {
                let n = g.c.range(0, i128::from(a.len));
                g.int(n)
            };
            library_call(g, "memchr", vec![x, needle, n])
        }
        3 => library_call(g, "strstr", vec![x, needle]),
        _ => library_call(g, "strpbrk", vec![x, needle]),
    };
    let ty = g.b.program.types.pointer(QType::from(TypeId::CHAR).with(Quals::CONST));
    let p = ground::pointer_var(g, ty, e, out);
    g.touches(&super::super::effects::Effects { reads: a.locs, writes: Default::default() });
    let mut cx = g.cx();
    let value = match g.c.index(3) {
        0 => {
            let (found, p, base, none) = (g.get(p), g.get(p), text(g, a), g.int(-1));
            let at = g.raw(BinOp::Sub, p, base);
            g.cond(found, at, none)
        }
        1 => {
            let (p, zero) = (g.get(p), g.int(0));
            let zero = built(g.b.cast(zero, ty.into()));
            g.raw(BinOp::Ne, p, zero)
        }
        _ => {
            cx.read(&a.locs);
            let (found, p, none) = (g.get(p), g.get(p), g.int(0));
            let e = g.deref(p);
            g.cond(found, e, none)
        }
    };
    ground::store(g, value, cx, out);
}

/// `strcpy` and `strncpy` to an array with room.
fn copy(g: &mut Gen, a: &Array, out: &mut Vec<StmtId>) {
    let to = private_text(g, a.len + 4, out);
    let (dest, source) = (g.get(to.var), text(g, a));
    let e = if g.c.coin(1, 2) {
        library_call(g, "strcpy", vec![dest, source])
    } else {
        let n = g.c.range(0, i128::from(a.len) + 4);
        let n = g.int(n);
        library_call(g, "strncpy", vec![dest, source, n])
    };
    let mut cx = g.cx();
    cx.read(&a.locs);
    g.push_expr(e, &cx, out);
    // All bytes have values: those of the literal at least.
    sum(g, &to, out);
}

/// `strcat` and `strncat`.
fn append(g: &mut Gen, a: &Array, out: &mut Vec<StmtId>) {
    let to = private_text(g, a.len + 12, out);
    let (dest, source) = (g.get(to.var), text(g, a));
    let e = if g.c.coin(1, 2) {
        library_call(g, "strcat", vec![dest, source])
    } else {
        let n = g.c.range(0, i128::from(a.len));
        let n = g.int(n);
        library_call(g, "strncat", vec![dest, source, n])
    };
    let mut cx = g.cx();
    cx.read(&a.locs);
    if g.c.coin(1, 3) {
        // Through its result.
        let e = library_call(g, "strlen", vec![e]);
        ground::store(g, e, cx, out);
    } else {
        g.push_expr(e, &cx, out);
        sum(g, &to, out);
    }
}

fn span(g: &mut Gen, a: &Array, out: &mut Vec<StmtId>) {
    let set = literal(g, 6);
    let x = text(g, a);
    let name = if g.c.coin(1, 2) { "strspn" } else { "strcspn" };
    let e = library_call(g, name, vec![x, set]);
    let mut cx = g.cx();
    cx.read(&a.locs);
    ground::store(g, e, cx, out);
}

/// A loop over the bytes of a private array.
fn sum(g: &mut Gen, a: &Array, out: &mut Vec<StmtId>) {
    let acc = ground::accumulator(g, a.elem, out);
    let i = g.private(TypeId::INT.into(), None, out);
    let (base, n) = (g.var(a.var), g.get(i));
    let e = g.at(base, n);
    let e = ground::accumulate(g, acc, e);
    let body = g.expr_stmt(e);
    let s = g.count_up(i, 0, i128::from(a.len), body);
    out.push(s);
    g.spend(a.len * 10);
    ground::store_var(g, acc, out);
}
