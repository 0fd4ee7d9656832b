"""MCTS by hand with dictionaries only: the second way that all tests of it use."""

import math
from fractions import Fraction
from typing import Any, NamedTuple

from engine.mcts.hand_run import Axis, HandRunSetup, Identity, Selection

ORDER = "NWSE"  # counterclockwise
_STEPS = {"N": (0, 1), "W": (-1, 0), "S": (0, -1), "E": (1, 0)}


class Iteration(NamedTuple):
    """An iteration: for each selection the direction and all scores, then what it adds."""

    chosen: list[tuple[str, dict[str, float]]]
    path: str
    cell: tuple[int, int]
    reward: Fraction
    #: Visits and sums of the nodes on the path, the root first.
    totals: list[tuple[int, Fraction]]


class NaiveRun:
    """A run, up to its end or to a reward that the table does not have."""

    def __init__(self, setup: HandRunSetup) -> None:
        self.setup = setup
        #: Visits and the sum of rewards of each node, by its key.
        self.counts: dict[Any, tuple[int, Fraction]] = {self.key(""): (0, Fraction())}
        self.iterations: list[Iteration] = []
        for direction in setup.directions:
            path, chosen = "", []
            while all(self.key(path + letter) in self.counts for letter in ORDER):
                scores = self.scores(path)
                chosen.append((self.best(scores), scores))
                path += chosen[-1][0]
            turned = ORDER[ORDER.index(direction.name) :] + ORDER
            path += next(one for one in turned if self.key(path + one) not in self.counts)
            reward = setup.rewards.get((self.cell(path), len(path)))
            if reward is None:
                return
            way = [self.key(path[:depth]) for depth in range(len(path) + 1)]
            for node in way:
                visits, total = self.counts.get(node, (0, Fraction()))
                self.counts[node] = visits + 1, total + reward
            totals = [self.counts[node] for node in way]
            self.iterations.append(Iteration(chosen, path, self.cell(path), reward, totals))

    def cell(self, path: str) -> tuple[int, int]:
        """Return the cell at the end of a path."""
        north = 1 if self.setup.axis is Axis.UP else -1
        x, y = self.setup.start
        moves = [_STEPS[letter] for letter in path]
        return x + sum(dx for dx, _ in moves), y + sum(dy for _, dy in moves) * north

    def key(self, path: str) -> Any:
        """Return what nodes that are one have in common."""
        by_path = self.setup.identity is Identity.PATHS
        return path if by_path else (self.cell(path), len(path))

    def scores(self, path: str) -> dict[str, float]:
        """Return the scores of the children of a node."""
        parent, scores = self.counts[self.key(path)][0], {}
        for letter in ORDER:
            visits, total = self.counts[self.key(path + letter)]
            scores[letter] = float(total / visits)
            if self.setup.selection is Selection.UCB1:
                scores[letter] += self.setup.c * math.sqrt(math.log(parent) / visits)
        return scores

    @staticmethod
    def best(scores: dict[str, float]) -> str:
        """Return the first direction with the largest score."""
        largest = max(scores.values())
        return next(one for one, score in scores.items() if math.isclose(score, largest))
