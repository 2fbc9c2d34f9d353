"""Running the server: its address, its start link, and its end on Ctrl-C."""

import socket
import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path

import uvicorn

from mujo._core import Board, RuleSet
from mujo.errors import MujoError
from mujo.svg import PieceStyle
from mujo.web.app import make_app
from mujo.web.store import Store
from mujo.web.table import RuleShelf

__all__ = ["DEFAULT_PORT", "serve"]

DEFAULT_PORT = 8017
#: The names of this machine for its own browser.
_LOCAL = ("127.0.0.1", "localhost", "::1")
#: Seconds that open requests have to end after Ctrl-C.
_PATIENCE = 1


def serve(
    board: Board,
    *,
    own: tuple[RuleSet, ...] = (),
    host: str = "127.0.0.1",
    port: int | None = None,
    allowed: Iterable[str] = (),
    folder: Path | None = None,
    open_browser: bool = False,
    announce: Callable[[str], object] = print,
) -> None:
    """Serve the page until Ctrl-C.

    Parameters
    ----------
    board
        The board of a new tab.
    own
        Rule sets from files, which the page may choose besides the shipped ones.
    host
        The address to listen on.
    port
        The port; 0 for any that is free, ``None`` for 8017 or else any that is free.
    allowed
        Further names by which a browser may call the server.
    folder
        Where games are kept; ``None`` keeps them in memory.
    open_browser
        Whether to open the start link.
    announce
        Called with the start link once the server can be reached.

    Raises
    ------
    MujoError
        ``argument``: the address cannot be used.
    """
    listener = _listen(host, port)
    store = Store(folder, RuleShelf(own))
    store.drop_old_files()
    token = store.token()
    # The first tab then finds its pieces drawn.
    store.sets.add(board.rules)
    store.sets.style(board.rules, PieceStyle.KANJI)
    names = (*_LOCAL, *allowed, *(() if host in ("", "0.0.0.0", "::") else (host,)))
    config = uvicorn.Config(
        make_app(store, board, token, names),
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
    )
    shown = "127.0.0.1" if host in ("", "0.0.0.0", "::") else host
    address = f"[{shown}]" if ":" in shown else shown
    link = f"http://{address}:{listener.getsockname()[1]}/#token={token}"
    announce(link)
    if open_browser:
        webbrowser.open(link)
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        # The server has ended; this is the signal that it passes on.
        pass
    finally:
        listener.close()


def _listen(host: str, port: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        if port is not None:
            return socket.create_server((host, port), family=family)
        try:
            return socket.create_server((host, DEFAULT_PORT), family=family)
        except OSError:
            return socket.create_server((host, 0), family=family)
    except OSError as error:
        raise MujoError(f"cannot listen on {host}:{port}: {error.strerror or error}", code="argument") from None
