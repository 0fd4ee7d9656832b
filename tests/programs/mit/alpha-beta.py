from __future__ import division
from utils import *
from principles_of_autonomy.grader import Grader

INF = float("inf")

def score_alpha_beta(state, alpha, beta):
    if state.terminal_check():
        return (state.score(), 1, [state])
    elif state.player == 1:
        return maximize_score_alpha_beta(state, alpha, beta)
    elif state.player == 2:
        return minimize_score_alpha_beta(state, alpha, beta)

def maximize_score_alpha_beta(state, alpha, beta):
    top, explored, play = -INF, 1, [state]
    for successor in state.successors():
        value, more, rest = score_alpha_beta(successor, alpha, beta)  # MAX goes down
        explored += more
        if value > top:
            top, play = value, [state] + rest
        alpha = max(alpha, top)
        if top >= beta:
            break
    return top, explored, play

def minimize_score_alpha_beta(state, alpha, beta):
    low, explored, play = INF, 1, [state]
    for successor in state.successors():
        value, more, rest = score_alpha_beta(successor, alpha, beta)  # MIN goes down
        explored += more
        if value < low:
            low, play = value, [state] + rest
        beta = min(beta, low)
        if low <= alpha:
            break
    return low, explored, play
