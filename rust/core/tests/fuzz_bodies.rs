//! The bodies of the fuzz targets over the inputs that are kept.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/bodies.rs"]
mod bodies;

fn run(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/kept").join(target);
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder of kept inputs") {
        let path = entry.expect("an entry").path();
        println!("{}", path.display());
        body(&fs::read(&path).expect("a kept input"));
        count += 1;
    }
    assert!(count > 3, "kept inputs in {}", folder.display());
}

#[test]
fn position_text() {
    run("position_text", bodies::position_text);
}

#[test]
fn move_text() {
    run("move_text", bodies::move_text);
}

#[test]
fn rule_file() {
    run("rule_file", bodies::rule_file);
}

#[test]
fn make_unmake() {
    run("make_unmake", bodies::make_unmake);
}

#[test]
fn short_text() {
    run("short_text", bodies::short_text);
}

#[test]
fn saved_board() {
    run("saved_board", bodies::saved_board);
}

#[test]
fn own_game() {
    run("own_game", bodies::own_game);
}
