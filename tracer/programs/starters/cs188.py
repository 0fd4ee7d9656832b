# student: your name
"""Agents that search: minimax, alpha-beta and expectimax, as in CS 188's project 2.

A gameState has these methods:

    gameState.getLegalActions(agent)            the moves of an agent, in search order
    gameState.generateSuccessor(agent, action)  the state after a move
    gameState.isWin(), gameState.isLose()       whether the game is over
    gameState.getNumAgents()                    the number of agents; agent 0 is Pac-Man, who is MAX

An agent has self.depth, its depth limit in rounds (in one round every agent moves once), and
self.evaluationFunction(gameState), which returns the value of a state at the depth limit or at the
end of the game.
"""

try:
    from game import Agent
except ImportError:  # without the project's files

    class Agent:
        pass


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = globals()[evalFn]
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Return the best move of agent 0 by minimax."""
        raise NotImplementedError


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Return the best move of agent 0 by alpha-beta, from the window (-inf, +inf)."""
        raise NotImplementedError


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Return the best move of agent 0 if the other agents choose moves uniformly at random."""
        raise NotImplementedError


class Figure:
    """A small game to try your agents on: the tree of AIMA's figure 5.2."""

    leaves = {"B": [3, 12, 8], "C": [2, 4, 6], "D": [14, 5, 2]}

    def __init__(self, name="A"):
        self.name = name

    def getLegalActions(self, agentIndex=0):
        if self.name == "A":
            return ["B", "C", "D"]
        return [] if self.isWin() else [self.name + place for place in "123"]

    def generateSuccessor(self, agentIndex, action):
        return Figure(action)

    def isWin(self):
        return len(self.name) == 2

    def isLose(self):
        return False

    def getNumAgents(self):
        return 2

    def getScore(self):
        return self.leaves[self.name[0]][int(self.name[1]) - 1]


if __name__ == "__main__":
    for kind in (MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent):
        print(kind.__name__, "moves to", kind(depth="1").getAction(Figure()))
