//! A player of the great shogi games: search and evaluation over the rules of `mujo-core`.
//!
//! No rule of any game is in this crate, and no piece or game is named in it: it plays every rule set that the core can read,
//! a user's own included. Values come from a file of the game, or from the mobility of its pieces.
//!
//! ```text
//! Engine ── search ──> threads, each a Worker ──> iterate (root) ──> node (principal variation) ──> quiescence
//!    │                     │ Tree: board, sums of values, keys
//!    ├─ Evaluation         └ Memory: killers, counter moves, history
//!    └─ Table, shared by the threads
//! ```

mod bench;
mod engine;
mod evaluation;
mod level;
mod limits;
mod mate;
mod observer;
mod ordering;
mod random;
mod score;
mod search;
mod table;
mod tree;

pub use bench::{Bench, BenchPosition, bench, signature};
pub use engine::{Control, Engine, Line, MAX_THREADS, SearchError, SearchResult};
pub use evaluation::{Evaluation, FileError, TERM_NAMES, Terms, Weights, mobility};
pub use level::Level;
pub use limits::{Clock, Limits, MAX_DEPTH, Ponder};
pub use mate::{MAX_MATE_PLIES, MateAnswer, MateResult, find_mate};
pub use observer::{Observer, Running};
pub use score::Score;
pub use search::Features;
pub use table::NoMemory;
