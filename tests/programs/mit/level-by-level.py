from __future__ import division
from utils import *
from principles_of_autonomy.grader import Grader

INF = float("inf")

def score(state):
    waiting, below, values, play = [state], {}, {}, {}
    for one in waiting:
        if one.terminal_check():
            values[one], play[one] = one.score(), [one]
        else:
            below[one] = one.successors()
            waiting.extend(below[one])
    for one in reversed(waiting):
        if one in below:
            best = (max if one.player == 1 else min)(below[one], key=values.get)
            values[one], play[one] = values[best], [one] + play[best]
    return values[state], len(waiting), play[state]

def maximize_score(state):
    return score(state)
