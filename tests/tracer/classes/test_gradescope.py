"""A checked sheet as Gradescope takes it: valid by its documentation, and nothing left unsaid."""

import copy
import json

import pytest
from jsonschema import Draft202012Validator

from tests.support.commands import run_command
from tests.support.gradescope import RESULTS_SCHEMA
from tests.support.tables import table
from tracer.classes.gradebook import refusal, results

(RECORD,) = table(__file__, "gradescope_record")
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
def test_every_record_is_valid_by_the_documentation(record):
    before = copy.deepcopy(record)
    assert valid(results(record))["visibility"] == "visible"
    assert record == before


def test_part_becomes_a_test_and_score_is_that_of_the_record():
    made = valid(results(RECORD))
    tests = made["tests"][:4]
    assert [one["name"] for one in tests] == ["visits", "cutoffs", "values", "move"]
    assert [(one["score"], one["max_score"]) for one in tests] == [(3.5, 4), (2, 4), (2, 2), (1, 1)]
    assert [one["status"] for one in tests] == ["failed", "failed", "passed", "passed"]
    assert [one["output"] for one in tests] == ["10 of 11 visits", "C < 3 is not a cutoff", "", "B"]
    assert made["score"] == 8.5 == sum(one["score"] for one in made["tests"])
    assert "s123: 8.5 of 11 points" in made["output"]
    assert "aima" in made["output"]


def test_departure_and_misconception_have_no_points():
    tests = told_by(RECORD)
    for name, told in (
        ("First mistake", "At step 9 the search leaves C."),
        ("A likely reason", "Nothing was cut."),
    ):
        assert (tests[name]["score"], tests[name]["max_score"]) == (0, 0)
        assert tests[name]["status"] == "failed"
        assert told in tests[name]["output"]


def test_best_misconception_is_named_with_indistinguishable_ones():
    told = told_by(RECORD)["A likely reason"]["output"]
    assert told.endswith("Several mistakes fit equally well; this is one of them.")
    assert "One too many" not in told
    alone = told_by({**RECORD, "indistinguishable": []})["A likely reason"]["output"]
    assert alone == "Nothing was cut."


def test_sheet_passes_every_test_without_misconception_if_right():
    made = valid(results(RIGHT))
    assert {one["status"] for one in made["tests"]} == {"passed"}
    assert len(made["tests"]) == 4
    assert made["score"] == 11


def test_note_is_no_failure_if_sheet_is_right():
    noted = {**RIGHT, "misconceptions": RECORD["misconceptions"]}
    assert told_by(noted)["A likely reason"]["status"] == "passed"


def test_sheet_fails_with_its_error_if_unreadable():
    made = valid(results(UNREADABLE))
    (test,) = made["tests"]
    assert made["score"] == 0
    assert (test["status"], test["max_score"]) == ("failed", 11)
    assert test["output"] == UNREADABLE["error"]
    assert UNREADABLE["error"] in made["output"]


@pytest.mark.parametrize("message", ["", "3 of 4 right"])
def test_failed_part_has_a_message_and_the_top_points_to_it(message):
    parts = [{**RECORD["parts"][0], "message": message}]
    made = valid(results({**RECORD, "parts": parts}))
    assert made["tests"][0]["output"] == (message or "Not fully right.")
    assert "Start with “First mistake”." in made["output"]
    assert "Start with" not in results({**RECORD, "departure": None})["output"]


def test_unread_text_is_noted_at_the_top():
    output = results({**RIGHT, "unread": [{"line": 3, "text": "line 3: ?"}]})["output"]
    assert "Not read as an answer: line 3: ?" in output


def test_pending_part_is_hidden_and_leaves_no_total_and_no_answer():
    parts = [{**RECORD["parts"][0], "score": 0, "message": "pending: a person must read it"}]
    waiting = {
        **RECORD,
        "parts": [*parts, *RECORD["parts"][1:]],
        "pending": ["visits"],
        "right": {"visits": "A B C", "cutoffs": "C skips C2"},
        "unread": [{"line": 2, "text": "the usual"}],
    }
    made = valid(results(waiting))
    assert "score" not in made
    assert "no total yet, since a person will mark visits" in made["output"]
    assert "of 11 points" not in made["output"]
    test, *others = made["tests"]
    assert (test["visibility"], test["score"], test["max_score"]) == ("hidden", 0, 0)
    assert "It is worth 4 points." in test["output"]
    assert "Not read: the usual" in test["output"]
    assert "A B C" not in json.dumps(made)
    assert all("visibility" not in one for one in others)
    only = {**waiting, "parts": parts, "departure": None, "misconceptions": []}
    assert "score" not in valid(results(only))


def test_html_of_a_student_stays_text():
    made = valid(results({**RECORD, "sheet": "<b>a</b>.yaml"}))
    # The platform's default for the text at the top is HTML.
    assert made["output_format"] == "text"
    assert made["test_output_format"] == made["test_name_format"] == "text"
    assert all("output_format" not in one for one in made["tests"])
    assert "<b>a</b>.yaml" in made["output"]


def test_refusal_becomes_one_failing_test_with_a_reason():
    made = valid(refusal("The submission has no answer sheet", "It contains no file."))
    (test,) = made["tests"]
    assert test["status"] == "failed"
    assert made["score"] == 0
    assert "It contains no file." in made["output"]
    assert "It contains no file." in test["output"]


def test_student_sees_nothing_of_what_is_right_in_a_part_that_waits(tmp_path):
    sheet = tmp_path / "a.txt"
    sheet.write_text("visits: A B B1 B2 B3 C C1 D D1 D2 D3\nvalues: A=4, B=3, C=2 or 4, D=2\n")
    key = tmp_path / "key.yaml"
    key.write_text("source: lecture\nparts: {visits: 4, values: 2}\n", encoding="utf-8")
    done = run_command("check", str(key), str(sheet), "-f", "gradescope", "--feedback", "full")
    (waiting,) = (test for test in json.loads(done.stdout)["tests"] if "visibility" in test)
    assert waiting["name"] == "values"
    assert "A is 3" not in done.stdout
    assert "First mistake" not in done.stdout
