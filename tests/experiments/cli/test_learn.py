"""`plytrace learn`: lessons on a plain terminal, and commands for their authors."""

import json
import os
import sys

import pytest

from tests.cli.test_learn import ROOT, learn
from tests.support.cases import over
from tracer.lesson.session import LessonSession
from tracer.text.printable_text import cell_width
from tui.cli.plain.plain_lesson import PlainLesson
from tui.lessons import lesson_names, open_lesson


@pytest.mark.parametrize("damage", ["{broken", "[]", '{"lessons": 3}', "\udcff"])
def test_damaged_progress_file_is_set_aside_with_a_message(learn, tmp_path, damage):
    file = tmp_path / "lessons.json"
    for number in ("", "2"):
        file.write_text(damage, errors="surrogateescape")
        code, out, err = learn("--export", "-")
        assert (code, out) == (3, "")
        assert "lessons.json:1" in err
        _, out, _ = learn("8", "--plain", stdin="skip\n")
        message = " ".join(out.split())
        assert "could not be read. The old file is now" in message
        aside = tmp_path / f"lessons.json.kept{number}"
        assert aside.read_text(errors="surrogateescape") == damage
    assert kept(tmp_path)["worked-example"]["page"] == 1
    _, out, _ = learn("8", "--plain", stdin="")
    assert "could not be read" not in out


@over("width", [80, 40], ms=45)
def test_no_line_is_wider_than_the_terminal(width):
    """Show all pages of all lessons, giving up the first tree of each exercise."""
    for name in lesson_names():
        sitting = LessonSession(open_lesson(name), "seed")
        lines = []

        def typed(prompt, sitting=sitting, lines=lines):
            lines.append(prompt)
            if sitting.view.question and sitting.has_answer:
                return "show"
            return "skip"

        PlainLesson(sitting, typed, lines.append, lambda _: "", width=width).run()
        wide = [line for line in lines if cell_width(line) > width]
        assert wide == [], name


def kept(tmp_path):
    return json.loads((tmp_path / "lessons.json").read_text())["lessons"]


@pytest.mark.parametrize(
    ("typed", "options", "is_kept"), [("n\n", (), 1), ("y\n", (), 0), ("", ("--yes",), 0)]
)
def test_clearing_progress_on_a_terminal_asks_first(learn, tmp_path, typed, options, is_kept):
    pexpect = pytest.importorskip("pexpect")
    learn("8", "--plain", stdin="\n")
    folders = {"PLYTRACE_STATE_DIR": str(tmp_path), "PLYTRACE_CONFIG_DIR": str(tmp_path)}
    program = pexpect.spawn(
        sys.executable,
        ["-m", "tui.cli", "learn", "--reset", *options],
        env={**os.environ, **folders, "PYTHONPATH": str(ROOT)},
        cwd=str(tmp_path),
        timeout=60,
    )
    if typed:
        program.expect("Forget your progress")
        program.send(typed)
    program.expect(pexpect.EOF)
    assert len(kept(tmp_path)) == is_kept
