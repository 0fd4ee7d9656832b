"""Everything that the page shows of a step, said by the library and only shown by the script."""

from __future__ import annotations

from collections.abc import Callable
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
from tracer.rewards import rewards_of
from tracer.steps import Frame
from tracer.values import show_number

__all__ = ["MOST_STEPS", "frame_fields", "replay_of", "step_records"]

#: Steps of a trace that is played; a page with more is slow to open and to read.
MOST_STEPS: Final = 4_000


def frame_fields(trace: Recording) -> tuple[str, ...]:
    """What is told of a frame of the stack: where playouts are counted, no v stands for a node."""
    if trace.plays_out:
        return ("node", "player", "visits", "mean")
    return ("node", "player", "v", *(("α", "β") if trace.has_window else ()), "children")


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


def step_records(
    trace: Recording, replay: Replay, on_step: Callable[[int], object] = lambda _: None
) -> list[dict[str, Any]]:
    """Every step as plain data.

    Args:
        trace: the search.
        replay: its steps.
        on_step: called with the number of steps that are done.

    Returns:
        Of each step its `kind`, `node`, `sentence`, pseudocode `line` and lines `run` (from 0),
        `stack` (of frames, the root first, what `frame_fields` names and whether it is cut), where
        there is one the author's `note`, and `ask`, the question about the step after it.
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
            "stack": [_frame(trace, frame, labels, step) for frame in now.stack],
        }
        if now.note:
            record["note"] = now.note
        if asked := question_data(trace, replay, step):
            record["ask"] = asked
        records.append(record)
        on_step(step + 1)
    return records


def _frame(trace: Recording, frame: Frame, labels: dict[Any, str], step: int) -> list[Any]:
    who = [frame.name, labels[sign_of(frame.player, leaf=False)]]
    if trace.plays_out:
        rewards = rewards_of(trace)
        counted = rewards.at(rewards.number_of(frame.row), step)
        return [*who, f"{counted.visits:,}", counted.shown_mean if counted.visits else "–", 0]
    leaf = bool(trace.log.flags[frame.row] & CHILDLESS)
    window = [show_number(frame.alpha), show_number(frame.beta)] if trace.has_window else []
    children = "leaf" if leaf else f"{frame.tried} of {frame.actions}"
    return [*who, show_number(frame.v), *window, children, int(frame.cut)]
