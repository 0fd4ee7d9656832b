"""`plytrace learn`: lessons on a plain terminal, and commands for their authors."""

import csv
import json
import os
import sys
from io import StringIO

import pytest

from tests.cli.test_learn import ROOT, learn
from tests.support.cases import over
from tracer.lesson.session import LessonSession
from tracer.text.printable_text import cell_width
from tui.cli.plain.plain_lesson import PlainLesson
from tui.lessons import lesson_names, open_lesson


def test_progress_can_be_exported_and_cleared(learn, tmp_path):
    learn("why-search", "--plain", stdin="skip\nquit\n")
    assert learn("--export", "far.json")[0] == 0
    record = json.loads((tmp_path / "far.json").read_text())
    assert record["schema"] == "plytrace.lessons/1"
    by_name = {one["lesson"]: one for one in record["lessons"]}
    assert [*by_name] == lesson_names()
    assert by_name["why-search"]["page"] == 1
    assert by_name["minimax"] == {"lesson": "minimax", "page": 0}
    learn("--export", "far.csv")
    rows = list(csv.DictReader(StringIO((tmp_path / "far.csv").read_text())))
    assert (rows[0]["lesson"], rows[0]["page"]) == ("why-search", "1")
    assert learn("--reset", "why-search")[0] == 0
    learn("--export", "far.json")
    assert '"page": 1' not in (tmp_path / "far.json").read_text()


def test_progress_in_custom_lessons_is_stored_by_path(learn, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        learn("--new", f"{folder}/minimax.yaml")
    learn("one/minimax.yaml", "--plain", stdin="\nquit\n")
    assert [*kept(tmp_path)] == [str(tmp_path / "one" / "minimax.yaml")]
    for other in ("two/minimax.yaml", "minimax"):
        _, out, _ = learn(other, "--plain", stdin="")
        assert "Page 1 of" in out, other
    _, out, _ = learn("./one/../one/minimax.yaml", "--plain", stdin="")
    assert "Page 2 of" in out
    (tmp_path / "one" / "minimax.yaml").unlink()
    code, _, err = learn("--reset", "one/minimax.yaml")
    assert code == 0
    assert "reset" in err
    assert str(tmp_path / "one" / "minimax.yaml") not in kept(tmp_path)
    assert "minimax" in kept(tmp_path)
    assert "there is no progress" in learn("--reset", "one/minimax.yaml")[2]


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


def test_finished_lesson_stays_finished_when_reopened(learn, tmp_path):
    learn("why-search", "--plain", stdin="skip\n" * 40)
    done = kept(tmp_path)["why-search"]
    assert done["finished"] is True
    _, out, _ = learn("why-search", "--plain", stdin="quit\n")
    assert "Page 1 of" in out
    assert kept(tmp_path)["why-search"] == done
    learn("why-search", "--plain", stdin="skip\nquit\n")
    assert kept(tmp_path)["why-search"]["finished"] is True
    _, out, _ = learn("why-search", "--plain", stdin="")
    assert "Page 2 of" in out


@over("width", [80, 40], ms=150)
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


def test_lesson_resumes_on_the_page_where_it_was_left(learn):
    _, out, _ = learn("worked-example", "--plain", stdin="skip\nquit\n")
    assert "Page 2 of" in out
    assert "Continue with: plytrace learn worked-example" in out
    _, out, _ = learn("8", "--plain", stdin="")
    assert "Page 2 of" in out
    assert "Page 1 of" not in out
    _, out, _ = learn("8", "--plain", "--restart", stdin="")
    assert "Page 1 of" in out


def test_custom_lesson_is_played_from_its_file(learn, tmp_path):
    code, _, err = learn("--new", "mine.yaml")
    assert code == 0
    assert "to run it: plytrace learn mine.yaml" in err
    code, out, _ = learn("--lint", "mine.yaml")
    assert (code, out) == (0, "mine.yaml: 6 pages, no problems\n")
    _, out, _ = learn("mine.yaml", "--plain", stdin="quit\n")
    assert "Continue with: plytrace learn mine.yaml" in out
    assert learn("--new", "mine.yaml")[0] == 2
    text = (tmp_path / "mine.yaml").read_text().replace("value of C1: 2", "value of C1: 4")
    (tmp_path / "mine.yaml").write_text(text)
    code, out, _ = learn("--lint", "mine.yaml")
    assert code == 1
    assert "value of C1 is 2, and the page claims 4" in out
    (tmp_path / "mine.yaml").write_text("title: x\npages: 3\n")
    code, out, err = learn("--lint", "mine.yaml")
    assert (code, out) == (3, "")
    assert "mine.yaml:2:8" in err


def kept(tmp_path):
    return json.loads((tmp_path / "lessons.json").read_text())["lessons"]


def test_clearing_progress_without_a_terminal_asks_nothing(learn, tmp_path):
    learn("8", "--plain", stdin="\n")
    assert learn("--reset")[0] == 0
    assert kept(tmp_path) == {}
    assert learn("--yes")[0] == 2


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


def test_restarting_a_lesson_resets_its_score(learn, tmp_path):
    learn("worked-example", "--plain", stdin="skip\nskip\n0, 1\nquit\n")
    before = kept(tmp_path)["worked-example"]
    assert before["right"] + before["wrong"] == 1
    learn("worked-example", "--plain", "--restart", stdin="quit\n")
    after = kept(tmp_path)["worked-example"]
    assert (after["page"], after["right"], after["wrong"]) == (0, 0, 0)
