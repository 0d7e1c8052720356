//! Programs as C text.

use crate::tree::Program;
use crate::types::QType;

/// The type as C writes it in messages.
pub fn ty(_program: &Program, ty: QType) -> String {
    format!("{:?}", ty.ty)
}
