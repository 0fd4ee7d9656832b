from utils import *

def score_expectimax(state):
    return maximize_score_expectimax(state) if state.player == 1 else expected_score_expectimax(state)

def maximize_score_expectimax(state):
    if state.player != 1:
        raise ValueError
    if state.terminal_check():
        return state.score(), 1, [state]
    best, explored, play = -float("inf"), 1, [state]
    for successor in state.successors():
        value, more, rest = expected_score_expectimax(successor)
        explored += more
        if value > best:
            best, play = value, [state] + rest
    return best, explored, play

def expected_score_expectimax(state):
    if state.player != 2:
        raise ValueError
    if state.terminal_check():
        return state.score(), 1, [state]
    below = [maximize_score_expectimax(successor) for successor in state.successors()]
    explored = 1 + sum(more for _, more, _ in below)
    return sum(value for value, _, _ in below) / len(below), explored, [state] + below[0][2]
