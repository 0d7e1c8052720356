//! Words of other languages that a program of C may have as names.

use super::{Construct, Printer};
use crate::dress::Language;
use crate::names::Name;
use rustc_hash::FxHashSet;

/// Words of C++ that C lacks, those of C++20 among them, and the namespaces that printed programs use.
const CPP: &str = "alignas alignof and and_eq asm bitand bitor bool catch char8_t char16_t char32_t class co_await co_return \
    co_yield compl concept const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export false \
    friend mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public \
    reinterpret_cast requires static_assert static_cast std sycl template this thread_local throw true try typeid \
    typename using virtual wchar_t xor xor_eq";

/// Words of ISPC that C lacks, and functions of its library that printed programs call or that have short names.
const ISPC: &str = "abs all and_mask any assert bool broadcast cdo cfor cif clamp cwhile delete exclusive_scan_add export \
    extract false fence float16 foreach foreach_active foreach_tiled foreach_unique in insert int16 int32 int64 int8 invoke_sycl \
    isnan launch lanemask max min new none noinline not NULL operator packmask packed popcnt print programCount \
    programIndex reduce_add reduce_max reduce_min rotate select shift shuffle signed size_t soa sqrt sync task \
    taskCount taskIndex template threadCount threadIndex true typename uint uint16 uint32 uint64 uint8 uniform \
    unmasked varying";

impl Printer<'_> {
    /// Refuses programs with a name that is a word of the language.
    pub(super) fn check_words(&mut self) {
        let words = match self.language() {
            Language::C => return,
            Language::Cpp(_) | Language::Sycl => CPP,
            Language::Ispc => ISPC,
        };
        let p = self.program;
        let words: FxHashSet<Name> = words.split_whitespace().filter_map(|word| p.names.find(word)).collect();
        if words.is_empty() {
            return;
        }
        let vars = p.vars.iter().filter_map(|(_, var)| var.name);
        let funcs = p.funcs.iter().map(|(_, func)| func.name);
        let records = p.types.records.iter();
        let members =
            records.flat_map(|(_, record)| record.tag.into_iter().chain(record.fields.iter().filter_map(|f| f.name)));
        let enums = p.types.enums.iter();
        let constants = enums.flat_map(|(_, e)| e.tag.into_iter().chain(e.constants.iter().map(|row| row.0)));
        if vars.chain(funcs).chain(members).chain(constants).any(|name| words.contains(&name)) {
            self.refuse(Construct::Keyword);
        }
    }
}
