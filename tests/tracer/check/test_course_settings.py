"""Counts that are right for the settings with which a course's own programs start."""

from __future__ import annotations

import json
from itertools import takewhile
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from engine.conventions import COURSES, PRESETS
from engine.errors import PlytraceError
from tests.support.programs_lab3 import alpha_beta
from tests.support.programs_marking import checked
from tracer import trace
from tracer.check.grading.grader import Grader
from tracer.check.keys.problem import Problem
from tracer.check.reading.sheet import Sheet
from tui.cli.commands.list import command as list_command
from tui.cli.shared.options import search_options
from tui.cli.shared.running import notes_on

#: A source, a course whose settings change its counts, and the same as options.
CASES = [
    ("tic-tac-toe", "lab3", {"win": 10}),
    ("tic-tac-toe@x..|.o.|...", "lab3", {"win": 10}),
    ("tic-tac-toe@xo.|...|...", "lab3", {"win": 10}),
    ("lecture", "mit", {"window": (-2.0, 2.0)}),
    ("[[5, 9], [-7, 1], [0, [4, -4]]]", "mit", {"window": (-2.0, 2.0)}),
]


def marked(source, accept, counts, options=None, part="counts"):
    accepted = tuple(PRESETS[one] for one in accept)
    problem = Problem("p", source, "alphabeta", accepted, {part: 1.0}, options=options or {})
    return Grader(problem).mark(Sheet("s", "", {part: counts})).parts[0]


@pytest.mark.sampled(every=4)
@pytest.mark.parametrize("feedback", ["full", "hint"])
@pytest.mark.parametrize(("source", "course", "options"), CASES)
def test_note_names_the_setting_if_sheet_counts_as_the_course_does(
    source, course, options, feedback
):
    theirs = trace(source, "alphabeta", course, **options).counts.visited
    ours = trace(source, "alphabeta", course).counts.visited
    assert theirs != ours
    for accept in ([course], ["aima", course], list(PRESETS)):
        said = marked(source, accept, theirs).message_at(feedback)
        assert f"right with {COURSES[course].options}" in said
        if feedback == "hint":
            assert f"{ours:,}" not in said
    reverse = marked(source, [course], ours, options).message_at(feedback)
    assert f"right without {COURSES[course].options}" in reverse


@pytest.mark.parametrize(("source", "course", "options"), CASES)
def test_note_is_absent_for_other_counts_and_courses(source, course, options):
    theirs = trace(source, "alphabeta", course, **options).counts.visited
    ours = trace(source, "alphabeta", course).counts.visited
    neither = max(theirs, ours) + 1
    assert marked(source, [course], ours).ok
    assert not marked(source, [course], ours).hint
    assert not marked(source, [course], neither).hint
    assert not marked(source, ["aima", "rutgers"], theirs).hint
    assert marked(source, [course], theirs).message_at("score") == ""


def test_note_names_the_setting_for_an_order_of_visits():
    right = trace("lecture", "alphabeta", "mit", window=(-2, 2))
    order = " ".join(place.name for place in right.walk())
    assert "--window=-2,2" in marked("lecture", ["mit"], order, part="visits").message_at("full")


def test_note_is_absent_if_the_search_has_no_such_setting():
    problem = Problem("p", "lecture", "minimax", (PRESETS["mit"],), {"counts": 1.0})
    part = Grader(problem).mark(Sheet("s", "", {"counts": 11})).parts[0]
    assert part.message_at("full")
    assert not part.hint


@pytest.mark.parametrize("source", ["tic-tac-toe@x..|.o.|...", "tic-tac-toe@xo.|...|..."])
def test_note_names_the_setting_if_a_program_values_quick_wins(tmp_path, source):
    key = (
        f"source: '{source}'\nsearch: alphabeta\naccept: [lab3]\ncells: row-col\n"
        "parts: {counts: 1, move: 1}\n"
    )
    counts = next(
        one for one in checked(tmp_path, key, alpha_beta()).marked.parts if one.part == "counts"
    )
    assert not counts.ok
    assert "right with --win 10-depth" in counts.message_at("hint")


@pytest.mark.parametrize("name", [name for name, course in COURSES.items() if course.settings])
def test_settings_of_courses_are_options_of_a_search(name):
    """The data says the same twice: as arguments and as options of the command line."""
    heard = []

    @click.command()
    @search_options
    def command(options, numbers):
        heard.append(options)
        assert numbers == {}

    assert CliRunner().invoke(command, COURSES[name].options.split()).exit_code == 0
    for setting, value in COURSES[name].settings.items():
        assert getattr(heard[0], setting) == value
    try:
        trace("tic-tac-toe", "alphabeta", name, depth=1, **COURSES[name].settings)
    except PlytraceError as error:
        pytest.fail(str(error))


def test_listing_and_docs_show_each_setting_beside_its_preset():
    text = CliRunner().invoke(list_command, ["conventions"]).output
    record = json.loads(CliRunner().invoke(list_command, ["conventions", "-f", "json"]).output)
    docs = (Path(__file__).parents[3] / "docs" / "conventions.md").read_text(encoding="utf-8")
    for row in record["conventions"]:
        options = COURSES[row["name"]].options
        assert row["goes_with"] == options
        below = f"\n{text}".partition(f"\n{row['name']}  ")[2].splitlines()
        entry = " ".join(takewhile(lambda line: line.startswith(" "), below[1:]))
        assert ("its programs use" in entry) == bool(options)
        assert options in entry
        if options:
            assert f"| `{row['name']}` | `{options}` |" in docs


@pytest.mark.parametrize(
    ("source", "convention", "options", "is_said"),
    [
        ("tic-tac-toe@x..|.o.|...", "lab3", {}, True),
        ("connect-four:4,4", "lab3,cutoff=>", {"depth": 3}, True),
        ("tic-tac-toe@x..|.o.|...", "lab3", {"win": 10}, False),
        ("tic-tac-toe@x..|.o.|...", "aima", {}, False),
        ("lecture", "lab3", {}, False),
    ],
)
def test_trace_says_so_if_it_lacks_the_values_of_wins_of_the_course(
    source, convention, options, is_said
):
    notes = " ".join(notes_on(trace(source, "alphabeta", convention, **options)))
    assert ("--win 10-depth" in notes) == is_said
