"""The data of each step for the page; the script only displays it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.errors import UsageError
from engine.log.visit_log import CHILDLESS
from tracer.drawing.print.contents.positions import player_labels
from tracer.drawing.tree.node_facts import sign_of
from tracer.mcts.rewards import mcts_rewards
from tracer.recording.recording import Recording
from tracer.steps.executed_lines import executed_lines
from tracer.steps.pseudocode import listing
from tracer.steps.replay import Replay
from tracer.steps.snapshot import StackFrame
from tracer.text.numbers import show_number
from tracer.text.printable_text import printable_text
from tracer.web.pass_figures import page_size_advice
from tracer.web.question_records import question_data

#: Largest number of steps; a page with more is slow to open and to read.
MOST_STEPS: Final = 4_000


def frame_fields(trace: Recording) -> tuple[str, ...]:
    """Return the columns of the stack; a search by playouts has visits and a mean instead of v."""
    if trace.uses_playouts:
        return ("node", "player", "visits", "mean")
    return ("node", "player", "v", *(("α", "β") if trace.has_window else ()), "children")


def page_replay(trace: Recording) -> Replay:
    """Return the steps of a search, if they fit on a page."""
    replay = Replay(trace)
    if not len(replay):
        raise UsageError("the search stopped before its first step, so there are no steps to show")
    if len(replay) > MOST_STEPS:
        raise UsageError(
            f"the trace has {len(replay):,} steps, too many for a page",
            where=printable_text(trace.title or trace.source),
            expected=f"at most {MOST_STEPS:,}",
            hint=page_size_advice(trace),
        )
    return replay


def step_records(
    trace: Recording, replay: Replay, on_step: Callable[[int], object] = lambda _: None
) -> list[dict[str, Any]]:
    """Return every step as plain data."""
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
            "run": executed_lines(trace, written, now),
            "stack": [_frame(trace, frame, labels, step) for frame in now.stack],
        }
        if now.note:
            record["note"] = now.note
        if asked := question_data(trace, replay, step):
            record["ask"] = asked
        records.append(record)
        on_step(step + 1)
    return records


def _frame(trace: Recording, frame: StackFrame, labels: dict[Any, str], step: int) -> list[Any]:
    label = labels.get(sign_of(frame.player, leaf=False), trace.player_name(frame.row))
    who = [frame.name, label]
    if trace.uses_playouts:
        rewards = mcts_rewards(trace)
        counted = rewards.measure_node(rewards.find_number(frame.row), step)
        return [*who, f"{counted.visits:,}", counted.shown_mean if counted.visits else "–", 0]
    leaf = bool(trace.log.flags[frame.row] & CHILDLESS)
    window = [show_number(frame.alpha), show_number(frame.beta)] if trace.has_window else []
    children = "leaf" if leaf else f"{frame.tried} of {frame.actions}"
    return [*who, show_number(frame.v), *window, children, int(frame.cut)]
