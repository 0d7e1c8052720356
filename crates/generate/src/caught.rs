//! Panics while a program is made, turned into text.
//!
//! A panic is a bug of ours. What matters to whoever asked for a program is which choices lead to it, so it goes the
//! way of every other failure instead of ending the thread.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Whether panics of this thread are caught here.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// Where this thread has panicked last.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What the work gives, or the message of its panic and where it was. Nothing is written to standard error.
///
/// What the work was changing is left as it was when it panicked.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    quieten();
    let outer = CATCHING.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(outer);
    done.map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("something that is no text");
        match PLACE.take() {
            Some(place) => format!("{text} at {place}"),
            None => text.to_owned(),
        }
    })
}

/// Panics that are caught here are not told to the hook that was there before; all others are.
fn quieten() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if CATCHING.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                before(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message_and_place() {
        let mut steps = 0;
        let message = caught(|| {
            steps += 1;
            let nothing: [i32; 0] = [];
            nothing[std::hint::black_box(3)]
        });
        let message = message.unwrap_err();
        assert!(message.starts_with("index out of bounds") && message.contains("caught.rs:"), "{message}");
        assert_eq!((steps, caught(|| 7)), (1, Ok(7)));
        assert!(!CATCHING.get(), "later panics are told as usual");
    }
}
