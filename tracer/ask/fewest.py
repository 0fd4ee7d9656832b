"""The fewest leaves that alpha-beta can visit in a uniform tree.

Knuth and Moore (1975), "An Analysis of Alpha-Beta Pruning": with the best order, alpha-beta visits
b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves of a tree with b children at every node and d plies. Some of them prove
a lower bound of the root's value, some the same upper bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.errors import UsageError
from tracer.ask.answer import SCHEMA, Answer


#: The largest exponent and base of a power that is computed.
_MOST: Final = 1_000


@dataclass(frozen=True, slots=True)
class FewestLeaves(Answer):
    """The leaves that alpha-beta visits at best, and all leaves."""

    branching: int
    plies: int

    @property
    def at_least(self) -> int:
        """The leaves that prove that the root has at least its value."""
        return int(self.branching ** (self.plies // 2))

    @property
    def at_most(self) -> int:
        """The leaves that prove that the root has at most its value."""
        return int(self.branching ** ((self.plies + 1) // 2))

    @property
    def fewest(self) -> int:
        """The fewest leaves: one leaf is part of both proofs."""
        return self.at_least + self.at_most - 1

    @property
    def leaves(self) -> int:
        """All leaves of the tree."""
        return int(self.branching**self.plies)

    @property
    def text(self) -> str:
        """The two numbers, with the formula."""
        b, d = self.branching, self.plies
        return (
            f"{self.fewest:,} of {self.leaves:,} leaves: "
            f"{b}^{(d + 1) // 2} + {b}^{d // 2} − 1 with the best order"
        )

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as JSON data."""
        return {
            "schema": SCHEMA,
            "question": f"fewest {self.branching},{self.plies}",
            "fewest": self.fewest,
            "leaves": self.leaves,
        }


def fewest_leaves(branching: int, plies: int) -> FewestLeaves:
    """Return the fewest leaves of a uniform tree."""
    for number, what, least in ((branching, "branching", 1), (plies, "depth", 0)):
        if type(number) is not int or not least <= number <= _MOST:
            raise UsageError(
                f"the {what} cannot be {number}", expected=f"a number from {least} to {_MOST:,}"
            )
    return FewestLeaves(branching, plies)


def read_shape(text: str) -> FewestLeaves:
    """Return the answer for a text such as `3,4`."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise UsageError(
            f"{text!r} is not a uniform tree", expected="its branching and depth, such as 3,4"
        )
    branching, plies = (int(part) if len(part) < 10 else _MOST + 1 for part in parts)
    return fewest_leaves(branching, plies)
