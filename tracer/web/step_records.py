"""The data of each step for the page; the script only displays it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from itertools import product
from typing import Any, Final

from engine.errors import InvalidInput, UsageError
from engine.log.visit_log import CHILDLESS, NO_PARENT
from tracer.drawing.print.contents.positions import player_labels
from tracer.drawing.tree.node_facts import sign_of
from tracer.mcts.rewards import mcts_rewards
from tracer.predict import Question, Verdict, judge, next_question
from tracer.predict.kinds.result import best_at
from tracer.predict.typed.names import Name, move_of, name_of, skipped_at
from tracer.recording.recording import Recording
from tracer.steps.executed_lines import executed_lines
from tracer.steps.pseudocode import listing
from tracer.steps.replay import Replay
from tracer.steps.snapshot import StackFrame
from tracer.text.numbers import json_number, show_number
from tracer.text.printable_text import printable_text
from tracer.web.pass_figures import page_size_advice

# The questions of predict mode, with the verdicts on all distinct answers.

#: The entry of `answers` for every other answer.
ELSE: Final = None

#: A name that no node has, since names have no control characters.
_NO_NAME: Final = "\0"


def question_data(trace: Recording, replay: Replay, step: int) -> dict[str, Any] | None:
    """Return the question about the next step, as data for the page's script.

    The script only looks up an answer; it is judged here.
    """
    question = next_question(trace, replay, step)
    if question is None:
        return None
    data: dict[str, Any] = {
        "asks": question.kind.id,
        "text": question.text,
        "hint": question.hint,
        "right": question.right,
        "field": question.kind.field,
    }
    if trace.vectors is not None:
        data["players"] = list(trace.vectors.share_names)
    choices = question.kind.choices(question)
    if choices:
        data["choices"] = choices
        data["answers"] = [
            [key, _verdict_record(judge(trace, question, key))] for key, _ in choices
        ]
        return data
    judged = [(key, _judged(trace, question, typed)) for key, typed in _answers(trace, question)]
    other = judged.pop()[1]
    seen: dict[str, Any] = {}
    for key, verdict in judged:
        if verdict != other:
            seen.setdefault(repr(key), [key, _verdict_record(verdict)])
    data["answers"] = [*seen.values(), [ELSE, _verdict_record(other)]]
    return data


def _judged(trace: Recording, question: Question, typed: str) -> Verdict:
    """Judge an answer; one that cannot be read is wrong here, since the page reads none."""
    try:
        return judge(trace, question, typed)
    except InvalidInput as error:
        return Verdict(False, str(error))


def _verdict_record(verdict: Verdict) -> list[Any]:
    return [int(verdict.is_right), verdict.text, verdict.mistake]


def _answers(trace: Recording, question: Question) -> list[tuple[Any, str]]:
    """Return answers with different verdicts, as keys and as typed; the last is any other one."""
    if question.kind.field == "name":
        names = dict.fromkeys(_names(trace, question))
        known = [(_key(name), name.text) for name in names if name.text]
        keys = [key for key, _ in known]
        others = (name.text for name in _all_names(trace) if _key(name) not in keys)
        return [*known, (ELSE, next(others, _NO_NAME))]
    if question.kind.field == "result":
        if trace.vectors is not None:
            return _vector_results(trace, question)
        right, best = question.numbers[0], best_at(trace, question.node)
        assert best is not None, "the question needs a move"
        move, other = move_of(trace, best), _distant_number([right])
        moves = (move_of(trace, row) for row in trace.log.children(question.node))
        wrong = next((one.text for one in moves if one.text != move.text), _NO_NAME)
        return [
            ([json_number(right), _key(move)], f"{_format_exactly(right)} {move.text}"),
            ([json_number(right), ELSE], f"{_format_exactly(right)} {wrong}"),
            (ELSE, f"{_format_exactly(other)} {move.text}"),
        ]
    if trace.vectors is not None and question.kind.field == "number":
        vectors = dict.fromkeys(_vectors(trace, question))
        other = _distant_number(question.numbers)
        return [
            *(
                (list(map(json_number, one)), " ".join(map(_format_exactly, one)))
                for one in vectors
            ),
            (ELSE, " ".join([_format_exactly(other)] * len(question.numbers))),
        ]
    count = 2 if question.kind.field == "window" else 1
    numbers = [one for one in dict.fromkeys(_numbers(trace, question)) if not math.isnan(one)]
    pairs = product(numbers, repeat=count)
    other = _distant_number(numbers)
    return [
        *((list(map(json_number, pair)), " ".join(map(_format_exactly, pair))) for pair in pairs),
        (ELSE, " ".join([_format_exactly(other)] * count)),
    ]


def _vectors(trace: Recording, question: Question) -> Iterator[tuple[float, ...]]:
    """Yield the vectors of likely answers: the right one, those of children, and a mixed one."""
    yield question.numbers
    seen = [
        tuple(map(float, trace.shares(row) or ()))
        for row in trace.log.children(question.node)
        if trace.tour.left_at(row) <= question.step
    ]
    yield from seen
    yield tuple(map(max, *seen)) if len(seen) > 1 else seen[0]


def _vector_results(trace: Recording, question: Question) -> list[tuple[Any, str]]:
    """Return the answers about the root's vector and the move, as `_answers` does."""
    best = best_at(trace, question.node)
    assert best is not None, "the question needs a move"
    move, right = move_of(trace, best), question.numbers
    numbers, other = list(map(json_number, right)), _distant_number(right)
    typed = " ".join(map(_format_exactly, right))
    moves = (move_of(trace, row) for row in trace.log.children(question.node))
    wrong = next((one.text for one in moves if one.text != move.text), _NO_NAME)
    return [
        ([*numbers, _key(move)], f"({typed}) {move.text}"),
        ([*numbers, ELSE], f"({typed}) {wrong}"),
        (ELSE, f"({' '.join([_format_exactly(other)] * len(right))}) {move.text}"),
    ]


def _names(trace: Recording, question: Question) -> Iterable[Name]:
    """Yield the right name, and the names of skipped nodes and of the parent."""
    row = question.node
    yield name_of(trace, row)
    yield move_of(trace, row)
    for above in trace.rows_to(max(0, row - 1)):
        yield from skipped_at(trace, above)
    parent = trace.log.parent[row]
    if parent != NO_PARENT:
        yield name_of(trace, parent)


def _all_names(trace: Recording) -> Iterable[Name]:
    """Yield the names of all visited and skipped nodes."""
    for row in range(len(trace.log)):
        yield name_of(trace, row)
        yield from skipped_at(trace, row)


def _numbers(trace: Recording, question: Question) -> Iterable[float]:
    """Yield the numbers of likely answers: the right ones, the old ones and common mistakes."""
    yield from (*question.numbers, *question.before)
    if question.kind.field == "number":
        yield trace.log.value[trace.tour.row_at(question.step)[0]]
    else:
        yield from (-math.inf, math.inf)
        yield from (trace.log.alpha[question.node], trace.log.beta[question.node])


def _distant_number(numbers: Iterable[float]) -> float:
    """Return a number that is far from all given ones."""
    return 3 * max((abs(one) for one in numbers if math.isfinite(one)), default=0) + 12_345.0


def _format_exactly(number: float) -> str:
    """Format a number so that it is read back exactly."""
    return show_number(number) if math.isinf(number) else format(Decimal(repr(number)), "f")


def _key(name: Name) -> str | dict[str, str]:
    """Return the key of a name: in lower case, or exact if two names differ only by case."""
    text = " ".join(name.text.split())
    return {"exact": text} if name.exact else text.lower()


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
