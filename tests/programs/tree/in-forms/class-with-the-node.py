class Solver:
    def __init__(self):
        self.visited = []
    def alphabeta(self, node, depth, alpha, beta, player):
        if type(node) is not list:
            self.visited.append(node)
            return node
        if player == "MAX":
            value = -9999
            for i in range(len(node)):
                value = max(value, self.alphabeta(node[i], depth + 1, alpha, beta, "MIN"))
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
            return value
        else:
            value = 9999
            for i in range(len(node)):
                value = min(value, self.alphabeta(node[i], depth + 1, alpha, beta, "MAX"))
                beta = min(beta, value)
                if beta <= alpha:
                    break
            return value
