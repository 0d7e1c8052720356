//! Known bugs that are not to be heard of again, by name.

use serde::Deserialize;

/// One rule of the configuration: all of its conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suppress {
    /// Its name, under which it is counted: as a rule the number of a bug report.
    pub name: String,
    /// Which oracle spoke.
    #[serde(default)]
    pub kind: Option<String>,
    /// The beginning of the patient's name.
    #[serde(default)]
    pub patient: Option<String>,
    /// A part of the signature.
    #[serde(default)]
    pub signature: Option<String>,
    /// A part of what the compiler or the program said.
    #[serde(default)]
    pub message: Option<String>,
}

/// What a rule is held against.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Which oracle spoke.
    pub kind: &'a str,
    /// The patient's name.
    pub patient: &'a str,
    /// The signature.
    pub signature: &'a str,
    /// What was said.
    pub message: &'a str,
}

impl Suppress {
    /// Whether it says anything: a rule without conditions would hide everything.
    pub fn has_condition(&self) -> bool {
        self.kind.is_some() || self.patient.is_some() || self.signature.is_some() || self.message.is_some()
    }

    /// Whether it is about this.
    pub fn matches(&self, subject: &Subject) -> bool {
        self.has_condition()
            && self.kind.as_ref().is_none_or(|k| k == subject.kind)
            && self.patient.as_ref().is_none_or(|p| subject.patient.starts_with(p.as_str()))
            && self.signature.as_ref().is_none_or(|s| is_about(s, subject.signature))
            && self.message.as_ref().is_none_or(|m| subject.message.contains(m.as_str()))
    }
}

/// Whether a text is a part of a signature, or the whole of what the signature becomes when the program is small: that ends with
/// who is affected.
fn is_about(text: &str, signature: &str) -> bool {
    signature.contains(text) || text.strip_prefix(signature).is_some_and(|rest| rest.starts_with(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_conditions_must_hold() {
        let subject = Subject { kind: "crash", patient: "gcc-12", signature: "in gimplify_expr", message: "ICE" };
        let rule = |kind: Option<&str>, patient: Option<&str>, signature: Option<&str>| Suppress {
            name: "PR1".into(),
            kind: kind.map(Into::into),
            patient: patient.map(Into::into),
            signature: signature.map(Into::into),
            message: None,
        };
        assert!(rule(Some("crash"), Some("gcc"), Some("gimplify")).matches(&subject));
        assert!(!rule(Some("crash"), Some("clang"), Some("gimplify")).matches(&subject));
        assert!(!rule(None, None, Some("vect")).matches(&subject));
        assert!(rule(None, None, Some("in gimplify_expr | gcc-12: -O2")).matches(&subject), "the signature when small");
        assert!(!rule(None, None, Some("in gimplify_expr_2")).matches(&subject));
        assert!(!rule(None, None, None).matches(&subject));
    }
}
