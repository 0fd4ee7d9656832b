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
