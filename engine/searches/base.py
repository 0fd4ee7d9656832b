"""The base class of all searches: name, supported settings, run and outcome."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Final

from engine.conventions import Ties
from engine.errors import SearchRefused
from engine.game import MAX, AnyGame, Number, Player, VectorGame
from engine.log.best_play import best_rows
from engine.log.visit_log import MAX_ACTIONS, NO_PARENT, Flag, VisitLog
from engine.log.windows import Windows
from engine.running.recursion import RecursionGuard
from engine.searches.checks import move_count_error, value_error
from engine.searches.ordering import make_order
from engine.searches.settings import OPTION_NAMES, KnownBounds, Settings


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a search, read from its log."""

    #: The value for MAX; NaN if the search stopped before it was known.
    value: float
    #: The rows of best play, the root first.
    rows: list[int]
    flags: int

    @property
    def root(self) -> int:
        """The row of the root."""
        return self.rows[0]


class Search(ABC):
    """A search that records every visit.

    Args:
        game: game to search from its initial state, as `prepare` returned it.
        settings: settings of the search.
        log: log for the visits.

    Raises:
        SearchRefused: the search does not suit the game or the settings.
    """

    #: The name on the command line.
    name: ClassVar[str]
    #: A one-line description.
    summary: ClassVar[str]
    #: Its name within a sentence; empty for `name`.
    phrase: ClassVar[str] = ""
    #: The sentences that a person needs to run it by hand, beyond `phrase`; may be empty.
    rules: ClassVar[str] = ""
    #: Its pseudocode, in the format of `engine.conventions.Course`; empty if each course has its
    #: own.
    listing: ClassVar[str] = ""
    #: Whether it can value a chance node.
    takes_chance: ClassVar[bool] = False
    #: Whether it backs up vectors, with a share for each player; see `engine.game`.
    takes_vectors: ClassVar[bool] = False
    #: Whether it passes a window down and prunes with it.
    has_window: ClassVar[bool] = False
    #: Whether nodes can be MIN's.
    has_min: ClassVar[bool] = True
    #: Whether it values leaves by random playouts; each root of its log is one playout.
    uses_playouts: ClassVar[bool] = False
    #: Whether its log can hold several roots.
    several_roots: ClassVar[bool] = False
    #: Whether it takes the best of all open nodes; each root of its log is the path to a leaf.
    best_first: ClassVar[bool] = False
    #: Whether it can visit one child several times, first as a scout or a probe.
    searches_again: ClassVar[bool] = False
    #: Whether it probes the outcomes of a chance node before it searches them.
    probes: ClassVar[bool] = False
    #: Whether each root is a pass, one ply deeper than the last.
    deepens: ClassVar[bool] = False
    #: Whether each root is a pass with a window that it computes; together they prove the value.
    narrows: ClassVar[bool] = False
    #: The windows of a second search of a node or of the tree (`research`), the default first.
    second_windows: ClassVar[tuple[str, ...]] = ()
    #: Whether its pseudocode states values for the side to move.
    sees_as_mover: ClassVar[bool] = False
    #: Whether it answers repeated positions from a table.
    keeps_positions: ClassVar[bool] = False
    #: Whether that table keeps a lower and an upper bound of each position, not its last result.
    keeps_bounds: ClassVar[bool] = False
    #: Whether a search of a game keeps only counts by default.
    counts_only: ClassVar[bool] = False
    #: How the windows of its visits differ. Each class states it for itself.
    windows: ClassVar[Windows] = Windows.ANY
    #: The supported settings, by field name; it refuses all others.
    takes: ClassVar[frozenset[str]] = frozenset({"depth", "rounds", "order"})

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        if isinstance(game, VectorGame) and not self.takes_vectors:
            raise game.refusal(self.name)
        if game.has_chance and not self.takes_chance:
            raise self.chance_error(game)
        for field, what in OPTION_NAMES.items():
            value = getattr(settings, field)
            if field not in self.takes and value != getattr(_USUAL, field):
                raise SearchRefused(f"{self.name} has no {what}", hint=_who_takes(field))
        self.game = game
        self.settings = settings
        self.log = log
        alpha, beta = settings.window
        # −0.0 becomes 0.0, as in `finite`.
        log.keep_windows(vars(type(self)).get("windows", Windows.ANY), (alpha + 0.0, beta + 0.0))
        self.second = self.second_window(settings)
        if settings.research is not None and self.second not in self.second_windows:
            raise SearchRefused(
                f"{self.name} has no second window {settings.research!r}",
                expected=" or ".join(self.second_windows),
            )

    @classmethod
    def prepare(cls, game: AnyGame, settings: Settings) -> AnyGame:
        """Return the game as this search sees it; usually the game itself."""
        return game

    @abstractmethod
    def run(self) -> None:
        """Search from the initial state and record the visits."""

    @classmethod
    def prunes(cls, settings: Settings) -> bool:
        """Return whether it uses a window under these settings."""
        return cls.has_window

    @classmethod
    def second_window(cls, settings: Settings) -> str:
        """Return the window of a second search; empty if there is none."""
        return settings.research or next(iter(cls.second_windows), "")

    @classmethod
    def outcome(cls, log: VisitLog, ties: Ties) -> Outcome:
        """Return the outcome of this search: that of the complete root that decides."""
        first, *others = log.roots()
        roots = [first, *(root for root in others if not log.flags[root] & Flag.INCOMPLETE)]
        passes = [(log.value[root], log.flags[root]) for root in roots]
        place, flags = cls.deciding_pass(passes, log.player[first])
        root = roots[place]
        return Outcome(log.value[root], best_rows(log, root, ties), flags)

    @classmethod
    def deciding_pass(cls, passes: Sequence[tuple[float, int]], player: int) -> tuple[int, int]:
        """Return the place of the pass that gives the result, and the flags of its value.

        A pass has a value and flags; only the first can be incomplete.
        """
        return len(passes) - 1, passes[-1][1]

    @classmethod
    def is_kept(cls, game: AnyGame, log: VisitLog, row: int, state: Any) -> bool:
        """Return whether the result of an expanded node goes into the table of positions."""
        return cls.keeps_positions

    @classmethod
    def chance_error(cls, game: AnyGame) -> SearchRefused:
        """Return the error for a game with chance, or for an unexpected chance node."""
        return SearchRefused(
            f"{cls.name} cannot value the chance nodes of {game}",
            hint="Use expectiminimax, which averages over their outcomes",
        )


#: The searches by name; `engine.searches` fills it.
SEARCHES: Final[dict[str, type[Search]]] = {}

_USUAL: Any = Settings()


def _who_takes(field: str) -> str:
    who = [name for name, search in SEARCHES.items() if field in search.takes]
    return f"Use it with {', '.join(who)}"


#: No limit on the window of a search.
FULL_WINDOW = (-math.inf, math.inf)


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
        self.visit_root(alpha + 0.0, beta + 0.0)  # −0.0 becomes 0.0, as in `finite`

    def visit_root(self, alpha: Any, beta: Any) -> float:
        """Visit the initial state with a window, as a pass of the search."""
        with self.recursion_guard:
            return self.visit(self.game.initial, 0, NO_PARENT, 0, alpha, beta)

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
            value = self.leaf(state, row, self.game.utility(state, MAX), Flag.TERMINAL)
        elif depth == self.limit:
            value = self.leaf(state, row, self.game.evaluate(state), Flag.EVALUATED)
        else:
            value = self.interior(state, row, player, depth, alpha, beta)
        if self.bounds is not None:
            self.spans.pop()
        return value

    def _refuse_loop(self, state: Any, depth: int, alpha: float, beta: float) -> None:
        """Refuse a game in which the search of a position comes again and again below itself."""
        # An open node is compared with those below it, at depths that double, as in Brent's search
        # for cycles. A search with the same position and window does the same again; a table or a
        # learned order could change that, so once is not enough.
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
        """Return the flags of the node that is left, whose value may have reached its bounds."""
        # A node at most as good as the lowest leaf possible is worth exactly that.
        if self.bounds is not None:
            low, high = self.spans[-1]
            if v <= low:
                flags &= ~Flag.UPPER
            if v >= high:
                flags &= ~Flag.LOWER
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
