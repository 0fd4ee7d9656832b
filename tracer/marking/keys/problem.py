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
from tracer.questions import WindowWanted


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
    """A problem with its rules of grading."""

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
    covers: bool = True
    #: Per cent that a late sheet loses in a gradebook, and whether marks fill its maximum.
    late: float = 0.0
    scales: bool = False
    text: str = ""
    places: Mapping[str, str] = field(default_factory=dict, compare=False)

    def place_of(self, error: PlytraceError) -> str:
        """Return the place of the key that an error is about, or else of the source."""
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
        """Yield the accepted conventions that can lead to different answers."""
        seen = set()
        for one in self.accept:
            rules: tuple[str, ...] = (one.ties, str("below_root" in one.count))
            if windowed:
                # The order of update changes no answer, since a cutoff stores both windows.
                rules += (one.cutoff, one.returns)
            if rules not in seen:
                seen.add(rules)
                yield one
