"""An answer sheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from engine.errors import PlytraceError

#: Complete trees, whose nodes have as many children as those of the key's tree; level ones, whose
#: leaves have one depth; weighted ones, whose outcomes are not equally likely; and any.
TreeShape: TypeAlias = Literal["complete", "level", "weighted", "any"]
#: Trees that a program takes; those of one depth are complete ones as high as the key's.
TreesTaken: TypeAlias = TreeShape | Literal["one depth"]


class SheetLine(NamedTuple):
    """A line of a sheet, or a piece of one."""

    number: int
    text: str
    #: The label before it, if it is the first line below one.
    label: str = ""
    #: The line as it was written, if the text is in the words of the reader.
    written: str = ""

    def reword(self, text: str) -> SheetLine:
        """Return the line in words of the reader."""
        return self._replace(text=text, written=self.written or self.text)

    @property
    def shown(self) -> str:
        """The words of its writer: the text if it is a piece of these."""
        return self.text if not self.written or self.text in self.written else self.written


class Answer(str):
    """The text of an answer that knows the lines of its sheet."""

    lines: tuple[SheetLine, ...]

    def __new__(cls, lines: Iterable[SheetLine]) -> Answer:
        """Join the lines."""
        listed = tuple(lines)
        answer = super().__new__(cls, "\n".join(line.text for line in listed))
        answer.lines = listed
        return answer

    def __reduce__(self) -> tuple[Any, ...]:
        return Answer, (self.lines,)

    @staticmethod
    def split_text(text: str) -> Answer:
        """Return the answer in a text of a file whose lines have no numbers."""
        return Answer(SheetLine(0, line) for line in text.split("\n"))

    def split_by_label(self) -> list[Answer]:
        """Return the answer below each label, which may be empty."""
        starts = [at for at, line in enumerate(self.lines) if at and line.label]
        ends = zip([0, *starts], [*starts, len(self.lines)], strict=True)
        return [Answer(self.lines[start:end]) for start, end in ends]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A part of a program that only a person can judge, unless it is right."""

    reason: str
    #: What the same calls may mean as well, which is the doubt; None if nothing more is known.
    other: Any = None
    #: Names of nodes of which nobody knows how often they are visited in a row.
    unsure: frozenset[str] = frozenset()
    #: Nodes that it visited at least. A program that visits far more than a right one is wrong.
    visited: int = 0
    #: Whether it is one only if the results of the program are right.
    of_right: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A submitted sheet."""

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
    #: Parts of a program that are in doubt.
    doubts: Mapping[str, Doubt] = field(default_factory=dict)
    fresh: tuple[Sheet, ...] = ()
    #: The trees that a program takes.
    takes: TreesTaken = "any"
    unread: tuple[SheetLine, ...] = ()
    #: Lines outside of a section that may be about its problem.
    outside: tuple[SheetLine, ...] = ()
    row_numbers: tuple[SheetLine, ...] = ()
    #: The place of the question of each line without a label: 4 for (d); -4 if that is in doubt.
    questions: Mapping[int, int] = field(default_factory=dict)
    #: Lines of lists whose numbers may be those of the next questions.
    doubted: frozenset[int] = frozenset()
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


# Reasons why a sheet or program could not be read or marked, for its record.
#
# A fault of one sheet must not end a batch. Each place that reads or marks one catches every
# exception, and asks here for the message.

#: Characters of the message of an exception that is a fault of plytrace.
_LONGEST: Final = 300


def reason_for(error: Exception, name: str = "", *, done: str = "read") -> str:
    """Explain why a sheet or program could not be read or marked."""
    if isinstance(error, PlytraceError):
        return str(error)
    before = f"{name}: " if name else ""
    if isinstance(error, RecursionError):
        return f"{before}it is nested too deeply"
    if isinstance(error, OSError | UnicodeDecodeError | csv.Error):
        return f"{before}it cannot be {done}: {getattr(error, 'strerror', None) or error}"
    fault = f"it could not be {done}, by a fault of plytrace: {type(error).__name__}: {error}"
    return f"{before}{fault:.{_LONGEST}}. Please report it"
