"""What predict mode asks before a step, with the verdict on every answer that it knows apart."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from itertools import product
from typing import Any, Final

from engine.log import NO_PARENT
from tracer.predict import Asks, Question, Verdict, judge, next_question
from tracer.predict.names import Name, move_of, name_of, skipped_at
from tracer.predict.questions import best_at
from tracer.recording import Recording
from tracer.replay import Replay
from tracer.values import json_number, show_number

__all__ = ["ELSE", "question_data"]

#: The answer of `answers` that stands for every other one.
ELSE: Final = None

#: What the answers to a question are made of.
_FIELDS: Final = {
    Asks.NEXT: "name",
    Asks.VALUE: "number",
    Asks.WINDOW: "window",
    Asks.CUT: "choice",
    Asks.AGAIN: "choice",
    Asks.RESULT: "result",
}

#: What can be chosen where there is no more to answer, with its words.
_CHOICES: Final = {
    Asks.CUT: (("no", "no, it goes on"), ("α", "yes, by α"), ("β", "yes, by β")),
    Asks.AGAIN: (("yes", "yes"), ("no", "no")),
}
#: The same after the last child, where nothing goes on.
_LAST: Final = (("no", "no"), *_CHOICES[Asks.CUT][1:])

#: A name that no node has: names are printed on one line.
_NO_NAME: Final = "\0"


def question_data(trace: Recording, replay: Replay, step: int) -> dict[str, Any] | None:
    """The question about the step after one, as the page's script is given it.

    The script only looks an answer up; what is right, and what is said of a wrong answer, is
    judged here.

    Args:
        trace: the search.
        replay: its steps.
        step: the step that is shown.

    Returns:
        `asks`, `text`, `hint`, `field`, perhaps `choices`, and `answers`: pairs of an answer and
        its verdict (whether it is right, what is told, what went wrong). An answer is a choice, a
        name (in lower case, or as `exact` where case tells two apart), numbers, or numbers and a
        name; `ELSE` is every other one. None where nothing is
        asked.
    """
    question = next_question(trace, replay, step)
    if question is None:
        return None
    data: dict[str, Any] = {
        "asks": question.asks.value,
        "text": question.text,
        "hint": question.hint,
        "right": question.right,
        "field": _FIELDS[question.asks],
    }
    if question.asks in _CHOICES:
        choices = _LAST if question.last else _CHOICES[question.asks]
        data["choices"] = choices
        data["answers"] = [[key, _told(judge(trace, question, key))] for key, _ in choices]
        return data
    judged = [(key, judge(trace, question, typed)) for key, typed in _answers(trace, question)]
    other = judged.pop()[1]
    seen: dict[str, Any] = {}
    for key, verdict in judged:
        if verdict != other:
            seen.setdefault(repr(key), [key, _told(verdict)])
    data["answers"] = [*seen.values(), [ELSE, _told(other)]]
    return data


def _told(verdict: Verdict) -> list[Any]:
    return [int(verdict.is_right), verdict.told, verdict.kind]


def _answers(trace: Recording, question: Question) -> list[tuple[Any, str]]:
    """Answers that may be judged apart, as looked up and as typed; the last stands for the rest."""
    if question.asks is Asks.NEXT:
        names = dict.fromkeys(_names(trace, question))
        return [*((_key(name), name.text) for name in names if name.text), (ELSE, _NO_NAME)]
    if question.asks is Asks.RESULT:
        right, best = question.numbers[0], best_at(trace, question.node)
        assert best is not None, "the question is asked only where a move was found"
        move, other = move_of(trace, best), _unlike([right])
        return [
            ([json_number(right), _key(move)], f"{_typed(right)} {move.text}"),
            ([json_number(right), ELSE], f"{_typed(right)} {_NO_NAME}"),
            (ELSE, f"{_typed(other)} {move.text}"),
        ]
    count = 2 if question.asks is Asks.WINDOW else 1
    numbers = [one for one in dict.fromkeys(_numbers(trace, question)) if not math.isnan(one)]
    pairs = product(numbers, repeat=count)
    other = _unlike(numbers)
    return [
        *((list(map(json_number, pair)), " ".join(map(_typed, pair))) for pair in pairs),
        (ELSE, " ".join([_typed(other)] * count)),
    ]


def _names(trace: Recording, question: Question) -> Iterable[Name]:
    """The right name, and those of nodes that were skipped or left before."""
    row = question.node
    yield name_of(trace, row)
    yield move_of(trace, row)
    for above in trace.rows_to(max(0, row - 1)):
        yield from skipped_at(trace, above)
    parent = trace.log.parent[row]
    if parent != NO_PARENT:
        yield name_of(trace, parent)


def _numbers(trace: Recording, question: Question) -> Iterable[float]:
    """The numbers that an answer may be made of: those that were, are and could be mistaken."""
    yield from (*question.numbers, *question.before)
    if question.asks is Asks.VALUE:
        yield trace.log.value[trace.tour.row_at(question.step)[0]]
    else:
        yield from (-math.inf, math.inf)
        yield from (trace.log.alpha[question.node], trace.log.beta[question.node])


def _unlike(numbers: Iterable[float]) -> float:
    """A number that is far from all of these."""
    return 3 * max((abs(one) for one in numbers if math.isfinite(one)), default=0) + 12_345.0


def _typed(number: float) -> str:
    """A number so that it is read back as just itself."""
    return show_number(number) if math.isinf(number) else format(Decimal(repr(number)), "f")


def _key(name: Name) -> str | dict[str, str]:
    """A name as the script looks it up: in lower case, or where case tells two apart, exactly."""
    text = " ".join(name.text.split())
    return {"exact": text} if name.exact else text.lower()
