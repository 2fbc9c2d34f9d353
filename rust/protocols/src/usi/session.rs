//! The conversation with a shogi program.

use std::sync::Arc;
use std::time::Duration;

use mujo_core::game::Board;
use mujo_core::game::explain::outcome_sentence;
use mujo_core::game::outcome::Outcome;
use mujo_core::moves::Move;
use mujo_core::rules::Side;
use mujo_core::text::{lishogi_move_text, parse_position, read_move, usi};
use mujo_engine::{Clock, Limits, MateAnswer, Running, SearchResult};

use crate::output::{Output, shown};
use crate::player::{Done, Found, Player, Task};
use crate::session::{Flow, Session, any_move};
use crate::settings::{Effect, Kind, MAX_HASH, Settings};
use crate::usi::command::{Command, Go, Start, parse};
use crate::usi::text::{info_lines, offer_line, option_line, running_line};

/// Time for a move where the limits could not be read.
const UNREAD_LIMITS: Duration = Duration::from_secs(1);

/// What the running or the last search was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    /// Until `stop`.
    Infinite,
    /// Until `stop` or `ponderhit`.
    Ponder,
    Mate,
}

/// The session.
#[derive(Debug)]
pub(crate) struct UsiSession {
    player: Player,
    /// The position that was set up; `None` if it could not be read.
    board: Option<Board>,
    /// The position that is searched.
    searched: Board,
    purpose: Purpose,
    /// Whether the search is for a mate without a limit.
    is_endless: bool,
    /// An answer that is due, but must wait for `stop` or `ponderhit`.
    held: Option<Found>,
}

impl UsiSession {
    pub(crate) fn new(player: Player) -> Self {
        let board = Board::new(Arc::clone(&player.settings.rules));
        Self {
            player,
            searched: board.clone(),
            board: Some(board),
            purpose: Purpose::Move,
            is_endless: false,
            held: None,
        }
    }

    fn greet(&self, output: &mut Output) {
        let settings = &self.player.settings;
        output.line(concat!("id name mujo ", env!("CARGO_PKG_VERSION")));
        output.line("id author The mujo developers");
        let variants = settings.variants();
        let chosen = variants.iter().position(|name| name == settings.variant()).unwrap_or(0);
        output.line(option_line("USI_Variant", &Kind::Combo(chosen, variants)));
        let hash = i64::try_from(settings.hash).unwrap_or(MAX_HASH);
        output.line(option_line("USI_Hash", &Kind::Spin(hash, 0, MAX_HASH)));
        let threads = i64::try_from(mujo_engine::MAX_THREADS).unwrap_or(1);
        output.line(option_line("Threads", &Kind::Spin(1, 1, threads)));
        output.line(option_line("USI_Ponder", &Kind::Check(settings.ponder)));
        for offer in Settings::offers() {
            output.line(offer_line(&offer));
        }
        output.line("usiok");
    }

    fn set_option(&mut self, name: &str, value: &str, output: &mut Output) {
        match self.player.settings.set(name, value) {
            Err(reason) => output.line(format!("info string error: {reason}")),
            Ok(Effect::Rules) => {
                self.player.mark_stale();
                self.board = Some(Board::new(Arc::clone(&self.player.settings.rules)));
            }
            Ok(Effect::Engine) => self.player.mark_stale(),
            Ok(Effect::Clear) => self.player.clear(),
            Ok(Effect::Nothing) => {}
        }
    }

    fn set_up(&mut self, start: &Start, moves: &[String], output: &mut Output) {
        let rules = &self.player.settings.rules;
        let board = match start {
            Start::Usual => Ok(Board::new(Arc::clone(rules))),
            Start::Text(text) => parse_position(rules, text)
                .map(|parsed| Board::from_position(Arc::clone(rules), parsed.position, parsed.number)),
        };
        let played = board.and_then(|mut board| {
            for (number, text) in moves.iter().enumerate() {
                let mv = read_move(&board, text).map_err(|error| error.at(&format!("move {}", number + 1)))?;
                board.push_unchecked(mv);
            }
            Ok(board)
        });
        match played {
            Ok(board) => self.board = Some(board),
            Err(error) => {
                output.line(format!("info string error: {error}"));
                self.board = None;
            }
        }
    }

    fn go(&mut self, go: &Go, output: &mut Output) {
        for word in &go.unread {
            output.line(format!("info string error: '{}' was not understood", shown(word)));
        }
        let Some(board) = self.board.clone() else {
            output.line("info string error: there is no position to search");
            output.line(if go.mate.is_some() { "checkmate notimplemented" } else { "bestmove resign" });
            return;
        };
        let moves: Vec<Move> = go.moves.iter().filter_map(|text| read_move(&board, text).ok()).collect();
        if moves.len() < go.moves.len() {
            output.line("info string error: moves to search that are not legal are ignored");
        }
        self.purpose = match go {
            Go { mate: Some(_), .. } => Purpose::Mate,
            Go { ponder: true, .. } => Purpose::Ponder,
            Go { infinite: true, .. } => Purpose::Infinite,
            _ if go.is_unlimited() && go.unread.is_empty() => Purpose::Infinite,
            _ => Purpose::Move,
        };
        self.is_endless = go.mate.is_some_and(|mate| mate.0.is_none());
        let task = match go.mate {
            Some(mate) => Task::Mate { time: mate.0 },
            None => Task::Best { limits: self.limits(go, &board), moves, pondering: go.ponder },
        };
        self.searched = board;
        if let Err(reason) = self.player.start(&self.searched, task) {
            self.finish(Found::Failed(reason), output);
        }
    }

    fn limits(&self, go: &Go, board: &Board) -> Limits {
        let black = board.turn() == Side::Black;
        let (main, increment) =
            if black { (go.black_time, go.black_increment) } else { (go.white_time, go.white_increment) };
        let timed = main.or(go.byoyomi).or(increment).is_some();
        let clock = Clock {
            main: main.unwrap_or_default(),
            increment: increment.unwrap_or_default(),
            byoyomi: go.byoyomi.unwrap_or_default(),
            moves_to_go: go.session_moves,
        };
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            time: go.move_time,
            clock: timed.then_some(clock),
            lines: self.player.settings.lines,
        };
        if go.infinite {
            (limits.time, limits.clock) = (None, None);
        } else if !timed && go.is_unlimited() && !go.unread.is_empty() {
            limits.time = Some(UNREAD_LIMITS);
        }
        limits
    }

    /// A move of the searched position as text.
    fn write(&self, board: &Board, mv: Move) -> String {
        let rules = board.rules();
        let lishogi = || lishogi_move_text(rules, &board.position(), mv).ok();
        let text = if self.player.settings.writes_lishogi() { lishogi() } else { None };
        text.unwrap_or_else(|| usi(rules, mv))
    }

    fn write_all(&self, moves: &[Move]) -> Vec<String> {
        let mut board = self.searched.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for mv in moves {
            texts.push(self.write(&board, *mv));
            board.push_unchecked(*mv);
        }
        texts
    }

    fn answer(&mut self, found: Found, output: &mut Output) {
        match found {
            Found::Lines(found) => {
                if found.depth == 0 {
                    // Stopped before the first iteration was complete: nothing was reported yet.
                    self.report(&found, output);
                }
                let resign = self.player.settings.resign;
                if resign > 0 && found.score().number() <= -resign {
                    output.line("bestmove resign");
                    return;
                }
                let line = found.lines.first().map(|line| self.write_all(&line.moves)).unwrap_or_default();
                match line.as_slice() {
                    [] => output.line("bestmove resign"),
                    [best] => output.line(format!("bestmove {best}")),
                    [best, reply, ..] => output.line(format!("bestmove {best} ponder {reply}")),
                }
            }
            Found::Mate(MateAnswer::Mate(line)) => {
                output.line(format!("checkmate {}", self.write_all(&line).join(" ")));
            }
            Found::Mate(MateAnswer::NoMate) => output.line("checkmate nomate"),
            Found::Mate(MateAnswer::Unknown) => output.line("checkmate timeout"),
            Found::Finished(outcome) => self.answer_finished(outcome, output),
            Found::Failed(reason) => {
                output.line(format!("info string error: {reason}"));
                if self.purpose == Purpose::Mate {
                    output.line("checkmate timeout");
                    return;
                }
                let text = any_move(&self.searched).map(|mv| self.write(&self.searched, mv));
                output.line(format!("bestmove {}", text.as_deref().unwrap_or("resign")));
            }
        }
    }

    fn answer_finished(&self, outcome: Outcome, output: &mut Output) {
        output.line(format!("info string the game is over: {}", outcome_sentence(outcome)));
        if self.purpose == Purpose::Mate {
            output.line("checkmate nomate");
            return;
        }
        output.line(match outcome.winner {
            Some(winner) if winner == self.searched.turn() => "bestmove win",
            Some(_) => "bestmove resign",
            None => "bestmove (none)",
        });
    }

    /// Release an answer that was held back.
    fn release(&mut self, output: &mut Output) {
        self.purpose = match self.purpose {
            Purpose::Infinite | Purpose::Ponder => Purpose::Move,
            other => other,
        };
        if let Some(found) = self.held.take() {
            self.answer(found, output);
        }
    }
}

impl Session for UsiSession {
    fn receive(&mut self, line: &str, output: &mut Output) -> Flow {
        let command = parse(line);
        let needs_idle = matches!(command, Command::Go(_) | Command::NewGame);
        if needs_idle && (self.is_searching() || self.held.is_some()) {
            // A program that does not wait for the answer gets it before the next search begins.
            self.release(output);
            self.player.stop();
            if self.is_searching() {
                return Flow::Wait;
            }
        }
        match command {
            Command::Usi => self.greet(output),
            Command::IsReady => {
                let rules = Arc::clone(&self.player.settings.rules);
                if let Err(reason) = self.player.prepare(&rules) {
                    output.line(format!("info string error: {reason}"));
                }
                output.line("readyok");
            }
            Command::NewGame => self.player.begin_game(),
            Command::SetOption { name, value } => self.set_option(&name, &value, output),
            Command::Position { start, moves } => self.set_up(&start, &moves, output),
            Command::Go(go) => self.go(&go, output),
            Command::Stop | Command::GameOver => {
                self.player.stop();
                self.release(output);
            }
            Command::PonderHit => {
                self.player.hit();
                if self.purpose == Purpose::Ponder {
                    self.release(output);
                }
            }
            Command::Quit => return Flow::Quit,
            Command::Nothing => {}
            Command::Unknown(word) => output.line(format!("info string unknown command: {}", shown(&word))),
            Command::Malformed(form) => output.line(format!("info string error: the form is: {form}")),
        }
        Flow::Continue
    }

    fn refuse_line(&mut self, length: usize, output: &mut Output) {
        output.line(format!("info string error: a line of {length} bytes is too long and was skipped"));
    }

    fn report(&mut self, found: &SearchResult, output: &mut Output) {
        for line in info_lines(found, &|moves| self.write_all(moves)) {
            output.line(line);
        }
    }

    fn report_running(&mut self, state: &Running, output: &mut Output) {
        output.line(running_line(state, &self.write(&self.searched, state.current)));
    }

    fn finish(&mut self, found: Found, output: &mut Output) {
        if matches!(self.purpose, Purpose::Infinite | Purpose::Ponder) {
            self.held = Some(found);
        } else {
            self.answer(found, output);
        }
    }

    fn end_input(&mut self, output: &mut Output) {
        if self.is_endless || matches!(self.purpose, Purpose::Infinite | Purpose::Ponder) {
            self.player.stop();
        }
        self.release(output);
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
