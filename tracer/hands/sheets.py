"""A search by hand as an answer sheet, from which it also continues."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput
from engine.log.visit_log import LEAF, Flag
from tracer.drawing.tree.game_tree import game_tree
from tracer.hands.events import Event, Need, event_text, read_event
from tracer.hands.hand_work import HandWork
from tracer.hands.suitable import MOST_NODES, PARTS
from tracer.questions.visits import Visits
from tracer.recording.fold import fold
from tracer.recording.recording import Recording
from tracer.text.numbers import json_number

#: How the comments of a sheet begin that only plytrace reads.
_ABOUT: Final = "# plytrace work: "
_STEPS: Final = "# by hand: "
_SLIPS: Final = "# not right at once: "
_SEPARATOR: Final = " · "


@dataclass(frozen=True, slots=True)
class SavedWork:
    """A search by hand as it was saved."""

    #: Number of the problem in a set; "" if there is one problem alone.
    problem: str
    level: str
    #: Key of its search, which tells it from others.
    search: str
    events: tuple[Event, ...]
    #: Numbers of the steps that were not right at once, from 0.
    slips: frozenset[int] = frozenset()


def list_answers(work: HandWork) -> dict[str, Any]:
    """Return the parts of an answer sheet that a work answers so far, as plain data.

    Of a node that is visited twice, the first visit counts, as in a sheet.
    """
    trace, log = work.trace, work.trace.log
    names = list(trace.names())
    inner = [row for row in range(len(log)) if not log.flags[row] & LEAF]
    closed = [row for row in inner if not log.flags[row] & Flag.INCOMPLETE]
    parts: dict[str, Any] = {Visits.name: names}
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


def sheet_text(work: HandWork, level: str, slips: Iterable[int] = (), problem: str = "") -> str:
    """Return a work as a sheet in YAML, whose first lines keep the steps as comments."""
    steps = "; ".join(map(event_text, work.events))
    about = [f"problem {problem}"] if problem else []
    about += [level, search_key(work.task)]
    lines = [_ABOUT + _SEPARATOR.join(about), _STEPS + steps]
    if numbers := sorted(slips):
        lines.append(_SLIPS + " ".join(str(number + 1) for number in numbers))
    answers = list_answers(work)
    if problem:
        lines.append(f"problem {problem}: {_as_json(answers)}")
    else:
        lines += [f"{part}: {_as_json(answer)}" for part, answer in answers.items()]
    return "\n".join(lines) + "\n"


def _as_json(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False)


def split_blocks(text: str) -> list[str]:
    """Split a sheet into the lines before its works, and the text of each work."""
    blocks = [""]
    for line in text.splitlines():
        if line.startswith(_ABOUT):
            blocks.append("")
        blocks[-1] += f"{line}\n"
    return blocks


def own_lines(block: str, problem: str) -> list[str]:
    """Return the lines of a block that a work writes; a person may have added others."""
    return [line for line in block.splitlines() if line.startswith(_own_starts(problem))]


def added_text(block: str, problem: str) -> str:
    """Return the lines of a block that a person added."""
    starts = _own_starts(problem)
    return "".join(f"{line}\n" for line in block.splitlines() if not line.startswith(starts))


def _own_starts(problem: str) -> tuple[str, ...]:
    answers = (f"problem {problem}:",) if problem else tuple(f"{part}:" for part in PARTS)
    return (_ABOUT, _STEPS, _SLIPS, *answers)


def read_saved_work(block: str, name: str) -> SavedWork:
    """Read the steps of a saved work."""
    comments = {
        start: line.removeprefix(start)
        for line in block.splitlines()
        for start in (_ABOUT, _STEPS, _SLIPS)
        if line.startswith(start)
    }
    about = comments[_ABOUT].split(_SEPARATOR)
    problem = about.pop(0).removeprefix("problem ") if about[0].startswith("problem ") else ""
    level = about.pop(0) if about else ""
    try:
        events = [read_event(step) for step in comments.get(_STEPS, "").split(";") if step.strip()]
        slips = frozenset(int(number) - 1 for number in comments.get(_SLIPS, "").split())
    except (InvalidInput, ValueError) as error:
        why = error.found if isinstance(error, InvalidInput) else "a slip has no number"
        raise InvalidInput(
            f"the steps cannot be read: {why}", where=name, expected="the lines as written"
        ) from error
    return SavedWork(problem, level, _SEPARATOR.join(about), tuple(events), slips)


def search_key(task: Recording) -> str:
    """Return the key of a search: its source, its settings and a fingerprint of its tree.

    Files can have the same name, be rewritten, or have an edited leaf, visited or not, or another
    evaluation. The fingerprint distinguishes them.
    """
    game, settings = task.game, task.settings
    options = {name: str(value) for name, value in settings.non_defaults().items()}
    # A file is the same one from any folder.
    path = Path(task.source)
    how = [path.name if path.suffix else task.source, task.search, settings.convention.name]
    named = [f"{name} {value}" for name, value in sorted(options.items())]
    digest = blake2b(digest_size=6)
    nodes = game_tree(game, settings.depth_limit(game), most=MOST_NODES)
    for node in nodes or ():
        shape = node.name, node.edge, node.parent, str(node.sign), node.value
        digest.update(repr(shape).encode("utf-8", "replace"))
    return " · ".join([*how, *named, digest.hexdigest()])
