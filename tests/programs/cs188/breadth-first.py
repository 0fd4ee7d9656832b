class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        level, agent = [gameState], 0
        while level:
            below = []
            for s in level:
                if s.isWin() or s.isLose():
                    self.evaluationFunction(s)
                    continue
                for a in s.getLegalActions(agent):
                    below.append(s.generateSuccessor(agent, a))
            level, agent = below, (agent + 1) % gameState.getNumAgents()
        return gameState.getLegalActions(0)[0]
