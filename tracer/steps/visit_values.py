"""The kind of a visit and the value that it returned, exact or a bound, as a word and as text."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from engine.game import Player
from engine.log.visit_log import Flag
from tracer.recording.fold import fold
from tracer.recording.recording import Recording
from tracer.text.numbers import show_number, show_vector


class VisitKind(StrEnum):
    """The kind of a visited node."""

    INTERIOR = "interior"
    CHANCE = "chance"
    TERMINAL = "terminal"
    EVALUATED = "evaluated"
    REPEAT = "repeat"


class Bound(StrEnum):
    """The relation of a node's true value to its returned value."""

    EXACT = "="
    LOWER = "≥"
    UPPER = "≤"
    UNKNOWN = "?"


_BOUNDS = {0: Bound.EXACT, Flag.LOWER: Bound.LOWER, Flag.UPPER: Bound.UPPER}


@cache  # few combinations, but a call for each visit
def kind_of(player: int, flags: int) -> VisitKind:
    """Return the kind of a visit, from its columns."""
    if flags & Flag.REPEAT:
        return VisitKind.REPEAT
    if flags & Flag.TERMINAL:
        return VisitKind.TERMINAL
    if flags & Flag.EVALUATED:
        return VisitKind.EVALUATED
    return VisitKind.CHANCE if player == Player.CHANCE else VisitKind.INTERIOR


def bound_of(flags: int) -> Bound:
    """Return the bound of a visit's value from its flags; a cutoff below makes it a bound."""
    if flags & Flag.INCOMPLETE:
        return Bound.UNKNOWN
    return _BOUNDS.get(flags & Flag.BOUND, Bound.UNKNOWN)


@cache
def bound_name(flags: int) -> str:
    """Return `lower` or `upper` if a visit's value is only a bound; otherwise empty."""
    bound = bound_of(flags)
    return bound.name.lower() if bound in (Bound.LOWER, Bound.UPPER) else ""


def shown_value(trace: Recording, row: int) -> str:
    """Format a visit's value for people.

    A bound is written ≤ 2 or ≥ 2, a vector (1, 2, 6). After a shallow cutoff of max^n it is what
    the player to move has at least: `B ≥ 7`.
    """
    value, bound = value_text(trace, row), bound_of(trace.log.flags[row])
    if bound in (Bound.EXACT, Bound.UNKNOWN):
        return value
    if trace.vectors is None:
        return f"{bound} {value}"
    v = fold(trace, row).v
    return f"{trace.player_name(row)} {Bound.LOWER} {show_number(v)}"


def value_text(trace: Recording, row: int) -> str:
    """Format the value that a visit returned, a number or a vector."""
    shares = trace.shares(row)
    return show_number(trace.log.value[row]) if shares is None else show_vector(shares)
