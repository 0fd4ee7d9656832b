from sys import argv


def count(board, side, mine):
    global nodes
    nodes += 1
    for a, b, c in ("123", "456", "789", "147", "258", "369", "159", "357"):
        if board.get(a) == board.get(b) == board.get(c) and a in board:
            return 1 if board[a] == mine else -1
    if len(board) == 9:
        return 0
    below = [
        count({**board, cell: side}, "XO"[side == "X"], mine)
        for cell in "123456789"
        if cell not in board
    ]
    return max(below) if side == mine else min(below)


algorithm, side, mode = argv[1:]
board = {}
while len(board) < 9:
    if mode == "1" and side == "X":
        cell = input()
    else:
        nodes, best = 1, -2
        for each in "123456789":
            if each not in board:
                value = count({**board, each: side}, "XO"[side == "X"], side)
                if value > best:
                    best, cell = value, each
        print(f"{side}'s selected move: {cell}. Number of search tree nodes generated: {nodes}")
    board[cell] = side
    side = "XO"[side == "X"]
