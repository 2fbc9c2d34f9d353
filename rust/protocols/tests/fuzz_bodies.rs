//! The body of the fuzz target of the protocols over the inputs that are kept.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/protocol_lines.rs"]
mod bodies;

#[test]
fn protocol_lines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/kept/protocol_lines");
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder of kept inputs") {
        let path = entry.expect("an entry").path();
        println!("{}", path.display());
        bodies::protocol_lines(&fs::read(&path).expect("a kept input"));
        count += 1;
    }
    assert!(count > 3, "kept inputs in {}", folder.display());
}
