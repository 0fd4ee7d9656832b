"""A table that fills itself: what a function gives, looked up from the second time on."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeAlias, TypeVar

__all__ = ["MOST", "Remembered", "Table", "table_of"]

#: Up to so many answers are worked out beforehand: a list is looked up faster still.
_FEW: Final = 1 << 12

#: The most answers that a table keeps.
MOST: Final = 1 << 16

_Key = TypeVar("_Key", bound=Hashable)
_Answer = TypeVar("_Answer")


class Remembered(dict[_Key, _Answer]):
    """The answers of a function: `table[key]` is `answer(key)`, and is worked out once.

    A dict finds a key faster than Python calls a function, and a search asks the same of many
    positions. A full table begins anew.

    Args:
        answer: a function whose answer depends on its argument alone, and that nobody changes.
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


#: Looked up by a whole number.
Table: TypeAlias = list[_Answer] | Remembered[int, _Answer]


def table_of(answer: Callable[[int], _Answer], keys: int) -> Table[_Answer]:
    """A table of the answers for the whole numbers below `keys`."""
    return [answer(key) for key in range(keys)] if keys <= _FEW else Remembered(answer)
