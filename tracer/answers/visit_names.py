"""The names of the visits of a long search of a game, and the rows of each name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final

from engine.log.visit_log import Flag
from tracer.recording.recording import Recording

#: Searches of games with at least this many visits have an index of their names.
LONG: Final = 50_000


def has_index(trace: Recording) -> bool:
    """Return whether the names of a search's visits are indexed by row: it is a long one of a game.

    It can be asked before there are any names, which take seconds.
    """
    return len(trace.log) >= LONG and trace.game.named_by_path


class VisitNames(tuple[str, ...]):
    """The names of the visits of a search, in order."""

    trace: Recording

    @classmethod
    def of_trace(cls, trace: Recording) -> VisitNames:
        """Return the names of a search."""
        names = cls(trace.names())
        names.trace = trace
        return names

    def __contains__(self, name: object) -> bool:
        return name in self._first

    @cached_property
    def _first(self) -> dict[str, int]:
        """The row of the first visit to each node."""
        return {name: row for row, name in reversed([*enumerate(self)])}

    @cached_property
    def _again(self) -> Mapping[str, list[int]]:
        """The rows of further visits to a node, in order."""
        again: dict[str, list[int]] = {}
        if len(self._first) < len(self):
            for row, name in enumerate(self):
                if self._first[name] != row:
                    again.setdefault(name, []).append(row)
        return again

    @cached_property
    def _folded(self) -> Mapping[str, str | None]:
        """The names by their small letters; None if several have the same."""
        folded: dict[str, str | None] = {}
        for name in self._first:
            small = name.casefold()
            folded[small] = None if small in folded else name
        return folded

    def row(self, name: str) -> int | None:
        """Return the row of the first visit to a node; None if it was not visited."""
        return self._first.get(name)

    def rows(self, name: str) -> list[int]:
        """Return the rows of all visits to a node, in order."""
        first = self.row(name)
        return [] if first is None else [first, *self._again.get(name, ())]

    def cuts_above(self, name: str) -> Iterator[tuple[int, str]]:
        """Yield the rows of the cutoffs that skip a node or an ancestor, with the skipped node.

        The nearest node comes first.
        """
        words = name.split(" ")
        for end in range(len(words) - 1, -1, -1):
            for row in self.rows(" ".join(words[:end]) if end else self[0]):
                if self.trace.log.flags[row] & Flag.EARLY_RETURN:
                    for skipped in self.trace.skipped(row):
                        if name == skipped or name.startswith(f"{skipped} "):
                            yield row, skipped

    def _is_skipped(self, name: str) -> bool:
        """Return whether a cutoff skips a node."""
        parent, _, _ = name.rpartition(" ")
        trace = self.trace
        return any(
            trace.log.flags[row] & Flag.CUTOFF and name in trace.skipped(row)
            for row in map(trace.cutting_row, self.rows(parent or self[0]))
        )

    def spelling(self, text: str) -> str | None:
        """Return the name that a text spells, ignoring case; None if there is none or several."""
        if text in self._first or self._is_skipped(text):
            return text
        return self._folded.get(text.casefold())


class Spellings(Mapping[str, str]):
    """The nodes of a long search by spelling; its names are made when one is first looked up."""

    def __init__(self, make_names: Callable[[], VisitNames]) -> None:
        self._make_names = make_names

    @cached_property
    def _names(self) -> VisitNames:
        return self._make_names()

    def __getitem__(self, text: str) -> str:
        name = self._names.spelling(text)
        if name is None:
            raise KeyError(text)
        return name

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self._names.spelling(text) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
