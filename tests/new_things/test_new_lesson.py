"""A new lesson is one file: it is in the list, on the screen, and in the terminal."""

import shutil

import pytest

from tests.support.commands import output_of, run_command
from tui import lessons

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


def test_new_lesson_is_listed_and_played_in_the_terminal():
    lines = output_of("list", "lessons").split("\n")
    assert any("ninety-nine" in line and "A lesson that is new" in line for line in lines)
    for arguments, typed in ((["ninety-nine"], "\n"), ([], "ninety-nine\n\n")):
        done = run_command("learn", "--plain", *arguments, stdin=typed)
        assert "So it begins, and so it ends." in done.stdout
