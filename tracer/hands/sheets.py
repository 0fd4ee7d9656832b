"""A search by hand as an answer sheet, from which it also continues."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput
from engine.log.visit_log import LEAF, Flag
from tracer.hands.events import Event, Need, event_text, read_event
from tracer.hands.hand_work import HandWork
from tracer.predict.fingerprint import search_key
from tracer.recording.fold import fold
from tracer.text.numbers import json_number

__all__ = ["SavedWork", "answers_of", "read_saved_work", "sheet_text"]

#: How the comments of a sheet begin that only plytrace reads.
_ABOUT: Final = "# plytrace work: "
_STEPS: Final = "# by hand: "
_SLIPS: Final = "# not right at once: "


@dataclass(frozen=True, slots=True)
class SavedWork:
    """A search by hand as it was saved.

    Args:
        about: key of the search and level, which tell it from others.
        events: steps so far.
        slips: numbers of the steps that were not right at once, from 0.
    """

    about: str
    events: tuple[Event, ...]
    slips: frozenset[int] = frozenset()


def answers_of(work: HandWork) -> dict[str, Any]:
    """Return the parts of an answer sheet that a work answers so far, as plain data.

    Of a node that is visited twice, the first visit counts, as in a sheet.
    """
    trace, log = work.trace, work.trace.log
    names = list(trace.names())
    inner = [row for row in range(len(log)) if not log.flags[row] & LEAF]
    closed = [row for row in inner if not log.flags[row] & Flag.INCOMPLETE]
    parts: dict[str, Any] = {"visits": names}
    # In reverse, so that the first visit is kept.
    parts["values"] = {names[row]: json_number(log.value[row]) for row in reversed(closed)}
    if work.windowed:
        is_asked = work.need is Need.WINDOW
        entered = [row for row in inner if not (is_asked and row == work.frame.row)]
        parts["windows"] = {
            names[row]: f"({json_number(log.alpha[row])}, {json_number(log.beta[row])})"
            for row in reversed(entered)
        }
        cuts = [row for row in closed if log.flags[row] & Flag.CUTOFF]
        parts["cutoffs"] = [_cutoff(work, row, names[row]) for row in cuts] or "none"
    if work.move is not None:
        parts["move"] = work.game.name_of(work.root.moves[work.move])
    for part in ("values", "windows"):
        if part in parts:
            parts[part] = dict(reversed(parts[part].items()))
    return {part: answer for part, answer in parts.items() if answer}


def _cutoff(work: HandWork, row: int, name: str) -> dict[str, Any]:
    before = fold(work.trace, row, work.trace.log.tried[row] - 1)
    skipped = list(work.trace.skipped(row))
    window = {"alpha": json_number(before.alpha), "beta": json_number(before.beta)}
    return {"at": name, **window, "skipped": skipped}


def saved_about(work: HandWork, level: str) -> str:
    """Return what tells a work from others: its search, and its level."""
    return f"{level} · {search_key(work.task)}"


def sheet_text(work: HandWork, level: str, slips: frozenset[int] = frozenset()) -> str:
    """Return a work as a sheet in YAML; comments keep the steps.

    Args:
        work: work so far.
        level: level at which it is worked.
        slips: numbers of the steps that were not right at once, from 0.
    """
    steps = "; ".join(map(event_text, work.events))
    lines = [f"{_ABOUT}{saved_about(work, level)}", f"{_STEPS}{steps}"]
    if slips:
        lines.append(_SLIPS + " ".join(str(number + 1) for number in sorted(slips)))
    for part, answer in answers_of(work).items():
        lines.append(f"{part}: {json.dumps(answer, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


def read_saved_work(text: str, name: str) -> SavedWork:
    """Read the steps of a saved sheet.

    Args:
        text: sheet.
        name: name of the file, for messages.

    Raises:
        InvalidInput: if the sheet was not written by a search by hand, or was changed.
    """
    kept = {
        start: line.removeprefix(start)
        for line in text.splitlines()
        for start in (_ABOUT, _STEPS, _SLIPS)
        if line.startswith(start)
    }
    if _ABOUT not in kept or _STEPS not in kept:
        raise InvalidInput(
            "this file has no search by hand",
            where=name,
            expected="a sheet that plytrace work wrote, or a new file",
        )
    try:
        events = tuple(read_event(step) for step in kept[_STEPS].split(";") if step.strip())
        slips = frozenset(int(number) - 1 for number in kept.get(_SLIPS, "").split())
    except ValueError as error:
        raise InvalidInput("the numbers of slips cannot be read", where=name) from error
    except InvalidInput as error:
        raise InvalidInput(error.found, where=name, expected=error.expected) from error
    return SavedWork(kept[_ABOUT], events, slips)
