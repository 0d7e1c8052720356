//! `<string.h>`

use super::{Host, pointer};
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::memory::Overlap;
use crate::value::{Ptr, Value};

fn ptr(args: &[Value], i: usize) -> Ptr {
    args[i].as_ptr()
}

fn text(host: &mut Host<'_>, at: Ptr) -> Run<Vec<u8>> {
    Ok(host.memory.cstr(at)?.to_vec())
}

/// A position in a string, or null.
fn found(at: Ptr, index: Option<usize>) -> Run<Value> {
    pointer(index.map_or(Ptr::NULL, |i| at.offset(i as u32)))
}

pub(super) fn memcpy(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    host.memory.copy_bytes(ptr(args, 0), ptr(args, 1), args[2].lo, Overlap::Forbidden)?;
    pointer(ptr(args, 0))
}

pub(super) fn mempcpy(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    memcpy(host, args)?;
    pointer(ptr(args, 0).offset(args[2].lo as u32))
}

pub(super) fn memmove(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    host.memory.copy_bytes(ptr(args, 0), ptr(args, 1), args[2].lo, Overlap::Allowed)?;
    pointer(ptr(args, 0))
}

pub(super) fn memccpy(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (to, from, stop, max) = (ptr(args, 0), ptr(args, 1), args[2].lo as u8, args[3].lo);
    let stop = scan(host, from, max, |byte| byte == stop)?;
    let len = stop.map_or(max, |i| i + 1);
    host.memory.copy_bytes(to, from, len, Overlap::Forbidden)?;
    found(to, stop.map(|i| i as usize + 1))
}

pub(super) fn memset(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    host.memory.fill(ptr(args, 0), args[1].lo as u8, args[2].lo)?;
    pointer(ptr(args, 0))
}

pub(super) fn bzero(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    host.memory.fill(ptr(args, 0), 0, args[1].lo)?;
    Ok(Value::VOID)
}

pub(super) fn memcmp(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let a = host.memory.read_bytes(ptr(args, 0), args[2].lo)?.to_vec();
    let b = host.memory.read_bytes(ptr(args, 1), args[2].lo)?;
    Ok(Value::of_int(difference(&a, b)))
}

/// The difference of the first bytes that differ, the end of a slice counting as zero.
fn difference(a: &[u8], b: &[u8]) -> i32 {
    let most = a.len().max(b.len());
    let byte = |s: &[u8], i: usize| i32::from(s.get(i).copied().unwrap_or(0));
    (0..most).map(|i| byte(a, i) - byte(b, i)).find(|&d| d != 0).unwrap_or(0)
}

/// Reads byte after byte until one is found, as the functions do that stop there.
fn scan(host: &mut Host<'_>, at: Ptr, max: u64, mut wanted: impl FnMut(u8) -> bool) -> Run<Option<u64>> {
    let inside = host.memory.extent(at).map_or(0, |(offset, size)| u64::from(size - offset));
    let mut i = 0;
    while i < max {
        // Whole runs where there are some; the step out of the object names itself.
        let run = (max - i).min(64).min(inside.saturating_sub(i).max(1));
        let place = at.offset(i as u32);
        let bytes = match host.memory.read_bytes(place, run) {
            Ok(bytes) => bytes,
            Err(_) => host.memory.read_bytes(place, 1)?,
        };
        if let Some(hit) = bytes.iter().position(|&byte| wanted(byte)) {
            return Ok(Some(i + hit as u64));
        }
        i += bytes.len() as u64;
    }
    if max == 0 {
        host.memory.read_bytes(at, 0)?;
    }
    Ok(None)
}

pub(super) fn memchr(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (at, byte) = (ptr(args, 0), args[1].lo as u8);
    let hit = scan(host, at, args[2].lo, |b| b == byte)?;
    found(at, hit.map(|i| i as usize))
}

pub(super) fn strlen(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let len = host.memory.cstr_len(ptr(args, 0))?;
    Ok(host.size(len.into()))
}

pub(super) fn strnlen(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let len = host.memory.cstr_max(ptr(args, 0), args[1].lo)?.len();
    Ok(host.size(len as u64))
}

/// Copies a string with its zero to a place; the place of the copied zero.
fn copy_string(host: &mut Host<'_>, to: Ptr, from: Ptr) -> Run<Ptr> {
    let len = host.memory.cstr_len(from)?;
    host.memory.copy_bytes(to, from, u64::from(len) + 1, Overlap::Forbidden)?;
    Ok(to.offset(len))
}

pub(super) fn strcpy(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    copy_string(host, ptr(args, 0), ptr(args, 1))?;
    pointer(ptr(args, 0))
}

pub(super) fn stpcpy(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    pointer(copy_string(host, ptr(args, 0), ptr(args, 1))?)
}

pub(super) fn strncpy(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (to, from, max) = (ptr(args, 0), ptr(args, 1), args[2].lo);
    let len = host.memory.cstr_max(from, max)?.len() as u64;
    // The zero is read too, if it is among the characters.
    let read = (len + 1).min(max);
    if max != 0 && to.id() == from.id() {
        let (a, b) = (u64::from(to.addr()), u64::from(from.addr()));
        if a < b + read && b < a + max {
            return fault(Kind::OverlappingCopy, "strncpy: the two strings overlap");
        }
    }
    host.memory.copy_bytes(to, from, len, Overlap::Forbidden)?;
    host.memory.fill(to.offset(len as u32), 0, max - len)?;
    pointer(to)
}

pub(super) fn strcat(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let len = host.memory.cstr_len(ptr(args, 0))?;
    copy_string(host, ptr(args, 0).offset(len), ptr(args, 1))?;
    pointer(ptr(args, 0))
}

pub(super) fn strncat(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let end = ptr(args, 0).offset(host.memory.cstr_len(ptr(args, 0))?);
    let len = host.memory.cstr_max(ptr(args, 1), args[2].lo)?.len() as u64;
    host.memory.copy_bytes(end, ptr(args, 1), len, Overlap::Forbidden)?;
    host.memory.write_bytes(end.offset(len as u32), &[0])?;
    pointer(ptr(args, 0))
}

/// Compares as far as the first difference or the end; what follows may be anything.
fn compare(host: &mut Host<'_>, args: &[Value], max: u64, map: fn(u8) -> u8) -> Run<Value> {
    let (a, b) = (ptr(args, 0), ptr(args, 1));
    host.memory.read_bytes(a, u64::from(max != 0))?;
    host.memory.read_bytes(b, u64::from(max != 0))?;
    for i in 0..max {
        let x = map(host.memory.read_bytes(a.offset(i as u32), 1)?[0]);
        let y = map(host.memory.read_bytes(b.offset(i as u32), 1)?[0]);
        if x != y || x == 0 {
            return Ok(Value::of_int(i32::from(x) - i32::from(y)));
        }
    }
    Ok(Value::of_int(0))
}

pub(super) fn strcmp(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    compare(host, args, u64::MAX, |byte| byte)
}

pub(super) fn strncmp(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    compare(host, args, args[2].lo, |byte| byte)
}

pub(super) fn strcasecmp(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    compare(host, args, u64::MAX, |byte| byte.to_ascii_lowercase())
}

pub(super) fn strncasecmp(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    compare(host, args, args[2].lo, |byte| byte.to_ascii_lowercase())
}

pub(super) fn strchr(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (at, byte) = (ptr(args, 0), args[1].lo as u8);
    let mut last = 0;
    let hit = scan(host, at, u64::MAX, |b| {
        last = b;
        b == byte || b == 0
    })?;
    found(at, hit.filter(|_| last == byte).map(|i| i as usize))
}

pub(super) fn strrchr(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (at, byte) = (ptr(args, 0), args[1].lo as u8);
    let mut s = text(host, at)?;
    s.push(0);
    found(at, s.iter().rposition(|&b| b == byte))
}

pub(super) fn strstr(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (s, needle) = (text(host, ptr(args, 0))?, text(host, ptr(args, 1))?);
    if needle.is_empty() {
        return pointer(ptr(args, 0));
    }
    found(ptr(args, 0), s.windows(needle.len()).position(|part| part == needle))
}

/// How many characters at the start of a string are, or are not, in a set.
fn span(host: &mut Host<'_>, args: &[Value], wanted: fn(&[u8], u8) -> bool) -> Run<(usize, usize)> {
    let (s, set) = (text(host, ptr(args, 0))?, text(host, ptr(args, 1))?);
    Ok((s.iter().position(|&b| !wanted(&set, b)).unwrap_or(s.len()), s.len()))
}

pub(super) fn strspn(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (n, _) = span(host, args, |set, b| set.contains(&b))?;
    Ok(host.size(n as u64))
}

pub(super) fn strcspn(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (n, _) = span(host, args, |set, b| !set.contains(&b))?;
    Ok(host.size(n as u64))
}

pub(super) fn strpbrk(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (n, len) = span(host, args, |set, b| !set.contains(&b))?;
    found(ptr(args, 0), (n < len).then_some(n))
}

fn duplicate(host: &mut Host<'_>, mut bytes: Vec<u8>) -> Run<Value> {
    bytes.push(0);
    let to = host.memory.malloc(bytes.len() as u64, 0)?;
    host.memory.write_bytes(to, &bytes)?;
    pointer(to)
}

pub(super) fn strdup(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let bytes = text(host, ptr(args, 0))?;
    duplicate(host, bytes)
}

pub(super) fn strndup(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let bytes = host.memory.cstr_max(ptr(args, 0), args[1].lo)?.to_vec();
    duplicate(host, bytes)
}

pub(super) fn strtok(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let set = text(host, ptr(args, 1))?;
    let from = if ptr(args, 0).is_null() { host.library.strtok } else { ptr(args, 0) };
    if from.is_null() {
        return host.bad("strtok", "there is no string to go on with");
    }
    let s = text(host, from)?;
    let Some(start) = s.iter().position(|b| !set.contains(b)) else {
        host.library.strtok = from.offset(s.len() as u32);
        return pointer(Ptr::NULL);
    };
    let end = s[start..].iter().position(|b| set.contains(b)).map(|i| start + i);
    if let Some(end) = end {
        host.memory.write_bytes(from.offset(end as u32), &[0])?;
    }
    host.library.strtok = from.offset(end.map_or(s.len(), |end| end + 1) as u32);
    pointer(from.offset(start as u32))
}
