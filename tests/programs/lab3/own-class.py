class TicTacToe:
    def __init__(self):
        self.board = [[0] * 3 for _ in range(3)]
        self.current_player = 1
    def get_valid_moves(self):
        raise RuntimeError("this game is not the one that is searched")
    make_move = check_winner = get_valid_moves
    def undo(self, row, col):
        self.board[row][col] = 0
        self.current_player *= -1

def child_of(game):
    new = TicTacToe()
    new.board = [row[:] for row in game.board]
    new.current_player = game.current_player
    return new
