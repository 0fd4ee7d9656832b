"""A new format of worksheets, or a new platform, is one record: it is listed and written."""

import json

import pytest

from tests.support.commands import output_of, run_command
from tracer.worksheet.bundle import PLATFORM_FORMATS, WORKSHEET_FORMATS
from tracer.worksheet.formats.question_bank import PlatformFormat
from tracer.worksheet.formats.writers import WorksheetFormat

SPEC = """\
title: Set
problems:
  - {source: lecture, parts: {visits: 4, move: 1}}
"""


def write(worksheet, solutions=None, *, paper="a4"):
    asked = [[one.part for one in task.questions] for task in worksheet.tasks]
    right = [{part: one.text for part, one in each.answers.items()} for each in solutions or ()]
    return json.dumps({"title": worksheet.title, "paper": paper, "asked": asked, "right": right})


def write_bank(bank):
    (variant,) = bank.variants
    moves = [problem.questions[-1].answer.right for problem in variant.problems]
    return {"bank.json": json.dumps({"title": bank.title, "moves": moves}).encode()}


@pytest.fixture(autouse=True)
def formats(monkeypatch, tmp_path):
    ours = WorksheetFormat("json", "JSON, for another program", ".json", write)
    monkeypatch.setitem(WORKSHEET_FORMATS, ours.name, ours)
    theirs = PlatformFormat("bank", "JSON, for another platform", write_bank)
    monkeypatch.setitem(PLATFORM_FORMATS, theirs.name, theirs)
    (tmp_path / "set.yaml").write_text(SPEC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_new_formats_are_listed():
    listed = [line.split(maxsplit=1) for line in output_of("worksheet", "--formats").splitlines()]
    assert ["json", "JSON, for another program"] in listed
    assert ["bank", "JSON, for another platform"] in listed


def test_new_format_prints_answers_only_in_the_key():
    sheet = json.loads(output_of("worksheet", "set.yaml", "-f", "json", "--quiet"))
    assert (sheet["title"], sheet["asked"], sheet["right"]) == ("Set", [["visits", "move"]], [])
    key = json.loads(output_of("worksheet", "set.yaml", "-f", "json", "--key", "--quiet"))
    assert key["right"][0]["move"] == "B"


def test_new_formats_are_written_beside_other_formats(tmp_path):
    asked = ("-f", "json", "-f", "html", "-f", "bank", "-o", "out", "--quiet")
    output_of("worksheet", "set.yaml", *asked)
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names >= {"worksheet.json", "key.json", "worksheet.html", "key.html"}
    bank = json.loads((tmp_path / "out" / "bank.json").read_text("utf-8"))
    assert bank == {"title": "Set", "moves": [["B"]]}


def test_unknown_format_is_refused_with_the_known_names():
    assert "Did you mean json?" in run_command("worksheet", "set.yaml", "-f", "jsn").stderr
