"""Searches in several passes, worked by hand: MTD(f) and aspiration search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from engine.conventions import Convention
from engine.game import AnyGame, Player
from engine.log.visit_log import Flag
from engine.searches.mtdf import pass_window
from engine.searches.passes import WindowedPasses
from engine.searches.settings import Settings
from tracer.answers.answers import Answers, answers_of_work
from tracer.answers.hand_worker import Frame, HandWorker, Work
from tracer.answers.work_tree import Value, WorkTree, work_tree
from trees.hand_tree import HandTree

__all__ = ["Aspiration", "Mtdf", "PassPlan", "PassWorker", "pass_plan"]

_LOWER: Final = int(Flag.LOWER)
_UPPER: Final = int(Flag.UPPER)
#: More passes than any student makes.
_MOST_PASSES: Final = 50


class PassWorker(HandWorker):
    """Worker that searches a tree in passes, each with a window that it computes itself."""

    guess = 0.0
    gap = 1.0
    margin = 1.0
    #: The window of a second pass: see `Aspiration.second_windows` of the search.
    second = "value"
    #: Whether results of earlier passes are kept in a table.
    uses_table = False
    #: Passes after which the worker stops in any case.
    most_passes = _MOST_PASSES

    def __init__(self, tree: WorkTree, convention: Convention, *, windowed: bool = True) -> None:
        super().__init__(tree, convention, windowed=windowed)
        #: Value and bound of each searched node.
        self.table: dict[int, tuple[Value, int]] = {}
        #: Value and bound of the root, and the best children, after each pass.
        self.passes: list[tuple[float, int]] = []
        self._best_after: list[dict[int, int]] = []
        self._windows: set[tuple[float, float]] = set()
        #: Visits that the table answered.
        self._answered: list[int] = []

    def one_pass(self, alpha: float, beta: float) -> float:
        """Search from the root with a window, and return its value."""
        value = float(self.visit(0, alpha, beta, None))
        _, bound = self.table.get(0, (value, 0))  # a leaf is exact
        self.passes.append((value, bound))
        self._best_after.append(dict(self.work.best))
        self._windows.add((alpha, beta))
        return value

    def goes_on(self, alpha: float, beta: float) -> bool:
        """Return whether a pass with this window follows; the same pass never follows twice."""
        return len(self.passes) < self.most_passes and (alpha, beta) not in self._windows

    def visit(self, node: int, alpha: Value, beta: Value, above: Frame | None) -> Value:
        """Enter a node, and keep what was written beside it in an earlier pass."""
        work, earlier = self.work, None
        if node in work.values:
            earlier = work.entered[node], work.left[node], work.values[node]
        value = super().visit(node, alpha, beta, above)
        if earlier is not None:
            work.entered[node], work.left[node], work.values[node] = earlier
        return value

    def interior(self, node: int, alpha: Value, beta: Value) -> Value:
        """Search below a node, unless the table has its value or a bound that is enough."""
        known = self.table.get(node)
        if self.uses_table and known is not None and self.is_enough(node, known, alpha, beta):
            self._answered.append(node)
            return known[0]
        value = super().interior(node, alpha, beta)
        bound = 0 if alpha < value < beta else _UPPER if value <= alpha else _LOWER
        self.table[node] = value, bound
        return value

    def is_enough(self, node: int, known: tuple[Value, int], alpha: Value, beta: Value) -> bool:
        """Return whether an earlier value and bound answer a visit with this window."""
        value, bound = known
        if bound == _LOWER:
            return self.reaches_up(value, beta)
        return bound != _UPPER or self.reaches_down(value, alpha)

    def answers(self) -> Answers:
        """Search, and return the answers."""
        work, tree = self.run(), self.tree
        at_min = tree.player[0] is Player.MIN
        place, _ = WindowedPasses.deciding_pass(self.passes, Player.MIN if at_min else Player.MAX)
        work.best |= self._best_after[place]
        found = answers_of_work(tree, work)
        value, roots = self.passes[place][0], len(self.passes)
        again = sum(len(tree.children[node]) for node in self._answered)
        counts = {
            **found.counts,
            "expanded": found.counts["expanded"] - len(self._answered),
            "generated": found.counts["generated"] - again + roots - 1,
            "below_root": found.counts["visited"] - roots,
        }
        return found.changed(utility=value, counts=counts)


class Mtdf(PassWorker):
    """Worker of MTD(f)."""

    uses_table = True

    def run(self) -> Work:
        """Search pass after pass, until the lower and the upper bound meet."""
        value, lower, upper = self.guess + 0.0, -math.inf, math.inf
        while lower < upper:
            alpha, beta = self.next_window(value, lower)
            if not self.goes_on(alpha, beta):
                break
            value = self.one_pass(alpha, beta)
            lower, upper = self.bounds_after(value, (alpha, beta), (lower, upper))
        return self.work

    def next_window(self, value: float, lower: float) -> tuple[float, float]:
        """Return the null window of the next pass.

        Args:
            value: first guess, or value of the last pass.
            lower: lower bound so far.
        """
        return pass_window(value, lower, self.gap)

    def bounds_after(
        self, value: float, window: tuple[float, float], bounds: tuple[float, float]
    ) -> tuple[float, float]:
        """Return the bounds of the root's value after a pass."""
        (alpha, beta), (lower, upper) = window, bounds
        return value if value > alpha else lower, value if value < beta else upper


class Aspiration(PassWorker):
    """Worker of aspiration search."""

    #: Whether the second pass can be followed by others.
    checks_again = False

    def run(self) -> Work:
        """Search with a window around the guess, and again if the value is outside."""
        alpha, beta = self.guess - self.margin + 0.0, self.guess + self.margin + 0.0
        value = self.one_pass(alpha, beta)
        while not alpha < value < beta:
            alpha, beta = self.second_window(value, (alpha, beta))
            if not self.goes_on(alpha, beta):
                break
            value = self.one_pass(alpha, beta)
            if not self.checks_again:
                break
        return self.work

    def second_window(self, value: float, window: tuple[float, float]) -> tuple[float, float]:
        """Return the window of the next pass, after one whose value is outside its window."""
        return self.beyond(window, value, is_low=value <= window[0])

    def beyond(
        self, window: tuple[float, float], value: float, *, is_low: bool
    ) -> tuple[float, float]:
        """Return the second window for a pass that failed low or high."""
        alpha, beta = window
        if is_low:
            return -math.inf, {"value": value, "bound": beta, "full": math.inf}[self.second]
        return {"value": value, "bound": alpha, "full": -math.inf}[self.second], math.inf


#: The workers by the name of their search.
_WORKERS: Final[dict[str, type[PassWorker]]] = {"mtdf": Mtdf, "aspiration": Aspiration}


@dataclass(frozen=True)
class PassPlan:
    """A search in passes, to be worked by hand.

    Args:
        tree: tree to search.
        search: name of the search.
        settings: its settings.
        second: window of its second pass.
    """

    tree: WorkTree
    search: str
    settings: Settings
    second: str

    def answers(
        self, convention: Convention, kind: type[PassWorker] | None = None, **changes: object
    ) -> Answers:
        """Return the answers of a worker; `changes` become its attributes.

        Args:
            convention: rules of the search.
            kind: the worker; by default that of the search.
            changes: attributes to change.
        """
        worker = (kind or _WORKERS[self.search])(self.tree, convention)
        settings = self.settings
        worker.guess, worker.gap = settings.guess or 0.0, settings.gap or 1.0
        worker.margin, worker.second = settings.margin or 1.0, self.second
        for name, value in changes.items():
            setattr(worker, name, value)
        return worker.answers()


def pass_plan(game: AnyGame, search: str, settings: Settings, second: str) -> PassPlan | None:
    """Return how to work a search in passes by hand; None if it cannot be.

    Args:
        game: game as it was searched.
        search: name of the search.
        settings: its settings.
        second: window of its second pass.
    """
    if search not in _WORKERS or not isinstance(game, HandTree) or game.has_shared_nodes:
        return None
    tree = work_tree(game, settings, search)
    return None if tree is None or tree.spans else PassPlan(tree, search, settings, second)
