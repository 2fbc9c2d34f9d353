//! Rule sets: the rule files compiled to the tables that the engine reads.
//!
//! A file goes through `toml_tree` (TOML to a tree with line numbers), `reader` and `source` (the file as written, all
//! faults reported), `definition` (laid over the file it is based on), `verify` (faults of the whole), and `rule_set`
//! with `compile`, `power_compiler` and `power_tables`, `move_profile` and `key_table` (the tables).

mod catalog;
mod cell_text;
mod changes;
mod compile;
pub mod data;
mod dead_ends;
mod definition;
pub(crate) mod key_table;
mod kind_table;
mod move_profile;
mod options;
mod piece;
mod piece_line;
mod piece_type;
mod power_compiler;
pub(crate) mod power_tables;
mod reader;
mod rule_set;
mod source;
mod start;
pub(crate) mod toml_tree;
mod verify;

pub(crate) use cell_text::{read_cells, read_piece, read_rank};
pub(crate) use kind_table::{KindTable, LegalityShortcuts};
pub(crate) use move_profile::{MAX_STAGED_MOVES, MoveProfile, UNBOUNDED};
pub use options::{
    BareKing, Burning, Contagion, ContagionOrder, Duty, EmperorRule, Exposure, JumpVictims, LionTrading, NoRoyals,
    OptionSpec, OptionValue, Options, PromotionRow, PromotionVictim, Protection, RepetitionRule, Stalemate, Trigger,
    option_specs,
};
pub use piece::{Cell, Kind, Role, Side};
pub use piece_type::{NamedStart, PieceType};
pub use rule_set::RuleSet;
