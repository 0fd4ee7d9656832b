"""A new lesson is one file: it is in the list, on the screen, and in the terminal."""

import shutil

import pytest
from click.testing import CliRunner

from tui import lessons
from tui.cli import cli

LESSON = """\
title: A lesson that is new
summary: It was not there before.
minutes: 3
pages:
  - say: So it begins, and so it ends.
"""


@pytest.fixture(autouse=True)
def new_lesson(tmp_path, monkeypatch):
    """Let the folder of lessons have one more file."""
    monkeypatch.setenv("PLYTRACE_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "lessons"
    shutil.copytree(lessons._FOLDER, folder)
    (folder / "99-ninety-nine.yaml").write_text(LESSON, encoding="utf-8")
    monkeypatch.setattr(lessons, "_FOLDER", folder)
    lessons._files.cache_clear()
    yield
    lessons._files.cache_clear()


def test_new_lesson_is_listed():
    done = CliRunner().invoke(cli, ["list", "lessons"])
    assert done.exit_code == 0
    line = next(line for line in done.output.split("\n") if "ninety-nine" in line)
    assert "A lesson that is new" in line


def test_new_lesson_is_played_in_the_terminal():
    done = CliRunner().invoke(cli, ["learn", "--plain", "ninety-nine"], input="\n")
    assert "So it begins, and so it ends." in done.output
    chosen = CliRunner().invoke(cli, ["learn", "--plain"], input="ninety-nine\n\n")
    assert "So it begins, and so it ends." in chosen.output
