//! `cargo fuzz run -s none protocol_lines rust/fuzz/corpus/protocol_lines rust/fuzz/kept/protocol_lines`; what it does stands in
//! protocol_lines.rs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mujo_fuzz::protocol_lines(data));
