"""The fields of a convention, and the course it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.errors import UsageError

Cutoff = Literal[">=", ">"]
Update = Literal["before-test", "after-test"]
Returns = Literal["fail-soft", "fail-hard"]
Ties = Literal["first", "last"]
Count = Literal[
    "visited",
    "below_root",
    "expanded",
    "generated",
    "evaluated",
    "terminals",
    "cutoffs",
    "early_returns",
    "skipped",
]


@dataclass(frozen=True, slots=True)
class Convention:
    """One way of writing, reading and counting alpha-beta.

    Args:
        name: the preset's name, followed by the changes: `aima,cutoff=>`.
        cutoff: the test that ends a node early. `>=`: MAX returns as soon as v ≥ β and MIN as soon
            as v ≤ α; `>`: only when v > β or v < α.
        update: whether v updates the node's own bound `before-test` or `after-test`. The visits
            are the same; the pseudocode and the window at a cutoff differ.
        returns: `fail-soft` returns v; with `fail-hard` an interior node returns nothing outside
            the window it was entered with, while leaves return their utility.
        ties: which of several best moves is kept, the `first` or the `last`.
        count: the headline counts of this course; all counts are always given.

    Raises:
        UsageError: ties `last` with a cutoff or a return that makes a later equal value a bound;
            no count, or one twice.
    """

    name: str
    cutoff: Cutoff = ">="
    update: Update = "before-test"
    returns: Returns = "fail-soft"
    ties: Ties = "first"
    count: tuple[Count, ...] = ("visited",)

    def __post_init__(self) -> None:
        if not self.count or len(set(self.count)) < len(self.count):
            raise UsageError(
                f"count={'+'.join(self.count)} repeats a count, or names none",
                expected="at least one count, and each only once",
            )
        if self.ties == "last" and self.cutoff == ">=":
            raise UsageError(
                "ties=last cannot be combined with cutoff=>=: a child with a cutoff returns only a "
                "bound, and an equal bound need not be an equal value",
                expected="ties=last with cutoff=>, or ties=first",
            )
        if self.ties == "last" and self.returns == "fail-hard":
            raise UsageError(
                "ties=last cannot be combined with returns=fail-hard: a worse child returns the "
                "bound itself, which looks like an equal value",
                expected="ties=last with returns=fail-soft, or ties=first",
            )


@dataclass(frozen=True, slots=True)
class Course:
    """A preset convention, its course, and the course's own words.

    A listing is pseudocode. Each line has the form:

        ROLE | TEXT @CONDITION,CONDITION

    ROLE says what the line does, so that each event is matched with its line: `max.take` is the
    line in which MAX takes a better value. A line belongs to the listing only under its conditions:
    `window` or `no-window`, `chance` or `no-chance`, `min` or `no-min` (nodes where MIN moves),
    `passes` or `one-pass`, `depth` (a depth limit), `turns` or `no-turns` (of MAX and MIN), and the
    convention's `update` and `returns`. In the text, `{, α, β}` vanishes from a search without a
    window. `{≥}`, `{≤}`, `{>}` and `{<}` are the tests of the convention, and `{v}` is the value
    that is returned.

    Args:
        convention: the convention, named as the preset is.
        course: the book or course.
        counted_as: what it counts, in its own words.
        written_as: how it writes the search.
        listing: its pseudocode.
        settings: the settings that its programs start with, by the arguments of `tracer.trace`.
            They belong to the search or the game, so the convention does not set them.
    """

    convention: Convention
    course: str
    counted_as: str
    written_as: str
    listing: str
    settings: Mapping[str, Any] = field(default_factory=dict)
