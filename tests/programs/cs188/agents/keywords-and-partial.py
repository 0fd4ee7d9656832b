Found = namedtuple("Found", "score action")

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState) -> str:
        return self._search(state=gameState, agent=self.index, depth=self.depth,
                            window=(-sys.maxsize, sys.maxsize)).action

    def _search(self, *, state: GameState, agent: int, depth: int, window) -> Found:
        if depth == 0 or state.isWin() or state.isLose():
            return Found(self.evaluationFunction(state), None)
        follow = (agent + 1) % state.getNumAgents()
        deeper = partial(self._search, agent=follow, depth=depth - (1 if follow == 0 else 0))
        alpha, beta = window
        best = None
        for action in state.getLegalActions(agent):
            score = deeper(state=state.generateSuccessor(agentIndex=agent, action=action),
                           window=(alpha, beta)).score
            if best is None or (score > best.score if agent == 0 else score < best.score):
                best = Found(score, action)
            if agent == 0:
                if best.score > beta:
                    break
                alpha = max(alpha, best.score)
            else:
                if best.score < alpha:
                    break
                beta = min(beta, best.score)
        return best
