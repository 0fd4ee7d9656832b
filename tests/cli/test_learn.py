"""`plytrace learn`: lessons on a plain terminal, and commands for their authors."""

import json
import re
import runpy
import sys
from pathlib import Path

import pytest

from engine.errors import InvalidInput, UsageError
from tests.support.commands import run_command
from tests.support.pages import blocks
from tui.cli.commands.learn import _export
from tui.cli.plain.plain_lesson import PlainLesson
from tui.lessons import lesson_names, open_lesson
from tui.saved.lesson_progress import resume_lesson

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def learn(tmp_path):
    def run(*arguments, stdin=""):
        folders = {"PLYTRACE_STATE_DIR": str(tmp_path), "PLYTRACE_CONFIG_DIR": str(tmp_path)}
        done = run_command("learn", *arguments, stdin=stdin, env=folders, cwd=tmp_path)
        return done.returncode, done.stdout, done.stderr

    return run


def test_lessons_are_listed_in_order(call):
    code, out, _ = call("list", "lessons", "-f", "json")
    lessons = json.loads(out)["lessons"]
    assert code == 0
    assert [one["name"] for one in lessons] == lesson_names()
    assert all(5 <= one["minutes"] <= 10 for one in lessons)
    assert all(one["description"] and one["goals"] for one in lessons)
    assert len(lessons) == 27


def test_lesson_is_opened_by_its_number():
    names = lesson_names()
    for number, name in enumerate(names, 1):
        assert open_lesson(str(number)) is open_lesson(name)
    for number in (0, len(names) + 1):
        with pytest.raises(UsageError, match=f"a number from 1 to {len(names)}"):
            open_lesson(str(number))


def test_first_lesson_to_try_is_the_one_in_the_documentation():
    documented = blocks("lessons.md", "yml")[0]
    assert (ROOT / "tui" / "lessons" / "new.yaml").read_text() == documented


def test_documented_transcript_matches_the_lesson(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["make_tutorial.py", "--check"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "docs" / "make_tutorial.py"), run_name="__main__")
    assert ended.value.code == 0


def test_lessons_cite_only_existing_lessons():
    """Lessons are cited by their titles, in italics."""
    titles = {open_lesson(name).title for name in lesson_names()}
    for name in lesson_names():
        for page in open_lesson(name).pages:
            for cited in re.findall(r"lesson \*([^*]+)\*", page.text):
                assert " ".join(cited.split()) in titles, (name, cited)


def test_no_expected_answer_is_also_a_command():
    from tracer.lesson.page_questions import COMMANDS
    from tui.cli.plain import plain_lesson

    assert {name for name, _ in plain_lesson._COMMANDS} <= COMMANDS


# What is kept ---------------------------------------------------------------------------------


def test_new_lesson_is_printed_and_unknown_suffixes_are_refused(learn, tmp_path):
    code, out, _ = learn("--new", "-")
    assert code == 0
    assert out == (ROOT / "tui" / "lessons" / "new.yaml").read_text()
    assert not (tmp_path / "-").exists()
    code, _, err = learn("--new", "lint.txt")
    assert code == 2
    assert "ending in .yaml or .yml" in err
    assert not (tmp_path / "lint.txt").exists()


#: What a file of progress may hold that is not progress.
MALFORMED = (
    *(b"", b"{", b"[]", b"3", b"null", b'"x"', b"\xff\xfe{", b'{"lessons": "\xff"}', b"[" * 5_000),
    *(b'{"lessons": []}', b'{"lessons": 3}', b'{"lessons": null}', b'{"lessons": {"minimax": 3}}'),
    *(
        b'{"lessons": {"minimax": null}}',
        b'{"lessons": {"minimax": []}}',
        b"\xef\xbb\xbf{}",
        b"NaN",
    ),
    b'{"lessons": {"mine": {"x": ' + b"[" * 5_000 + b"]" * 5_000 + b"}}}",
    *(
        f'{{"lessons": {{"minimax": {{"{key}": {value}}}}}}}'.encode()
        for key in ("page", "pages", "finished", "right", "wrong", "when", "misconceptions")
        for value in ("[]", "1e400", '"x"' if key != "when" else "3", "true" * (key != "finished"))
        if value
    ),
)


def test_malformed_progress_is_refused_by_export_and_kept(tmp_path, monkeypatch, capsysbinary):
    monkeypatch.setenv("PLYTRACE_STATE_DIR", str(tmp_path))
    file = tmp_path / "lessons.json"
    for data in MALFORMED:
        file.write_bytes(data)
        for written in ("-", str(tmp_path / "out.csv")):
            with pytest.raises(InvalidInput) as caught:
                _export(written)
            assert caught.value.where.startswith(f"{file}:"), data
            assert caught.value.exit_code == 3
            assert caught.value.hint
        assert capsysbinary.readouterr().out == b""
        assert file.read_bytes() == data
    assert [one.name for one in tmp_path.iterdir()] == ["lessons.json"]


def test_place_of_a_byte_that_is_not_utf8_counts_from_one(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYTRACE_STATE_DIR", str(tmp_path))
    (tmp_path / "lessons.json").write_bytes(b'{"a": \xff}')
    with pytest.raises(InvalidInput, match="byte 7 is not UTF-8"):
        _export("-")


@pytest.mark.parametrize("kept", [7, "", ["s"], None])
def test_seed_that_is_no_text_is_another_one(kept, tmp_path, monkeypatch):
    monkeypatch.setenv("PLYTRACE_STATE_DIR", str(tmp_path))
    (tmp_path / "lessons.json").write_text(json.dumps({"seed": kept, "lessons": {}}))
    seed = resume_lesson(open_lesson("1")).seed
    assert isinstance(seed, str)
    assert seed


def test_enter_offers_the_first_lesson_that_is_not_done_and_then_begins_again(learn, tmp_path):
    names = lesson_names()
    offered = []
    for done in (0, 2, len(names)):
        lessons = {name: {"done": True} for name in names[:done]}
        (tmp_path / "lessons.json").write_text(json.dumps({"lessons": lessons}))
        _, out, _ = learn("--plain", stdin="q\n")
        offered.append(re.search(r"Enter: ([\w-]+)\)", out)[1])
    assert offered == [names[0], names[2], names[0]]


def test_progress_with_invalid_characters_is_exported(learn, tmp_path):
    file = tmp_path / "lessons.json"
    file.write_text('{"lessons": {"mine\\ud800": {"page": 1, "more": [Infinity]}}}')
    code, out, _ = learn("--export", "-")
    assert code == 0
    assert "mine" in out


# Lines ----------------------------------------------------------------------------------------


def test_cursor_control_sequences_are_escaped():
    lines = []
    PlainLesson(None, None, lines.append, None)._say("a\x1b[31mb\x9bc")
    assert lines == [r"a\x1b[31mb\x9bc"]
