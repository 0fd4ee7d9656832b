from __future__ import division
from utils import *
from principles_of_autonomy.grader import Grader

INF = float("inf")

def score(state):
    if state.terminal_check():
        return (state.score(), 1, [state])
    elif state.player == 1:
        return maximize_score(state)
    elif state.player == 2:
        return minimize_score(state)

def maximize_score(state):
    best, explored, play = -INF, 1, [state]
    for successor in state.successors():
        value, more, rest = score(successor)
        explored += more
        if value > best:
            best, play = value, [state] + rest
    return best, explored, play

def minimize_score(state):
    best, explored, play = INF, 1, [state]
    for successor in state.successors():
        value, more, rest = score(successor)
        explored += more
        if value < best:
            best, play = value, [state] + rest
    return best, explored, play
