"""The questions of predict mode, with the verdicts on all distinct answers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import product
from typing import Any, Final

from engine.errors import InvalidInput
from engine.log.visit_log import NO_PARENT
from tracer.predict import Question, Verdict, judge, next_question
from tracer.predict.kinds.result import best_at
from tracer.predict.typed.names import Name, move_of, name_of, skipped_at
from tracer.recording.recording import Recording
from tracer.steps.replay import Replay
from tracer.text.numbers import json_number, show_number

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
