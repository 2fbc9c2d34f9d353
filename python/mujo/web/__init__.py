"""A board in the browser: ``mujo serve``, and what the notebook widget shares with it.

`view`, `choices` and `cards` describe a game, the moves of a piece and a type of piece as plain values for a page;
`game` is a game with variations, `clock` its clocks, `table` the game of one tab with what its page may do; `store`
keeps games in files; `thinking` runs searches; `security`, `app` and `server` are the server. The page itself is in
``static/``. It knows no rule: it shows what these modules say. docs/reference/web.md documents the interface.

Only `app`, `security`, `server` and `thinking` need the extra ``mujo[web]``.
"""
