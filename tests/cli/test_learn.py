"""`plytrace learn`: lessons on a plain terminal, and what their authors need."""

from __future__ import annotations

import csv
import json
import os
import re
import runpy
import sys
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.test_cli import plytrace
from tracer.figure.widths import cell_width
from tracer.lesson import Sitting
from tui.cli.plain_lesson import PlainLesson
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


def test_a_lesson_that_cannot_be_read_keeps_no_other_from_being_checked(learn, tmp_path):
    learn("--new", "good.yaml")
    (tmp_path / "bad.yaml").write_text("title: x\npages: 3\n")
    (tmp_path / "worse.yaml").write_text("title: [\n")
    code, out, err = learn("--lint", "bad.yaml", "good.yaml", "worse.yaml", "none.yaml")
    assert (code, out) == (3, "good.yaml: 6 pages, all of which hold\n")
    for name in ("bad.yaml:2:8", "worse.yaml:", "none.yaml"):
        assert name in err


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


# What is kept ---------------------------------------------------------------------------------


def test_progress_is_printed_and_other_endings_are_refused(learn, tmp_path):
    code, out, _ = learn("--export", "-")
    assert code == 0
    assert json.loads(out)["schema"] == "plytrace.lessons/1"
    assert not (tmp_path / "-").exists()
    code, out, err = learn("--export", "p.xlsx")
    assert (code, out) == (2, "")
    assert ".json or .csv" in err
    assert not (tmp_path / "p.xlsx").exists()
    assert learn("--export", "progress")[0] == 2


def test_a_new_lesson_is_printed_and_other_endings_are_refused(learn, tmp_path):
    code, out, _ = learn("--new", "-")
    assert code == 0
    assert out == (ROOT / "tui" / "lessons" / "new.yaml").read_text()
    assert not (tmp_path / "-").exists()
    code, _, err = learn("--new", "lint.txt")
    assert code == 2
    assert "ends in .yaml or .yml" in err
    assert not (tmp_path / "lint.txt").exists()


def kept(tmp_path):
    return json.loads((tmp_path / "lessons.json").read_text())["lessons"]


def test_files_of_ones_own_are_kept_by_their_path(learn, tmp_path):
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
    assert "forgotten" in err
    assert str(tmp_path / "one" / "minimax.yaml") not in kept(tmp_path)
    assert "minimax" in kept(tmp_path)
    assert "nothing was kept" in learn("--reset", "one/minimax.yaml")[2]


@pytest.mark.parametrize("damage", ["{broken", "[]", '{"lessons": 3}', "\udcff"])
def test_a_damaged_file_is_set_aside_and_that_is_said(learn, tmp_path, damage):
    file = tmp_path / "lessons.json"
    for number in ("", "2"):
        file.write_text(damage, errors="surrogateescape")
        if damage != "\udcff":
            code, out, err = learn("--export", "-")
            assert (code, out) == (3, "")
            assert "is damaged" in err
        _, out, _ = learn("8", "--plain", stdin="\n")
        told = " ".join(out.split())
        assert "could not be read; it stands in" in told
        aside = tmp_path / f"lessons.json.kept{number}"
        assert aside.read_text(errors="surrogateescape") == damage
    assert kept(tmp_path)["worked-example"]["page"] == 1
    _, out, _ = learn("8", "--plain", stdin="")
    assert "could not be read" not in out


def test_without_a_terminal_all_is_forgotten_unasked(learn, tmp_path):
    learn("8", "--plain", stdin="\n")
    assert learn("--reset")[0] == 0
    assert kept(tmp_path) == {}
    assert learn("--yes")[0] == 2


@pytest.mark.parametrize(
    ("typed", "options", "is_kept"), [("n\n", (), 1), ("y\n", (), 0), ("", ("--yes",), 0)]
)
def test_on_a_terminal_it_is_asked_first(learn, tmp_path, typed, options, is_kept):
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
        program.expect("Really forget")
        program.send(typed)
    program.expect(pexpect.EOF)
    assert len(kept(tmp_path)) == is_kept


# Lines ----------------------------------------------------------------------------------------


def test_the_list_can_be_asked_for_again_explained_and_left(learn):
    code, out, _ = learn("--plain", stdin="help\nlist\nquit\n7\n")
    assert code == 0
    assert out.count(" 1 why-search") == 2
    assert "the first one that is not done" in out
    assert "Page 1 of" not in out


def test_in_a_sheet_answers_are_shown_and_the_part_before_is_gone_back_to(learn):
    typed = "skip\n" * 13 + "A B\nback\nA\nshow\nshow\n"
    _, out, _ = learn("worked-example", "--plain", stdin=typed)
    assert "Before you answered: A B" in out
    assert "You have handed in for visits: A\n" in out
    assert "The answer is" in out
    after = out[out.index("You have handed in for visits: A\n") :]
    assert "No.\n" not in after
    assert "the row begins anew" in after


def test_an_answer_that_is_told_is_not_called_wrong(learn):
    _, out, _ = learn("worked-example", "--plain", stdin="skip\nskip\nshow\n")
    assert "The answer is (3, +∞)." in out
    assert "No.\n" not in out


def test_beginning_anew_counts_anew(learn, tmp_path):
    learn("worked-example", "--plain", stdin="skip\nskip\n0, 1\nquit\n")
    before = kept(tmp_path)["worked-example"]
    assert before["right"] + before["wrong"] == 1
    learn("worked-example", "--plain", "--restart", stdin="quit\n")
    after = kept(tmp_path)["worked-example"]
    assert (after["page"], after["right"], after["wrong"]) == (0, 0, 0)


def test_a_lesson_that_is_done_stays_so_when_it_is_looked_into(learn, tmp_path):
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


@pytest.mark.parametrize("width", [80, 40])
def test_no_line_is_wider_than_the_terminal(width):
    """All pages of all lessons, with the first tree of each exercise given up."""
    for name in lesson_names():
        sitting = Sitting(open_lesson(name), "seed")
        lines = []

        def typed(prompt, sitting=sitting, lines=lines):
            lines.append(prompt)
            if sitting.view.question and sitting.has_answer:
                return "show"
            return "skip"

        PlainLesson(sitting, typed, lines.append, lambda _: "", width=width).run()
        wide = [line for line in lines if cell_width(line) > width]
        assert wide == [], name


def test_what_would_move_the_cursor_is_shown_and_not_done():
    lines = []
    PlainLesson(None, None, lines.append, None)._say("a\x1b[31mb\x9bc")
    assert lines == [r"a\x1b[31mb\x9bc"]
