"""A new platform is one record: it is listed, and written with the accepted answers."""

import json

from click.testing import CliRunner

from tracer.worksheet.bundle import PLATFORM_FORMATS
from tracer.worksheet.formats.question_bank import PlatformFormat
from tui.cli import cli

SPEC = """\
title: Set
problems:
  - {source: lecture, parts: {move: 1}}
"""


def write(bank):
    (variant,) = bank.variants
    right = [[one.answer.right for one in problem.questions] for problem in variant.problems]
    return {"bank.json": json.dumps({"title": bank.title, "right": right}).encode()}


def test_new_platform_is_listed_and_written(monkeypatch, tmp_path):
    made = PlatformFormat("bank", "JSON, for another platform", write)
    monkeypatch.setitem(PLATFORM_FORMATS, made.name, made)
    (tmp_path / "set.yaml").write_text(SPEC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    listed = CliRunner().invoke(cli, ["worksheet", "--formats"]).output.splitlines()
    assert ["bank", "JSON, for another platform"] in [line.split(maxsplit=1) for line in listed]
    asked = ["worksheet", "set.yaml", "-f", "bank", "-o", "out", "--quiet"]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code == 0, done.output
    found = json.loads((tmp_path / "out" / "bank.json").read_text("utf-8"))
    assert found == {"title": "Set", "right": [[["B"]]]}
