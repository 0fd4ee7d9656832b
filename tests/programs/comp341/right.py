from math import inf


def minimax_decision(state, actions_fn, result_fn, terminal_test, utility_fn, is_max_turn):
    def value(state):
        if terminal_test(state):
            return utility_fn(state)
        below = (value(result_fn(state, one)) for one in actions_fn(state))
        return max(below) if is_max_turn(state) else min(below)

    return max(actions_fn(state), key=lambda one: value(result_fn(state, one)))


def alpha_beta_decision(state, actions_fn, result_fn, terminal_test, utility_fn, is_max_turn):
    game = actions_fn, result_fn, terminal_test, utility_fn, is_max_turn
    alpha, best = -inf, None
    for one in actions_fn(state):
        v = ab_value(result_fn(state, one), alpha, inf, *game)
        if v > alpha or best is None:
            alpha, best = v, one
    return best


def ab_value(state, alpha, beta, actions_fn, result_fn, terminal_test, utility_fn, is_max_turn):
    game = actions_fn, result_fn, terminal_test, utility_fn, is_max_turn
    if terminal_test(state):
        return utility_fn(state)
    v = -inf if is_max_turn(state) else inf
    for one in actions_fn(state):
        found = ab_value(result_fn(state, one), alpha, beta, *game)
        if is_max_turn(state):
            v = max(v, found)
            if v >= beta:
                return v
            alpha = max(alpha, v)
        else:
            v = min(v, found)
            if v <= alpha:
                return v
            beta = min(beta, v)
    return v


def expectiminimax_value(
    state, actions_fn, result_fn, terminal_test, utility_fn, node_type_fn, probability_fn
):
    game = actions_fn, result_fn, terminal_test, utility_fn, node_type_fn, probability_fn
    if terminal_test(state):
        return utility_fn(state)
    below = [(one, expectiminimax_value(result_fn(state, one), *game)) for one in actions_fn(state)]
    kind = node_type_fn(state)
    if kind == "CHANCE":
        return sum(probability_fn(state, one) * value for one, value in below)
    return (max if kind == "MAX" else min)(value for _, value in below)
