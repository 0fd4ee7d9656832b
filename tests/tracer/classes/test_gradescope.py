"""A checked sheet as Gradescope takes it: valid by its documentation, and nothing left unsaid."""

import copy
import json

from jsonschema import Draft202012Validator

from tests.support.cases import over
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
