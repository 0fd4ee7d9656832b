"""Conventions: the points on which courses disagree about alpha-beta.

A `Convention` has five fields, and every search and listing takes one. The presets are
those of six published courses; `parse_convention` makes a custom one from a preset. The courses'
own programs and functions are in `engine.courses`.
"""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product
from typing import Any, get_args

from engine.conventions.convention import (
    Convention,
    Count,
    Course,
    Cutoff,
    Returns,
    Ties,
    Update,
)
from engine.conventions.courses import COURSES
from engine.errors import UsageError, did_you_mean, look_up

__all__ = [
    "AIMA",
    "COURSES",
    "PRESETS",
    "Convention",
    "Count",
    "Course",
    "Cutoff",
    "Returns",
    "Ties",
    "Update",
    "every_convention",
    "parse_convention",
]

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
    fields_of_it = ("cutoff", "update", "returns", "ties")
    for rules in product(*(_CHOICES[field] for field in fields_of_it)):
        base = "cs188" if ">" in rules else "aima"
        changes = [f"{field}={rule}" for field, rule in zip(fields_of_it, rules, strict=True)]
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
