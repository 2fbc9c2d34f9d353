//! The move language of the rule files (docs/reference/move-language.md): terms, and the parser that reads them.

mod parser;
mod term;

pub use parser::{BetzaError, parse};
pub use term::{Atom, Modes, Term, Turn};
