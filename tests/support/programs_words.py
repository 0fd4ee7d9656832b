"""The vocabulary of the shapes aima, cs188 and tree, for `programs_slips`."""

from __future__ import annotations

from tests.support.programs_slips import Words

AIMA = Words(
    {
        "parameters": "game, s",
        "over": "game.is_terminal(s)",
        "worth": "game.utility(s, 'MAX')",
        "max": "game.to_move(s) == 'MAX'",
        "children": "game.actions(s)",
        "child": "act",
        "down": "t = game.result(s, act)",
        "below": "game, t",
        "move": "act",
        "end": "BEST[0] = best",
    },
    """
BEST = [None]
def alpha_beta_search(game, state):
    value = walk(game, state, -math.inf, math.inf, True)
    return value, BEST[0]
def minimax_search(game, state):
    return alpha_beta_search(game, state)
""",
)

AIMA_TO_A_DEPTH = Words(
    {
        **AIMA.lines,
        "parameters": "game, s, left",
        "over": "game.is_terminal(s) or left == 0",
        "worth": "game.evaluate(s)",
        "below": "game, t, left - 1",
    },
    """
BEST = [None]
def alpha_beta_cutoff_search(state, game, d):
    value = walk(game, state, d + OFF, -math.inf, math.inf, True)
    return BEST[0]
""",
)

CS188 = Words(
    {
        "head": "import math, util\nfrom game import Agent",
        "parameters": "self, s, agent, depth",
        "over": "s.isWin() or s.isLose() or depth == self.depth",
        "worth": "self.evaluationFunction(s)",
        "max": "agent == 0",
        "children": "s.getLegalActions(agent)",
        "child": "act",
        "open": "who = (agent + 1) % s.getNumAgents()",
        "down": "t = s.generateSuccessor(agent, act)",
        "below": "self, t, who, depth + (who == 0)",
        "move": "act",
        "end": "BEST[0] = best",
    },
    """
BEST = [None]
def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()
class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)
class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        walk(self, gameState, 0, OFF, -math.inf, math.inf, True)
        return BEST[0]
class MinimaxAgent(AlphaBetaAgent):
    pass
OFF = 0
""",
)

LISTS = Words(
    {
        "parameters": "node, maximizing",
        "over": "not isinstance(node, list)",
        "worth": "node",
        "max": "maximizing",
        "children": "enumerate(node)",
        "child": "place, child",
        "down": "pass",
        "below": "child, not maximizing",
        "move": "place",
        "end": "BEST[0] = best",
    },
    """
BEST = [None]
def alphabeta(node, alpha, beta, maximizing):
    value = walk(node, maximizing, alpha, beta, True)
    return value, BEST[0]
def minimax(node, maximizing):
    return alphabeta(node, -math.inf, math.inf, maximizing)
""",
)

BRANCHES = Words(
    {
        **LISTS.lines,
        "over": "not isinstance(node, dict)",
        "children": "node.items()",
    },
    LISTS.tail,
)

GRAPH = Words(
    {
        **LISTS.lines,
        "parameters": "tree, values, node, maximizing",
        "over": "node in values",
        "worth": "values[node]",
        "children": "tree[node]",
        "child": "child",
        "below": "tree, values, child, not maximizing",
        "move": "child",
    },
    """
BEST = [None]
def alphabeta(tree, values, node, maximizing):
    value = walk(tree, values, node, maximizing, -math.inf, math.inf, True)
    return value, BEST[0]
def minimax(tree, values, node, maximizing):
    return alphabeta(tree, values, node, maximizing)
""",
)
