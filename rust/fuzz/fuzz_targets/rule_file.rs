//! `cargo fuzz run -s none rule_file rust/fuzz/corpus/rule_file rust/fuzz/kept/rule_file`; what it does stands in bodies.rs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mujo_fuzz::rule_file(data));
