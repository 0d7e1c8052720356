//! Where the members of a record live, as the psABIs of our targets lay them out.
//!
//! All targets follow the System V rule for bit-fields: a bit-field of declared type `T` may not cross a boundary
//! of `T`'s alignment in a way that makes it span more units than one `T` has; a zero width moves on to the next
//! boundary. They differ in whether unnamed bit-fields raise the record's alignment, and in the alignments of types.

use crate::target::UnnamedBitFields;
use crate::types::{ArrayLen, Field, RecordAttrs, RecordKind, TypeKind, Types};
use thiserror::Error;

/// Where one member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldPos {
    /// Offset of its first bit from the start of the record; a multiple of 8 unless it is a bit-field. On
    /// big-endian targets bit 0 is the most significant bit of byte 0.
    pub bit_offset: u64,
    /// Its width if it is a bit-field, else `None`.
    pub bits: Option<u32>,
}

impl FieldPos {
    /// Offset in bytes of a member that is not a bit-field.
    pub fn byte_offset(self) -> u64 {
        self.bit_offset / 8
    }
}

/// The layout of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLayout {
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// The members' places, in order.
    pub fields: Vec<FieldPos>,
    /// Whether the last member is a flexible array.
    pub flexible: bool,
}

/// Why a record can't be laid out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// A member's type has no size.
    #[error("member {0} has an incomplete type")]
    Incomplete(usize),
    /// A bit-field is wider than its type.
    #[error("bit-field {0} is wider than its type")]
    TooWide(usize),
    /// The record is larger than the address space we model.
    #[error("the record is too large")]
    TooLarge,
}

/// Lays out a record.
pub fn lay_out(
    types: &Types,
    kind: RecordKind,
    fields: &[Field],
    attrs: RecordAttrs,
) -> Result<RecordLayout, LayoutError> {
    let mut state = State { types, attrs, position: 0, extent: 0, align: 1 };
    let mut places = Vec::with_capacity(fields.len());
    let mut flexible = false;
    for (i, field) in fields.iter().enumerate() {
        let size = match types.size_of(field.ty.ty) {
            Some(size) => size,
            None if matches!(types.kind(field.ty.ty), TypeKind::Array { len: ArrayLen::Unknown, .. }) => {
                flexible = i + 1 == fields.len();
                if !flexible && kind == RecordKind::Struct {
                    return Err(LayoutError::Incomplete(i));
                }
                0
            }
            None => return Err(LayoutError::Incomplete(i)),
        };
        if size > u64::from(u32::MAX) {
            return Err(LayoutError::TooLarge);
        }
        if kind == RecordKind::Union {
            state.position = 0;
        }
        places.push(match field.bits {
            Some(bits) => state.bit_field(field, bits, size, i)?,
            None => state.member(field, size),
        });
        state.extent = state.extent.max(state.position);
        if state.extent > u64::from(u32::MAX) * 8 {
            return Err(LayoutError::TooLarge);
        }
    }
    let align = state.align.max(attrs.align.unwrap_or(1));
    let size = state.extent.div_ceil(8).next_multiple_of(align.into());
    Ok(RecordLayout { size, align, fields: places, flexible })
}

struct State<'a> {
    types: &'a Types,
    attrs: RecordAttrs,
    /// Next free bit.
    position: u64,
    /// One past the last used bit.
    extent: u64,
    align: u32,
}

impl State<'_> {
    /// The alignment a member needs: its type's, lowered by `packed` and `#pragma pack`, raised by attributes.
    fn member_align(&self, field: &Field) -> u32 {
        let mut align = self.types.align_of_q(field.ty);
        if field.packed || self.attrs.packed {
            align = 1;
        }
        if let Some(asked) = field.align {
            align = align.max(asked);
        }
        if let Some(pack) = self.attrs.pack {
            align = align.min(pack);
        }
        align
    }

    fn member(&mut self, field: &Field, size: u64) -> FieldPos {
        let align = self.member_align(field);
        self.align = self.align.max(align);
        let at = self.position.next_multiple_of(u64::from(align) * 8);
        self.position = at + size * 8;
        FieldPos { bit_offset: at, bits: None }
    }

    fn bit_field(&mut self, field: &Field, bits: u32, size: u64, i: usize) -> Result<FieldPos, LayoutError> {
        let width = self.types.int_type(field.ty.ty).map_or(0, |t| u32::from(t.bits));
        if bits > width {
            return Err(LayoutError::TooWide(i));
        }
        let type_align = self.types.align_of_q(field.ty);
        let packed = field.packed || self.attrs.packed;
        let pack = self.attrs.pack;
        let counts = field.name.is_some() || self.types.target().unnamed_bit_fields == UnnamedBitFields::Align;
        if bits == 0 {
            // Neither `packed` nor a pragma changes what a zero width does.
            self.position = self.position.next_multiple_of(u64::from(type_align) * 8);
            if counts {
                self.align = self.align.max(type_align);
            }
            return Ok(FieldPos { bit_offset: self.position, bits: Some(0) });
        }
        let mut at = self.position;
        let asked = field.align.map(|asked| asked.min(pack.unwrap_or(asked)));
        if let Some(asked) = asked {
            at = at.next_multiple_of(u64::from(asked) * 8);
        }
        if !packed && pack.is_none() {
            let unit = u64::from(type_align) * 8;
            let crosses = (at % unit + u64::from(bits)).div_ceil(unit) > (size * 8).div_ceil(unit);
            if crosses {
                at = at.next_multiple_of(unit);
            }
        }
        if counts {
            // A pragma hides `packed` here: the type's alignment counts up to the pragma's limit.
            let counted = match pack {
                Some(pack) => type_align.min(pack),
                None if packed => 1,
                None => type_align,
            };
            self.align = self.align.max(counted).max(asked.unwrap_or(1));
        }
        self.position = at + u64::from(bits);
        Ok(FieldPos { bit_offset: at, bits: Some(bits) })
    }
}
