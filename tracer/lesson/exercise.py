"""An exercise: the same task on new trees, until enough in a row are right.

After a slip that fits a misconception, the next tree shows that misconception. Instead of trees
there may be payoff matrices or MCTS runs by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from engine.conventions import PRESETS, Convention
from engine.errors import InvalidInput
from tracer.hands.session import HandSession
from tracer.hands.suitable import check_suitable
from tracer.lesson.feedback import AnswerFeedback, find_wrong_parts, join_texts, sheet_feedback
from tracer.lesson.figures import LessonScene, PageFigure
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import OneGrader
from tracer.marking.grading.problem_grader import FactGrader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.record import MarkedSheet
from tracer.mistakes import MISCONCEPTIONS
from tracer.questions.items import item_rows
from trees.yaml.plain_data import PlainFile

#: The word for an exercise in which the student works the search by hand.
BY_HAND: Final = "by hand"
#: A tree as a student types it, for messages.
SAMPLE: Final = "such as [[3,12,8],[2,4,6],[14,5,2]]"


class Topic(LessonScene):
    """A new tree, matrix or run of an exercise."""

    def __init__(self, spec: ExerciseSpec, problem: Problem, *, is_apart: bool = False) -> None:
        super().__init__(problem)
        self.spec = spec
        #: Whether it shows the requested misconception.
        self.is_apart = is_apart

    @cached_property
    def grader(self) -> OneGrader:
        """The grader of answer sheets about it; of a matrix it expects pure strategies only."""
        if self.problem.kind != "matrix":
            return super().grader
        from tracer.questions.matrix import list_matrix_items  # slow, as in `worked`
        from tracer.worked.matrix_run import WorkedMatrix

        assert isinstance(self.worked, WorkedMatrix), "its problem is a matrix"
        return FactGrader(self.problem, list_matrix_items(self.worked.analysis))


def ask_part(topic: Topic, part: str) -> str:
    """Return the question of a part and the form of its answer."""
    row = item_rows()[topic.problem.kind].get(part)
    return f"Give {(row and row.exercise) or topic.grader.describe_part(part)}."


@dataclass(frozen=True, slots=True)
class TopicKind:
    """A kind of topic."""

    #: Its key in an exercise, and how messages write it.
    key: str
    usage: str
    noun: str
    #: Adds what is under the key to an exercise.
    read: Callable[[PlainFile, ExerciseSpec], ExerciseSpec]
    #: Makes one from a seed that shows a misconception if possible; None if the student types it.
    make: Callable[[ExerciseSpec, str, str], Topic] | None
    #: The figure after the exercise, from the first wrong step.
    solution: Callable[[Topic, int], PageFigure]
    figure: Callable[[Topic], PageFigure] = lambda topic: topic.scene("")
    ask: Callable[[Topic, str], str] = ask_part
    #: The kind of its problem.
    problem_kind: str = "search"
    #: Reads what the student types if nothing is made.
    read_typed: Callable[[ExerciseSpec, str], Topic] | None = None

    @property
    def parts(self) -> Collection[str]:
        """The parts that can be asked; empty for a search."""
        return () if self.problem_kind == "search" else item_rows()[self.problem_kind]


@dataclass(frozen=True, slots=True)
class ExerciseSpec:
    """An exercise in the lesson's file."""

    kind: TopicKind
    asks: tuple[str, ...]
    order: Any = None
    search: str | None = None
    convention: Convention = PRESETS["aima"]
    tests_guess: bool = False
    until: int = 1

    @property
    def is_by_hand(self) -> bool:
        """Whether the student works the search by hand."""
        return self.asks == (BY_HAND,)

    @property
    def points(self) -> dict[str, float]:
        """The points of each part, for the key of a topic."""
        return dict.fromkeys(self.asks, 1.0)


@dataclass
class Exercise:
    """A student's way through an exercise."""

    spec: ExerciseSpec
    seed: str
    number: int = 1
    streak: int = 0
    exposes: str = ""
    #: Whether the current tree has no more questions.
    is_over: bool = False
    #: Whether the student asked for an answer about the current tree, so it does not count.
    was_shown: bool = False
    _step: int = 0
    _part: int = 0
    _answers: dict[str, str] = field(default_factory=dict)
    #: The parts that are asked in this try; in the second one only those that were wrong.
    _asked: frozenset[str] = frozenset()
    _has_slip: bool = False
    _is_right: bool = False
    _suspects: tuple[str, ...] = ()
    _hands: HandSession | None = None
    _wrong_rows: frozenset[int] = frozenset()
    _own: Topic | None = None

    # Current topic ----------------------------------------------------------------------------

    @property
    def is_awaited(self) -> bool:
        """Whether the student must type a tree first."""
        return self.spec.kind.make is None and self._own is None

    @cached_property
    def topic(self) -> Topic:
        """The tree, matrix or run in the questions."""
        make = self.spec.kind.make
        if make is None:
            assert self._own is not None, "the student has not typed a tree"
            return self._own
        return make(self.spec, f"{self.seed}-{self.number}", self.exposes)

    @property
    def is_done(self) -> bool:
        """Whether enough trees in a row were right."""
        return self.streak >= self.spec.until

    @property
    def has_next(self) -> bool:
        """Whether the current tree is finished and another one follows."""
        return self.is_over and not self.is_done

    @property
    def handed_in(self) -> tuple[tuple[str, str], ...]:
        """The parts of an unfinished sheet that are answered, with the answers."""
        if self.is_over:
            return ()
        return tuple(
            (part, _in_a_line(self._answers[part]))
            for place, part in enumerate(self.spec.asks)
            if part in self._answers and (place < self._part or part not in self._open_parts)
        )

    @property
    def draft(self) -> str:
        """The earlier answer to the current part, if the student went back to it."""
        return "" if self.is_over else _in_a_line(self._answers.get(self.spec.asks[self._part], ""))

    def back(self) -> bool:
        """Go back to the previous part of the sheet, and return whether there is one."""
        parts = self.spec.asks[: self._part]
        earlier = [place for place, part in enumerate(parts) if part in self._open_parts]
        if self.is_over or not earlier:
            return False
        self._part = earlier[-1]
        return True

    @property
    def _open_parts(self) -> frozenset[str]:
        """The parts that are asked in this try."""
        return self._asked or frozenset(self.spec.asks)

    @property
    def hands(self) -> HandSession:
        """The search by hand."""
        if self._hands is None:
            check_suitable(self.topic.trace)
            self._hands = HandSession(self.topic.trace)
        return self._hands

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
        if not self.exposes or self.is_awaited or not self.topic.is_apart:
            return ""
        return f"This tree shows the mistake: {MISCONCEPTIONS[self.exposes].title}."

    # Questions --------------------------------------------------------------------------------

    @property
    def question(self) -> tuple[str, str]:
        """The current question and the form of its answer; empty if the tree is finished."""
        if self.is_over:
            return "", ""
        if self.is_awaited:
            return "Type your own tree as nested lists. MAX moves first.", SAMPLE
        if self.spec.is_by_hand:
            return f"Work the search ({self.hands.right.search}) by hand.", ""
        part = self.spec.asks[self._part]
        return self.spec.kind.ask(self.topic, part), part

    @property
    def scene(self) -> PageFigure | None:
        """The figure next to the question; for a sheet, the search stays hidden until marked."""
        if self.is_awaited:
            return None
        if self.spec.is_by_hand and not self.is_over:
            return PageFigure(self.hands.work.trace, self.hands.work.step)
        if not self.is_over:
            return self.spec.kind.figure(self.topic)
        return replace(self.spec.kind.solution(self.topic, self._step), marked=self._wrong_rows)

    @property
    def right(self) -> str:
        """The right answer to the current question; empty if there is no question."""
        if self.is_over or self.is_awaited or self.spec.is_by_hand:
            return ""
        return self.topic.right(self.spec.asks[self._part])

    def answer(self, typed: str) -> AnswerFeedback | None:
        """Judge an answer, and return the feedback; None if the sheet has more parts."""
        if self.is_over:
            noun = self.spec.kind.noun
            raise InvalidInput(f"this {noun} is finished", expected=f"the next {noun}")
        if self.is_awaited:
            assert self.spec.kind.read_typed is not None, "nothing is made"
            self._own = self.spec.kind.read_typed(self.spec, typed)
            return None
        if self.spec.is_by_hand:
            raise InvalidInput("this tree is not answered in words", expected="work it by hand")
        return self._part_answered(typed)

    def take_hand_work(self) -> AnswerFeedback | None:
        """Judge the search by hand when it has ended; None before."""
        hands = self.hands
        if self.is_over or not hands.is_over:
            return None
        self._has_slip, self._suspects = bool(hands.refused), tuple(hands.count_explained())
        self.was_shown = bool(hands.slips) and not hands.refused
        slug = hands.misconception() or ""
        self._end()
        return AnswerFeedback(not hands.slips, " ".join(hands.summary()), slug, self._suspects)

    def show(self) -> AnswerFeedback:
        """Show the answer to the current question and continue; the tree then does not count."""
        right = self.right
        if not right:
            noun = self.spec.kind.noun
            expected = f"a tree, {SAMPLE}" if self.is_awaited else f"the next {noun}"
            if self.spec.is_by_hand and not (self.is_awaited or self.is_over):
                expected = "the search by hand, in which s shows a step"
            raise InvalidInput("there is no answer to show", expected=expected)
        self.was_shown = True
        feedback = self.answer(right)
        about = feedback.text if feedback is not None else ""
        text = join_texts(f"The answer is {right}.", about)
        return AnswerFeedback(
            False, text, feedback.misconception if feedback is not None else "", was_asked_for=True
        )

    def _part_answered(self, typed: str) -> AnswerFeedback | None:
        part = self.spec.asks[self._part]
        sheet_feedback(self.topic.grader.mark(Sheet("answer", answers={part: typed})), only=part)
        self._answers[part] = typed
        if self._go_to_part(self._part + 1):
            return None
        sheet = Sheet("answer", answers=dict(self._answers))
        marked = self.topic.grader.mark(sheet)
        if not marked.ok and not (self._asked or self.was_shown):
            return self._try_again(marked)
        rights = {part: self.topic.right(part) for part in self._answers}
        feedback = sheet_feedback(marked, rights)
        if not feedback.is_right:
            self._mark_wrong(sheet)
            self._take_slip(marked, feedback)
        self._is_right = marked.ok
        self._end()
        return feedback

    def _go_to_part(self, first: int) -> bool:
        """Go to the next part of this try; return False if there is none."""
        parts = [*enumerate(self.spec.asks)][first:]
        places = [place for place, part in parts if part in self._open_parts]
        if places:
            self._part = places[0]
        return bool(places)

    def _try_again(self, marked: MarkedSheet) -> AnswerFeedback:
        """Ask for the wrong parts once more; the tree does not count any more."""
        feedback = sheet_feedback(marked)
        self._take_slip(marked, feedback)
        self._asked = frozenset(part.part for part in find_wrong_parts(marked))
        self._go_to_part(0)
        return replace(feedback, text=join_texts(feedback.text, "You have a second try."))

    def _take_slip(self, marked: MarkedSheet, feedback: AnswerFeedback) -> None:
        """Note a slip and what may explain it, and the step before it."""
        self._has_slip = True
        self._suspects = self._suspects or feedback.suspects
        if marked.departure is not None:
            self._step = max(0, marked.departure.step - 1)

    def _mark_wrong(self, sheet: Sheet) -> None:
        """Mark the nodes of wrong entries in the tree."""
        grader = self.topic.grader
        if isinstance(grader, Grader):
            nodes = {entry.node for entry in grader.wrong(sheet)[1]}
            walk = self.topic.trace.walk()
            rows = {visit.name: visit.row for visit in walk if visit.name in nodes}
            self._wrong_rows = frozenset(rows.values())

    def _end(self) -> None:
        """Finish the tree: it counts, or the streak starts over."""
        self.is_over = True
        self.streak = 0 if self._has_slip or self.was_shown else self.streak + 1

    @property
    def result(self) -> str:
        """The message at the end of a tree."""
        noun = self.spec.kind.noun
        again = "" if self.spec.kind.make is None else " Your streak starts over."
        if self.was_shown and not self._has_slip:
            return f"You asked for an answer, so this {noun} does not count.{again}"
        if not self._has_slip:
            what = "steps" if self.spec.is_by_hand else "answers"
            text = f"All {what} for this {noun} are right."
            return text if self.is_done else f"{text} Now solve one more."
        if self._is_right:
            return f"Right at the second try.{again}"
        return f"Not quite.{again}"  # the feedback names the mistake

    @property
    def _likeliest(self) -> str:
        """The misconception that explains the slips best; empty if none is known."""
        return next(iter(self._suspects), "")

    def ready(self) -> None:
        """Make the tree, search it, and find the first question; this can take a while."""
        _ = self.question, self.about

    def as_record(self) -> dict[str, Any]:
        """Return the progress as JSON data, to resume from here.

        A tree is not used again once any of its answers was shown.
        """
        is_begun = self.is_over or self.was_shown or bool(self._asked)
        if self._hands is not None:
            is_begun = is_begun or bool(self._hands.work.events)
        is_new = self.is_done or self.was_shown or self._has_slip
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
