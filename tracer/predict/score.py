"""The score of predictions, and what went wrong by kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from tracer.predict.judging import Verdict
from tracer.predict.questions import Question

__all__ = ["Answered", "Score", "answered"]


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer.

    Args:
        step: the step that was asked about.
        asks: what about it.
        answer: what was typed; empty where the question was passed.
        is_right: whether it was right.
        right: the right answer.
        kind: what went wrong; `passed` where the question was passed; empty for a right answer.
        node: the name of the node that was asked about.
        alike: the slugs of the misconceptions that it may come from, the plainest first.
    """

    step: int
    asks: str
    answer: str
    is_right: bool
    right: str
    kind: str = ""
    node: str = ""
    alike: tuple[str, ...] = ()

    def as_record(self) -> dict[str, Any]:
        """The answer as JSON holds it."""
        return {**asdict(self), "alike": list(self.alike)}

    @classmethod
    def from_record(cls, record: Any) -> Answered | None:
        """The reverse of `as_record`; None for what is no answer."""
        if not isinstance(record, dict):
            return None
        alike = record.get("alike", [])
        if not isinstance(alike, list):
            return None
        try:
            one = cls(**{**record, "alike": tuple(map(str, alike))})
        except TypeError:
            return None
        texts = (one.asks, one.answer, one.right, one.kind, one.node)
        is_answer = type(one.step) is int and type(one.is_right) is bool
        return one if is_answer and all(isinstance(text, str) for text in texts) else None


@dataclass(slots=True)
class Score:
    """All answers about one search; of several to one question the last counts.

    Args:
        answers: them, in the order in which they were given.
    """

    answers: list[Answered] = field(default_factory=list)

    @property
    def counting(self) -> list[Answered]:
        """Of every question the last answer."""
        return list({_question(entry): entry for entry in self.answers}.values())

    @property
    def asked(self) -> int:
        """Questions asked."""
        return len(self.counting)

    @property
    def right(self) -> int:
        """Questions whose last answer was right."""
        return sum(entry.is_right for entry in self.counting)

    @property
    def right_at_once(self) -> int:
        """Questions whose first answer was right."""
        first = {_question(entry): entry for entry in reversed(self.answers)}
        return sum(entry.is_right for entry in first.values())

    @property
    def told(self) -> str:
        """The running score in a few words."""
        if not self.answers:
            return "no questions yet"
        told = f"{self.right} of {self.asked} right ({self.right / self.asked:.0%})"
        at_once = self.right_at_once
        return told if at_once == self.right else f"{told}, {at_once} at the first try"

    def by_kind(self) -> list[tuple[str, int, int]]:
        """What was asked, how often, and how often the answer was right."""
        asked = Counter(entry.asks for entry in self.counting)
        right = Counter(entry.asks for entry in self.counting if entry.is_right)
        return [(asks, count, right[asks]) for asks, count in asked.items()]

    def mistakes(self) -> list[Answered]:
        """The answers that were wrong, those of one kind side by side, the most frequent first."""
        wrong = [entry for entry in self.answers if not entry.is_right]
        frequent = Counter(entry.kind for entry in wrong)
        order = {kind: place for place, (kind, _) in enumerate(frequent.most_common())}
        return sorted(wrong, key=lambda entry: (order[entry.kind], entry.step))

    def is_mended(self, mistake: Answered) -> bool:
        """Whether the same question was answered rightly later."""
        last = {_question(entry): entry for entry in self.answers}
        return last[_question(mistake)].is_right


def answered(
    question: Question,
    answer: str,
    verdict: Verdict | None,
    node: str = "",
    alike: tuple[str, ...] = (),
) -> Answered:
    """An answer as a score holds it.

    Args:
        question: what was asked.
        answer: what was typed.
        verdict: what is said of it; None for a question that was passed.
        node: the name of the node that it is about.
        alike: what a wrong answer may come from; see `suspects`.
    """
    step, asks, right = question.step, question.asks.value, question.right
    if verdict is None:
        return Answered(step, asks, "", False, right, "passed", node)
    return Answered(step, asks, answer.strip(), verdict.is_right, right, verdict.kind, node, alike)


def _question(entry: Answered) -> tuple[int, str]:
    return entry.step, entry.asks
