"""Sentences that several problems of a worksheet share, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.conventions import Convention
from engine.game import MAX, MIN
from tracer.steps.pseudocode import listing_for
from tracer.text.numbers import show_number


_SIGNS: Final = "\\`*_[]<>|#~&$"


def md_text(text: str) -> str:
    """Escape the characters of a text that Markdown would interpret."""
    return "".join(f"\\{letter}" if letter in _SIGNS else letter for letter in text)


def rules_of(convention: Convention, *, windowed: bool) -> str:
    """State the rules of a convention in sentences."""
    which = "last" if convention.ties == "last" else "first"
    ties = f"Ties go to the {which} move."
    if not windowed:
        return ties
    at_max, at_min = ("v ≥ β", "v ≤ α") if convention.cutoff == ">=" else ("v > β", "v < α")
    rules = [
        f"A MAX node prunes its remaining children as soon as {at_max}, a MIN node as soon as "
        f"{at_min}; v is the node's best value so far.",
        *_in_course_words(convention, at_max, at_min),
    ]
    when = "before" if convention.update == "before-test" else "after"
    rules.append(f"A MAX node raises α to v, and a MIN node lowers β to v, {when} this test.")
    if convention.returns == "fail-soft":
        rules.append("A node returns v even if v lies outside its window (fail-soft).")
    else:
        rules.append("An internal node returns no value outside its window (fail-hard).")
    return " ".join([*rules, ties])


def _in_course_words(convention: Convention, *tests: str) -> Iterator[str]:
    """Yield how the course writes the test, if it differs from the usual one."""
    listing = listing_for("alphabeta", convention)
    words = {" ".join(listing.text_of(player, "test").split()[1:4]) for player in (MAX, MIN)}
    written = sorted(word.rstrip(":") for word in words)
    if not set(written) <= set(tests):
        yield f"Your course writes both tests as {' and '.join(written)}."


def format_points(points: float) -> str:
    """Return a number of points in words."""
    return "1 point" if points == 1 else f"{show_number(points)} points"
