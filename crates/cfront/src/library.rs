//! Types of the library functions that compilers know without a declaration.

use lydite_lang::builtins::sig_type;
use lydite_lang::{QType, Quals, TypeId, Types};

/// Names with result and parameters, a letter each; `.` is `...`.
const FUNCTIONS: &[(&str, &str)] = &[
    ("abort", "v"),
    ("exit", "vi"),
    ("_Exit", "vi"),
    ("_exit", "vi"),
    ("atexit", "ip"),
    ("malloc", "pz"),
    ("calloc", "pzz"),
    ("realloc", "ppz"),
    ("aligned_alloc", "pzz"),
    ("free", "vp"),
    ("alloca", "pz"),
    ("memcpy", "pPcz"),
    ("mempcpy", "pPcz"),
    ("memmove", "pPcz"),
    ("memset", "ppiz"),
    ("memcmp", "iccz"),
    ("memchr", "pciz"),
    ("bcmp", "iccz"),
    ("bcopy", "vcpz"),
    ("bzero", "vpz"),
    ("strlen", "zs"),
    ("strnlen", "zsz"),
    ("strcpy", "tts"),
    ("stpcpy", "tts"),
    ("strncpy", "ttsz"),
    ("stpncpy", "ttsz"),
    ("strcat", "tts"),
    ("strncat", "ttsz"),
    ("strcmp", "iss"),
    ("strncmp", "issz"),
    ("strcasecmp", "iss"),
    ("strncasecmp", "issz"),
    ("strchr", "tsi"),
    ("index", "tsi"),
    ("strrchr", "tsi"),
    ("rindex", "tsi"),
    ("strstr", "tss"),
    ("strspn", "zss"),
    ("strcspn", "zss"),
    ("strpbrk", "tss"),
    ("strdup", "ts"),
    ("strndup", "tsz"),
    ("printf", "is."),
    ("fprintf", "ips."),
    ("sprintf", "its."),
    ("snprintf", "itzs."),
    ("vprintf", "isa"),
    ("vfprintf", "ipsa"),
    ("vsprintf", "itsa"),
    ("vsnprintf", "itzsa"),
    ("scanf", "is."),
    ("sscanf", "iss."),
    ("puts", "is"),
    ("putchar", "ii"),
    ("fputs", "isp"),
    ("fputc", "iip"),
    ("fwrite", "zczzp"),
    ("abs", "ii"),
    ("labs", "ll"),
    ("llabs", "qq"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isblank", "ii"),
    ("iscntrl", "ii"),
    ("isdigit", "ii"),
    ("isgraph", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("ispunct", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("sqrt", "dd"),
    ("fabs", "dd"),
    ("floor", "dd"),
    ("ceil", "dd"),
    ("trunc", "dd"),
    ("round", "dd"),
    ("rint", "dd"),
    ("nearbyint", "dd"),
    ("roundeven", "dd"),
    ("lrint", "ld"),
    ("llrint", "qd"),
    ("lround", "ld"),
    ("llround", "qd"),
    ("fmin", "ddd"),
    ("fmax", "ddd"),
    ("fdim", "ddd"),
    ("fmod", "ddd"),
    ("remainder", "ddd"),
    ("copysign", "ddd"),
    ("nextafter", "ddd"),
    ("fma", "dddd"),
    ("ldexp", "ddi"),
    ("scalbn", "ddi"),
    ("frexp", "ddI"),
    ("modf", "ddD"),
    ("logb", "dd"),
    ("ilogb", "id"),
    ("sin", "dd"),
    ("cos", "dd"),
    ("tan", "dd"),
    ("exp", "dd"),
    ("exp2", "dd"),
    ("log", "dd"),
    ("log2", "dd"),
    ("log10", "dd"),
    ("pow", "ddd"),
    ("hypot", "ddd"),
    ("cbrt", "dd"),
    ("sqrtf", "ff"),
    ("fabsf", "ff"),
    ("floorf", "ff"),
    ("ceilf", "ff"),
    ("truncf", "ff"),
    ("roundf", "ff"),
    ("rintf", "ff"),
    ("nearbyintf", "ff"),
    ("lrintf", "lf"),
    ("lroundf", "lf"),
    ("fminf", "fff"),
    ("fmaxf", "fff"),
    ("fdimf", "fff"),
    ("fmodf", "fff"),
    ("copysignf", "fff"),
    ("nextafterf", "fff"),
    ("fmaf", "ffff"),
    ("ldexpf", "ffi"),
    ("scalbnf", "ffi"),
    ("frexpf", "ffI"),
    ("sinf", "ff"),
    ("cosf", "ff"),
    ("expf", "ff"),
    ("logf", "ff"),
    ("powf", "fff"),
];

/// The signature of a library function.
pub(crate) fn find(name: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// The type of a letter: those of the builtins' table, but for pointers.
pub(crate) fn letter(types: &mut Types, letter: u8) -> Option<TypeId> {
    let constant = |ty: TypeId| QType { ty, quals: Quals::CONST };
    Some(match letter {
        b'P' => TypeId::VOID_PTR,
        b'c' => types.pointer(constant(TypeId::VOID)),
        b's' => types.pointer(constant(TypeId::CHAR)),
        b't' => TypeId::CHAR_PTR,
        b'D' => types.pointer(TypeId::DOUBLE.into()),
        b'a' => {
            // A parameter of array type is a pointer.
            let list = types.va_list_type();
            match types.array_parts(list) {
                Some((elem, _)) => types.pointer(elem),
                None => list,
            }
        }
        other => return sig_type(types, other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_lang::Target;

    #[test]
    fn every_letter_has_a_type_and_every_name_is_there_once() {
        let mut types = Types::new(Target::x86_64());
        for (i, (name, signature)) in FUNCTIONS.iter().enumerate() {
            assert!(signature.bytes().all(|l| l == b'.' || letter(&mut types, l).is_some()), "{name}");
            assert!(FUNCTIONS[..i].iter().all(|row| row.0 != *name), "{name} twice");
        }
    }
}
