"""The page for teachers has what the code has: its tables, its schema and its examples."""

import json
import re
import runpy
from pathlib import Path

import jsonschema
import pytest
import yaml

from tests.support.keys import key_of
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.reading.formats import sheet_of

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")
MAKER = runpy.run_path(str(ROOT / "docs" / "make_check.py"))
SCHEMA = json.loads(MAKER["SCHEMA"].read_text(encoding="utf-8"))
RIGHT = {
    "visits": "A B B1 B2 B3 C C1 D D1 D2 D3",
    "cutoffs": "C (3, ∞) skips C2 C3",
    "values": "A=3 B=3 C=2 D=2",
    "move": "B",
}
ROWS = re.findall(r"^\| (`[a-z]+:.*`) \| ([\d.]+) \|", PAGE, re.MULTILINE)


def test_tables_and_schema_are_those_of_the_code():
    assert MAKER["make_page"](PAGE) == PAGE, "run python docs/make_check.py"
    assert MAKER["make_schema"]() == MAKER["SCHEMA"].read_text(encoding="utf-8")


def test_page_has_its_examples():
    assert len(ROWS) == 10


@pytest.mark.parametrize(("sheet", "points"), ROWS)
def test_example_of_a_sheet_has_the_points_that_the_page_says(sheet, points):
    parts = {"visits": 4, "cutoffs": 4, "values": 2, "move": 1}
    key = key_of({"source": "lecture", "accept": ["aima"], "parts": parts})
    written = dict(line.split(":", 1) for line in re.findall(r"`([^`]*)`", sheet))
    marked = grader_of(key).mark(sheet_of({**RIGHT, **written}, "sheet"))
    assert round(marked.score, 2) == float(points)


@pytest.mark.parametrize(("text", "is_key"), table(__file__, "check-page-keys"))
def test_schema_accepts_keys_and_no_misspelt_ones(text, is_key):
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    assert jsonschema.Draft7Validator(SCHEMA).is_valid(yaml.safe_load(text)) == is_key
