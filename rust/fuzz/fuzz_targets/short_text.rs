//! `cargo fuzz run -s none short_text rust/fuzz/corpus/short_text rust/fuzz/kept/short_text`; what it does stands in bodies.rs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mujo_fuzz::short_text(data));
