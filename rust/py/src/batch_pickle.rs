//! Batches as pickles.

use std::collections::HashMap;
use std::sync::Arc;

use mujo_core::game::Board as CoreBoard;
use mujo_core::random::batch::{Batch as CoreBatch, Start};
use mujo_core::text;
use pyo3::prelude::*;

use crate::batch::Batch;
use crate::errors;
use crate::home::Home;
use crate::numbers::Whole;
use crate::rules::RuleSet;
use crate::signals::{interruptible, interruptible_for_long};

#[pymethods]
impl Batch {
    /// Make a batch again from its pickle: for each board the text where it began, its text now, the moves between.
    #[staticmethod]
    fn _restore(py: Python<'_>, rules: &RuleSet, threads: Whole, boards: Vec<(String, String, u32)>) -> PyResult<Self> {
        let rules = Arc::clone(&rules.inner);
        let read = |words: &str| {
            let parsed =
                text::parse_position(&rules, words).map_err(|error| errors::convert(py, &error, Some(&rules)))?;
            Ok::<_, PyErr>(CoreBoard::from_position(Arc::clone(&rules), parsed.position, parsed.number))
        };
        // Boards that began together share their start again.
        let mut starts = HashMap::<String, Arc<Start>>::new();
        let mut slots = Vec::with_capacity(boards.len());
        for (start, now, plies) in boards {
            let position = read(&now)?.to_position();
            let begun = if let Some(known) = starts.get(&start) {
                Arc::clone(known)
            } else {
                let board = read(&start)?;
                interruptible(|| Start::new(&board))?
            };
            starts.insert(start, Arc::clone(&begun));
            slots.push((begun, position, plies));
        }
        let (size, threads) = (slots.len(), threads.threads(py)?);
        let inner = interruptible_for_long(|| CoreBatch::restore(Arc::clone(&rules), slots.into_iter()))?;
        Ok(Self { inner: Home::new(inner), rules, size, threads })
    }

    #[expect(clippy::type_complexity, reason = "the fields of a pickle")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (RuleSet, usize, Vec<(String, String, u32)>))> {
        let rules = Arc::clone(&self.rules);
        let boards = self.with(py, |batch| {
            let text_of = |board: Option<CoreBoard>| {
                board.map(|board| text::position_text(&rules, &board.position(), board.number())).unwrap_or_default()
            };
            Ok(batch
                .plies()
                .enumerate()
                .map(|(index, plies)| (text_of(batch.start(index)), text_of(batch.board(index)), plies))
                .collect())
        })?;
        Ok((py.get_type::<Self>().getattr("_restore")?, (RuleSet::new(Arc::clone(&self.rules)), self.threads, boards)))
    }
}
