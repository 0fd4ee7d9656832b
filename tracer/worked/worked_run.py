"""A problem worked step by step: the sentence, the arithmetic and the drawing of each step."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar

from tracer.drawing.terminal.tree_chart import Rows
from tracer.questions.question import Question

#: A number or a fraction in a text.
_NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?(?:/\d+)?(?![\w.]*\d)")


@dataclass(frozen=True, slots=True)
class WorkedStep:
    """A step."""

    part: str
    phase: str
    sentence: str
    lines: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    #: What the run draws at this step.
    state: Any = None

    def join_lines(self) -> list[str]:
        """Join what belongs to one line: indented lines below it, or a list after a colon."""
        joined: list[str] = []
        is_head = is_list = False
        for line in self.lines:
            text = " ".join(line.split())
            if not text:
                is_list = is_head and is_list
            elif joined and (is_list or line != line.lstrip()):
                between = "; "
                if is_head:
                    is_going_on = text.startswith("=") or joined[-1].endswith((":", "."))
                    between = " " if is_going_on else ": "
                joined[-1] += between + text
                is_head = False
            else:
                joined.append(text)
                is_head, is_list = True, text.endswith(":")
        return joined


class WorkedRun(ABC):
    """A problem that is worked step by step."""

    #: The phases, in order.
    PHASES: ClassVar[tuple[str, ...]]

    def __init__(self, source: str, title: str, steps: Sequence[WorkedStep]) -> None:
        self.source = source
        self.title = title
        self.steps = tuple(steps)

    @abstractmethod
    def draw(self, step: int, width: int, height: int = 0) -> Rows:
        """Draw the state at a step."""

    def history(self, step: int) -> Rows:
        """Return what has happened before a step, for screens with room below the drawing."""
        return ()

    def complete(self) -> WorkedRun:
        """Return the run with all its steps."""
        return self

    @cached_property
    def key(self) -> str:
        """The key of its score: a changed problem has another."""
        texts = [(step.sentence, step.lines) for step in self.steps]
        digest = blake2b(repr(texts).encode("utf-8", "replace"), digest_size=6)
        return f"{self.source} · {digest.hexdigest()}"

    @property
    def text(self) -> list[str]:
        """All steps as lines of text, each part below its heading."""
        lines: list[str] = []
        for number, step in enumerate(self.steps):
            if number in self._part_starts:
                lines += [*([""] if number else []), step.part]
            head = f"{step.phase}: " if step.phase else ""
            lines += [f"{head}{step.sentence}", *(f"  {line}" for line in step.lines if line)]
        return lines

    @cached_property
    def _part_starts(self) -> list[int]:
        parts = [step.part for step in self.steps]
        return [at for at, part in enumerate(parts) if at == 0 or part != parts[at - 1]]

    def questions(self, step: int) -> tuple[Question, ...]:
        """Return the questions about a step, without those that the step before answers."""
        if step == 0:
            return ()
        before = self.steps[step - 1]
        rows = (*self.draw(step - 1, 200), *self.history(step - 1))
        drawn = ("".join(run.text for run in row) for row in rows)
        shown = set(_NUMBER.findall("\n".join((before.sentence, *before.lines, *drawn))))
        return tuple(
            question for question in self.steps[step].questions if not shown & set(question.hidden)
        )

    def part_start(self, step: int, by: int) -> int | None:
        """Return the first step of the next part, or of this or the previous one; None if none."""
        if by > 0:
            return next((start for start in self._part_starts if start > step), None)
        return next((start for start in reversed(self._part_starts) if start < step), None)
