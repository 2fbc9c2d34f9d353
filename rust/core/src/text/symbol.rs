//! Squares and pieces as text on their own: `10q`, `+hm`.

use crate::error::{Error, Result, Slug, quoted};
use crate::geometry::Square;
use crate::rules::{Cell, RuleSet, Side};

/// The square of that name on the board of a rule set.
///
/// # Errors
/// [`Error::Notation`]: `notation.coordinates_swapped` for names such as `a1`, `notation.square` for what is no name of a
/// square, `notation.off_board` for a square that this board does not have.
///
/// # Examples
/// ```
/// use mujo_core::rules::RuleSet;
/// use mujo_core::text::parse_square;
///
/// let maka = RuleSet::named("maka")?;
/// assert_eq!(maka.geometry().name(parse_square(&maka, "2a")?), "2a");
/// assert_eq!(parse_square(&maka, "a2").unwrap_err().slug(), "notation.coordinates_swapped");
/// # Ok::<(), mujo_core::error::Error>(())
/// ```
pub fn parse_square(rules: &RuleSet, text: &str) -> Result<Square> {
    let geometry = rules.geometry();
    if let Some(square) = geometry.parse(text) {
        return Ok(square);
    }
    let (slug, hint) = match form(text) {
        Form::Square => (Slug::NotationOffBoard, ""),
        Form::Swapped => (Slug::NotationCoordinatesSwapped, ": the file comes first, 1a and not a1"),
        Form::Other => (Slug::NotationSquare, ": a file number, then a rank letter, such as 1a"),
    };
    let (files, ranks, shown) = (geometry.files(), geometry.ranks(), quoted(text));
    let message = format!("'{shown}' is no square of {} ({files} files, {ranks} ranks){hint}", rules.name());
    Err(Error::Notation { slug, message, text: shown, position: 0, rule: None })
}

enum Form {
    Square,
    Swapped,
    Other,
}

/// What a text that names no square of the board looks like.
fn form(text: &str) -> Form {
    let digits = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let letters = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase());
    let split = |is_first: fn(u8) -> bool| text.split_at(text.bytes().take_while(|byte| is_first(*byte)).count());
    let (file, rank) = split(|byte| byte.is_ascii_digit());
    if digits(file) && letters(rank) {
        return Form::Square;
    }
    let (rank, file) = split(|byte| byte.is_ascii_lowercase());
    if digits(file) && letters(rank) { Form::Swapped } else { Form::Other }
}

/// A piece as positions write it, whatever the game: the id of its initial type, its owner, and whether it is promoted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PieceSymbol {
    /// The id, 1 to 3 capital letters.
    id: String,
    /// The owner.
    pub side: Side,
    /// Whether its promoted face is up.
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
    /// use mujo_core::text::PieceSymbol;
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

impl std::fmt::Display for PieceSymbol {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(if self.promoted { "+" } else { "" })?;
        match self.side {
            Side::Black => out.write_str(&self.id),
            Side::White => out.write_str(&self.id.to_ascii_lowercase()),
        }
    }
}
