//! The stream of random words: ChaCha with eight rounds, a 64-bit block counter and a 64-bit stream number.
//!
//! Written here rather than taken from a library because a seed must mean the same words for as long as recordings
//! are kept, and libraries may change their words with any minor version. The words of a seed are pinned by tests.

/// How many blocks are made at once; their rounds do not depend on each other, so they overlap.
const LANES: usize = 4;
const WORDS: usize = 16 * LANES;

/// "expand 32-byte k", the constant of the published algorithm.
const SIGMA: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

type Row = [u32; LANES];

/// One stream of words.
#[derive(Clone, Debug)]
pub(crate) struct ChaCha8 {
    key: [u32; 8],
    stream: u64,
    counter: u64,
    next: usize,
    words: [u32; WORDS],
}

/// One step of SplitMix64: how a seed is expanded into a key, and how paths are hashed.
pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl ChaCha8 {
    pub(crate) fn new(key: [u32; 8], stream: u64) -> ChaCha8 {
        ChaCha8 { key, stream, counter: 0, next: WORDS, words: [0; WORDS] }
    }

    /// The stream of a seed. The key is the next four outputs of SplitMix64 from the seed, low half first.
    pub(crate) fn from_seed(seed: u64, stream: u64) -> ChaCha8 {
        let mut state = seed;
        let mut key = [0; 8];
        for pair in key.chunks_exact_mut(2) {
            let word = split_mix(&mut state);
            pair[0] = word as u32;
            pair[1] = (word >> 32) as u32;
        }
        ChaCha8::new(key, stream)
    }

    #[inline]
    pub(crate) fn next_u32(&mut self) -> u32 {
        if self.next == WORDS {
            self.refill();
        }
        let word = self.words[self.next];
        self.next += 1;
        word
    }

    #[inline]
    pub(crate) fn next_u64(&mut self) -> u64 {
        let low = u64::from(self.next_u32());
        low | u64::from(self.next_u32()) << 32
    }

    /// A number below `n`, every one exactly as likely as the others; 0 when `n` is 0.
    ///
    /// Lemire's method: the high half of a product, rejecting the few words that would make some results likelier.
    #[inline]
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        if let Ok(n) = u32::try_from(n) {
            let mut product = u64::from(self.next_u32()) * u64::from(n);
            if (product as u32) < n {
                let reject = n.wrapping_neg() % n.max(1);
                while (product as u32) < reject {
                    product = u64::from(self.next_u32()) * u64::from(n);
                }
            }
            return product >> 32;
        }
        let mut product = u128::from(self.next_u64()) * u128::from(n);
        if (product as u64) < n {
            let reject = n.wrapping_neg() % n;
            while (product as u64) < reject {
                product = u128::from(self.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// A number from 0 to `max`, both included, uniformly.
    #[inline]
    pub(crate) fn up_to(&mut self, max: u128) -> u128 {
        if max < u128::from(u64::MAX) {
            return u128::from(self.below(max as u64 + 1));
        }
        let mask = u128::MAX >> max.leading_zeros();
        loop {
            let low = u128::from(self.next_u64());
            let high = if mask > u128::from(u64::MAX) { u128::from(self.next_u64()) << 64 } else { 0 };
            let word = (low | high) & mask;
            if word <= max {
                return word;
            }
        }
    }

    #[inline(never)]
    fn refill(&mut self) {
        let mut start = [[0u32; LANES]; 16];
        for (row, word) in start.iter_mut().zip(SIGMA.iter().chain(&self.key)) {
            *row = [*word; LANES];
        }
        let counters: [u64; LANES] = std::array::from_fn(|lane| self.counter.wrapping_add(lane as u64));
        start[12] = counters.map(|counter| counter as u32);
        start[13] = counters.map(|counter| (counter >> 32) as u32);
        start[14] = [self.stream as u32; LANES];
        start[15] = [(self.stream >> 32) as u32; LANES];
        let mut state = start;
        for _ in 0..4 {
            // Written out: constant places need no checks of bounds.
            quarter_round(&mut state, 0, 4, 8, 12);
            quarter_round(&mut state, 1, 5, 9, 13);
            quarter_round(&mut state, 2, 6, 10, 14);
            quarter_round(&mut state, 3, 7, 11, 15);
            quarter_round(&mut state, 0, 5, 10, 15);
            quarter_round(&mut state, 1, 6, 11, 12);
            quarter_round(&mut state, 2, 7, 8, 13);
            quarter_round(&mut state, 3, 4, 9, 14);
        }
        for (word, (row, first)) in state.iter().zip(&start).enumerate() {
            for lane in 0..LANES {
                self.words[lane * 16 + word] = row[lane].wrapping_add(first[lane]);
            }
        }
        self.counter = self.counter.wrapping_add(LANES as u64);
        self.next = 0;
    }
}

#[inline(always)]
fn quarter_round(state: &mut [Row; 16], a: usize, b: usize, c: usize, d: usize) {
    let (mut w, mut x, mut y, mut z) = (state[a], state[b], state[c], state[d]);
    w = add(w, x);
    z = turned::<16>(z, w);
    y = add(y, z);
    x = turned::<12>(x, y);
    w = add(w, x);
    z = turned::<8>(z, w);
    y = add(y, z);
    x = turned::<7>(x, y);
    (state[a], state[b], state[c], state[d]) = (w, x, y, z);
}

#[inline(always)]
fn add(a: Row, b: Row) -> Row {
    std::array::from_fn(|lane| a[lane].wrapping_add(b[lane]))
}

#[inline(always)]
fn turned<const BY: u32>(a: Row, b: Row) -> Row {
    std::array::from_fn(|lane| (a[lane] ^ b[lane]).rotate_left(BY))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(stream: &mut ChaCha8, count: usize) -> String {
        let mut text = String::new();
        for _ in 0..count / 4 {
            for byte in stream.next_u32().to_le_bytes() {
                text.push_str(&format!("{byte:02x}"));
            }
        }
        text
    }

    #[test]
    fn keystream_of_the_zero_key_is_the_published_one() {
        let mut stream = ChaCha8::new([0; 8], 0);
        assert_eq!(
            bytes(&mut stream, 128),
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e\
             984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42\
             d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b\
             5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
        );
    }

    #[test]
    fn streams_of_one_seed_differ() {
        let words = |seed, stream| ChaCha8::from_seed(seed, stream).next_u64();
        assert_ne!(words(1, 0), words(1, 1));
        assert_ne!(words(1, 0), words(2, 0));
        assert_eq!(words(1, 7), words(1, 7));
    }

    #[test]
    fn bounds_are_kept_at_every_size() {
        let mut stream = ChaCha8::from_seed(3, 0);
        for max in [0u128, 1, 2, 9, u128::from(u32::MAX), 1 << 33, u128::from(u64::MAX), 1 << 64, 3 << 90, u128::MAX] {
            for _ in 0..200 {
                assert!(stream.up_to(max) <= max);
            }
        }
        assert_eq!(stream.below(0), 0);
        assert_eq!(stream.below(1), 0);
    }
}
