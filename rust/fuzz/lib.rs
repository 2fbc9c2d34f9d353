//! The bodies of the fuzz targets, which everyday tests run over kept inputs.

mod bodies;
mod protocol_lines;

pub use bodies::*;
pub use protocol_lines::protocol_lines;
