# student: your name
"""Reversi by minimax and alpha-beta, as in MP 520, problem 4.

A state is a list of rows, each a list of '', 'B' and 'W'. Player one is 'B', player two 'W'. The
value of a game is the number of black discs minus the number of white discs.
"""


# The rules --------------------------------------------------------------------------------------


def get_move_value(state, player, row, column):
    """Return how many discs of the opponent would flip; the state is not changed."""
    raise NotImplementedError


def execute_move(state, player, row, column):
    """Return the state after a move; it shares no list with the old one."""
    raise NotImplementedError


def is_terminal_state(state):
    """Return True if neither player has a move, otherwise False."""
    raise NotImplementedError


def count_pieces(state):
    """Return the numbers of black and white discs."""
    raise NotImplementedError


# Minimax ----------------------------------------------------------------------------------------


def minimax(state, player):
    """Return (value, row, column): the value of the game and the best move.

    Row and column are -1 if the player has no move.
    """
    raise NotImplementedError


def full_minimax(state, player):
    """Return (value, [(player, row, column), ...]): the value and all moves of best play.

    Passes are omitted; the last entry is (player, -1, -1), when the game is over.
    """
    raise NotImplementedError


# Alpha-beta -------------------------------------------------------------------------------------


def minimax_ab(state, player):
    """Return the same as minimax, by alpha-beta."""
    raise NotImplementedError


def full_minimax_ab(state, player):
    """Return the same as full_minimax, by alpha-beta."""
    raise NotImplementedError


if __name__ == "__main__":
    board = [
        ["", "", "", ""],
        ["B", "B", "B", "B"],
        ["W", "W", "W", "W"],
        ["", "", "", ""],
    ]
    print("discs that B flips on (3, 2):", get_move_value(board, "B", 3, 2))
    print("after it:", execute_move(board, "B", 3, 2))
    print("minimax:", minimax(board, "B"))
    print("all moves:", full_minimax(board, "B"))
    print("alpha-beta:", minimax_ab(board, "B"))
    print("all moves:", full_minimax_ab(board, "B"))
