"""Lines for the prompt, and what it answers."""

from __future__ import annotations

from mujo.repl.dispatch import answer
from mujo.repl.render import render
from mujo.repl.session import Session


def say(session: Session, line: str) -> str:
    reply = answer(session, line)
    assert not reply.is_error, reply.text
    return render(session, reply)


def refuse(session: Session, line: str) -> str:
    reply = answer(session, line)
    assert reply.is_error, reply.text
    return render(session, reply)
