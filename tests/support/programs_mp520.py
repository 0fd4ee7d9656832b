"""Modules in the shape of MP 520: correct ones, and one per mistake."""

from __future__ import annotations

from tests.support.programs_run import changed

__all__ = ["MODULE", "NESTED", "RULES", "WRONG_ALPHA_BETA", "WRONG_MINIMAX"]

RULES = """\
INF = float("inf")

def opponent(player):
    return "W" if player == "B" else "B"

def flipped(state, player, row, column):
    cells = []
    if state[row][column] != "":
        return cells
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            run, r, c = [], row + down, column + right
            while 0 <= r < len(state) and 0 <= c < len(state[0]):
                if state[r][c] == opponent(player) and (down or right):
                    run.append((r, c))
                elif state[r][c] == player:
                    cells.extend(run)
                    break
                else:
                    break
                r, c = r + down, c + right
    return cells

def get_move_value(state, player, row, column):
    return len(flipped(state, player, row, column))

def execute_move(state, player, row, column):
    new_state = [list(cells) for cells in state]
    for r, c in flipped(state, player, row, column):
        new_state[r][c] = player
    new_state[row][column] = player
    return new_state

def moves_of(state, player):
    cells = [(r, c) for r in range(len(state)) for c in range(len(state[0]))]
    return [(r, c) for r, c in cells if get_move_value(state, player, r, c) > 0]

def is_terminal_state(state):
    return not moves_of(state, "B") and not moves_of(state, "W")

def count_pieces(state):
    cells = sum(state, [])
    return cells.count("B"), cells.count("W")
"""

#: Searches that are functions of the module.
MODULE = f"""{RULES}
def plain(state, player):
    if is_terminal_state(state):
        black, white = count_pieces(state)
        return black - white, [(player, -1, -1)]
    if not moves_of(state, player):
        return plain(state, opponent(player))
    best, line = (-INF if player == "B" else INF), None
    for row, column in moves_of(state, player):
        value, rest = plain(execute_move(state, player, row, column), opponent(player))
        if value > best if player == "B" else value < best:
            best, line = value, [(player, row, column)] + rest
    return best, line

def minimax(state, player):
    value, line = plain(state, player)
    return (value, line[0][1], line[0][2]) if moves_of(state, player) else (value, -1, -1)

def full_minimax(state, player):
    return plain(state, player)

def pruned(state, player, alpha, beta):
    if is_terminal_state(state):
        black, white = count_pieces(state)
        return black - white, [(player, -1, -1)]
    if not moves_of(state, player):
        return pruned(state, opponent(player), alpha, beta)
    if player == "B":
        return highest(state, alpha, beta)
    return lowest(state, alpha, beta)

def highest(state, alpha, beta):
    top, line = -INF, None
    for row, column in moves_of(state, "B"):
        new_state = execute_move(state, "B", row, column)
        value, rest = pruned(new_state, "W", alpha, beta)  # B goes down
        if value > top:
            top, line = value, [("B", row, column)] + rest
        alpha = max(alpha, top)
        if top >= beta:
            break
    return top, line

def lowest(state, alpha, beta):
    low, line = INF, None
    for row, column in moves_of(state, "W"):
        new_state = execute_move(state, "W", row, column)
        value, rest = pruned(new_state, "B", alpha, beta)  # W goes down
        if value < low:
            low, line = value, [("W", row, column)] + rest
        beta = min(beta, low)
        if low <= alpha:
            break
    return low, line

def minimax_ab(state, player, alpha=-INF, beta=INF):
    value, line = pruned(state, player, alpha, beta)
    return (value, line[0][1], line[0][2]) if moves_of(state, player) else (value, -1, -1)

def full_minimax_ab(state, player):
    return pruned(state, player, -INF, INF)
"""

#: Searches in a function of their own inside of what is called, which ask for a move at a time.
NESTED = f"""{RULES}
def minimax_ab(state, player):
    def search(board, side, alpha, beta, top):
        if is_terminal_state(board):
            black, white = count_pieces(board)
            return black - white
        best, where, moved = None, (-1, -1), False
        for row in range(len(board)):
            for column in range(len(board[row])):
                if best is not None and (best >= beta if side == "B" else best <= alpha):
                    continue
                if not get_move_value(board, side, row, column):
                    continue
                moved = True
                after = execute_move(board, side, row, column)
                value = search(after, opponent(side), alpha, beta, False)
                if best is None or (value > best if side == "B" else value < best):
                    best, where = value, (row, column)
                if side == "B":
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
        if not moved:
            best = search(board, opponent(side), alpha, beta, False)
        return (best, *where) if top else best
    return search(state, player, -INF, INF, True)

def full_minimax_ab(state, player):
    moves, best = [], None
    while not is_terminal_state(state):
        value, row, column = minimax_ab(state, player)
        best = value if best is None else best
        if row >= 0:
            moves.append((player, row, column))
            state = execute_move(state, player, row, column)
        player = opponent(player)
    moves.append((player, -1, -1))
    if best is None:
        black, white = count_pieces(state)
        best = black - white
    return best, moves
"""

_DOWN = "(new_state, {}, alpha, beta)  # {} goes down"
_B_DOWN, _W_DOWN = _DOWN.format('"W"', "B"), _DOWN.format('"B"', "W")
_B_TEST, _W_TEST = "if top >= beta:", "if low <= alpha:"
_B_RAISE, _W_LOWER = "        alpha = max(alpha, top)\n", "        beta = min(beta, low)\n"
_B_BREAK = f"{_B_RAISE}        {_B_TEST}\n            break\n"
_W_BREAK = f"{_W_LOWER}        {_W_TEST}\n            break\n"

#: The lines of `MODULE` that are otherwise, by the misconception and its reading.
_WRONG: dict[str, list[tuple[str, str]]] = {
    "root-reset/": [
        (_B_DOWN, '(new_state, "W", *FRESH(alpha, beta, state))'),
        (_W_DOWN, '(new_state, "B", *FRESH(alpha, beta, state))'),
        (
            "    value, line = pruned(",
            "    global FIRST\n    FIRST = state\n    value, line = pruned(",
        ),
        (
            "INF = ",
            "def FRESH(alpha, beta, state):\n"
            "    return (-INF, INF) if state == FIRST else (alpha, beta)\n\nINF = ",
        ),
    ],
    "shallow-only/v": [
        (_B_DOWN, '(new_state, "W", top, INF)'),
        (_W_DOWN, '(new_state, "B", -INF, low)'),
    ],
    "shallow-only/own bound": [
        (_B_DOWN, '(new_state, "W", alpha, INF)'),
        (_W_DOWN, '(new_state, "B", -INF, beta)'),
    ],
    "window-reset/": [
        (_B_DOWN, '(new_state, "W", -INF, INF)'),
        (_W_DOWN, '(new_state, "B", -INF, INF)'),
    ],
    "one-variable/": [  # alpha is the one; beta is handed on and never looked at
        (_B_BREAK, "        if -INF != alpha <= top:\n            break\n        alpha = top\n"),
        (_W_BREAK, "        if -INF != alpha >= low:\n            break\n        alpha = low\n"),
    ],
    "wrong-bound/v <= alpha at MAX": [
        (_B_BREAK, f"        if top <= alpha:\n            break\n{_B_RAISE}"),
        (_W_BREAK, f"        if low >= beta:\n            break\n{_W_LOWER}"),
    ],
    "wrong-bound/v >= alpha at MAX": [
        (_B_TEST, "if top >= alpha:"),
        (_W_TEST, "if low <= beta:"),
    ],
    "leaking-bounds/": [
        ("INF = float(", "A, B = float('-inf'), float('inf')\nINF = float("),
        ("    top, line = -INF", "    global A, B\n    top, line = -INF"),
        ("    low, line = INF", "    global A, B\n    low, line = INF"),
        ("alpha = max(alpha, top)", "A = max(A, top)"),
        ("beta = min(beta, low)", "B = min(B, low)"),
        (_B_TEST, "if top >= B:"),
        (_W_TEST, "if low <= A:"),
    ],
    "zero-unset/no test": [
        (_B_TEST, "if beta and top >= beta:"),
        (_W_TEST, "if alpha and low <= alpha:"),
    ],
    "zero-unset/handed down": [
        (_B_DOWN, '(new_state, "W", alpha or -INF, beta or INF)'),
        (_W_DOWN, '(new_state, "B", alpha or -INF, beta or INF)'),
    ],
    "strictness-flipped/": [(_B_TEST, "if top > beta:"), (_W_TEST, "if low < alpha:")],
    "bound-as-exact/": [
        ("if value > top:", "if value >= top:"),
        ("if value < low:", "if value <= low:"),
    ],
    "one-sided-test/only MIN": [(_B_TEST, "if False:")],
    "one-sided-test/only MAX": [(_W_TEST, "if False:")],
    "max-min-swapped/": [
        ('moves_of(state, "B"):', 'moves_of(state, "b"):'),
        ('moves_of(state, "W"):', 'moves_of(state, "B"):'),
        ('moves_of(state, "b"):', 'moves_of(state, "W"):'),
        ('execute_move(state, "B"', 'execute_move(state, "b"'),
        ('execute_move(state, "W"', 'execute_move(state, "B"'),
        ('execute_move(state, "b"', 'execute_move(state, "W"'),
        (_B_DOWN, '(new_state, "b", alpha, beta)'),
        (_W_DOWN, '(new_state, "W", alpha, beta)'),
        ('(new_state, "b"', '(new_state, "B"'),
        ('[("B", row', '[("b", row'),
        ('[("W", row', '[("B", row'),
        ('[("b", row', '[("W", row'),
        (
            '    if player == "B":\n        return highest',
            '    if player == "W":\n        return highest',
        ),
    ],
    "refuses-cutoff/all": [
        (f"{_B_TEST}\n            break", "pass"),
        (f"{_W_TEST}\n            break", "pass"),
    ],
    "off-by-one-child/one more": [
        ("top, line = -INF, None", "top, line, late = -INF, None, False"),
        ("low, line = INF, None", "low, line, late = INF, None, False"),
        (_B_TEST, "late, stop = top >= beta, late\n        if stop:"),
        (_W_TEST, "late, stop = low <= alpha, late\n        if stop:"),
    ],
    "alpha-replaced/both": [("max(alpha, top)", "value"), ("min(beta, low)", "value")],
    "alpha-replaced/only alpha": [("max(alpha, top)", "value")],
    "fail-hard-values/all": [
        ("    top, line = -INF", "    lower = alpha\n    top, line = -INF"),
        ("    low, line = INF", "    upper = beta\n    low, line = INF"),
        ("return top, line", "return min(max(top, lower), beta), line"),
        ("return low, line", "return min(max(low, alpha), upper), line"),
    ],
    "leaf-perspective/below MAX": [
        ("return black - white,", 'return black - white if player == "B" else white - black,'),
    ],
    "leaf-perspective/below MIN": [
        ("return black - white,", 'return black - white if player == "W" else white - black,'),
    ],
    "right-to-left/": [("for r, c in cells if", "for r, c in reversed(cells) if")],
}

_WRONG_MINIMAX: dict[str, list[tuple[str, str]]] = {
    "max-min-swapped/": [
        ('(-INF if player == "B" else INF)', '(-INF if player == "W" else INF)'),
        ('if value > best if player == "B"', 'if value > best if player == "W"'),
    ],
    "leaf-perspective/below MAX": _WRONG["leaf-perspective/below MAX"],
    "leaf-perspective/below MIN": _WRONG["leaf-perspective/below MIN"],
    "right-to-left/": _WRONG["right-to-left/"],
}

#: Builds the tree level by level before anything is compared.
_LEVELS = f"""{RULES}
def minimax(state, player):
    waiting, below, found = [(state, player)], {{}}, {{}}
    for number, (board, side) in enumerate(waiting):
        if is_terminal_state(board):
            black, white = count_pieces(board)
            found[number] = black - white
            continue
        after = [execute_move(board, side, r, c) for r, c in moves_of(board, side)] or [board]
        below[number] = range(len(waiting), len(waiting) + len(after))
        waiting.extend((one, opponent(side)) for one in after)
    for number in sorted(below, reverse=True):
        best = max if waiting[number][1] == "B" else min
        found[number] = best(found[one] for one in below[number])
    for (row, column), one in zip(moves_of(state, player), below[0]):
        if found[one] == found[0]:
            return found[0], row, column
    return found[0], -1, -1
"""

WRONG_ALPHA_BETA = {name: changed(MODULE, *changes) for name, changes in _WRONG.items()}
WRONG_MINIMAX = {name: changed(MODULE, *changes) for name, changes in _WRONG_MINIMAX.items()}
WRONG_MINIMAX["other-traversal/all breadth-first"] = _LEVELS
