# student: your name
"""Minimax and alpha-beta over Lab 3's TicTacToe; all of it fits into a notebook cell.

    game.get_valid_moves()    the free cells as (row, col), in search order
    game.make_move(row, col)  puts the mark of the player to move, in place
    game.check_winner()       1 if X has won, -1 if O has, 0 for a draw, None otherwise
    game.is_terminal()        whether the game is over
    game.copy()               a copy of the position

A win is worth 10 - depth to X, a loss -10 + depth, a draw 0. A search returns (value, move); the
move is None if the game is over.
"""

#: Nodes that a search has visited, including the root: each search adds 1 for every call.
minimax_nodes = 0
alphabeta_nodes = 0


class TicTacToe:
    """X is 1 and moves first, O is -1, a free cell is 0."""

    def __init__(self):
        self.board = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
        self.current_player = 1

    def get_valid_moves(self):
        return [(r, c) for r in range(3) for c in range(3) if self.board[r][c] == 0]

    def make_move(self, row, col):
        if self.board[row][col] != 0:
            return False
        self.board[row][col] = self.current_player
        self.current_player *= -1
        return True

    def check_winner(self):
        b = self.board
        columns = [[b[0][c], b[1][c], b[2][c]] for c in range(3)]
        lines = [*b, *columns, [b[0][0], b[1][1], b[2][2]], [b[0][2], b[1][1], b[2][0]]]
        for line in lines:
            if abs(sum(line)) == 3:
                return line[0]
        return None if self.get_valid_moves() else 0

    def is_terminal(self):
        return self.check_winner() is not None

    def copy(self):
        new = TicTacToe()
        new.board = [row[:] for row in self.board]
        new.current_player = self.current_player
        return new

    def display(self):
        print("\n".join(" ".join(".XO"[cell] for cell in row) for row in self.board))


def minimax(game, is_maximizing, depth=0):
    """Return (value, (row, col)) by minimax; X maximizes."""
    raise NotImplementedError


def alpha_beta(game, is_maximizing, alpha=float("-inf"), beta=float("inf"), depth=0):
    """Return (value, (row, col)) by alpha-beta; X maximizes."""
    raise NotImplementedError


if __name__ == "__main__":
    game = TicTacToe()
    for row, col in [(0, 0), (0, 1), (1, 1), (2, 2)]:
        game.make_move(row, col)
    game.display()
    print("minimax:", minimax(game.copy(), True), minimax_nodes, "nodes")
    print("alpha-beta:", alpha_beta(game.copy(), True), alphabeta_nodes, "nodes")
