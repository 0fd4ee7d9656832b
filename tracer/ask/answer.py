"""The answers to questions, as texts and as JSON data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from engine.game import Number
from tracer.ask.bands import Band
from tracer.ask.intervals import Interval, interval_text, numbers_text
from tracer.text.document import align_columns

#: The name of the JSON format.
SCHEMA: Final = "plytrace.ask/1"


class Answer(ABC):
    """The answer to a question about a tree."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The answer for people, without a line end."""

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON data."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class BandAnswer(Answer):
    """The numbers of a letter for which something holds.

    Args:
        question: the question.
        source: tree, as the user named it.
        search: name of the search.
        letter: the letter.
        intervals: the numbers, as disjoint intervals in order; None if only bands were requested.
        bands: bands of all numbers.
        whole: whether only whole numbers count.
    """

    question: str
    source: str
    search: str
    letter: str
    intervals: Sequence[Interval] | None
    bands: Sequence[Band]
    whole: bool = False

    def __contains__(self, number: Number) -> bool:
        """Return whether a number is part of the answer."""
        exact = Fraction(number)
        if self.whole and exact.denominator != 1:
            return False
        return any(exact in part for part in self.intervals or ())

    @property
    def text(self) -> str:
        """The numbers as people write them, or the table of bands."""
        if self.intervals is None:
            return self._table()
        return numbers_text(self.intervals, self.letter)

    def as_json(self) -> dict[str, Any]:
        """Return the answer and the bands as JSON data."""
        record: dict[str, Any] = {"schema": SCHEMA, "question": self.question}
        if self.intervals is not None:
            record["answer"] = [part.as_json() for part in self.intervals]
        record["bands"] = [band.as_json(self.letter) for band in self.bands]
        return record

    def _table(self) -> str:
        """Return a line for each band, with its visits below it."""
        rows = [(self.letter, "value", "move", "skipped")]
        for band in self.bands:
            run = band.run
            skipped = [name for cutoff in run.cutoffs for name in cutoff.skipped]
            rows.append(
                (
                    interval_text(band.interval, self.letter),
                    band.value.text(self.letter).replace("-", "−"),
                    run.move or "–",
                    " ".join(skipped) or "–",
                )
            )
        head, *lines = align_columns(rows, left=range(4))
        for line, band in zip(lines, self.bands, strict=True):
            head += f"\n{line}\n    visits {' '.join(band.run.visits)}"
        return head
