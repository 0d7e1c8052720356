//! Compiler builtins in expressions.

use super::effects::Cx;
use super::state::Gen;
use lydite_lang::*;

/// `__builtin_popcount(e)` and its kin.
pub fn bit_builtin(g: &mut Gen, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
    const NAMES: [&str; 20] = [
        "__builtin_popcount",
        "__builtin_popcountl",
        "__builtin_popcountll",
        "__builtin_parity",
        "__builtin_parityll",
        "__builtin_ffs",
        "__builtin_ffsll",
        "__builtin_clrsb",
        "__builtin_clrsbll",
        "__builtin_bswap16",
        "__builtin_bswap32",
        "__builtin_bswap64",
        "__builtin_ffsl",
        "__builtin_parityl",
        "__builtin_clz",
        "__builtin_clzl",
        "__builtin_clzll",
        "__builtin_ctz",
        "__builtin_ctzl",
        "__builtin_ctzll",
    ];
    let name = NAMES[g.c.index(NAMES.len())];
    let counts = name.contains("clz") || name.contains("ctz");
    let outer = cx.enter();
    // What is undefined for zero may be repeated in its guard.
    let saved = (cx.no_read, cx.no_write);
    if counts {
        let pure = cx.pure();
        (cx.no_read, cx.no_write) = (pure.no_read, pure.no_write);
        cx.depth = cx.depth.min(1);
    }
    let e = g.value(ty, cx);
    (cx.no_read, cx.no_write) = saved;
    cx.leave(outer);
    Some(g.builtin(name, vec![e]))
}

/// `__builtin_expect(e, c)`
pub fn expect(g: &mut Gen, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
    let outer = cx.enter();
    let e = g.value(ty, cx);
    cx.leave(outer);
    let likely = g.c.range(0, 1);
    let likely = g.int(likely);
    Some(g.builtin("__builtin_expect", vec![e, likely]))
}
