"""What is said of a node where it is not simply a number: a bound, nothing, or nothing readable."""

from __future__ import annotations

import math
import re
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.typed_numbers import nearly_equal, typed_number
from tracer.values import show_number
from trees.quoting import quoted

__all__ = ["NOT_VISITED", "Bound", "Unread", "is_said", "said_number", "same_said"]

#: Words of several that leave a node out.
NOT_VISITED: Final = re.compile(
    r"\b(?:(?:is|was)\s)?(?:not|never)\s(?:been\s)?(?:visited|reached|explored|expanded|evaluated"
    r"|searched|seen)\b|\bcut[\s-]off\b",
    re.IGNORECASE,
)
#: What stands where a value would, of a node that was not visited.
_NOTHING: Final = frozenset(
    {"", "-", "–", "—", "--", "---", "?", "??", "x", "/", "n/a", "n.a.", "na", "none", "null"}
    | {"nil", "pruned", "cut", "skipped", "unvisited", "unexplored", "~", "_", "__", "✗", "×"}
)
_BOUND: Final = re.compile(r"([<>≤≥]=?|=<)\s*=?\s*(\S.*)", re.DOTALL)


class Unread(float):
    """What nobody can read as a number: it equals none, and keeps what was written.

    Args:
        shown: what was written, as a message shows it; empty where it belongs to no node.
    """

    shown: str

    def __new__(cls, shown: str) -> Unread:
        """Not a number, in the sense of floating point too."""
        made = super().__new__(cls, math.nan)
        made.shown = shown
        return made


class Bound(float):
    """A number that was written as a bound, such as ≤ 2.

    Args:
        value: the number.
        at_least: whether it was written as ≥, and not as ≤.
    """

    at_least: bool

    def __new__(cls, value: float, *, at_least: bool) -> Bound:
        """The number, with its direction."""
        made = super().__new__(cls, value)
        made.at_least = at_least
        return made

    def __eq__(self, other: object) -> bool:
        # Not equal to the mere number: claims are looked up by what they say.
        return isinstance(other, Bound) and (float(self), self.at_least) == (
            float(other),
            other.at_least,
        )

    def __hash__(self) -> int:
        return hash((float(self), self.at_least))

    @property
    def shown(self) -> str:
        """As people write it."""
        return f"{'≥' if self.at_least else '≤'} {show_number(float(self))}"


def is_said(given: Any) -> bool:
    """Whether something stands there, and not merely that a node is left out."""
    if not isinstance(given, str):
        return given is not None
    plain = given.strip("() .\t\n").casefold()
    if plain in _NOTHING:
        return False
    return " " not in plain or NOT_VISITED.fullmatch(" ".join(plain.split())) is None


def said_number(given: Any) -> float:
    """The number that is said of a node, the bound, or what cannot be read as either."""
    if type(given) is not str:
        if isinstance(given, Unread):
            return given
        try:
            return typed_number(given)
        except InvalidInput:
            return Unread(f"{given!r:.60}, which is no number")
    bound = _BOUND.fullmatch(given.strip()) if given[:1] in "<>≤≥= " else None
    try:
        if bound is None:
            return typed_number(given.lstrip("= "))
        return Bound(typed_number(bound[2]), at_least=bound[1][0] in ">≥")
    except InvalidInput:
        return Unread(f"{quoted(given.strip())}, which is no number")


def same_said(one: float, other: float) -> bool:
    """Whether two things said of a node are the same."""
    return one is other or nearly_equal(float(one), float(other))
