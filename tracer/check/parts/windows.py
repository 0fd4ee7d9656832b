"""The window that each node is entered with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import InvalidInput
from tracer.check.answers import Answers, Window
from tracer.check.parts.base import Rules, Steps
from tracer.check.parts.node_text import window_of, windows_of_text
from tracer.check.parts.nodes import OfNodes, some_of
from tracer.check.parts.said import Unread, is_said, same_said
from tracer.typed_numbers import nearly_equal, typed_number
from tracer.values import show_window
from trees.quoting import quoted

__all__ = ["Windows"]


class Windows(OfNodes[Window]):
    """The window that each node is entered with."""

    name = "windows"
    aliases = ("window", "entry windows", "alpha beta", "alpha-beta windows")
    about = (
        "the window that each inner node is entered with, such as P (-inf, inf), Q (-inf, 6); "
        "leave a node that is not visited blank"
    )

    def read(self, given: Any, rules: Rules) -> dict[str, Window]:
        """Node by node."""
        claim: dict[str, Window] = {}
        for name, window, traced in self._entries(given, rules):
            node = rules.names.node(name)
            said = window if isinstance(window, tuple) else _window(window)
            before = claim.get(node)
            if before is None:
                claim[node] = said
            elif not traced and not all(map(same_said, before, said)):
                twice = Unread(f"both {self.shown(before)} and {self.shown(said)}")
                claim[node] = twice, twice
        return some_of(claim, self, "such as P (-inf, inf), Q (-inf, 6)")

    def _entries(self, given: Any, rules: Rules) -> Iterator[tuple[str, Any, bool]]:
        """Nodes with their windows, and whether a trace says it, where the first visit counts."""
        if isinstance(given, str):
            for name, one in windows_of_text(given, spaced=rules.names.spaced):
                node = re.split(r"[\s(\[=:]", name, maxsplit=1)[0]
                if isinstance(one, Unread) and rules.names.is_node(rules.names.node(node)):
                    yield node, Unread(f"{quoted(name)}, which is no window"), False
                else:
                    yield name, one, False
        elif isinstance(given, Mapping):
            for name, one in given.items():
                if one is not None and (not isinstance(one, str) or is_said(one)):
                    yield str(name), one, False
        elif isinstance(given, list):
            for item in given:
                if isinstance(item, Mapping) and "id" in item:
                    yield str(item["id"]), item, True
                elif isinstance(item, str | Mapping):
                    yield from self._entries(item, rules)
                else:
                    yield f"{item!r:.60}", Unread(""), False
        else:
            raise InvalidInput(f"{given!r:.60} as the windows", expected="such as P (-inf, 6)")

    def wrote(self, answers: Answers, rules: Rules) -> dict[str, Window]:
        """The windows of the nodes that are asked for."""
        asked = self.asked(answers, rules)
        return {name: window for name, window in answers.windows.items() if name in asked}

    def right(self, answers: Answers, rules: Rules) -> Mapping[str, Window]:
        """The windows of all visited nodes."""
        return answers.windows

    def equal(self, said: Window, right: Window) -> bool:
        """Both ends."""
        return nearly_equal(said[0], right[0]) and nearly_equal(said[1], right[1])

    def shown(self, said: Window) -> str:
        """As people write windows."""
        return said[0].shown if isinstance(said[0], Unread) else show_window(*said)

    def unread(self, said: Window) -> Unread | None:
        """What is no window."""
        return said[0] if isinstance(said[0], Unread) else None

    def step_of(self, name: str, steps: Steps) -> int | None:
        """Where the node is entered."""
        return steps.entered(name)


def _window(given: Any) -> Window:
    """A window as a file or a text holds it, or twice what could not be read."""
    if isinstance(given, Unread):
        return given, given
    try:
        alpha, beta = map(typed_number, window_of(given))
    except InvalidInput:
        unread = Unread(f"{given!r:.60}, which is no window")
        return unread, unread
    return alpha, beta
