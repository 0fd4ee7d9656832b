"""Udacity's isolation: MinimaxPlayer and AlphaBetaPlayer of game_agent.py."""


class Board:
    """A position. The moves of a node are (0, its name), (1, its name) and so on."""

    def __init__(self, game, state, player):
        self.game, self.state, self.player = game, state, player
        self.active_player = player if game.to_move(state) == "MAX" else None

    def get_legal_moves(self, player=None):
        return [*enumerate(self.game.actions(self.state))]

    def forecast_move(self, move):
        return Board(self.game, self.game.result(self.state, move[1]), self.player)

    def utility(self, player):
        value = self.game.utility(self.state) if self.game.is_terminal(self.state) else 0.0
        return value if player is self.player else -value

    def is_winner(self, player):
        return self.utility(player) > 0

    def is_loser(self, player):
        return self.utility(player) < 0


def call(program, game):
    kind = program.AlphaBetaPlayer if game.search == "alphabeta" else program.MinimaxPlayer
    player = kind(game.depth, lambda board, player: game.evaluate(board.state))
    player.time_left = lambda: 1000.0
    board = Board(game, game.initial, player)
    if game.search == "alphabeta":
        return player.alphabeta(board, game.depth)[1]
    return player.get_move(board, player.time_left)[1]
