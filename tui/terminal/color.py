"""Colour for text on a terminal; it only repeats what the symbols say."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click


_Command = TypeVar("_Command", bound=Callable[..., Any])

#: Patterns and their styles; the first that matches wins.
_STYLES: tuple[tuple[str, dict[str, Any]], ...] = (
    # Headings, and the words before the result.
    (r"^(?:Visits \(.*|Early returns \(.*|Notes)$", {"bold": True}),
    (r"^(?:search|value|move|line|visits|counts|stopped) ", {"bold": True}),
    # Pruned nodes.
    (r"╳[^│┃\n]*?skipped", {"fg": "red"}),
    (r"╳", {"fg": "red", "bold": True}),
    (r"[┄┆]+", {"dim": True}),
    # The best line, drawn heavy.
    (r"[━┃┏┓┗┛┣┫┳┻╋┡┢┩┪┠┨┯┷┿╂╃╄╅╆╀╁┱┲┹┺★]+", {"fg": "green", "bold": True}),
    # Players, as the stepper colours them.
    (r"△", {"fg": "blue"}),
    (r"▽", {"fg": "yellow"}),
    (r"○", {"fg": "magenta"}),
)
_PATTERN = re.compile("|".join(f"({pattern})" for pattern, _ in _STYLES), re.MULTILINE)


def color_option(command: _Command) -> _Command:
    """Add `--color` to a command."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colour text; auto: on a terminal, unless NO_COLOR is set.",
    )(command)


def wants_color(choice: str, output: str | None) -> bool:
    """Return whether to colour, from `--color`, NO_COLOR (no-color.org) and the output."""
    if choice != "auto":
        return choice == "always"
    return not output and not os.environ.get("NO_COLOR") and sys.stdout.isatty()


def colored(text: str) -> str:
    """Return the text of a trace with ANSI colours."""
    return _PATTERN.sub(
        lambda match: click.style(match[0], **_STYLES[(match.lastindex or 1) - 1][1]), text
    )
