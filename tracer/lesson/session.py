"""A student's session in a lesson: the page, the open question and the feedback.

Screens and plain terminals show its view and pass the typed answers; it decides everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import PlytraceError, UsageError
from tracer.hands.session import HandSession
from tracer.lesson.exercise import Exercise, ExerciseSpec
from tracer.lesson.feedback import AnswerFeedback, join_texts
from tracer.lesson.figures import LessonScene, PageFigure, fill_facts
from tracer.lesson.page_file import Lesson, LessonPage
from tracer.lesson.page_questions import LessonQuestion
from tracer.mistakes import MISCONCEPTIONS, MISTAKES
from tracer.runs.search_trace import Trace
from trees.text import quote

#: Number of tries after which the right answer is shown.
_TRIES: Final = 2


@dataclass(frozen=True, slots=True)
class LessonView:
    """The current contents of the screen."""

    page: int
    pages: int
    text: str
    scene: PageFigure | None = None
    question: str = ""
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    tried: tuple[str, ...] = ()
    answered: str = ""
    handed_in: tuple[tuple[str, str], ...] = ()
    draft: str = ""
    feedback: AnswerFeedback | None = None
    progress_text: str = ""
    next_topic: str = ""
    is_by_hand: bool = False
    can_go_on: bool = True


class LessonSession:
    """A lesson and a student's progress in it."""

    def __init__(
        self, lesson: Lesson, seed: str, record: Any = None, *, is_open: bool = True
    ) -> None:
        self.lesson = lesson
        self.seed = seed
        self._stages: dict[tuple[int, bool | frozenset[str]], LessonScene] = {}
        kept = record if isinstance(record, Mapping) else {}
        self.page = min(max(0, _whole(kept, "page")), len(lesson.pages) - 1)
        self.is_finished = kept.get("finished") is True
        self._was_done = kept.get("done") is True
        #: Whether it is at its end; the next session starts over.
        self.is_over = kept.get("over", self.is_finished) is True
        self.right = _whole(kept, "right")
        self.wrong = _whole(kept, "wrong")
        self.misconceptions: Counter[str] = Counter(
            {
                slug: times
                for slug, times in _mapping(kept, "misconceptions").items()
                if isinstance(times, int)
            }
        )
        solved = kept.get("solved")
        self._solved: set[int] = {
            page
            for page in (solved if isinstance(solved, list) else ())
            if isinstance(page, int) and 0 <= page < len(lesson.pages)
        }
        self._exercise_records: dict[str, Mapping[str, Any]] = {
            page: exercise
            for page, exercise in _mapping(kept, "exercises").items()
            if isinstance(exercise, Mapping)
        }
        #: The record that was last read or saved.
        self.kept = self.as_record()
        self._is_open = False
        self._clear_page()
        if is_open:
            self.ready()

    def _clear_page(self) -> None:
        """Forget what is open on the page."""
        self._tries = 0
        self._feedback: AnswerFeedback | None = None
        self._question: LessonQuestion | None = None
        self._exercise: Exercise | None = None
        self._text = ""
        self._scene: PageFigure | None = None
        self._fault: PlytraceError | None = None

    @property
    def has_answer(self) -> bool:
        """Whether there is an open question with an answer, which `give_up` shows."""
        if self._exercise is not None:
            exercise = self._exercise
            return not (exercise.is_over or exercise.is_awaited or exercise.spec.is_by_hand)
        return self._question is not None and not self._answered

    def as_record(self) -> dict[str, Any]:
        """Return the student's progress as JSON data."""
        return {
            "page": self.page,
            "pages": len(self.lesson.pages),
            "finished": self.is_finished,
            "done": self.is_done,
            "tasks": len(self._tasks),
            "over": self.is_over,
            "right": self.right,
            "wrong": self.wrong,
            "solved": sorted(self._solved),
            "misconceptions": dict(self.misconceptions),
            "exercises": {page: dict(one) for page, one in self._exercise_records.items()},
        }

    @property
    def _tasks(self) -> list[int]:
        """The pages, from 0, with a question or an exercise."""
        return [place for place, page in enumerate(self.lesson.pages) if page.has_task]

    @property
    def is_done(self) -> bool:
        """Whether the lesson was read to its end and, at some time, every task was solved."""
        return self._was_done or (self.is_finished and not self.unsolved_pages)

    @property
    def unsolved_pages(self) -> list[int]:
        """The pages, from 1, whose question or exercise is not solved."""
        return [place + 1 for place in self._tasks if place not in self._solved]

    @property
    def result_text(self) -> str:
        """The end of the lesson in a sentence or two: what is solved, and what to go back to."""
        title, unsolved = self.lesson.title, self.unsolved_pages
        if not unsolved:
            return f"You have finished **{title}**."
        tasks = len(self._tasks)
        pages = f"page{'s' * (len(unsolved) > 1)} {', '.join(map(str, unsolved))}"
        return (
            f"You have read **{title}** and solved {tasks - len(unsolved)} of {tasks} tasks. "
            f"Go back to {pages} for the others."
        )

    @property
    def score_text(self) -> str:
        """How many answers were right."""
        return f"Right answers: {self.right}; wrong answers: {self.wrong}."

    def list_mistakes(self) -> Iterator[str]:
        """Yield the three commonest mistakes, each with its question to think about."""
        for slug, times in self.misconceptions.most_common(3):
            often = "once" if times == 1 else f"{times} times"
            yield f"- {MISTAKES[slug].title} ({often}): {MISTAKES[slug].hint}"

    def is_solved(self, page: int) -> bool:
        """Return whether the question or the exercise of a page, from 0, has been solved."""
        return page in self._solved

    @property
    def is_untouched(self) -> bool:
        """Whether the student has done nothing yet and is on the first page."""
        return not (self.page or self.right or self.wrong or self._feedback)

    # View -------------------------------------------------------------------------------------

    @property
    def _now(self) -> LessonPage:
        return self.lesson.pages[self.page]

    def _stage(self, page: LessonPage) -> LessonScene | None:
        if page.about is None:
            return None
        key = id(page.about), page.covers
        return self._stages.setdefault(key, LessonScene(page.about, covers=page.covers))

    def ready(self) -> None:
        """Open the current page if necessary: run its search, or make the tree of its exercise.

        This can take a while; `view` runs no search. If a page is not valid, its view shows that.
        """
        if self._is_open:
            return
        self._is_open = True
        self._clear_page()
        try:
            self._open(self._now)
        except PlytraceError as error:
            self._clear_page()
            self._fault = error

    def _open(self, page: LessonPage) -> None:
        stage = self._stage(page)
        self._step = stage.step(page.at) if stage else None
        self._text = fill_facts(page.text, stage, self._step)
        if page.exercise is not None:
            self._exercise = self._resumed_exercise(page.exercise)
            self._exercise.ready()
            return
        self._scene = stage.scene(page.at) if stage else None
        if page.ask is not None:
            key = f"{self.seed}-{self.lesson.name}-{self.page}"
            self._question = page.ask.kind(page.ask.shuffle_choices(key), stage, self._step)
            _ = self._question.text, self._question.choices, self._question.hint

    def _resumed_exercise(self, spec: ExerciseSpec) -> Exercise:
        """Return the exercise of the current page, at a tree whose answers were not shown."""
        kept = self._exercise_records.get(str(self.page), {})
        exposes = kept.get("exposes")
        return Exercise(
            spec,
            f"{self.seed}-{self.lesson.name}-{self.page}",
            max(1, _whole(kept, "tree")),
            min(_whole(kept, "row"), spec.until - 1),
            exposes if isinstance(exposes, str) and exposes in MISCONCEPTIONS else "",
        )

    def _note(self) -> None:
        """Record the progress of the exercise."""
        if self._exercise is not None:
            self._exercise_records[str(self.page)] = self._exercise.as_record()

    def searched(self) -> Trace | None:
        """Return the complete search of the page; None if there is none."""
        scene = self.view.scene
        if scene is None or scene.trace is None or self.hands is not None:
            return None
        stage = self._stage(self._now) if self._exercise is None else None
        return stage.trace if stage is not None else scene.trace

    @property
    def view(self) -> LessonView:
        """The current view."""
        self.ready()
        text = self._text
        shown = LessonView(self.page + 1, len(self.lesson.pages), text, feedback=self._feedback)
        if self._fault is not None:
            return replace(shown, text=f"This page cannot be shown: {self._fault}")
        exercise = self._exercise
        if exercise is not None:
            question_text, hint = exercise.question
            return replace(
                shown,
                text=join_texts(text, exercise.about),
                scene=exercise.scene,
                question=question_text,
                hint=hint,
                handed_in=exercise.handed_in,
                draft=exercise.draft,
                progress_text=exercise.progress_text,
                next_topic=exercise.spec.kind.noun if exercise.has_next else "",
                is_by_hand=self.hands is not None,
                can_go_on=not question_text or self.page in self._solved,
            )
        scene, question = self._scene, self._question
        if question is None or self._answered:
            if scene is not None and question is not None:
                scene = question.show_answer(scene)
            return replace(shown, scene=scene, answered=question.text if question else "")
        return replace(
            shown,
            scene=question.hide_answer(scene) if scene is not None else None,
            question=question.text,
            hint=question.hint,
            choices=question.choices,
            tried=question.tried,
            can_go_on=self.page in self._solved,
        )

    @property
    def _answered(self) -> bool:
        if self._feedback is None:
            return False
        return self._feedback.is_right or self._tries >= _TRIES

    # Actions ----------------------------------------------------------------------------------

    def answer(self, typed: str) -> AnswerFeedback | None:
        """Judge an answer to the open question."""
        self.ready()
        if self._exercise is not None:
            return self._take(self._exercise.answer(typed))
        return self._take(self._judged(self._find_open_question(), typed))

    def _find_open_question(self) -> LessonQuestion:
        if self._question is None or self._answered:
            raise UsageError("there is no open question here", expected="the next page")
        return self._question

    def _take(self, feedback: AnswerFeedback | None) -> AnswerFeedback | None:
        """Count the feedback, with the result of a finished tree, and keep it for the view."""
        exercise = self._exercise
        if exercise is not None and exercise.is_over and feedback is not None:
            feedback = replace(feedback, text=join_texts(feedback.text, exercise.result))
            if exercise.was_shown and feedback.is_right:
                feedback = replace(feedback, is_right=False, was_asked_for=True)
            if exercise.is_done:
                self._solved.add(self.page)
        self._note()
        if feedback is not None and not feedback.was_asked_for:
            self._count(feedback)
        self._feedback = feedback
        return feedback

    @property
    def hands(self) -> HandSession | None:
        """The search that the student works by hand on this page; None if there is none now."""
        exercise = self._exercise
        if exercise is None or not exercise.spec.is_by_hand:
            return None
        return None if exercise.is_over or exercise.is_awaited else exercise.hands

    def take_hand_work(self) -> AnswerFeedback | None:
        """Judge the search by hand of this page if it has ended."""
        assert self._exercise is not None, "the page has an exercise"
        return self._take(self._exercise.take_hand_work())

    def _judged(self, question: LessonQuestion, typed: str) -> AnswerFeedback | None:
        feedback = question.judge(typed)
        if feedback is None:
            return None
        self._tries += 1
        if feedback.is_right:
            self._solved.add(self.page)
        elif self._tries >= _TRIES:
            feedback = self._with_answer(question, feedback, typed)
        elif not feedback.text:
            feedback = replace(feedback, text="That is not right.")
        return feedback

    def _with_answer(
        self, question: LessonQuestion, feedback: AnswerFeedback, typed: str = ""
    ) -> AnswerFeedback:
        """Return the feedback with what was written, what is right, and why."""
        mine = f"Your answer: {quote(typed.strip(), 60)}. " if typed else ""
        reason = feedback.reason if typed else question.why
        text = join_texts(f"{mine}{question.solution}", reason, question.because)
        return replace(feedback, is_right=False, text=text)

    def _count(self, feedback: AnswerFeedback) -> None:
        if feedback.is_right:
            self.right += 1
        else:
            self.wrong += 1
            if feedback.misconception:
                self.misconceptions[feedback.misconception] += 1

    def give_up(self) -> AnswerFeedback:
        """Show the answer to the open question, which then does not count as answered.

        An exercise continues with the next question, but the tree does not count as right.
        """
        self.ready()
        if self._exercise is not None:
            feedback = self._exercise.show()
        else:
            question, self._tries = self._find_open_question(), _TRIES
            feedback = self._with_answer(question, AnswerFeedback(False, ""))
        shown = self._take(replace(feedback, was_asked_for=True))
        assert shown is not None, "it was shown"
        return shown

    def forward(self) -> bool:
        """Continue to the next tree or page, if the question has been answered."""
        if not self.view.can_go_on:
            return False
        exercise = self._exercise
        if exercise is not None and exercise.has_next:
            self._exercise, self._feedback = exercise.next_tree(), None
            self._exercise.ready()
            self._note()
            return True
        return self.skip()

    def skip(self) -> bool:
        """Continue to the next page, even if there is an open question."""
        if self.page + 1 == len(self.lesson.pages):
            self.is_finished = self.is_over = True
            self._was_done = self.is_done
            return False
        self._turn(self.page + 1)
        return True

    def back(self) -> bool:
        """Go back to the previous page, or to the previous part of a sheet."""
        if self._exercise is not None and self._exercise.back():
            self._feedback = None
            return True
        if not self.page:
            return False
        self._turn(self.page - 1)
        return True

    def restart(self) -> None:
        """Restart the lesson and reset its counts; its exercises continue with new trees."""
        self.is_over = False
        self.right = self.wrong = 0
        self.misconceptions.clear()
        self._solved.clear()
        self._exercise_records = {
            page: {**one, "row": 0} for page, one in self._exercise_records.items()
        }
        was_open = self._is_open
        self.page, self._is_open = 0, False
        if was_open:
            self.ready()

    def _turn(self, page: int) -> None:
        """Go to a page and open it."""
        self.page, self._is_open, self.is_over = page, False, False
        self.ready()


def _whole(kept: Mapping[str, Any], key: str) -> int:
    value = kept.get(key)
    return value if type(value) is int and value >= 0 else 0


def _mapping(kept: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = kept.get(key)
    return value if isinstance(value, Mapping) else {}


# Sessions of several programs at once ------------------------------------------------------------


def merge_progress(
    kept: Mapping[str, Any], before: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    """Apply the changes of one session to the record of a lesson.

    All three records come from `LessonSession.as_record`.
    """
    has_moved = (now["page"], now["over"]) != (before["page"], before["over"])
    place = now if has_moved else kept
    slips = [record["misconceptions"] for record in (kept, before, now)]
    unsolved = {*before["solved"]} - {*now["solved"]}
    return {
        **now,
        "page": place["page"],
        "over": place["over"],
        **{name: kept[name] or now[name] for name in ("finished", "done")},
        **{count: _added(kept, before, now, count) for count in ("right", "wrong")},
        "solved": sorted({*kept["solved"], *now["solved"]} - unsolved),
        "misconceptions": {
            slug: times
            for slug in sorted({*slips[0], *slips[2]})
            if (times := _added(slips[0], slips[1], slips[2], slug))
        },
        "exercises": _exercises(kept["exercises"], before["exercises"], now["exercises"]),
    }


def _added(
    kept: Mapping[str, int], before: Mapping[str, int], now: Mapping[str, int], key: str
) -> int:
    """Add the increase of this session to a count."""
    return max(0, kept.get(key, 0) + now.get(key, 0) - before.get(key, 0))


def _exercises(
    kept: Mapping[str, Any], before: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the record with more progress for each exercise."""
    merged = {**now, **kept}
    for page, exercise in now.items():
        is_later = _whole(exercise, "tree") >= _whole(kept.get(page, {}), "tree")
        if is_later and exercise != before.get(page):
            merged[page] = exercise
    return merged
