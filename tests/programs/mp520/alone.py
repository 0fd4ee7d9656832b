import copy

def minimax(state, player):
    if is_terminal_state(state):
        black, white = count_pieces(state)
        return (black - white, -1, -1)
    other, best = opponent(player), None
    for row in range(len(state)):
        for column in range(len(state)):
            if get_move_value(state, player, row, column) == 0:
                continue
            before = copy.deepcopy(state)
            state[:] = execute_move(state, player, row, column)
            value = minimax(state, other)[0]
            state[:] = before
            sign = 1 if player == "B" else -1
            if best is None or sign * value > sign * best[0]:
                best = (value, row, column)
    if best is None:
        return (minimax(state, other)[0], -1, -1)
    return best
