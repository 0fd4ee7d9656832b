"""The window that each node is entered with."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Set
from typing import Any, Final

from tracer.answers.answers import Answers, Window
from tracer.check.parts.base import Right, Rules, Statement, Steps, hashable
from tracer.check.parts.entries import Entry, Unread, window_entries
from tracer.check.parts.nodes import OfNodes
from tracer.check.parts.typed_text import FIELDS
from tracer.text.numbers import nearly_equal, parse_typed_number, show_window

#: A bound, without which a line has no window.
_BOUND: Final = re.compile(r"\d|∞|inf|oo", re.IGNORECASE)


class Windows(OfNodes[Window]):
    """The window that each node is entered with."""

    name = "windows"
    aliases = ("alpha beta", "alpha-beta")
    about = "the window that each internal node is entered with, such as P (-inf, inf), Q (-inf, 6)"
    is_of_visited = True
    needs_window = True
    says_much = True
    tells_way = True

    def entries(self, text: str, rules: Rules) -> tuple[list[Entry], list[Unread]]:
        """Read the entries of a text."""
        return window_entries(text, rules.names)

    def said(self, given: Any, rules: Rules) -> Window | None:
        """Read two bounds, from a list or a mapping with alpha and beta."""
        if isinstance(given, Mapping):
            fields = {FIELDS.get(str(key).lower()): value for key, value in given.items()}
            ends = (fields.get(end) for end in ("alpha", "beta"))
            given = [end for end in ends if end not in (None, "")]
        if not isinstance(given, list | tuple) or len(given) != 2:
            return None
        return parse_typed_number(given[0]), parse_typed_number(given[1])

    def is_same(self, one: Window, other: Window) -> bool:
        """Return whether both bounds of two claimed windows are equal."""
        return nearly_equal(one[0], other[0]) and nearly_equal(one[1], other[1])

    def is_plainly_this(self, line: str, rules: Rules) -> bool:
        """Return whether a line consists of windows."""
        if not _BOUND.search(line):
            return False
        entries, unread = window_entries(line, rules.names)
        return not unread and any(entry.values for entry in entries)

    def looks_at(self, answers: Answers) -> Any:
        """Return the windows, and which nodes are internal."""
        return hashable(answers.windows), answers.interior

    def wrote(self, answers: Answers, rules: Rules) -> dict[str, Window]:
        """Return the windows of the required nodes."""
        asked = answers.interior
        return {name: window for name, window in answers.windows.items() if name in asked}

    def expected(self, answers: Answers, rules: Rules) -> Collection[Hashable]:
        """Return the two bounds of each visited internal node: 0 is α, 1 is β."""
        return _Bounds(answers.interior)

    def right(self, answers: Answers, rules: Rules) -> Mapping[str, Window]:
        """Return the windows of all visited nodes."""
        return answers.windows

    def facts(
        self, answers: Answers, rules: Rules, places: Iterable[Any] | None = None
    ) -> Mapping[Hashable, Any]:
        """Return the bounds of all visited nodes."""
        windows = answers.windows
        if places is None:
            return {
                (name, side): bound
                for name, window in windows.items()
                for side, bound in enumerate(window)
            }
        return {(name, side): windows[name][side] for name, side in places if name in windows}

    def statements(self, claim: dict[str, Window], right: Right) -> list[Statement]:
        """Return the claimed bounds, half an item each."""
        return [
            Statement((name, side), bound, 0.5)
            for name, window in claim.items()
            for side, bound in enumerate(window)
        ]

    thing = "window"

    def clause(self, name: str, said: Window) -> str:
        """Return a claim as the end of a sentence that begins with "You"."""
        return f"enter {name} with {self.shown(said)}"

    def shown(self, said: Window) -> str:
        """Return a window as text."""
        return show_window(*said)

    def step_of(self, name: str, steps: Steps) -> int | None:
        """Return the step at which the node is entered."""
        return steps.entered(name)


class _Bounds(Collection[Hashable]):
    """The two bounds of some nodes."""

    def __init__(self, nodes: Set[str]) -> None:
        self._nodes = nodes

    def __contains__(self, place: object) -> bool:
        return isinstance(place, tuple) and place[0] in self._nodes

    def __iter__(self) -> Iterator[Hashable]:
        return ((name, side) for name in self._nodes for side in (0, 1))

    def __len__(self) -> int:
        return 2 * len(self._nodes)
