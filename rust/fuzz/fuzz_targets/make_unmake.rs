//! `cargo fuzz run -s none make_unmake rust/fuzz/corpus/make_unmake rust/fuzz/kept/make_unmake`; what it does stands in bodies.rs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mujo_fuzz::make_unmake(data));
