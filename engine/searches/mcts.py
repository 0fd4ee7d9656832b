"""Monte Carlo tree search with UCB1: UCT.

Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006; AIMA 4e, section 5.4.

Each iteration is a separate root in the log, followed by its path down to the node that it added.
Every row of the path returns the playout's reward for MAX. `engine.mcts.statistics` computes the
statistics of a node from the log.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.conventions import Ties, read_listing
from engine.errors import SearchRefused
from engine.game import CHANCE, MAX, AnyGame
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.log.windows import Windows
from engine.mcts.statistics import USUAL_C, NodeStatistics, bonus, reward_width, statistics
from engine.searches.base import FULL_WINDOW, Outcome, Search
from engine.searches.checks import checked_moves, cumulative_probabilities, finite_value
from engine.searches.settings import Settings
from engine.values import nearest_fraction

#: The default number of iterations.
USUAL_ITERATIONS: Final = 1000

#: The most plies of a playout. A game that is not over by then is evaluated.
PLAYOUT_PLIES: Final = 1000


class _Node(NodeStatistics):
    """A node of the tree while the search runs."""

    __slots__ = ("average", "moves", "state", "sums", "terminal")

    def __init__(self, game: AnyGame, state: Any) -> None:
        super().__init__(0, game.to_move(state))
        self.state = state
        self.terminal = game.is_terminal(state)
        self.moves: Sequence[Any] = ()  # its moves or outcomes, after the first visit
        self.sums: list[float] = []  # cumulative probabilities at a chance node
        self.average = 0.0  # `mean`, kept: it is read more often than it changes


class Mcts(Search):
    """Descends the tree repeatedly, plays at random from each new node, and counts.

    A node tries its moves in the game's order, one per iteration. Once all have been tried it takes
    the first move with the largest UCB1; MIN negates rewards. A chance node draws an outcome by its
    probability.

    The constant C assumes rewards between 0 and 1: it is multiplied by the range of the rewards so
    far.

    Rewards are summed exactly, so that equal means compare equal in any order. A reward is the
    fraction that its double in the log represents; see `engine.values.nearest_fraction`.
    """

    name = "mcts"
    windows = Windows.SAME
    summary = "Monte Carlo tree search: random playouts, with UCB1 to select moves"
    phrase = "Monte Carlo tree search"
    listing = read_listing("mcts")
    takes_chance = True
    uses_playouts = True
    several_roots = True
    takes = frozenset({"iterations", "exploration", "seed"})

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        self.iterations = settings.iterations or USUAL_ITERATIONS
        self.c = USUAL_C if settings.exploration is None else settings.exploration
        # Only this method of `Random` is guaranteed to give the same numbers in every version of
        # Python.
        self.random = Random(settings.seed or 0).random
        self.lowest, self.highest = math.inf, -math.inf
        self.root = _Node(game, game.initial)

    def run(self) -> None:
        """Run all iterations; the tree starts with the root."""
        for _ in range(self.iterations):
            self._iterate(self.root)

    @classmethod
    def outcome(cls, log: VisitLog, ties: Ties) -> Outcome:
        """Return the mean reward of all iterations, and the line of most visited moves."""
        # Its rows are those of the iteration that added the last node of the line.
        counted = statistics(log)
        last = counted.find_node(counted.line(ties)) or counted.root
        return Outcome(counted.root.mean, [*log.ancestors(last.row)][::-1], 0)

    def _iterate(self, root: _Node) -> None:
        """Run one iteration: select, expand, play out, back up."""
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
        log.leaf(row, reward, Flag.TERMINAL if node.terminal else Flag.EVALUATED)
        for _, above in reversed(way[:-1]):
            log.leave(above, reward, 1, 0)
        worth = nearest_fraction(reward)
        for node, _ in way:
            node.visits += 1
            node.total += worth
            node.average = node.mean

    def _choose(self, node: _Node, row: int, c: float) -> int:
        """Return the place of the move that an iteration takes at a node."""
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
            score = sign * child.average + bonus(child.visits, node.visits, c)
            if score > largest or (
                score == largest and _is_better(sign, child, node.children[best])
            ):
                best, largest = place, score
        return best

    def _moves(self, node: _Node) -> Sequence[Any]:
        """Return a node's moves; at a chance node its outcomes, and store their probabilities."""
        game, state = self.game, node.state
        if node.player is not CHANCE:
            return checked_moves(game, game.actions(state), state)
        chances = game.chances(state)
        node.sums = cumulative_probabilities(game, chances, state)
        return checked_moves(game, [outcome for outcome, _ in chances], state)

    def _draw(self, sums: list[float]) -> int:
        """Draw the place of a chance outcome; outcomes of probability 0 are never drawn."""
        return bisect_right(sums, self.random() * sums[-1])

    def _playout(self, state: Any) -> float:
        """Return the reward of a random playout from a state."""
        game, random = self.game, self.random
        for _ in range(PLAYOUT_PLIES):
            if game.is_terminal(state):
                break
            if game.to_move(state) is CHANCE:
                chances = game.chances(state)
                move = chances[self._draw(cumulative_probabilities(game, chances, state))][0]
            else:
                moves = checked_moves(game, game.actions(state), state)
                move = moves[int(random() * len(moves))]
            state = game.result(state, move)
        if game.is_terminal(state):
            return finite_value(game, game.utility(state, MAX), state)
        try:
            return finite_value(game, game.evaluate(state), state)
        except SearchRefused as error:
            raise SearchRefused(
                f"a random playout of {game} did not end after {PLAYOUT_PLIES:,} plies, and the "
                f"game has no evaluation",
                where=game.format(state),
                expected="a game that ends, or a method evaluate(state)",
            ) from error


def _is_better(sign: int, node: _Node, other: _Node) -> bool:
    """Return whether a node has the better exact mean if the doubles are equal."""
    # Nodes with equal visits get the same UCB1 bonus, so their sums decide.
    return node.visits == other.visits and sign * node.total > sign * other.total
