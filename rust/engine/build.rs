//! Collects the evaluation files, so that the crate needs none at run time.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/mujo/data/evaluation");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut code = String::from("&[\n");
    for path in &files {
        println!("cargo:rerun-if-changed={}", path.display());
        let game = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(path).expect("an evaluation file is text");
        writeln!(code, "    ({game:?}, {text:?}),").expect("a string takes text");
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("evaluation.rs"), code).expect("the build folder is writable");
}
