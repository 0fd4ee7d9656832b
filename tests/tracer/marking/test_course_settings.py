"""The settings with which a course's own programs start."""

from __future__ import annotations

import json
from itertools import takewhile
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from engine.conventions import COURSES
from engine.errors import PlytraceError
from tracer import trace
from tui.cli.commands.list import command as list_command
from tui.cli.shared.options import search_options
from tui.cli.shared.running import notes_on


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
