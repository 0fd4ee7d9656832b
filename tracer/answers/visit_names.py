"""The names of a long search's visits, without an object per name.

Names in a game are the moves that lead to a node, so five million of them take more than a
gigabyte. A node is found by its moves, from the root down. Orders of visits are compared by the
hashes of the names. Two names with the same hash count as one; with five million names the odds of
that are below one in a million.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from typing import Any, Final, TypeVar, overload

from engine.log.visit_log import Flag
from tracer.recording.recording import Recording

#: Searches of games with at least this many visits keep no names.
LONG: Final = 50_000
#: Nodes whose children by their moves are kept.
_MOST_KEPT: Final = 10_000
#: Nodes whose rows are kept: the missing cutoffs of each sheet are looked up again.
_MOST_KNOWN: Final = 100_000

_Value = TypeVar("_Value")
_Name = TypeVar("_Name")


class VisitNames(Sequence[str]):
    """The names of the visits of a search, in order."""

    def __init__(self, trace: Recording) -> None:
        self.trace = trace
        self._root = trace.name(0)
        self._known = {self._root: trace.roots}
        self._below = lru_cache(_MOST_KEPT)(self._children)

    def __len__(self) -> int:
        return len(self.trace.log)

    def __iter__(self) -> Iterator[str]:
        return self.trace.names()

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...
    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        if isinstance(at, int):
            return self.trace.name(range(len(self))[at])
        start, stop, step = at.indices(len(self))
        if step == 1:
            return tuple(self.trace.names(start, max(start, stop)))
        return tuple(map(self.trace.name, range(start, stop, step)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(other) != len(self):
            return NotImplemented if not isinstance(other, Sequence) else False
        return self.keys == keys_of(other)

    def __hash__(self) -> int:
        return hash(self.keys.tobytes())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.row(name) is not None

    @cached_property
    def keys(self) -> array[int]:
        """The hash of each name."""
        return array("q", map(hash, self))

    def row(self, name: str) -> int | None:
        """Return the row of the first visit to a node; None if it was not visited."""
        return next(iter(self.rows(name)), None)

    def rows(self, name: str) -> list[int]:
        """Return the rows of all visits to a node, in order."""
        if name in self._known:
            return self._known[name]
        found = self._find(name, any_case=False)
        if found and len(self._known) < _MOST_KNOWN:
            self._known[name] = found
        return found

    def _find(self, name: str, *, any_case: bool) -> list[int]:
        """Return the rows that the moves of a name lead to."""
        found: list[int] = []
        waiting = [(root, 0) for root in self.trace.roots]
        while waiting:
            row, start = waiting.pop()
            children, longest = self._below(row)
            end = start
            while end < len(name):  # a move may be several words
                space = name.find(" ", end + 1)
                end = len(name) if space < 0 else space
                if end - start > longest:
                    break
                move = name[start:end]
                for spelled, child in children.get(move.casefold(), ()):
                    if not any_case and spelled != move:
                        continue
                    if end == len(name):
                        found.append(child)
                    else:
                        waiting.append((child, end + 1))
        return sorted(found)

    def _children(self, row: int) -> tuple[dict[str, list[tuple[str, int]]], int]:
        """Return a node's children with the moves to them, by these moves in small letters.

        Also return the length of the longest move, in either spelling.
        """
        found: dict[str, list[tuple[str, int]]] = {}
        longest = 0
        trace = self.trace
        moves = trace.game.moves(trace.state(row)) if trace.log.size[row] > 1 else ()
        for child in trace.log.children(row):
            move = trace.game.name_of(moves[trace.log.action[child]])
            small = move.casefold()
            found.setdefault(small, []).append((move, child))
            longest = max(longest, len(move), len(small))
        return found, longest

    def cuts_above(self, name: str) -> Iterator[tuple[int, str]]:
        """Yield the rows of the cutoffs that skip a node or an ancestor, with the skipped node.

        The nearest node comes first.
        """
        words = name.split(" ")
        for end in range(len(words) - 1, -1, -1):
            for row in self.rows(" ".join(words[:end]) if end else self[0]):
                if self.trace.log.flags[row] & Flag.EARLY_RETURN:
                    for one in self.trace.skipped(row):
                        if name == one or name.startswith(f"{one} "):
                            yield row, one

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
        if self.row(text) is not None or self._is_skipped(text):
            return text
        if text.casefold() == self._root.casefold():
            return self._root
        names = {self.trace.name(row) for row in self._find(text, any_case=True)}
        return names.pop() if len(names) == 1 else None


def keys_of(names: Sequence[str]) -> Sequence[Any]:
    """Return numbers that are equal if the names are."""
    return names.keys if isinstance(names, VisitNames) else array("q", map(hash, names))


class Spellings(Mapping[str, str]):
    """The nodes of a long search by spelling."""

    def __init__(self, names: VisitNames) -> None:
        self._names = names

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


class ValueByName(Mapping[str, _Value]):
    """A value per node at its first visit, by name; equal only to itself."""

    def __init__(self, names: VisitNames, *columns: Sequence[float]) -> None:
        self._names = names
        self._columns = columns

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __getitem__(self, name: str) -> Any:
        row = self._names.row(name)
        if row is None:
            raise KeyError(name)
        found = tuple(column[row] for column in self._columns)
        return found if len(found) > 1 else found[0]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return (name for row, name in enumerate(self._names) if self._names.row(name) == row)

    def __len__(self) -> int:
        return len({*self._names.keys})


class NodesWith(Set[str]):
    """The visited nodes that have children; equal only to itself."""

    def __init__(self, names: VisitNames) -> None:
        self._names = names

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    @classmethod
    def _from_iterable(cls, names: Iterable[_Name]) -> frozenset[_Name]:
        """Return a plain set for the result of a union."""
        return frozenset(names)

    def __contains__(self, name: object) -> bool:
        actions = self._names.trace.log.actions
        return isinstance(name, str) and any(actions[row] for row in self._names.rows(name))

    def __iter__(self) -> Iterator[str]:
        actions = self._names.trace.log.actions
        seen: set[int] = set()
        for row, name in enumerate(self._names):
            if actions[row] and self._names.keys[row] not in seen:
                seen.add(self._names.keys[row])
                yield name

    def __len__(self) -> int:
        log = self._names.trace.log
        return len({key for key, many in zip(self._names.keys, log.actions, strict=True) if many})
