//! The error slugs that the binding raises itself; everything else comes from the core with its own.
//!
//! A slug that `errors.toml` does not list does not compile, and neither does one that is never raised.

macro_rules! slugs {
    ($($variant:ident = $slug:literal),+ $(,)?) => {
        #[derive(Clone, Copy, Debug)]
        #[deny(dead_code)]
        pub(crate) enum Slug {
            $($variant),+
        }

        impl Slug {
            pub(crate) const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $slug),+
                }
            }
        }

        $(const _: () = assert!(mujo_core::error::is_listed($slug), "errors.toml does not list this slug");)+
    };
}

slugs! {
    Argument = "argument",
    Array = "array",
    BoardBusy = "board_busy",
    CountTooLarge = "count_too_large",
    Depth = "depth",
    EngineBusy = "engine.busy",
    EngineFinished = "engine.finished",
    EngineMemory = "engine.memory",
    EngineNumbers = "engine.numbers",
    MoveNoBoard = "move.no_board",
    NothingToUndo = "nothing_to_undo",
    OffBoard = "off_board",
    OutcomeTermination = "outcome.termination",
    Pickle = "pickle",
    PositionNumber = "position.number",
    RulesUnknownType = "rules.unknown_type",
    Threads = "threads",
    TooComplex = "too_complex",
    WrongRules = "wrong_rules",
}
