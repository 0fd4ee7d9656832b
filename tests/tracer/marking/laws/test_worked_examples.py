"""The worked examples of the laws of marking, as they are explained to teachers."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from engine.conventions import parse_convention
from tests.support.cases import over
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of

ROWS = yaml.safe_load(Path(__file__).with_name("worked_examples.yaml").read_text(encoding="utf-8"))
RIGHT = {
    "visits": "A B B1 B2 B3 C C1 D D1 D2 D3",
    "cutoffs": "C (3, inf) skips C2 C3",
    "values": "A=3 B=3 C=2 D=2",
    "move": "B",
}
EVERY_NODE = "A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3"
POINTS = {"visits": 4, "cutoffs": 4, "values": 2, "move": 1}


@over("row", ROWS, ms=200)
def test_sheet_earns_what_the_law_says(row):
    answers = {part: row.get(part, right) for part, right in (RIGHT | {"pruned": None}).items()}
    answers = {
        part: EVERY_NODE if answer == "ALL" else answer
        for part, answer in answers.items()
        if answer is not None
    }
    accepted = tuple(map(parse_convention, row.get("accept", ["aima"])))
    key = Problem("key", "lecture", accept=accepted, parts=row.get("points", POINTS))
    marked = Grader(key, diagnoses=False).mark(sheet_of(answers, "sheet"))
    assert marked.score == pytest.approx(row["earns"], abs=0.005), row["says"]
    if "signs" in row:
        assert " ".join(part.sign for part in marked.parts) == row["signs"], row["says"]
