"""A right `tictactoe.py`, as the assignment of CS50 AI asks for it, and changes to it."""

from __future__ import annotations

from typing import Final

RIGHT: Final = """
from copy import deepcopy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    marks = [cell for row in board for cell in row if cell != EMPTY]
    return X if len(marks) % 2 == 0 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise Exception("this cell cannot be taken")
    after = deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    columns = [[row[j] for row in board] for j in range(3)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in board + columns + diagonals:
        if line[0] != EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda one: lowest(result(board, one)))
    return min(actions(board), key=lambda one: highest(result(board, one)))


def highest(board):
    if terminal(board):
        return utility(board)
    return max(lowest(result(board, one)) for one in actions(board))


def lowest(board):
    if terminal(board):
        return utility(board)
    return min(highest(result(board, one)) for one in actions(board))
"""

#: Searches as students write them: name, and the code that takes the place of `minimax`.
SEARCHES: Final = {
    "early-stop": """
def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    best, found = -2, None
    for one in actions(board):
        value = sign * value_of(result(board, one))
        if value > best:
            best, found = value, one
        if best == 1:
            break
    return found


def value_of(board):
    if terminal(board):
        return utility(board)
    sign = 1 if player(board) == X else -1
    best = -2
    for one in actions(board):
        best = max(best, sign * value_of(result(board, one)))
        if best == 1:
            break
    return sign * best
""",
    "pairs": """
def minimax(board):
    def search(board, maximizing):
        if terminal(board):
            return utility(board), None
        pairs = [(search(result(board, one), not maximizing)[0], one) for one in actions(board)]
        return max(pairs) if maximizing else min(pairs)

    return search(board, player(board) == X)[1]
""",
    "alpha-beta": """
def minimax(board):
    global calls
    calls = 0
    return search(board, float("-inf"), float("inf"))[1]


def search(board, alpha, beta):
    global calls
    calls += 1
    if terminal(board):
        return utility(board), None
    move = None
    if player(board) == X:
        v = float("-inf")
        for one in actions(board):
            found, _ = search(result(board, one), alpha, beta)
            if found > v:
                v, move = found, one
            alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move
    v = float("inf")
    for one in actions(board):
        found, _ = search(result(board, one), alpha, beta)
        if found < v:
            v, move = found, one
        beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move
""",
    "class": """
class Search:
    def __init__(self, board):
        self.board = board

    def best(self):
        if terminal(self.board):
            return None
        order = sorted(actions(self.board), key=self.value)
        return order[-1] if player(self.board) == X else order[0]

    def value(self, one):
        below = result(self.board, one)
        if terminal(below):
            return utility(below)
        inner = Search(below)
        values = map(inner.value, actions(below))
        return max(values) if player(below) == X else min(values)


def minimax(board):
    return Search(board).best()
""",
    "lambda": """
value = lambda board: utility(board) if terminal(board) else (
    (max if player(board) == X else min)(value(result(board, one)) for one in actions(board))
)


def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda one: value(result(board, one)))
""",
}


def tictactoe(search: str = "") -> str:
    """Return a right program.

    Args:
        search: name of its search in `SEARCHES`; empty for the plain one.
    """
    if not search:
        return RIGHT
    return RIGHT[: RIGHT.index("def minimax(")] + SEARCHES[search].lstrip()
