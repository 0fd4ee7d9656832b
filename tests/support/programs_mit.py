"""Programs in the shape of MIT's problem set 5: correct ones, and one per mistake."""

from __future__ import annotations

from tests.support.programs_run import changed

__all__ = [
    "ALPHA_BETA",
    "EXPECTIMAX",
    "MINIMAX",
    "WRONG_ALPHA_BETA",
    "WRONG_EXPECTIMAX",
    "WRONG_MINIMAX",
]

_HEAD = """\
from __future__ import division
from utils import *
from principles_of_autonomy.grader import Grader

INF = float("inf")
"""

MINIMAX = f"""{_HEAD}
def score(state):
    if state.terminal_check():
        return (state.score(), 1, [state])
    elif state.player == 1:
        return maximize_score(state)
    elif state.player == 2:
        return minimize_score(state)

def maximize_score(state):
    best, explored, play = -INF, 1, [state]
    for successor in state.successors():
        value, more, rest = score(successor)
        explored += more
        if value > best:
            best, play = value, [state] + rest
    return best, explored, play

def minimize_score(state):
    best, explored, play = INF, 1, [state]
    for successor in state.successors():
        value, more, rest = score(successor)
        explored += more
        if value < best:
            best, play = value, [state] + rest
    return best, explored, play
"""

ALPHA_BETA = f"""{_HEAD}
def score_alpha_beta(state, alpha, beta):
    if state.terminal_check():
        return (state.score(), 1, [state])
    elif state.player == 1:
        return maximize_score_alpha_beta(state, alpha, beta)
    elif state.player == 2:
        return minimize_score_alpha_beta(state, alpha, beta)

def maximize_score_alpha_beta(state, alpha, beta):
    top, explored, play = -INF, 1, [state]
    for successor in state.successors():
        value, more, rest = score_alpha_beta(successor, alpha, beta)  # MAX goes down
        explored += more
        if value > top:
            top, play = value, [state] + rest
        alpha = max(alpha, top)
        if top >= beta:
            break
    return top, explored, play

def minimize_score_alpha_beta(state, alpha, beta):
    low, explored, play = INF, 1, [state]
    for successor in state.successors():
        value, more, rest = score_alpha_beta(successor, alpha, beta)  # MIN goes down
        explored += more
        if value < low:
            low, play = value, [state] + rest
        beta = min(beta, low)
        if low <= alpha:
            break
    return low, explored, play
"""

EXPECTIMAX = f"""{_HEAD}
def score_expectimax(state):
    if state.terminal_check():
        return (state.score(), 1, [state])
    elif state.player == 1:
        return maximize_score_expectimax(state)
    elif state.player == 2:
        return expected_score_expectimax(state)

def maximize_score_expectimax(state):
    best, explored, play = -INF, 1, [state]
    for successor in state.successors():
        value, more, rest = score_expectimax(successor)
        explored += more
        if value > best:
            best, play = value, [state] + rest
    return best, explored, play

def expected_score_expectimax(state):
    values, explored, play = [], 1, None
    for successor in state.successors():
        value, more, rest = score_expectimax(successor)
        explored += more
        values.append(value)
        play = play or [state] + rest
    return sum(values) / len(values), explored, play
"""

_MAX_DOWN = "score_alpha_beta(successor, alpha, beta)  # MAX goes down"
_MIN_DOWN = "score_alpha_beta(successor, alpha, beta)  # MIN goes down"
_MAX_TEST, _MIN_TEST = "if top >= beta:", "if low <= alpha:"
_MAX_RAISE, _MIN_LOWER = "        alpha = max(alpha, top)\n", "        beta = min(beta, low)\n"

#: The lines of `ALPHA_BETA` that are otherwise, by the misconception and its reading.
_WRONG: dict[str, list[tuple[str, str]]] = {
    "root-reset/": [
        (
            "score_alpha_beta(successor, alpha, beta)  #",
            "score_alpha_beta(successor, *((alpha, beta) if state.parent else (-INF, INF)))  #",
        ),
    ],
    "shallow-only/v": [
        (_MAX_DOWN, "score_alpha_beta(successor, top, INF)"),
        (_MIN_DOWN, "score_alpha_beta(successor, -INF, low)"),
    ],
    "shallow-only/own bound": [
        (_MAX_DOWN, "score_alpha_beta(successor, alpha, INF)"),
        (_MIN_DOWN, "score_alpha_beta(successor, -INF, beta)"),
    ],
    "window-reset/": [
        (_MAX_DOWN, "score_alpha_beta(successor, -INF, INF)"),
        (_MIN_DOWN, "score_alpha_beta(successor, -INF, INF)"),
    ],
    "one-variable/": [  # alpha is the one; beta is handed on and never looked at
        (_MAX_RAISE, ""),
        (_MIN_LOWER, ""),
        (_MAX_TEST, "if NONE != alpha <= top:"),
        (_MIN_TEST, "if NONE != alpha >= low:"),
        ("    return top, explored", "        alpha = top\n    return top, explored"),
        ("    return low, explored", "        alpha = low\n    return low, explored"),
        ("INF = ", "NONE = float('-inf')\nINF = "),
    ],
    "wrong-bound/v <= alpha at MAX": [
        (_MAX_RAISE, ""),
        (_MIN_LOWER, ""),
        (_MAX_TEST, "if top <= alpha:"),
        (_MIN_TEST, "if low >= beta:"),
        ("    return top, explored", "        alpha = max(alpha, top)\n    return top, explored"),
        ("    return low, explored", "        beta = min(beta, low)\n    return low, explored"),
    ],
    "wrong-bound/v >= alpha at MAX": [
        (_MAX_TEST, "if top >= alpha:"),
        (_MIN_TEST, "if low <= beta:"),
    ],
    "leaking-bounds/": [
        ('INF = float("inf")\n', 'INF = float("inf")\nA, B = -INF, INF\n'),
        ("    top, explored", "    global A, B\n    top, explored"),
        ("    low, explored", "    global A, B\n    low, explored"),
        ("alpha = max(alpha, top)", "A = max(A, top)"),
        ("beta = min(beta, low)", "B = min(B, low)"),
        (_MAX_TEST, "if top >= B:"),
        (_MIN_TEST, "if low <= A:"),
    ],
    "zero-unset/no test": [
        (_MAX_TEST, "if beta and top >= beta:"),
        (_MIN_TEST, "if alpha and low <= alpha:"),
    ],
    "zero-unset/handed down": [
        (
            "score_alpha_beta(successor, alpha, beta)  #",
            "score_alpha_beta(successor, alpha or -INF, beta or INF)  #",
        ),
    ],
    "strictness-flipped/": [(_MAX_TEST, "if top > beta:"), (_MIN_TEST, "if low < alpha:")],
    "bound-as-exact/": [("if value > top:", "if value >= top:")],
    "one-sided-test/only MIN": [(_MAX_TEST, "if False:")],
    "one-sided-test/only MAX": [(_MIN_TEST, "if False:")],
    "max-min-swapped/": [("player == 1:", "player == 3 - 1:"), ("player == 2:", "player == 1:")],
    "refuses-cutoff/all": [("            break", "            pass")],
    "off-by-one-child/one more": [
        ("explored, play = -INF, 1, [state]", "explored, play, late = -INF, 1, [state], False"),
        ("explored, play = INF, 1, [state]", "explored, play, late = INF, 1, [state], False"),
        (_MAX_TEST, "late, stop = top >= beta, late\n        if stop:"),
        (_MIN_TEST, "late, stop = low <= alpha, late\n        if stop:"),
    ],
    "alpha-replaced/both": [("max(alpha, top)", "value"), ("min(beta, low)", "value")],
    "alpha-replaced/only alpha": [("max(alpha, top)", "value")],
    "fail-hard-values/all": [
        ("    top, explored", "    lower = alpha\n    top, explored"),
        ("    low, explored", "    upper = beta\n    low, explored"),
        ("return top, explored", "return min(max(top, lower), beta), explored"),
        ("return low, explored", "return min(max(low, alpha), upper), explored"),
    ],
    "leaf-perspective/": [
        ("(state.score(), 1", "(state.score() if state.player == 2 else -state.score(), 1"),
    ],
    "right-to-left/": [("state.successors()", "reversed(state.successors())")],
    "other-count/leaves": [("INF, 1, [state]", "INF, 0, [state]")],
    "other-count/without the root": [("INF, 1, [state]", "INF, 1 if state.parent else 0, [state]")],
}

_WRONG_MINIMAX: dict[str, list[tuple[str, str]]] = {
    "max-min-swapped/": [("player == 1:", "player == 3 - 1:"), ("player == 2:", "player == 1:")],
    "leaf-perspective/": [
        ("(state.score(), 1", "(-state.score() if state.player == 1 else state.score(), 1"),
    ],
    "right-to-left/": [("state.successors()", "state.successors()[::-1]")],
    "other-count/leaves": [("INF, 1, [state]", "INF, 0, [state]")],
    "other-count/without the root": [
        ("INF, 1, [state]", "INF, int(state.parent is not None), [state]")
    ],
}

#: Builds the tree level by level before anything is compared.
_LEVELS = f"""{_HEAD}
def score(state):
    waiting, below, values, play = [state], {{}}, {{}}, {{}}
    for one in waiting:
        if one.terminal_check():
            values[one], play[one] = one.score(), [one]
        else:
            below[one] = one.successors()
            waiting.extend(below[one])
    for one in reversed(waiting):
        if one in below:
            best = (max if one.player == 1 else min)(below[one], key=values.get)
            values[one], play[one] = values[best], [one] + play[best]
    return values[state], len(waiting), play[state]

def maximize_score(state):
    return score(state)
"""

_WRONG_EXPECTIMAX: dict[str, list[tuple[str, str]]] = {
    "chance-misread/divided again": [("/ len(values),", "/ len(values) / len(values),")],
    "chance-misread/maximum": [("sum(values) / len(values),", "max(values),")],
    "chance-misread/minimum": [("sum(values) / len(values),", "min(values),")],
    "right-to-left/": [
        ("state.successors()", "state.successors()[::-1]"),
        ("play = play or [state] + rest", "play = [state] + rest"),
    ],
    "leaf-perspective/": [
        ("(state.score(), 1", "(-state.score() if state.player == 1 else state.score(), 1"),
    ],
    "other-count/leaves": [
        ("-INF, 1, [state]", "-INF, 0, [state]"),
        ("[], 1, None", "[], 0, None"),
    ],
}

WRONG_ALPHA_BETA = {name: changed(ALPHA_BETA, *changes) for name, changes in _WRONG.items()}
WRONG_MINIMAX = {name: changed(MINIMAX, *changes) for name, changes in _WRONG_MINIMAX.items()}
WRONG_MINIMAX["other-traversal/all breadth-first"] = _LEVELS
WRONG_EXPECTIMAX = {
    name: changed(EXPECTIMAX, *changes) for name, changes in _WRONG_EXPECTIMAX.items()
}
