//! What constant tables hold.

use crate::general::state::Gen;
use lydite_lang::*;

/// Five bits at each place of this number differ: it turns a single bit into its place.
const DE_BRUIJN: u32 = 0x077C_B531;

impl Gen {
    /// The elements of a table of this kind; `len` of them.
    pub(super) fn table_elements(&mut self, kind: &str, len: u64, ty: TypeId, parameter: i128) -> Vec<i128> {
        let bits = u32::from(self.int_of(ty).bits);
        match kind {
            "crc" => (0..len).map(|i| crc_entry(i, parameter as u64, bits)).collect(),
            "crc_high" => (0..len).map(|i| crc_high_entry(i, parameter as u64, bits)).collect(),
            "ones" => (0..len).map(|i| i128::from(i.count_ones())).collect(),
            "reversed" => {
                let width = u64::BITS - (len - 1).leading_zeros();
                (0..len).map(|i| i128::from(i.reverse_bits() >> (64 - width))).collect()
            }
            "places" => {
                let mut all = vec![0; len as usize];
                for i in 0..32u32 {
                    all[(DE_BRUIJN.wrapping_shl(i) >> 27) as usize % len as usize] = i128::from(i);
                }
                all
            }
            "powers" => (0..len).map(|i| parameter.wrapping_pow(i as u32)).collect(),
            "squares" => (0..len).map(|i| i128::from(i * i)).collect(),
            "permutation" => {
                let mut all: Vec<i128> = (0..i128::from(len)).collect();
                self.c.shuffle(&mut all);
                all
            }
            "sorted" => {
                let mut at = self.c.range(0, 8);
                (0..len)
                    .map(|_| {
                        let v = at;
                        at += self.c.range(0, 1 + 100 / i128::from(len));
                        v
                    })
                    .collect()
            }
            "below" => (0..len).map(|_| self.c.range(0, parameter - 1)).collect(),
            "digits" => self.text_of(len, b"0123456789"),
            "hex" => self.text_of(len, b"0123456789abcdefABCDEF"),
            "letters" => self.text_of(len, b"abcxyzAZ"),
            "words" => self.text_of(len, b"ab1 .-9,z\n"),
            "formula" => self.text_of(len, b"1+23-*9(5)"),
            _ => (0..len).map(|_| self.constant_value(ty)).collect(),
        }
    }

    /// A text with its final zero.
    fn text_of(&mut self, len: u64, alphabet: &[u8]) -> Vec<i128> {
        let mut all: Vec<i128> = (1..len).map(|_| i128::from(alphabet[self.c.index(alphabet.len())])).collect();
        all.push(0);
        all
    }
}

/// An entry of the table for a reflected check of this width.
fn crc_entry(index: u64, polynomial: u64, bits: u32) -> i128 {
    let mut v = index;
    for _ in 0..8 {
        v = if v & 1 == 1 { v >> 1 ^ polynomial } else { v >> 1 };
    }
    i128::from(v & (u64::MAX >> (64 - bits.min(64))))
}

/// An entry of the table for a check that shifts to the left.
fn crc_high_entry(index: u64, polynomial: u64, bits: u32) -> i128 {
    let bits = bits.min(64);
    let mut v = index << (bits - 8);
    for _ in 0..8 {
        v = if v >> (bits - 1) & 1 == 1 { v << 1 ^ polynomial } else { v << 1 };
    }
    i128::from(v & (u64::MAX >> (64 - bits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_the_known_ones() {
        assert_eq!(crc_entry(1, 0xEDB8_8320, 32), 0x7707_3096);
        assert_eq!(crc_entry(255, 0xEDB8_8320, 32), 0x2D02_EF8D);
        assert_eq!(crc_high_entry(1, 0x1021, 16), 0x1021);
        assert_eq!(crc_high_entry(255, 0x1021, 16), 0x1EF0);
    }
}
