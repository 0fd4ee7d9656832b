"""`plytrace learn`: lessons on a plain terminal, and what their authors need."""

from __future__ import annotations

import csv
import json
import re
import runpy
import sys
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.test_cli import plytrace
from tui.course import lesson_names, open_lesson

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def learn(tmp_path):
    def run(*arguments, stdin=""):
        folders = {"PLYTRACE_STATE_DIR": str(tmp_path), "PLYTRACE_CONFIG_DIR": str(tmp_path)}
        return plytrace("learn", *arguments, stdin=stdin, env=folders, cwd=tmp_path)

    return run


def test_lessons_are_listed_in_their_order():
    code, out, _ = plytrace("list", "lessons", "-f", "json")
    lessons = json.loads(out)["lessons"]
    assert code == 0
    assert [one["name"] for one in lessons] == lesson_names()
    assert all(5 <= one["minutes"] <= 10 for one in lessons)
    assert all(one["description"] and one["goals"] for one in lessons)
    assert len(lessons) == 22


def test_a_lesson_goes_on_where_it_was_left(learn):
    _, out, _ = learn("worked-example", "--plain", stdin="\nquit\n")
    assert "Page 2 of" in out
    assert "It goes on from here: plytrace learn worked-example" in out
    _, out, _ = learn("8", "--plain", stdin="")
    assert "Page 2 of" in out
    assert "Page 1 of" not in out
    _, out, _ = learn("8", "--plain", "--restart", stdin="")
    assert "Page 1 of" in out


def test_commands_at_the_prompt(learn):
    typed = "back\nskip\nagain\nskip\nshow\nhelp\nplay\n\nwhat\n"
    _, out, err = learn("worked-example", "--plain", stdin=typed)
    assert "This is the first page." in out
    assert "The answer is (3, +∞)." in out
    assert "skip  the next page, whatever is asked here" in out
    assert "A search is played once its tree has been worked." in out
    assert "That cannot be read" in out
    assert err == ""


def test_the_list_of_lessons_is_a_question_too(learn):
    _, out, _ = learn("--plain", stdin="99\nwhy-search\n")
    assert "There is no lesson '99'" in out
    assert "Page 1 of" in out


def test_without_signs_beyond_ascii(learn):
    _, out, _ = learn("worked-example", "--plain", "--ascii", stdin="\n\n(3, inf)\n")
    assert "Right." in out
    assert out.isascii()


def test_a_lesson_of_ones_own(learn, tmp_path):
    code, _, err = learn("--new", "mine.yaml")
    assert code == 0
    assert "plytrace learn mine.yaml runs it" in err
    code, out, _ = learn("--lint", "mine.yaml")
    assert (code, out) == (0, "mine.yaml: 6 pages, all of which hold\n")
    _, out, _ = learn("mine.yaml", "--plain", stdin="quit\n")
    assert "It goes on from here: plytrace learn mine.yaml" in out
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


def test_the_lesson_to_begin_with_is_the_one_of_the_documentation():
    told = (ROOT / "docs" / "lessons.md").read_text().split("```yml\n")[1].split("```")[0]
    assert (ROOT / "tui" / "lessons" / "new.yaml").read_text() == told


def test_how_far_lessons_are_can_be_taken_along_and_forgotten(learn, tmp_path):
    learn("why-search", "--plain", stdin="\nquit\n")
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


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("alpha",), "there is no lesson 'alpha'"),
        (("alpha-beta",), "the full screen needs a terminal"),
        (("minimax", "alpha-beta", "--plain"), "2 lessons"),
        (("--lint", "--reset"), "--lint and --reset exclude each other"),
        (("alpha-beta", "--new", "x.yaml"), "alpha-beta beside --new"),
    ],
)
def test_wrong_use_is_told(learn, arguments, told):
    code, out, err = learn(*arguments)
    assert (code, out) == (2, "")
    assert told.replace("--lint and --reset", "--") in err.replace("--lint and --reset", "--")


def test_a_file_that_is_not_there(learn):
    code, _, err = learn("nowhere.yaml", "--plain")
    assert code == 3
    assert "nowhere.yaml" in err


def test_the_transcript_of_the_documentation_is_what_the_lesson_says(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["make_tutorial.py", "--check"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "docs" / "make_tutorial.py"), run_name="__main__")
    assert ended.value.code == 0


def test_no_lesson_speaks_of_another_that_is_not_there():
    """Lessons are cited by their titles, in italics."""
    titles = {open_lesson(name).title for name in lesson_names()}
    for name in lesson_names():
        for page in open_lesson(name).pages:
            for cited in re.findall(r"lesson \*([^*]+)\*", page.text):
                assert " ".join(cited.split()) in titles, (name, cited)


def test_no_answer_of_a_lesson_can_be_a_command():
    from tracer.lesson.reading import COMMANDS
    from tui.cli import plain_lesson

    assert {name for name, _ in plain_lesson._COMMANDS} <= COMMANDS
