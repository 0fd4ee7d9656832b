"""The base class of the kinds of question, and a question."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from engine.game import Player
from engine.log.visit_log import Flag
from tracer.recording.fold import Fold, fold
from tracer.recording.recording import Recording
from tracer.steps.snapshot import Event, EventKind, Snapshot, StackFrame
from tracer.steps.visit_views import shown_value
from tracer.text.numbers import show_number

__all__ = ["Field", "Moment", "Question", "QuestionKind", "Verdict", "best_fit"]

#: The parts of an answer; the HTML page has a form for each.
Field = Literal["name", "number", "window", "choice", "result"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a step that is still hidden.

    Args:
        step: the step, from 0.
        kind: its kind.
        text: the question.
        hint: form of the answer.
        right: right answer, for people.
        node: row of the node in the question.
        numbers: right answer, if it is one or two numbers.
        before: the same numbers before the step.
        last: whether the last child has returned, so that the node returns in any case.
    """

    step: int
    kind: QuestionKind
    text: str
    hint: str
    right: str
    node: int
    numbers: tuple[float, ...] = ()
    before: tuple[float, ...] = ()
    last: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an answer.

    Args:
        is_right: whether it is right.
        text: the reason, with the bounds.
        mistake: the mistake in a few words; empty for a right answer.
        misconception: slug of the misconception that gives this answer; empty if none is known.
        is_certain: whether only that misconception explains the answer.
    """

    is_right: bool
    text: str
    mistake: str = ""
    misconception: str = ""
    is_certain: bool = False


@dataclass(frozen=True)
class Moment:
    """A step for a possible question.

    Args:
        trace: the search.
        now: the step that is shown.
        then: the step after it.
    """

    trace: Recording
    now: Snapshot
    then: Snapshot

    @property
    def event(self) -> Event:
        """The step's event."""
        return self.then.event

    @cached_property
    def frame(self) -> StackFrame:
        """The node that receives a value, after the step."""
        return self.then.stack[-1]

    @property
    def returns(self) -> bool:
        """Whether a value returns to a node and is used there."""
        passing = (EventKind.FINISHED, EventKind.BACKED_UP, EventKind.SCOUTED)
        if self.event.entering or self.event.kind in passing:
            return False
        # A probe has the value of its only visited child, and gives the chance node only a bound.
        flags = self.trace.log.flags
        return not (flags[self.event.row] | flags[self.event.parent]) & Flag.PROBE

    @property
    def has_bounds(self) -> bool:
        """Whether the value returns to a node with a window."""
        return self.returns and self.trace.has_window and self.frame.player is not Player.CHANCE

    @cached_property
    def is_bounded(self) -> bool:
        """Whether the bound in the cutoff test is finite."""
        frame = self.frame
        return math.isfinite(frame.alpha if frame.player is Player.MIN else frame.beta)

    @cached_property
    def is_about_cutoff(self) -> bool:
        """Whether a question about a cutoff is the most relevant.

        It is also asked after every other better value, so the question does not reveal a cutoff.
        """
        if self.event.kind is EventKind.CUT:
            return True
        may_hold = self.event.kind is EventKind.KEPT or self.event.row % 2 == 0
        return self.is_bounded and may_hold

    @cached_property
    def before(self) -> Fold:
        """The node's value and bounds before the value returned."""
        return fold(self.trace, self.event.parent, self.frame.returns - 1)

    @property
    def came(self) -> str:
        """A sentence about the returned value."""
        name = self.trace.name(self.event.parent)
        if self.trace.vectors is not None:
            mover = self.trace.player_name(self.event.parent)
            value = shown_value(self.trace, self.event.row)
            verb = "returns" if value.startswith("(") else "returns early with"
            return f"{self.event.name} {verb} {value} to {name}, where {mover} moves."
        value = show_number(self.trace.log.value[self.event.row])
        player = self.frame.player
        kind = "chance" if player is Player.CHANCE else player.name
        return f"{self.event.name} returns {value} to {name}, a {kind} node."


class QuestionKind(ABC):
    """A kind of question."""

    #: Its name in records.
    id: ClassVar[str]
    #: The parts of its answers.
    field: ClassVar[Field]
    #: Its place in lists.
    rank: ClassVar[int]

    @abstractmethod
    def fits(self, moment: Moment) -> int:
        """Return its relevance at a step; the highest is used. 0 if it does not apply."""

    @abstractmethod
    def ask(self, moment: Moment) -> Question | None:
        """Return the question at a step where it applies; None if nothing is decided there."""

    @abstractmethod
    def judge(self, trace: Recording, question: Question, answer: str) -> Verdict:
        """Judge an answer in any reasonable form.

        Raises:
            InvalidInput: the answer does not fit the question.
        """

    def choices(self, question: Question) -> tuple[tuple[str, str], ...]:
        """Return the choices with their labels; empty if the answer is typed."""
        return ()

    def reminder(self, trace: Recording, question: Question) -> str:
        """Return the rule to apply, without the answer; empty if there is none."""
        return ""


def best_fit(moment: Moment, kinds: Collection[QuestionKind]) -> QuestionKind | None:
    """Return the most relevant kind at a step; None if no kind applies."""
    fits = {kind: kind.fits(moment) for kind in kinds}
    best = max(fits, key=lambda kind: (fits[kind], -kind.rank), default=None)
    return best if best is not None and fits[best] > 0 else None
