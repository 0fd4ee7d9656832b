# student: your name
"""Minimax, alpha-beta and expectimax over states, as in MIT's problem set 5.

A state has these methods:

    state.terminal_check()       whether the game is over
    state.score()                its value for player 1, who maximizes
    state.player                 the player to move: 1, or 2, who minimizes
    state.successors()           the states after each move, in search order

Each function returns (score, states_explored, optimal_play): the value of the state, the number of
states explored including this one, and the states of optimal play, from this one to the end of the
game. Ties go to the first move.
"""


# Minimax ----------------------------------------------------------------------------------------


def score(state):
    """Return the value of a state, whoever moves."""
    if state.terminal_check():
        return state.score(), 1, [state]
    if state.player == 1:
        return maximize_score(state)
    return minimize_score(state)


def maximize_score(state):
    """Return the same if player 1 moves."""
    raise NotImplementedError


def minimize_score(state):
    """Return the same if player 2 moves."""
    raise NotImplementedError


# Alpha-beta -------------------------------------------------------------------------------------


def score_alpha_beta(state, alpha, beta):
    """Return the value of a state, whoever moves, exact only between alpha and beta."""
    if state.terminal_check():
        return state.score(), 1, [state]
    if state.player == 1:
        return maximize_score_alpha_beta(state, alpha, beta)
    return minimize_score_alpha_beta(state, alpha, beta)


def maximize_score_alpha_beta(state, alpha, beta):
    """Return the same if player 1 moves."""
    raise NotImplementedError


def minimize_score_alpha_beta(state, alpha, beta):
    """Return the same if player 2 moves."""
    raise NotImplementedError


# Expectimax -------------------------------------------------------------------------------------


def score_expectimax(state):
    """Return the value of a state if player 2 chooses all moves with equal probability."""
    if state.terminal_check():
        return state.score(), 1, [state]
    if state.player == 1:
        return maximize_score_expectimax(state)
    return expected_score_expectimax(state)


def maximize_score_expectimax(state):
    """Return the same if player 1 moves."""
    raise NotImplementedError


def expected_score_expectimax(state):
    """Return the same if player 2 moves at random; the play follows the first successor."""
    raise NotImplementedError


# To try it ----------------------------------------------------------------------------------


class Figure:
    """A small game: a tree of nested lists, whose leaves are numbers. Player 1 moves first."""

    def __init__(self, tree, player=1):
        self.tree = tree
        self.player = player

    def terminal_check(self):
        return not isinstance(self.tree, list)

    def score(self):
        return self.tree if self.terminal_check() else 0

    def successors(self):
        return [Figure(child, 3 - self.player) for child in self.tree]

    def __repr__(self):
        return str(self.tree)


if __name__ == "__main__":
    start = Figure([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    print("minimax:", score(start))
    print("alpha-beta:", score_alpha_beta(start, float("-inf"), float("inf")))
    print("expectimax:", score_expectimax(start))
