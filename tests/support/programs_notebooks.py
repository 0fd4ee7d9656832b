"""Notebooks, as a course's students hand them in."""

from __future__ import annotations

import json
from typing import Any

from tests.support.programs_lab3 import alpha_beta, minimax

#: A lab's notebook, cell by cell: it draws, defines a game, searches, plays and measures.
IMPORTS = """\
import numpy as np
import matplotlib.pyplot as plt
from typing import List, Tuple, Optional
from copy import deepcopy
import time

plt.style.use('seaborn-v0_8-darkgrid')
%matplotlib inline
"""

DRAWING = """\
def draw_tree():
    figure, axes = plt.subplots(figsize=(4, 3))
    axes.plot(1, 2, 'ro')
    plt.show()

draw_tree()
print("MAX is red")
"""

GAME = """\
class TicTacToe:
    def __init__(self):
        self.board = np.zeros((3, 3), dtype=int)
        self.current_player = 1

    def get_valid_moves(self) -> List[Tuple[int, int]]:
        return [(i, j) for i in range(3) for j in range(3) if self.board[i, j] == 0]

    def make_move(self, row: int, col: int) -> bool:
        if self.board[row, col]:
            return False
        self.board[row, col] = self.current_player
        self.current_player *= -1
        return True

    def check_winner(self) -> Optional[int]:
        for lines in (self.board, self.board.T):
            for line in lines:
                if abs(line.sum()) == 3:
                    return line[0]
        for board in (self.board, np.fliplr(self.board)):
            if abs(board.trace()) == 3:
                return board[1, 1]
        return None if self.get_valid_moves() else 0

    def is_terminal(self):
        return self.check_winner() is not None

    def copy(self):
        new = TicTacToe()
        new.board = self.board.copy()
        new.current_player = self.current_player
        return new

    def display(self):
        print(self.board)

game = TicTacToe()
game.make_move(1, 1)
game.display()
"""

PLAYING = """\
game = TicTacToe()
start = time.time()
value, move = minimax(game, is_maximizing=True)
while True:
    row, col = input("Your move: ").split()
    game.make_move(int(row), int(col))
"""

MEASURING = """\
%time alpha_beta(TicTacToe(), True)
timed = %timeit -o minimax(TicTacToe(), True)
"""


def cell(text: str, kind: str = "code", **more: Any) -> dict[str, Any]:
    """A cell, its lines in a list as editors keep them."""
    made = {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True), **more}
    return (
        {**made, "outputs": more.get("outputs", []), "execution_count": None}
        if (kind == "code")
        else made
    )


def notebook(*cells: str | dict[str, Any]) -> str:
    """A notebook; a text is a cell of code."""
    made = [cell(one) if isinstance(one, str) else one for one in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def lab(*, searches: tuple[str, ...] = (), drawing: bool = True) -> str:
    """The lab's notebook.

    Args:
        searches: the cells with the searches; by default right ones.
        drawing: whether it imports what it draws with.
    """
    return notebook(
        cell("# Lab 3\n\nName: Ann", "markdown"),
        IMPORTS if drawing else "import numpy as np\nimport time\nfrom typing import *\n",
        cell("## Game trees", "markdown"),
        DRAWING,
        GAME,
        *(searches or (minimax(), alpha_beta("", numpy=True))),
        PLAYING,
        MEASURING,
    )


#: Functions over game states as in MIT's problem set, with its drawing and its blanks.
MIT = """\
def minimax(state):
    return maximize(state) if state.player == 1 else minimize(state)

def maximize(state):
    states_explored = 1
    if state.terminal_check():
        return state.score(), states_explored, [state]
    best = None
    for child in state.successors():
        value, explored, play = minimize(child)
        states_explored += explored
        if best is None or value > best[0]:
            best = value, [state, *play]
    return best[0], states_explored, best[1]

def minimize(state):
    states_explored = 1
    if state.terminal_check():
        return state.score(), states_explored, [state]
    best = None
    for child in state.successors():
        value, explored, play = maximize(child)
        states_explored += explored
        if best is None or value < best[0]:
            best = value, [state, *play]
    return best[0], states_explored, best[1]
"""
