"""The names of a long search's visits, without an object per name.

Names in a game are the moves that lead to a node, so five million of them take more than a
gigabyte. A long search keeps only the hash of each visit's name. Two names with the same hash count
as one; with five million names the odds of that are below one in a million.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, Final, TypeVar, overload

from engine.log.visit_log import Flag
from tracer.recording.recording import Recording

__all__ = ["LONG", "NodesWith", "Spellings", "ValueByName", "VisitNames", "keys_of"]

#: Searches with at least this many visits keep no names.
LONG: Final = 50_000

_Value = TypeVar("_Value")
_Name = TypeVar("_Name")


class VisitNames(Sequence[str]):
    """The names of the visits of a search, in order.

    Args:
        trace: the search.
    """

    def __init__(self, trace: Recording) -> None:
        self.trace = trace

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

    @property
    def keys(self) -> array[int]:
        """The hash of each name."""
        return self._walked[0]

    @property
    def moves(self) -> Set[str]:
        """The names of all moves that were made."""
        return self._walked[1]

    @cached_property
    def _walked(self) -> tuple[array[int], Set[str], array[int], array[int]]:
        """The hashes, the moves, and the rows and hashes of names that contain capitals."""
        keys, rows, small = array("q"), array("i"), array("q")
        moves: set[str] = set()
        game = self.trace.game
        for row, states, path in self.trace.walk_paths():
            name = game.node_name(states[-1], path)
            keys.append(hash(name))
            moves.update(path[-1:])
            folded = name.casefold()
            if folded != name:
                rows.append(row)
                small.append(hash(folded))
        return keys, moves, rows, small

    @cached_property
    def _sorted(self) -> array[int]:
        """The rows ordered by hash; equal hashes keep their order."""
        return _order_of(self.keys)

    @cached_property
    def _sorted_small(self) -> array[int]:
        return _order_of(self._walked[3])

    def row(self, name: str) -> int | None:
        """Return the row of the first visit to a node; None if it was not visited."""
        at = _first(self._sorted, self.keys, hash(name))
        return None if at is None else self._sorted[at]

    def rows(self, name: str) -> Iterator[int]:
        """Yield the rows of all visits to a node, in order."""
        key = hash(name)
        at = _first(self._sorted, self.keys, key)
        while at is not None and at < len(self) and self.keys[self._sorted[at]] == key:
            yield self._sorted[at]
            at += 1

    def cuts_above(self, name: str) -> Iterator[tuple[int, str]]:
        """Yield the rows of the cutoffs that skip a node or an ancestor, with the skipped node.

        The nearest node comes first. The game must name nodes by their paths.
        """
        words = name.split(" ")
        for end in range(len(words) - 1, -1, -1):
            for row in self.rows(" ".join(words[:end]) if end else self[0]):
                if self.trace.log.flags[row] & Flag.EARLY_RETURN:
                    for one in self.trace.skipped(row):
                        if name == one or name.startswith(f"{one} "):
                            yield row, one

    def _is_skipped(self, name: str) -> bool:
        """Return whether a cutoff skips a node, in a game that names by paths."""
        if not self.trace.game.named_by_path:
            return False
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
        _, _, rows, small = self._walked
        order, key = self._sorted_small, hash(text)
        at = _first(order, small, key)
        if at is None:
            return None
        name: str | None = None
        while at < len(order) and small[order[at]] == key:
            found = self.trace.name(rows[order[at]])
            if name not in (None, found):
                return None
            name, at = found, at + 1
        return name


def keys_of(names: Sequence[str]) -> Sequence[Any]:
    """Return numbers that are equal if the names are."""
    return names.keys if isinstance(names, VisitNames) else array("q", map(hash, names))


def _order_of(keys: array[int]) -> array[int]:
    return array("i", sorted(range(len(keys)), key=keys.__getitem__))


def _first(order: array[int], keys: array[int], key: int) -> int | None:
    """Return the first index of a key in a sorted order; None if it is missing."""
    at = bisect_left(order, key, key=keys.__getitem__)
    return at if at < len(order) and keys[order[at]] == key else None


class Spellings(Mapping[str, str]):
    """The nodes of a long search by spelling.

    Args:
        names: names of the visits.
    """

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
    """A value per node at its first visit, by name; equal only to itself.

    Args:
        names: names of the visits.
        columns: columns of the log that contain the value.
    """

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
    """The visited nodes that have children; equal only to itself.

    Args:
        names: names of the visits.
    """

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
