def minimax_search(game, state):
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    best = max if game.to_move(state) == "MAX" else min
    found = [(minimax_search(game, game.result(state, a))[0], a) for a in game.actions(state)]
    return best(found, key=lambda one: one[0])


def play():
    while True:
        ask()


def ask():
    print(input("Your move: "))

