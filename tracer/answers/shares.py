"""The value of a node with several players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class AtMost(NamedTuple):
    """What is known of a node's true vector after a shallow cutoff."""

    mover: int
    rest: float


class Shares(tuple[float, ...]):
    """A value for each player."""

    known: AtMost | None

    def __new__(cls, shares: Iterable[float], known: AtMost | None = None) -> Shares:
        """Make a vector."""
        made = super().__new__(cls, shares)
        made.known = known
        return made

    def __eq__(self, other: object) -> bool:
        # Not equal if one is only the best so far: claims serve as keys of caches.
        return isinstance(other, Shares) and self.known == other.known and tuple.__eq__(self, other)

    def __hash__(self) -> int:
        return hash((tuple(self), self.known))
