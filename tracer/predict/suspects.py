"""The misconceptions that lead to a wrong answer about the next step.

One answer seldom distinguishes them: a missed cutoff fits a dozen. Several answers of a student do;
see `likeliest`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tracer.misconceptions import MISCONCEPTIONS
from tracer.predict.asking import judge
from tracer.predict.kinds import Question
from tracer.recording.recording import Recording
from tracer.steps.replay import Replay

__all__ = ["likeliest", "suspects"]


def suspects(trace: Recording, replay: Replay, question: Question, answer: str) -> tuple[str, ...]:
    """Return the misconceptions that may explain a wrong answer, the simplest first.

    Args:
        trace: the search.
        replay: its steps.
        question: the question.
        answer: the typed answer.

    Returns:
        Their slugs; empty for a right answer, and for one that no misconception explains.

    Raises:
        InvalidInput: the answer does not fit the question.
    """
    verdict = judge(trace, question, answer)
    if verdict.is_right:
        return ()
    if verdict.alike:
        return verdict.alike
    if trace.uses_playouts:  # misconceptions are about searches of every move
        return (verdict.misconception,) if verdict.misconception else ()
    first = [verdict.misconception] if verdict.is_certain else []
    wrong = question.kind.wrong_answer(trace, replay, question, answer)
    if wrong is None:
        return (*first,)
    places = {
        slug: one.revealed_by[question.kind.id](wrong)
        for slug, one in MISCONCEPTIONS.items()
        if question.kind.id in one.revealed_by and one.suits(trace)
    }
    found = sorted((slug for slug, place in places.items() if place), key=places.__getitem__)
    return tuple(dict.fromkeys([*first, *found]))


def likeliest(slips: Iterable[Sequence[str]]) -> str:
    """Return the misconception that explains most slips; empty if none does.

    Args:
        slips: for each slip, the misconceptions that may explain it, the simplest first.
    """
    known = [one for one in slips if one]
    fits = Counter(slug for one in known for slug in one)
    if not fits:
        return ""
    # Among misconceptions that fit equally often, the simplest one.
    rank = {slug: sum(one.index(slug) for one in known if slug in one) for slug in fits}
    return min(fits, key=lambda slug: (-fits[slug], rank[slug]))
