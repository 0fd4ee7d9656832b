"""A student's way through a lesson: which page, which question is open, what has been said.

Screens and plain terminals ask this what to show and hand it what is typed; it decides all else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import UsageError
from tracer.lesson.asking import Asked, Told
from tracer.lesson.drill import Exercise
from tracer.lesson.model import Lesson, Page
from tracer.lesson.stage import Scene, Stage, filled

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
    """

    def __init__(self, lesson: Lesson, seed: str, record: Any = None) -> None:
        self.lesson = lesson
        self.seed = seed
        self._stages: dict[int, Stage] = {}
        kept = record if isinstance(record, Mapping) else {}
        self.page = min(max(0, _whole(kept, "page")), len(lesson.pages) - 1)
        self.is_finished = kept.get("finished") is True
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
        self._tries = 0
        self._told: Told | None = None
        self._asked: Asked | None = None
        self._exercise: Exercise | None = None
        self._open()

    def as_record(self) -> dict[str, Any]:
        """How far the student is, as JSON holds it."""
        return {
            "page": self.page,
            "pages": len(self.lesson.pages),
            "finished": self.is_finished,
            "right": self.right,
            "wrong": self.wrong,
            "solved": sorted(self._solved),
            "misconceptions": dict(self.misconceptions),
        }

    # Showing ----------------------------------------------------------------------------------

    @property
    def _now(self) -> Page:
        return self.lesson.pages[self.page]

    def _stage(self, page: Page) -> Stage | None:
        if page.about is None:
            return None
        return self._stages.setdefault(id(page.about), Stage(page.about))

    def _open(self) -> None:
        """Begin with the page at hand."""
        page = self._now
        self._tries, self._told = 0, None
        self._refused: set[str] = set()
        self._asked = self._exercise = None
        stage = self._stage(page)
        self._step = stage.step(page.at) if stage else None
        if page.ask is not None:
            self._asked = Asked(page.ask, stage, self._step)
        if page.drill is not None:
            self._exercise = Exercise(page.drill, f"{self.seed}-{self.lesson.name}-{self.page}")

    @property
    def view(self) -> View:
        """What is shown now."""
        page = self._now
        stage = self._stage(page)
        text = filled(page.text, stage, self._step)
        shown = View(self.page + 1, len(self.lesson.pages), text, told=self._told)
        exercise = self._exercise
        if exercise is not None:
            question = exercise.question
            return replace(
                shown,
                text="\n\n".join(filter(None, (text, exercise.about))),
                scene=exercise.scene,
                question=question[0] if question else "",
                hint=question[1] if question else "",
                standing=exercise.standing,
                can_go_on=question is None or self.page in self._solved,
            )
        scene = stage.scene(page.at) if stage else None
        asked = self._asked
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
        if self._exercise is not None:
            told = self._drilled(typed)
        elif self._asked is not None and not self._answered:
            told = self._judged(self._asked, typed)
        else:
            raise UsageError("nothing is asked here", expected="to go on")
        if told is not None:
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

    def _drilled(self, typed: str) -> Told | None:
        exercise = self._exercise
        assert exercise is not None, "asked for it"
        told = exercise.answer(typed)
        if exercise.is_over:
            said = "\n\n".join(filter(None, (told.text if told else "", exercise.result)))
            told = replace(told or Told(False, ""), text=said)
            if exercise.is_done:
                self._solved.add(self.page)
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

        Raises:
            UsageError: nothing is asked, or it is an exercise, which can be skipped.
        """
        if self._asked is None or self._answered:
            raise UsageError("nothing is asked here", expected="to go on")
        self._tries = _TRIES
        self._told = self._with_answer(self._asked, Told(False, ""))
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
            return True
        return self.skip()

    def skip(self) -> bool:
        """Go on to the next page, whatever is asked on this one."""
        if self.page + 1 == len(self.lesson.pages):
            self.is_finished = True
            return False
        self.page += 1
        self._open()
        return True

    def back(self) -> bool:
        """Go back a page."""
        if not self.page:
            return False
        self.page -= 1
        self._open()
        return True

    def restart(self) -> None:
        """Begin the lesson again; what was answered stays counted."""
        self.page = 0
        self._open()


def _whole(kept: Mapping[str, Any], key: str) -> int:
    value = kept.get(key)
    return value if type(value) is int and value >= 0 else 0
