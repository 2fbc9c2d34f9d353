//! The loop: lines and events of the search go to the session, one at a time.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use mujo_core::parallel::Interrupt;
use mujo_core::rules::RuleSet;

use crate::cecp::CecpSession;
use crate::lines::{Line, read_line};
use crate::output::Output;
use crate::player::{Event, Player};
use crate::session::{Flow, Session};
use crate::settings::Settings;
use crate::usi::UsiSession;

/// Events that may wait for the loop; a reader or a search that is ahead of it waits.
const QUEUE: usize = 256;
/// Time between two polls of the caller's interrupt.
const POLL: Duration = Duration::from_millis(20);
/// How long a search may take to end after the loop has.
const PATIENCE: Duration = Duration::from_secs(2);

/// The language of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The universal shogi interface.
    Usi,
    /// The chess engine communication protocol, version 2.
    Cecp,
}

/// Why a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The other side said `quit`.
    Quit,
    /// The input ended, and every search that would end by itself was finished.
    InputEnded,
    /// The caller's interrupt.
    Interrupted,
}

/// Talk until the other side quits, closes its end, or `watch` stops the loop.
///
/// ```
/// use std::io::Cursor;
/// use mujo_core::{parallel::NeverInterrupt, rules::RuleSet};
/// use mujo_protocols::{Ending, Protocol, run};
/// let input = Cursor::new("usi\nposition startpos\ngo depth 1\nisready\nquit\n");
/// let mut output = Vec::new();
/// let ending = run(Protocol::Usi, &RuleSet::named("chu")?, input, &mut output, &mut NeverInterrupt)?;
/// let text = String::from_utf8(output)?;
/// assert!(ending == Ending::Quit && text.contains("usiok") && text.contains("readyok"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What writing to `output` raised: the other side is gone.
pub fn run(
    protocol: Protocol,
    rules: &Arc<RuleSet>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    watch: &mut dyn Interrupt,
) -> io::Result<Ending> {
    let (sender, receiver) = sync_channel(QUEUE);
    let player = Player::new(Settings::new(Arc::clone(rules)), sender.clone());
    let mut session: Box<dyn Session> = match protocol {
        Protocol::Usi => Box::new(UsiSession::new(player)),
        Protocol::Cecp => Box::new(CecpSession::new(player)),
    };
    // The thread ends with the input, or with the process while it waits for a line.
    thread::Builder::new().name("mujo input".into()).spawn(move || read_all(input, &sender))?;

    let mut out = Output::default();
    let mut waiting: VecDeque<Line> = VecDeque::new();
    let mut input_ended = false;
    let ending = loop {
        if watch.should_stop() {
            break Ending::Interrupted;
        }
        while let Some(line) = waiting.pop_front() {
            match obey(&mut *session, &line, &mut out) {
                Flow::Continue => {}
                Flow::Wait => {
                    waiting.push_front(line);
                    break;
                }
                Flow::Quit => {
                    end(&mut *session, &receiver);
                    out.flush(output)?;
                    return Ok(Ending::Quit);
                }
            }
        }
        if input_ended && waiting.is_empty() {
            session.end_input(&mut out);
            if !session.is_searching() {
                break Ending::InputEnded;
            }
        }
        out.flush(output)?;
        match receiver.recv_timeout(POLL) {
            Ok(Event::Line(line)) => waiting.push_back(line),
            Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => input_ended = true,
            Ok(Event::Progress(found)) => session.report(&found, &mut out),
            Ok(Event::Running(state)) => session.report_running(&state, &mut out),
            Ok(Event::Done(done)) => {
                let found = session.take_back(*done);
                session.finish(found, &mut out);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    end(&mut *session, &receiver);
    out.flush(output)?;
    Ok(ending)
}

fn obey(session: &mut dyn Session, line: &Line, out: &mut Output) -> Flow {
    match line {
        Line::Text(text) => session.receive(text, out),
        Line::TooLong(length) => {
            session.refuse_line(*length, out);
            Flow::Continue
        }
    }
}

/// Stop the search and wait for its end, so that its thread outlives nobody.
fn end(session: &mut dyn Session, receiver: &std::sync::mpsc::Receiver<Event>) {
    session.stop();
    let deadline = Instant::now() + PATIENCE;
    while session.is_searching() {
        match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Event::Done(done)) => {
                session.take_back(*done);
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
}

/// Send every line of the input to the loop.
fn read_all(mut input: impl BufRead, sender: &SyncSender<Event>) {
    while let Ok(Some(line)) = read_line(&mut input) {
        if sender.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::End);
}
