"""A checked sheet as Gradescope takes it: valid by its documentation, and nothing left unsaid."""

import copy
import json

from jsonschema import Draft202012Validator

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.gradescope import RESULTS_SCHEMA
from tests.support.tables import table
from tracer.classes.gradebook import refusal, results

(RECORDS,) = table(__file__, "gradescope_records")


def check_format(made):
    """Check what the documentation requires; its default for the text at the top is HTML."""
    Draft202012Validator(RESULTS_SCHEMA).validate(made)
    assert json.loads(json.dumps(made, allow_nan=False)) == made
    assert made["visibility"] == "visible"
    assert made["output_format"] == made["test_output_format"] == made["test_name_format"] == "text"
    assert all("output_format" not in one for one in made["tests"])


@over("row", table(__file__, "gradescope"))
def test_results_of_a_record_are_those_of_the_table(row):
    record = RECORDS[row["of"]] | row.get("with", {})
    before = copy.deepcopy(record)
    made = results(record)
    assert record == before
    check_format(made)
    assert ("score" in made) == (row["score"] is not None)
    assert made.get("score") == row["score"]
    assert all(text in made["output"] for text in row.get("output", ()))
    assert not any(text in json.dumps(made) for text in row.get("lacks", ()))
    assert [one["name"] for one in made["tests"]] == [*row["tests"]]
    for one, fields in zip(made["tests"], row["tests"].values(), strict=True):
        assert {name: one.get(name) for name in fields} == fields


def test_refusal_becomes_one_failing_test_with_a_reason():
    made = refusal("The submission has no answer sheet", "It contains no file.")
    check_format(made)
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
