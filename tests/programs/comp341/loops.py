from math import inf


def minimax_decision(state, actions_fn, result_fn, terminal_test, utility_fn, is_max_turn):
    def max_value(state):
        if terminal_test(state):
            return utility_fn(state)
        v = -inf
        for one in actions_fn(state):
            x = value(result_fn(state, one))
            if x > v:
                v = x
        return v

    def min_value(state):
        if terminal_test(state):
            return utility_fn(state)
        w = inf
        for other in actions_fn(state):
            y = value(result_fn(state, other))
            if y < w:
                w = y
        return w

    def value(state):
        return max_value(state) if is_max_turn(state) else min_value(state)

    best, action = -inf, None
    for root_action in actions_fn(state):
        score = value(result_fn(state, root_action))
        if score > best:
            best, action = score, root_action
    return action
