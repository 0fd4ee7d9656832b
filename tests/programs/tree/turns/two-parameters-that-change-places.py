def minimax(state, player, opponent):
    if isinstance(state, int): return state
    assert player != opponent
    if player == 'max':
        return max(minimax(c, opponent, player) for c in state)
    return min(minimax(c, opponent, player) for c in state)
