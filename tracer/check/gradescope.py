"""A checked sheet as Gradescope's `results.json`.

The format is that of https://gradescope-autograders.readthedocs.io/en/latest/specs/. Every text
says that it is plain: by default the platform reads the text at the top as HTML, and the name of a
sheet is a student's own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from engine.errors import chosen
from tracer.values import show_number

__all__ = ["VISIBILITIES", "refusal", "results"]

#: When students see the tests, by the platform's name for it.
VISIBILITIES: Final = {
    "visible": "always",
    "after_due_date": "when the assignment is due, late submissions included",
    "after_published": "when grades are published",
    "hidden": "never",
}


def results(
    record: Mapping[str, Any], *, visibility: str = "visible", thing: str = "sheet"
) -> dict[str, Any]:
    """What Gradescope is to show of a checked sheet.

    A part of the sheet is a test. Where it departs from the search and which misconception may be
    behind it are tests without points. A sheet that could not be read is a test that fails and
    says why.

    Args:
        record: a checked sheet, schema `plytrace.check/1`.
        visibility: when students see it, one of `VISIBILITIES`.
        thing: what was handed in.

    Returns:
        The object to write; its scores are finite, from 0 to the most that can be had.

    Raises:
        UsageError: there is no such visibility.
    """
    chosen(visibility, VISIBILITIES, "visibility")
    tests: list[dict[str, Any]] = []
    error = record.get("error")
    if error:
        tests.append(_test(_unmarked(thing), error, passed=False, of=record.get("max_score", 0)))
    tests += [
        _test(
            one["part"],
            one["message"] or ("" if one["ok"] else _NOT_ALL),
            passed=one["ok"],
            score=one["score"],
            of=one["max_score"],
        )
        for one in record["parts"]
    ]
    right = not error and all(one["ok"] for one in record["parts"])
    if record["departure"]:
        tests.append(_test(_DEPARTS, record["departure"]["message"], passed=right))
    if record["misconceptions"]:
        tests.append(_test("What may be behind it", _misconception(record), passed=right))
    score, most = record["score"], record["max_score"]
    if not (_is_amount(score) and _is_amount(most)):
        tests.append(
            _test("Score", f"{_NO_NUMBER} The program gave {score} of {most}.", passed=False)
        )
    return _whole(_bounded(score, most), _summary(record, thing), tests, visibility) | {
        "extra_data": {
            key: record[key]
            for key in ("schema", "sheet", "student", "convention", "indistinguishable")
            if key in record
        }
        | {"misconceptions": [one["id"] for one in record["misconceptions"]]}
    }


def refusal(title: str, message: str) -> dict[str, Any]:
    """What Gradescope is to show where no sheet was graded: one failing test that says why.

    Args:
        title: what is the matter, in a few words.
        message: why, and what to do.
    """
    return _whole(0, f"{title}. {message}", [_test(title, message, passed=False)], "visible")


_NOT_ALL: Final = "Not all of it is right."
_DEPARTS: Final = "Where it departs"
_NO_NUMBER: Final = "The score is no number, so 0 stands for it: please tell your instructor."


def _whole(
    score: float, output: str, tests: list[dict[str, Any]], visibility: str
) -> dict[str, Any]:
    return {
        "score": score,
        "output": output,
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": visibility,
        "stdout_visibility": "hidden",  # it may quote the key
        "tests": tests,
    }


def _test(
    name: str, output: str, *, passed: bool, score: float = 0, of: float = 0
) -> dict[str, Any]:
    """One test; without the status, one that gives no points would always count as passed."""
    if not (_is_amount(score) and _is_amount(of)):
        output = f"{output}\n{_NO_NUMBER}".strip()
        passed = False
    return {
        "name": name,
        "score": _bounded(score, of),
        "max_score": _bounded(of, of),
        "status": "passed" if passed else "failed",
        "output": output,
    }


def _is_amount(points: Any) -> bool:
    return isinstance(points, int | float) and math.isfinite(points)


def _bounded(score: Any, most: Any) -> float:
    """A score from 0 to the most there is, whole where it is whole; 0 where one is no number."""
    if not (_is_amount(score) and _is_amount(most)):
        return 0
    points = min(max(score, 0), max(most, 0))
    return int(points) if points == int(points) else float(points)


def _unmarked(thing: str) -> str:
    """What is said where there is nothing to mark."""
    return f"The {thing} could not be {'read' if thing == 'sheet' else 'marked'}"


def _summary(record: Mapping[str, Any], thing: str) -> str:
    sheet = record["sheet"] + (f", student {record['student']}" if record["student"] else "")
    if record.get("error"):
        told = _unmarked(thing).partition(" could")[2]
        return f"{sheet} could{told}, so there is nothing to grade yet.\n{record['error']}"
    score, most = record["score"], record["max_score"]
    points = f"{show_number(_bounded(score, most))} of {show_number(_bounded(most, most))} points"
    convention = record["convention"]
    told = f"{sheet}: {points}."
    if convention:
        told += f" Graded by the convention {convention}."
    if record["departure"] and not all(one["ok"] for one in record["parts"]):
        told += f" Where to look first is said under “{_DEPARTS}”."
    if record.get("notes"):
        head = "Not read as an answer" if thing == "sheet" else "What was seen besides"
        told += f"\n{head}: " + "; ".join(record["notes"])
    return told


def _misconception(record: Mapping[str, Any]) -> str:
    """The explanation that fits best, and what the sheet cannot tell it from."""
    best = record["misconceptions"][0]
    others = [name for name in record["indistinguishable"] if name != best["id"]]
    message: str = best["message"]
    if others:
        message += f"\nThis sheet looks the same for {' and for '.join(others)}."
    return message
