# student: your name
"""Tic-tac-toe: write the eight functions.

A board is a list of three rows, each a list of three cells: X, O or EMPTY.
An action is a pair (row, column), each from 0 to 2.
"""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """Return the board at the start of a game."""
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    """Return the player to move, X or O. X moves first."""
    raise NotImplementedError


def actions(board):
    """Return the set of all actions (row, column) on the board."""
    raise NotImplementedError


def result(board, action):
    """Return the board after an action, and leave the given board as it is.

    Raise an exception if the action does not take a free cell of the board.
    """
    raise NotImplementedError


def winner(board):
    """Return the winner, X or O, or None if nobody has won."""
    raise NotImplementedError


def terminal(board):
    """Return True if the game is over, else False."""
    raise NotImplementedError


def utility(board):
    """Return 1 if X has won, -1 if O has, else 0. The game is over."""
    raise NotImplementedError


def minimax(board):
    """Return an optimal action for the player to move, or None if the game is over."""
    raise NotImplementedError
