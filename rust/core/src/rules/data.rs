//! The embedded rule data and its digest.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::rules::toml_tree::Table;

/// Name (path below the data folder, without the extension), text and tree of every data file, sorted by name.
static FILES: &[(&str, &str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/data_files.rs"));

/// Text of a data file, e.g. `rules/tai/tsa`.
pub fn file(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, ..)| *known == name).map(|(_, text, _)| *text)
}

/// The tree of a data file.
pub(crate) fn tree(name: &str) -> Table<'static> {
    let kept = FILES.iter().find(|(known, ..)| *known == name).map(|(.., tree)| *tree);
    kept.map(|tree| postcard::from_bytes(tree).expect("the build script kept a tree")).unwrap_or_default()
}

/// The tree of a text that is one of the data files.
pub(crate) fn tree_of(text: &str) -> Option<Table<'static>> {
    FILES.iter().find(|(_, known, _)| *known == text).map(|(name, ..)| tree(name))
}

/// Names of the rule sets that come with the crate, sorted.
pub fn rule_set_names() -> impl Iterator<Item = &'static str> {
    FILES.iter().filter_map(|(name, ..)| name.strip_prefix("rules/"))
}

/// SHA-256 of the data files sorted by name (name, zero byte, text, zero byte), in hexadecimal.
pub fn digest() -> &'static str {
    static DIGEST: LazyLock<String> = LazyLock::new(|| {
        let mut hash = Sha256::new();
        let mut files: Vec<_> = FILES.to_vec();
        files.sort_unstable();
        for (name, text, _) in files {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::toml_tree::parse;

    /// The trees embedded by the build script equal the parsed files.
    #[test]
    fn trees_are_those_of_the_texts() {
        assert!(FILES.len() > 10);
        for (name, text, _) in FILES {
            let (parsed, faults) = parse(text);
            assert_eq!(faults, [], "{name}");
            assert_eq!(parsed.as_ref(), Some(&tree(name)), "{name}");
            assert_eq!(parsed, tree_of(text), "{name}");
        }
        assert_eq!(tree_of("format = 1"), None);
        assert_eq!(tree("no such file"), []);
    }
}
