//! Forced mates by proof-number search (depth first, with a table): the attacker gives check with every move.
//!
//! A proof refutes every reply of the defender. A search without a result proves nothing if it ran into
//! its limits or into repetition.

use std::collections::HashMap;

use mujo_core::game::Board;
use mujo_core::moves::{Move, MoveList};
use mujo_core::parallel::Interrupt;
use mujo_core::rules::{RepetitionRule, Side};

use crate::evaluation::Evaluation;
use crate::random::mixed;
use crate::table::NoMemory;
use crate::tree::Tree;

/// A number that cannot be reached by adding up: proved, or disproved.
const INFINITE: u32 = 1 << 30;
/// Positions between two checks of the stop flag.
const LOOK: u64 = 64;
/// Positions whose moves are kept.
const MOST_EXPANDED: usize = 400_000;
/// Entries of one bucket.
const WAYS: usize = 4;
/// Deepest line.
pub const MAX_MATE_PLIES: u32 = 400;

/// How a mate search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// The side to move mates by force: one line to the mate, with the best defence found.
    Mate(Vec<Move>),
    /// Checks alone do not mate within the limit of plies.
    NoMate,
    /// A limit was reached before that.
    Unknown,
}

/// The result of a mate search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateResult {
    /// What was found.
    pub answer: MateAnswer,
    /// Positions visited.
    pub nodes: u64,
}

/// Proof and disproof numbers as the side to move sees them, and the length of a proof.
#[derive(Clone, Copy, Debug, Default)]
struct Numbers {
    /// What it takes for the side to move to reach its aim.
    phi: u32,
    /// What it takes for the other side.
    delta: u32,
    /// Plies to the mate, where one is proved.
    distance: u16,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    numbers: Numbers,
    work: u32,
}

#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    key: u64,
    numbers: Numbers,
}

struct Solver<'a> {
    tree: Tree<'a>,
    attacker: Side,
    table: Vec<[Entry; WAYS]>,
    /// Keys of the positions on the way here.
    path: Vec<u64>,
    watch: &'a mut dyn Interrupt,
    nodes: u64,
    limit: u64,
    max_plies: usize,
    stopped: bool,
    list: MoveList,
    /// What was expanded, so that a position visited again need not be; `None` where the moves depend on the way here.
    expanded: Option<HashMap<u64, Expansion>>,
}

/// The moves of a position that count, or numbers where those decide.
type Expansion = Result<Box<[(Move, u64)]>, Numbers>;

/// Look for a forced mate of the side to move by checks alone.
///
/// ```
/// use mujo_core::{game::Board, parallel::NeverInterrupt, rules::RuleSet, text};
/// use mujo_engine::{Evaluation, MateAnswer, find_mate};
/// let rules = RuleSet::named("chu")?;
/// let parsed = text::parse_position(&rules, "k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1")?;
/// let board = Board::from_position(rules.clone(), parsed.position, 1);
/// let found = find_mate(&Evaluation::of(&rules), &board, 11, 10_000, 1, &mut NeverInterrupt)?;
/// assert!(matches!(found.answer, MateAnswer::Mate(line) if line.len() == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NoMemory`] if the table cannot be allocated.
pub fn find_mate(
    evaluation: &Evaluation,
    board: &Board,
    max_plies: u32,
    nodes: u64,
    mebibytes: usize,
    watch: &mut dyn Interrupt,
) -> Result<MateResult, NoMemory> {
    let refused = NoMemory { mebibytes };
    let count = (mebibytes.checked_mul(1 << 20).ok_or(refused)? / size_of::<[Entry; WAYS]>()).max(64);
    let mut table = Vec::new();
    table.try_reserve_exact(count).map_err(|_| refused)?;
    table.resize(count, [Entry::default(); WAYS]);
    let tree = Tree::new(evaluation, board);
    let attacker = tree.turn();
    let mut solver = Solver {
        tree,
        attacker,
        table,
        path: Vec::new(),
        watch,
        nodes: 0,
        limit: nodes,
        max_plies: usize::try_from(max_plies.min(MAX_MATE_PLIES)).unwrap_or(0),
        stopped: false,
        list: MoveList::new(),
        expanded: (board.rules().options().repetition != RepetitionRule::Forbid).then(HashMap::new),
    };
    let numbers = solver.prove(INFINITE, INFINITE, 0);
    let answer = match numbers {
        Numbers { phi: 0, .. } => match solver.line() {
            Some(line) => MateAnswer::Mate(line),
            None => MateAnswer::Unknown,
        },
        Numbers { delta: 0, .. } if !solver.stopped => MateAnswer::NoMate,
        _ => MateAnswer::Unknown,
    };
    Ok(MateResult { answer, nodes: solver.nodes })
}

impl Solver<'_> {
    fn attacks(&self) -> bool {
        self.tree.turn() == self.attacker
    }

    fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.stopped |= self.nodes >= self.limit || self.watch.should_stop();
        }
    }

    /// Expand the position until one of its numbers reaches its threshold.
    fn prove(&mut self, phi_limit: u32, delta_limit: u32, ply: usize) -> Numbers {
        let before = self.nodes;
        self.visit();
        let mut children = Vec::new();
        let decided = if ply > self.max_plies { Some(self.failed()) } else { self.expand(&mut children) };
        if let Some(numbers) = decided {
            self.store(self.tree.key(), numbers, 1);
            return numbers;
        }
        self.path.push(self.tree.key());
        let numbers = loop {
            for child in &mut children {
                child.numbers = self.known(child.key);
            }
            let (numbers, best, second) = summary(&children);
            if numbers.phi >= phi_limit || numbers.delta >= delta_limit || self.stopped {
                break numbers;
            }
            let child = children[best];
            let child_phi = (delta_limit - numbers.delta).saturating_add(child.numbers.phi).min(INFINITE);
            let child_delta = phi_limit.min(second.saturating_add(second / 4 + 1)).min(INFINITE);
            self.tree.make(child.mv);
            self.prove(child_phi, child_delta, ply + 1);
            self.tree.unmake();
        };
        self.path.pop();
        let work = u32::try_from(self.nodes - before).unwrap_or(u32::MAX);
        self.store(self.tree.key(), numbers, work);
        numbers
    }

    /// The attacker has not mated.
    fn failed(&self) -> Numbers {
        if self.attacks() {
            Numbers { phi: INFINITE, delta: 0, distance: 0 }
        } else {
            Numbers { phi: 0, delta: INFINITE, distance: 0 }
        }
    }

    /// The moves that count: checks of the attacker, replies after which the last royal cannot be captured. Numbers where that
    /// decides.
    fn expand(&mut self, children: &mut Vec<Child>) -> Option<Numbers> {
        let key = self.tree.key();
        let child = |(mv, key): &(Move, u64)| Child { mv: *mv, key: *key, numbers: Numbers::default() };
        if let Some(known) = self.expanded.as_ref().and_then(|expanded| expanded.get(&key)) {
            return match known {
                Err(numbers) => Some(*numbers),
                Ok(moves) => {
                    children.extend(moves.iter().map(child));
                    None
                }
            };
        }
        let mut moves = Vec::new();
        let decided = self.expand_anew(&mut moves);
        children.extend(moves.iter().map(child));
        if let Some(expanded) = &mut self.expanded {
            if expanded.len() >= MOST_EXPANDED {
                expanded.clear();
            }
            expanded.insert(key, decided.map_or_else(|| Ok(moves.into_boxed_slice()), Err));
        }
        decided
    }

    fn expand_anew(&mut self, children: &mut Vec<(Move, u64)>) -> Option<Numbers> {
        let attacks = self.attacks();
        let mut list = std::mem::take(&mut self.list);
        self.tree.moves(&mut list);
        let (own, enemy) = (self.tree.turn(), self.tree.turn().other());
        let enemy_royals = self.tree.royals(enemy);
        let mut decided = None;
        for mv in &list {
            let trade = self.tree.trade(*mv);
            if trade.royals > 0 && trade.royals >= enemy_royals {
                // The last royal is taken: the attacker wins, or the defender gets out of it.
                decided = Some(Numbers { phi: 0, delta: INFINITE, distance: 0 });
                break;
            }
            self.tree.make(*mv);
            let counts = if attacks { trade.royals > 0 || self.tree.is_check() } else { !self.tree.is_exposed(own) };
            let key = self.tree.key();
            self.tree.unmake();
            if counts {
                children.push((*mv, key));
            }
        }
        let any = !list.is_empty();
        self.list = list;
        if decided.is_some() || !children.is_empty() {
            return decided;
        }
        if attacks {
            return Some(self.failed());
        }
        // No reply helps; if there is none at all, the rules decide who has won.
        let beaten = any || self.tree.board().outcome().is_some_and(|outcome| outcome.winner == Some(self.attacker));
        Some(if beaten { Numbers { phi: INFINITE, delta: 0, distance: 0 } } else { self.failed() })
    }

    fn bucket(&self, key: u64) -> usize {
        usize::try_from((u128::from(mixed(key)) * self.table.len() as u128) >> 64).unwrap_or(0)
    }

    /// What is known of a position after a move; one that stands on the way here is no progress.
    fn known(&self, key: u64) -> Numbers {
        if self.path.contains(&key) {
            // Seen by the side to move there, which is not the one to move here.
            let attacker_there = !self.attacks();
            return if attacker_there {
                Numbers { phi: INFINITE, delta: 0, distance: 0 }
            } else {
                Numbers { phi: 0, delta: INFINITE, distance: 0 }
            };
        }
        let bucket = &self.table[self.bucket(key)];
        bucket
            .iter()
            .find(|entry| entry.key == key && entry.work > 0)
            .map_or(Numbers { phi: 1, delta: 1, distance: 0 }, |entry| entry.numbers)
    }

    fn store(&mut self, key: u64, numbers: Numbers, work: u32) {
        let at = self.bucket(key);
        let bucket = &mut self.table[at];
        let place = bucket
            .iter()
            .position(|entry| entry.key == key || entry.work == 0)
            .or_else(|| (0..WAYS).min_by_key(|place| bucket[*place].work))
            .unwrap_or(0);
        bucket[place] = Entry { key, numbers, work: work.max(1) };
    }

    /// The proof's line: shortest mates against the longest defences in the table.
    fn line(&mut self) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        self.limit = self.nodes.saturating_mul(2).saturating_add(1 << 16);
        self.stopped = false;
        let mut made = 0;
        let found = loop {
            let mut children = Vec::new();
            if line.len() > self.max_plies {
                break None;
            }
            if self.expand(&mut children).is_some() {
                // Mated, or the last royal can be taken at once.
                break Some(());
            }
            let attacks = self.attacks();
            self.path.push(self.tree.key());
            for child in &mut children {
                child.numbers = self.known(child.key);
            }
            let proved = |child: &Child| if attacks { child.numbers.delta == 0 } else { child.numbers.phi == 0 };
            let chosen = if attacks {
                children.iter().filter(|child| proved(child)).min_by_key(|child| child.numbers.distance).copied()
            } else if let Some(lost) = children.iter().find(|child| !proved(child)).copied() {
                // The table no longer has this reply: prove it again.
                self.tree.make(lost.mv);
                let again = self.prove(INFINITE, INFINITE, line.len() + 1);
                self.tree.unmake();
                if again.phi != 0 {
                    break None;
                }
                self.path.pop();
                continue;
            } else {
                children.iter().max_by_key(|child| child.numbers.distance).copied()
            };
            let Some(chosen) = chosen else {
                self.path.pop();
                let again = self.prove(INFINITE, INFINITE, line.len());
                if again.phi != 0 || self.stopped {
                    break None;
                }
                continue;
            };
            line.push(chosen.mv);
            self.tree.make(chosen.mv);
            made += 1;
        };
        for _ in 0..made {
            self.tree.unmake();
        }
        found.map(|()| line)
    }
}

/// Numbers of a position by those of its children, the child to expand, and the second best of its numbers.
fn summary(children: &[Child]) -> (Numbers, usize, u32) {
    let (mut best, mut lowest, mut second, mut lowest_phi) = (0, INFINITE + 1, INFINITE, u32::MAX);
    let mut sum = 0_u32;
    let (mut shortest, mut longest) = (u16::MAX, 0);
    for (at, child) in children.iter().enumerate() {
        let Numbers { phi, delta, distance } = child.numbers;
        sum = sum.saturating_add(phi).min(INFINITE);
        if delta == 0 {
            shortest = shortest.min(distance);
        }
        longest = longest.max(distance);
        if delta < lowest || delta == lowest && phi < lowest_phi {
            second = lowest.min(INFINITE);
            (best, lowest, lowest_phi) = (at, delta, phi);
        } else if delta < second {
            second = delta;
        }
    }
    let distance = if lowest == 0 { shortest } else { longest }.saturating_add(1);
    (Numbers { phi: lowest, delta: sum, distance }, best, second)
}
