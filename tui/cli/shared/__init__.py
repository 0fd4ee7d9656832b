"""Code shared by commands: options, running a search, grading, frames."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

# Help texts in which no line ends inside an example, an option or a hyphenated word.

#: An example in quotes, a command in parentheses, an option with its metavar, or a word.
_WHOLE = re.compile(
    r"(?<!\w)'[^'\n]{1,60}'(?!\w)|\(plytrace [\w -]+\)|(?<!\S)--?[a-z]\S* [A-Z]+\b|\S+"
)
#: Characters at which Click would end a line, and their private replacements.
_KEPT = str.maketrans({"-": "\ue000", " ": "\ue001"})
_SHOWN = str.maketrans({"\ue000": "-", "\ue001": " "})


class HelpFormatter(click.HelpFormatter):
    """Click's formatter, which wraps lines only between words."""

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        super().write_text(_kept(text))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write a list of names with their descriptions."""
        super().write_dl([(name, _kept(text)) for name, text in rows], col_max, col_spacing)

    def getvalue(self) -> str:
        """Return the text so far."""
        return super().getvalue().translate(_SHOWN)


class HelpContext(click.Context):
    """A context of Click with this formatter."""

    formatter_class = HelpFormatter


def _kept(text: str) -> str:
    return _WHOLE.sub(lambda found: found[0].translate(_KEPT), text)
