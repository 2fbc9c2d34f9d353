//! The rule data that the crate carries, and its digest.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// Name (path below the data folder, without the ending) and text of every data file, sorted by name.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data_files.rs"));

/// Text of a data file, e.g. `rules/tai/tsa`.
pub fn file(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Names of the rule sets that come with the crate, sorted.
pub fn rule_set_names() -> impl Iterator<Item = &'static str> {
    FILES.iter().filter_map(|(name, _)| name.strip_prefix("rules/"))
}

/// SHA-256 over the data files in order of name: each name, a zero byte, its text, a zero byte; in hexadecimal.
pub fn digest() -> &'static str {
    static DIGEST: LazyLock<String> = LazyLock::new(|| {
        let mut hash = Sha256::new();
        let mut files: Vec<_> = FILES.to_vec();
        files.sort_unstable();
        for (name, text) in files {
            for part in [name, text] {
                hash.update(part.as_bytes());
                hash.update([0]);
            }
        }
        hex(&hash.finalize())
    });
    &DIGEST
}

/// SHA-256 of a text, in hexadecimal.
pub(crate) fn text_digest(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
