"""The feedback on a student's answer: what was written, what is right, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.errors import InvalidInput
from tracer.marking.results.record import MarkedSheet, PartMark
from tracer.mistakes import MISTAKES
from trees.text import quote

#: A line break in Markdown.
_BREAK: Final = "  \n"


@dataclass(frozen=True, slots=True)
class AnswerFeedback:
    """The feedback on an answer."""

    is_right: bool
    #: The feedback, in Markdown.
    text: str
    #: Slug of the misconception that explains it; empty for none.
    misconception: str = ""
    #: All misconceptions that may explain it.
    suspects: tuple[str, ...] = ()
    was_asked_for: bool = False
    #: Why a wrong answer is wrong, to read after the right one has been shown.
    reason: str = ""


def join_texts(*texts: str) -> str:
    """Return texts as paragraphs, without empty ones and without any of them twice."""
    return "\n\n".join(filter(None, dict.fromkeys(texts)))


def name_mistake(slug: str) -> str:
    """Return the name of a common mistake with its question to think about."""
    return f"Common mistake: {MISTAKES[slug].title}. Think about this: {MISTAKES[slug].hint}"


def sheet_feedback(
    marked: MarkedSheet, rights: Mapping[str, str] | None = None, *, only: str = ""
) -> AnswerFeedback:
    """Return the feedback on a marked sheet; with the right answers unless it can be corrected."""
    if marked.error:
        raise InvalidInput(marked.error)
    lines = ", ".join(quote(text, 60) for _, text in marked.unread)
    unread = [
        f"{part.part} could not be read: {lines}" if part.pending else part.message
        for part in marked.parts
        if (part.unread or part.pending) and only in ("", part.part)
    ]
    if unread:
        raise InvalidInput("; ".join(unread))
    wrong = find_wrong_parts(marked)
    slug = marked.findings[0].slug if marked.findings else ""
    if rights is None:
        texts = [
            f"{part.part}: {'not right' if part.follows else part.message_at('hint')}"
            for part in wrong
        ]
        reason = _place(marked)
    else:
        texts = [
            f"{part.part}: you wrote {part.read or 'nothing'}. "
            f"**Right:** {rights.get(part.part, '')}."
            for part in wrong
        ]
        reason = explain_sheet(marked)
    mistake = name_mistake(slug) if slug else ""
    suspects = dict.fromkeys(finding.slug for finding in marked.findings)
    text = join_texts(_BREAK.join(texts), reason, mistake)
    return AnswerFeedback(marked.ok, text, slug, tuple(suspects))


def find_wrong_parts(marked: MarkedSheet) -> list[PartMark]:
    """Return the parts that are not right, also those with full marks that follow from a slip."""
    return [part for part in marked.parts if part.follows or not part.ok]


def explain_sheet(marked: MarkedSheet) -> str:
    """Return why a marked sheet is wrong: at its first mistake, or at a number that refutes it.

    It repeats neither what was written nor what is right.
    """
    departure = marked.departure
    if departure is not None:
        return f"At {departure.node}: {departure.reason}." if departure.reason else _place(marked)
    refuted = (part.message.rpartition(": ")[2] for part in marked.parts if part.hint)
    return " ".join(f"{text[:1].upper()}{text[1:]}." for text in refuted)


def _place(marked: MarkedSheet) -> str:
    """Return where the first mistake of a sheet is; empty if that is not known."""
    return f"The first mistake is at {marked.departure.node}." if marked.departure else ""
