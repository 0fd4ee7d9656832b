from __future__ import division
from utils import *
from principles_of_autonomy.grader import Grader

INF = float("inf")

def score_expectimax(state):
    if state.terminal_check():
        return (state.score(), 1, [state])
    elif state.player == 1:
        return maximize_score_expectimax(state)
    elif state.player == 2:
        return expected_score_expectimax(state)

def maximize_score_expectimax(state):
    best, explored, play = -INF, 1, [state]
    for successor in state.successors():
        value, more, rest = score_expectimax(successor)
        explored += more
        if value > best:
            best, play = value, [state] + rest
    return best, explored, play

def expected_score_expectimax(state):
    values, explored, play = [], 1, None
    for successor in state.successors():
        value, more, rest = score_expectimax(successor)
        explored += more
        values.append(value)
        play = play or [state] + rest
    return sum(values) / len(values), explored, play
