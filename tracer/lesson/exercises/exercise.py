"""An exercise: the same task on new trees, until enough in a row are right.

After a slip that fits a misconception, the next tree shows that misconception. Instead of trees
there may be payoff matrices or MCTS runs by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine.errors import InvalidInput
from tracer.check.grading.grader import Grader
from tracer.check.grading.make_grader import OneGrader
from tracer.check.parts.base import join_names
from tracer.check.reading.sheet import Sheet
from tracer.lesson.exercises.exercise_topic import ExerciseSpec, ExerciseTopic
from tracer.lesson.exercises.tree_topic import SAMPLE, TreeTopic, typed_tree
from tracer.lesson.questions.answer_feedback import (
    AnswerFeedback,
    sheet_feedback,
    step_feedback,
)
from tracer.lesson.questions.lesson_scene import PageFigure
from tracer.misconceptions import MISCONCEPTIONS
from tracer.predict import Question, likeliest, next_question
from tracer.runs.search_trace import Trace
from trees.hand_tree import HandTree


@dataclass
class Exercise:
    """A student's way through an exercise."""

    spec: ExerciseSpec
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
    _wrong_rows: frozenset[int] = frozenset()
    _start: int = 0
    _own: TreeTopic | None = None

    # Current topic ----------------------------------------------------------------------------

    @property
    def is_awaited(self) -> bool:
        """Whether the student must type a tree first."""
        return self.spec.kind.make is None and self._own is None

    @cached_property
    def topic(self) -> ExerciseTopic:
        """The tree, matrix or run in the questions."""
        make = self.spec.kind.make
        if make is None:
            assert self._own is not None, "the student has not typed a tree"
            return self._own
        return make(self.spec, f"{self.seed}-{self.number}", self.exposes)

    @property
    def _tree(self) -> TreeTopic:
        assert isinstance(self.topic, TreeTopic), "the topic is not a tree"
        return self.topic

    @property
    def tree(self) -> HandTree:
        """The tree, if the topic is one."""
        return self._tree.tree

    @property
    def trace(self) -> Trace:
        """The search on the tree."""
        return self._tree.trace

    @property
    def is_apart(self) -> bool:
        """Whether the current tree shows the requested misconception."""
        return isinstance(self.topic, TreeTopic) and self.topic.is_apart

    @property
    def _grader(self) -> OneGrader:
        return self.topic.grader

    @property
    def is_done(self) -> bool:
        """Whether enough trees in a row were right."""
        return self.streak >= self.spec.until

    @property
    def is_over(self) -> bool:
        """Whether the current tree has no more questions."""
        return self._is_over

    @property
    def has_next(self) -> bool:
        """Whether the current tree is finished and another one follows."""
        return self._is_over and not self.is_done

    @property
    def was_shown(self) -> bool:
        """Whether the student asked for an answer about the current tree, so it does not count."""
        return self._was_shown

    @property
    def handed_in(self) -> tuple[tuple[str, str], ...]:
        """The parts of an unfinished sheet that are answered, with the answers."""
        if self.walks or self._is_over:
            return ()
        asked = self.spec.asks[: self._part]
        return tuple((part, _in_a_line(self._answers[part])) for part in asked)

    @property
    def draft(self) -> str:
        """The earlier answer to the current part, if the student went back to it."""
        if self.walks or self._is_over:
            return ""
        return _in_a_line(self._answers.get(self.spec.asks[self._part], ""))

    def back(self) -> bool:
        """Go back to the previous part of the sheet, and return whether there is one."""
        if not self.handed_in:
            return False
        self._part -= 1
        return True

    @property
    def walks(self) -> bool:
        """Whether it asks about one step after another."""
        return self.spec.walks

    @property
    def progress_text(self) -> str:
        """The progress in a few words."""
        if self.spec.kind.make is None:
            return "done" if self.is_done else f"{self.spec.kind.noun} {self.number}"
        left = self.spec.until - self.streak
        if not left:
            return "done"
        in_a_row = f"{self.streak} right in a row, " if self.streak else ""
        return f"{self.spec.kind.noun} {self.number}: {in_a_row}{left} to go"

    @property
    def about(self) -> str:
        """The misconception that this tree shows, as a sentence; empty for none."""
        if not self.exposes or self.is_awaited or not self.is_apart:
            return ""
        return f"This tree shows the mistake: {MISCONCEPTIONS[self.exposes].title}."

    # Questions --------------------------------------------------------------------------------

    @property
    def question(self) -> tuple[str, str] | None:
        """The current question and the form of its answer; None if the tree is finished."""
        if self._is_over:
            return None
        if self.is_awaited:
            return "Type your own tree as nested lists. MAX moves first.", SAMPLE
        if not self.walks:
            part = self.spec.asks[self._part]
            return self.topic.about(part), part
        asked = self._asked()
        return None if asked is None else (asked.text, asked.hint)

    @property
    def scene(self) -> PageFigure | None:
        """The figure next to the question; for a sheet, the search stays hidden until marked."""
        if self.is_awaited:
            return None
        if self.walks:
            return PageFigure(self.trace, self._step)
        scene = self.topic.scene(self._step, is_worked=self._is_over)
        return replace(scene, marked=self._wrong_rows) if self._is_over else scene

    @property
    def right(self) -> str:
        """The right answer to the current question; empty if there is no question."""
        if self._is_over or self.is_awaited:
            return ""
        if not self.walks:
            return self.topic.right(self.spec.asks[self._part])
        question = self._asked()
        return "" if question is None else question.right

    def _asked(self) -> Question | None:
        """Return the current question; skip steps at which nothing is decided."""
        replay = self.trace.replay
        while self._step + 1 < len(replay):
            question = next_question(self.trace, replay, self._step)
            if question is not None:
                return question
            self._step += 1
        self._end()
        return None

    def answer(self, typed: str) -> AnswerFeedback | None:
        """Judge an answer, and return the feedback; None if the sheet has more parts."""
        if self._is_over:
            noun = self.spec.kind.noun
            raise InvalidInput(f"this {noun} is finished", expected=f"the next {noun}")
        if self.is_awaited:
            self._own = typed_tree(self.spec, typed)
            return None
        if not self.walks:
            return self._part_answered(typed)
        question = self._asked()
        assert question is not None, "the tree has no more questions"
        feedback = step_feedback(self.trace, question, typed)
        if not feedback.is_right:
            self._slips.append(feedback.suspects)
        self._step = question.step
        self._asked()
        return feedback

    def show(self) -> AnswerFeedback:
        """Show the answer to the current question and continue; the tree then does not count."""
        right = self.right
        if not right:
            noun = self.spec.kind.noun
            expected = f"a tree, {SAMPLE}" if self.is_awaited else f"the next {noun}"
            raise InvalidInput("there is no answer to show", expected=expected)
        self._was_shown = True
        feedback = self.answer(right)
        about = feedback.text if feedback is not None else ""
        text = "\n\n".join(filter(None, (f"The answer is {_in_a_line(right)}.", about)))
        return AnswerFeedback(
            False, text, feedback.misconception if feedback is not None else "", was_asked_for=True
        )

    def _part_answered(self, typed: str) -> AnswerFeedback | None:
        part = self.spec.asks[self._part]
        sheet_feedback(self._grader.mark(Sheet("answer", answers={part: typed})), only=part)
        self._answers[self.spec.asks[self._part]] = typed
        self._part += 1
        if self._part < len(self.spec.asks):
            return None
        sheet = Sheet("answer", answers=dict(self._answers))
        marked = self._grader.mark(sheet)
        rights = {} if marked.ok else {part: self.topic.right(part) for part in self._answers}
        feedback = sheet_feedback(
            marked, rights={part: _in_a_line(right) for part, right in rights.items()}
        )
        if not feedback.is_right:
            text = "\n\n".join(filter(None, (feedback.text, self._mark_wrong(sheet))))
            feedback = replace(feedback, text=text)
            self._slips.append(feedback.suspects)
            if marked.departure is not None:
                self._step = max(0, marked.departure.step - 1)
        self._end()
        return feedback

    def _mark_wrong(self, sheet: Sheet) -> str:
        """Mark the nodes of wrong entries in the tree; return a sentence that names them."""
        if not isinstance(self._grader, Grader):
            return ""
        nodes = {one.node for one in self._grader.wrong(sheet)[1]}
        rows = {one.name: one.row for one in self.trace.walk() if one.name in nodes}
        self._wrong_rows = frozenset(rows.values())
        return f"Your mistakes are at {join_names([*rows])}." if rows else ""

    def _end(self) -> None:
        """Finish the tree: it counts, or the streak starts over."""
        if not self._is_over:
            self._is_over = True
            self.streak = 0 if self._slips or self._was_shown else self.streak + 1

    @property
    def result(self) -> str:
        """The message at the end of a tree."""
        noun = self.spec.kind.noun
        again = "" if self.spec.kind.make is None else " Your streak starts over."
        if self._was_shown and not self._slips:
            return f"You asked for an answer, so this {noun} does not count.{again}"
        if not self._slips:
            text = f"All answers for this {noun} are right."
            return text if self.is_done else f"{text} Now solve one more."
        if not self.walks:  # the feedback on the sheet names the mistake
            return f"Not quite.{again}"
        slips = "One mistake" if len(self._slips) == 1 else f"{len(self._slips)} mistakes"
        slug = self._likeliest
        if not slug or self.spec.kind.make is None:
            return f"{slips}.{again}"
        return f"{slips}: {MISCONCEPTIONS[slug].title}."

    @property
    def _likeliest(self) -> str:
        """The misconception that explains most slips; empty if none is known."""
        return likeliest(self._slips)

    def ready(self) -> None:
        """Make the tree, search it, and find the first question; this can take a while."""
        _ = self.question, self.about
        self._start = self._step

    def as_record(self) -> dict[str, Any]:
        """Return the progress as JSON data, to resume from here.

        A tree is not used again once any of its answers was shown.
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
        """Return the exercise with another tree; after slips one that shows their cause."""
        return Exercise(self.spec, self.seed, self.number + 1, self.streak, self._likeliest)


def _in_a_line(answer: str) -> str:
    """Join the lines of an answer into one."""
    return "; ".join(answer.splitlines())
