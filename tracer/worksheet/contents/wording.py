"""Sentences that several problems of a worksheet share, in Markdown."""

from __future__ import annotations

from typing import Final

from engine.conventions import Convention
from tracer.text.numbers import show_number

__all__ = ["format_points", "md_text", "rules_of"]

_SIGNS: Final = "\\`*_[]<>|#~&$"


def md_text(text: str) -> str:
    """Escape the characters of a text that Markdown would interpret."""
    return "".join(f"\\{letter}" if letter in _SIGNS else letter for letter in text)


def rules_of(convention: Convention, *, windowed: bool) -> str:
    """State the rules of a convention in sentences.

    Args:
        convention: the convention.
        windowed: whether α and β are passed down; otherwise only ties matter.
    """
    which = "last" if convention.ties == "last" else "first"
    ties = f"Ties go to the {which} move."
    if not windowed:
        return ties
    at_max, at_min = ("v ≥ β", "v ≤ α") if convention.cutoff == ">=" else ("v > β", "v < α")
    rules = [
        f"A MAX node prunes its remaining children as soon as {at_max}, a MIN node as soon as "
        f"{at_min}; v is the node's best value so far."
    ]
    if convention.returns == "fail-soft":
        rules.append("A node returns v even if v lies outside its window (fail-soft).")
    else:
        rules.append("An internal node returns no value outside its window (fail-hard).")
    return " ".join([*rules, ties])


def format_points(points: float) -> str:
    """Return a number of points in words."""
    return "1 point" if points == 1 else f"{show_number(points)} points"
