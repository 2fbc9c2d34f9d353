//! Lines to the other side: collected, then written and flushed at once.

use std::fmt;
use std::io::{self, Write};

/// Collects lines. No line can hold a line break.
#[derive(Debug, Default)]
pub(crate) struct Output {
    text: String,
}

impl Output {
    /// Add a line.
    pub(crate) fn line(&mut self, line: impl fmt::Display) {
        let start = self.text.len();
        self.text.push_str(&line.to_string());
        if self.text[start..].contains(|sign: char| sign.is_control() && sign != '\t') {
            let cleaned = self.text[start..].replace(|sign: char| sign.is_control() && sign != '\t', " ");
            self.text.truncate(start);
            self.text.push_str(&cleaned);
        }
        self.text.push('\n');
    }

    /// Write what was collected.
    pub(crate) fn flush(&mut self, to: &mut dyn Write) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        to.write_all(self.text.as_bytes())?;
        self.text.clear();
        to.flush()
    }
}

/// The beginning of a text that somebody else wrote, for messages.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_a_line() {
        let mut output = Output::default();
        output.line("info string a\nbestmove 1a1b\r\u{1b}[2J");
        output.line("3 12 6 345\te4e5");
        let mut bytes = Vec::new();
        output.flush(&mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "info string a bestmove 1a1b  [2J\n3 12 6 345\te4e5\n");
        assert_eq!(shown(&"é".repeat(99)).chars().count(), 60);
    }
}
