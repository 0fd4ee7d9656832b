"""Playing: who sits at a game, the match that they play, and how it is saved.

A match over tic-tac-toe in which a person plays X:

    match = Match(make_game("tic-tac-toe"))
    match.play_text("5")
    match.accept(match.thinking().run())

`thinking()` hands out the search for the move of the side to move; its `run` may be called in
another thread and its `cancel` from any.
"""
