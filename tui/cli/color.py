"""Colour for text on a terminal; it repeats what the signs say and never says more."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["color_option", "colored", "wants_color"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

#: What is coloured, the first that matches at a place, and how.
_STYLES: tuple[tuple[str, dict[str, Any]], ...] = (
    # Headings, and the words before the result.
    (r"^(?:Visits \(.*|Early returns \(.*|Notes)$", {"bold": True}),
    (r"^(?:search|value|move|line|visits|counts|stopped) ", {"bold": True}),
    # What a cutoff leaves out.
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
    """Give a command `--color`."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colour text; auto: on a terminal, unless NO_COLOR is set.",
    )(command)


def wants_color(choice: str, output: str | None) -> bool:
    """Whether to colour, by `--color`, NO_COLOR (no-color.org) and where it goes."""
    if choice != "auto":
        return choice == "always"
    return not output and not os.environ.get("NO_COLOR") and sys.stdout.isatty()


def colored(text: str) -> str:
    """The text of a trace with ANSI colours."""
    return _PATTERN.sub(
        lambda match: click.style(match[0], **_STYLES[(match.lastindex or 1) - 1][1]), text
    )
