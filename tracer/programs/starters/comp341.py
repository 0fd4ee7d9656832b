# student: your name
"""Minimax, alpha-beta and expectiminimax over functions that describe a game.

    actions_fn(state)                the list of legal actions, in search order
    result_fn(state, action)         the state after an action
    terminal_test(state)             True if the game is over
    utility_fn(state)                the value of a terminal state for MAX
    is_max_turn(state)               True if MAX is to move
    node_type_fn(state)              'MAX', 'MIN' or 'CHANCE'
    probability_fn(state, action)    the probability of an outcome of a CHANCE node

MAX is to move at the first state. Of actions with equal values, return the first.
"""


def minimax_decision(state, actions_fn, result_fn, terminal_test, utility_fn, is_max_turn):
    """Return the best action by minimax."""
    raise NotImplementedError


def alpha_beta_decision(state, actions_fn, result_fn, terminal_test, utility_fn, is_max_turn):
    """Return the best action by alpha-beta pruning."""
    raise NotImplementedError


def expectiminimax_value(
    state, actions_fn, result_fn, terminal_test, utility_fn, node_type_fn, probability_fn
):
    """Return the expectiminimax value of a state."""
    raise NotImplementedError


#: A small game to try your searches on.
LEAVES = {"B": [3, 12, 8], "C": [2, 4, 6], "D": [14, 5, 2]}


def actions(state):
    return ["B", "C", "D"] if state == "A" else [state + "1", state + "2", state + "3"]


def result(state, action):
    return action


def terminal(state):
    return len(state) == 2


def utility(state):
    return LEAVES[state[0]][int(state[1]) - 1]


def is_max(state):
    return state == "A"


if __name__ == "__main__":
    print("minimax:", minimax_decision("A", actions, result, terminal, utility, is_max))
    print("alpha-beta:", alpha_beta_decision("A", actions, result, terminal, utility, is_max))
