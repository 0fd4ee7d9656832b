"""A new course report is one record."""

import importlib
import json

import pytest
from click.testing import CliRunner

from tracer.reports.courses import ABOUT as ABOUT_REPORTS
from tracer.reports.courses import REPORTS
from tracer.reports.report import CourseReport
from tui.cli.commands import report as report_command

TITLE = "Thirds: the lecture's tree by two searches"
ABOUT = {
    "title": TITLE,
    "columns": {"search": "search", "visited": "visits"},
    "notes": ["On {board}."],
}


def name_board(board="lecture"):
    return {"board": board}


def add_rows(report, run, board="lecture"):
    for search in ("minimax", "alphabeta"):
        found = run(board, search)
        report.rows.append({"search": search, "visited": found.counts.visited})


@pytest.fixture
def command(monkeypatch):
    """The command of a plytrace that has one table more."""
    with monkeypatch.context() as patch:
        patch.setitem(REPORTS, "thirds", CourseReport(add_rows, name_board, ("board",)))
        patch.setitem(ABOUT_REPORTS, "thirds", ABOUT)
        yield importlib.reload(report_command).command
    importlib.reload(report_command)


def printed(command, *arguments):
    result = CliRunner().invoke(command, ["thirds", "--quiet", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_new_report_is_listed_and_printed_in_every_format(command):
    assert "thirds" in CliRunner().invoke(command, ["--help"]).stdout
    data = json.loads(printed(command, "-f", "json"))
    assert (data["title"], data["notes"]) == (TITLE, ["On lecture."])
    assert [row["visited"] for row in data["rows"]] == [13, 11]
    for format_name in ("text", "md", "csv"):
        assert "alphabeta" in printed(command, "-f", format_name)


def test_new_report_accepts_only_its_options(command):
    assert "Thirds" in printed(command, "--board", "lecture")
    refused = CliRunner().invoke(command, ["thirds", "--x", "best"])
    assert "report thirds has no --x" in str(refused.exception)
