//! `cargo fuzz run -s none own_game rust/fuzz/corpus/own_game rust/fuzz/kept/own_game`; what it does stands in bodies.rs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mujo_fuzz::own_game(data));
