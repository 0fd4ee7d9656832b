import math
def minimax(curDepth, nodeIndex, maxTurn, scores, targetDepth):
    if curDepth == targetDepth:
        return scores[nodeIndex]
    pick = max if maxTurn else min
    return pick(minimax(curDepth + 1, nodeIndex * 2, not maxTurn, scores, targetDepth),
                minimax(curDepth + 1, nodeIndex * 2 + 1, not maxTurn, scores, targetDepth))
