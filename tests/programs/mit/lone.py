def score(state):
    if state.terminal_check():
        return state.score(), 1, [state]
    found = [score(one) for one in state.successors()]
    best = (max if state.player == 1 else min)(found, key=lambda one: one[0])
    return best[0], 1 + sum(one[1] for one in found), [state, *best[2]]
