"""The CSS classes of a player: all begin with `plytrace-`, so that a page's styles do not match.

A figure in its own file has short class names (`node`, `value`).
"""

from __future__ import annotations

import re
from typing import Final


_PREFIX: Final = "plytrace-"
_ATTRIBUTE: Final = re.compile(r'(<[a-z]+ class=")([^"]*)')  # no text holds a bare <
_STYLE: Final = re.compile(r"(?<=<style>).*?(?=</style>)", re.DOTALL)
_SELECTOR: Final = re.compile(rf"\.(?!{_PREFIX})(?=[a-z])")
_FIGURE: Final = re.compile(rf"(?<=[}},])\.({_PREFIX}\w+) ")  # the start of each rule of a figure


def class_list(classes: str) -> str:
    """Return the classes of an element with their prefix."""
    return " ".join(
        name if name.startswith(_PREFIX) else _PREFIX + name for name in classes.split()
    )


def with_class_names(svg: str) -> str:
    """Return a figure, or a part of one, with the prefix in its classes and rules.

    Its rules are as strong as those of `player.css`, which override a host page's.
    """
    svg = _ATTRIBUTE.sub(lambda found: found[1] + class_list(found[2]), svg)
    return _STYLE.sub(lambda found: _rules(found[0]), svg)


def _rules(style: str) -> str:
    """Return a figure's rules with the prefix, stronger than those of a host page."""
    return _FIGURE.sub(r":is(#plytrace,.\1) ", _SELECTOR.sub(f".{_PREFIX}", style))
