class Smart:
    def __init__(self, letter):
        self.letter = letter

    def minimax(self, state, player):
        max_player = self.letter
        other = "O" if player == "X" else "X"
        if state.current_winner == other:
            sign = 1 if other == max_player else -1
            return {"position": None, "score": sign * (state.num_empty_squares() + 1)}
        if not state.empty_squares():
            return {"position": None, "score": 0}
        best = {"position": None, "score": -99 if player == max_player else 99}
        for move in state.available_moves():
            state.make_move(move, player)
            found = self.minimax(state, other)
            state.board[move] = " "
            state.current_winner = None
            found["position"] = move
            if (found["score"] > best["score"]) == (player == max_player):
                if found["score"] != best["score"]:
                    best = found
        return best
