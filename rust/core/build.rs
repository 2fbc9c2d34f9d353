//! Embeds the data files of `python/mujo/data`, so that a new rule set is a new file and nothing else.
//!
//! Writes `data_files.rs` (each file as text and as a parsed tree) and `slugs.rs` (the error slugs as an enum).

#[path = "src/rules/toml_tree.rs"]
#[expect(dead_code, reason = "only the crate reads trees")]
mod toml_tree;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the data folder can be read")
        .map(|entry| entry.expect("an entry of the data folder").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            println!("cargo:rerun-if-changed={}", path.display());
            found.push(path);
        }
    }
}

/// The enum of the slugs that the core raises, and a table of all.
fn slugs(text: &str) -> String {
    let listed: toml::Table = text.parse().expect("errors.toml is TOML");
    let field = |entry: &toml::Value, key| entry.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    let mut variants = String::new();
    let mut names = String::new();
    let mut rules = String::new();
    let mut entries = String::new();
    for (slug, entry) in &listed {
        let (error, meaning) = (field(entry, "error"), field(entry, "meaning"));
        let (error, meaning) = (error.expect("a slug has a class"), meaning.expect("a slug has a meaning"));
        let rule = field(entry, "rule");
        let row = format!("SlugEntry {{ slug: {slug:?}, error: {error:?}, rule: {rule:?}, meaning: {meaning:?} }}");
        writeln!(entries, "    {row},").expect("a string takes it");
        if field(entry, "raised_by").is_none() {
            let variant = variant(slug);
            writeln!(variants, "    /// {meaning}.\n    {variant},").expect("a string takes it");
            writeln!(names, "            Self::{variant} => {slug:?},").expect("a string takes it");
            writeln!(rules, "            Self::{variant} => {rule:?},").expect("a string takes it");
        }
    }
    format!(
        "/// A slug of `errors.toml` that this crate raises.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
         #[deny(dead_code)]\n\
         pub(crate) enum Slug {{\n{variants}}}\n\n\
         impl Slug {{\n\
         \x20   /// The slug as text.\n\
         \x20   pub(crate) const fn as_str(self) -> &'static str {{\n        match self {{\n{names}        }}\n    }}\n\n\
         \x20   /// Number of the rule it is about.\n\
         \x20   #[expect(clippy::match_same_arms, reason = \"one arm a slug\")]\n\
         \x20   pub(crate) const fn rule(self) -> Option<&'static str> {{\n        match self {{\n{rules}        }}\n    }}\n\
         }}\n\n\
         const ENTRIES: &[SlugEntry] = &[\n{entries}];\n"
    )
}

/// `illegal_move.emperor` as `IllegalMoveEmperor`.
fn variant(slug: &str) -> String {
    slug.split(['.', '_'])
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        })
        .collect()
}

/// The data beside the crate, which is part of its package. In the repository it is a link to the folder of the Python
/// package; where links are not checked out (Windows), take that folder itself.
fn data_folder(here: &Path) -> PathBuf {
    let own = here.join("data");
    if own.is_dir() { own } else { here.join("../../python/mujo/data") }
}

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let data = data_folder(&here);
    let mut files = Vec::new();
    collect(&data, &mut files);
    // By name: a folder of variants comes after the file of its game.
    files.sort_by_key(|path| path.with_extension(""));
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    let mut code = String::from("&[\n");
    for (number, path) in files.iter().enumerate() {
        let name = path.strip_prefix(&data).expect("below the data folder").with_extension("");
        let name = name.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(path).expect("a data file can be read");
        let (table, faults) = toml_tree::parse(&text);
        assert!(faults.is_empty(), "{}: {faults:?}", path.display());
        let bytes =
            postcard::to_allocvec(&table.expect("a file without fault has a tree")).expect("a tree can be kept");
        let kept = out.join(format!("{number}.tree"));
        fs::write(&kept, bytes).expect("the output folder can be written");
        let [path, kept] = [path, &kept].map(|path| path.display().to_string());
        writeln!(code, "    ({name:?}, include_str!({path:?}), include_bytes!({kept:?})),").expect("a string takes it");
    }
    code.push(']');
    let errors = fs::read_to_string(data.join("errors.toml")).expect("errors.toml can be read");
    fs::write(out.join("slugs.rs"), slugs(&errors)).expect("the output folder can be written");
    println!("cargo:rerun-if-changed=src/rules/toml_tree.rs");
    fs::write(out.join("data_files.rs"), code).expect("the output folder can be written");
}
