"""The score of predictions, and what went wrong by kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from tracer.predict.judging import Verdict
from tracer.predict.questions import Question

__all__ = ["Answered", "Score"]


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
        misconception: the slug of the misconception that the answer comes from, if one is known.
    """

    step: int
    asks: str
    answer: str
    is_right: bool
    right: str
    kind: str = ""
    misconception: str = ""


@dataclass(slots=True)
class Score:
    """All answers about one search, the last to each question counting.

    Args:
        answers: them, in the order in which they were given.
    """

    answers: list[Answered] = field(default_factory=list)

    def add(self, question: Question, answer: str, verdict: Verdict | None) -> None:
        """Take an answer in; None for a question that was passed."""
        if verdict is None:
            entry = Answered(question.step, question.asks, "", False, question.right, "passed")
        else:
            entry = Answered(
                question.step,
                question.asks,
                answer.strip(),
                verdict.is_right,
                question.right,
                verdict.kind,
                verdict.misconception,
            )
        self.answers.append(entry)

    @property
    def asked(self) -> int:
        """Questions asked."""
        return len(self.answers)

    @property
    def right(self) -> int:
        """Answers that were right."""
        return sum(entry.is_right for entry in self.answers)

    @property
    def told(self) -> str:
        """The running score in a few words."""
        if not self.answers:
            return "no questions yet"
        return f"{self.right} of {self.asked} right ({self.right / self.asked:.0%})"

    def by_kind(self) -> list[tuple[str, int, int]]:
        """What was asked, how often, and how often the answer was right."""
        asked = Counter(entry.asks for entry in self.answers)
        right = Counter(entry.asks for entry in self.answers if entry.is_right)
        return [(asks, count, right[asks]) for asks, count in asked.items()]

    def mistakes(self) -> list[Answered]:
        """The answers that were wrong, those of one kind side by side, the most frequent first."""
        wrong = [entry for entry in self.answers if not entry.is_right]
        frequent = Counter(entry.kind for entry in wrong)
        order = {kind: place for place, (kind, _) in enumerate(frequent.most_common())}
        return sorted(wrong, key=lambda entry: (order[entry.kind], entry.step))

    def as_record(self) -> list[dict[str, Any]]:
        """The answers as JSON holds them."""
        return [asdict(entry) for entry in self.answers]

    @classmethod
    def from_record(cls, record: Any) -> Score:
        """The reverse of `as_record`; what is no answer is left out."""
        score = cls()
        for entry in record if isinstance(record, list) else []:
            try:
                score.answers.append(Answered(**entry))
            except TypeError:
                continue
        return score
