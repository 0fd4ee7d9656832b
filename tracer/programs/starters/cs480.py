# student: your name
"""Tic-tac-toe against the computer: python THIS_FILE ALGO FIRST MODE

    ALGO   1 minimax, 2 minimax with alpha-beta pruning
    FIRST  X or O, who begins
    MODE   1 human (X) against computer (O), 2 computer (X) against computer (O)

Write the two searches; the rest is complete. A search takes the game and a state, and returns
(utility, move). It adds 1 to `nodes` for every node that it enters, including the root. The game
has these methods:

    game.to_move(state)          'X' or 'O'
    game.is_terminal(state)      whether the game is over
    game.actions(state)          the free cells, 1 to 9, in search order
    game.result(state, action)   the state after a move
    game.utility(state, player)  1 if the player has won, -1 if the other has, 0 for a tie
"""

import sys

NAME = "Last Name, First Name, AXXXXXXXX"

#: Search tree nodes that were generated, including the root; set to 0 before every search.
nodes = 0


def minimax_search(game, state):
    """Return (utility, move) by minimax, for the player to move."""
    raise NotImplementedError


def alpha_beta_search(game, state):
    """Return (utility, move) by alpha-beta, for the player to move."""
    raise NotImplementedError


class TicTacToe:
    """A state is nine characters, row by row, and the player to move."""

    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    columns = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    lines = [*rows, *columns, (0, 4, 8), (2, 4, 6)]

    def __init__(self, first):
        self.initial = (" " * 9, first)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [cell + 1 for cell in range(9) if state[0][cell] == " "]

    def result(self, state, action):
        board, player = state
        board = board[: action - 1] + player + board[action:]
        return board, "O" if player == "X" else "X"

    def winner(self, state):
        board = state[0]
        for a, b, c in self.lines:
            if board[a] != " " and board[a] == board[b] == board[c]:
                return board[a]
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None or " " not in state[0]

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == player else -1

    def draw(self, state):
        rows = [" " + " | ".join(state[0][cell] for cell in row) + " " for row in self.rows]
        print("\n---+---+---\n".join(rows))


def ask(game, state):
    """Return the human's move; 0 to leave the game."""
    legal = game.actions(state)
    listed = ", ".join(str(cell) for cell in legal)
    prompt = (
        f"{state[1]}'s move. What is your move (possible moves at the moment are: {listed} | "
        "enter 0 to exit the game)? "
    )
    while True:
        answer = input(prompt).strip()
        if answer.isdecimal() and int(answer) in [0, *legal]:
            return int(answer)


def choose(game, state, algorithm):
    """Print and return the computer's move."""
    global nodes
    nodes = 0
    search = minimax_search if algorithm == "1" else alpha_beta_search
    utility, move = search(game, state)
    print(f"{state[1]}'s selected move: {move}. Number of search tree nodes generated: {nodes}")
    return move


def play(algorithm, first, mode):
    """Play one game."""
    print(f"{NAME} solution:")
    print("Algorithm: MiniMax" + (" with alpha-beta pruning" if algorithm == "2" else ""))
    print(f"First: {first}")
    print("Mode: " + ("human" if mode == "1" else "computer") + " versus computer")
    game = TicTacToe(first)
    state = game.initial
    if mode == "1":
        game.draw(state)
    while not game.is_terminal(state):
        if mode == "1" and state[1] == "X":
            move = ask(game, state)
            if move == 0:
                return
        else:
            move = choose(game, state, algorithm)
        state = game.result(state, move)
        game.draw(state)
    winner = game.winner(state)
    if winner is None:
        print("TIE")
    elif winner == "O" and mode == "1":
        print("X LOST")
    else:
        print(f"{winner} WON")


def main(arguments):
    algorithm, first, mode = arguments if len(arguments) == 3 else ("", "", "")
    if algorithm not in ("1", "2") or first not in ("X", "O") or mode not in ("1", "2"):
        print("ERROR: Not enough/too many/illegal input arguments.")
        return
    play(*arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
