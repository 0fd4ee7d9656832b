from dataclasses import dataclass


@dataclass
class Agent:
    player: str
    examined: int = 0

    def decide(self, state):
        return self.search(state, True, float("-inf"), float("inf"))[1]

    def search(self, state, own, low, high):
        self.examined += 1
        if state.is_goal():
            return state.value(), None
        chosen = None
        for move, after in state.get_successors():
            value, _ = self.search(after, not own, low, high)
            if own and value > low:
                low, chosen = value, move
            if not own and value < high:
                high, chosen = value, move
            if low >= high:
                break
        return (low if own else high), chosen
