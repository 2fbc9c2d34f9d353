//! The universal shogi interface.

mod command;
mod session;
mod text;

pub(crate) use session::UsiSession;
