//! Compiles the tables of kinds, with the tests of legality that each kind can skip.

use crate::moves::Change;
use crate::rules::power_tables::PowerSet;
use crate::rules::{
    Contagion, ContagionOrder, Duty, EmperorRule, Exposure, Kind, KindTable, LegalityShortcuts, LionTrading, Role,
    RuleSet, Trigger,
};

impl RuleSet {
    pub(super) fn compile_kinds(&self) -> Vec<KindTable> {
        let definition = &self.definition;
        let form_of = |id: &str| self.forms.iter().position(|form| form == id);
        let mut kinds = Vec::new();
        for (index, line) in definition.pieces.iter().enumerate() {
            let promoted = line.promotes.as_deref().and_then(form_of);
            let infecting = definition.contagion.0.iter().position(|id| *id == line.id);
            for face in [false, true] {
                let form = if face { promoted } else { Some(index) };
                let id = form.map_or("", |form| self.forms[form].as_str());
                let infects = match (self.options.contagion, infecting) {
                    (Contagion::Off, _) | (_, None) => 0,
                    (Contagion::PromotedOnly, Some(_)) if !face => 0,
                    (_, Some(at)) => u8::try_from(at + 1).unwrap_or(0),
                };
                kinds.push(KindTable {
                    exists: form.is_some(),
                    form: form.and_then(|form| u16::try_from(form).ok()).unwrap_or(0),
                    role: definition.line(id).and_then(|line| line.royal),
                    promotion: (!face && promoted.is_some()).then(|| Kind::new(index, true)),
                    infects,
                    exempt: definition.contagion.1.contains(&line.id),
                    last_rank: !face && line.last_rank,
                    lion: definition.lion_trading.0.iter().any(|lion| lion == id),
                    worthless: definition.lion_trading.1.iter().any(|minor| minor == id),
                    rank: definition.line(id).map_or(0, |line| line.rank),
                    may_burn: false,
                    burns: self.burns() && definition.line(id).is_some_and(|line| line.burns),
                    relevant_victim: false,
                    shortcuts: LegalityShortcuts::default(),
                });
            }
        }
        for index in 0..kinds.len() {
            let promotion = kinds[index].promotion.map(Kind::index);
            kinds[index].may_burn = kinds[index].burns || promotion.is_some_and(|to| kinds[to].burns);
        }
        self.add_shortcuts(&mut kinds);
        kinds
    }

    /// Fill in the legality shortcuts of every kind.
    fn add_shortcuts(&self, kinds: &mut [KindTable]) {
        let options = &self.options;
        let by_promoted = options.promotion.iter().any(|row| row.when == Trigger::CaptureOfPromoted);
        // Burning is decided by the squares around the end, and may make a quiet move a capture.
        let only_captures = options.promotion_zone == 0 && !self.burns();
        let by_end = !options.promotion.is_empty()
            && options.promotion.iter().all(|row| row.when == Trigger::EndInZone && row.duty == Duty::Forced);
        let duty = options.promotion.iter().find(|row| row.when == Trigger::Capture).map(|row| row.duty);
        let lions = options.lion_trading != LionTrading::Off;
        let exposure = options.exposure == Exposure::Forbidden;
        let infection = kinds.iter().any(|table| table.infects > 0);
        for (index, table) in kinds.iter_mut().enumerate() {
            table.relevant_victim = table.infects > 0 || by_promoted && index % 2 == 1;
            let emperor = table.role == Some(Role::Emperor);
            // The universal power reports captures of royals one by one; a hook does not.
            let universal = self.powers[usize::from(table.form)][0].has(PowerSet::UNIVERSAL);
            let check_quiets = emperor && options.emperor == EmperorRule::ProtectedSquare;
            let look_at_emperor = emperor && options.emperor != EmperorRule::Unrestricted;
            let plain = only_captures && !exposure;
            let change = match (table.promotion, duty) {
                (None, _) | (_, None) => Some(Change::None),
                (Some(_), Some(Duty::Forced)) => Some(Change::Plus),
                (Some(_), Some(Duty::Free)) => None,
            };
            let change_in_zone = match table.promotion {
                Some(_) if !options.promotion.is_empty() => by_end.then_some(Change::Plus),
                _ => Some(Change::None),
            };
            let may_choose = table.promotion.is_some() && options.promotion.iter().any(|row| row.duty == Duty::Free)
                || infection && !table.exempt && options.contagion_order == ContagionOrder::Choice;
            let never_changes = table.promotion.is_none() && (table.exempt || !infection);
            table.shortcuts = LegalityShortcuts {
                quiets_are_legal: plain && !check_quiets,
                row_captures_are_legal: plain
                    && !lions
                    && never_changes
                    && match options.emperor {
                        EmperorRule::Unrestricted => true,
                        EmperorRule::ProtectedRoyal => !emperor || universal,
                        _ => !emperor,
                    },
                capture_change: change.filter(|_| plain && !lions && !look_at_emperor),
                change_in_zone: change_in_zone
                    .filter(|_| !only_captures && !self.burns() && !exposure && !lions && !look_at_emperor),
                victims_are_alike: !infection && !by_promoted,
                check_quiets,
                check_captures: look_at_emperor || lions,
                exposure,
                choices: 1 + u8::from(may_choose),
            };
        }
    }
}
