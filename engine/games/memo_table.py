"""A table that fills itself: results of a function, cached after the first call."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeAlias, TypeVar

#: Up to this many answers are computed in advance, since a list is faster still.
_FEW: Final = 1 << 12

#: The most answers that a table keeps.
MOST: Final = 1 << 16

_Key = TypeVar("_Key", bound=Hashable)
_Answer = TypeVar("_Answer")


class MemoTable(dict[_Key, _Answer]):
    """The answers of a function: `table[key]` is `answer(key)`, computed once.

    A dict lookup is faster than a function call, and a search repeats many questions. A full table
    is cleared.
    """

    __slots__ = ("_work_out",)

    def __init__(self, answer: Callable[[_Key], _Answer]) -> None:
        super().__init__()
        self._work_out = answer

    def __missing__(self, key: _Key) -> _Answer:
        if len(self) >= MOST:
            self.clear()
        answer = self[key] = self._work_out(key)
        return answer


#: A table with integer keys.
Table: TypeAlias = list[_Answer] | MemoTable[int, _Answer]


def memo_table(answer: Callable[[int], _Answer], keys: int) -> Table[_Answer]:
    """Return a table of the answers for the whole numbers below `keys`."""
    return [answer(key) for key in range(keys)] if keys <= _FEW else MemoTable(answer)
