//! Names of squares: `10q`.

use crate::error::{Error, Result, Slug, quoted};
use crate::geometry::Square;
use crate::rules::RuleSet;

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

/// The form of a text that is not a square of the board.
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
