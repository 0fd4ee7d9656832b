"""CS 188's agents as students write them, and the modules of the project that they use."""

from __future__ import annotations

import pytest

from tests.support.cases import over
from tests.support.program_files import read_program
from tests.support.programs_agents import AGENTS, HEADS
from tests.support.programs_run import changed, record_of
from tests.support.programs_slips import trees
from tests.support.tables import table
from tests.tracer.programs.test_cs188 import TEST_FILE

AGENT_OF = {
    "minimax": "MinimaxAgent",
    "alphabeta": "AlphaBetaAgent",
    "expectimax": "ExpectimaxAgent",
}
TREES = (
    [[[[3, 17], [2, 12]], [[15], [25, 0]]], [[[2, 5], [3]], [[2, 14]]]],
    [[0, 4, 0], [[0, 0], 4], [[-1, 0], [0]]],
    *trees(22, 3),
)


def records_of(code, search, folder):
    """The records of a program over trees and a test of the project's form with two ghosts."""
    text = TEST_FILE.format(alg=AGENT_OF[search])
    text = text.replace('lose_states: "l1"', 'lose_states: "l1 g1b g2b h1b h2b i1b"')
    for state in ("G", "H", "I"):  # where a limit of one round stops
        text = text.replace('evaluation: """', f'evaluation: """\n{state} {ord(state)}.0', 1)
    file = folder / "small.test"
    file.write_text(text, encoding="utf-8")
    keys = [{"tree": tree} for tree in TREES]
    keys += [{"source": str(file), "rounds": rounds} for rounds in (1, 3)]
    for key in keys:
        yield record_of(code, key | {"search": search, "accept": ["cs188"]}, folder)


def is_right(record):
    return "error" not in record and record["score"] == record["max_score"] > 0


@over("name", AGENTS, ms=150)
def test_right_agent_gets_full_marks_in_any_form(name, tmp_path):
    one = AGENTS[name]
    for record in records_of(one.right, one.search, tmp_path):
        assert is_right(record), record
        assert record["misconceptions"] == []


@over("name", AGENTS, ms=150)
def test_wrong_agent_does_not_get_full_marks(name, tmp_path):
    one = AGENTS[name]
    records = [*records_of(one.wrong, one.search, tmp_path)]
    assert not any("error" in record for record in records)
    assert not all(map(is_right, records))


# The project's modules ---------------------------------------------------------------------------

#: Looks into what the project's modules and states have, with the types that they have there.
PROBE = read_program("cs188/probe")
LECTURE = {"source": "lecture", "search": "minimax", "shape": "cs188"}


def test_projects_modules_and_states_have_its_names_and_types(tmp_path):
    record = record_of(PROBE, LECTURE, tmp_path)
    assert "error" not in record, record["error"]
    assert [one for one in record["notes"] if "is not installed" not in one] == []


@pytest.mark.parametrize(
    "line", ["import pandas as pd", "from turtle import *", "from tkinter import W, ttk"]
)
def test_module_that_is_missing_or_refused_stands_aside(line, tmp_path):
    code = f"{line}\n{HEADS['star']}{AGENTS['plies that are counted down'].code}"
    record = record_of(code, LECTURE, tmp_path)
    assert is_right(record), record


MINIMAX = AGENTS["depth counted at the last ghost"]


@over(
    ("old", "new", "reason"),
    table(__file__, "cs188-failures"),
)
def test_program_that_cannot_run_says_why_once(old, new, reason, tmp_path):
    program = changed(HEADS["today"] + MINIMAX.code, (old, new))
    record = record_of(program, LECTURE, tmp_path)
    assert record["error"].count(reason) == 1, record["error"]
    assert record["score"] == 0


def test_stray_imports_are_noted_once_and_change_nothing(tmp_path):
    record = record_of(HEADS["today"] + MINIMAX.code, LECTURE, tmp_path)
    assert is_right(record), record
    assert len(record["notes"]) == len(set(record["notes"]))
    assert any(
        "it imports sqlalchemy, which is not installed here" in one for one in record["notes"]
    )


def test_agent_keeps_the_attributes_that_its_class_sets(tmp_path):
    code = read_program("cs188/own-attributes")
    key = {
        "tree": [
            [{"eval": 3, "children": [1, 2]}, {"eval": 8, "children": [5, 6]}],
            [{"eval": 4, "children": [9, 9]}, {"eval": 6, "children": [0, 1]}],
        ],
        "search": "minimax",
        "rounds": 1,
    }
    record = record_of(HEADS["2014"] + code, key, tmp_path)
    assert is_right(record), record
