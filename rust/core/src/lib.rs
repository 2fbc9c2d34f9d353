#![doc = include_str!("../README.md")]

// In reading order: each module uses only those above it (docs/explanation/architecture.md, checked by a test).

pub mod geometry;

mod rng;

pub mod parallel;

pub mod moves;

pub mod error;

pub mod betza;

pub mod rules;

pub mod notation;

pub mod position;

pub mod powers;

pub mod attacks;

pub mod movegen;

pub mod game;

pub mod text;

pub mod perft;

pub mod random;
