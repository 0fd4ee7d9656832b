"""A new worksheet format is one record: it is listed, printed and written."""

import json
from itertools import chain

import pytest
from click.testing import CliRunner

from tracer.worksheet.bundle import WORKSHEET_FORMATS
from tracer.worksheet.formats.writers import WorksheetFormat
from tui.cli import cli

SPEC = """\
title: Set
problems:
  - {source: lecture, parts: {visits: 4, move: 1}}
"""


def write(worksheet, solutions=None, *, paper="a4"):
    asked = [[one.part for one in task.questions] for task in worksheet.tasks]
    right = [{part: one.text for part, one in each.answers.items()} for each in solutions or ()]
    return json.dumps({"title": worksheet.title, "paper": paper, "asked": asked, "right": right})


FORMAT = WorksheetFormat("json", "JSON, for another program", ".json", write)


@pytest.fixture
def call(monkeypatch, tmp_path):
    monkeypatch.setitem(WORKSHEET_FORMATS, FORMAT.name, FORMAT)
    (tmp_path / "set.yaml").write_text(SPEC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(cli, ["worksheet", *arguments])


def test_new_format_is_listed(call):
    listed = [line.split(maxsplit=1) for line in call("--formats").output.splitlines()]
    assert ["json", "JSON, for another program"] in listed


def test_new_format_prints_answers_only_in_the_key(call):
    sheet = json.loads(call("set.yaml", "-f", "json", "--quiet").stdout)
    assert (sheet["title"], sheet["asked"], sheet["right"]) == ("Set", [["visits", "move"]], [])
    key = json.loads(call("set.yaml", "-f", "json", "--key", "--quiet").stdout)
    assert key["right"][0]["move"] == "B"


def test_new_format_is_written_beside_other_formats(call, tmp_path):
    done = call("set.yaml", "-f", "json", "-f", "html", "-o", "out", "--quiet")
    assert done.exit_code == 0, done.output
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names >= {"worksheet.json", "key.json", "worksheet.html", "key.html"}


def test_unknown_format_is_refused_with_the_known_names(call):
    done = call("set.yaml", "-f", "jsn")
    message = "".join(chain((done.output,), map(str, (done.exception,))))
    assert "Did you mean json?" in message
