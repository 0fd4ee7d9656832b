"""The answers of predict mode, kept as they are given, so that nothing is lost.

A line is added to a file for every answer, and no line is ever written again: neither a session
that is killed, nor another one beside it, nor a full disk takes away what stands there. What cannot
be read is passed over and stays.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tracer.predict import Answered, Score
from tui.places import state_folder

__all__ = ["Scorebook", "begin_anew", "keep_answers", "kept_score", "scores_file"]

_FILE: Final = "predictions.jsonl"


def scores_file() -> Path:
    """The file of all answers, be it there or not."""
    return state_folder() / _FILE


def kept_score(key: str) -> Score:
    """The score of a search since it was last begun; an empty one where nothing was answered.

    Args:
        key: what tells the search from others.
    """
    score = Score()
    for line in _lines():
        if line.get("search") != key:
            continue
        if line.get("begun") is True:
            score = Score()
        elif (entry := Answered.from_record(line.get("answer"))) is not None:
            score.answers.append(entry)
    return score


def keep_answers(key: str, answers: Sequence[Answered]) -> tuple[int, str]:
    """Add answers to the file.

    Args:
        key: what tells the search from others.
        answers: them, in the order in which they were given.

    Returns:
        How many of them are kept now, and why no more are; empty where all are.
    """
    for place, answer in enumerate(answers):
        problem = _add({"search": key, "answer": answer.as_record()})
        if problem:
            return place, problem
    return len(answers), ""


def begin_anew(key: str) -> str:
    """Let the score of a search begin anew; the answers before stay in the file.

    Args:
        key: what tells the search from others.

    Returns:
        Why it could not be noted; empty where it was.
    """
    return _add({"search": key, "begun": True})


class Scorebook:
    """The score of one search: every answer goes to the file at once, or with the next one.

    Args:
        key: what tells the search from others.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.score = kept_score(key)
        self._unkept: list[Answered] = []

    def add(self, answer: Answered) -> str:
        """Take an answer in; what is said where it could not be kept yet."""
        self.score.answers.append(answer)
        self._unkept.append(answer)
        return self.keep()

    def keep(self) -> str:
        """Keep what could not be kept before; what is said where it still cannot be."""
        kept, problem = keep_answers(self.key, self._unkept)
        del self._unkept[:kept]
        if not problem:
            return ""
        left = len(self._unkept)
        return f"{left} answer{'s' * (left > 1)} not kept yet: {problem}"

    def begin_anew(self) -> str:
        """Begin the score anew; what is said where that could not be noted."""
        problem = begin_anew(self.key)
        if problem:
            return f"Not begun anew: {problem}"
        self._unkept.clear()
        self.score = Score()
        return ""


def _add(record: dict[str, Any]) -> str:
    """Add a line to the file; why it could not be, or nothing."""
    path = scores_file()
    line = json.dumps({**record, "at": _now()}, ensure_ascii=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # One write at the end of the file: two sessions do not come between each other.
        to = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        try:
            end = os.lseek(to, 0, os.SEEK_END)
            os.lseek(to, max(0, end - 1), os.SEEK_SET)
            whole = end == 0 or os.read(to, 1) == b"\n"  # else a line was left unfinished
            data = ("" if whole else "\n").encode() + line.encode("utf-8", "replace") + b"\n"
            if os.write(to, data) < len(data):
                return f"{path}: no space left"
        finally:
            os.close(to)
    except OSError as error:
        return f"{path}: {error.strerror}"
    return ""


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
