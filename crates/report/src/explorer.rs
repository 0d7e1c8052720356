//! Links to Compiler Explorer.

use lydite_compilers::{Facts, Language};
use lydite_hunt::detail::PatientInfo;
use serde_json::json;

/// What Compiler Explorer calls a compiler of a language, and the flags that it needs there to be the same; `None` if it has none.
pub fn compiler(patient: &PatientInfo, language: Language) -> Option<(String, String)> {
    let id = compiler_id(&patient.brand, &patient.version)?;
    let id = match language {
        Language::C => id,
        // Those of C++ have the same names without the `c` of C.
        Language::Cxx => id.strip_prefix('c')?.to_owned(),
        // Their programs are in two files.
        Language::Ispc | Language::Sycl => return None,
    };
    match (patient.brand.as_str(), patient.triple.split('-').next().unwrap_or_default()) {
        (_, "x86_64" | "") | ("clang", _) => Some((id, patient.flags.join(" "))),
        ("gcc", "i386" | "i686") => Some((id, "-m32".to_owned())),
        _ => None,
    }
}

/// What Compiler Explorer calls a compiler of C for x86-64.
fn compiler_id(brand: &str, version: &str) -> Option<String> {
    let numbers = Facts::numbers_of(version);
    let (major, minor) = (*numbers.first()?, numbers.get(1).copied().unwrap_or(0));
    match brand {
        // gcc 12.2 is cg122; from 17 on there is only the snapshot.
        "gcc" if version.contains("experimental") => Some("cgsnapshot".to_owned()),
        "gcc" => Some(format!("cg{major}{minor}")),
        "clang" if version.contains("git") || version.contains("++") && version.contains("~exp") => {
            Some("cclang_trunk".to_owned())
        }
        "clang" => Some(format!("cclang{major}{minor}0")),
        "tcc" => Some("ctccjk".to_owned()),
        _ => None,
    }
}

/// A link that opens a program with a compiler and its options.
pub fn link(source: &str, language: Language, compiler: &str, options: &str) -> String {
    let state = json!({
        "sessions": [{
            "id": 1,
            "language": language.name(),
            "source": source,
            "compilers": [{ "id": compiler, "options": options }],
            "executors": [{ "compiler": { "id": compiler, "options": options } }],
        }],
    });
    format!("https://godbolt.org/clientstate/{}", base64(state.to_string().as_bytes()))
}

/// Base64 with the characters that addresses may have.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |w, b| w << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            if i <= chunk.len() {
                out.push(char::from(DIGITS[(word >> (18 - 6 * i)) as usize & 63]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // RFC 4648, section 10.
        let vectors = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (text, coded) in vectors {
            assert_eq!(base64(text.as_bytes()), coded);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "-_8=");
    }

    #[test]
    fn compilers_have_their_names() {
        let id = |brand, version| compiler_id(brand, version);
        assert_eq!(id("gcc", "gcc (Debian 12.2.0-14+deb12u1) 12.2.0").as_deref(), Some("cg122"));
        assert_eq!(id("clang", "Debian clang version 19.1.7 (3~deb12u1)").as_deref(), Some("cclang1910"));
        assert_eq!(
            id("gcc", "gcc (Debian 20260101-1) 17.0.0 20260101 (experimental) [trunk]").as_deref(),
            Some("cgsnapshot")
        );
        assert_eq!(id("other", "1.0"), None);
    }
}
