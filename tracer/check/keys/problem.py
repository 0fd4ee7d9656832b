"""A problem: source, search, points of the parts, and accepted conventions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Final, Literal

from engine.conventions import PRESETS, Convention
from engine.errors import PlytraceError, UsageError
from engine.searches.settings import OPTION_NAMES
from tracer.check.parts import WindowWanted

__all__ = ["ANY", "Problem", "every_convention"]


def every_convention() -> tuple[Convention, ...]:
    """Return the presets, then every other valid combination of rules."""
    found = dict(PRESETS)
    rules = product((">=", ">"), ("before-test", "after-test"), ("fail-soft", "fail-hard"))
    for cutoff, update, returns in rules:
        base = PRESETS["cs188" if cutoff == ">" else "aima"]
        for ties in ("first", "last"):
            changes = [
                f"{name}={value}"
                for name, value in (
                    ("cutoff", cutoff),
                    ("update", update),
                    ("returns", returns),
                    ("ties", ties),
                )
                if value != getattr(base, name)
            ]
            name = ",".join([base.name, *changes])
            try:
                one = Convention(name, cutoff, update, returns, ties, base.count)  # type: ignore[arg-type]
            except UsageError:  # rules that cannot be combined
                continue
            found.setdefault(name, one)
    return tuple(found.values())


#: Keys that define the problem; they get the blame if no other key does.
_ABOUT: Final = ("source", "tree", "matrix", "mcts", "")
#: Keys whose names occur in many messages; they are checked last.
_GENERAL: Final = ("name", "parts", "search", "accept")
#: Arguments of `tracer.trace` that have another name in keys.
_OPTIONS: Final = {"max": "max_player", "root-window": "window", "window": ""}

#: The conventions of any course.
ANY: Final = every_convention()


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with its rules of grading.

    Args:
        label: name for messages.
        source: any SOURCE, or a game.
        search: name of the search; None for the default.
        accept: accepted conventions, the preferred one first.
        parts: points of each required part; None for one point per answered part.
        window: expected window of a cutoff.
        follows: whether what follows from a slip counts.
        tolerance: largest error of a number; None if it must be right to the digits written.
        options: further arguments of `tracer.trace`.
        kind: a search, a payoff matrix, an MCTS run by hand, or a question of `tracer.ask`.
        question: question about a letter of the tree; empty for other kinds.
        whole: whether the letter is a whole number.
        either_end: whether an end of an interval may be closed or open.
        shape: shape of the programs; None to detect it.
        function: function to call; None for the usual names.
        adapter: file of the adapter that calls programs, or its name; None if there is none.
        seconds: time limit of the part `time`, in processor seconds; None if it is not required.
        program_parts: points of the required parts that only programs answer.
        of_programs: whether programs answer it.
        fresh: number of fresh trees on which programs are marked too; None for the default.
        fresh_seed: seed of the fresh trees; empty to derive it from the problem.
        all_or_nothing: whether a program earns nothing unless everything is right.
        fresh_trees: the same problem on fresh trees, once they are made.
        text: a fresh tree as a SOURCE; empty for other problems.
        places: place of each key in the file, for errors; empty if there is no file.
    """

    label: str
    source: Any
    search: str | None = None
    accept: tuple[Convention, ...] = ANY
    parts: Mapping[str, float] | None = None
    window: WindowWanted = "either"
    follows: bool = True
    tolerance: float | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    kind: Literal["search", "matrix", "mcts", "ask"] = "search"
    question: str = ""
    whole: bool = False
    either_end: bool = False
    shape: str | None = None
    function: str | None = None
    adapter: str | None = None
    seconds: float | None = None
    program_parts: Mapping[str, float] = field(default_factory=dict)
    of_programs: bool = False
    fresh: int | None = None
    fresh_seed: str = ""
    all_or_nothing: bool = False
    fresh_trees: tuple[Problem, ...] = ()
    text: str = ""
    places: Mapping[str, str] = field(default_factory=dict, compare=False)

    def place_of(self, error: PlytraceError) -> str:
        """Return the place of the key that an error is about, or else of the source.

        Args:
            error: error that names a key, an option or a value.
        """
        text = f"{error.found} {error.expected} {error.hint}".casefold()
        for key in sorted(self.places, key=_GENERAL.__contains__):
            option = _OPTIONS.get(key, key.replace("-", "_"))
            words = {key, key.removesuffix("s"), OPTION_NAMES.get(option, key)}
            is_named = any(re.search(rf"\b{re.escape(word)}\b", text) for word in words)
            is_value = bool(error.where) and self.options.get(option) == error.where
            if key not in _ABOUT and (is_named or is_value):
                return self.places[key]
        return next((self.places[key] for key in _ABOUT if key in self.places), "")

    def for_programs(self) -> Problem:
        """Return the problem for programs, with the parts that only they answer."""
        parts = None if self.parts is None else {**self.parts, **self.program_parts}
        return replace(self, parts=parts, of_programs=True)

    def versions(self, *, windowed: bool) -> Iterator[Convention]:
        """Yield the accepted conventions that can lead to different answers.

        Args:
            windowed: whether the search passes a window; otherwise only ties and counts differ.
        """
        seen = set()
        for one in self.accept:
            rules: tuple[str, ...] = (one.ties, str("below_root" in one.count))
            if windowed:
                # The order of update changes no answer, since a cutoff stores both windows.
                rules += (one.cutoff, one.returns)
            if rules not in seen:
                seen.add(rules)
                yield one
