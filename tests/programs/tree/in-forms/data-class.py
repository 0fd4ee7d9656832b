from dataclasses import dataclass
@dataclass
class Result:
    value: float
    move: int
def alphabeta(node, alpha, beta, turn):
    if isinstance(node, (int, float)):
        return Result(node, -1)
    res = Result(float("-inf") if turn == 1 else float("inf"), -1)
    for i, ch in enumerate(node):
        r = alphabeta(ch, alpha, beta, -turn)
        if turn == 1 and r.value > res.value:
            res = Result(r.value, i)
        if turn == -1 and r.value < res.value:
            res = Result(r.value, i)
        if turn == 1:
            if res.value >= beta:
                return res
            alpha = max(alpha, res.value)
        else:
            if res.value <= alpha:
                return res
            beta = min(beta, res.value)
    return res
