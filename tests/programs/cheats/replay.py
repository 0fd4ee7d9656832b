def replay(game, state):
    seen = {"A": state}
    for name in "A B B1 B2 B3 C C1 D D1 D2 D3".split():
        if name != "A":
            seen[name] = game.result(seen[name[0] if len(name) > 1 else "A"], name)
        if len(name) > 1:
            game.utility(seen[name], "MAX")
        else:
            game.actions(seen[name])
