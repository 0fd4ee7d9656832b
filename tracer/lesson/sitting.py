"""A student's way through a lesson: which page, which question is open, what has been said.

Screens and plain terminals ask this what to show and hand it what is typed; it decides all else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import PlytraceError, UsageError
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.lesson.asking import Asked, Told
from tracer.lesson.drill import Exercise
from tracer.lesson.model import Drill, Lesson, Page
from tracer.lesson.stage import Scene, Stage, filled
from tracer.search_trace import Trace

__all__ = ["Sitting", "View"]

#: Wrong answers after which the right one is told.
_TRIES: Final = 2


@dataclass(frozen=True, slots=True)
class View:
    """What is shown now.

    Args:
        page: the page, from 1.
        pages: how many there are.
        text: what it says, in Markdown.
        scene: what stands beside it; None for nothing.
        question: what is asked; empty where nothing is, or all has been answered.
        hint: how it is answered.
        choices: the answers to choose from, each with its letter.
        answered: what was asked, where it has been answered; empty elsewhere.
        handed_in: the parts of a sheet that are answered so far, and how.
        draft: an answer that was given before and can be changed.
        told: what was said last; None where nothing was.
        standing: how far an exercise is; empty elsewhere.
        can_go_on: whether the next page, or the next tree, can be shown.
    """

    page: int
    pages: int
    text: str
    scene: Scene | None = None
    question: str = ""
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    answered: str = ""
    handed_in: tuple[tuple[str, str], ...] = ()
    draft: str = ""
    told: Told | None = None
    standing: str = ""
    can_go_on: bool = True


class Sitting:
    """A lesson and how far a student is in it.

    Args:
        lesson: the lesson.
        seed: what the trees of its exercises are drawn from.
        record: how far the student was, as `as_record` gives it; what is none of that is passed
            over.
        is_open: whether the page at hand is opened at once, with its search; otherwise `ready` does
            that, from whichever thread.
    """

    def __init__(
        self, lesson: Lesson, seed: str, record: Any = None, *, is_open: bool = True
    ) -> None:
        self.lesson = lesson
        self.seed = seed
        self._stages: dict[int, Stage] = {}
        kept = record if isinstance(record, Mapping) else {}
        self.page = min(max(0, _whole(kept, "page")), len(lesson.pages) - 1)
        self.is_finished = kept.get("finished") is True
        #: Whether it stands at its end, from which it begins anew.
        self.is_over = kept.get("over", self.is_finished) is True
        self.right = _whole(kept, "right")
        self.wrong = _whole(kept, "wrong")
        slips = kept.get("misconceptions")
        self.misconceptions: Counter[str] = Counter(
            {
                slug: times
                for slug, times in (slips.items() if isinstance(slips, dict) else ())
                if isinstance(slug, str) and isinstance(times, int)
            }
        )
        solved = kept.get("solved")
        self._solved: set[int] = {
            page
            for page in (solved if isinstance(solved, list) else ())
            if isinstance(page, int) and 0 <= page < len(lesson.pages)
        }
        drills = kept.get("exercises")
        self._drills: dict[str, Mapping[str, Any]] = {
            page: one
            for page, one in (drills.items() if isinstance(drills, dict) else ())
            if isinstance(page, str) and isinstance(one, dict)
        }
        self._tries = 0
        self._told: Told | None = None
        self._asked: Asked | None = None
        self._exercise: Exercise | None = None
        self._text = ""
        self._scene: Scene | None = None
        self._fault: PlytraceError | None = None
        self._is_open = False
        if is_open:
            self.ready()

    @property
    def has_answer(self) -> bool:
        """Whether something is asked that has an answer, which `give_up` tells."""
        if self._exercise is not None:
            return not (self._exercise.is_over or self._exercise.is_awaited)
        return self._asked is not None and not self._answered

    def as_record(self) -> dict[str, Any]:
        """How far the student is, as JSON holds it."""
        return {
            "page": self.page,
            "pages": len(self.lesson.pages),
            "finished": self.is_finished,
            "over": self.is_over,
            "right": self.right,
            "wrong": self.wrong,
            "solved": sorted(self._solved),
            "misconceptions": dict(self.misconceptions),
            "exercises": {page: dict(one) for page, one in self._drills.items()},
        }

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been done since it was begun: it stands at its first page."""
        return not (self.page or self.right or self.wrong or self._told)

    # Showing ----------------------------------------------------------------------------------

    @property
    def _now(self) -> Page:
        return self.lesson.pages[self.page]

    def _stage(self, page: Page) -> Stage | None:
        if page.about is None:
            return None
        return self._stages.setdefault(id(page.about), Stage(page.about))

    def ready(self) -> None:
        """Open the page at hand, unless that is done: make its search, or the tree of its exercise.

        This is what takes its time; `view` makes no search. A page that does not hold says so.
        """
        if self._is_open:
            return
        self._is_open = True
        self._tries, self._told = 0, None
        self._refused: set[str] = set()
        self._asked = self._exercise = self._fault = None
        try:
            self._open(self._now)
        except PlytraceError as error:
            self._asked = self._exercise = None
            self._fault = error

    def _open(self, page: Page) -> None:
        stage = self._stage(page)
        self._text, self._scene = "", None
        self._step = stage.step(page.at) if stage else None
        self._text = filled(page.text, stage, self._step)
        if page.drill is not None:
            self._exercise = self._taken_up(page.drill)
            self._exercise.ready()
            return
        self._scene = stage.scene(page.at) if stage else None
        if page.ask is not None:
            self._asked = Asked(page.ask, stage, self._step)
            _ = self._asked.text, self._asked.choices, self._asked.hint

    def _taken_up(self, drill: Drill) -> Exercise:
        """The exercise of the page at hand, at a tree that nothing has been told about."""
        kept = self._drills.get(str(self.page), {})
        exposes = kept.get("exposes")
        return Exercise(
            drill,
            f"{self.seed}-{self.lesson.name}-{self.page}",
            max(1, _whole(kept, "tree")),
            min(_whole(kept, "row"), drill.until - 1),
            exposes if isinstance(exposes, str) and exposes in MISCONCEPTIONS else "",
        )

    def _note(self) -> None:
        """Take down how far the exercise is."""
        if self._exercise is not None:
            self._drills[str(self.page)] = self._exercise.as_record()

    def searched(self) -> Trace | None:
        """The whole search that the page is about; None where there is none.

        Raises:
            PlytraceError: it cannot be made.
        """
        scene = self.view.scene
        if scene is None or scene.trace is None:
            return None
        stage = self._stage(self._now) if self._exercise is None else None
        return stage.trace if stage is not None else scene.trace

    @property
    def view(self) -> View:
        """What is shown now."""
        self.ready()
        text = self._text
        shown = View(self.page + 1, len(self.lesson.pages), text, told=self._told)
        if self._fault is not None:
            return replace(shown, text=f"This page cannot be shown: {self._fault}")
        exercise = self._exercise
        if exercise is not None:
            question = exercise.question
            return replace(
                shown,
                text="\n\n".join(filter(None, (text, exercise.about))),
                scene=exercise.scene,
                question=question[0] if question else "",
                hint=question[1] if question else "",
                handed_in=exercise.handed_in,
                draft=exercise.draft,
                standing=exercise.standing,
                can_go_on=question is None or self.page in self._solved,
            )
        scene, asked = self._scene, self._asked
        if asked is None or self._answered:
            if scene is not None and scene.step is not None and asked is not None:
                scene = self._after(scene)
            return replace(shown, scene=scene, answered=asked.text if asked else "")
        return replace(
            shown,
            scene=scene,
            question=asked.text,
            hint=asked.hint,
            choices=asked.choices,
            can_go_on=self.page in self._solved,
        )

    def _after(self, scene: Scene) -> Scene:
        """The scene once its question about the next step is answered: that step."""
        asks_step = self._now.ask is not None and self._now.ask.kind == "step"
        return Scene(scene.trace, (scene.step or 0) + 1) if asks_step else scene

    @property
    def _answered(self) -> bool:
        if self._told is None:
            return False
        # What is said of a step tells the answer, so that there is no second try.
        once = self._now.ask is not None and self._now.ask.kind == "step"
        return self._told.is_right or once or self._tries >= _TRIES

    # Doing ------------------------------------------------------------------------------------

    def answer(self, typed: str) -> Told | None:
        """Take an answer to the question that is open.

        Returns:
            What is said of it; None where an exercise has more to be asked first.

        Raises:
            InvalidInput: it is no answer to it.
            UsageError: nothing is asked.
        """
        self.ready()
        if self._exercise is not None:
            told = self._drilled(self._exercise.answer(typed))
        elif self._asked is not None and not self._answered:
            told = self._judged(self._asked, typed)
        else:
            raise UsageError("nothing is asked here", expected="to go on")
        if told is not None and not told.was_asked_for:
            self._count(told)
        self._told = told
        return told

    def _judged(self, asked: Asked, typed: str) -> Told:
        told = asked.judge(typed)
        if asked.choices:
            letter = asked.letter_of(typed)
            if letter in self._refused:
                raise UsageError(f"{letter} has been tried", expected="another one")
            self._refused.add(letter)
        self._tries += 1
        if told.is_right:
            self._solved.add(self.page)
        elif self._tries >= _TRIES or asked.asking.kind == "step":
            told = self._with_answer(asked, told)
        return told

    def _with_answer(self, asked: Asked, told: Told) -> Told:
        because = filled(asked.asking.because, self._stage(self._now), self._step)
        said = "\n\n".join(filter(None, (told.text, asked.told, because)))
        return replace(told, is_right=False, text=said)

    def _drilled(self, told: Told | None) -> Told | None:
        """What is said of a tree, with how it went where that is over."""
        exercise = self._exercise
        assert exercise is not None, "asked for it"
        if exercise.is_over:
            said = "\n\n".join(filter(None, (told.text if told else "", exercise.result)))
            told = replace(told or Told(False, ""), text=said)
            if exercise.was_shown and told.is_right and not exercise.walks:
                told = replace(told, is_right=False, was_asked_for=True)  # some of it was told
            if exercise.is_done:
                self._solved.add(self.page)
        self._note()
        return told

    def _count(self, told: Told) -> None:
        if told.is_right:
            self.right += 1
        else:
            self.wrong += 1
            if told.misconception:
                self.misconceptions[told.misconception] += 1

    def give_up(self) -> Told:
        """Be told the answer to the question that is open; it does not count as answered.

        In an exercise the answer to what is asked, which goes on; the tree does not count as right.

        Raises:
            PlytraceError: nothing is asked that has an answer.
        """
        self.ready()
        if self._exercise is not None:
            told = self._drilled(self._exercise.show())
            assert told is not None, "an answer is told"
            self._told = told
            return told
        if self._asked is None or self._answered:
            raise UsageError("nothing is asked here", expected="to go on")
        self._tries = _TRIES
        told = self._with_answer(self._asked, Told(False, ""))
        self._told = replace(told, was_asked_for=True)
        return self._told

    def forward(self) -> bool:
        """Go on to the next tree or page, where what is asked has been answered.

        Returns:
            Whether there was somewhere to go; at the end of the lesson it is finished.
        """
        if not self.view.can_go_on:
            return False
        exercise = self._exercise
        if exercise is not None and exercise.is_over and not exercise.is_done:
            self._exercise, self._told = exercise.next_tree(), None
            self._exercise.ready()
            self._note()
            return True
        return self.skip()

    def skip(self) -> bool:
        """Go on to the next page, whatever is asked on this one."""
        if self.page + 1 == len(self.lesson.pages):
            self.is_finished = self.is_over = True
            return False
        self._turn(self.page + 1)
        return True

    def back(self) -> bool:
        """Go back a page, or inside of a sheet to the part before.

        Returns:
            Whether there was somewhere to go.
        """
        if self._exercise is not None and self._exercise.back():
            self._told = None
            return True
        if not self.page:
            return False
        self._turn(self.page - 1)
        return True

    def restart(self) -> None:
        """Begin the lesson anew, and count anew; its exercises go on to trees that are new."""
        self.is_over = False
        self.right = self.wrong = 0
        self.misconceptions.clear()
        self._solved.clear()
        self._drills = {page: {**one, "row": 0} for page, one in self._drills.items()}
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
