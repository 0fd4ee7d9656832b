"""Matches: players, moves and saved games.

A match over tic-tac-toe in which a person plays X:

    match = Match(make_game("tic-tac-toe"))
    match.play_text("5")
    match.accept(match.thinking().run())

`thinking()` returns the search for the next move. Its `run` may be called in another thread and its
`cancel` from any. The screens of a match are in `tui`.
"""
