"""A student's progress in the lessons, saved between two runs."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from engine.errors import InvalidInput, PlytraceError
from tui.saved.store import Store

if TYPE_CHECKING:
    from tracer.lesson.page_file import Lesson
    from tracer.lesson.session import LessonSession

_STORE: Final = Store("lessons.json")
SCHEMA: Final = "plytrace.lessons/1"
#: Types of the values in a lesson's record.
_KINDS_OF: Final[Mapping[str, tuple[type, ...]]] = {
    **dict.fromkeys(("page", "pages", "right", "wrong", "tasks"), (int,)),
    **dict.fromkeys(("finished", "over", "done"), (bool,)),
    **dict.fromkeys(("misconceptions", "exercises"), (dict,)),
    "solved": (list,),
    "when": (str,),
}


def saved_progress() -> dict[str, Any]:
    """Return the records of started lessons by name, or by path for custom lessons."""
    return _lessons(_read())


def _lessons(kept: dict[str, Any]) -> dict[str, Any]:
    lessons = kept.get("lessons")
    return lessons if isinstance(lessons, dict) else {}


def progress_text(name: str, lessons: Mapping[str, Any] | None = None) -> str:
    """Return the progress of a lesson in a few words; empty if it was not started."""
    record = (saved_progress() if lessons is None else lessons).get(name)
    if not isinstance(record, dict):
        return ""
    solved = record.get("solved")
    number = len(solved) if isinstance(solved, list) else 0
    # Earlier versions did not say whether all tasks were solved.
    if record.get("done", record.get("finished") is True and number > 0) is True:
        return "done"
    if record.get("finished") is True:
        tasks = _number(record, "tasks")
        return f"read, {number} of {tasks} solved" if tasks else "read"
    return f"page {_number(record, 'page') + 1} of {_number(record, 'pages')}"


def resume_lesson(lesson: Lesson, *, restart: bool = False) -> LessonSession:
    """Return a lesson at its saved page, which is not open yet; a finished lesson restarts."""
    from tracer.lesson.session import LessonSession

    kept = _read()
    session = LessonSession(lesson, _seed(kept), _lessons(kept).get(lesson.key), is_open=False)
    if restart or session.is_over:
        session.restart()
    if restart:
        _keep(session)
    return session


def save_progress(session: LessonSession) -> str:
    """Save the progress of a lesson."""
    before = saved_progress().get(session.lesson.key)
    if session.is_untouched and isinstance(before, dict) and before.get("finished") is True:
        return ""  # reopening a finished lesson does not change its result
    return _keep(session)


def _keep(session: LessonSession) -> str:
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    now = session.as_record()

    def with_session(lessons: dict[str, Any]) -> dict[str, Any]:
        return {**lessons, session.lesson.key: {**_merged(lessons, session, now), "when": when}}

    message, is_kept = _change(with_session, session.seed)
    if is_kept:
        session.kept = now
    return message


def _merged(lessons: dict[str, Any], session: LessonSession, now: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a session, merged with another program's record of the lesson."""
    from tracer.lesson.session import LessonSession, merge_progress

    found = lessons.get(session.lesson.key)
    if not isinstance(found, dict):
        return now
    kept = LessonSession(session.lesson, session.seed, found, is_open=False).as_record()
    return merge_progress(kept, session.kept, now)


def _seed(kept: dict[str, Any], new: str = "") -> str:
    """Return the seed of the student's exercises: the saved one, a given one, or a random one."""
    found = kept.get("seed")
    return found if isinstance(found, str) and found else new or secrets.token_hex(4)


def _number(record: dict[str, Any], key: str) -> int:
    value = record.get(key)
    return value if type(value) is int else 0


def forget_progress(name: str | None = None) -> str:
    """Forget the progress of a lesson or of all lessons."""

    def without(lessons: dict[str, Any]) -> dict[str, Any]:
        return {one: lessons[one] for one in lessons if name is not None and one != name}

    return _change(without)[0]


def _is_damaged() -> bool:
    """Return whether there is a progress file that cannot be read."""
    content = _STORE.read_json()
    is_sound = isinstance(content, dict) and isinstance(content.get("lessons", {}), dict)
    return not is_sound and _STORE.path.exists()


def refuse_damaged() -> None:
    """Refuse a progress file that cannot be read; it is not changed."""
    path = _STORE.path
    expected = "the progress file of plytrace learn"
    hint = "Repair the file, or rename it; plytrace learn then creates a new one"
    try:
        found: Any = json.loads(path.read_bytes().decode("utf-8"))
    except FileNotFoundError:
        return
    except OSError as error:
        found, where = f"this file cannot be read: {error.strerror}", str(path)
    except UnicodeDecodeError as error:
        found, where = f"byte {error.start + 1:,} is not UTF-8", f"{path}:1:1"
    except json.JSONDecodeError as error:
        found, where = f"the file is not JSON: {error.msg}", f"{path}:{error.lineno}:{error.colno}"
    except (ValueError, RecursionError):
        found, where = "the file is not JSON: it is nested too deeply", f"{path}:1:1"
    else:
        problem = _problem_in(found)
        if not problem:
            return
        found, where = problem, f"{path}:1:1"
    raise InvalidInput(found, where=where, expected=expected, hint=hint)


def _problem_in(found: Any) -> str:
    """Return the error in a decoded progress file; empty if there is none."""
    if not isinstance(found, dict):
        return "this is not a mapping of lessons"
    lessons = found.get("lessons", {})
    if not isinstance(lessons, dict):
        return f"lessons: {lessons!r:.60} is not a mapping"
    for name, record in lessons.items():
        if not isinstance(record, dict):
            return f"the record of lesson {name[:60]!r} is {record!r:.60}, not a mapping"
        for key, kinds in _KINDS_OF.items():
            value = record.get(key)
            if value is not None and type(value) not in kinds:
                return f"{key} = {value!r:.60} is not allowed in lesson {name[:60]!r}"
    return ""


def set_aside() -> str:
    """Rename a damaged progress file, so that a new one can be created."""
    if not _is_damaged():
        return ""
    try:
        with _STORE.lock():
            return _set_aside()
    except PlytraceError as error:
        return f"Your lesson progress cannot be read: {error}"


def _set_aside() -> str:
    """Rename the file as `set_aside` does, while the lock is held."""
    if not _is_damaged():
        return ""
    aside = _STORE.name_for_damaged()
    try:
        _STORE.path.rename(aside)
    except OSError as error:
        return f"Your lesson progress cannot be read: {_STORE.path}: {error.strerror}"
    return f"Your lesson progress could not be read. The old file is now {aside}."


def _read() -> dict[str, Any]:
    content = _STORE.read_json()
    return content if isinstance(content, dict) else {}


def _change(change: Callable[[dict[str, Any]], dict[str, Any]], seed: str = "") -> tuple[str, bool]:
    """Read the lessons, change them and write them, under a lock."""
    try:
        with _STORE.lock():
            message = _set_aside()
            kept = _read()
            lessons = change(_lessons(kept))
            _STORE.write_json({"schema": SCHEMA, "seed": _seed(kept, seed), "lessons": lessons})
    except (OSError, PlytraceError) as error:
        return f"Your lesson progress could not be saved: {error}", False
    return message, True
