//! The extension module `mujo._core`: conversion and argument checks around `mujo-core`. No rule of any game is here.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::dbg_macro, clippy::print_stdout)]
// PyO3 passes arguments of Python methods by value or as smart pointers.
#![allow(clippy::needless_pass_by_value)]
// The doc comments of this crate are docstrings; backticks and sections follow Python conventions.
#![allow(clippy::doc_markdown, clippy::doc_link_with_quotes, clippy::doc_lazy_continuation)]
// `from_square` is the usual name for the start of a move, not a conversion.
#![allow(clippy::wrong_self_convention)]

mod arguments;
mod arrays;
mod batch;
mod batch_arrays;
mod batch_pickle;
#[cfg(feature = "bench")]
mod bench;
mod board;
mod buffers;
mod counting;
mod effect;
mod engine;
mod errors;
mod home;
mod legal_moves;
mod locks;
mod move_value;
mod moves;
mod numbers;
mod playouts;
mod programs;
mod protocols;
mod rule_lines;
mod rules;
mod setup;
mod signals;
mod slug;
mod texts;
mod values;
mod workers;

use pyo3::prelude::*;

/// The compiled core of mujo. Import its names from ``mujo``.
#[pymodule(gil_used = false)]
mod _core {
    use std::collections::BTreeMap;

    use mujo_core::error::{SlugEntry, slug_entries};
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    use super::texts::Text;

    #[pymodule_export]
    use super::arrays::{fill_moves, fill_planes, fill_squares};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::effect::Effect;
    #[pymodule_export]
    use super::engine::{Clock, Deepening, Engine, Line, Mate, Score, SearchResult, engine_bench};
    #[pymodule_export]
    use super::legal_moves::LegalMoves;
    #[pymodule_export]
    use super::move_value::Move;
    #[pymodule_export]
    use super::playouts::Playouts;
    #[pymodule_export]
    use super::programs::{cecp_move_text, fen_text, parse_cecp_move, parse_fen};
    #[pymodule_export]
    use super::protocols::speak;
    #[pymodule_export]
    use super::rule_lines::{OptionSpec, PieceType, Problem};
    #[pymodule_export]
    use super::rules::RuleSet;
    #[pymodule_export]
    use super::setup::Setup;
    #[pymodule_export]
    use super::values::{Explanation, Outcome, Piece};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("BLACK", true)?;
        module.add("WHITE", false)?;
        #[cfg(feature = "bench")]
        module.add_function(wrap_pyfunction!(super::bench::perft_many_times, module)?)?;
        module.add("STREAM_VERSION", mujo_core::random::bulk::STREAM_VERSION)?;
        module.add("TERMINATIONS", PyTuple::new(module.py(), super::playouts::terminations())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// Return the build profile of the extension.
    ///
    /// Returns
    /// -------
    /// str
    ///     ``"release"`` or ``"debug"``. Measure only the first.
    ///
    /// Examples
    /// --------
    /// >>> from mujo._core import build_profile
    /// >>> build_profile() in ("release", "debug")
    /// True
    #[pyfunction]
    fn build_profile() -> &'static str {
        if cfg!(debug_assertions) { "debug" } else { "release" }
    }

    /// Return the digest of the embedded rule data.
    ///
    /// Returns
    /// -------
    /// str
    ///     SHA-256 in hexadecimal, over the files of ``mujo/data`` in order of name: each name without its ending, a zero
    ///     byte, its text, a zero byte. A different digest of the installed files means that the extension was not rebuilt.
    ///
    /// Examples
    /// --------
    /// >>> from mujo._core import data_digest
    /// >>> len(data_digest())
    /// 64
    #[pyfunction]
    fn data_digest() -> &'static str {
        mujo_core::rules::data::digest()
    }

    /// Return the names of the rule sets that come with mujo, sorted.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> "tai/tsa" in mujo.rule_set_names()
    /// True
    #[pyfunction]
    fn rule_set_names() -> Vec<&'static str> {
        mujo_core::rules::data::rule_set_names().collect()
    }

    /// Return the description of each option of a rule set.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> mujo.option_specs()["hook_captures"].range
    /// (1, 2)
    #[pyfunction]
    fn option_specs() -> BTreeMap<String, OptionSpec> {
        mujo_core::rules::option_specs()
            .iter()
            .map(|(name, spec)| (name.clone(), OptionSpec::new(name.clone(), spec.clone())))
            .collect()
    }

    /// Return every fault of a rule file at once.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     The TOML text.
    /// name : str, default "file"
    ///     What to call the file in the problems.
    ///
    /// Returns
    /// -------
    /// list of Problem
    ///     In the order of the lines; empty if the file can be played. Not checked: whether the game makes sense.
    ///
    /// Examples
    /// --------
    /// >>> from mujo._core import check_rule_text
    /// >>> [problem.code for problem in check_rule_text("format = 1\nnmae = 'x'\nbase = 'tai'")][0]
    /// 'data.missing_key'
    #[pyfunction]
    #[pyo3(signature = (text, name = "file".into()), text_signature = "(text, name='file')")]
    fn check_rule_text(text: Text<'_>, name: Text<'_>) -> Vec<Problem> {
        let problems = match text.of_file(&name) {
            Ok(text) => mujo_core::rules::RuleSet::check(&name, text),
            Err(problem) => vec![problem],
        };
        problems.into_iter().map(Problem::new).collect()
    }

    /// Write a position as lishogi does: one letter a type, no commas. Use `mujo.lishogi.position_text`.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     Of a game whose types have letters.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``no_letters``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> from mujo._core import lishogi_position_text
    /// >>> lishogi_position_text(mujo.Board(rules="chu"))[:30]
    /// 'lfcsgekgscfl/a1b1txot1b1a/mvrh'
    #[pyfunction]
    fn lishogi_position_text(py: Python<'_>, board: &Bound<'_, Board>) -> PyResult<String> {
        board.get().lishogi_position_text(py)
    }

    /// Write a move of a position as lishogi does. Use `mujo.lishogi.move_text`.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     The position before the move.
    /// move : Move
    ///     Not checked: whether it is legal.
    ///
    /// Raises
    /// ------
    /// MujoError
    ///     ``no_letters``, ``no_lishogi_move`` or ``wrong_rules``.
    ///
    /// Examples
    /// --------
    /// >>> import mujo
    /// >>> from mujo._core import lishogi_move_text
    /// >>> board = mujo.Board(rules="chu")
    /// >>> lishogi_move_text(board, board.parse_move("6i6h"))
    /// '6i6h'
    #[pyfunction]
    #[pyo3(signature = (board, r#move))]
    fn lishogi_move_text(py: Python<'_>, board: &Bound<'_, Board>, r#move: &Bound<'_, Move>) -> PyResult<String> {
        board.get().lishogi_move_text(py, r#move.get())
    }

    /// Return the list of error slugs.
    ///
    /// Returns
    /// -------
    /// dict of str to tuple
    ///     Slug to (name of the exception class, number of the rule in rules.md or None, meaning).
    ///
    /// Examples
    /// --------
    /// >>> from mujo._core import error_slugs
    /// >>> error_slugs()["illegal_move.emperor"][:2]
    /// ('IllegalMoveError', '5.4')
    #[pyfunction]
    fn error_slugs() -> BTreeMap<&'static str, (&'static str, Option<&'static str>, &'static str)> {
        let described = |entry: &SlugEntry| (entry.error, entry.rule, entry.meaning);
        slug_entries().iter().map(|entry| (entry.slug, described(entry))).collect()
    }
}
