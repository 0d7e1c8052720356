//! Output of characters.

use super::Host;
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::value::{Ptr, Value};

pub(super) fn puts(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let mut text = host.memory.cstr(args[0].as_ptr())?.to_vec();
    text.push(b'\n');
    host.emit(host.library.stdout, &text)?;
    Ok(Value::of_int(text.len().try_into().unwrap_or(i32::MAX)))
}

pub(super) fn fputs(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let text = host.memory.cstr(args[0].as_ptr())?.to_vec();
    host.emit(args[1].as_ptr(), &text)?;
    Ok(Value::of_int(1))
}

pub(super) fn putchar(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    put(host, args[0], host.library.stdout)
}

pub(super) fn fputc(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    put(host, args[0], args[1].as_ptr())
}

fn put(host: &mut Host<'_>, character: Value, stream: Ptr) -> Run<Value> {
    let byte = character.lo as u8;
    host.emit(stream, &[byte])?;
    Ok(Value::of_int(byte.into()))
}

pub(super) fn fwrite(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (size, count) = (args[1].lo, args[2].lo);
    let Some(total) = size.checked_mul(count) else {
        return fault(Kind::OutOfBounds, "fwrite: more bytes than any object has");
    };
    let text = host.memory.read_bytes(args[0].as_ptr(), total)?.to_vec();
    host.emit(args[3].as_ptr(), &text)?;
    Ok(host.size(if total == 0 { 0 } else { count }))
}

pub(super) fn fflush(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let stream = args[0].as_ptr();
    if !stream.is_null() {
        host.emit(stream, b"")?;
    }
    Ok(Value::of_int(0))
}
