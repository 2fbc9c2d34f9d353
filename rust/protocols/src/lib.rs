//! The computer player behind two protocols: USI, which shogi programs speak, and CECP, which XBoard, WinBoard and QBoard
//! speak.
//!
//! ```text
//! input ── reader thread ── lines ──┐
//!                                   ├─> event loop ── Session (usi or cecp) ── output
//! engine ── search thread ── events ┘
//! ```
//!
//! A session never blocks: it receives one command or one event of the search at a time. What a running search forbids is kept
//! until the search has ended. Lines are parsed by pure functions (`usi::command`, `cecp::command`).

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout))]

mod lines;
mod output;
mod settings;

mod player;
mod session;

mod cecp;
mod usi;

mod event_loop;

pub use event_loop::{Ending, Protocol, run};
