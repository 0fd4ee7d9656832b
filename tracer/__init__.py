"""Traces of searches: replay, narration, pseudocode, figures and exports.

A notebook imports what it needs from here:

>>> from tracer import trace
>>> t = trace("lecture", search="alphabeta", convention="aima")
>>> t.value, t.move, t.counts.visited
(3.0, 'B', 11)

`ask`, `compare`, `generate` and `worksheet` are packages that can be called like
functions. All names are imported when they are first used, so a module of a package here does not
import the others.

>>> from tracer import compare
>>> compare("lecture", ["minimax", "alphabeta"]).same_value
True
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import Signature, cleandoc, signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from engine.errors import InvalidInput, PlytraceError, SearchRefused, UsageError
from engine.text import set_drawer
from tracer.runs.notebook import game_bundle, show

if TYPE_CHECKING:
    from engine.conventions import Convention
    from engine.game import Game, Player
    from engine.games import make_game
    from engine.match.match import Match
    from tracer.ask.questions import ask
    from tracer.compare.comparison import compare
    from tracer.generate.order import Order
    from tracer.generate.tree_search import generate
    from tracer.marking.results.record import MarkedSheet
    from tracer.matrix.analysis import analyse
    from tracer.runs.run import counted, trace
    from tracer.runs.search_trace import Counted, Trace, load
    from tracer.steps.visit_views import Cutoff, Visit
    from tracer.worksheet.bundle import make_worksheet as worksheet
    from trees.library import library_tree
    from trees.other_inputs.matrix import read_matrix

__all__ = [
    "Convention",
    "Counted",
    "Cutoff",
    "Game",
    "InvalidInput",
    "Match",
    "Order",
    "Player",
    "PlytraceError",
    "SearchRefused",
    "Trace",
    "UsageError",
    "Visit",
    "analyse",
    "ask",
    "check",
    "compare",
    "counted",
    "generate",
    "library_tree",
    "load",
    "make_game",
    "read_matrix",
    "show",
    "trace",
    "worksheet",
]

set_drawer(game_bundle)


def check(key: Any, answers: Mapping[str, Any] | str | Path) -> MarkedSheet:
    """Check a student's answers against a key.

    Args:
        key: any SOURCE of the command line, a key file or a folder of keys; or nested lists, a
            `Game`, or a key that was read before.
        answers: answers by part, such as `{"move": "B"}`, the file of one answer sheet, or
            its text if that has several lines.

    Returns:
        The marked sheet; `score`, `most` and `record()` describe it.

    Raises:
        InvalidInput: if the key or the file cannot be read, or the file has several sheets.

    Example:
        >>> from tracer import check
        >>> marked = check("lecture", {"value": 3, "move": "C"})
        >>> marked.score, marked.most
        (1.0, 2.0)
    """
    from tracer.marking.grading.make_grader import grader_of
    from tracer.marking.keys.key import AnyKey, read_key
    from tracer.marking.keys.problem import Problem
    from tracer.marking.reading.formats import sheet_of, sheet_of_text
    from tracer.marking.reading.sheet_files import sheets_in

    if isinstance(key, str | os.PathLike):
        key = read_key(os.fspath(key))
    elif isinstance(key, list | tuple) or hasattr(key, "to_move"):
        key = Problem("key", key)
    elif not isinstance(key, AnyKey):
        raise InvalidInput(f"{key!r} is not a key", expected="a SOURCE, a key file or nested lists")
    if isinstance(answers, Mapping):
        sheets = [sheet_of(answers, "answers")]
    elif isinstance(answers, str) and "\n" in answers:
        sheets = [sheet_of_text(answers, "answers")]
    elif isinstance(answers, str | os.PathLike) and Path(answers).is_file():
        sheets = list(sheets_in(Path(answers)))
    else:
        raise InvalidInput(
            f"there is no answer sheet {answers!r}",
            expected='the name of a file, or answers by part, such as {"move": "B"}',
        )
    if len(sheets) > 1:
        raise InvalidInput(
            f"{answers} has {len(sheets)} answer sheets",
            expected="one",
            hint="For many use tracer.marking.batch.marked",
        )
    marked: MarkedSheet = grader_of(key).mark(sheets[0])
    return marked


#: The module and the name of the function that each of these packages calls.
_FUNCTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "tracer.compare": ("tracer.compare.comparison", "compare"),
    "tracer.ask": ("tracer.ask.questions", "ask"),
    "tracer.generate": ("tracer.generate.tree_search", "generate"),
    "tracer.worksheet": ("tracer.worksheet.bundle", "make_worksheet"),
}


#: Other names that take long to import, and their modules.
_LATE: Final[Mapping[str, str]] = {
    "Convention": "engine.conventions",
    "Counted": "tracer.runs.search_trace",
    "Cutoff": "tracer.steps.visit_views",
    "Game": "engine.game",
    "Match": "engine.match.match",
    "Order": "tracer.generate.order",
    "Player": "engine.game",
    "Trace": "tracer.runs.search_trace",
    "Visit": "tracer.steps.visit_views",
    "analyse": "tracer.matrix.analysis",
    "counted": "tracer.runs.run",
    "library_tree": "trees.library",
    "load": "tracer.runs.search_trace",
    "make_game": "engine.games",
    "read_matrix": "trees.other_inputs.matrix",
    "trace": "tracer.runs.run",
}


class _CallablePackage(ModuleType):
    """A package that can be called like the function of its name."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the function."""
        return self._function(*arguments, **named)

    @property
    def _function(self) -> Callable[..., Any]:
        module, name = _FUNCTIONS[self.__name__]
        found: Callable[..., Any] = getattr(import_module(module), name)
        return found

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """The package's own text, and that of the function, for `help` and notebooks."""
        return f"{self.__dict__['__doc__']}\n{cleandoc(self._function.__doc__ or '')}\n"

    @property
    def __signature__(self) -> Signature:
        """The parameters of the function, for `help` and notebooks."""
        return signature(self._function)


class _Library(ModuleType):
    """The package `tracer`, whose packages named like functions can be called.

    Python sets a package as an attribute of its parent when it is imported, whoever imports it.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if f"{self.__name__}.{name}" in _FUNCTIONS and isinstance(value, ModuleType):
            value.__class__ = _CallablePackage
        super().__setattr__(name, value)


def __getattr__(name: str) -> Any:
    """Import a name that takes long to import when it is first used."""
    if f"{__name__}.{name}" in _FUNCTIONS:
        return import_module(f"{__name__}.{name}")
    if name in _LATE:
        return getattr(import_module(_LATE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, also of those that are not imported yet."""
    return sorted({*globals(), *__all__})


sys.modules[__name__].__class__ = _Library
