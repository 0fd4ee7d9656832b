def search(agent, state, player, level, low, high):
    if level == agent.depth or state.isWin() or state.isLose():
        return agent.evaluationFunction(state)
    following, deeper = player + 1, level
    if following == state.getNumAgents():
        following, deeper = 0, level + 1
    value = None
    for move in state.getLegalActions(player):
        got = search(agent, state.generateSuccessor(player, move), following, deeper, low, high)
        if player == 0:
            if value is None or got > value:
                value = got
                if level == 0:
                    agent.move = move
            if value > high:
                return value
            low = max(low, value)
        else:
            value = got if value is None else min(got, value)
            if value < low:
                return value
            high = min(high, value)
    return value

class AlphaBetaAgent:
    def __init__(self, depth="2"):
        self.depth = int(depth)
        self.move = None
        self.evaluationFunction = lambda s: s.getScore()
    def getAction(self, gameState):
        print("searching to", self.depth)
        search(self, gameState, 0, 0, -float("inf"), float("inf"))
        print("found", self.move)
        return self.move
