//! Lines of the other side, of bounded length.

use std::io::{self, BufRead};

/// Longest line in bytes: a game of a hundred thousand moves in one `position` command.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end; bytes that are no text are replaced.
    Text(String),
    /// A line that was skipped, with its length in bytes.
    TooLong(usize),
}

/// Read a line; `None` at the end of the input. A last line without an end counts.
pub(crate) fn read_line(input: &mut dyn BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut length = 0_usize;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            if length == 0 {
                return Ok(None);
            }
            break;
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(buffer.len());
        length = length.saturating_add(taken);
        if length <= LONGEST_LINE {
            line.extend_from_slice(&buffer[..taken]);
        } else {
            line = Vec::new();
        }
        let consumed = taken + usize::from(end.is_some());
        input.consume(consumed);
        if end.is_some() {
            break;
        }
    }
    if length > LONGEST_LINE {
        return Ok(Some(Line::TooLong(length)));
    }
    let text = String::from_utf8_lossy(&line);
    Ok(Some(Line::Text(text.trim_end_matches('\r').to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut input = io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_of_every_kind() {
        let text = |text: &str| Line::Text(text.into());
        assert_eq!(all(b""), []);
        assert_eq!(all(b"usi\nisready\r\n\nhalf"), [text("usi"), text("isready"), text(""), text("half")]);
        assert_eq!(all(b"a\xffb\0\n"), [text("a\u{fffd}b\0")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_one_read() {
        let mut bytes = vec![b'x'; LONGEST_LINE];
        bytes.extend(b"\n");
        bytes.extend(vec![b'x'; LONGEST_LINE + 1]);
        bytes.extend(b"\nquit\n");
        let lines = all(&bytes);
        assert_eq!(lines.len(), 3);
        assert!(matches!(&lines[0], Line::Text(text) if text.len() == LONGEST_LINE));
        assert_eq!(lines[1..], [Line::TooLong(LONGEST_LINE + 1), Line::Text("quit".into())]);
    }
}
