"""An answer sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

__all__ = ["TWICE", "Answer", "Sheet", "SheetLine", "as_typed"]

#: The end of a note on a part.
TWICE: Final = "is answered twice, differently; neither is read"


class SheetLine(NamedTuple):
    """A line of a sheet.

    Args:
        number: its number, from 1; 0 if the sheet is not a text.
        text: the line.
    """

    number: int
    text: str


class Answer(str):
    """The text of an answer that knows the lines of its sheet.

    Args:
        lines: lines of the answer.
    """

    numbers: tuple[int, ...]

    def __new__(cls, lines: list[SheetLine]) -> Answer:
        """Join the lines."""
        made = super().__new__(cls, "\n".join(line.text for line in lines))
        made.numbers = tuple(line.number for line in lines)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        # Flat, since pickling a list of lines recurses.
        return _restored, (str(self), self.numbers)


def _restored(text: str, numbers: tuple[int, ...]) -> Answer:
    """Return the answer with a text and the numbers of its lines."""
    made = str.__new__(Answer, text)
    made.numbers = numbers
    return made


def as_typed(given: Any) -> str:
    """Return an answer as a text, even one from a YAML or JSON sheet."""
    if isinstance(given, Mapping):
        return ", ".join(f"{key}: {as_typed(one)}" for key, one in given.items())
    if isinstance(given, list):
        is_nested = any(isinstance(one, Mapping | list) for one in given)
        return ("\n" if is_nested else ", ").join(map(as_typed, given))
    return "" if given is None else str(given)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A submitted sheet.

    Args:
        name: its file, with its row if there are several sheets in the file.
        student: student's name; may be empty.
        answers: answers by part: texts, or data as in a trace's JSON.
        unlabelled: lines below no label, and below labels of no part.
        notes: remarks on how the sheet was read.
        error: why it could not be read; empty if it could.
        variant: variant of a problem set; may be empty.
        whole: text or mapping that it was read from, to split it into problems; None if unknown.
        sections: sheets of a set's problems, if they are already split.
        unearned: parts that a program answered without the reads that decide them.
        fresh: sheets of the same program on the problem's fresh trees.
        unread: lines that belong to no problem of a set.
        questions: numbers of the questions that unlabelled lines answer, by line: 4 for (d).
        repeated: different answers under labels of one part, by part; they are unlabelled too.
        corrections: answers as a person read them, by part; those of a set as `1 visits`.
    """

    name: str
    student: str = ""
    answers: Mapping[str, Any] = field(default_factory=dict)
    unlabelled: tuple[SheetLine, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""
    variant: str = ""
    whole: str | Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    sections: Mapping[str, Sheet] | None = None
    unearned: frozenset[str] = frozenset()
    fresh: tuple[Sheet, ...] = ()
    unread: tuple[SheetLine, ...] = ()
    questions: Mapping[int, int] = field(default_factory=dict)
    repeated: Mapping[str, tuple[Answer, ...]] = field(default_factory=dict)
    corrections: Mapping[str, str] = field(default_factory=dict)

    @property
    def corrected(self) -> Sheet:
        """The sheet with its answers as a person read them.

        The reason why a sheet could not be read becomes an unread line, so that its other parts
        still wait for a person.
        """
        if not self.corrections:
            return self
        error = (SheetLine(0, self.error),) if self.error else ()
        return replace(
            self,
            answers={**self.answers, **self.corrections},
            unlabelled=(*self.unlabelled, *error),
            error="",
            corrections={},
        )
