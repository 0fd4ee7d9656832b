def minimax(state):
    return maximize(state) if state.player == 1 else minimize(state)

def maximize(state):
    states_explored = 1
    if state.terminal_check():
        return state.score(), states_explored, [state]
    best = None
    for child in state.successors():
        value, explored, play = minimize(child)
        states_explored += explored
        if best is None or value > best[0]:
            best = value, [state, *play]
    return best[0], states_explored, best[1]

def minimize(state):
    states_explored = 1
    if state.terminal_check():
        return state.score(), states_explored, [state]
    best = None
    for child in state.successors():
        value, explored, play = maximize(child)
        states_explored += explored
        if best is None or value < best[0]:
            best = value, [state, *play]
    return best[0], states_explored, best[1]
