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

__all__ = [
    "SCHEMA",
    "forget",
    "keep",
    "kept_lessons",
    "set_aside",
    "sitting_of",
    "standing",
    "unreadable",
]

if TYPE_CHECKING:
    from tracer.lesson import Lesson, Sitting

_FILE: Final = "lessons.json"
SCHEMA: Final = "plytrace.lessons/1"


def kept_lessons() -> dict[str, Any]:
    """How far each lesson is that was begun: by name, of a file of one's own by its path."""
    lessons = _read().get("lessons")
    return lessons if isinstance(lessons, dict) else {}


def standing(name: str, lessons: Mapping[str, Any] | None = None) -> str:
    """How far a lesson is, in a few words; empty where it was not begun.

    Args:
        name: the lesson's, or the path of one's own.
        lessons: what `kept_lessons` gave, for who asks about many.
    """
    record = (kept_lessons() if lessons is None else lessons).get(name)
    if not isinstance(record, dict):
        return ""
    if record.get("finished") is True:
        return "done"
    return f"page {_number(record, 'page') + 1} of {_number(record, 'pages')}"


def sitting_of(lesson: Lesson, *, anew: bool = False, is_open: bool = True) -> Sitting:
    """A lesson where this person has left it; one that was gone through begins anew.

    Args:
        lesson: the lesson.
        anew: whether it begins anew wherever it was left; that is kept at once.
        is_open: whether its page is opened at once, with its search; see `Sitting`.
    """
    from tracer.lesson import Sitting

    sitting = Sitting(lesson, _seed(), kept_lessons().get(lesson.key), is_open=False)
    if anew or sitting.is_over:
        sitting.restart()
    if anew:
        _keep(sitting)
    if is_open:
        sitting.ready()
    return sitting


def keep(sitting: Sitting) -> str:
    """Keep how far a lesson is.

    Returns:
        What is to be said of it; empty where it was simply kept.
    """
    before = kept_lessons().get(sitting.lesson.key)
    if sitting.is_untouched and isinstance(before, dict) and before.get("finished") is True:
        return ""  # whoever only looks into a lesson again keeps what it came to
    return _keep(sitting)


def _keep(sitting: Sitting) -> str:
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    record = {**sitting.as_record(), "when": when}
    return _write({**kept_lessons(), sitting.lesson.key: record}, sitting.seed)


def _seed() -> str:
    """What the trees of this person's exercises are drawn from."""
    found = _read().get("seed")
    return found if isinstance(found, str) and found else secrets.token_hex(4)


def _number(record: dict[str, Any], key: str) -> int:
    value = record.get(key)
    return value if type(value) is int else 0


def forget(name: str | None = None) -> str:
    """Forget how far a lesson is, or all of them.

    Args:
        name: the lesson's, or the path of one's own; None for all.

    Returns:
        What is to be said of it; empty where it was simply done.
    """
    lessons = kept_lessons()
    left = {} if name is None else {one: record for one, record in lessons.items() if one != name}
    return _write(left, _seed())


def unreadable() -> str:
    """The file of what is kept where it is damaged; empty where it can be read, or is not there."""
    path = state_folder() / _FILE
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ""
    except (OSError, ValueError, RecursionError):
        return str(path)
    is_sound = isinstance(found, dict) and isinstance(found.get("lessons", {}), dict)
    return "" if is_sound else str(path)


def set_aside() -> str:
    """Put a damaged file of what is kept where it does no harm.

    Returns:
        What is to be said of it; empty where there is none.
    """
    if not unreadable():
        return ""
    path = state_folder() / _FILE
    aside = path.with_suffix(".json.kept")
    number = 1
    while aside.exists():  # of one that was damaged before
        number += 1
        aside = path.with_suffix(f".json.kept{number}")
    try:
        path.rename(aside)
    except OSError as error:
        return f"What is kept of the lessons cannot be read: {path}: {error.strerror}"
    return f"What was kept of the lessons could not be read; it stands in {aside}."


def _read() -> dict[str, Any]:
    try:
        found: Any = json.loads((state_folder() / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(lessons: dict[str, Any], seed: str) -> str:
    path = state_folder() / _FILE
    told = set_aside()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        record = {"schema": SCHEMA, "seed": seed, "lessons": lessons}
        with whole_file(path) as unfinished:
            unfinished.write_text(
                json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
            )
    except (OSError, PlytraceError) as error:
        return f"How far the lessons are could not be kept: {error}"
    return told
