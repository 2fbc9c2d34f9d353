//! `cargo fuzz run -s none saved_board rust/fuzz/corpus/saved_board rust/fuzz/kept/saved_board`; what it does stands in bodies.rs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mujo_fuzz::saved_board(data));
