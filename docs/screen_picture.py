"""The screen as an SVG that looks the same everywhere.

It loads no font: edges and frames are drawn as lines, and text uses any available monospaced font,
stretched to the grid of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rich.segment import Segment
from rich.style import Style

from tracer.drawing.terminal.labels import UNICODE
from tracer.text.printable_text import cell_width

if TYPE_CHECKING:
    from textual.app import App


_WIDTH: Final = 9.0  # of a cell, in pixels
_HEIGHT: Final = 19.0
_SIZE: Final = 15  # of the letters
_BASELINE: Final = 13.8  # below the top of a cell
_MARGIN: Final = 10.0

#: The arms of each joint as multiples of a light line: up, down, left, right.
_ARMS: Final = {
    letter: (place // 27, place // 9 % 3, place // 3 % 3, place % 3)
    for place, letter in enumerate(UNICODE.joints)
    if letter != " "
}
_ROUND: Final = {"╭": "┌", "╮": "┐", "╰": "└", "╯": "┘"}


class _Cell(NamedTuple):
    """A run of cells with the same look."""

    x: int
    y: int
    text: str
    colour: str
    background: str
    bold: bool
    struck: bool
    underlined: bool


def screen_svg(app: App[Any]) -> str:
    """Return the screen of a running application as an SVG document, for `make_pictures.py`."""
    screen = app.screen
    base = screen.rich_style
    cells: list[_Cell] = []
    for y, strip in enumerate(screen._compositor.render_strips()):
        cells += _cells(y, strip, base)
    width, height = (app.size.width * _WIDTH, app.size.height * _HEIGHT)
    total = width + 2 * _MARGIN, height + 2 * _MARGIN
    ground = _colour(base.bgcolor, "#000000")
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total[0]:g} {total[1]:g}" '
        f'width="{total[0]:g}" height="{total[1]:g}">',
        "<style>text{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;"
        f"font-size:{_SIZE}px;white-space:pre}}</style>",
        f'<rect width="100%" height="100%" rx="8" fill="{ground}"/>',
        f'<g transform="translate({_MARGIN:g} {_MARGIN:g})">',
        *(line for cell in cells for line in _ground(cell, ground)),
        *(line for cell in cells for line in _letters(cell)),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _cells(y: int, strip: Iterable[Segment], base: Style) -> Iterator[_Cell]:
    x = 0
    for text, own, _ in strip:
        style = base + own if own else base
        front, back = _colour(style.color, "#ffffff"), _colour(style.bgcolor, "#000000")
        if style.reverse:
            front, back = back, front
        yield _Cell(
            x, y, text, front, back, bool(style.bold), bool(style.strike), bool(style.underline)
        )
        x += cell_width(text)


def _colour(colour: object, otherwise: str) -> str:
    triplet = getattr(colour, "triplet", None)
    return triplet.hex if triplet is not None else otherwise


def _ground(cell: _Cell, ground: str) -> Iterator[str]:
    """Yield the background of a run of cells if it differs from the screen's."""
    if cell.background != ground:
        x, y = cell.x * _WIDTH, cell.y * _HEIGHT
        width = cell_width(cell.text) * _WIDTH
        yield (
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{_HEIGHT:g}" '
            f'fill="{cell.background}"/>'
        )


def _letters(cell: _Cell) -> Iterator[str]:
    """Yield words as text, symbols one by one in their cells, edges as lines."""
    x = cell.x
    word, start = "", x
    for letter in cell.text:
        plain = letter.isalnum() or (letter.isascii() and letter.isprintable() and letter != " ")
        if plain and letter not in _ARMS:
            word, start = word + letter, start if word else x
        else:
            yield from _word(cell, word, start)
            word = ""
            if letter in _ROUND or letter in _ARMS or letter in "┄┆╳":
                yield _lines(cell, letter, x)
            elif letter != " ":
                yield _text(cell, letter, (x + 0.5) * _WIDTH, 'text-anchor="middle"')
        x += cell_width(letter)
    yield from _word(cell, word, start)


def _word(cell: _Cell, word: str, x: int) -> Iterator[str]:
    if word:
        stretch = f'textLength="{cell_width(word) * _WIDTH:g}" lengthAdjust="spacingAndGlyphs"'
        yield _text(cell, word, x * _WIDTH, stretch)


def _text(cell: _Cell, text: str, x: float, attributes: str) -> str:
    if cell.bold:
        attributes += ' font-weight="bold"'
    lines = [
        name
        for name, there in (("line-through", cell.struck), ("underline", cell.underlined))
        if there
    ]
    if lines:
        attributes += f' text-decoration="{" ".join(lines)}"'
    y = cell.y * _HEIGHT + _BASELINE
    return f'<text x="{x:g}" y="{y:g}" fill="{cell.colour}" {attributes}>{escape(text)}</text>'


def _lines(cell: _Cell, letter: str, x: int) -> str:
    """Return a box-drawing character as lines."""
    left, top = x * _WIDTH, cell.y * _HEIGHT
    right, bottom = left + _WIDTH, top + _HEIGHT
    middle, centre = left + _WIDTH / 2, top + _HEIGHT / 2
    if letter == "╳":
        inset = (_HEIGHT - _WIDTH) / 2
        high, low = top + inset, bottom - inset
        path = f"M{left:g} {high:g}L{right:g} {low:g}M{right:g} {high:g}L{left:g} {low:g}"
        return _path(cell, path, 1.6)
    if letter in "┄┆":
        path = (
            f"M{left:g} {centre:g}L{right:g} {centre:g}"
            if letter == "┄"
            else f"M{middle:g} {top:g}L{middle:g} {bottom:g}"
        )
        return _path(cell, path, 1.2, 'stroke-dasharray="2 2.5"')
    ends = ((middle, top), (middle, bottom), (left, centre), (right, centre))
    arms = _ARMS[_ROUND.get(letter, letter)]
    light = [end for end, weight in zip(ends, arms, strict=True) if weight == 1]
    heavy = [end for end, weight in zip(ends, arms, strict=True) if weight == 2]
    return "".join(
        _path(
            cell,
            "".join(f"M{middle:g} {centre:g}L{end[0]:g} {end[1]:g}" for end in some),
            weight,
            'stroke-linecap="square"' if weight > 2 else "",
        )
        for some, weight in ((light, 1.2), (heavy, 3.0))
        if some
    )


def _path(cell: _Cell, path: str, weight: float, attributes: str = "") -> str:
    space = " " if attributes else ""
    return (
        f'<path d="{path}" stroke="{cell.colour}" stroke-width="{weight:g}"'
        f'{space}{attributes} fill="none"/>'
    )
