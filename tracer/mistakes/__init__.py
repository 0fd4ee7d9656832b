"""The mistakes of students: one class each, which searches the tree in another way.

Most replace one step of the search; see `tracer.answers.hand_worker`. A class contains the texts
of a misconception, and the questions and parts that reveal it. `tracer.marking.grading` compares
sheets with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from tracer.mistakes.base import HandTask, Misconception, Reading
from tracer.mistakes.of_letters import LETTER_MISTAKES, LetterMistake

__all__ = ["MISCONCEPTIONS", "MISTAKES", "HandTask", "Misconception", "Reading"]


def _defined_here() -> Iterator[Misconception]:
    for module in iter_modules(__path__):
        if module.name != "engine":  # it uses them
            import_module(f"{__name__}.{module.name}")
    for misconception in Misconception.__subclasses__():
        yield misconception()


#: The misconceptions by slug: every subclass that a module of this folder defines.
MISCONCEPTIONS: Final[Mapping[str, Misconception]] = {
    one.slug: one for one in sorted(_defined_here(), key=lambda one: one.rank)
}

#: Everything that a record can name, by slug: the misconceptions, and the mistakes about letters.
MISTAKES: Final[Mapping[str, Misconception | LetterMistake]] = {**MISCONCEPTIONS, **LETTER_MISTAKES}
