"""Everything that the page shows of a step, said by the library and only shown by the script."""

from __future__ import annotations

from typing import Any, Final

from engine.errors import UsageError
from engine.log import CHILDLESS
from tracer.diagram.given import player_labels
from tracer.diagram.model import printable
from tracer.figure.facts import sign_of
from tracer.lines import lines_run
from tracer.player.questions import question_data
from tracer.player.scenes import smaller_page
from tracer.pseudocode import listing
from tracer.recording import Recording
from tracer.replay import Replay
from tracer.steps import Frame
from tracer.values import show_number

__all__ = ["FRAME_FIELDS", "MOST_STEPS", "replay_of", "step_records"]

#: Steps of a trace that is played; a page with more is slow to open and to read.
MOST_STEPS: Final = 4_000

#: What a frame of the stack is given as.
FRAME_FIELDS: Final = ("node", "player", "v", "alpha", "beta", "children", "cut")


def replay_of(trace: Recording) -> Replay:
    """The steps of a search that is not too long for a page.

    Raises:
        UsageError: it has too many steps, or none.
    """
    replay = Replay(trace)
    if not len(replay):
        raise UsageError("the search was stopped before its first step, so nothing can be played")
    if len(replay) > MOST_STEPS:
        raise UsageError(
            f"the trace has {len(replay):,} steps, too many for a page",
            where=printable(trace.title or trace.source),
            expected=f"{MOST_STEPS:,} at most",
            hint=smaller_page(trace),
        )
    return replay


def step_records(trace: Recording, replay: Replay) -> list[dict[str, Any]]:
    """Every step as plain data.

    Returns:
        Of each step its `kind`, `node`, `sentence`, pseudocode `line` and lines `run` (from 0),
        `stack` (frames with `FRAME_FIELDS`, the root first), where there is one the author's
        `note`, and `ask`, the question about the step after it.
    """
    labels = dict(player_labels(trace.game))
    written = listing(trace)
    records = []
    for step in range(len(replay)):
        now = replay.at(step)
        record: dict[str, Any] = {
            "kind": now.event.kind.value,
            "node": now.event.name,
            "sentence": now.sentence,
            "line": now.line,
            "run": lines_run(trace, written, now),
            "stack": [_frame(trace, frame, labels) for frame in now.stack],
        }
        if now.note:
            record["note"] = now.note
        if asked := question_data(trace, replay, step):
            record["ask"] = asked
        records.append(record)
    return records


def _frame(trace: Recording, frame: Frame, labels: dict[Any, str]) -> list[Any]:
    leaf = bool(trace.log.flags[frame.row] & CHILDLESS)
    return [
        frame.name,
        labels[sign_of(frame.player, leaf=False)],
        show_number(frame.v),
        show_number(frame.alpha),
        show_number(frame.beta),
        "leaf" if leaf else f"{frame.tried} of {frame.actions}",
        int(frame.cut),
    ]
