"""Monte Carlo tree search with UCB1: UCT.

Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006; AIMA 4e, section 5.4.

Each iteration is a root of its own in the log, and below it stands the one way that it went, down
to the node that it added. Every row of it returns the reward of the playout, as MAX counts it. What
a node has come to is counted from the log by `engine.mcts.statistics`.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.conventions import Ties
from engine.errors import SearchRefused
from engine.game import CHANCE, MAX, AnyGame
from engine.log import NO_PARENT, VisitLog
from engine.mcts.statistics import statistics
from engine.mcts.ucb1 import USUAL_C, bonus, reward_width
from engine.searches.base import FULL_WINDOW, Outcome, Search
from engine.searches.checks import checked_moves, cumulated, finite
from engine.searches.depth_first import EVALUATED, TERMINAL
from engine.settings import Settings

__all__ = ["PLAYOUT_PLIES", "USUAL_ITERATIONS", "Mcts"]

#: How often the search goes down the tree where nobody says.
USUAL_ITERATIONS: Final = 1000

#: The most plies of a playout. A game that is not over by then is evaluated where it stands.
PLAYOUT_PLIES: Final = 1000


class _Node:
    """A node of the tree, and what is known of it."""

    __slots__ = ("children", "moves", "player", "state", "sums", "terminal", "total", "visits")

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.state = state
        self.player = game.to_move(state)
        self.terminal = game.is_terminal(state)
        self.moves: Sequence[Any] = ()  # its moves, or outcomes, once it has been passed through
        self.sums: list[float] = []  # at a chance node their probabilities, added up
        self.children: dict[int, _Node] = {}
        self.visits = 0
        self.total = 0.0


class Mcts(Search):
    """Goes down the tree again and again, plays at random from where it leaves it, and counts.

    A node tries its moves in the game's order, one an iteration. Once all have been tried it takes
    the one of the largest UCB1, the first of equal ones; MIN counts rewards negated. A chance node
    draws an outcome by its probability.

    The constant C is for rewards between 0 and 1: it is multiplied by the distance between the
    lowest and the highest reward so far.
    """

    name = "mcts"
    summary = "Monte Carlo tree search: random playouts, and UCB1 to choose where"
    takes_chance = True
    plays_out = True
    several_roots = True
    takes = frozenset({"iterations", "exploration", "seed"})

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        self.iterations = settings.iterations or USUAL_ITERATIONS
        self.c = USUAL_C if settings.exploration is None else settings.exploration
        # Of all that it draws, only this method is promised to stay the same from one version of
        # Python to the next.
        self.random = Random(settings.seed or 0).random
        self.lowest, self.highest = math.inf, -math.inf

    def run(self) -> None:
        """Go down the tree as often as was asked; the root is in it from the start."""
        root = _Node(self.game, self.game.initial)
        for _ in range(self.iterations):
            self._iterate(root)

    @classmethod
    def outcome(cls, log: VisitLog, ties: Ties) -> Outcome:
        """The mean reward of all iterations, and the line of the moves most often gone.

        Its rows are those of the iteration that added the last node of the line.
        """
        counted = statistics(log)
        last = counted.at(counted.line(ties)) or counted.root
        rows, row = [], last.row
        while row != NO_PARENT:
            rows.append(row)
            row = log.parent[row]
        return Outcome(counted.root.mean, rows[::-1])

    def _iterate(self, root: _Node) -> None:
        """One way down: select, expand, play out, back up."""
        log = self.log
        alpha, beta = FULL_WINDOW
        c = self.c * reward_width(self.lowest, self.highest)
        way, row, place = list[tuple[_Node, int]](), NO_PARENT, 0
        node, is_new = root, False
        while True:
            row = log.enter(row, len(way), place, node.player, alpha, beta)
            way.append((node, row))
            if node.terminal or is_new:
                break
            place = self._choose(node, row, c)
            child = node.children.get(place)
            is_new = child is None
            if child is None:
                state = self.game.result(node.state, node.moves[place])
                child = node.children[place] = _Node(self.game, state)
            node = child
        reward = self._playout(node.state)
        self.lowest = min(self.lowest, reward)
        self.highest = max(self.highest, reward)
        log.leaf(row, reward, TERMINAL if node.terminal else EVALUATED)
        for _, above in reversed(way[:-1]):
            log.leave(above, reward, 1, 0)
        for node, _ in way:
            node.visits += 1
            node.total += reward

    def _choose(self, node: _Node, row: int, c: float) -> int:
        """The place of the move that an iteration takes at a node."""
        if not node.moves:
            node.moves = self._moves(node)
        self.log.expand(row, len(node.moves))
        if node.player is CHANCE:
            return self._draw(node.sums)
        if len(node.children) < len(node.moves):
            return len(node.children)
        sign = 1 if node.player is MAX else -1
        best, largest = 0, -math.inf
        for place, child in node.children.items():
            mean = sign * child.total / child.visits
            score = mean + bonus(child.visits, node.visits, c)
            if score > largest:
                best, largest = place, score
        return best

    def _moves(self, node: _Node) -> Sequence[Any]:
        """A node's moves, or outcomes of chance, whose probabilities are then known too."""
        game, state = self.game, node.state
        if node.player is not CHANCE:
            return checked_moves(game, game.actions(state), state)
        chances = game.chances(state)
        node.sums = cumulated(game, chances, state)
        return checked_moves(game, [outcome for outcome, _ in chances], state)

    def _draw(self, sums: list[float]) -> int:
        """The place of an outcome of chance; one without probability is never drawn."""
        return bisect_right(sums, self.random() * sums[-1])

    def _playout(self, state: Any) -> float:
        """The reward of a game played at random from a state to its end."""
        game, random = self.game, self.random
        for _ in range(PLAYOUT_PLIES):
            if game.is_terminal(state):
                break
            if game.to_move(state) is CHANCE:
                chances = game.chances(state)
                move = chances[self._draw(cumulated(game, chances, state))][0]
            else:
                moves = checked_moves(game, game.actions(state), state)
                move = moves[int(random() * len(moves))]
            state = game.result(state, move)
        if game.is_terminal(state):
            return finite(game, game.utility(state, MAX), state)
        try:
            return finite(game, game.evaluate(state), state)
        except SearchRefused as error:
            raise SearchRefused(
                f"a random playout of {game} was not over after {PLAYOUT_PLIES:,} plies, and the "
                f"game has no evaluation",
                where=game.format(state),
                expected="a game that ends, or an evaluate(state) to value it where it stands",
            ) from error
