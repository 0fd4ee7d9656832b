"""Sentences of worksheets that are said of several problems, in Markdown."""

from __future__ import annotations

from typing import Final

from engine.conventions import Convention
from tracer.values import show_number

__all__ = ["md_text", "points_told", "rules_of"]

_SIGNS: Final = "\\`*_[]<>|#~&$"


def md_text(text: str) -> str:
    """A text in which Markdown finds nothing of its own."""
    return "".join(f"\\{letter}" if letter in _SIGNS else letter for letter in text)


def rules_of(convention: Convention, *, windowed: bool) -> str:
    """How a convention searches, in sentences.

    Args:
        convention: the convention.
        windowed: whether α and β are passed down; otherwise only ties matter.
    """
    which = "last" if convention.ties == "last" else "first"
    ties = f"Of equally good moves, the {which} one is taken."
    if not windowed:
        return ties
    at_max, at_min = ("v ≥ β", "v ≤ α") if convention.cutoff == ">=" else ("v > β", "v < α")
    told = [
        f"A MAX node leaves its remaining children out as soon as {at_max}, a MIN node as soon as "
        f"{at_min}, where v is its best value so far."
    ]
    if convention.returns == "fail-soft":
        told.append("A node returns its v, even where that lies outside its window (fail-soft).")
    else:
        told.append("An inner node returns nothing outside its window (fail-hard).")
    return " ".join([*told, ties])


def points_told(points: float) -> str:
    """So many points, in words."""
    return "1 point" if points == 1 else f"{show_number(points)} points"
