//! Starts the conversation of the engine with another program.

use std::io::{self, BufReader};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use mujo_protocols::{Ending, Protocol, run};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::errors;
use crate::rules::rules_of;
use crate::slug::Slug;
use crate::texts::Text;
use crate::workers;

/// Speak a protocol on standard input and output. Use ``mujo usi`` and ``mujo cecp``.
///
/// Parameters
/// ----------
/// protocol : str
///     ``usi`` or ``cecp``.
/// rules : RuleSet or str
///     The rule set until the other side chooses one.
///
/// Returns
/// -------
/// str
///     ``quit``, or ``end`` if the input has ended or the other side has closed its end.
///
/// Raises
/// ------
/// MujoError
///     ``argument``: there is no such protocol.
/// OSError
///     No thread can be started.
///
/// Examples
/// --------
/// >>> from mujo import MujoError
/// >>> from mujo._core import speak
/// >>> try:
/// ...     speak("uci", "tai")
/// ... except MujoError as error:
/// ...     print(error.code)
/// argument
#[pyfunction]
pub(crate) fn speak(py: Python<'_>, protocol: Text<'_>, rules: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    let protocol = match &*protocol {
        "usi" => Protocol::Usi,
        "cecp" => Protocol::Cecp,
        _ => return Err(errors::refuse(py, Slug::Argument, "the protocols are usi and cecp")),
    };
    let rules = rules_of(py, Some(rules))?;
    let stop = AtomicBool::new(false);
    let found = Mutex::new(None);
    py.detach(|| {
        workers::run(1, &stop, None, &|watch| {
            let input = BufReader::with_capacity(1 << 16, io::stdin());
            let ending = run(protocol, &rules, input, &mut io::stdout().lock(), watch);
            if let Ok(mut found) = found.lock() {
                *found = Some(ending);
            }
        })
    })?;
    match found.into_inner() {
        Ok(Some(Ok(Ending::Quit))) => Ok("quit"),
        Ok(Some(Err(error))) if error.kind() != io::ErrorKind::BrokenPipe => Err(PyOSError::new_err(error.to_string())),
        _ => Ok("end"),
    }
}
