//! Error slugs: stable names of everything that can go wrong, generated from `errors.toml` by the build script.
//!
//! The file lists the slugs of the whole project. [`Slug`] has those that this crate raises, so that a slug that is not
//! listed, or listed for the core and never raised, does not compile.

include!(concat!(env!("OUT_DIR"), "/slugs.rs"));

/// One entry of `errors.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlugEntry {
    /// The slug, such as `illegal_move.emperor`.
    pub slug: &'static str,
    /// Class of the Python exception that carries it.
    pub error: &'static str,
    /// Number of the rule in rules.md that it is about, if there is one.
    pub rule: Option<&'static str>,
    /// What the slug means.
    pub meaning: &'static str,
}

/// All entries of `errors.toml`, sorted by slug.
pub const fn slug_entries() -> &'static [SlugEntry] {
    ENTRIES
}

/// Whether `errors.toml` lists a slug. Other crates assert it at compile time for the slugs that they raise.
///
/// # Examples
/// ```
/// const _: () = assert!(mujo_core::error::is_listed("nothing_to_undo"));
/// ```
pub const fn is_listed(slug: &str) -> bool {
    let mut at = 0;
    while at < ENTRIES.len() {
        if same(ENTRIES[at].slug.as_bytes(), slug.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

/// Equality of bytes, which the standard library cannot decide in a constant yet.
const fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}
