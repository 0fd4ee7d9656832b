import math
from typing import Any, Callable


def alpha_beta_decision(
    state: Any,
    actions_fn: Callable[[Any], list[Any]],
    result_fn: Callable[[Any, Any], Any],
    terminal_test: Callable[[Any], bool],
    utility_fn: Callable[[Any], float],
    is_max_turn: Callable[[Any], bool],
) -> Any:
    chosen, alpha, beta = None, -math.inf, math.inf
    best = -math.inf
    for action in actions_fn(state):
        below = result_fn(state, action)
        game = (actions_fn, result_fn, terminal_test, utility_fn, is_max_turn)
        value = value_of(below, alpha, beta, *game)
        if value > best:
            best, chosen = value, action
        alpha = max(alpha, best)
    return chosen


def value_of(state, alpha, beta, actions_fn, result_fn, terminal_test, utility_fn, is_max_turn):
    if terminal_test(state):
        return utility_fn(state)
    game = (actions_fn, result_fn, terminal_test, utility_fn, is_max_turn)
    return (max_value if is_max_turn(state) else min_value)(state, alpha, beta, *game)


def max_value(state, alpha, beta, actions_fn, result_fn, *rest):
    v = -math.inf
    for action in actions_fn(state):
        below = result_fn(state, action)
        v = max(v, value_of(below, alpha, beta, actions_fn, result_fn, *rest))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta, actions_fn, result_fn, *rest):
    v = math.inf
    for action in actions_fn(state):
        below = result_fn(state, action)
        v = min(v, value_of(below, alpha, beta, actions_fn, result_fn, *rest))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def demonstrate():
    tree = {"A": ["B", "C"], "B": [3, 12], "C": [2, 4]}
    game = (tree.get, lambda _, action: action, lambda s: s not in tree, int, lambda s: s == "A")
    print(alpha_beta_decision("A", *game))


if __name__ == "__main__":
    demonstrate()
