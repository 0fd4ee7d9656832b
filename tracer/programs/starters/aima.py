# student: your name
"""Minimax and alpha-beta over `game` and `state`.

The game has these methods:

    game.to_move(state)          'MAX' or 'MIN'
    game.is_terminal(state)      whether the game is over
    game.actions(state)          the legal moves, in search order
    game.result(state, action)   the state after a move
    game.utility(state, player)  the value of a terminal state for 'MAX' or 'MIN'
    game.evaluate(state)         an evaluation for MAX, if the problem has a depth limit

A search returns (value, move): the value of the root for MAX, and the best move there.
"""


def minimax_search(game, state):
    """Return (value, move) by minimax."""
    raise NotImplementedError


def alpha_beta_search(game, state):
    """Return (value, move) by alpha-beta, from the window (-inf, +inf)."""
    raise NotImplementedError


class Figure:
    """A small game to try your searches on: the tree of AIMA's figure 5.2."""

    leaves = {"B": [3, 12, 8], "C": [2, 4, 6], "D": [14, 5, 2]}
    initial = "A"

    def to_move(self, state):
        return "MAX" if state == "A" else "MIN"

    def is_terminal(self, state):
        return len(state) == 2

    def actions(self, state):
        return ["B", "C", "D"] if state == "A" else [state + "1", state + "2", state + "3"]

    def result(self, state, action):
        return action

    def utility(self, state, player):
        value = self.leaves[state[0]][int(state[1]) - 1]
        return value if player == "MAX" else -value


if __name__ == "__main__":
    print("minimax:", minimax_search(Figure(), "A"))
    print("alpha-beta:", alpha_beta_search(Figure(), "A"))
