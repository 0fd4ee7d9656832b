"""An exercise: the same task on one fresh tree after another, until some in a row are right.

A slip that comes from a misconception brings a tree next on which that misconception shows. In the
place of trees there may be payoff matrices or runs of MCTS by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine.errors import InvalidInput
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.check.set_grader import OneGrader
from tracer.check.sheet import Sheet
from tracer.lesson.asking import Told, of_marks, of_step
from tracer.lesson.drill_matrix import MatrixMatter
from tracer.lesson.drill_mcts import RunMatter
from tracer.lesson.drill_tree import SAMPLE, TreeMatter, fresh_tree, typed_tree
from tracer.lesson.fresh_matrix import MatrixOrder
from tracer.lesson.fresh_run import RunOrder
from tracer.lesson.matter import Matter
from tracer.lesson.model import ALL_STEPS, Drill
from tracer.lesson.stage import Scene
from tracer.predict import Question, likeliest, next_question
from tracer.search_trace import Trace
from trees.hand_tree import HandTree

__all__ = ["Exercise"]


@dataclass
class Exercise:
    """A student's way through a drill.

    Args:
        drill: what is to be done.
        seed: what its trees are drawn from; another seed, other trees.
        number: trees so far.
        streak: how many of the last ones were right in a row.
        exposes: the misconception that the tree at hand was made to show; empty for none.
    """

    drill: Drill
    seed: str
    number: int = 1
    streak: int = 0
    exposes: str = ""
    _step: int = 0
    _part: int = 0
    _answers: dict[str, str] = field(default_factory=dict)
    _slips: list[tuple[str, ...]] = field(default_factory=list)
    _is_over: bool = False
    _was_shown: bool = False
    _start: int = 0
    _own: TreeMatter | None = None

    # What is at hand --------------------------------------------------------------------------

    @property
    def is_awaited(self) -> bool:
        """Whether the student is to type a tree first."""
        return self.drill.order is None and self._own is None

    @cached_property
    def matter(self) -> Matter:
        """The tree, matrix or run that is asked about.

        Raises:
            PlytraceError: there is none to order.
        """
        order, seed = self.drill.order, f"{self.seed}-{self.number}"
        if order is None:
            assert self._own is not None, "it was typed before anything is asked about it"
            return self._own
        if isinstance(order, MatrixOrder):
            return MatrixMatter(order, seed, self.drill.asks)
        if isinstance(order, RunOrder):
            return RunMatter(order, seed, self.drill.asks)
        return fresh_tree(self.drill, order, seed, self.exposes)

    @property
    def _tree(self) -> TreeMatter:
        assert isinstance(self.matter, TreeMatter), "asked only of trees"
        return self.matter

    @property
    def tree(self) -> HandTree:
        """The tree, where it is one."""
        return self._tree.tree

    @property
    def trace(self) -> Trace:
        """The search that is to be worked, where it is about a tree."""
        return self._tree.trace

    @property
    def is_apart(self) -> bool:
        """Whether the tree at hand shows the misconception that it was to show."""
        return isinstance(self.matter, TreeMatter) and self.matter.is_apart

    @property
    def _grader(self) -> OneGrader:
        return self.matter.grader

    @property
    def _called(self) -> str:
        """What it asks about."""
        order = self.drill.order
        return {MatrixOrder: "matrix", RunOrder: "run"}.get(type(order), "tree")

    @property
    def is_done(self) -> bool:
        """Whether enough trees in a row were right."""
        return self.streak >= self.drill.until

    @property
    def is_over(self) -> bool:
        """Whether all has been asked about the tree at hand."""
        return self._is_over

    @property
    def was_shown(self) -> bool:
        """Whether an answer about the tree at hand was asked for: it then does not count."""
        return self._was_shown

    @property
    def handed_in(self) -> tuple[tuple[str, str], ...]:
        """The parts of a sheet that are answered while others are not, and how."""
        if self.walks or self._is_over:
            return ()
        asked = self.drill.asks[: self._part]
        return tuple((part, _in_a_line(self._answers[part])) for part in asked)

    @property
    def draft(self) -> str:
        """What was handed in for the part at hand before somebody went back to it."""
        if self.walks or self._is_over:
            return ""
        return _in_a_line(self._answers.get(self.drill.asks[self._part], ""))

    def back(self) -> bool:
        """Go back to the part of the sheet before; whether there is one."""
        if not self.handed_in:
            return False
        self._part -= 1
        return True

    @property
    def walks(self) -> bool:
        """Whether it asks about one step after another."""
        return self.drill.asks == (ALL_STEPS,)

    @property
    def standing(self) -> str:
        """How far it is, in a few words."""
        if self.drill.order is None:
            return "done" if self.is_done else f"{self._called} {self.number}"
        left = self.drill.until - self.streak
        if not left:
            return "done"
        in_a_row = f"{self.streak} right in a row, " if self.streak else ""
        return f"{self._called} {self.number}: {in_a_row}{left} to go"

    @property
    def about(self) -> str:
        """Why there is this tree, where a misconception brought it; empty otherwise."""
        if not self.exposes or self.is_awaited or not self.is_apart:
            return ""
        return f"On this tree it shows: {MISCONCEPTIONS[self.exposes].title}."

    # Asking -----------------------------------------------------------------------------------

    @property
    def question(self) -> tuple[str, str] | None:
        """What is asked now and how it is answered; None where the tree is over."""
        if self._is_over:
            return None
        if self.is_awaited:
            return "Type a tree of your own: lists in lists, and MAX moves first.", SAMPLE
        if not self.walks:
            part = self.drill.asks[self._part]
            return self.matter.about(part), part
        asked = self._asked()
        return None if asked is None else (asked.text, asked.hint)

    @property
    def scene(self) -> Scene | None:
        """What stands beside the question: of a sheet nothing of the search before it is marked."""
        if self.is_awaited:
            return None
        if self.walks:
            return Scene(self.trace, self._step)
        return self.matter.scene(self._step, is_worked=self._is_over)

    @property
    def right(self) -> str:
        """The right answer to the question at hand, as it is told; empty where there is none."""
        if self._is_over or self.is_awaited:
            return ""
        if not self.walks:
            return self.matter.right(self.drill.asks[self._part])
        question = self._asked()
        return "" if question is None else question.right

    def _asked(self) -> Question | None:
        """The question at hand; steps at which nothing is decided are passed over."""
        replay = self.trace.replay
        while self._step + 1 < len(replay):
            question = next_question(self.trace, replay, self._step)
            if question is not None:
                return question
            self._step += 1
        self._end()
        return None

    def answer(self, typed: str) -> Told | None:
        """Take an answer; what is said of it, or None where a sheet has more to be asked.

        Raises:
            InvalidInput: it is no answer to the question.
        """
        if self._is_over:
            raise InvalidInput(f"this {self._called} is done", expected="to go on to the next")
        if self.is_awaited:
            self._own = typed_tree(self.drill, typed)
            return None
        if not self.walks:
            return self._part_answered(typed)
        question = self._asked()
        assert question is not None, "it would be over"
        told = of_step(self.trace, question, typed)
        if not told.is_right:
            self._slips.append(told.suspects)
        self._step = question.step
        self._asked()
        return told

    def show(self) -> Told:
        """Be told the answer to the question at hand, and go on; the tree then does not count.

        Raises:
            InvalidInput: there is none: the tree is over, or is still to be typed.
        """
        right = self.right
        if not right:
            told = f"any tree will do, {SAMPLE}" if self.is_awaited else "to go on to the next"
            raise InvalidInput("there is no answer to tell", expected=told)
        self._was_shown = True
        said = self.answer(right)
        about = said.text if said is not None else ""
        text = "\n\n".join(filter(None, (f"The answer is {_in_a_line(right)}.", about)))
        return Told(False, text, said.misconception if said is not None else "", was_asked_for=True)

    def _part_answered(self, typed: str) -> Told | None:
        part = self.drill.asks[self._part]
        of_marks(self._grader.mark(Sheet("answer", answers={part: typed})), only=part)
        self._answers[self.drill.asks[self._part]] = typed
        self._part += 1
        if self._part < len(self.drill.asks):
            return None
        marked = self._grader.mark(Sheet("answer", answers=dict(self._answers)))
        told = of_marks(marked)
        if not told.is_right:
            rights = {part: _in_a_line(self.matter.right(part)) for part in self._answers}
            right = "\n".join(f"- {part}: {told_right}" for part, told_right in rights.items())
            told = replace(told, text=f"{told.text}\n\nRight is:\n\n{right}".strip())
            self._slips.append(told.suspects)
            if marked.departure is not None:
                self._step = max(0, marked.departure.step - 1)
        self._end()
        return told

    def _end(self) -> None:
        """The tree is over: it counts, or the row begins anew."""
        if not self._is_over:
            self._is_over = True
            self.streak = 0 if self._slips or self._was_shown else self.streak + 1

    @property
    def result(self) -> str:
        """What is said at the end of a tree."""
        if self._was_shown and not self._slips:
            is_own = self.drill.order is None
            return "Answers were told." if is_own else "Answers were told; the row begins anew."
        if not self._slips:
            return "All right." if self.is_done else "All right. One more of the kind."
        slips = "One slip" if len(self._slips) == 1 else f"{len(self._slips)} slips"
        if not self.walks:  # of a sheet they are not counted
            slips = "Not all of it is right"
        slug = self._likeliest
        if not slug or self.drill.order is None:
            return f"{slips}." if self.drill.order is None else f"{slips}; the row begins anew."
        return f"{slips}: {MISCONCEPTIONS[slug].title}."

    @property
    def _likeliest(self) -> str:
        """The misconception that most slips may come from; empty where none is known."""
        return likeliest(self._slips)

    def ready(self) -> None:
        """Make the tree, search it, and see what is asked first: what takes its time.

        Raises:
            PlytraceError: there is no such tree.
        """
        _ = self.question, self.about
        self._start = self._step

    def as_record(self) -> dict[str, Any]:
        """How far it is, as JSON holds it: where somebody who leaves it now goes on.

        A tree of which anything was told is not asked about again.
        """
        is_begun = self._is_over or self._was_shown or self._step > self._start
        is_new = self.is_done or self._was_shown or bool(self._slips)
        exposes = self._likeliest if is_begun else self.exposes
        return {
            "tree": self.number + is_begun,
            "row": 0 if is_new else self.streak,
            "exposes": exposes,
        }

    def next_tree(self) -> Exercise:
        """The same with another tree; after slips with one that shows where they come from."""
        return Exercise(self.drill, self.seed, self.number + 1, self.streak, self._likeliest)


def _in_a_line(answer: str) -> str:
    """An answer of several lines as it is typed in one."""
    return "; ".join(answer.splitlines())
