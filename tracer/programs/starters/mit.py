# student: your name
"""Minimax, alpha-beta and expectimax over states, as in MIT's problem set 5.

A state answers to

    state.terminal_check()       whether the game is over
    state.score()                what it is worth to player 1, who maximizes
    state.player                 who moves: 1, or 2 who minimizes
    state.successors()           the states after each move, in the order in which to search them

Each function returns (score, states_explored, optimal_play): what the state is worth, how many
states were explored, this one included, and the states of best play, from this one to the end of
the game. Of several moves that are equally good, the play follows the first.
"""


# Minimax ----------------------------------------------------------------------------------------


def score(state):
    """Return what a state is worth, whoever moves."""
    if state.terminal_check():
        return state.score(), 1, [state]
    if state.player == 1:
        return maximize_score(state)
    return minimize_score(state)


def maximize_score(state):
    """Return the same where player 1 moves."""
    raise NotImplementedError


def minimize_score(state):
    """Return the same where player 2 moves."""
    raise NotImplementedError


# Alpha-beta -------------------------------------------------------------------------------------


def score_alpha_beta(state, alpha, beta):
    """Return what a state is worth, whoever moves, as far as it matters between alpha and beta."""
    if state.terminal_check():
        return state.score(), 1, [state]
    if state.player == 1:
        return maximize_score_alpha_beta(state, alpha, beta)
    return minimize_score_alpha_beta(state, alpha, beta)


def maximize_score_alpha_beta(state, alpha, beta):
    """Return the same where player 1 moves."""
    raise NotImplementedError


def minimize_score_alpha_beta(state, alpha, beta):
    """Return the same where player 2 moves."""
    raise NotImplementedError


# Expectimax -------------------------------------------------------------------------------------


def score_expectimax(state):
    """Return what a state is worth where player 2 moves at random, each move as likely."""
    if state.terminal_check():
        return state.score(), 1, [state]
    if state.player == 1:
        return maximize_score_expectimax(state)
    return expected_score_expectimax(state)


def maximize_score_expectimax(state):
    """Return the same where player 1 moves."""
    raise NotImplementedError


def expected_score_expectimax(state):
    """Return the same where player 2 moves at random; the play follows the first successor."""
    raise NotImplementedError


# To try it on -----------------------------------------------------------------------------------


class Figure:
    """A small game: a tree in lists, whose leaves are numbers. Player 1 moves first."""

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
