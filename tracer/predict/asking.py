"""Questions about the next step."""

from __future__ import annotations

from collections.abc import Collection

from tracer.predict.kinds import KINDS, Question, QuestionKind, Verdict
from tracer.predict.kinds.base import Moment, best_fit
from tracer.recording.recording import Recording
from tracer.steps.replay import Replay


def next_question(
    trace: Recording, replay: Replay, step: int, kinds: Collection[QuestionKind] | None = None
) -> Question | None:
    """Return the question about the step after one; None if nothing is decided there.

    Nothing is decided when the search reads a leaf, enters a first child, or enters the next leaf
    after a question about a cutoff.
    """
    return seek_question(trace, replay, step, kinds, 1)


def seek_question(
    trace: Recording,
    replay: Replay,
    step: int,
    kinds: Collection[QuestionKind] | None,
    most: int,
) -> Question | None:
    """Return the first question after a step; None if none of the steps asks one."""
    kinds = KINDS.values() if kinds is None else kinds
    now = replay.at(step)
    for at in range(step, min(step + most, len(replay) - 1)):
        then = replay.at(at + 1)
        moment = Moment(trace, now, then)
        kind = best_fit(moment, kinds)
        question = kind.ask(moment) if kind else None
        if question is not None:
            return question
        now = then
    return None


def judge(trace: Recording, question: Question, answer: str) -> Verdict:
    """Judge an answer in any reasonable form."""
    return question.kind.judge(trace, question, answer)
