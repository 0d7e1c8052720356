//! Recordings as bytes, to be kept and sent.
//!
//! The magic `LYDC`, the version of the format, then in varints (LEB128; signed numbers zigzag): generator and its
//! version, settings, seed, stream, salt, the names of scopes, the distinct ranges of numbers, the items; last
//! a checksum of all before it. Each item begins with a varint: one of the [`head`]s, or the number of a name past them.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::recording::{Item, NameId, Number, Origin, Recording};

const MAGIC: &[u8; 4] = b"LYDC";
const FORMAT: u8 = 1;
const CHECKSUM: usize = 8;

mod head {
    pub(super) const CLOSE: u128 = 0;
    pub(super) const INDEX: u128 = 1;
    pub(super) const WEIGHTED: u128 = 2;
    pub(super) const COIN_FALSE: u128 = 3;
    pub(super) const COIN_TRUE: u128 = 4;
    pub(super) const WORD: u128 = 5;
    pub(super) const NUMBER: u128 = 6;
    pub(super) const OPEN: u128 = 7;
}

/// Why bytes are not a recording that can be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// The bytes begin otherwise.
    #[error("not a recording of choices: it does not begin with `LYDC`; give a file that was saved as choices")]
    NotARecording,
    /// The bytes end too early.
    #[error("the recording is truncated; copy the file again, or regenerate it from its seed")]
    Truncated,
    /// Another version of the format.
    #[error(
        "the recording has format version {found}, this program reads version {FORMAT}; use the version that wrote it"
    )]
    OtherFormat {
        /// The version of the bytes.
        found: u8,
    },
    /// The checksum is wrong.
    #[error("the recording is damaged: its checksum is wrong; copy the file again, or regenerate it from its seed")]
    Damaged,
    /// The checksum is right, but the contents make no sense.
    #[error("the recording is malformed: {0}; it was not written by this program, regenerate it from its seed")]
    Malformed(&'static str),
    /// Made by another generator.
    #[error("the recording was made by generator `{found}`, not by `{wanted}`; replay it with `{found}`")]
    OtherGenerator {
        /// The generator that made it.
        found: String,
        /// The generator that was to replay it.
        wanted: String,
    },
    /// Made by another version of the generator.
    #[error(
        "the recording was made by generator `{generator}` version {found}, this is version {wanted}: \
         regenerate it from its seed ({seed}), or use that version"
    )]
    OtherVersion {
        /// The generator.
        generator: String,
        /// The version that made it.
        found: u32,
        /// The version that was to replay it.
        wanted: u32,
        /// The seed of the recording.
        seed: u64,
    },
}

impl Recording {
    /// Whether this version of this generator made it, so that replaying it gives what was recorded.
    pub fn check_origin(&self, generator: &str, version: u32) -> Result<(), Error> {
        let origin = &self.origin;
        if origin.generator != generator {
            return Err(Error::OtherGenerator { found: origin.generator.clone(), wanted: generator.to_owned() });
        }
        if origin.version != version {
            let generator = generator.to_owned();
            return Err(Error::OtherVersion { generator, found: origin.version, wanted: version, seed: self.seed });
        }
        Ok(())
    }

    /// The recording as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(64 + self.items.len() * 3);
        out.extend_from_slice(MAGIC);
        out.push(FORMAT);
        put_bytes(&mut out, self.origin.generator.as_bytes());
        put(&mut out, u128::from(self.origin.version));
        put_bytes(&mut out, &self.origin.settings);
        for word in [self.seed, self.stream, self.salt] {
            put(&mut out, u128::from(word));
        }
        put(&mut out, self.names.len() as u128);
        for name in &self.names {
            put_bytes(&mut out, name.as_bytes());
        }

        let mut ranges: Vec<(i128, i128)> = Vec::new();
        let mut range_ids: FxHashMap<(i128, i128), usize> = FxHashMap::default();
        for item in &self.items {
            if let Item::Number(id) = *item {
                let Number { lo, hi, .. } = self.number(id);
                range_ids.entry((lo, hi)).or_insert_with(|| {
                    ranges.push((lo, hi));
                    ranges.len() - 1
                });
            }
        }
        put(&mut out, ranges.len() as u128);
        for &(lo, hi) in &ranges {
            put(&mut out, zigzag(lo));
            put(&mut out, hi.wrapping_sub(lo) as u128);
        }

        put(&mut out, self.items.len() as u128);
        for item in &self.items {
            match *item {
                Item::Open(name) => put(&mut out, head::OPEN + u128::from(name.0)),
                Item::Close => put(&mut out, head::CLOSE),
                Item::Index { value, bound } => put_all(&mut out, [head::INDEX, value.into(), bound.into()]),
                Item::Weighted { value, bound } => put_all(&mut out, [head::WEIGHTED, value.into(), bound.into()]),
                Item::Coin(value) => put(&mut out, if value { head::COIN_TRUE } else { head::COIN_FALSE }),
                Item::Word { value, bits } => put_all(&mut out, [head::WORD, bits.into(), value.into()]),
                Item::Number(id) => {
                    let Number { value, lo, hi } = self.number(id);
                    let range = range_ids.get(&(lo, hi)).copied().unwrap_or(0);
                    put_all(&mut out, [head::NUMBER, range as u128, value.wrapping_sub(lo) as u128]);
                }
            }
        }
        let sum = checksum(&out);
        out.extend_from_slice(&sum.to_le_bytes());
        out
    }

    /// The recording that was written as these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, Error> {
        let start = bytes.len().min(MAGIC.len());
        if bytes[..start] != MAGIC[..start] || start == 0 {
            return Err(Error::NotARecording);
        }
        let Some(&format) = bytes.get(MAGIC.len()) else { return Err(Error::Truncated) };
        if format != FORMAT {
            return Err(Error::OtherFormat { found: format });
        }
        let body_end = bytes.len().checked_sub(CHECKSUM).filter(|&end| end > MAGIC.len()).ok_or(Error::Truncated)?;
        let (body, sum) = bytes.split_at(body_end);
        if checksum(body).to_le_bytes() != sum {
            // Telling the two apart needs no more than reading on: what was cut short ends within its items.
            return Err(match Reader(&bytes[MAGIC.len() + 1..]).recording() {
                Err(Error::Truncated) => Error::Truncated,
                _ => Error::Damaged,
            });
        }
        let mut reader = Reader(&body[MAGIC.len() + 1..]);
        let recording = reader.recording()?;
        if reader.0.is_empty() { Ok(recording) } else { Err(Error::Malformed("bytes are left after the items")) }
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn wide(&mut self) -> Result<u128, Error> {
        let mut value = 0u128;
        for shift in (0..).step_by(7) {
            let (&byte, rest) = self.0.split_first().ok_or(Error::Truncated)?;
            self.0 = rest;
            let part = u128::from(byte & 0x7f);
            if shift > 126 || (shift == 126 && part > 3) {
                return Err(Error::Malformed("a number has more than 128 bits"));
            }
            value |= part << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        Ok(value)
    }

    fn number<T: TryFrom<u128>>(&mut self) -> Result<T, Error> {
        T::try_from(self.wide()?).map_err(|_| Error::Malformed("a number is too great"))
    }

    /// A count of things that take at least a byte each, so that no count can make us reserve more than was given.
    fn count(&mut self) -> Result<usize, Error> {
        let count = self.number()?;
        if count > self.0.len() { Err(Error::Truncated) } else { Ok(count) }
    }

    fn bytes(&mut self) -> Result<&'a [u8], Error> {
        let count = self.count()?;
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        Ok(bytes)
    }

    fn text(&mut self) -> Result<String, Error> {
        let text = std::str::from_utf8(self.bytes()?).map_err(|_| Error::Malformed("a name is not UTF-8"))?;
        Ok(text.to_owned())
    }

    fn recording(&mut self) -> Result<Recording, Error> {
        let origin = Origin { generator: self.text()?, version: self.number()?, settings: self.bytes()?.to_vec() };
        let (seed, stream, salt) = (self.number()?, self.number()?, self.number()?);
        let mut recording = Recording { seed, stream, salt, origin, ..Recording::default() };
        for _ in 0..self.count()? {
            recording.names.push(Cow::Owned(self.text()?));
        }
        let mut ranges = Vec::new();
        for _ in 0..self.count()? {
            let lo = unzigzag(self.wide()?);
            let span = self.wide()?;
            let hi = lo.checked_add_unsigned(span).ok_or(Error::Malformed("a range ends past the greatest number"))?;
            ranges.push((lo, hi));
        }
        let mut depth = 0usize;
        let count = self.count()?;
        recording.items.reserve(count);
        for _ in 0..count {
            let item = self.item(&mut recording, &ranges)?;
            match item {
                Item::Open(_) => depth += 1,
                Item::Close => depth = depth.checked_sub(1).ok_or(Error::Malformed("a scope ends that never began"))?,
                _ => {}
            }
            recording.items.push(item);
        }
        if depth == 0 { Ok(recording) } else { Err(Error::Malformed("a scope does not end")) }
    }

    fn item(&mut self, recording: &mut Recording, ranges: &[(i128, i128)]) -> Result<Item, Error> {
        Ok(match self.wide()? {
            head::CLOSE => Item::Close,
            head::INDEX => {
                let (value, bound) = self.option()?;
                Item::Index { value, bound }
            }
            head::WEIGHTED => {
                let (value, bound) = self.option()?;
                Item::Weighted { value, bound }
            }
            head::COIN_FALSE => Item::Coin(false),
            head::COIN_TRUE => Item::Coin(true),
            head::WORD => {
                let (bits, value): (u8, u64) = (self.number()?, self.number()?);
                if !(1..=64).contains(&bits) || value > u64::MAX >> (64 - bits) {
                    return Err(Error::Malformed("a word has more bits than it says"));
                }
                Item::Word { value, bits }
            }
            head::NUMBER => {
                let range: usize = self.number()?;
                let &(lo, hi) = ranges.get(range).ok_or(Error::Malformed("a number has no range"))?;
                let value = lo.checked_add_unsigned(self.wide()?).filter(|value| *value <= hi);
                let value = value.ok_or(Error::Malformed("a number is outside its range"))?;
                Item::Number(recording.add_number(Number { value, lo, hi }))
            }
            open => {
                let name = u32::try_from(open - head::OPEN).unwrap_or(u32::MAX);
                if name as usize >= recording.names.len() {
                    return Err(Error::Malformed("a scope has no name"));
                }
                Item::Open(NameId(name))
            }
        })
    }

    fn option(&mut self) -> Result<(u32, u32), Error> {
        let (value, bound): (u32, u32) = (self.number()?, self.number()?);
        if value < bound { Ok((value, bound)) } else { Err(Error::Malformed("an option is past the last one")) }
    }
}

fn put(out: &mut Vec<u8>, mut value: u128) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn put_all(out: &mut Vec<u8>, values: [u128; 3]) {
    for value in values {
        put(out, value);
    }
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u128);
    out.extend_from_slice(bytes);
}

fn zigzag(value: i128) -> u128 {
    ((value << 1) ^ (value >> 127)) as u128
}

fn unzigzag(value: u128) -> i128 {
    (value >> 1) as i128 ^ -((value & 1) as i128)
}

/// FNV-1a with a last mixing: against accidents, not against intent.
fn checksum(bytes: &[u8]) -> u64 {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Choices;
    use crate::toy::{self, Draw};
    use proptest::prelude::*;

    fn sample() -> Recording {
        let mut choices = Choices::from_seed(4);
        toy::functions(&mut choices, 3);
        choices.range(i128::MIN, i128::MAX);
        choices.range(-1, 1);
        let origin = Origin { generator: "toy".to_owned(), version: 3, settings: b"depth=3".to_vec() };
        choices.finish().with_origin(origin).with_salt(77)
    }

    #[test]
    fn what_was_cut_short_or_changed_is_refused() {
        let bytes = sample().to_bytes();
        assert_eq!(Recording::from_bytes(&bytes), Ok(sample()));
        assert_eq!(Recording::from_bytes(b""), Err(Error::NotARecording));
        assert_eq!(Recording::from_bytes(b"ELF and more"), Err(Error::NotARecording));
        for length in 1..bytes.len() {
            let error = Recording::from_bytes(&bytes[..length]);
            assert!(matches!(error, Err(Error::Truncated | Error::Damaged)), "{length}: {error:?}");
        }
        assert_eq!(Recording::from_bytes(&bytes[..bytes.len() / 2]), Err(Error::Truncated));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(Recording::from_bytes(&changed).is_err());
        }
        let mut other = bytes.clone();
        other[4] = 9;
        assert_eq!(Recording::from_bytes(&other), Err(Error::OtherFormat { found: 9 }));
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(Recording::from_bytes(&longer), Err(Error::Damaged));
    }

    #[test]
    fn another_generator_is_named() {
        let recording = sample();
        assert_eq!(recording.check_origin("toy", 3), Ok(()));
        let error = recording.check_origin("toy", 4).unwrap_err().to_string();
        assert_eq!(
            error,
            "the recording was made by generator `toy` version 3, this is version 4: \
             regenerate it from its seed (4), or use that version"
        );
        assert!(matches!(recording.check_origin("loops", 3), Err(Error::OtherGenerator { .. })));
    }

    #[test]
    fn the_bytes_of_a_small_recording() {
        let mut choices = Choices::from_seed(300);
        choices.open("s");
        choices.close();
        let bytes = choices.finish().to_bytes();
        assert_eq!(bytes[..bytes.len() - CHECKSUM], *b"LYDC\x01\x00\x00\x00\xac\x02\x00\x00\x01\x01s\x00\x02\x07\x00");
    }

    fn sealed(body: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(FORMAT);
        bytes.extend_from_slice(body);
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    proptest! {
        #[test]
        fn bytes_and_back(seed: u64, program in toy::draws()) {
            let mut choices = Choices::from_seed(seed);
            Draw::run_all(&program, &mut choices);
            let recording = choices.finish();
            let read = Recording::from_bytes(&recording.to_bytes());
            prop_assert_eq!(read, Ok(recording));
        }

        #[test]
        fn garbage_with_a_right_checksum_is_read_or_refused(body in proptest::collection::vec(any::<u8>(), 0..300)) {
            let mut with_header = b"\0\0\0\x01\x01\x01\x02\x01a\x01b\x01\x00\x09".to_vec();
            with_header.push(body.len() as u8);
            with_header.extend_from_slice(&body);
            for bytes in [sealed(&body), sealed(&with_header)] {
                if let Ok(recording) = Recording::from_bytes(&bytes) {
                    prop_assert!(recording.items.capacity() <= 2 * bytes.len().max(4));
                    prop_assert_eq!(Recording::from_bytes(&recording.to_bytes()), Ok(recording));
                }
            }
        }
    }
}
