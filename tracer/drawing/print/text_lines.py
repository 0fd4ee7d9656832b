"""Lines of text in a figure, in points, and their widths without a font.

The widths are those of Helvetica; Arial, Liberation Sans and Nimbus Sans have the same. Figures
state the length of each text, so that another font cannot overflow.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.resources import files
from typing import Final, Literal

#: Helvetica's ascender and descender, as fractions of the size.
ASCENT: Final = 0.718
DESCENT: Final = 0.207

#: The width of every character of Courier, as a fraction of the size.
MONO: Final = 0.6

#: The width of other characters: a capital's, or for East Asian ones their height.
_UNKNOWN: Final = 722
_WIDE: Final = 1000

#: Characters after which a long text may break, as after a space.
_BREAKS: Final = "-_/,;:.|"


def _read_widths(kind: str) -> dict[str, int]:
    """Return the widths of letters in thousandths of the size, from `letter_widths.txt`."""
    text = (files(__package__) / "letter_widths.txt").read_text(encoding="utf-8")
    rows = (line.split(" ", 2) for line in text.splitlines() if line.startswith((kind, "both")))
    return {letter: int(width) for _, width, letters in rows for letter in letters}


_WIDTHS: Final = {False: _read_widths("regular"), True: _read_widths("bold")}


def text_width(text: str, size: float, *, bold: bool = False, mono: bool = False) -> float:
    """Return the width of a text in points."""
    if mono:
        return size * sum(MONO * (2 if _is_wide(letter) else 1) for letter in text)
    return size * sum(_letter(letter, _WIDTHS[bold]) for letter in text) / 1000


def wrapped(text: str, size: float, most: float) -> list[str]:
    """Wrap a text into lines of a maximum width in points.

    Lines end at spaces, after punctuation, or before a capital within a word; anywhere if a line
    has none of these.
    """
    lines, line = [], ""
    for piece in _pieces(text):
        rest = piece
        if line and text_width((line + rest).rstrip(), size) > most:
            lines.append(line)
            line = ""
        while text_width(rest.rstrip(), size) > most and len(rest) > 1:
            fits = next(
                (n for n in range(len(rest) - 1, 1, -1) if text_width(rest[:n], size) <= most), 1
            )
            lines.append(rest[:fits])
            rest = rest[fits:]
        line += rest
    return [one.strip() for one in [*lines, line] if one.strip()] or [text]


def _pieces(text: str) -> Iterator[str]:
    """Yield a text in pieces between which a line may end."""
    piece = ""
    for letter in text:
        if piece and letter.isupper() and piece[-1].islower():  # as in the name maxX
            yield piece
            piece = ""
        piece += letter
        if letter.isspace() or letter in _BREAKS:
            yield piece
            piece = ""
    if piece:
        yield piece


def _letter(letter: str, widths: dict[str, int]) -> int:
    known = widths.get(letter)
    if known is None:
        if unicodedata.combining(letter):
            return 0
        base = unicodedata.normalize("NFD", letter)[0]  # é is as wide as e
        known = widths.get(base, _WIDE if _is_wide(letter) else _UNKNOWN)
    return known


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


Anchor = Literal["start", "middle", "end"]


class TextRole(StrEnum):
    """The role of a text, with the size of its font in points."""

    size: float

    def __new__(cls, name: str, size: float) -> TextRole:
        """Make a role."""
        role = str.__new__(cls, name)
        role._value_, role.size = name, size
        return role

    NAME = "name", 10.0
    VALUE = "value", 10.0
    WINDOW = "window", 8.0
    GIVEN = "given", 10.0
    LEAF_NAME = "leaf-name", 8.0
    EDGE = "label", 8.5
    CELL = "cell", 8.0
    LARGE_CELL = "large-cell", 12.0
    RULER = "ruler", 8.0
    LINE = "line", 7.5
    MORE = "more", 9.0
    LEVEL = "level", 8.0
    LEGEND = "legend-text", 8.0


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A line of text."""

    text: str
    x: float
    y: float
    role: TextRole
    anchor: Anchor
    bold: bool
    width: float

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Its left, top, right and bottom."""
        left = self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        size = self.role.size
        return left, self.y - ASCENT * size, left + self.width, self.y + DESCENT * size

    def moved(self, x: float, y: float) -> PlacedText:
        """Return the text moved by `x` and `y`."""
        return replace(self, x=self.x + x, y=self.y + y)


def placed_line(
    text: str, x: float, middle: float, role: TextRole, anchor: Anchor, *, bold: bool = False
) -> PlacedText:
    """Return a line with the middle of its capitals and digits at a height."""
    width = text_width(text, role.size, bold=bold, mono=role is TextRole.LINE)
    return PlacedText(text, x, middle + role.size * ASCENT / 2, role, anchor, bold, width)
