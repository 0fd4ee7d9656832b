"""Several plytrace programs at once lose nothing in the files that they share."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.tables import table
from tracer.files import atomic_files as locking
from tracer.files.atomic_files import file_lock
from tracer.lesson.page_file import read_lesson
from tracer.lesson.session import LessonSession, merge_progress
from tui.panes import PANES
from tui.saved.lesson_progress import resume_lesson, save_progress, saved_progress
from tui.saved.match_files import kept_matches_folder, load_match
from tui.saved.recent import recent_sources
from tui.saved.settings import load_settings
from tui.saved.store import state_folder

SIX = 6

LESSON = "title: T\nsummary: S\npages:\n" + "".join(f"  - say: page {n}\n" for n in range(5))


def run_at_once(code, folder):
    """Run some Python in six processes, all from one moment on."""
    script = f"import sys\n{code}\nprint('ready', flush=True)\ninput()\nwork(int(sys.argv[1]))\n"
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(me)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
        )
        for me in range(SIX)
    ]
    try:
        for program in programs:
            assert program.stdout.readline() == "ready\n", program.stderr.read()
        for program in programs:
            program.stdin.write("go\n")
            program.stdin.flush()
        for program in programs:
            _, errors = program.communicate(timeout=120)
            assert program.returncode == 0, errors
    finally:
        for program in programs:
            program.kill()
            program.communicate()


def no_locks_left(folder):
    return not [path for path in folder.rglob("*") if path.suffix in (".lock", ".part")]


def test_lessons_and_answers_in_one_lesson_from_six_programs_are_all_kept(tmp_path):
    code = f"""
from tracer.lesson.page_file import read_lesson
from tracer.lesson.session import LessonSession
from tui.saved.lesson_progress import resume_lesson, save_progress

def work(me):
    for number in range(4):
        lesson = read_lesson({LESSON!r}, f"{{me}}-{{number}}.yaml")
        sitting = LessonSession(lesson, f"seed{{me}}", is_open=False)
        for sitting.page in range(1, 5):
            assert not save_progress(sitting)
    shared = resume_lesson(read_lesson({LESSON!r}, "shared.yaml"))
    for turn in range(20):
        shared.right += 1
        shared.misconceptions["slip"] += 1
        assert not save_progress(shared)
"""
    run_at_once(code, tmp_path)
    records = saved_progress()
    shared = records.pop(read_lesson(LESSON, "shared.yaml").key)
    assert (shared["right"], shared["misconceptions"]) == (SIX * 20, {"slip": SIX * 20})
    assert {name: record["page"] for name, record in records.items()} == {
        read_lesson(LESSON, f"{me}-{number}.yaml").key: 4
        for me in range(SIX)
        for number in range(4)
    }
    seed = json.loads((state_folder() / "lessons.json").read_text(encoding="utf-8"))["seed"]
    assert seed in {f"seed{me}" for me in range(SIX)}
    assert no_locks_left(state_folder())


def test_recent_list_has_everything_opened_by_six_programs(tmp_path):
    code = """
from tui.saved.recent import remember_source

def work(me):
    for turn in range(20):
        remember_source("shared")
    remember_source(f"{me}")
"""
    run_at_once(code, tmp_path)
    assert sorted(recent_sources()) == [*map(str, range(SIX)), "shared"]
    assert no_locks_left(state_folder())


def test_settings_changed_by_six_programs_are_all_kept(tmp_path):
    code = f"""
from tui.panes import PANES
from tui.saved.settings import load_settings, save_settings
settings = load_settings()

def work(me):
    for pane in PANES[me::{SIX}]:
        settings.hidden = [*settings.hidden, pane.id]
        assert not save_settings(settings)
    settings.hidden = settings.hidden[1:]  # one is shown again
    assert not save_settings(settings)
    own = [("theme", "mine"), ("speed", 7.0), ("convention", "lab3"),
           ("feedback", "brief"), ("glyphs", "ascii"), ("theme", "mine")]
    setattr(settings, *own[me])
    assert not save_settings(settings)
"""
    run_at_once(code, tmp_path)
    settings = load_settings()
    assert not settings.problem
    assert sorted(settings.hidden) == sorted(pane.id for pane in PANES[SIX:])
    assert (settings.theme, settings.speed, settings.convention) == ("mine", 7.0, "lab3")
    assert (settings.feedback, settings.glyphs) == ("brief", "ascii")


def test_matches_saved_by_six_programs_at_once_have_separate_files(tmp_path):
    code = """
from datetime import datetime
from time import sleep
from engine.match.match import Match
from engine.match.players import read_player
from trees.sources import open_source
from tui.saved import match_files as kept
class Still:
    @staticmethod
    def now():
        return datetime(2026, 1, 1)
kept.datetime = Still
real_save = kept.save_match
def save_slowly(match, path):
    sleep(0.1)
    real_save(match, path)
kept.save_match = save_slowly

def work(me):
    for turn in range(3):
        game = open_source("tic-tac-toe").game
        match = Match(game, read_player("human"), read_player("human"))
        keeper = kept.MatchKeeper(match)
        match.play_text(str(me + 1))
        assert keeper.keep()
"""
    run_at_once(code, tmp_path)
    files = list(kept_matches_folder().iterdir())
    assert len(files) == SIX * 3
    first = [load_match(path).moves[0].name for path in files]
    assert sorted(map(first.count, {*first})) == [3] * SIX


def test_worksheets_written_by_six_programs_to_one_folder_are_all_recorded(tmp_path):
    code = """
from pathlib import Path
from tracer.worksheet.bundle import SetFolder

def work(me):
    for turn in range(5):
        folder = SetFolder(Path("out"))
        folder.write({f"{me}-{turn}.md": b"text"})
        folder.close()
"""
    run_at_once(code, tmp_path)
    made = json.loads((tmp_path / "out/.plytrace-worksheet.json").read_text(encoding="utf-8"))
    assert len(made["files"]) == SIX * 5
    assert no_locks_left(tmp_path)


# One lesson in two programs -------------------------------------------------------------------


def test_stale_open_lesson_does_not_undo_what_another_program_finished():
    lesson = read_lesson(LESSON, "one.yaml")
    first = resume_lesson(lesson)
    first.page = 2
    assert not save_progress(first)
    other = resume_lesson(lesson)
    other.page, other.is_finished, other.is_over = 4, True, True
    assert not save_progress(other)
    assert not save_progress(first)  # it is closed at page 2, without another answer
    (record,) = saved_progress().values()
    assert (record["page"], record["finished"], record["over"]) == (4, True, True)


@over(("kept", "before", "now", "expected"), table(__file__, "merged_progress"))
def test_progress_of_two_programs_is_merged(kept, before, now, expected):
    record = {"page": 0, "pages": 5, "finished": False, "over": False, "right": 0, "wrong": 0}
    record |= {"done": False, "solved": [], "misconceptions": {}, "exercises": {}}
    kept, before, now, expected = (record | one for one in (kept, before, now, expected))
    assert merge_progress(kept, before, now) == expected


def test_file_broken_by_another_program_does_not_prevent_saving():
    lesson = read_lesson(LESSON, "one.yaml")
    sitting = LessonSession(lesson, "seed", is_open=False)
    for damage in ({"page": "x", "solved": 3, "exercises": [1]}, 7, None):
        state_folder().mkdir(parents=True, exist_ok=True)
        (state_folder() / "lessons.json").write_text(json.dumps({"lessons": {lesson.key: damage}}))
        sitting.page = 1 if sitting.page == 2 else 2
        assert not save_progress(sitting)
        assert saved_progress()[lesson.key]["page"] == sitting.page


# The lock -------------------------------------------------------------------------------------


def test_lock_of_a_killed_program_is_released(tmp_path):
    path = tmp_path / "kept"
    code = (
        "import sys, time\nfrom pathlib import Path\n"
        "from tracer.files.atomic_files import file_lock\n"
        "with file_lock(Path(sys.argv[1])):\n    print('held', flush=True)\n    time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE) as holder:
        try:
            assert holder.stdout.readline() == b"held\n"
            assert (tmp_path / ".kept.lock").exists()
        finally:
            os.kill(holder.pid, signal.SIGKILL)
    with file_lock(path):
        pass
    assert no_locks_left(tmp_path)


def test_held_lock_is_reported_with_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr(locking, "_PATIENCE", 0.0)
    path = tmp_path / "kept"
    with (
        file_lock(path),
        pytest.raises(InvalidInput, match="is locked by another plytrace") as refused,
        file_lock(path),
    ):
        pass
    assert refused.value.where == str(path)
    with file_lock(path):  # the refusal has not broken the lock
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="no flock there")
@over("error", sorted(locking._NO_LOCKS))
def test_file_system_without_locks_is_written_to(tmp_path, monkeypatch, error):
    def no_locks(held, how):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(locking.fcntl, "flock", no_locks)
    with file_lock(tmp_path / "kept"):
        pass


def test_read_only_folder_is_reported(tmp_path):
    missing = Path(tmp_path, "none", "kept")
    with pytest.raises(InvalidInput, match="cannot be written"), file_lock(missing):
        pass
