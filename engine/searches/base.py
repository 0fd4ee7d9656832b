"""The base class of all searches: name, supported settings, run and outcome."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.conventions import Ties
from engine.errors import SearchRefused
from engine.game import AnyGame
from engine.log.best_play import best_rows
from engine.log.visit_log import Flag, VisitLog
from engine.log.windows import Windows
from engine.searches.settings import OPTION_NAMES, Settings
from engine.vector_game import VectorGame


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a search, read from its log.

    Args:
        value: value of the game for MAX; NaN if the search stopped before it was known.
        rows: rows of best play, the root first.
        flags: `Flag` bits of the value, which say whether it is a bound.
    """

    value: float
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
    #: Whether it backs up vectors, with a share for each player; see `engine.vector_game`.
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
        """Return the game as this search sees it; usually the game itself.

        Raises:
            PlytraceError: the game cannot be converted.
        """
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

        Args:
            passes: the value and the flags of each root; only the first can be incomplete.
            player: player to move at the root.
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
