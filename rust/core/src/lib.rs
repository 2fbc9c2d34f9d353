//! The rules of the great shogi games: boards, moves, promotion, royals, repetition, counting.
//!
//! Arrows run one way: geometry and move language, rule sets, positions, generation, history and outcome, texts and counts.
//! The crate knows nothing of Python.

pub mod attacks;
pub mod betza;
pub mod error;
pub mod game;
pub mod geometry;
pub mod movegen;
pub mod moves;
pub mod parallel;
pub mod perft;
pub mod position;
pub mod powers;
pub mod random;
mod rng;
pub mod rules;
pub mod text;
