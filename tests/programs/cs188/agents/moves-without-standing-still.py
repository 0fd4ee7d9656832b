class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def legal(state, agent):
            actions = state.getLegalActions(agent)
            if Directions.STOP in actions:
                actions.remove(Directions.STOP)
            return actions

        def search(state, agent, depth, alpha, beta):
            if agent == 0:
                depth = depth + 1
            if depth == self.depth + 1 or state.isWin() or state.isLose():
                return self.evaluationFunction(state), Directions.STOP
            options = util.Counter()
            for action in legal(state, agent):
                after = (agent + 1) % state.getNumAgents()
                child = state.generateSuccessor(agent, action)
                result = search(child, after, depth, alpha, beta)[0]
                options[action] = result if agent == 0 else -result
                if agent == 0 and result > beta or agent and result < alpha:
                    return result, action
                if agent == 0:
                    alpha = max(alpha, result)
                else:
                    beta = min(beta, result)
            best = options.argMax()
            return (options[best] if agent == 0 else -options[best]), best

        return search(gameState, 0, 0, -1e9, 1e9)[1]
