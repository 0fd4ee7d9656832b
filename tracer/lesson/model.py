"""What a lesson is made of, as its file has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from engine.conventions import Convention
from tracer.check.problem import Problem
from tracer.generate import Order
from tracer.lesson.fresh_matrix import MatrixOrder
from tracer.lesson.fresh_run import RunOrder

__all__ = [
    "ALL_STEPS",
    "Asking",
    "Choice",
    "Claim",
    "Drill",
    "Lesson",
    "Page",
    "Slip",
]

#: What a drill asks that walks through a search and asks about every step that decides something.
ALL_STEPS: Final = "steps"


@dataclass(frozen=True, slots=True)
class Claim:
    """What a page says of its search, so that it can be checked.

    Args:
        fact: what it is about; see `tracer.lesson.facts`.
        said: what it is said to be.
        where: the place in the file.
    """

    fact: str
    said: str
    where: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers to choose from.

    Args:
        text: the answer.
        is_right: whether it is right.
        because: what is said of it when it is chosen.
        misconception: the slug of the misconception that it comes from; empty for none.
    """

    text: str
    is_right: bool = False
    because: str = ""
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """A wrong answer that is expected.

    Args:
        answer: what is typed.
        because: what is said of it.
        misconception: the slug of the misconception that it comes from; empty for none.
    """

    answer: str
    because: str
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question that stands between a page and the next.

    Args:
        kind: the step that comes next, one of several answers, a fact of the search, a part of an
            answer sheet, or an answer that the file gives.
        text: the question; empty where the step that comes next tells it.
        fact: what is asked of the search, or the part.
        right: the answer, where the file gives it.
        choices: the answers to choose from.
        because: what is said once it has been answered.
        slips: wrong answers that are expected.
    """

    kind: Literal["step", "choice", "fact", "part", "answer"]
    text: str = ""
    fact: str = ""
    right: str = ""
    choices: tuple[Choice, ...] = ()
    because: str = ""
    slips: tuple[Slip, ...] = ()


@dataclass(frozen=True, slots=True)
class Drill:
    """The same task on one fresh tree, matrix or run after another, until some in a row are right.

    Args:
        order: what the trees are like, as `plytrace generate` takes it, or the payoff matrices, or
            the runs by hand; None where students type trees of their own.
        search: the search that is to be worked; None for the usual one.
        convention: its convention.
        asks: `ALL_STEPS`, or parts of an answer sheet.
        until: how many in a row.
        where: the place in the file.
    """

    order: Order | MatrixOrder | RunOrder | None
    search: str | None
    convention: Convention
    asks: tuple[str, ...]
    until: int
    where: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a lesson.

    Args:
        text: what it says, in Markdown; facts of the search stand in double braces.
        about: the search, matrix or hand run that it is about; None for nothing.
        at: the step of the search that is shown, see `tracer.lesson.places`; empty for the tree or
            position before any search.
        claims: what it says of the search.
        numbers: numbers in the text that are no claims about the search.
        ask: the question on it; None for none.
        drill: the exercise on it; None for none.
        where: the place in the file.
    """

    text: str
    about: Problem | None = None
    at: str = ""
    claims: tuple[Claim, ...] = ()
    numbers: tuple[str, ...] = ()
    ask: Asking | None = None
    drill: Drill | None = None
    where: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson.

    Args:
        name: what it is called on the command line: its file's name without the ending.
        title: what it is called.
        minutes: how long it takes.
        summary: what it is about, in a line.
        goals: what one can do afterwards.
        pages: its pages.
        file: the file that it was read from, for errors.
        path: the whole path of a file of somebody's own; empty for a lesson of the tutorial.
    """

    name: str
    title: str
    minutes: int
    summary: str
    goals: tuple[str, ...]
    pages: tuple[Page, ...]
    file: str
    path: str = ""

    @property
    def key(self) -> str:
        """What its progress is kept under: two files of one name are two lessons."""
        return self.path or self.name
