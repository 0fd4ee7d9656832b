"""Read the record of a checked sheet for a class report, with care: students choose names."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.check.results.record import SCHEMA

#: All points, in the unit in which shares of points are counted: hundredths of a per cent.
WHOLE: Final = 10_000

_LONGEST: Final = 300
_JOINERS: Final = "\u200c\u200d"  # Persian, Indic scripts and emoji are written with them


@dataclass(frozen=True, slots=True)
class PartSeen:
    """A part of a sheet."""

    name: str
    share: int | None
    whole: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """The data of a checked sheet that a class report needs."""

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
    pending: tuple[str, ...] = ()
    by_hand: bool = False

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Seen:
        """Read a record."""
        try:
            if record["schema"] != SCHEMA:
                raise ValueError
            return cls._of(record)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            where = plain(record.get("sheet")) if isinstance(record, Mapping) else ""
            raise InvalidInput(
                "is not a record of a checked sheet",
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
        pending = record.get("pending", ())
        share = _share(record["score"], record["max_score"])
        return cls(
            sheet=plain(record["sheet"]),
            student=plain(record["student"]),
            error=plain(record.get("error")),
            share=share,
            right=share is not None and record["score"] >= record["max_score"] and not pending,
            convention=plain(record["convention"]),
            parts=tuple(
                PartSeen(
                    plain(one["part"]), _share(one["score"], one["max_score"]), one["ok"] is True
                )
                for one in record["parts"]
                if one["part"] not in pending
            ),
            named=named,
            may_be=tuple(alike),
            departure=_departure(departure) if departure else None,
            pending=tuple(map(plain, pending)),
            by_hand=bool(record.get("overridden")),
        )


def _departure(departure: Mapping[str, Any]) -> tuple[str, int]:
    """Return the node and the step; in a set, with the problem."""
    node, problem = plain(departure["node"]), plain(departure.get("problem"))
    return f"{node} (problem {problem})" if problem else node, int(departure["step"])


def plain(text: object) -> str:
    """Clean a text: one line, without control characters and direction marks.

    Such characters become escapes, white space becomes single spaces, and texts longer than 300
    characters are cut. None becomes an empty text.
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
    """Return the share of the points in hundredths of a per cent, halves rounded up."""
    if not (_is_number(score) and _is_number(most)) or most <= 0:
        return None
    if score >= most:
        return WHOLE
    if score <= 0:
        return 0
    # Integers only: floats could round up a score just below a half.
    over, under = score.as_integer_ratio()
    of_over, of_under = most.as_integer_ratio()
    doubled: int = 2 * WHOLE * over * of_under // (under * of_over)
    return (doubled + 1) // 2


def _is_number(points: Any) -> bool:
    if isinstance(points, bool):
        return False
    return isinstance(points, int) or (isinstance(points, float) and math.isfinite(points))
