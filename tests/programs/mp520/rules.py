INF = float("inf")

def opponent(player):
    return "W" if player == "B" else "B"

def flipped(state, player, row, column):
    cells = []
    if state[row][column] != "":
        return cells
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            run, r, c = [], row + down, column + right
            while 0 <= r < len(state) and 0 <= c < len(state[0]):
                if state[r][c] == opponent(player) and (down or right):
                    run.append((r, c))
                elif state[r][c] == player:
                    cells.extend(run)
                    break
                else:
                    break
                r, c = r + down, c + right
    return cells

def get_move_value(state, player, row, column):
    return len(flipped(state, player, row, column))

def execute_move(state, player, row, column):
    new_state = [list(cells) for cells in state]
    for r, c in flipped(state, player, row, column):
        new_state[r][c] = player
    new_state[row][column] = player
    return new_state

def moves_of(state, player):
    cells = [(r, c) for r in range(len(state)) for c in range(len(state[0]))]
    return [(r, c) for r, c in cells if get_move_value(state, player, r, c) > 0]

def is_terminal_state(state):
    return not moves_of(state, "B") and not moves_of(state, "W")

def count_pieces(state):
    cells = sum(state, [])
    return cells.count("B"), cells.count("W")
