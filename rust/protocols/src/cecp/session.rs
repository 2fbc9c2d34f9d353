//! The conversation with a board.

use std::sync::Arc;

use mujo_core::error::Error;
use mujo_core::game::Board;
use mujo_core::game::outcome::Outcome;
use mujo_core::moves::Move;
use mujo_core::rules::Side;
use mujo_core::text::{
    FenForm, PieceLetters, cecp_move_text, is_variant_of_xboard, parse_fen, parse_position, read_cecp_move,
};
use mujo_engine::{Limits, Running, Score, SearchResult};

use crate::cecp::command::{Command, parse};
use crate::cecp::description::{feature_lines, variant_lines};
use crate::cecp::missing_promotion::{may_lack_promotion, with_promotion};
use crate::cecp::time_control::TimeControl;
use crate::output::{Output, shown};
use crate::player::{Done, Found, Player, Task};
use crate::session::{Flow, Session, any_move};
use crate::settings::Effect;

/// Scores beyond this are mates, by the protocol.
const MATE: i32 = 100_000;
/// First ply at which the player agrees to a draw.
const DRAW_PLY: usize = 80;
/// Largest score of the player, in hundredths, at which it agrees.
const DRAW_SCORE: i32 = 0;

/// What the running search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    /// On the opponent's time, after this move of his.
    Ponder(Move),
    Analysis,
    /// Nothing any more.
    Discarded,
}

/// The session.
#[derive(Debug)]
pub(crate) struct CecpSession {
    player: Player,
    board: Board,
    /// The side that the player has; `None` in force mode.
    side: Option<Side>,
    control: TimeControl,
    shows_thinking: bool,
    is_analysing: bool,
    purpose: Purpose,
    searched: Board,
    /// A move that was found while pondering.
    held: Option<SearchResult>,
    /// The last result, for status, hints and offers of a draw.
    last: Option<SearchResult>,
    /// The last report from within an iteration of the running search, for status.
    state: Option<Running>,
    /// Pings to be answered after the move.
    pings: Vec<String>,
    /// Legs of a move whose last leg has not come.
    legs: String,
    /// Moves among those made whose promotion a board may have left out, by their place.
    unmarked: Vec<usize>,
}

impl CecpSession {
    pub(crate) fn new(player: Player) -> Self {
        let board = Board::new(Arc::clone(&player.settings.rules));
        Self {
            player,
            searched: board.clone(),
            board,
            side: Some(Side::White),
            control: TimeControl::default(),
            shows_thinking: false,
            is_analysing: false,
            purpose: Purpose::Discarded,
            held: None,
            last: None,
            state: None,
            pings: Vec::new(),
            legs: String::new(),
            unmarked: Vec::new(),
        }
    }

    /// Whether a command has to wait for the end of the search, which it makes useless.
    fn ends_search(&self, command: &Command) -> bool {
        match command {
            Command::New
            | Command::Variant(_)
            | Command::SetBoard(_)
            | Command::Force
            | Command::Result
            | Command::Undo(_)
            | Command::PlayOther
            | Command::Analyze
            | Command::ExitAnalysis => true,
            Command::Go => self.purpose != Purpose::Move,
            // The move that was expected makes the search a search for a move.
            Command::Move(text) => match self.purpose {
                Purpose::Ponder(expected) => read_cecp_move(&self.board, text) != Ok(expected),
                Purpose::Move => false,
                Purpose::Analysis | Purpose::Discarded => true,
            },
            Command::Ponder(false) => matches!(self.purpose, Purpose::Ponder(_)),
            _ => false,
        }
    }

    fn obey(&mut self, command: Command, output: &mut Output) {
        match command {
            Command::ProtocolVersion => {
                for line in feature_lines(&self.player.settings) {
                    output.line(line);
                }
            }
            Command::New => self.begin(None, output),
            Command::Variant(name) => self.begin(Some(&name), output),
            Command::SetBoard(text) => self.set_up(&text, output),
            Command::Move(text) => self.take_move(&text, output),
            Command::Go if self.is_searching() => {}
            Command::Go => {
                (self.is_analysing, self.side) = (false, Some(self.board.turn()));
                self.think(output);
            }
            Command::PlayOther => {
                self.side = Some(self.board.turn().other());
                self.ponder();
            }
            Command::Force | Command::Result => self.side = None,
            Command::MoveNow => {
                if self.purpose == Purpose::Move {
                    self.player.stop();
                }
            }
            Command::Analyze => {
                (self.is_analysing, self.side) = (true, None);
                self.analyse(output);
            }
            Command::ExitAnalysis => self.is_analysing = false,
            Command::AnalysisStatus => self.report_status(output),
            Command::Level { moves, base, increment } => self.control.set_level(moves, base, increment),
            Command::MoveTime(time) => self.control.set_move_time(time),
            Command::Depth(depth) => self.control.set_depth(depth),
            Command::Clock { own, left } => {
                if own {
                    self.control.set_left(left);
                }
            }
            Command::Thinking(shows) => self.shows_thinking = shows,
            Command::Ponder(ponders) => self.player.settings.ponder = ponders,
            Command::Ping(number) => {
                // Not before the move that is due.
                if self.is_searching() && self.purpose == Purpose::Move {
                    self.pings.push(number);
                } else {
                    output.line(format!("pong {number}"));
                }
            }
            Command::Undo(count) => self.undo(count, output),
            Command::Draw => {
                if self.accepts_draw() {
                    output.line("offer draw");
                }
            }
            Command::Hint => {
                if let Some(mv) = self.expected_reply() {
                    output.line(format!("Hint: {}", cecp_move_text(self.board.rules(), mv)));
                }
            }
            Command::Set { name, value } => self.set_option(&name, &value, output),
            Command::Malformed(form) => output.line(format!("Error (bad arguments): the form is: {form}")),
            Command::Unknown(word) => output.line(format!("Error (unknown command): {}", shown(&word))),
            Command::Quit | Command::Ignored => {}
        }
    }

    /// A new game, of another variant if one is named.
    fn begin(&mut self, variant: Option<&str>, output: &mut Output) {
        let settings = &mut self.player.settings;
        let given = settings.given_name().to_owned();
        let name = variant.unwrap_or(&given);
        let rules = settings.named_by_board(name).to_owned();
        if let Err(reason) = settings.set("variant", &rules) {
            output.line(format!("Error (unknown variant): {}", shown(name)));
            output.line(format!("# {reason}"));
            return;
        }
        self.player.mark_stale();
        self.player.begin_game();
        self.board = Board::new(Arc::clone(&self.player.settings.rules));
        self.forget();
        if variant.is_none() {
            self.side = Some(Side::White);
            self.control.reset();
            self.is_analysing = false;
        } else if !is_variant_of_xboard(name) {
            let rules = self.board.rules();
            if let Ok(letters) = PieceLetters::of(rules) {
                for line in variant_lines(rules, &self.board, &letters) {
                    output.line(line);
                }
            }
        }
        self.analyse(output);
    }

    /// The position is another one: what was found before has no meaning.
    fn forget(&mut self) {
        (self.last, self.held) = (None, None);
        self.legs.clear();
        self.unmarked.clear();
    }

    fn set_up(&mut self, text: &str, output: &mut Output) {
        let rules = Arc::clone(self.board.rules());
        let parsed = if text.contains(',') {
            parse_position(&rules, text)
        } else {
            // Boards that leave the halfmove clock of chess out number moves, not pairs of them.
            let fields = text.split_ascii_whitespace().count();
            let form = if fields > 3 { FenForm::WinBoard } else { FenForm::QBoard };
            PieceLetters::of(&rules).and_then(|letters| parse_fen(&rules, text, &letters, form))
        };
        match parsed {
            Ok(parsed) => {
                self.board = Board::from_position(rules, parsed.position, parsed.number);
                self.forget();
            }
            Err(error) => output.line(format!("tellusererror Illegal position: {error}")),
        }
        self.analyse(output);
    }

    fn take_move(&mut self, text: &str, output: &mut Output) {
        if self.is_searching() && self.purpose == Purpose::Move {
            output.line(format!("Illegal move (it is the engine's turn): {}", shown(text)));
            return;
        }
        if text.ends_with(',') && self.legs.len() + text.len() < 60 {
            self.legs.push_str(text);
            return;
        }
        let whole = std::mem::take(&mut self.legs) + text;
        let mv = match self.read_move(&whole, output) {
            Ok(mv) => mv,
            Err(error) => {
                output.line(format!("Illegal move ({}): {}", error.slug(), shown(&whole)));
                if let Error::Illegal { .. } = error {
                    output.line(format!("# {error}"));
                }
                self.analyse(output);
                return;
            }
        };
        if may_lack_promotion(&self.board, mv, &whole) {
            self.unmarked.push(self.board.ply());
        }
        self.board.push_unchecked(mv);
        if let Purpose::Ponder(_) = self.purpose
            && (self.is_searching() || self.held.is_some())
        {
            // Any other move has ended the search before.
            self.purpose = Purpose::Move;
            self.control.begin();
            self.player.hit();
            if let Some(found) = self.held.take() {
                self.play(&found, output);
            }
            return;
        }
        if self.is_analysing {
            self.analyse(output);
        } else if self.side == Some(self.board.turn()) {
            self.think(output);
        } else {
            self.claim(output);
        }
    }

    /// Read a move. If it is legal only after a promotion that the board has left out, the game is corrected.
    fn read_move(&mut self, text: &str, output: &mut Output) -> Result<Move, Error> {
        let error = match read_cecp_move(&self.board, text) {
            Err(error @ Error::Illegal { .. }) => error,
            result => return result,
        };
        for (number, place) in self.unmarked.iter().enumerate().rev() {
            if let Some((board, mv)) = with_promotion(&self.board, *place, text) {
                output.line(format!("# move {} of this game is taken as a promotion", place + 1));
                self.board = board;
                self.unmarked.remove(number);
                return Ok(mv);
            }
        }
        Err(error)
    }

    /// State the result if the game is over.
    fn claim(&mut self, output: &mut Output) -> bool {
        let Some(outcome) = self.board.outcome() else { return false };
        output.line(result_text(outcome));
        true
    }

    fn own_moves(&self) -> usize {
        self.board.ply().div_ceil(2)
    }

    fn limits(&self) -> Limits {
        self.control.limits(self.own_moves(), self.player.settings.lines)
    }

    /// Search for the player's move.
    fn think(&mut self, output: &mut Output) {
        if self.claim(output) {
            return;
        }
        self.control.begin();
        let task = Task::Best { limits: self.limits(), moves: Vec::new(), pondering: false };
        self.search(Purpose::Move, self.board.clone(), task, output);
    }

    /// Search until told to stop, if the mode is on.
    fn analyse(&mut self, output: &mut Output) {
        if !self.is_analysing {
            return;
        }
        let limits = Limits { lines: self.player.settings.lines, ..Limits::default() };
        let task = Task::Best { limits, moves: Vec::new(), pondering: false };
        self.search(Purpose::Analysis, self.board.clone(), task, output);
    }

    /// Search after the expected move of the opponent.
    fn ponder(&mut self) {
        if !self.player.settings.ponder || self.side != Some(self.board.turn().other()) {
            return;
        }
        let Some(expected) = self.expected_reply() else { return };
        let mut board = self.board.clone();
        board.push_unchecked(expected);
        let task = Task::Best { limits: self.limits(), moves: Vec::new(), pondering: true };
        self.search(Purpose::Ponder(expected), board, task, &mut Output::default());
    }

    fn search(&mut self, purpose: Purpose, board: Board, task: Task, output: &mut Output) {
        (self.purpose, self.searched, self.state) = (purpose, board, None);
        if let Err(reason) = self.player.start(&self.searched, task) {
            self.finish(Found::Failed(reason), output);
        }
    }

    /// The reply to the player's last move that the last search expects.
    fn expected_reply(&self) -> Option<Move> {
        let line = &self.last.as_ref()?.lines.first()?.moves;
        let (best, reply) = (line.first()?, line.get(1)?);
        let was_played = self.board.moves().next_back() == Some(*best);
        (was_played && self.board.is_legal(*reply)).then_some(*reply)
    }

    fn accepts_draw(&self) -> bool {
        let score = self.last.as_ref().map(SearchResult::score);
        self.side.is_some() && self.board.ply() >= DRAW_PLY && score.is_some_and(|score| score.number() <= DRAW_SCORE)
    }

    /// Play a move that was found.
    fn play(&mut self, found: &SearchResult, output: &mut Output) {
        let resign = self.player.settings.resign;
        self.last = Some(found.clone());
        if resign > 0 && found.score().number() <= -resign {
            output.line("resign");
            self.side = None;
        } else {
            self.make(found.best(), output);
        }
        for number in self.pings.drain(..) {
            output.line(format!("pong {number}"));
        }
        self.ponder();
    }

    /// Make a move and say it, one line a leg.
    fn make(&mut self, mv: Move, output: &mut Output) {
        let text = cecp_move_text(self.board.rules(), mv);
        for leg in text.split_inclusive(',') {
            output.line(format!("move {leg}"));
        }
        self.board.push_unchecked(mv);
        self.control.end(self.own_moves());
        self.claim(output);
    }

    fn undo(&mut self, count: usize, output: &mut Output) {
        if self.board.ply() < count {
            output.line("Error (no move to take back): undo");
            return;
        }
        for _ in 0..count {
            // There are as many, as was just checked.
            let _ = self.board.pop();
        }
        let unmarked = std::mem::take(&mut self.unmarked);
        self.forget();
        self.unmarked = unmarked.into_iter().filter(|place| *place < self.board.ply()).collect();
        self.analyse(output);
    }

    fn set_option(&mut self, name: &str, value: &str, output: &mut Output) {
        match self.player.settings.set(name, value) {
            Err(reason) => output.line(format!("Error ({reason}): option")),
            Ok(Effect::Rules) => {
                // A game that has begun goes on by the rules that it began with.
                let start = Board::new(Arc::clone(self.board.rules()));
                if self.board.ply() == 0 && *self.board.position() == *start.position() && !self.is_searching() {
                    self.board = Board::new(Arc::clone(&self.player.settings.rules));
                }
            }
            Ok(Effect::Nothing) => {}
            Ok(Effect::Engine) => self.player.mark_stale(),
            Ok(Effect::Clear) => self.player.clear(),
        }
    }

    fn report_status(&self, output: &mut Output) {
        if !self.is_analysing {
            return;
        }
        let (time, nodes, depth, left, moves, current) = match (&self.state, &self.last) {
            (Some(state), _) => {
                (state.time, state.nodes, state.depth, state.moves - state.number, state.moves, state.current)
            }
            (None, Some(found)) => (found.time, found.nodes, found.depth, 0, 1, found.best()),
            (None, None) => return,
        };
        let current = cecp_move_text(self.board.rules(), current);
        output.line(format!("stat01: {} {nodes} {depth} {left} {moves} {current}", time.as_millis() / 10));
    }
}

/// A result and its reason: Black, who moves first, is the protocol's White.
fn result_text(outcome: Outcome) -> String {
    let result = match outcome.winner {
        Some(Side::Black) => "1-0",
        Some(Side::White) => "0-1",
        None => "1/2-1/2",
    };
    format!("{result} {{{}}}", outcome.termination.slug().replace('_', " "))
}

/// A score in hundredths; mates count moves, as in chess.
fn score_number(score: Score) -> i32 {
    match score {
        Score::Units(units) => units.clamp(1 - MATE, MATE - 1),
        Score::Mate(plies) if plies > 0 => MATE + (plies + 1) / 2,
        Score::Mate(plies) => -MATE + plies / 2,
    }
}

impl Session for CecpSession {
    fn receive(&mut self, line: &str, output: &mut Output) -> Flow {
        let command = parse(line);
        if command == Command::Quit {
            return Flow::Quit;
        }
        if self.is_searching() && self.ends_search(&command) {
            self.purpose = Purpose::Discarded;
            self.player.stop();
        }
        if self.purpose == Purpose::Discarded && self.is_searching() {
            return Flow::Wait;
        }
        if self.ends_search(&command) {
            self.held = None;
        }
        self.obey(command, output);
        Flow::Continue
    }

    fn refuse_line(&mut self, length: usize, output: &mut Output) {
        output.line(format!("Error (a line of {length} bytes was skipped): line"));
    }

    fn report(&mut self, found: &SearchResult, output: &mut Output) {
        match self.purpose {
            Purpose::Discarded | Purpose::Ponder(_) => return,
            Purpose::Analysis => self.last = Some(found.clone()),
            Purpose::Move => {}
        }
        if !self.shows_thinking && self.purpose != Purpose::Analysis {
            return;
        }
        let nps = u128::from(found.nodes) * 1_000_000 / found.time.as_micros().max(1);
        for line in &found.lines {
            let moves: Vec<String> = line.moves.iter().map(|mv| cecp_move_text(self.searched.rules(), *mv)).collect();
            output.line(format!(
                "{} {} {} {} {} {nps} {}\t{}",
                found.depth,
                score_number(line.score),
                found.time.as_millis() / 10,
                found.nodes,
                found.seldepth,
                found.hashfull,
                moves.join(" ")
            ));
        }
    }

    fn report_running(&mut self, state: &Running, _output: &mut Output) {
        self.state = Some(state.clone());
    }

    fn finish(&mut self, found: Found, output: &mut Output) {
        match (self.purpose, found) {
            (Purpose::Move, Found::Lines(found)) => self.play(&found, output),
            (Purpose::Move, Found::Failed(reason)) => {
                output.line(format!("# {reason}"));
                if let Some(mv) = any_move(&self.board) {
                    self.make(mv, output);
                }
            }
            (Purpose::Move, _) => {
                self.claim(output);
            }
            (Purpose::Ponder(_), Found::Lines(found)) => self.held = Some(found),
            (Purpose::Analysis, Found::Lines(found)) => self.last = Some(found),
            (Purpose::Discarded | Purpose::Ponder(_) | Purpose::Analysis, _) => {}
        }
        for number in self.pings.drain(..) {
            output.line(format!("pong {number}"));
        }
    }

    fn end_input(&mut self, _output: &mut Output) {
        if self.purpose != Purpose::Move {
            self.player.stop();
        }
    }

    fn is_searching(&self) -> bool {
        self.player.is_searching()
    }

    fn stop(&mut self) {
        self.player.stop();
    }

    fn take_back(&mut self, done: Done) -> Found {
        self.player.take_back(done)
    }
}
