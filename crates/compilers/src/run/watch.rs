//! Watching a child: its output, the clock, its memory.

use super::command::Limits;
use super::family;
use super::ran::{Captured, End};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::Pid;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

/// How often memory is looked at.
const SAMPLE: Duration = Duration::from_millis(50);

/// How much is read at once: as much as a pipe holds.
const CHUNK: usize = 1 << 16;

/// A child that runs.
pub(crate) struct Watched {
    pub pid: Pid,
    /// Becomes readable when the child has ended.
    pub handle: OwnedFd,
    pub stdout: OwnedFd,
    pub stderr: OwnedFd,
    pub began: Instant,
}

/// What was seen.
pub(crate) struct Seen {
    /// Why we killed it, if we did.
    pub killed: Option<End>,
    pub stdout: Captured,
    pub stderr: Captured,
}

/// Watches until the child has ended (it is not reaped), killing its group if it goes beyond a limit.
pub(crate) fn watch(child: Watched, limits: &Limits) -> io::Result<Seen> {
    let mut streams = [Stream::new(child.stdout, limits)?, Stream::new(child.stderr, limits)?];
    let deadline = child.began + limits.wall;
    let mut sample = child.began + SAMPLE;
    let mut killed = None;
    let mut chunk = vec![0; CHUNK];
    loop {
        let ended = wait_for(&child.handle, &streams, (killed.is_none()).then(|| deadline.min(sample)))?;
        for stream in &mut streams {
            stream.read(&mut chunk);
        }
        if ended {
            break;
        }
        if killed.is_some() {
            continue;
        }
        let now = Instant::now();
        if streams.iter().any(|stream| stream.total > limits.flood) {
            killed = Some(End::Output);
        } else if now >= deadline {
            killed = Some(End::Wall);
        } else if now >= sample {
            sample = now + SAMPLE;
            let most = limits.memory.bytes().unwrap_or(u64::MAX);
            if most != u64::MAX && family::resident(child.pid) > most {
                killed = Some(End::Memory);
            }
        }
        if killed.is_some() {
            family::kill_group(child.pid);
        }
    }
    // Nobody of the group is to go on writing. The child is not reaped yet, so the group's number is still its own.
    family::kill_group(child.pid);
    let [stdout, stderr] = streams.map(|mut stream| {
        stream.read(&mut chunk);
        stream.captured()
    });
    Ok(Seen { killed, stdout, stderr })
}

/// Waits until a stream has something, the child has ended or it is time; whether the child has ended.
fn wait_for(handle: &OwnedFd, streams: &[Stream; 2], until: Option<Instant>) -> io::Result<bool> {
    let open = streams.iter().filter_map(Stream::open);
    let mut fds: Vec<PollFd<'_>> = std::iter::once(handle.as_fd()).chain(open).map(readable).collect();
    let timeout = until.map(|until| {
        let left = until.saturating_duration_since(Instant::now());
        Timespec { tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX), tv_nsec: left.subsec_nanos().into() }
    });
    match rustix::event::poll(&mut fds, timeout.as_ref()) {
        Ok(_) => Ok(!fds[0].revents().is_empty()),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn readable(fd: BorrowedFd<'_>) -> PollFd<'_> {
    PollFd::from_borrowed_fd(fd, PollFlags::IN)
}

/// One output stream.
struct Stream {
    pipe: Option<std::fs::File>,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    half: usize,
    total: u64,
}

impl Stream {
    fn new(pipe: OwnedFd, limits: &Limits) -> io::Result<Stream> {
        let flags = rustix::fs::fcntl_getfl(&pipe)?;
        rustix::fs::fcntl_setfl(&pipe, flags | rustix::fs::OFlags::NONBLOCK)?;
        let half = limits.output.div_ceil(2);
        Ok(Stream { pipe: Some(pipe.into()), head: Vec::new(), tail: VecDeque::new(), half, total: 0 })
    }

    fn open(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Reads what is there, up to a few chunks: whoever writes faster than we read can't keep us here.
    fn read(&mut self, chunk: &mut [u8]) {
        for _ in 0..16 {
            let Some(pipe) = &mut self.pipe else { return };
            match pipe.read(chunk) {
                Ok(0) => self.pipe = None,
                Ok(length) => self.keep(&chunk[..length]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.pipe = None,
            }
        }
    }

    /// The first half goes to the head, the newest to the tail.
    fn keep(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let (first, rest) = bytes.split_at(bytes.len().min(self.half - self.head.len()));
        self.head.extend_from_slice(first);
        let rest = &rest[rest.len().saturating_sub(self.half)..];
        let surplus = (self.tail.len() + rest.len()).saturating_sub(self.half);
        self.tail.drain(..surplus);
        self.tail.extend(rest);
    }

    fn captured(self) -> Captured {
        let mut bytes = self.head;
        bytes.extend(self.tail);
        Captured { left_out: self.total - bytes.len() as u64, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(output: usize, parts: &[&str]) -> (String, u64) {
        let (reader, _writer) = io::pipe().expect("a pipe");
        let limits = Limits { output, ..Limits::PROGRAM };
        let mut stream = Stream::new(reader.into(), &limits).expect("a stream");
        for part in parts {
            stream.keep(part.as_bytes());
        }
        let captured = stream.captured();
        (captured.text().into_owned(), captured.left_out)
    }

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        assert_eq!(kept(8, &["abc", "def"]), ("abcdef".into(), 0));
        assert_eq!(kept(8, &["abcdefgh"]), ("abcdefgh".into(), 0));
        assert_eq!(kept(8, &["abcdefghi"]), ("abcdfghi".into(), 1));
        assert_eq!(kept(8, &["abcdef", "ghijklmnop", "q"]), ("abcdnopq".into(), 9));
        assert_eq!(kept(0, &["abc"]), (String::new(), 3));
    }
}
