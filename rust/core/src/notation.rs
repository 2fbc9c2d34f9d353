//! Writes moves and pieces (docs/reference/formats.md), which takes only a rule set. Reading takes a position: see `text`.

use std::fmt;

use crate::error::{Error, Result, Slug, quoted};
use crate::moves::{Change, Move};
use crate::rules::{Cell, RuleSet, Side};

/// The canonical text of a move.
pub fn usi(rules: &RuleSet, mv: Move) -> String {
    let geometry = rules.geometry();
    let mut text = String::with_capacity(12);
    geometry.write_name(mv.from(), &mut text);
    if mv.is_sweep() {
        text.push(':');
    }
    for square in mv.victims_before_end() {
        geometry.write_name(square, &mut text);
    }
    geometry.write_name(mv.to(), &mut text);
    match mv.change() {
        Change::None => {}
        Change::Plus => text.push('+'),
        Change::Named(index) => {
            text.push('+');
            if let Some(kind) = rules.contagious().get(usize::from(index)) {
                text.push_str(rules.type_id(kind.type_index()));
            }
        }
    }
    text
}

/// Text of a piece: `HM`, `+hm`; empty for an empty cell.
pub fn piece_text(rules: &RuleSet, cell: Cell) -> String {
    piece_symbol(rules, cell).map_or_else(String::new, |symbol| symbol.to_string())
}

/// A piece in position text, independent of the game: the id of its initial type, its owner, and whether it is promoted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PieceSymbol {
    /// The id, 1 to 3 capital letters.
    id: String,
    /// The owner.
    pub side: Side,
    /// Whether it is promoted.
    pub promoted: bool,
}

impl PieceSymbol {
    /// A piece of a type, whose id may be written in either case.
    ///
    /// # Errors
    /// `data.bad_id` if the id does not have 1 to 3 letters A to Z.
    pub fn new(id: &str, side: Side, promoted: bool) -> Result<Self> {
        let fits = (1..=3).contains(&id.len()) && id.bytes().all(|letter| letter.is_ascii_alphabetic());
        if !fits {
            let message = format!("'{}' is no id of a type: 1 to 3 letters", quoted(id));
            return Err(Error::other(Slug::DataBadId, message));
        }
        Ok(Self { id: id.to_ascii_uppercase(), side, promoted })
    }

    /// Read a symbol: `HM` for Black, `hm` for White, `+` before it if promoted.
    ///
    /// # Errors
    /// `position.mixed_case` if neither case is kept throughout, `data.bad_id` as [`PieceSymbol::new`].
    ///
    /// # Examples
    /// ```
    /// use mujo_core::rules::Side;
    /// use mujo_core::notation::PieceSymbol;
    ///
    /// let piece = PieceSymbol::parse("+hm")?;
    /// assert_eq!((piece.id(), piece.side, piece.promoted), ("HM", Side::White, true));
    /// assert_eq!(piece.to_string(), "+hm");
    /// assert_eq!(PieceSymbol::parse("Hm").unwrap_err().slug(), "position.mixed_case");
    /// # Ok::<(), mujo_core::error::Error>(())
    /// ```
    pub fn parse(symbol: &str) -> Result<Self> {
        let (promoted, id) = symbol.strip_prefix('+').map_or((false, symbol), |id| (true, id));
        let upper = id.bytes().all(|letter| letter.is_ascii_uppercase());
        if !upper && !id.bytes().all(|letter| letter.is_ascii_lowercase()) {
            let message = format!("'{}' mixes cases: all UPPER for Black or all lower for White", quoted(symbol));
            return Err(Error::other(Slug::PositionMixedCase, message));
        }
        Self::new(id, if upper { Side::Black } else { Side::White }, promoted)
    }

    /// The id of its initial type, in capital letters.
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// The symbol of the piece in a cell; `None` if there is none.
pub fn piece_symbol(rules: &RuleSet, cell: Cell) -> Option<PieceSymbol> {
    let (kind, side) = cell.piece()?;
    Some(PieceSymbol { id: rules.type_id(kind.type_index()).to_owned(), side, promoted: kind.promoted() })
}

impl fmt::Display for PieceSymbol {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.promoted { "+" } else { "" })?;
        match self.side {
            Side::Black => out.write_str(&self.id),
            Side::White => out.write_str(&self.id.to_ascii_lowercase()),
        }
    }
}
