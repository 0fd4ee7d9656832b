"""Hostile sheets: whatever is handed in, a record comes out, soon, that says what is wrong."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.support.cases import over
from tests.support.check_schema import RECORD, VALIDATOR
from tests.support.tables import table
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of, sheet_of_text
from tracer.marking.reading.part_names import ALL_PARTS
from tracer.marking.reading.sheet import Sheet

#: Characters of a long line.
LONG = 20_000
#: Seconds of the processor after which a file of sheets is taken for one without end.
LONGEST = 30.0


ATOMS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 0.5, -0.0, 1e308, -1e308, 10**400, float("inf")),
    *(float("-inf"), float("nan"), "", " ", "A", "B", "C", "b", "zz", "-inf", "∞", "1/0", "1/3"),
    *("A B B1", "A=3 B=1/3", "C (3, inf) skips C2 C3", "A (-inf, inf)", "none", "\x00", "\ud800"),
    *("(" * 3_000, "A " * 3_000, "A=", "=3", "((", "3" * 5_000, "why because why", "at at at"),
)


@cache
def grader(key: str) -> AnyGrader:
    """The grader of a key."""
    return grader_of(read_key(key))


@contextmanager
def stopped_if_it_hangs() -> Iterator[None]:
    """Fails when the processor has been busy for longer than a sheet may take."""

    def hangs(_signal: int, _frame: object) -> None:
        raise TimeoutError(f"it takes longer than {LONGEST} s")

    before = signal.signal(signal.SIGVTALRM, hangs)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def problems(record: dict[str, Any]) -> list[str]:
    """What a record gets wrong of what it promises."""
    # What goes through JSON is what other programs see.
    record = json.loads(json.dumps(record))
    found = [error.message for error in VALIDATOR.iter_errors(record)]
    if "by a fault of plytrace" in str(record):
        found.append("a reader has a fault")
    if not 0 <= record["score"] <= record["max_score"]:
        found.append(f"{record['score']} of {record['max_score']} points")
    for part in record["parts"]:
        if not 0 <= part["score"] <= part["max_score"]:
            found.append(f"{part['score']} of {part['max_score']} points for {part['part']}")
        if part["score"] < part["max_score"] and (part["ok"] or not part["message"]):
            found.append(f"no word about {part['part']}")
    fits = [one["fit"] for one in record["misconceptions"]]
    if fits != sorted(fits, reverse=True):
        found.append("the best misconception is not the first")
    return found


def hold(one: AnyGrader, sheets: Callable[[], list[Sheet]], given: object) -> None:
    """Hand in sheets, and hold what is said of them against what a record promises."""
    try:
        with stopped_if_it_hangs():
            most = sum((one.problem.parts or {}).values())
            records = [
                one.mark(sheet).record(feedback, most)
                for sheet in sheets()
                for feedback in ("full", "hint", "score")
            ]
    except Exception as error:
        raise AssertionError(f"{error!r} of {given!r:.1000}") from error
    for record in records[::3]:
        assert problems(record) == [], f"{given!r:.1000}"
    # Whatever is told of it, the points are the same.
    for full, hint, score in zip(records[::3], records[1::3], records[2::3], strict=True):
        assert full["score"] == hint["score"] == score["score"]


#: What a long line is made of: names, numbers, and whatever begins something.
UNITS = table(__file__, "fuzz-units")


def test_schema_of_records_is_valid():
    Draft202012Validator.check_schema(RECORD)


@pytest.mark.parametrize("answer", [{"values": {"": 1, "A": 3}}, {"windows": {"": "(1, 2)"}}])
def test_answer_is_unread_if_its_node_has_no_name(answer):
    one = grader("lecture")
    hold(one, lambda: [sheet_of(answer, "sheet")], answer)
    assert one.mark(sheet_of(answer, "sheet")).unread


@over("part", ALL_PARTS, ms=45)
@over("given", ATOMS)
def test_part_with_any_single_value_has_a_valid_record(part, given):
    hold(grader("lecture"), lambda: [sheet_of({part: given}, "sheet")], (part, given))


@over("unit", UNITS, ms=45)
def test_time_does_not_explode_with_the_length_of_a_line_of_text(unit):
    for before in ("", "visits: ", "cutoffs:\n"):
        text = before + unit * (LONG // len(unit))
        for suffix in (".txt", ".yaml", ".json"):
            hold(
                grader("lecture"),
                lambda text=text, suffix=suffix: [sheet_of_text(text, "sheet", suffix)],
                (suffix, before, unit),
            )
