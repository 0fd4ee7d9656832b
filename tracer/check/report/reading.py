"""What a class report needs of a checked sheet, read with care: names are a student's own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.check.record import SCHEMA

__all__ = ["WHOLE", "PartSeen", "Seen", "plain"]

#: All points, in the unit in which shares of points are counted: hundredths of a per cent.
WHOLE: Final = 10_000

_LONGEST: Final = 300
_JOINERS: Final = "\u200c\u200d"  # Persian, Indic scripts and emoji are written with them


@dataclass(frozen=True, slots=True)
class PartSeen:
    """A part of a sheet.

    Args:
        name: its name.
        share: of its points, in hundredths of a per cent; None where it has no points.
        whole: whether all of it is right.
    """

    name: str
    share: int | None
    whole: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """A checked sheet.

    Args:
        sheet: its name.
        student: who handed it in; empty where it does not say.
        error: why it could not be read; empty where it could.
        share: of the points, in hundredths of a per cent; None where there are none to have.
        right: whether it got all points.
        convention: by which it was graded; empty where it does not say.
        parts: its parts.
        named: the misconception that fits best; empty where none does.
        may_be: the others that the sheet cannot tell from it.
        departure: the node, in a set with its problem, and the step at which it first goes wrong.
    """

    sheet: str
    student: str
    error: str
    share: int | None
    right: bool
    convention: str
    parts: tuple[PartSeen, ...]
    named: str
    may_be: tuple[str, ...]
    departure: tuple[str, int] | None

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Seen:
        """Read a record.

        Args:
            record: a checked sheet, schema `plytrace.check/1`.

        Raises:
            InvalidInput: it is none.
        """
        try:
            if record["schema"] != SCHEMA:
                raise ValueError
            return cls._of(record)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            where = plain(record.get("sheet")) if isinstance(record, Mapping) else ""
            raise InvalidInput(
                "is no record of a checked sheet",
                where=where,
                expected=f"an object of schema {SCHEMA}, as plytrace check -f json writes it",
            ) from error

    @classmethod
    def _of(cls, record: Mapping[str, Any]) -> Seen:
        found = [plain(one["id"]) for one in record["misconceptions"]]
        named = found[0] if found else ""
        alike = dict.fromkeys(map(plain, record["indistinguishable"]))
        alike.pop(named, None)
        departure = record["departure"]
        share = _share(record["score"], record["max_score"])
        return cls(
            sheet=plain(record["sheet"]),
            student=plain(record["student"]),
            error=plain(record.get("error")),
            share=share,
            right=share is not None and record["score"] >= record["max_score"],
            convention=plain(record["convention"]),
            parts=tuple(
                PartSeen(
                    plain(one["part"]), _share(one["score"], one["max_score"]), one["ok"] is True
                )
                for one in record["parts"]
            ),
            named=named,
            may_be=tuple(alike),
            departure=_departure(departure) if departure else None,
        )


def _departure(departure: Mapping[str, Any]) -> tuple[str, int]:
    """The node and the step; of a set, the node says in which problem it is."""
    node, problem = plain(departure["node"]), plain(departure.get("problem"))
    return f"{node} (problem {problem})" if problem else node, int(departure["step"])


def plain(text: object) -> str:
    """A text on one line, without signs that steer a terminal or turn the direction of writing.

    Such signs become their escapes, white space one space, and what is longer than 300 letters is
    cut; None becomes nothing.
    """
    if text is None:
        return ""
    words = str(text)[: 4 * _LONGEST]
    if not words.isprintable():
        words = "".join(
            sign
            if sign.isprintable() or sign in _JOINERS or sign.isspace()
            else sign.encode("unicode_escape").decode("ascii")
            for sign in words
        )
    words = " ".join(words.split())
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def _share(score: Any, most: Any) -> int | None:
    """The share of the points, rounded to a hundredth of a per cent, halves up."""
    if not (_is_number(score) and _is_number(most)) or most <= 0:
        return None
    if score >= most:
        return WHOLE
    if score <= 0:
        return 0
    # Whole numbers throughout: a score just below a half must not be rounded up on the way.
    over, under = score.as_integer_ratio()
    of_over, of_under = most.as_integer_ratio()
    doubled: int = 2 * WHOLE * over * of_under // (under * of_over)
    return (doubled + 1) // 2


def _is_number(points: Any) -> bool:
    if isinstance(points, bool):
        return False
    return isinstance(points, int) or (isinstance(points, float) and math.isfinite(points))
