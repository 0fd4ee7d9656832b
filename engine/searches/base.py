"""What every search is: a name, what it takes, a run that fills the log, and how that is read."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.best_play import best_rows
from engine.conventions import Ties
from engine.errors import SearchRefused
from engine.game import AnyGame
from engine.log import Flag, VisitLog
from engine.settings import OPTION_NAMES, Settings

__all__ = ["Outcome", "Search"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a log says in the end.

    Args:
        value: the value of the game for MAX; NaN where the search was stopped before it was known.
        rows: the rows of best play, the root first.
    """

    value: float
    rows: list[int]

    @property
    def root(self) -> int:
        """The row of the root that counts."""
        return self.rows[0]


class Search(ABC):
    """A search that records every visit.

    Args:
        game: what is searched, from its initial state, as `prepare` gave it.
        settings: how.
        log: where the visits go.

    Raises:
        SearchRefused: the search does not suit the game or the settings.
    """

    #: The name on the command line.
    name: ClassVar[str]
    #: What it is, in one line.
    summary: ClassVar[str]
    #: Whether it can value a chance node.
    takes_chance: ClassVar[bool] = False
    #: Whether it passes a window down and cuts by it.
    has_window: ClassVar[bool] = False
    #: Whether a node can be MIN's turn.
    has_min: ClassVar[bool] = True
    #: Whether it values leaves by playing the game out, each root of its log being one such try.
    plays_out: ClassVar[bool] = False
    #: Whether its log can hold several roots.
    several_roots: ClassVar[bool] = False
    #: Whether it can visit one child several times, first with a null window.
    searches_again: ClassVar[bool] = False
    #: Whether each root is a pass that looks one ply deeper than the one before.
    deepens: ClassVar[bool] = False
    #: The settings that it heeds, by their field names; any other that is given is refused.
    takes: ClassVar[frozenset[str]] = frozenset({"depth", "rounds", "order"})

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        if game.has_chance and not self.takes_chance:
            raise self.refuse_chance(game)
        for field, what in OPTION_NAMES.items():
            given = getattr(settings, field)
            if field not in self.takes and given != getattr(_USUAL, field):
                raise SearchRefused(f"{self.name} has no {what}", hint=_who_takes(field))
        self.game = game
        self.settings = settings
        self.log = log

    @classmethod
    def prepare(cls, game: AnyGame, settings: Settings) -> AnyGame:
        """The game as this search sees it; itself unless the search puts another player in.

        Raises:
            PlytraceError: the game cannot be seen so.
        """
        return game

    @abstractmethod
    def run(self) -> None:
        """Search from the initial state and record the visits."""

    @classmethod
    def outcome(cls, log: VisitLog, ties: Ties) -> Outcome:
        """What a log of this search says: that of its last whole root."""
        root, *others = log.roots()
        for other in others:
            if not log.flags[other] & Flag.INCOMPLETE:
                root = other
        return Outcome(log.value[root], best_rows(log, root, ties))

    @classmethod
    def refuse_chance(cls, game: AnyGame) -> SearchRefused:
        """The error for a game, or a node that it had not announced, that chance has a part in."""
        return SearchRefused(
            f"{cls.name} cannot value the chance nodes of {game}",
            hint="Use expectiminimax, which averages over their outcomes",
        )


_USUAL: Any = Settings()


def _who_takes(field: str) -> str:
    from engine.search import SEARCHES  # late: that module lists the searches

    who = [name for name, search in SEARCHES.items() if field in search.takes]
    return f"Use it with {', '.join(who)}"


#: No limit on the window of a search.
FULL_WINDOW = (-math.inf, math.inf)
