game = TicTacToe()
start = time.time()
value, move = minimax(game, is_maximizing=True)
while True:
    row, col = input("Your move: ").split()
    game.make_move(int(row), int(col))
