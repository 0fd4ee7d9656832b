"""The feedback on a student's answer: the verdict, the reason and the misconception."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import InvalidInput
from tracer.check.results.record import Feedback, MarkedSheet
from tracer.misconceptions import MISTAKES
from tracer.predict import Question, judge, suspects
from tracer.runs.search_trace import Trace
from trees.text.quoting import quote

__all__ = ["AnswerFeedback", "sheet_feedback", "step_feedback"]


@dataclass(frozen=True, slots=True)
class AnswerFeedback:
    """The feedback on an answer.

    Args:
        is_right: whether it is right.
        text: the message, in Markdown.
        misconception: slug of the misconception behind it; empty if none is known.
        alike: all misconceptions that may explain it, that one first.
        was_asked_for: whether the student asked for the answer, so it is not judged.
    """

    is_right: bool
    text: str
    misconception: str = ""
    alike: tuple[str, ...] = ()
    was_asked_for: bool = False

    @property
    def suspects(self) -> tuple[str, ...]:
        """All misconceptions that may explain the answer."""
        return self.alike or ((self.misconception,) if self.misconception else ())


def step_feedback(trace: Trace, question: Question, typed: str) -> AnswerFeedback:
    """Return the feedback on an answer about the next step.

    A misconception is named only if it is certain, or the only one that explains the answer.

    Args:
        trace: the search.
        question: the question.
        typed: the answer.

    Raises:
        InvalidInput: the answer does not fit the question.
    """
    verdict = judge(trace, question, typed)
    found = suspects(trace, trace.replay, question, typed)
    # A slip explains any number: it neither names a cause nor rules one out.
    named = [slug for slug in found if slug != "arithmetic-slip"]
    slug = named[0] if named and (verdict.is_certain or len(named) == 1) else ""
    known = f"Common mistake: {MISTAKES[slug].title}." if slug else ""
    return AnswerFeedback(verdict.is_right, f"{verdict.text} {known}".strip(), slug, found)


def sheet_feedback(
    marked: MarkedSheet, only: str = "", *, hides_answer: bool = False
) -> AnswerFeedback:
    """Return the feedback on a marked sheet.

    Args:
        marked: its marks.
        only: the part that needs an answer; empty for all.
        hides_answer: whether the message contains no right entry.

    Raises:
        InvalidInput: there is no answer, or it cannot be read.
    """
    if marked.error:
        raise InvalidInput(marked.error)
    lines = ", ".join(quote(text, 60) for _, text in marked.unread)
    unread = [
        f"{one.part} could not be read: {lines}" if one.pending else one.message
        for one in marked.parts
        if one.unread and only in ("", one.part)
    ]
    if unread:
        raise InvalidInput("; ".join(unread))
    level: Feedback = "hint" if hides_answer else "full"
    said = ((part.part, part.message_at(level)) for part in marked.parts if not part.ok)
    texts = [f"{part}: {message}" for part, message in said if message]
    if hides_answer and marked.departure is not None:
        texts.append(f"The first mistake is at {marked.departure.node}.")
    slug = ""
    if marked.findings:
        finding = marked.findings[0]
        slug = finding.slug
        text = f"Common mistake: {MISTAKES[slug].title}." if hides_answer else finding.message
        texts.append(f"{text} Think about this: {MISTAKES[slug].hint}")
    others = [one.slug for one in marked.findings] + list(marked.alike)
    return AnswerFeedback(marked.ok, "\n\n".join(texts), slug, tuple(dict.fromkeys(others)))
