//! Bytes to tokens, on demand.
//!
//! The text has been preprocessed: what is left of directives are line markers and `#pragma`s. Comments and joined
//! lines are understood all the same, so that plain C without directives needs no preprocessor.

use crate::error::Error;
use crate::token::{KEYWORDS, T, Token};
use lydite_lang::{Files, Name, Names, Place, Pragma};

/// What is wrong in the characters themselves.
pub(crate) struct LexError {
    pub(crate) place: Place,
    pub(crate) message: String,
}

/// The state of reading one text.
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    /// The same text if all of it is UTF-8, so that words need no check of their own.
    utf8: Option<&'a str>,
    pos: usize,
    line: u32,
    /// Offset of the first byte of the current line.
    line_start: usize,
    file: u16,
    /// The limit of `#pragma pack`, and those pushed.
    pub(crate) pack: Option<u32>,
    pack_stack: Vec<Option<u32>>,
    /// Pragmas of a loop that no token has followed yet.
    loop_pragmas: Vec<Pragma>,
    /// Those that stand before the token at this place, the last that had any.
    before: (Place, Vec<Pragma>),
}

const BLANK: u8 = 1;
const WORD: u8 = 2;
const DIGIT: u8 = 4;

/// What a byte may be part of.
const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut i = 0;
    while i < 256 {
        class[i] = match i as u8 {
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => BLANK,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80..=0xff => WORD,
            b'0'..=b'9' => DIGIT,
            _ => 0,
        };
        i += 1;
    }
    class
};

impl<'a> Lexer<'a> {
    /// A lexer at the start of a text; interns the keywords first, so that their names are their positions in the table.
    pub(crate) fn new(text: &'a [u8], name: &str, names: &mut Names, files: &mut Files) -> Self {
        for (word, _) in KEYWORDS {
            names.intern(word);
        }
        let file = files.intern(name).0 as u16;
        let pos = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Lexer {
            text,
            utf8: std::str::from_utf8(text).ok(),
            pos,
            line: 1,
            line_start: pos,
            file,
            pack: None,
            pack_stack: Vec::new(),
            loop_pragmas: Vec::new(),
            before: (Place::NONE, Vec::new()),
        }
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    fn place_at(&self, pos: usize) -> Place {
        let column = (pos - self.line_start.min(pos) + 1).min(65535) as u16;
        Place { line: self.line, file: self.file, column }
    }

    fn fail(&self, pos: usize, message: impl Into<String>) -> LexError {
        LexError { place: self.place_at(pos), message: message.into() }
    }

    /// The spelling of a token.
    pub(crate) fn spelling(&self, token: &Token) -> &'a [u8] {
        &self.text[token.start as usize..token.end as usize]
    }

    /// The next token.
    pub(crate) fn next(&mut self, names: &mut Names, files: &mut Files) -> Result<Token, LexError> {
        self.skip_blanks(files)?;
        let start = self.pos;
        let place = self.place_at(start);
        if !self.loop_pragmas.is_empty() {
            self.before = (place, std::mem::take(&mut self.loop_pragmas));
        }
        let mut name = Name(0);
        let Some(&byte) = self.text.get(start) else {
            return Ok(Token { kind: T::Eof, name, start: start as u32, end: start as u32, place });
        };
        let kind = match CLASS[byte as usize] {
            WORD => {
                if let Some(kind) = self.prefixed_literal(byte)? {
                    kind
                } else {
                    name = self.word(names)?;
                    KEYWORDS.get(name.0 as usize).map_or(T::Ident, |row| row.1)
                }
            }
            DIGIT => self.number(),
            _ => match byte {
                b'"' => self.quoted(b'"')?,
                b'\'' => self.quoted(b'\'')?,
                b'.' if self.byte(start + 1).is_ascii_digit() => self.number(),
                _ => self.punctuation(byte)?,
            },
        };
        Ok(Token { kind, name, start: start as u32, end: self.pos as u32, place })
    }

    fn skip_blanks(&mut self, files: &mut Files) -> Result<(), LexError> {
        while let Some(&byte) = self.text.get(self.pos) {
            match byte {
                b'\n' => self.newline(),
                b if CLASS[b as usize] == BLANK => self.pos += 1,
                b'#' if self.at_line_start() => self.directive(files)?,
                b'%' if self.byte(self.pos + 1) == b':' && self.at_line_start() => self.directive(files)?,
                b'/' if self.byte(self.pos + 1) == b'/' => self.skip_line(),
                b'/' if self.byte(self.pos + 1) == b'*' => self.skip_comment()?,
                b'\\' => match (self.byte(self.pos + 1), self.byte(self.pos + 2)) {
                    (b'\n', _) => {
                        self.pos += 1;
                        self.newline();
                    }
                    (b'\r', b'\n') => {
                        self.pos += 2;
                        self.newline();
                    }
                    _ => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    fn newline(&mut self) {
        self.pos += 1;
        self.line = self.line.saturating_add(1);
        self.line_start = self.pos;
    }

    fn at_line_start(&self) -> bool {
        self.text[self.line_start..self.pos].iter().all(|&b| CLASS[b as usize] == BLANK)
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.pos..];
        self.pos += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    fn skip_comment(&mut self) -> Result<(), LexError> {
        let (start, opened) = (self.pos, self.place_at(self.pos));
        self.pos += 2;
        loop {
            match self.text.get(self.pos) {
                None => {
                    self.pos = start;
                    return Err(LexError { place: opened, message: "unterminated comment".into() });
                }
                Some(b'\n') => self.newline(),
                Some(b'*') if self.byte(self.pos + 1) == b'/' => {
                    self.pos += 2;
                    return Ok(());
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    /// A line marker or pragma; anything else should have been preprocessed away.
    fn directive(&mut self, files: &mut Files) -> Result<(), LexError> {
        let start = self.pos;
        self.skip_line();
        let line = &self.text[start..self.pos];
        let line = line.strip_prefix(b"%:").unwrap_or_else(|| &line[1..]).trim_ascii();
        if line.is_empty() {
            return Ok(());
        }
        if line[0].is_ascii_digit() {
            return self.line_marker(line, files, start);
        }
        let word_len = line.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(line.len());
        match &line[..word_len] {
            b"line" => self.line_marker(line[word_len..].trim_ascii(), files, start),
            b"pragma" => {
                let text = line[word_len..].trim_ascii();
                if text.starts_with(b"scalar_storage_order") || text.starts_with(b"ms_struct on") {
                    return Err(self.fail(start, "a pragma that changes the layout of records is not supported"));
                }
                self.pragma(text);
                Ok(())
            }
            b"ident" | b"sccs" => Ok(()),
            word => Err(self.fail(
                start,
                format!("directive '#{}' needs a preprocessor", String::from_utf8_lossy(&word[..word.len().min(40)])),
            )),
        }
    }

    fn line_marker(&mut self, marker: &[u8], files: &mut Files, start: usize) -> Result<(), LexError> {
        let digits = marker.iter().position(|b| !b.is_ascii_digit()).unwrap_or(marker.len());
        let number = marker[..digits].iter().try_fold(0u32, |n, d| n.checked_mul(10)?.checked_add(u32::from(d - b'0')));
        let Some(number) = number.filter(|_| digits > 0) else {
            return Err(self.fail(start, "bad line number in a line marker"));
        };
        let rest = marker[digits..].trim_ascii();
        if let Some(quoted) = rest.strip_prefix(b"\"") {
            let end = quoted.iter().rposition(|&b| b == b'"').unwrap_or(quoted.len());
            let name = String::from_utf8_lossy(&quoted[..end]).replace("\\\\", "\\").replace("\\\"", "\"");
            self.file = files.intern(&name).0.min(65535) as u16;
        }
        if self.byte(self.pos) == b'\n' {
            self.newline();
        }
        self.line = number;
        Ok(())
    }

    /// The pragmas that stand before the token at this place.
    pub(crate) fn take_pragmas(&mut self, place: Place) -> Vec<Pragma> {
        if self.before.0 == place { std::mem::take(&mut self.before.1) } else { Vec::new() }
    }

    /// `#pragma pack(...)` is honoured, those about loops are kept, the others are not for us.
    fn pragma(&mut self, text: &[u8]) {
        let Some(rest) = text.strip_prefix(b"pack") else {
            self.loop_pragmas.extend(Pragma::read(&String::from_utf8_lossy(text)));
            return;
        };
        let rest = rest.trim_ascii();
        let Some(rest) = rest.strip_prefix(b"(") else { return };
        let inner = rest.split(|&b| b == b')').next().unwrap_or_default();
        let mut set = None;
        for part in inner.split(|&b| b == b',') {
            match part.trim_ascii() {
                b"push" => self.pack_stack.push(self.pack),
                b"pop" => set = Some(self.pack_stack.pop().flatten()),
                b"" => set = Some(None),
                digits => {
                    let value = std::str::from_utf8(digits).ok().and_then(|t| t.parse::<u32>().ok());
                    match value {
                        Some(0) => set = Some(None),
                        Some(n) if n.is_power_of_two() && n <= 16 => set = Some(Some(n)),
                        _ => {}
                    }
                }
            }
        }
        if let Some(pack) = set {
            self.pack = pack;
        }
    }

    fn word(&mut self, names: &mut Names) -> Result<Name, LexError> {
        let start = self.pos;
        let rest = &self.text[start..];
        let len = rest.iter().position(|&b| CLASS[b as usize] & (WORD | DIGIT) == 0).unwrap_or(rest.len());
        self.pos += len;
        let word = match self.utf8 {
            Some(text) => text.get(start..self.pos),
            None => std::str::from_utf8(&rest[..len]).ok(),
        };
        match word {
            Some(text) => Ok(names.intern(text)),
            None => Err(self.fail(start, "the text is not valid UTF-8")),
        }
    }

    /// A string or character constant with one of the prefixes `L`, `u`, `U`, `u8`.
    fn prefixed_literal(&mut self, byte: u8) -> Result<Option<T>, LexError> {
        if !matches!(byte, b'L' | b'u' | b'U') {
            return Ok(None);
        }
        let prefix = if byte == b'u' && self.byte(self.pos + 1) == b'8' { 2 } else { 1 };
        let quote = self.byte(self.pos + prefix);
        if quote != b'"' && quote != b'\'' {
            return Ok(None);
        }
        self.pos += prefix;
        self.quoted(quote).map(Some)
    }

    fn quoted(&mut self, quote: u8) -> Result<T, LexError> {
        let start = self.pos;
        self.pos += 1;
        loop {
            match self.byte(self.pos) {
                b'\\' if self.pos + 1 < self.text.len() && self.byte(self.pos + 1) != b'\n' => self.pos += 2,
                b if b == quote => {
                    self.pos += 1;
                    return Ok(if quote == b'"' { T::Str } else { T::Char });
                }
                b'\n' => return Err(self.fail(start, format!("missing terminating {} character", quote as char))),
                0 if self.pos >= self.text.len() => {
                    return Err(self.fail(start, format!("missing terminating {} character", quote as char)));
                }
                _ => self.pos += 1,
            }
        }
    }

    /// A preprocessing number; what it means is decided when it is used.
    fn number(&mut self) -> T {
        let mut previous = 0;
        loop {
            let byte = self.byte(self.pos);
            let part = CLASS[byte as usize] & (WORD | DIGIT) != 0 && byte < 0x80
                || byte == b'.'
                || matches!(byte, b'+' | b'-') && matches!(previous, b'e' | b'E' | b'p' | b'P');
            if !part {
                return T::Number;
            }
            previous = byte;
            self.pos += 1;
        }
    }

    fn punctuation(&mut self, byte: u8) -> Result<T, LexError> {
        let (second, third) = (self.byte(self.pos + 1), self.byte(self.pos + 2));
        let (len, kind) = match (byte, second, third) {
            (b'(', ..) => (1, T::LParen),
            (b')', ..) => (1, T::RParen),
            (b'{', ..) => (1, T::LBrace),
            (b'}', ..) => (1, T::RBrace),
            (b'[', ..) => (1, T::LBracket),
            (b']', ..) => (1, T::RBracket),
            (b';', ..) => (1, T::Semi),
            (b',', ..) => (1, T::Comma),
            (b':', b'>', _) => (2, T::RBracket),
            (b':', b':', _) => (2, T::ColonColon),
            (b':', ..) => (1, T::Colon),
            (b'?', ..) => (1, T::Question),
            (b'.', b'.', b'.') => (3, T::Ellipsis),
            (b'.', ..) => (1, T::Dot),
            (b'~', ..) => (1, T::Tilde),
            (b'!', b'=', _) => (2, T::Ne),
            (b'!', ..) => (1, T::Not),
            (b'+', b'+', _) => (2, T::PlusPlus),
            (b'+', b'=', _) => (2, T::PlusEq),
            (b'+', ..) => (1, T::Plus),
            (b'-', b'-', _) => (2, T::MinusMinus),
            (b'-', b'=', _) => (2, T::MinusEq),
            (b'-', b'>', _) => (2, T::Arrow),
            (b'-', ..) => (1, T::Minus),
            (b'*', b'=', _) => (2, T::StarEq),
            (b'*', ..) => (1, T::Star),
            (b'/', b'=', _) => (2, T::SlashEq),
            (b'/', ..) => (1, T::Slash),
            (b'%', b'=', _) => (2, T::PercentEq),
            (b'%', b'>', _) => (2, T::RBrace),
            (b'%', ..) => (1, T::Percent),
            (b'&', b'&', _) => (2, T::AmpAmp),
            (b'&', b'=', _) => (2, T::AmpEq),
            (b'&', ..) => (1, T::Amp),
            (b'|', b'|', _) => (2, T::PipePipe),
            (b'|', b'=', _) => (2, T::PipeEq),
            (b'|', ..) => (1, T::Pipe),
            (b'^', b'=', _) => (2, T::CaretEq),
            (b'^', ..) => (1, T::Caret),
            (b'<', b'<', b'=') => (3, T::ShlEq),
            (b'<', b'<', _) => (2, T::Shl),
            (b'<', b'=', _) => (2, T::Le),
            (b'<', b'%', _) => (2, T::LBrace),
            (b'<', b':', _) => (2, T::LBracket),
            (b'<', ..) => (1, T::Lt),
            (b'>', b'>', b'=') => (3, T::ShrEq),
            (b'>', b'>', _) => (2, T::Shr),
            (b'>', b'=', _) => (2, T::Ge),
            (b'>', ..) => (1, T::Gt),
            (b'=', b'=', _) => (2, T::EqEq),
            (b'=', ..) => (1, T::Eq),
            (b'#', ..) => return Err(self.fail(self.pos, "stray '#' in program")),
            (b'\\', b'u' | b'U', _) => {
                return Err(self.fail(self.pos, "universal character names in identifiers are not supported"));
            }
            (b'!'..=b'~', ..) => return Err(self.fail(self.pos, format!("stray '{}' in program", byte as char))),
            _ => return Err(self.fail(self.pos, format!("stray byte {byte:#04x} in program"))),
        };
        self.pos += len;
        Ok(kind)
    }
}

impl LexError {
    /// The public form.
    pub(crate) fn into_error(self, files: &Files) -> Box<Error> {
        Box::new(Error::Syntax {
            file: files.name(self.place).to_owned(),
            line: self.place.line,
            column: self.place.column.into(),
            message: self.message,
        })
    }
}
