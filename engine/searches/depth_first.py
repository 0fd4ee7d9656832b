"""The shared part of the depth-first searches: values of leaves, and stopping."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from math import inf
from typing import Any, Final

from engine.errors import SearchRefused
from engine.game import MAX, AnyGame, Number, Player
from engine.log.visit_log import MAX_ACTIONS, NO_PARENT, Flag, VisitLog
from engine.running.recursion import RecursionGuard
from engine.searches.base import Search
from engine.searches.checks import move_count_error, value_error
from engine.searches.known_bounds import KnownBounds
from engine.searches.ordering import make_order
from engine.searches.settings import Settings


# Plain numbers: an enum's arithmetic costs more than a visit.
TERMINAL: Final = int(Flag.TERMINAL)
EVALUATED: Final = int(Flag.EVALUATED)
_LOWER: Final = int(Flag.LOWER)
_UPPER: Final = int(Flag.UPPER)


#: A position that comes again this often, with the same window, comes again forever.
_LOOPS: Final = 4


class DepthFirst(Search):
    """A search that explores one branch after another."""

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        self.limit = settings.depth_limit(game)
        self.order = make_order(settings.order, game, self.limit)
        learns_from = self.order.learns_from
        if learns_from == "cutoffs" and not self.prunes(settings):
            raise SearchRefused(
                f"the order {settings.order} learns from cutoffs, but {self.name} makes none",
                hint="Use it with alphabeta or another search with cutoffs",
            )
        if learns_from == "passes" and not self.several_roots:
            raise SearchRefused(
                f"the order {settings.order} learns from earlier passes, and {self.name} has none",
                hint="Use it with deepening",
            )
        self.learn = self.order.learn if learns_from else None
        self.recursion_guard = RecursionGuard()
        #: Whether the search may go round in a game whose positions repeat: it has a budget.
        self.may_loop = False
        #: An open node whose search is compared with those below it, and the equal ones so far.
        self._mark: tuple[int, Any, float, float] = (0, None, 0, 0)
        self._loops = 0
        self.bounds: KnownBounds | None = None
        #: The bounds of the leaves below the open nodes, the root first; empty without bounds.
        self.spans: list[tuple[Any, Any]] = []

    def run(self) -> None:
        """Search from the initial state."""
        alpha, beta = self.settings.window
        with self.recursion_guard:
            # −0.0 becomes 0.0, as in `finite`.
            self.visit(self.game.initial, 0, NO_PARENT, 0, alpha + 0.0, beta + 0.0)

    def visit(
        self, state: Any, action: int, parent: int, depth: int, alpha: float, beta: float
    ) -> float:
        """Enter a node, search below it, and return its value or a bound of it."""
        if not self.recursion_guard.low <= depth < self.recursion_guard.high:
            self.recursion_guard.follow(depth)
            if self.limit is None and not self.may_loop:
                self._refuse_loop(state, depth, alpha, beta)
        if self.bounds is not None:
            span: tuple[Any, Any] = self.bounds.find_bounds(state)
            low, high = span
            self.spans.append(span)
            alpha, beta = min(max(alpha, low), high), max(min(beta, high), low)
        player = self.game.to_move(state)
        row = self.log.enter(parent, depth, action, player, alpha, beta)
        if self.game.is_terminal(state):
            value = self.leaf(state, row, self.game.utility(state, MAX), TERMINAL)
        elif depth == self.limit:
            value = self.leaf(state, row, self.game.evaluate(state), EVALUATED)
        else:
            value = self.interior(state, row, player, depth, alpha, beta)
        if self.bounds is not None:
            self.spans.pop()
        return value

    def _refuse_loop(self, state: Any, depth: int, alpha: float, beta: float) -> None:
        """Refuse a game in which the search of a position comes again and again below itself.

        An open node is compared with those below it, at depths that double, as in Brent's search
        for cycles. A search with the same position and window does the same again; a table or a
        learned order could change that, so once is not enough.
        """
        marked, *before = self._mark
        if depth <= marked:
            self._loops = 0
        elif before[1:] == [alpha, beta] and _is_equal(before[0], state):
            self._loops += 1
        if self._loops == _LOOPS:
            raise SearchRefused(
                f"positions of {self.game} repeat: {self.game.format(state)} comes again below "
                f"itself, and {self.name} would not finish",
                expected="a depth limit (--depth, if the game has an evaluation), or a budget "
                "(--max-visits, --seconds)",
                hint="A state that counts its moves, with an end at some number, never repeats",
            )
        if depth <= marked or depth >= 2 * marked:
            self._mark = depth, state, alpha, beta

    def find_proof_flags(self, v: Any, flags: int) -> int:
        """Return the flags of the node that is left, whose value may have reached its bounds.

        A node at most as good as the lowest leaf possible is worth exactly that.
        """
        if self.bounds is not None:
            low, high = self.spans[-1]
            if v <= low:
                flags &= ~_UPPER
            if v >= high:
                flags &= ~_LOWER
        return flags

    @abstractmethod
    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        """Search below a node that is neither terminal nor at the limit, and return its value."""

    def leaf(self, state: Any, row: int, value: Number, flag: int) -> float:
        """Value a node that is not expanded, by its utility or its evaluation."""
        number = float(value) + 0.0  # −0.0 becomes 0.0
        if not -inf < number < inf:
            raise value_error(self.game, number, state)
        if self.bounds is not None:
            self.bounds.check(state, value)
        return self.log.leaf(row, number, flag)

    def moves(self, state: Any, row: int) -> Sequence[Any]:
        """Return the moves of a player's node and record their number."""
        moves = self.game.actions(state)
        if not 0 < len(moves) <= MAX_ACTIONS:
            raise move_count_error(self.game, moves, state)
        self.log.expand(row, len(moves))
        return moves


def _is_equal(state: Any, other: Any) -> bool:
    try:
        return bool(state == other)
    except Exception:  # arrays, or a fault in the game, which the search itself reports
        return False
