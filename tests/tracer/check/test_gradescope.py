"""A checked sheet as Gradescope takes it: valid by its documentation, and nothing left unsaid."""

from __future__ import annotations

import copy
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.errors import UsageError
from tests.support.gradescope import RESULTS_SCHEMA
from tracer.check.gradescope import VISIBILITIES, refusal, results

RECORD = {
    "schema": "plytrace.check/1",
    "sheet": "a.yaml",
    "student": "s123",
    "score": 8.5,
    "max_score": 11,
    "convention": "aima",
    "parts": [
        {"part": "visits", "score": 3.5, "max_score": 4, "ok": False, "message": "10 of 11 visits"},
        {"part": "cutoffs", "score": 2, "max_score": 4, "ok": False, "message": "C < 3 is no cut"},
        {"part": "values", "score": 2, "max_score": 2, "ok": True, "message": ""},
        {"part": "move", "score": 1, "max_score": 1, "ok": True, "message": "B"},
    ],
    "departure": {"step": 9, "node": "C", "message": "At step 9 the search leaves C."},
    "misconceptions": [
        {"id": "refuses-cutoff", "fit": 0.97, "first_shows_at": 9, "message": "Nothing was cut."},
        {"id": "off-by-one-child", "fit": 0.9, "first_shows_at": 9, "message": "One too many."},
    ],
    "indistinguishable": ["refuses-cutoff", "window-reset"],
}
RIGHT = {
    **RECORD,
    "score": 11,
    "parts": [{**one, "score": one["max_score"], "ok": True} for one in RECORD["parts"]],
    "departure": None,
    "misconceptions": [],
    "indistinguishable": [],
}
UNREADABLE = {
    **RIGHT,
    "student": "",
    "score": 0,
    "convention": None,
    "parts": [],
    "error": "a.yaml:3:1: the list is not closed; expected ]",
}


def valid(made):
    Draft202012Validator(RESULTS_SCHEMA).validate(made)
    assert json.loads(json.dumps(made, allow_nan=False)) == made
    return made


def told_by(record):
    return {one["name"]: one for one in valid(results(record))["tests"]}


@pytest.mark.parametrize("record", [RECORD, RIGHT, UNREADABLE])
@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_every_record_is_valid_by_the_documentation(record, visibility):
    before = copy.deepcopy(record)
    assert valid(results(record, visibility=visibility))["visibility"] == visibility
    assert record == before


def test_a_part_is_a_test_and_the_score_is_the_records():
    made = valid(results(RECORD))
    tests = made["tests"][:4]
    assert [one["name"] for one in tests] == ["visits", "cutoffs", "values", "move"]
    assert [(one["score"], one["max_score"]) for one in tests] == [(3.5, 4), (2, 4), (2, 2), (1, 1)]
    assert [one["status"] for one in tests] == ["failed", "failed", "passed", "passed"]
    assert [one["output"] for one in tests] == ["10 of 11 visits", "C < 3 is no cut", "", "B"]
    assert made["score"] == 8.5 == sum(one["score"] for one in made["tests"])
    assert "s123: 8.5 of 11 points" in made["output"]
    assert "aima" in made["output"]


def test_departure_and_misconception_are_told_without_points():
    tests = told_by(RECORD)
    for name, told in (
        ("Where it departs", "At step 9 the search leaves C."),
        ("What may be behind it", "Nothing was cut."),
    ):
        assert (tests[name]["score"], tests[name]["max_score"]) == (0, 0)
        assert tests[name]["status"] == "failed"
        assert told in tests[name]["output"]


def test_the_best_misconception_is_told_with_those_that_cannot_be_told_from_it():
    told = told_by(RECORD)["What may be behind it"]["output"]
    assert "window-reset" in told
    assert "One too many" not in told
    alone = told_by({**RECORD, "indistinguishable": []})["What may be behind it"]["output"]
    assert alone == "Nothing was cut."


def test_a_right_sheet_passes_every_test_and_is_accused_of_nothing():
    made = valid(results(RIGHT))
    assert {one["status"] for one in made["tests"]} == {"passed"}
    assert len(made["tests"]) == 4
    assert made["score"] == 11


def test_a_note_on_a_right_sheet_is_no_failure():
    noted = {**RIGHT, "misconceptions": RECORD["misconceptions"]}
    assert told_by(noted)["What may be behind it"]["status"] == "passed"


def test_an_unreadable_sheet_fails_with_its_error_and_is_no_silent_zero():
    made = valid(results(UNREADABLE))
    (test,) = made["tests"]
    assert made["score"] == 0
    assert (test["status"], test["max_score"]) == ("failed", 11)
    assert test["output"] == UNREADABLE["error"]
    assert UNREADABLE["error"] in made["output"]


@pytest.mark.parametrize("message", ["", "3 of 4 right"])
def test_a_failed_part_is_never_without_a_word_and_the_top_says_where_to_look(message):
    parts = [{**RECORD["parts"][0], "message": message}]
    made = valid(results({**RECORD, "parts": parts}))
    assert made["tests"][0]["output"] == (message or "Not all of it is right.")
    assert "Where to look first is said under “Where it departs”." in made["output"]
    assert "Where to look" not in results({**RECORD, "departure": None})["output"]


def test_what_was_not_read_as_an_answer_is_told_at_the_top():
    told = results({**RIGHT, "notes": ["line 3: ?"]})["output"]
    assert "Not read as an answer: line 3: ?" in told


def test_texts_are_plain_so_that_a_students_html_stays_text():
    made = valid(results({**RECORD, "sheet": "<b>a</b>.yaml"}))
    # The platform's default for the text at the top is HTML.
    assert made["output_format"] == "text"
    assert made["test_output_format"] == made["test_name_format"] == "text"
    assert all("output_format" not in one for one in made["tests"])
    assert "<b>a</b>.yaml" in made["output"]


amounts = st.one_of(st.integers(-5, 20), st.floats(allow_nan=True, allow_infinity=True))


@given(score=amounts, most=amounts, part=amounts, of=amounts)
def test_scores_are_finite_and_bounded_and_no_loss_goes_unsaid(score, most, part, of):
    parts = [{"part": "visits", "score": part, "max_score": of, "ok": True, "message": "fine"}]
    made = valid(results({**RIGHT, "score": score, "max_score": most, "parts": parts}))
    for one, given_score, given_most in (
        (made, score, most),
        (made["tests"][0], part, of),
    ):
        if math.isfinite(given_score) and math.isfinite(given_most):
            limit = max(given_most, 0)
            assert one["score"] == sorted((0, given_score, limit))[1]
        else:
            assert one["score"] == 0
            assert any(
                test["status"] == "failed" and "is no number" in test["output"]
                for test in made["tests"]
            )


def test_an_unknown_visibility_is_refused_by_name():
    with pytest.raises(UsageError, match="after_due_date"):
        results(RECORD, visibility="after due date")


def test_a_refusal_is_one_failing_test_that_says_why():
    made = valid(refusal("The submission has no answer sheet", "There is no file in it."))
    (test,) = made["tests"]
    assert test["status"] == "failed"
    assert made["score"] == 0
    assert "There is no file in it." in made["output"]
    assert "There is no file in it." in test["output"]
