//! `cargo fuzz run -s none move_text rust/fuzz/corpus/move_text rust/fuzz/kept/move_text`; what it does stands in bodies.rs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mujo_fuzz::move_text(data));
