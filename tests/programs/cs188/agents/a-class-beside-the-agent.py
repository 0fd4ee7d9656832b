class Node(object):
    def __init__(self, state, agent, depth):
        self.state, self.agent, self.depth = state, agent, depth
    @property
    def over(self):
        return self.state.isWin() or self.state.isLose()
    def next(self, action):
        agent = (self.agent + 1) % self.state.getNumAgents()
        return Node(self.state.generateSuccessor(self.agent, action), agent,
                    self.depth - (agent == 0))

class Searcher:
    best = None
    def __init__(self, evaluate):
        self.evaluate = evaluate
    def run(self, node, a=-1e18, b=1e18, top=False):
        if node.over or not node.depth:
            return self.evaluate(node.state)
        sign = 1 if node.agent == 0 else -1
        v = -sign * math.inf
        for action in node.state.getLegalActions(node.agent):
            x = self.run(node.next(action), a, b)
            if sign * x > sign * v:
                v = x
                if top:
                    self.best = action
            if (v > b if sign == 1 else v < a):
                break
            if sign == 1:
                a = max(a, v)
            else:
                b = min(b, v)
        return v

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        searcher = Searcher(self.evaluationFunction)
        searcher.run(Node(gameState, self.index, self.depth), top=True)
        return searcher.best
