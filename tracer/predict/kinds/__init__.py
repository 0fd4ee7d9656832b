"""The kinds of question about the next step, one class each.

A class asks its question and judges the answer. It names the misconception of a wrong answer, and
whether only that one explains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from tracer.predict.kinds.base import Question, QuestionKind, Verdict

__all__ = ["KINDS", "Question", "QuestionKind", "Verdict"]


def _defined_here() -> Iterator[QuestionKind]:
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    for kind in QuestionKind.__subclasses__():
        yield kind()


#: The kinds by id: every subclass defined in this folder.
KINDS: Final[Mapping[str, QuestionKind]] = {
    one.id: one for one in sorted(_defined_here(), key=lambda one: one.rank)
}
