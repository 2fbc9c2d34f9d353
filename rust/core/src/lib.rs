//! The rules of the great shogi games: boards, moves, promotion, royals, repetition, counting.
//!
//! Arrows run one way: geometry and move language, rule sets, positions, generation, history and outcome, texts and counts.
//! The crate knows nothing of Python.

mod answers;
pub mod batch;
pub mod betza;
pub mod board;
pub mod bulk;
pub mod codes;
pub mod data;
mod draw;
pub mod error;
pub mod explain;
pub mod geometry;
pub mod hash;
pub mod history;
pub mod movegen;
pub mod moves;
pub mod outcome;
mod parts;
pub mod perft;
pub mod playout;
mod powers;
pub mod repetition;
pub mod rules;
pub mod saved;
pub mod setup;
mod stream;
pub mod text;
mod tree;
pub mod watch;
