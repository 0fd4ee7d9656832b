"""A problem: its source, its accepted conventions, the points of its parts, and its rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Final, Literal, TypeAlias

from engine.conventions import Convention, every_convention
from engine.errors import PlytraceError
from engine.searches.settings import OPTION_NAMES
from tracer.marking.reading.sheet import TreesTaken
from tracer.questions.rules import WindowWanted

ProblemKind: TypeAlias = Literal["search", "ask", "matrix", "mcts"]

#: Keys that define the problem; they get the blame if no other key does.
_ABOUT: Final = ("source", "tree", "matrix", "mcts", "")
#: Keys whose names occur in many messages; they are checked last.
_GENERAL: Final = ("name", "parts", "search", "accept")
#: Arguments of `tracer.trace` that have another name in keys.
_OPTIONS: Final = {"max": "max_player", "root-window": "window", "window": ""}

#: The conventions of any course.
ANY: Final = every_convention()


@dataclass(frozen=True, slots=True)
class SearchRules:
    """The search of a problem, and how answers to it are compared."""

    name: str | None = None  # name of the search; None for the usual one of the source
    #: Further arguments of `tracer.trace`, or settings of an MCTS run by hand.
    options: Mapping[str, Any] = field(default_factory=dict)
    #: Window that a cutoff states, of before or after the last child's value.
    window: WindowWanted = "either"
    follows: bool = True  # whether what follows from one error counts
    covers: bool = True  # whether `plytrace work` hides each leaf until it is visited


@dataclass(frozen=True, slots=True)
class LetterQuestion:
    """A question about a letter at the leaves of a tree."""

    question: str  # question as in a key, such as `pruned C2` or `true value C=3`
    whole: bool = False  # whether only whole numbers count
    either_end: bool = False  # whether an open end counts as a closed one

    @property
    def is_true(self) -> bool:
        """Whether it is about minimax values, not about what the search returns."""
        return self.question != self.plain

    @property
    def plain(self) -> str:
        """The question without `true`."""
        return self.question.removeprefix("true ")


class LaterTrees:
    """A problem on trees that are chosen when a program needs them, since most need none."""

    def __init__(self, choose: Callable[[], tuple[Problem, ...]]) -> None:
        self._choose = choose
        self._chosen: tuple[Problem, ...] | None = None
        self._lock = Lock()  # programs run side by side

    def get(self) -> tuple[Problem, ...]:
        """Return the problem on each of the trees, always the same ones."""
        with self._lock:
            if self._chosen is None:
                self._chosen = self._choose()
            return self._chosen

    def change(self, change: Callable[[tuple[Problem, ...]], tuple[Problem, ...]]) -> LaterTrees:
        """Return the trees with a change that is made when they are chosen."""
        return LaterTrees(lambda: change(self.get()))

    def __reduce__(self) -> tuple[Any, ...]:
        """Choose the trees for another computer."""
        return LaterTrees, (partial(tuple, self.get()),)


@dataclass(frozen=True, slots=True)
class ProgramRules:
    """How programs answer a problem."""

    shape: str | None = None  # form in which programs receive the game
    function: str | None = None  # name of the function to call
    adapter: str | None = None  # file or name of the adapter that calls programs
    seconds: float | None = None  # processor time that a program may take
    #: Points of the parts that only programs answer.
    parts: Mapping[str, float] = field(default_factory=dict)
    fresh: int | None = None  # fewest further trees; None for the usual number
    fresh_seed: str = ""  # seed of these trees; empty for one made from the problem
    all_or_nothing: bool = False  # whether a program that is not right gets no points
    trees: tuple[Problem, ...] = ()  # problem on each of the further trees
    telling: int = 0  # number of the first of them that show every mistake
    hidden: tuple[str, ...] = ()  # mistakes that none of them shows
    #: Other trees by the programs that they are for: those that take no others; and those that know
    #: probabilities, if further ones may answer the key too.
    other_trees: Mapping[TreesTaken, LaterTrees] = field(default_factory=dict)
    tree_text: str = ""  # such a tree as lists, for notes

    def trees_for(self, takes: TreesTaken) -> tuple[Problem, ...]:
        """Return the problem on each of the further trees for programs that take some shapes."""
        others = self.other_trees.get(takes)
        return self.trees if others is None else others.get() or self.trees


@dataclass(frozen=True, slots=True)
class GradebookRules:
    """What a key says about marks in a gradebook."""

    late: float = 0.0  # per cent that a late sheet loses
    scales: bool = False  # whether marks are scaled to the maximum of the column


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with its rules of grading."""

    label: str
    source: Any  # what is worked on: the text of a SOURCE, or an open game, matrix or run
    search: SearchRules = SearchRules()
    accept: tuple[Convention, ...] = ANY  # accepted conventions, the preferred one first
    #: Points of each part; None if each answered part counts one point.
    parts: Mapping[str, float] | None = None
    kind: ProblemKind = "search"
    #: Largest error of a right number; None for rounding to the digits written.
    tolerance: float | None = None
    #: Parts by the key's own labels, in lower case, such as `werte` for `values`; a sheet's label
    #: is looked up here before plytrace's own.
    labels: Mapping[str, str] = field(default_factory=dict)
    letter: LetterQuestion | None = None
    programs: ProgramRules = ProgramRules()
    of_programs: bool = False  # whether programs answer the problem
    gradebook: GradebookRules = GradebookRules()
    title: str = ""  # name for students
    file: Path | None = None  # its own file, if it has one
    places: Mapping[str, str] = field(default_factory=dict, compare=False)

    def place_of(self, error: PlytraceError) -> str:
        """Return the place of the key that an error is about, or else of the source."""
        text = f"{error.found} {error.expected} {error.hint}".casefold()
        for key in sorted(self.places, key=_GENERAL.__contains__):
            option = _OPTIONS.get(key, key.replace("-", "_"))
            words = {key, key.removesuffix("s"), OPTION_NAMES.get(option, key)}
            is_named = any(re.search(rf"\b{re.escape(word)}\b", text) for word in words)
            is_value = bool(error.where) and self.search.options.get(option) == error.where
            if key not in _ABOUT and (is_named or is_value):
                return self.places[key]
        return next((self.places[key] for key in _ABOUT if key in self.places), "")

    def open_setup(self) -> Any:
        """Return the payoff matrix or the hand run of a problem without a search."""
        if not isinstance(self.source, str):
            return self.source
        if self.kind == "matrix":
            from trees.other_inputs.matrix import open_matrix  # late: most problems are searches

            return open_matrix(self.source)
        from trees.other_inputs.hand_run import open_hand_run

        return open_hand_run(self.source, self.search.options)

    @property
    def asked_parts(self) -> tuple[str, ...]:
        """The parts that forms and worksheets ask for.

        A key that asks for cutoffs asks for values too, without points: what follows from an error
        counts only if the sheet states the wrong value.
        """
        parts = tuple(self.parts or ())
        has_values = not {"values", "minimax", "expectiminimax"}.isdisjoint(parts)
        if "cutoffs" not in parts or has_values or not self.search.follows:
            return parts
        place = parts.index("cutoffs")
        return (*parts[:place], "values", *parts[place:])

    def for_programs(self) -> Problem:
        """Return the problem for programs, with the parts that only they answer."""
        parts = None if self.parts is None else {**self.parts, **self.programs.parts}
        return replace(self, parts=parts, of_programs=True)

    def versions(self, *, windowed: bool) -> Iterator[Convention]:
        """Yield the accepted conventions that can lead to different answers."""
        seen = set()
        for convention in self.accept:
            rules: tuple[str, ...] = (convention.ties, str("below_root" in convention.count))
            if windowed:
                # The order of update changes no answer, since a cutoff stores both windows.
                rules += (convention.cutoff, convention.returns)
            if rules not in seen:
                seen.add(rules)
                yield convention
