"""Programs of Lab 3's shape, as students write them: correct ones in several styles, and one for
every misconception that such a program can have. Comments mark the lines that a mistake changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Template

#: How a child is made, and taken back, by manner.
_MANNERS: Mapping[str, tuple[str, str]] = {
    "copy": ("new = game.copy()\n        new.make_move(move[0], move[1])", "pass"),
    "deepcopy": ("new = deepcopy(game)\n        new.make_move(*move)", "pass"),
    "undo": (
        "new = game\n        new.make_move(*move)",
        "game.board[move[0]][move[1]] = 0\n        game.current_player *= -1",
    ),
    "write": (
        "new = game\n        game.board[move[0], move[1]] = 1 if is_maximizing else -1",
        "game.board[move[0], move[1]] = 0",
    ),
}

_ALPHA_BETA = Template("""\
from copy import copy, deepcopy
INF = float("inf")
alphabeta_nodes = 0
shared = [-INF, INF]

def alpha_beta(game, is_maximizing, alpha=-INF, beta=INF, depth=0$more):
    global alphabeta_nodes
    $count
    $enter
    winner = game.check_winner()
    if winner is not None:
        leaf = $leaf
        return (leaf, None)
    $limit
    best_value, best_move = $worst, None
    stop = False
    for move in $moves:
        $make
        value, _ = alpha_beta(new, not is_maximizing, $down, depth + 1$pass_on)
        $take_back
        $back
        if $better:
            best_value, best_move = value, move
        if stop:
            break
        $update
        if $test:
            $cut
    $leave
    return (best_value, best_move)
""")

_BOUNDS = "(best_value >= beta if is_maximizing else best_value <= alpha)"
_RIGHT: Mapping[str, str] = {
    "more": "",
    "count": "alphabeta_nodes += 1",
    "enter": "pass",
    "leaf": "winner * (10 - depth)",
    "limit": "pass",
    "worst": "-INF if is_maximizing else INF",
    "moves": "game.get_valid_moves()",
    "down": "alpha, beta",
    "pass_on": "",
    "back": "pass",
    "better": "value > best_value if is_maximizing else value < best_value",
    "update": (
        "alpha = max(alpha, best_value) if is_maximizing else alpha\n"
        "        beta = beta if is_maximizing else min(beta, best_value)"
    ),
    "test": "beta <= alpha",
    "cut": "break",
    "leave": "pass",
}

#: The lines of alpha-beta that a misconception changes.
MISTAKES: Mapping[str, Mapping[str, str]] = {
    "root-reset": {"down": "*((-INF, INF) if depth == 0 else (alpha, beta))"},
    "shallow-only": {"down": "*((best_value, INF) if is_maximizing else (-INF, best_value))"},
    "window-reset": {"down": "-INF, INF"},
    "one-variable": {
        "enter": "bound = None if depth == 0 else alpha",
        "down": "bound, bound",
        "update": "pass",
        "test": (
            "bound is not None and (best_value >= bound if is_maximizing else best_value <= bound)"
        ),
        "cut": "break\n        bound = best_value",
    },
    "wrong-bound": {"test": "(best_value <= alpha if is_maximizing else best_value >= beta)"},
    "leaking-bounds": {
        "enter": "shared[:] = [-INF, INF] if depth == 0 else shared; alpha, beta = shared",
        "back": "alpha, beta = shared",
        "update": (_RIGHT["update"] + "\n        shared[:] = [alpha, beta]"),
    },
    "zero-unset": {
        "test": "(beta and best_value >= beta if is_maximizing else alpha and best_value <= alpha)"
    },
    "strictness-flipped": {"test": "beta < alpha"},
    "bound-as-exact": {
        "better": (
            "(value >= best_value if is_maximizing else value <= best_value) if depth == 0 "
            "else (value > best_value if is_maximizing else value < best_value)"
        )
    },
    "one-sided-test": {"test": "not is_maximizing and beta <= alpha"},
    "max-min-swapped": {"enter": "is_maximizing = is_maximizing if depth else not is_maximizing"},
    "refuses-cutoff": {"cut": "pass"},
    "off-by-one-child": {"cut": "stop = True"},
    "alpha-replaced": {
        "update": "alpha, beta = (value, beta) if is_maximizing else (alpha, value)"
    },
    "fail-hard-values": {
        "leave": "best_value = min(max(best_value, entered[0]), entered[1])",
        "enter": "entered = alpha, beta",
    },
    "depth-off-by-one": {
        "more": ", max_depth=99",
        "pass_on": ", max_depth",
        "limit": "if depth > max_depth: return game.evaluate(), None",
    },
    "leaf-perspective": {"leaf": "winner * (10 - depth) * (1 if is_maximizing else -1)"},
    "right-to-left": {"moves": "reversed(game.get_valid_moves())"},
    "other-count": {"count": "alphabeta_nodes += 1 if depth else 0"},
}

_MINIMAX = """\
minimax_nodes = 0

def minimax(game, is_maximizing, depth=0):
    global minimax_nodes
    minimax_nodes += 1
    winner = game.check_winner()
    if winner is not None:
        return (winner * (10 - depth), None)
    found = []
    for move in game.get_valid_moves():
        new = game.copy()
        new.make_move(*move)
        found.append((minimax(new, not is_maximizing, depth + 1)[0], move))
    best = (max if is_maximizing else min)(value for value, _ in found)
    return next(one for one in found if one[0] == best)
"""

_EXPECTIMAX = Template("""\
def expectimax(game, is_maximizing, depth=0):
    winner = game.check_winner()
    if winner is not None:
        return (winner * (10 - depth), None)
    found = []
    for move in game.get_valid_moves():
        new = game.copy()
        new.make_move(*move)
        found.append((expectimax(new, not is_maximizing, depth + 1)[0], move))
    values = [value for value, _ in found]
    if is_maximizing:
        return max(found, key=lambda one: one[0])
    return ($chance, found[0][1])
""")

#: What a chance node is taken for.
CHANCES: Mapping[str, str] = {
    "": "sum(values) / len(values)",
    "divided again": "sum(values) / len(values) / len(values)",
    "maximum": "max(values)",
    "minimum": "min(values)",
}


def alpha_beta(
    mistake: str = "", manner: str = "copy", *, numpy: bool = False, **other: str
) -> str:
    """Alpha-beta with a mistake.

    Args:
        mistake: a misconception's id; "" for none.
        manner: how children are made: copy, deepcopy, undo or write.
        numpy: whether the program imports NumPy, and has its boards as arrays.
        other: further lines that are otherwise.
    """
    make, take_back = _MANNERS[manner]
    lines = {**_RIGHT, "make": make, "take_back": take_back, **MISTAKES.get(mistake, {}), **other}
    return ("import numpy as np\n" if numpy else "") + _ALPHA_BETA.substitute(lines)


def minimax() -> str:
    """Minimax, right."""
    return _MINIMAX


def expectimax(chance: str = "") -> str:
    """Expectimax; `chance` is one of `CHANCES`."""
    return _EXPECTIMAX.substitute(chance=CHANCES[chance])


#: Minimax whose program goes through the tree level by level, and values it afterwards.
BREADTH_FIRST = """\
def minimax(game, is_maximizing, depth=0):
    nodes = [[game, is_maximizing, 0, None, [], None]]
    for one in nodes:
        game, at_max, depth, move, below, _ = one
        winner = game.check_winner()
        if winner is not None:
            one[-1] = winner * (10 - depth)
            continue
        for cell in game.get_valid_moves():
            child = game.copy()
            child.make_move(*cell)
            below.append([child, not at_max, depth + 1, cell, [], None])
        nodes += below
    for one in reversed(nodes):
        if one[4]:
            one[-1] = (max if one[1] else min)(child[-1] for child in one[4])
    best = nodes[0][-1]
    return best, next(child[3] for child in nodes[0][4] if child[-1] == best)
"""

#: What asks more often than a visit needs, puts moves in order, or remembers positions.
ODD = {
    "counts its moves first": {
        "enter": "several = 0 if game.is_terminal() else len(game.get_valid_moves())"
    },
    "asks for the end of all children first": {
        "limit": (
            "ends = []\n"
            "    for cell in game.get_valid_moves():\n"
            "        ahead = game.copy()\n"
            "        ahead.make_move(*cell)\n"
            "        ends.append(ahead.is_terminal())"
        )
    },
    "looks at the board before every child": {"back": "seen = [list(row) for row in game.board]"},
    "asks twice who has won": {"enter": "again = game.check_winner()"},
    "makes the list in two passes": {
        "moves": "[cell for cell in list(game.get_valid_moves()) if cell in game.get_valid_moves()]"
    },
    "takes the moves from a generator": {"moves": "(cell for cell in game.get_valid_moves())"},
}

MEMOISED = """\
known = {}

def minimax(game, is_maximizing, depth=0):
    key = str(game.board)
    if key in known:
        return known[key]
    winner = game.check_winner()
    if winner is not None:
        known[key] = (winner * (10 - depth), None)
        return known[key]
    best = None
    for move in game.get_valid_moves():
        new = game.copy()
        new.make_move(*move)
        value = minimax(new, not is_maximizing, depth + 1)[0]
        if best is None or (value > best[0] if is_maximizing else value < best[0]):
            best = (value, move)
    known[key] = best
    return best
"""
