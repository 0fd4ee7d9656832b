"""The feedback on a student's answer: the verdict, the reason and the misconception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.errors import InvalidInput
from tracer.marking.results.record import Feedback, MarkedSheet
from tracer.mistakes import MISTAKES
from tracer.predict import Question, judge
from tracer.runs.search_trace import Trace
from trees.text import quote

#: A line break in Markdown.
_BREAK: Final = "  \n"


@dataclass(frozen=True, slots=True)
class AnswerFeedback:
    """The feedback on an answer."""

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

    A misconception is named only if it is certain.
    """
    verdict = judge(trace, question, typed)
    slug = verdict.misconception if verdict.is_certain else ""
    known = f"Common mistake: {MISTAKES[slug].title}." if slug else ""
    return AnswerFeedback(verdict.is_right, f"{verdict.text} {known}".strip(), slug)


def sheet_feedback(
    marked: MarkedSheet,
    only: str = "",
    *,
    hides_answer: bool = False,
    rights: Mapping[str, str] = MappingProxyType({}),
) -> AnswerFeedback:
    """Return the feedback on a marked sheet.

    Args:
        marked: the sheet.
        only: the part that must be readable; by default all.
        hides_answer: whether the sheet can still be corrected.
        rights: right answers to show after the verdicts, by part; the feedback is then short.
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
    verdicts = [_verdict(part, message, rights) for part, message in said if message]
    texts = [_BREAK.join(verdicts)] if rights else verdicts
    if hides_answer and marked.departure is not None:
        texts.append(f"The first mistake is at {marked.departure.node}.")
    slug = ""
    if marked.findings:
        finding = marked.findings[0]
        slug = finding.slug
        is_short = hides_answer or bool(rights)
        text = f"Common mistake: {MISTAKES[slug].title}." if is_short else finding.message
        texts.append(f"{text} Think about this: {MISTAKES[slug].hint}")
    others = [one.slug for one in marked.findings] + list(marked.alike)
    return AnswerFeedback(marked.ok, "\n\n".join(texts), slug, tuple(dict.fromkeys(others)))


def _verdict(part: str, message: str, rights: Mapping[str, str]) -> str:
    """Return the verdict on a part, with the right answer unless the verdict contains it."""
    right = rights.get(part, "")
    if not right or right in message:
        return f"{part}: {message}"
    return f"{part}: {message}. **Right:** {right}"
