"""The answers of predict mode, saved as they are given.

Each answer adds a line to a file, and no line is ever rewritten: a killed session, another session
or a full disk loses no earlier answer. Unreadable lines are skipped and stay.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from engine.errors import PlytraceError
from tracer.files.atomic_files import file_lock
from tracer.predict import Answered, Score
from tui.saved.user_dirs import state_folder

_FILE: Final = "predictions.jsonl"


def scores_file() -> Path:
    """Return the file of all answers, existing or not."""
    return state_folder() / _FILE


def load_score(key: str) -> Score:
    """Return the score of a search since its last reset; empty if there are no answers."""
    score = Score()
    for line in _lines():
        if line.get("search") != key:
            continue
        if line.get("begun") is True:
            score = Score()
        elif (entry := Answered.from_record(line.get("answer"))) is not None:
            score.answers.append(entry)
    return score


def append_answers(key: str, answers: Sequence[Answered]) -> tuple[int, str]:
    """Add answers to the file."""
    for place, answer in enumerate(answers):
        problem = _add({"search": key, "answer": answer.as_record()})
        if problem:
            return place, problem
    return len(answers), ""


def reset_score(key: str) -> str:
    """Reset the score of a search; earlier answers stay in the file."""
    return _add({"search": key, "begun": True})


class Scorebook:
    """The score of one search: each answer is saved at once, or with the next one."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.score = load_score(key)
        self._unsaved: list[Answered] = []

    def add(self, answer: Answered) -> str:
        """Add an answer; return a message if it could not be saved yet."""
        self.score.answers.append(answer)
        self._unsaved.append(answer)
        return self.keep()

    def keep(self) -> str:
        """Save the unsaved answers; return a message if that fails."""
        kept, problem = append_answers(self.key, self._unsaved)
        del self._unsaved[:kept]
        if not problem:
            return ""
        left = len(self._unsaved)
        return f"{left} answer{'s are' if left > 1 else ' is'} not saved yet: {problem}"

    def reset_score(self) -> str:
        """Reset the score; return a message if the reset could not be saved."""
        problem = reset_score(self.key)
        if problem:
            return f"The score could not be reset: {problem}"
        self._unsaved.clear()
        self.score = Score()
        return ""


def _add(record: dict[str, Any]) -> str:
    """Add a line to the file; return the error, if any."""
    path = scores_file()
    line = json.dumps({**record, "at": _now()}, ensure_ascii=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with file_lock(path):
            return _append(path, line)
    except PlytraceError as error:
        return str(error)
    except OSError as error:
        return f"{path}: {error.strerror}"


def _append(path: Path, line: str) -> str:
    """Write a line at the end of a file; return the error if it was cut short, if any."""
    to = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    try:
        end = os.lseek(to, 0, os.SEEK_END)
        os.lseek(to, max(0, end - 1), os.SEEK_SET)
        whole = end == 0 or os.read(to, 1) == b"\n"  # else a line was left unfinished
        data = ("" if whole else "\n").encode() + line.encode("utf-8", "replace") + b"\n"
        return f"{path}: no space left" if os.write(to, data) < len(data) else ""
    finally:
        os.close(to)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _lines() -> Iterator[dict[str, Any]]:
    try:
        text = scores_file().read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in text.split("\n"):
        try:
            record: Any = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            yield record
