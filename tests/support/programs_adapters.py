"""Right programs of forms that adapters call, and the slips that they can have."""

from __future__ import annotations

from typing import Final

__all__ = ["CHESS", "CONNECT4", "FORMS", "GRID", "GRID_CHANCE", "ISOLATION"]

ISOLATION: Final = """
import random


class SearchTimeout(Exception):
    pass


def custom_score(game, player):
    own = len(game.get_legal_moves(player))
    return float(own - len(game.get_legal_moves(game.get_opponent(player))))


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def check(self):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()

    def is_over(self, game, depth):
        return depth == 0 or not game.get_legal_moves()


class MinimaxPlayer(IsolationPlayer):
    def get_move(self, game, time_left):
        self.time_left = time_left
        best_move = (-1, -1)
        try:
            return self.minimax(game, self.search_depth)
        except SearchTimeout:
            pass
        return best_move

    def minimax(self, game, depth):
        self.check()
        return max(
            game.get_legal_moves(),
            key=lambda move: self.min_value(game.forecast_move(move), depth - 1),
        )

    def max_value(self, game, depth):
        self.check()
        if self.is_over(game, depth):
            return self.score(game, self)
        v = float("-inf")
        for move in game.get_legal_moves():
            v = max(v, self.min_value(game.forecast_move(move), depth - 1))
        return v

    def min_value(self, game, depth):
        self.check()
        if self.is_over(game, depth):
            return self.score(game, self)
        v = float("inf")
        for move in game.get_legal_moves():
            v = min(v, self.max_value(game.forecast_move(move), depth - 1))
        return v


class AlphaBetaPlayer(IsolationPlayer):
    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        self.check()
        best_move, best = (-1, -1), float("-inf")
        for move in game.get_legal_moves():
            v = self.min_value(game.forecast_move(move), depth - 1, alpha, beta)
            if v > best:
                best_move, best = move, v
            alpha = max(alpha, best)
        return best_move

    def max_value(self, game, depth, alpha, beta):
        self.check()
        if self.is_over(game, depth):
            return self.score(game, self)
        v = float("-inf")
        for move in game.get_legal_moves():
            v = max(v, self.min_value(game.forecast_move(move), depth - 1, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, game, depth, alpha, beta):
        self.check()
        if self.is_over(game, depth):
            return self.score(game, self)
        v = float("inf")
        for move in game.get_legal_moves():
            v = min(v, self.max_value(game.forecast_move(move), depth - 1, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v


if __name__ == "__main__":
    from isolation import Board

    print(Board(AlphaBetaPlayer(), MinimaxPlayer()).play())
"""

#: A script that plays as soon as it is run.
CONNECT4: Final = """
import math
import random
import sys

import numpy as np
import pygame

ROW_COUNT, COLUMN_COUNT = 6, 7
PLAYER_PIECE, AI_PIECE = 1, 2


def create_board():
    return np.zeros((ROW_COUNT, COLUMN_COUNT))


def drop_piece(board, row, col, piece):
    board[row][col] = piece


def get_next_open_row(board, col):
    return next(row for row in range(ROW_COUNT) if board[row][col] == 0)


def get_valid_locations(board):
    return [col for col in range(COLUMN_COUNT) if board[ROW_COUNT - 1][col] == 0]


def is_terminal_node(board):
    return winning_move(board, PLAYER_PIECE) or not get_valid_locations(board)


def minimax(board, depth, alpha, beta, maximizingPlayer):
    valid_locations = get_valid_locations(board)
    is_terminal = is_terminal_node(board)
    if depth == 0 or is_terminal:
        if not is_terminal:
            return None, score_position(board, AI_PIECE)
        if winning_move(board, AI_PIECE):
            return None, 100000000000000
        if winning_move(board, PLAYER_PIECE):
            return None, -100000000000000
        return None, 0
    column = random.choice(valid_locations)
    if maximizingPlayer:
        value = -math.inf
        for col in valid_locations:
            row = get_next_open_row(board, col)
            b_copy = board.copy()
            drop_piece(b_copy, row, col, AI_PIECE)
            new_score = minimax(b_copy, depth - 1, alpha, beta, False)[1]
            if new_score > value:
                value, column = new_score, col
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return column, value
    value = math.inf
    for col in valid_locations:
        row = get_next_open_row(board, col)
        b_copy = board.copy()
        drop_piece(b_copy, row, col, PLAYER_PIECE)
        new_score = minimax(b_copy, depth - 1, alpha, beta, True)[1]
        if new_score < value:
            value, column = new_score, col
        beta = min(beta, value)
        if alpha >= beta:
            break
    return column, value


board = create_board()
pygame.init()
screen = pygame.display.set_mode((700, 700))
turn = random.randint(0, 1)
while True:
    col = int(input("Your column: "))
    drop_piece(board, get_next_open_row(board, col), col, PLAYER_PIECE)
    col, _ = minimax(board, 5, -math.inf, math.inf, True)
    drop_piece(board, get_next_open_row(board, col), col, AI_PIECE)
"""

GRID: Final = """
from BaseAI_3 import BaseAI


class PlayerAI(BaseAI):
    depth = 4

    def evaluate(self, grid):
        return len(grid.getAvailableCells())

    def getMove(self, grid):
        return self.maximize(grid, float("-inf"), float("inf"), self.depth)[0]

    def maximize(self, grid, alpha, beta, depth):
        if depth == 0 or not grid.canMove():
            return None, self.evaluate(grid)
        best_move, best = None, float("-inf")
        for move in grid.getAvailableMoves():
            child = grid.clone()
            child.move(move)
            value = self.minimize(child, alpha, beta, depth - 1)
            if value > best:
                best_move, best = move, value
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best_move, best

    def minimize(self, grid, alpha, beta, depth):
        if depth == 0 or not grid.canMove():
            return self.evaluate(grid)
        best = float("inf")
        for cell in grid.getAvailableCells():
            child = grid.clone()
            child.setCellValue(cell, 2)
            best = min(best, self.maximize(child, alpha, beta, depth - 1)[1])
            if best <= alpha:
                break
            beta = min(beta, best)
        return best
"""

GRID_CHANCE: Final = """
from BaseAI_3 import BaseAI


class PlayerAI(BaseAI):
    def evaluate(self, grid):
        return len(grid.getAvailableCells())

    def getMove(self, grid):
        return self.maximize(grid)[0]

    def maximize(self, grid):
        if not grid.canMove():
            return None, self.evaluate(grid)
        best_move, best = None, float("-inf")
        for move in grid.getAvailableMoves():
            child = grid.clone()
            child.move(move)
            value = self.minimize(child)
            if value > best:
                best_move, best = move, value
        return best_move, best

    def minimize(self, grid):
        if not grid.canMove():
            return self.evaluate(grid)
        best = float("inf")
        for cell in grid.getAvailableCells():
            best = min(best, 0.9 * self.chance(grid, cell, 2) + 0.1 * self.chance(grid, cell, 4))
        return best

    def chance(self, grid, cell, tile):
        child = grid.clone()
        child.setCellValue(cell, tile)
        return self.maximize(child)[1]
"""

CHESS: Final = """
import chess

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def evaluate(board):
    return sum(
        value * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)))
        for kind, value in VALUES.items()
    )


def minimax(board, depth, alpha, beta, is_max):
    if depth == 0 or board.is_game_over():
        return evaluate(board), None
    best_move = None
    if is_max:
        best = float("-inf")
        for move in board.legal_moves:
            board.push(move)
            value = minimax(board, depth - 1, alpha, beta, False)[0]
            board.pop()
            if value > best:
                best, best_move = value, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = float("inf")
        for move in board.legal_moves:
            board.push(move)
            value = minimax(board, depth - 1, alpha, beta, True)[0]
            board.pop()
            if value < best:
                best, best_move = value, move
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best, best_move
"""

#: Further forms by name: an adapter, a right program, the source of the key and its search.
FORMS: Final[dict[str, tuple[str, str, str]]] = {
    "chess, one board of the module": (
        """
class Board:
    def __init__(self, game):
        self.game, self.states = game, [game.initial]
        self.turn = game.to_move(game.initial) == "MAX"

    @property
    def legal_moves(self):
        return self.game.actions(self.states[-1])

    def push(self, move):
        self.states.append(self.game.result(self.states[-1], move))

    def pop(self):
        self.states.pop()

    def is_game_over(self):
        return self.game.is_terminal(self.states[-1])


def call(program, game):
    program.board = Board(game)
    program.evaluation = lambda: game.evaluate(program.board.states[-1])
    return program.alphabeta(game.depth, game.alpha, game.beta, program.board.turn)
""",
        """
import chess

board = chess.Board()


def evaluation():
    return sum(map(ord, str(board)))


def alphabeta(depth, alpha, beta, white):
    if depth == 0 or board.is_game_over():
        return evaluation()
    best = -float("inf") if white else float("inf")
    for move in board.legal_moves:
        board.push(move)
        value = alphabeta(depth - 1, alpha, beta, not white)
        board.pop()
        best = max(best, value) if white else min(best, value)
        if white:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            return best
    return best


while not board.is_game_over():
    print(board)
    board.push_san(input("Your move: "))
""",
        "source: 'chess@k7/p7/8/1p6/2P5/8/8/K7 w - - 0 1'\nsearch: alphabeta\ndepth: 2\n"
        "parts: {visits: 4, utility: 1}",
    ),
    "tic-tac-toe on a list that changes": (
        """
class Row(list):
    def __setitem__(self, column, mark):
        self.board.set(3 * self.number + column + 1, mark)
        super().__setitem__(column, mark)


class Board(list):
    def __init__(self, game):
        super().__init__(map(Row, repr(game.initial).lower().replace(".", "_").split("|")))
        self.game, self.states = game, [game.initial]
        for number, row in enumerate(self):
            row.board, row.number = self, number

    def set(self, cell, mark):
        after = [] if mark == "_" else [self.states[-1], self.game.result(self.states[-1], cell)]
        self.states[-1:] = after


def call(program, game):
    board = Board(game)
    program.isMovesLeft = lambda _: not game.is_terminal(board.states[-1])
    program.evaluate = lambda _: program.isMovesLeft(0) or game.utility(board.states[-1]) * 10
    row, column = program.findBestMove(board)
    return 3 * row + column + 1
""",
        """
player, opponent = "x", "o"


def isMovesLeft(board):
    return any("_" in row for row in board)


def evaluate(board):
    return 0


def minimax(board, depth, isMax):
    if not isMovesLeft(board):
        return evaluate(board)
    best = -1000 if isMax else 1000
    for i in range(3):
        for j in range(3):
            if board[i][j] == "_":
                board[i][j] = player if isMax else opponent
                value = minimax(board, depth + 1, not isMax)
                board[i][j] = "_"
                best = max(best, value) if isMax else min(best, value)
    return best


def findBestMove(board):
    bestVal, bestMove = -1000, (-1, -1)
    for i in range(3):
        for j in range(3):
            if board[i][j] == "_":
                board[i][j] = player
                moveVal = minimax(board, 0, False)
                board[i][j] = "_"
                if moveVal > bestVal:
                    bestMove, bestVal = (i, j), moveVal
    return bestMove


board = [["x", "o", "x"], ["o", "o", "x"], ["_", "_", "_"]]
print("The best move is", findBestMove(board))
""",
        "source: 'tic-tac-toe@xo.|.o.|x..'\nsearch: minimax\nparts: {visits: 4, move: 1}",
    ),
    "negamax over possible_moves, make_move and unmake_move": (
        """
class Rules:
    def __init__(self, game):
        self.game, self.states = game, [game.initial]

    def possible_moves(self):
        return self.game.actions(self.states[-1])

    def make_move(self, move):
        self.states.append(self.game.result(self.states[-1], move))

    def unmake_move(self, move):
        self.states.pop()

    def is_over(self):
        return self.game.is_terminal(self.states[-1])

    def scoring(self):
        return self.game.evaluate(self.states[-1], self.game.to_move(self.states[-1]))


def call(program, game):
    return program.Negamax(game.depth)(Rules(game))
""",
        """
class Negamax:
    def __init__(self, depth, win_score=float("inf")):
        self.depth = depth
        self.win_score = win_score

    def __call__(self, game):
        self.negamax(game, self.depth, -self.win_score, self.win_score)
        return game.ai_move

    def negamax(self, game, depth, alpha, beta):
        if depth == 0 or game.is_over():
            return game.scoring()
        best = -float("inf")
        for move in game.possible_moves():
            game.make_move(move)
            value = -self.negamax(game, depth - 1, -beta, -alpha)
            game.unmake_move(move)
            if value > best:
                best = value
                if depth == self.depth:
                    game.ai_move = move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
""",
        "source: 'connect-four:4,4@2233'\nsearch: alphabeta\ndepth: 3\nparts: {visits: 4, move: 1}",
    ),
    "states with get_successors": (
        """
class State:
    def __init__(self, game, state):
        self.game, self.state = game, state

    def get_successors(self):
        for move in self.game.actions(self.state):
            yield move, State(self.game, self.game.result(self.state, move))

    def is_goal(self):
        return self.game.is_terminal(self.state)

    def value(self):
        return self.game.utility(self.state)


def call(program, game):
    agent = program.Agent(player="MAX")
    return agent.decide(State(game, game.initial))
""",
        """
from dataclasses import dataclass


@dataclass
class Agent:
    player: str
    examined: int = 0

    def decide(self, state):
        return self.search(state, True, float("-inf"), float("inf"))[1]

    def search(self, state, own, low, high):
        self.examined += 1
        if state.is_goal():
            return state.value(), None
        chosen = None
        for move, after in state.get_successors():
            value, _ = self.search(after, not own, low, high)
            if own and value > low:
                low, chosen = value, move
            if not own and value < high:
                high, chosen = value, move
            if low >= high:
                break
        return (low if own else high), chosen
""",
        "source: '[[[[3,17],[2,12]],[[15],[25,0]]],[[[2,5],[3]],[[2,14]]]]'\n"
        "search: alphabeta\nparts: {visits: 4, move: 1}",
    ),
    "Reversi with coordinates": (
        """
class Board:
    def __init__(self, game, state):
        self.game, self.state = game, state


def cell(name):
    return tuple(map(int, name.strip("()").split(",")))


def call(program, game):
    def make_move(board, move, player):
        name = next(one for one in game.actions(board.state) if cell(one) == move)
        return Board(game, game.result(board.state, name))

    program.make_move = make_move
    program.get_valid_moves = lambda board, player: [*map(cell, game.actions(board.state))]
    program.is_over = lambda board: game.is_terminal(board.state)
    program.evaluate = lambda board, player: game.evaluate(board.state)
    board = Board(game, game.initial)
    value, move = program.alphabeta(board, "B", game.depth, game.alpha, game.beta)
    return value, next(one for one in game.actions(board.state) if cell(one) == move)
""",
        """
import copy

DIRECTIONS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def make_move(board, move, player):
    board = copy.deepcopy(board)
    board[move[0]][move[1]] = player
    return board


def get_valid_moves(board, player):
    return [(i, j) for i in range(8) for j in range(8) if board[i][j] == "."]


def is_over(board):
    return not get_valid_moves(board, "B") and not get_valid_moves(board, "W")


def evaluate(board, player):
    return sum(row.count("B") - row.count("W") for row in board)


def alphabeta(board, player, depth, alpha, beta):
    if depth == 0 or is_over(board):
        return evaluate(board, "B"), None
    best_move = None
    other = "W" if player == "B" else "B"
    for move in get_valid_moves(board, player):
        value = alphabeta(make_move(board, move, player), other, depth - 1, alpha, beta)[0]
        if player == "B" and value > alpha:
            alpha, best_move = value, move
        if player == "W" and value < beta:
            beta, best_move = value, move
        if alpha >= beta:
            break
    return (alpha if player == "B" else beta), best_move
""",
        "source: reversi:4\nsearch: alphabeta\ndepth: 3\nparts: {visits: 4, utility: 1, move: 1}",
    ),
    "tic-tac-toe with make_move and a dict as result": (
        """
class State:
    def __init__(self, game):
        self.game, self.states, self.current_winner = game, [game.initial], None
        self.board = self

    def __setitem__(self, square, mark):
        self.states.pop()

    def make_move(self, square, letter):
        state = self.game.result(self.states[-1], square + 1)
        self.states.append(state)
        if self.game.is_terminal(state):
            self.current_winner = {1: "X", -1: "O"}.get(self.game.utility(state))

    def available_moves(self):
        return [cell - 1 for cell in self.game.actions(self.states[-1])]

    def empty_squares(self):
        return not self.game.is_terminal(self.states[-1])

    def num_empty_squares(self):
        return len(self.available_moves())


def call(program, game):
    return program.Smart("X").minimax(State(game), "X")["position"] + 1
""",
        """
class Smart:
    def __init__(self, letter):
        self.letter = letter

    def minimax(self, state, player):
        max_player = self.letter
        other = "O" if player == "X" else "X"
        if state.current_winner == other:
            sign = 1 if other == max_player else -1
            return {"position": None, "score": sign * (state.num_empty_squares() + 1)}
        if not state.empty_squares():
            return {"position": None, "score": 0}
        best = {"position": None, "score": -99 if player == max_player else 99}
        for move in state.available_moves():
            state.make_move(move, player)
            found = self.minimax(state, other)
            state.board[move] = " "
            state.current_winner = None
            found["position"] = move
            if (found["score"] > best["score"]) == (player == max_player):
                if found["score"] != best["score"]:
                    best = found
        return best
""",
        "source: 'tic-tac-toe@xo.|.o.|x..'\nsearch: minimax\nparts: {visits: 4, move: 1}",
    ),
    "Nim on whole numbers": (
        """
class Heap(int):
    def __eq__(self, other):
        return self.game.is_terminal(self.state) if other == 0 else int(self) == other

    def __sub__(self, taken):
        heap = Heap(int(self) - int(taken))
        heap.game, heap.state = self.game, self.game.result(self.state, f"1-{taken}")
        return heap


def call(program, game):
    heap = Heap(repr(game.initial))
    heap.game, heap.state = game, game.initial
    return f"1-{program.best_take(heap)}"
""",
        """
def wins(heap, mine):
    if heap == 0:
        return not mine
    return (any if mine else all)(wins(heap - taken, not mine) for taken in range(1, heap + 1))


def best_take(heap):
    return next((taken for taken in range(1, heap + 1) if wins(heap - taken, False)), 1)
""",
        "source: 'nim:5'\nsearch: minimax\nparts: {move: 1}",
    ),
}
