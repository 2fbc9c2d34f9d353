//! `cargo fuzz run -s none position_text rust/fuzz/corpus/position_text rust/fuzz/kept/position_text`; what it does stands in bodies.rs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mujo_fuzz::position_text(data));
