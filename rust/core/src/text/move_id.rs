//! Moves as 64-bit numbers (`int(move)` in Python), stable between releases: squares by their dense index.
//!
//! From the low end: start, end, first and second victim before the end (11 bits each, 2047 for none), the change
//! (2 bits), the number of files (6 bits), the third victim before the end plus one (11 bits, 0 for none, 2047 for a sweep). No
//! move has the number 0, and none needs the highest bit.

use crate::error::{Error, Result, Slug};
use crate::geometry::Square;
use crate::moves::{Change, Move};
use crate::rules::RuleSet;

/// Bits of a square.
const SQUARE_BITS: u32 = 11;
/// No square.
const NO_SQUARE: u64 = (1 << SQUARE_BITS) - 1;
/// Where the change begins.
const CHANGE: u32 = 4 * SQUARE_BITS;
/// Where the number of files begins.
const FILES: u32 = CHANGE + 2;
/// Where the third victim begins.
const THIRD: u32 = FILES + 6;
/// In place of a third victim: the move is a sweep.
const SWEEP: u64 = NO_SQUARE;

/// The number of a move.
pub fn of(rules: &RuleSet, mv: Move) -> u64 {
    let geometry = rules.geometry();
    let dense = |square: Square| geometry.dense(square) as u64;
    let victim = |square: Square| if square.is_none() { NO_SQUARE } else { dense(square) };
    let change = match mv.change() {
        Change::None => 0,
        Change::Plus => 1,
        Change::Named(index) => 2 + u64::from(index),
    };
    let [first, second, third] = if mv.is_sweep() { [Square::NONE; 3] } else { mv.vias() };
    let squares = dense(mv.from())
        | dense(mv.to()) << SQUARE_BITS
        | victim(first) << (2 * SQUARE_BITS)
        | victim(second) << (3 * SQUARE_BITS);
    let third = match third {
        _ if mv.is_sweep() => SWEEP,
        Square::NONE => 0,
        square => dense(square) + 1,
    };
    squares | change << CHANGE | (geometry.files() as u64) << FILES | third << THIRD
}

/// The number of the move that ends `columns` further along the row.
#[inline]
pub(crate) const fn along_row(id: u64, columns: usize) -> u64 {
    id + ((columns as u64) << SQUARE_BITS)
}

/// The number of files encoded in a number: 0 to 63 for any number.
pub fn files(id: u64) -> usize {
    usize::try_from(id >> FILES & 63).unwrap_or(usize::MAX)
}

/// The move of a number.
///
/// # Errors
/// `wrong_rules` if the number belongs to a board of another width, `off_board` if it is no move. Does not check whether any
/// piece can move so.
pub fn read(rules: &RuleSet, id: u64) -> Result<Move> {
    let geometry = rules.geometry();
    let none = || Error::other(Slug::OffBoard, format!("{id} is the number of no move"));
    if !(crate::geometry::MIN_SIZE..=crate::geometry::MAX_SIZE).contains(&files(id)) {
        return Err(none());
    }
    if files(id) != geometry.files() {
        let (files, own) = (files(id), geometry.files());
        let message = format!("{id} is a move on {files} files, {} has {own}", rules.name());
        return Err(Error::other(Slug::WrongRules, message));
    }
    let part = |place: u32| id >> (place * SQUARE_BITS) & NO_SQUARE;
    let square = |place: u32| usize::try_from(part(place)).ok().and_then(|index| geometry.from_dense(index));
    let victim = |place: u32| if part(place) == NO_SQUARE { Some(Square::NONE) } else { square(place) };
    let (from, to) = (square(0).ok_or_else(none)?, square(1).ok_or_else(none)?);
    let (first, second) = (victim(2).ok_or_else(none)?, victim(3).ok_or_else(none)?);
    let third = match id >> THIRD {
        0 | SWEEP => Square::NONE,
        number => {
            let index = usize::try_from(number - 1).ok();
            index.and_then(|index| geometry.from_dense(index)).ok_or_else(none)?
        }
    };
    if first.is_none() && !second.is_none() || second.is_none() && !third.is_none() {
        return Err(none());
    }
    let change = match id >> CHANGE & 3 {
        0 => Change::None,
        1 => Change::Plus,
        2 => Change::Named(0),
        _ => Change::Named(1),
    };
    let mv = match id >> THIRD {
        SWEEP if first.is_none() => Move::sweep_between(geometry, from, to).ok_or_else(none)?,
        SWEEP => return Err(none()),
        _ => Move::via_three(from, [first, second, third], to),
    };
    Ok(mv.with_change(change))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::random::playout::{Player, Stream};

    #[test]
    fn moves_come_back() {
        for name in ["tai", "maka", "maka[contagion_order=choice]", "hishigata", "chu", "tenjiku"] {
            let rules = RuleSet::named(name).unwrap();
            let start = Board::new(rules.clone());
            let mut player = Player::new(&start);
            for seed in 0..10 {
                player.play(&start, seed, 100);
                for mv in player.board().clone().legal_list() {
                    assert_eq!(read(&rules, of(&rules, mv)), Ok(mv), "{name}");
                    assert_ne!(of(&rules, mv), 0);
                }
            }
        }
    }

    #[test]
    fn what_is_read_has_that_number() {
        let (maka, tai) = (RuleSet::named("maka").unwrap(), RuleSet::named("tai").unwrap());
        let slug = |rules, id| read(rules, id).map_err(|error| error.slug()).err();
        let good = of(&maka, Board::new(maka.clone()).legal_list()[0]);
        assert_eq!(slug(&tai, good), Some("wrong_rules"));
        assert_eq!((slug(&maka, 0), slug(&maka, u64::MAX)), (Some("off_board"), Some("off_board")));
        let mut stream = Stream::new(3);
        for _ in 0..20_000 {
            let number = good ^ stream.next_bits() & stream.next_bits() & stream.next_bits();
            if let Ok(mv) = read(&maka, number) {
                assert_eq!(of(&maka, mv), number);
            }
        }
    }
}
