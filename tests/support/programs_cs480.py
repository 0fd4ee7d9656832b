"""Programs of CS 480's shape: the starter with its searches written, and a search beside it."""

from string import Template

from tests.support.program_files import read_program
from tracer.programs.shapes import starter_of

_WHOLE = "    raise NotImplementedError\n"

_MINIMAX = """\
    player = game.to_move(state)
    return _max_value(game, state, player)
"""

_ALPHA_BETA = """\
    player = game.to_move(state)
    return _max_ab(game, state, player, float("-inf"), float("inf"))
"""

_SEARCHES = Template(read_program("cs480/searches.template"))


def script(down: str = "alpha, beta", max_test: str = "v >= beta") -> str:
    """The starter, filled in."""
    text = starter_of("cs480")
    first, second, third = text.split(_WHOLE)
    searches = _SEARCHES.substitute(down=down, max_test=max_test)
    third = third.replace("class TicTacToe:", searches + "class TicTacToe:", 1)
    return first + _MINIMAX + second + _ALPHA_BETA + third


def naive_count(board: str, mover: str, *, alpha_beta: bool) -> tuple[int, int, int]:
    """The value to the mover, the first best cell and the nodes, by a search over a text."""
    lines = ("012", "345", "678", "036", "147", "258", "048", "246")

    def search(board: str, at_max: bool, low: float, high: float) -> tuple[float, int, int]:
        for line in lines:
            marks = {board[int(one)] for one in line}
            if len(marks) == 1 and marks != {" "}:
                return (1 if marks == {mover} else -1), 0, 1
        if " " not in board:
            return 0, 0, 1
        best, cell, nodes = None, 0, 1
        mark = mover if at_max else "XO"[mover == "X"]
        for at, sign in enumerate(board):
            if sign != " ":
                continue
            below = board[:at] + mark + board[at + 1 :]
            value, _, more = search(below, not at_max, low, high)
            nodes += more
            if best is None or (value > best if at_max else value < best):
                best, cell = value, at + 1
            if alpha_beta and (best >= high if at_max else best <= low):
                break
            low, high = (max(low, best), high) if at_max else (low, min(high, best))
        assert best is not None
        return best, cell, nodes

    value, cell, nodes = search(board, True, float("-inf"), float("inf"))
    return int(value), cell, nodes
