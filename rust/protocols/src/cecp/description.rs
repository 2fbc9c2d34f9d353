//! What the engine says about itself and its games.

use mujo_core::game::Board;
use mujo_core::rules::{Kind as PieceKind, RuleSet, Side};
use mujo_core::text::{FenForm, PieceLetters, fen_text};

use crate::cecp::piece_moves::xboard_moves;
use crate::settings::{Kind, Offer, Settings};

/// The answer to `protover`.
pub(super) fn feature_lines(settings: &Settings) -> Vec<String> {
    let mut lines = vec![
        "feature done=0 ping=1 setboard=1 usermove=1 playother=1 san=0 time=1 draw=1 reuse=1 analyze=1 colors=0".into(),
        "feature sigint=0 sigterm=0 ics=0 name=0 pause=0 nps=0 debug=0 memory=1 smp=1".into(),
        format!("feature myname=\"mujo {}\"", env!("CARGO_PKG_VERSION")),
        format!("feature variants=\"{}\"", settings.variants().join(",")),
    ];
    lines.extend(Settings::offers().iter().map(|offer| format!("feature option=\"{}\"", option_text(offer))));
    lines.push("feature done=1".into());
    lines
}

fn option_text(Offer { name, kind }: &Offer) -> String {
    match kind {
        Kind::Check(default) => format!("{name} -check {}", u8::from(*default)),
        // Numbers of the protocol have 32 bits.
        Kind::Spin(default, least, most) => format!("{name} -spin {default} {least} {}", most.min(&i32::MAX.into())),
        Kind::Combo(default, values) => {
            let marked = |(number, value): (usize, &String)| {
                if number == *default { format!("*{value}") } else { value.clone() }
            };
            format!("{name} -combo {}", values.iter().enumerate().map(marked).collect::<Vec<_>>().join(" /// "))
        }
        Kind::Button => format!("{name} -button"),
    }
}

/// The table of pieces for one side. Places have meanings to XBoard: the first is the pawn, the last the king. Without an
/// entry of its own (`^` and the letter), a promoted piece would share the place of another one.
fn table_of_xboard(rules: &RuleSet, kinds: &[PieceKind], letters: &PieceLetters) -> String {
    let (royal, others): (Vec<PieceKind>, Vec<PieceKind>) = kinds.iter().partition(|kind| is_royal(rules, **kind));
    let promoted = kinds.iter().filter(|kind| rules.kind_of(rules.type_id(kind.type_index()), true).is_some());
    let plain = |kinds: &[PieceKind]| kinds.iter().map(|kind| letters.text(*kind)).collect::<String>();
    let promoted: String = promoted.flat_map(|kind| ["^", letters.text(*kind)]).collect();
    plain(&others) + &promoted + &plain(&royal)
}

fn is_royal(rules: &RuleSet, kind: PieceKind) -> bool {
    rules.piece_type(rules.moves_as(kind)).is_some_and(|form| form.royal.is_some())
}

/// The initial types, the most numerous first and the royal ones last.
fn in_order_of_xboard(rules: &RuleSet, start: &Board) -> Vec<PieceKind> {
    let mut kinds: Vec<PieceKind> =
        (0..rules.letters().count()).filter_map(|index| rules.kind_of(rules.type_id(index), false)).collect();
    let position = start.position();
    let count = |kind: PieceKind| {
        let pieces = rules.geometry().all().map(|square| position.at(square));
        pieces.filter(|cell| cell.side() == Some(Side::Black) && cell.kind() == kind).count()
    };
    let pawn = kinds.iter().copied().filter(|kind| !is_royal(rules, *kind)).max_by_key(|kind| count(*kind));
    kinds.sort_by_key(|kind| (is_royal(rules, *kind), Some(*kind) != pawn));
    kinds
}

/// What a board that does not know the variant needs: the starting position, and the moves of the pieces.
pub(super) fn variant_lines(rules: &RuleSet, start: &Board, letters: &PieceLetters) -> Vec<String> {
    let kinds = in_order_of_xboard(rules, start);
    let codes = table_of_xboard(rules, &kinds, letters);
    let geometry = rules.geometry();
    let fen = fen_text(rules, &start.position(), 1, letters, FenForm::WinBoard);
    let mut lines = vec![format!(
        "setup ({codes}{}) {}x{}+0_fairy {fen}",
        codes.to_ascii_lowercase(),
        geometry.files(),
        geometry.ranks()
    )];
    let promoted = |kind: PieceKind| rules.kind_of(rules.type_id(kind.type_index()), true);
    for kind in kinds.into_iter().flat_map(|kind| [Some(kind), promoted(kind)]).flatten() {
        let betza = rules.piece_type(rules.moves_as(kind)).and_then(|form| xboard_moves(&form.betza));
        if let Some(betza) = betza {
            lines.push(format!("piece {}& {betza}", letters.text(kind)));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_xboard_begins_with_the_pawn_and_ends_with_the_king() {
        for (name, pawn, king) in [("wa", "SP", "K"), ("dai", "P", "K"), ("maka", "P", "K"), ("tai", "P", "CP")] {
            let rules = RuleSet::named(name).unwrap();
            let kinds = in_order_of_xboard(&rules, &Board::new(rules.clone()));
            let ids: Vec<&str> = kinds.iter().map(|kind| rules.type_id(kind.type_index())).collect();
            assert_eq!((ids.first(), ids.last()), (Some(&pawn), Some(&king)), "{name}");
            assert_eq!(ids.len(), rules.letters().count());
        }
    }

    #[test]
    fn promoted_pieces_have_places_of_their_own() {
        let rules = RuleSet::named("wa").unwrap();
        let kinds = in_order_of_xboard(&rules, &Board::new(rules.clone()));
        let table = table_of_xboard(&rules, &kinds, &PieceLetters::of(&rules).unwrap());
        assert!(table.starts_with('P') && table.contains("^P") && table.ends_with('K'));
        assert_eq!(table.matches('^').count(), 14);
    }
}
