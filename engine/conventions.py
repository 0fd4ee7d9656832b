"""Where courses disagree about alpha-beta, said as data.

A `Convention` has five fields, and every search and listing takes one. The presets are
those of six published courses; `parse_convention` makes one's own from a preset.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from engine.errors import UsageError, chosen, did_you_mean

__all__ = ["AIMA", "COURSES", "PRESETS", "Convention", "Course", "Ties", "parse_convention"]

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
        name: the preset's name, followed by whatever was changed: `aima,cutoff=>`.
        cutoff: the test that ends a node early. `>=`: MAX returns as soon as v ≥ β and MIN as soon
            as v ≤ α; `>`: only when v > β or v < α.
        update: whether the node's own bound takes v in `before-test` or `after-test`. The visits
            are the same; the pseudocode and the window that stands at a cut differ.
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
                f"count={'+'.join(self.count)} names no count, or one twice",
                expected="different counts",
            )
        if self.ties == "last" and self.cutoff == ">=":
            raise UsageError(
                "ties=last cannot go with cutoff=>=: a child that was cut returns a mere bound, "
                "and a later equal bound need not be an equal value",
                expected="ties=last with cutoff=>, or ties=first",
            )
        if self.ties == "last" and self.returns == "fail-hard":
            raise UsageError(
                "ties=last cannot go with returns=fail-hard: a worse child is returned as the "
                "bound itself, and would pass for an equal value",
                expected="ties=last with returns=fail-soft, or ties=first",
            )


AIMA = Convention("aima")

#: The published conventions by name, the default first.
PRESETS: dict[str, Convention] = {
    convention.name: convention
    for convention in (
        AIMA,
        Convention("comp341", update="after-test", count=("below_root",)),
        Convention("mit"),
        Convention("lab3"),
        Convention("rutgers", count=("visited", "terminals", "early_returns")),
        Convention("cs188", cutoff=">", update="after-test"),
    )
}


@dataclass(frozen=True, slots=True)
class Course:
    """Whose convention a preset is, and in what words.

    Args:
        course: the book or course.
        counted_as: what it counts, in its own words.
        written_as: how it writes the search.
    """

    course: str
    counted_as: str
    written_as: str


#: What is known of each preset's course.
COURSES: dict[str, Course] = {
    "aima": Course(
        "Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition; "
        "also CS 480 (Illinois Tech)",
        "nodes visited, root included (CS 480: nodes generated, root included)",
        "MAX-VALUE and MIN-VALUE returning (utility, move), the update inside 'if v2 > v'",
    ),
    "comp341": Course(
        "COMP 341 (Koç University), lecture 7",
        "nodes visited below the root",
        "VALUE, MAX-VALUE and MIN-VALUE, the update after the test",
    ),
    "mit": Course(
        "Principles of Autonomy (MIT), problem set 5",
        "states explored, root included",
        "maximize_score and minimize_score, the test α ≥ β; starts with --window=-2,2",
    ),
    "lab3": Course(
        "Week 1, Lab 3: Adversarial Search (Game-Playing AI)",
        "nodes explored, root included",
        "one function with is_maximizing, the test β ≤ α",
    ),
    "rutgers": Course(
        "MP 520 (Rutgers): hand trees, Reversi, MCTS",
        "nodes visited, terminal states, and truncations (early returns)",
        "the book's pseudocode, as aima",
    ),
    "cs188": Course(
        "CS 188 (Berkeley), Pac-Man project 2",
        "states created, the start included; its programs make a state as they visit it",
        "value, max-value and min-value, strict tests, the update after the test",
    ),
}

_CHOICES: dict[str, tuple[str, ...]] = {
    "cutoff": get_args(Cutoff),
    "update": get_args(Update),
    "returns": get_args(Returns),
    "ties": get_args(Ties),
    "count": get_args(Count),
}


def parse_convention(text: str | Convention) -> Convention:
    """Read a convention: a preset's name, and after it any fields to change.

    Args:
        text: such as `aima`, `cs188,returns=fail-hard` or `aima,cutoff=>,ties=last`; several
            counts are joined by `+`, as in `count=visited+terminals`. A `Convention` is its own.

    Raises:
        UsageError: an unknown preset, field or value, or fields that do not go together.
    """
    if isinstance(text, Convention):
        return text
    preset, *changes = (part.strip() for part in text.split(","))
    base = chosen(preset, PRESETS, "convention")
    changed: dict[str, Any] = {}
    for change in changes:
        field, _, value = change.partition("=")
        if field not in _CHOICES:
            raise UsageError(
                f"a convention has no field {field!r}",
                where=text,
                expected=f"FIELD=VALUE with a field of {', '.join(_CHOICES)}",
                hint=did_you_mean(field, _CHOICES),
            )
        values = tuple(value.split("+")) if field == "count" else (value,)
        for one in values:
            if one not in _CHOICES[field]:
                raise UsageError(
                    f"{field} cannot be {one!r}",
                    where=text,
                    expected=f"one of {', '.join(_CHOICES[field])}",
                    hint=did_you_mean(one, _CHOICES[field]),
                )
        changed[field] = values if field == "count" else value
    differing = {field: value for field, value in changed.items() if value != getattr(base, field)}
    if not differing:
        return base
    return replace(base, name=_name_of(base, differing), **differing)


def _name_of(base: Convention, changed: dict[str, Any]) -> str:
    order = [field.name for field in fields(Convention) if field.name in changed]
    said = {"count": "+".join(changed.get("count", ()))}
    return ",".join([base.name, *(f"{f}={said.get(f) or changed[f]}" for f in order)])
