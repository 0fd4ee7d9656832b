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
