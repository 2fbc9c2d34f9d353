//! The chess engine communication protocol, version 2, as XBoard, WinBoard and QBoard speak it.
//!
//! The protocol calls the side that moves first White; in the terms of the other crates it is Black.

mod command;
mod description;
mod missing_promotion;
mod piece_moves;
mod session;
mod time_control;

pub(crate) use session::CecpSession;
