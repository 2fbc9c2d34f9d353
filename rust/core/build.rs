//! Lists the rule data of `python/mujo/data` for the crate to embed, so that a new rule set is a new file and nothing else.
//! Each file comes as its text and as its tree, read here once and for all.

#[path = "src/rules/toml_tree.rs"]
#[expect(dead_code, reason = "trees are looked at where the crate runs")]
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

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let data = here.join("../../python/mujo/data");
    let mut files = Vec::new();
    collect(&data, &mut files);
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
    println!("cargo:rerun-if-changed=src/rules/toml_tree.rs");
    fs::write(out.join("data_files.rs"), code).expect("the output folder can be written");
}
