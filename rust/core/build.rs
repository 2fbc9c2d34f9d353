//! Lists the rule data of `python/mujo/data` for the crate to embed, so that a new rule set is a new file and nothing else.

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
    let mut code = String::from("&[\n");
    for path in files {
        let name = path.strip_prefix(&data).expect("below the data folder").with_extension("");
        let name = name.to_string_lossy().replace('\\', "/");
        writeln!(code, "    ({name:?}, include_str!({:?})),", path.display().to_string()).expect("a string takes it");
    }
    code.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo")).join("data_files.rs");
    fs::write(out, code).expect("the output folder can be written");
}
