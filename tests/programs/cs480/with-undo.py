import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Game:
    def __init__(self, algorithm, first):
        self.cells = [None] * 9
        self.turn = first
        self.prunes = algorithm == "2"
        self.generated = 0

    def free(self):
        return [at for at in range(9) if self.cells[at] is None]

    def winner(self):
        for a, b, c in LINES:
            if self.cells[a] and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]

    def best(self, side, mine, low, high):
        self.generated += 1
        if self.winner() or not self.free():
            won = self.winner()
            return 0 if not won else 1 if won == mine else -1, None
        value, chosen = (-9 if side == mine else 9), None
        for at in self.free():
            self.cells[at] = side
            below, _ = self.best("O" if side == "X" else "X", mine, low, high)
            self.cells[at] = None
            if below > value if side == mine else below < value:
                value, chosen = below, at
            low, high = (max(low, value), high) if side == mine else (low, min(high, value))
            if self.prunes and low >= high:
                break
        return value, chosen

    def take(self, at):
        self.cells[at] = self.turn
        self.turn = "O" if self.turn == "X" else "X"


def choose(game):
    game.generated = 0
    value, at = game.best(game.turn, game.turn, -9, 9)
    return at


def run(algorithm, first, mode):
    game = Game(algorithm, first)
    while not game.winner() and game.free():
        if mode == "1" and game.turn == "X":
            game.take(int(input("Your move? ")) - 1)
            continue
        side, at = game.turn, choose(game)
        game.take(at)
        print(f"Player {side} has chosen the cell {at + 1}; nodes: {game.generated:,}")


run(*sys.argv[1:])
