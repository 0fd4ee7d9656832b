"""Conventions: the points on which courses disagree about alpha-beta.

A `Convention` has five fields, and every search and listing takes one. The presets are
those of six published courses; `parse_convention` makes a custom one from a preset.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal, get_args

from engine.errors import UsageError, did_you_mean, look_up

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

    Args:
        convention: the convention, named as the preset is.
        course: the book or course.
        counted_as: what it counts, in its own words.
        written_as: how it writes the search.
        listing: its pseudocode, as `listings.txt` describes it.
        settings: the settings that its programs start with, by the arguments of `tracer.trace`.
            They belong to the search or the game, so the convention does not set them.
    """

    convention: Convention
    course: str
    counted_as: str
    written_as: str
    listing: str
    settings: Mapping[str, Any] = field(default_factory=dict)


#: What is exchanged between MAX's lines of a listing and MIN's; α and β only in some of them.
_PAIRS: Final = (("MAX", "MIN"), ("max", "min"), ("False", "True"), ("−∞", "+∞"), (">", "<"))
_OPPOSITE: Final = {**dict(_PAIRS), **{other: word for word, other in _PAIRS}}
_MIRRORED: Final = re.compile(r"\b(?:MAX|MIN|max|min|False|True)(?=\b|imize)|[−+]∞|(?<={)[<>]")
_BOUNDS: Final = str.maketrans("αβ≤≥", "βα≥≤")
#: MIN's null window and its tests, by those of MAX.
_NULL_WINDOWS: Final = {
    "α, α + 1": "β − 1, β",
    "α + 1 ≤ v2 < β": "α < v2 ≤ β − 1",
    "v2, β": "α, v2",
}


def _add_min(listing: str) -> str:
    """Return a listing with MIN's lines in place of `min | like max`: MAX's, mirrored."""
    # An update, a test or a call exchanges α and β too, unless it names the two.
    lines = listing.splitlines(keepends=True)
    place, mark = next((at, line) for at, line in enumerate(lines) if "| like max" in line)
    condition = mark.partition("@")[2].strip()
    mirrored = []
    for line in lines:
        text, _, conditions = line.rstrip().partition("@")
        needed = conditions.split(",") if conditions else []
        if not text.startswith("max.") or "no-min" in needed:
            continue
        text = _MIRRORED.sub(lambda word: _OPPOSITE[word[0]], text)
        if text.startswith(("min.update", "min.test", "min.call")) and not {"α", "β"} <= {*text}:
            text = text.translate(_BOUNDS)
        for window, mirror in _NULL_WINDOWS.items():
            text = text.replace(window, mirror)
        needed = [*needed, condition] if condition and condition not in needed else needed
        mirrored.append(f"{text.rstrip()} @{','.join(needed)}\n" if needed else f"{text}\n")
    return "".join([*lines[:place], *mirrored, *lines[place + 1 :]])


@cache
def _read_listings() -> dict[str, str]:
    """Return the sections of `listings.txt` by their headings."""
    text = Path(__file__).with_name("listings.txt").read_text(encoding="utf-8")
    _, *parts = re.split(r"^\[(\w+)\]\n", text, flags=re.MULTILINE)
    listings = (listing.rstrip() + "\n" for listing in parts[1::2])
    return dict(zip(parts[::2], listings, strict=True))


def read_listing(name: str) -> str:
    """Return the pseudocode of a search, or of a course, with MIN's lines."""
    listing = _read_listings()[name]
    return _add_min(listing) if "| like max" in listing else listing


#: The course of each preset, the default first.
COURSES: Final[dict[str, Course]] = {
    course.convention.name: course
    for course in (
        Course(
            convention=Convention("aima"),
            course=(
                "Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition; "
                "also CS 480 (Illinois Tech)"
            ),
            counted_as=(
                "nodes visited, including the root (CS 480: nodes generated, including the root)"
            ),
            written_as=(
                "MAX-VALUE and MIN-VALUE returning (utility, move), the update inside 'if v2 > v'"
            ),
            listing=read_listing("aima"),
        ),
        Course(
            convention=Convention("comp341", update="after-test", count=("below_root",)),
            course="COMP 341 (Koç University), lecture 7",
            counted_as="nodes visited below the root",
            written_as="VALUE, MAX-VALUE and MIN-VALUE, the update after the test",
            listing=read_listing("comp341"),
        ),
        Course(
            convention=Convention("mit"),
            course="Principles of Autonomy (MIT), problem set 5",
            counted_as="states explored, including the root",
            written_as="maximize_score and minimize_score, the test α ≥ β",
            settings={"window": (-2.0, 2.0)},
            listing=read_listing("mit"),
        ),
        Course(
            convention=Convention("lab3"),
            course="Week 1, Lab 3: Adversarial Search (Game-Playing AI)",
            counted_as="nodes explored, including the root",
            written_as="one function with is_maximizing, the test β ≤ α",
            settings={"win": 10},
            listing=read_listing("lab3"),
        ),
        Course(
            convention=Convention("rutgers", count=("visited", "terminals", "early_returns")),
            course="MP 520 (Rutgers): hand trees, Reversi, MCTS",
            counted_as="nodes visited, terminal states, and truncations (early returns)",
            written_as="the book's pseudocode, as aima",
            listing=read_listing("aima"),
        ),
        Course(
            convention=Convention("cs188", cutoff=">", update="after-test"),
            course="CS 188 (Berkeley), Pac-Man project 2",
            counted_as=(
                "states created, including the start; its programs create a state on visiting it"
            ),
            written_as="value, max-value and min-value, strict tests, the update after the test",
            listing=read_listing("cs188"),
        ),
    )
}

#: The published conventions by name, the default first.
PRESETS: dict[str, Convention] = {name: course.convention for name, course in COURSES.items()}

AIMA = PRESETS["aima"]

_CHOICES: dict[str, tuple[str, ...]] = {
    "cutoff": get_args(Cutoff),
    "update": get_args(Update),
    "returns": get_args(Returns),
    "ties": get_args(Ties),
    "count": get_args(Count),
}


def parse_convention(text: str | Convention) -> Convention:
    """Parse a convention: a preset's name, then any fields to change.

    Args:
        text: such as `aima`, `cs188,returns=fail-hard` or `aima,cutoff=>,ties=last`; several
            counts are joined by `+`, as in `count=visited+terminals`. A `Convention` is its own.

    Raises:
        UsageError: an unknown preset, field or value, or fields that do not go together.
    """
    if isinstance(text, Convention):
        return text
    if not isinstance(text, str):
        raise UsageError(
            f"there is no convention {text!r}", expected=f"one of {', '.join(PRESETS)}"
        )
    preset, *changes = (part.strip() for part in text.split(","))
    base = look_up(preset, PRESETS, "convention")
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
        for choice in values:
            if choice not in _CHOICES[field]:
                raise UsageError(
                    f"{field} cannot be {choice!r}",
                    where=text,
                    expected=f"one of {', '.join(_CHOICES[field])}",
                    hint=did_you_mean(choice, _CHOICES[field]),
                )
        changed[field] = values if field == "count" else value
    differing = {field: value for field, value in changed.items() if value != getattr(base, field)}
    if not differing:
        return base
    return replace(base, name=_describe_changes(base, differing), **differing)


def every_convention() -> tuple[Convention, ...]:
    """Return the presets, then every other valid combination of rules."""
    conventions = dict(PRESETS)
    names = ("cutoff", "update", "returns", "ties")
    for rules in product(*(_CHOICES[name] for name in names)):
        base = "cs188" if ">" in rules else "aima"
        changes = [f"{name}={rule}" for name, rule in zip(names, rules, strict=True)]
        try:
            convention = parse_convention(",".join([base, *changes]))
        except UsageError:  # rules that cannot be combined
            continue
        conventions.setdefault(convention.name, convention)
    # With >=, a course counts without the root; with > too, a sheet may.
    strict_below_root = parse_convention("cs188,count=below_root")
    return (*conventions.values(), strict_below_root)


def _describe_changes(base: Convention, changed: dict[str, Any]) -> str:
    order = [field.name for field in fields(Convention) if field.name in changed]
    said = {"count": "+".join(changed.get("count", ()))}
    return ",".join([base.name, *(f"{f}={said.get(f) or changed[f]}" for f in order)])
