"""Several plytrace programs at once lose nothing in the files that they share."""

from __future__ import annotations

import json

from tests.support.at_once import run_at_once
from tests.tui.test_programs_at_once import LESSON, SIX, no_locks_left
from tracer.lesson import read_lesson
from tui.lessons import lesson_names
from tui.saved.lesson_progress import (
    saved_progress,
)
from tui.saved.user_dirs import state_folder


def test_lessons_saved_by_six_programs_are_all_kept(tmp_path):
    names = lesson_names()
    code = f"""
from types import SimpleNamespace
from tracer.lesson import LessonSession, read_lesson
from tui.saved.lesson_progress import save_progress

def work(me):
    for name in {names!r}[me::{SIX}]:
        lesson = read_lesson({LESSON!r}, name + ".yaml")
        sitting = LessonSession(lesson, f"seed{{me}}", is_open=False)
        for page in range(1, 5):
            sitting.page = page
            assert not save_progress(sitting)
"""
    run_at_once(code, SIX, folder=tmp_path)
    assert len(names) >= 20
    assert {name: record["page"] for name, record in saved_progress().items()} == {
        read_lesson(LESSON, f"{name}.yaml").key: 4 for name in names
    }
    seed = json.loads((state_folder() / "lessons.json").read_text(encoding="utf-8"))["seed"]
    assert seed in {f"seed{me}" for me in range(SIX)}
    assert no_locks_left(state_folder())
