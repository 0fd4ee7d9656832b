"""How far a person is in the lessons, kept so that nothing is lost when plytrace is left."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from engine.errors import PlytraceError
from tracer.files import whole_file
from tui.places import state_folder

__all__ = ["SCHEMA", "forget", "keep", "kept_lessons", "sitting_of", "standing"]

if TYPE_CHECKING:
    from tracer.lesson import Lesson, Sitting

_FILE: Final = "lessons.json"
SCHEMA: Final = "plytrace.lessons/1"


def kept_lessons() -> dict[str, Any]:
    """How far each lesson is that was begun, by name."""
    lessons = _read().get("lessons")
    return lessons if isinstance(lessons, dict) else {}


def standing(name: str, lessons: Mapping[str, Any] | None = None) -> str:
    """How far a lesson is, in a few words; empty where it was not begun.

    Args:
        name: the lesson's.
        lessons: what `kept_lessons` gave, for who asks about many.
    """
    record = (kept_lessons() if lessons is None else lessons).get(name)
    if not isinstance(record, dict):
        return ""
    if record.get("finished") is True:
        return "done"
    return f"page {_number(record, 'page') + 1} of {_number(record, 'pages')}"


def sitting_of(lesson: Lesson) -> Sitting:
    """A lesson where this person has left it; one that was finished begins anew."""
    from tracer.lesson import Sitting

    sitting = Sitting(lesson, _seed(), kept_lessons().get(lesson.name))
    if sitting.is_finished:
        sitting.restart()
    return sitting


def keep(sitting: Sitting) -> str:
    """Keep how far a lesson is.

    Returns:
        What is to be said of it; empty where it was simply kept.
    """
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    record = {**sitting.as_record(), "when": when}
    return _write({**kept_lessons(), sitting.lesson.name: record}, sitting.seed)


def _seed() -> str:
    """What the trees of this person's exercises are drawn from."""
    found = _read().get("seed")
    return found if isinstance(found, str) and found else secrets.token_hex(4)


def _number(record: dict[str, Any], key: str) -> int:
    value = record.get(key)
    return value if type(value) is int else 0


def forget(name: str | None = None) -> str:
    """Forget how far a lesson is, or all of them.

    Returns:
        What is to be said of it; empty where it was simply done.
    """
    lessons = kept_lessons()
    left = {} if name is None else {one: record for one, record in lessons.items() if one != name}
    return _write(left, _seed())


def _read() -> dict[str, Any]:
    try:
        found: Any = json.loads((state_folder() / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(lessons: dict[str, Any], seed: str) -> str:
    path = state_folder() / _FILE
    told = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not _read():
            aside = path.with_suffix(".json.kept")
            aside.write_bytes(path.read_bytes())
            told = f"What was kept of the lessons could not be read; it stands in {aside}."
        record = {"schema": SCHEMA, "seed": seed, "lessons": lessons}
        with whole_file(path) as unfinished:
            unfinished.write_text(
                json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
            )
    except (OSError, PlytraceError) as error:
        return f"How far the lessons are could not be kept: {error}"
    return told
