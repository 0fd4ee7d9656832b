"""The score of predictions, and the mistakes by kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from tracer.predict.kinds import Question, Verdict


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer."""

    step: int
    asks: str
    answer: str
    is_right: bool
    right: str
    kind: str = ""
    node: str = ""
    alike: tuple[str, ...] = ()

    @property
    def is_skipped(self) -> bool:
        """Whether the question was skipped."""
        return not self.answer

    def as_record(self) -> dict[str, Any]:
        """Return the answer as JSON data."""
        return {**asdict(self), "alike": list(self.alike)}

    @classmethod
    def from_record(cls, record: Any) -> Answered | None:
        """Read an answer from JSON data; None if it is not valid."""
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
    """All answers about one search; if a question has several, the last counts."""

    answers: list[Answered] = field(default_factory=list)

    @property
    def given(self) -> list[Answered]:
        """The answers; a skipped question has none, and is neither right nor wrong."""
        return [entry for entry in self.answers if not entry.is_skipped]

    @property
    def counting(self) -> list[Answered]:
        """The last answer to every question that was answered."""
        return list({_question(entry): entry for entry in self.given}.values())

    @property
    def asked(self) -> int:
        """The number of questions that were answered."""
        return len(self.counting)

    @property
    def skipped(self) -> int:
        """The number of questions that were only skipped."""
        every = {_question(entry) for entry in self.answers}
        return len(every) - self.asked

    @property
    def right(self) -> int:
        """The number of questions whose last answer was right."""
        return sum(entry.is_right for entry in self.counting)

    @property
    def right_at_once(self) -> int:
        """The number of questions whose first answer was right."""
        first = {_question(entry): entry for entry in reversed(self.given)}
        return sum(entry.is_right for entry in first.values())

    @property
    def text(self) -> str:
        """The current score in a few words."""
        if not self.answers:
            return "no questions yet"
        text = "no answers yet"
        if self.asked:
            text = f"{self.right} of {self.asked} right ({self.right / self.asked:.0%})"
            if self.right_at_once != self.right:
                text += f", {self.right_at_once} at the first try"
        return f"{text}, {self.skipped} skipped" if self.skipped else text

    def by_kind(self) -> list[tuple[str, int, int]]:
        """Count the questions and the right answers of each kind."""
        asked = Counter(entry.asks for entry in self.counting)
        right = Counter(entry.asks for entry in self.counting if entry.is_right)
        return [(asks, count, right[asks]) for asks, count in asked.items()]

    def mistakes(self) -> list[Answered]:
        """Return the wrong answers, grouped by kind, the most frequent kind first.

        Skipped questions come last.
        """
        wrong = [entry for entry in self.answers if not entry.is_right]
        frequent = Counter(entry.kind for entry in wrong if not entry.is_skipped)
        frequent.update(dict.fromkeys((one.kind for one in wrong if one.is_skipped), 0))
        order = {kind: place for place, (kind, _) in enumerate(frequent.most_common())}
        return sorted(wrong, key=lambda entry: (order[entry.kind], entry.step))

    def is_mended(self, mistake: Answered) -> bool:
        """Return whether the last answer to the same question is right."""
        last = {_question(entry): entry for entry in self.answers}
        return last[_question(mistake)].is_right


def answered(
    question: Question,
    answer: str,
    verdict: Verdict | None,
    node: str = "",
    alike: tuple[str, ...] = (),
) -> Answered:
    """Create the entry of an answer in a score."""
    step, asks, right = question.step, question.kind.id, question.right
    if verdict is None:
        return Answered(step, asks, "", False, right, "skipped", node)
    return Answered(
        step, asks, answer.strip(), verdict.is_right, right, verdict.mistake, node, alike
    )


def _question(entry: Answered) -> tuple[int, str]:
    return entry.step, entry.asks
