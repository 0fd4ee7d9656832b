"""Visits and cutoffs as people ask for them: light views of the log's rows, made when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Generic, TypeVar, overload

from engine.game import Player
from engine.log import NO_PARENT, Flag
from tracer.fold import fold
from tracer.narration import because
from tracer.recording import Recording
from tracer.values import show_number

__all__ = [
    "Bound",
    "CutoffView",
    "Cutoffs",
    "Kind",
    "VisitView",
    "Visits",
    "bound_name",
    "bound_of",
    "kind_of",
    "shown_value",
]


class Kind(StrEnum):
    """What a visited node is."""

    INTERIOR = "interior"
    CHANCE = "chance"
    TERMINAL = "terminal"
    EVALUATED = "evaluated"
    REPEAT = "repeat"


class Bound(StrEnum):
    """What a node's returned value says about its true value."""

    EXACT = "="
    LOWER = "≥"
    UPPER = "≤"
    UNKNOWN = "?"


_BOUNDS = {0: Bound.EXACT, Flag.LOWER: Bound.LOWER, Flag.UPPER: Bound.UPPER}


@cache  # few combinations, and as many calls as there are visits
@cache  # asked at every visit of an export
def kind_of(player: int, flags: int) -> Kind:
    """The kind of a visit, from its columns."""
    if flags & Flag.REPEAT:
        return Kind.REPEAT
    if flags & Flag.TERMINAL:
        return Kind.TERMINAL
    if flags & Flag.EVALUATED:
        return Kind.EVALUATED
    return Kind.CHANCE if player == Player.CHANCE else Kind.INTERIOR


def bound_of(flags: int) -> Bound:
    """What the value of a visit says, from its flags: a part that was cut makes it a bound."""
    if flags & Flag.INCOMPLETE:
        return Bound.UNKNOWN
    return _BOUNDS.get(flags & (Flag.LOWER | Flag.UPPER), Bound.UNKNOWN)


@cache
def bound_name(flags: int) -> str:
    """`lower` or `upper` where a visit's value is only such a bound; otherwise empty."""
    bound = bound_of(flags)
    return bound.name.lower() if bound in (Bound.LOWER, Bound.UPPER) else ""


def shown_value(trace: Recording, row: int) -> str:
    """What a visit returned, as people read it: where a cutoff left it a bound, ≤ 2 or ≥ 2."""
    value, bound = show_number(trace.log.value[row]), bound_of(trace.log.flags[row])
    return value if bound in (Bound.EXACT, Bound.UNKNOWN) else f"{bound} {value}"


@dataclass(frozen=True, slots=True)
class VisitView:
    """One visit.

    Args:
        trace: the search.
        row: its row, from 0.
    """

    trace: Recording
    row: int

    @property
    def order(self) -> int:
        """Its place in the order of visits, from 1."""
        return self.row + 1

    @property
    def id(self) -> str:
        """The node's name."""
        return self.trace.name(self.row)

    @property
    def parent(self) -> str | None:
        """The parent's name; None at a root."""
        parent = self.trace.log.parent[self.row]
        return None if parent == NO_PARENT else self.trace.name(parent)

    @property
    def move(self) -> str | None:
        """The name of the move that led here; None at a root."""
        return self.trace.move_name(self.row)

    @property
    def player(self) -> Player:
        """Whose turn it is; on a leaf, whose it would be."""
        return Player(self.trace.log.player[self.row])

    @property
    def kind(self) -> Kind:
        """What the node is."""
        return kind_of(self.player, self.trace.log.flags[self.row])

    @property
    def depth(self) -> int:
        """Plies below the root."""
        return self.trace.log.depth[self.row]

    @property
    def alpha(self) -> float:
        """α as the node was entered."""
        return self.trace.log.alpha[self.row]

    @property
    def beta(self) -> float:
        """β as the node was entered."""
        return self.trace.log.beta[self.row]

    @property
    def value(self) -> float:
        """What the node returned; NaN where it did not come to that."""
        return self.trace.log.value[self.row]

    @property
    def exact(self) -> Fraction | None:
        """The value as a fraction, where it is rational."""
        return self.trace.exact(self.row)

    @property
    def bound(self) -> Bound:
        """What the value says about the node's true value."""
        return bound_of(self.trace.log.flags[self.row])

    @property
    def shown_value(self) -> str:
        """The value as people read it: where a cutoff left it a bound, ≤ 2 or ≥ 2."""
        return shown_value(self.trace, self.row)


@dataclass(frozen=True, slots=True)
class CutoffView:
    """One early return. `alpha`, `beta`: before its last child's value is folded in.

    Args:
        trace: the search.
        row: the row of the node that returned early.
    """

    trace: Recording
    row: int

    @property
    def at(self) -> str:
        """The name of the node that returned early."""
        return self.trace.name(self.row)

    @property
    def player(self) -> Player:
        """Whose turn it is there."""
        return Player(self.trace.log.player[self.row])

    @property
    def last_row(self) -> int:
        """The row of the child whose value made the test hold."""
        return list(self.trace.log.children(self.row))[-1]

    @property
    def after(self) -> str:
        """The name of the child whose value made the test hold."""
        return self.trace.name(self.last_row)

    @property
    def value(self) -> float:
        """The node's v as the test held."""
        return fold(self.trace, self.row, self._visits()).v

    @property
    def alpha(self) -> float:
        """α before the last child's value."""
        return self._before()[0]

    @property
    def beta(self) -> float:
        """β before the last child's value."""
        return self._before()[1]

    @property
    def alpha_after(self) -> float:
        """α with the last child's value, whether or not the convention's program still sets it."""
        return max(self.alpha, self.value) if self.player is Player.MAX else self.alpha

    @property
    def beta_after(self) -> float:
        """β with the last child's value, likewise."""
        return min(self.beta, self.value) if self.player is Player.MIN else self.beta

    @property
    def skipped(self) -> tuple[str, ...]:
        """The names of the children that were not visited; empty where it was the last child."""
        return self.trace.skipped(self.row)

    @property
    def because(self) -> str:
        """The reason, in one sentence."""
        return because(self.trace, self.row)

    def _before(self) -> tuple[float, float]:
        before = fold(self.trace, self.row, self._visits() - 1)
        return before.alpha, before.beta

    def _visits(self) -> int:
        """Visits to its children."""
        return sum(1 for _ in self.trace.log.children(self.row))


_View = TypeVar("_View")


class _Views(Sequence[_View], Generic[_View]):
    """Views over some rows of a trace, made when asked for."""

    def __init__(
        self, trace: Recording, rows: Sequence[int], view: Callable[[Recording, int], _View]
    ) -> None:
        self._trace = trace
        self._rows = rows
        self._view = view

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> _View: ...
    @overload
    def __getitem__(self, index: slice) -> list[_View]: ...
    def __getitem__(self, index: int | slice) -> _View | list[_View]:
        if isinstance(index, slice):
            return [self._view(self._trace, row) for row in self._rows[index]]
        return self._view(self._trace, self._rows[index])

    def __iter__(self) -> Iterator[_View]:
        return (self._view(self._trace, row) for row in self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)} {type(self).__name__.lower()} of {self._trace.source}>"


class Visits(_Views[VisitView]):
    """The visits of a trace in their order."""

    def __init__(self, trace: Recording) -> None:
        super().__init__(trace, range(len(trace.log)), VisitView)


class Cutoffs(_Views[CutoffView]):
    """The early returns of a trace in the order in which their tests held."""

    def __init__(self, trace: Recording) -> None:
        rows = sorted(trace.log.rows_with(Flag.EARLY_RETURN), key=trace.tour.left_at)
        super().__init__(trace, rows, CutoffView)
