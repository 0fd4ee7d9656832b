"""A game that leaves a file behind if it is so much as imported."""

from pathlib import Path

Path(__file__).with_name("it-ran").touch()


class Pile:
    def __init__(self, size="4"):
        self.initial = (int(size), "Ann")

    def parse(self, text):
        return (int(text), "Ann")

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [n for n in (1, 2) if n <= state[0]]

    def result(self, state, action):
        return state[0] - action, "Bob" if state[1] == "Ann" else "Ann"

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if player == state[1] else 1
