"""The colours, after Okabe and Ito's palette for colour-blind readers.

Colour is never the only mark: symbols, brackets, strikes and heavy edges say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme
from textual.widget import Widget

from engine.text import strip_unsafe
from tracer.drawing.terminal.labels import ASCII, UNICODE
from tracer.text.printable_text import cell_width, to_ascii

#: The colours of figures on dark and on light grounds.
_FIGURE: Final = {
    "figure-max": ("#56b4e9", "#005a94"),
    "figure-min": ("#e69f00", "#a04a00"),
    "figure-chance": ("#2dc59c", "#00664b"),
    "figure-leaf": ("#e8e8e8", "#1c2024"),
    "figure-window": ("#d899bd", "#8f3a6b"),
    "figure-pending": ("#f0e442", "#6b5600"),
    "figure-cut": ("#ff7f41", "#b03a00"),
    "figure-faint": ("#8a929c", "#5f676f"),
    "figure-edge": ("#aab2bc", "#50585f"),
}
_ON_DARK, _ON_LIGHT = ({name: pair[at] for name, pair in _FIGURE.items()} for at in (0, 1))

#: Boards look the same in all themes: white and black pieces stand out on each of these colours.
_BOARD: Final = {
    "board-light": "#a98f6c",
    "board-dark": "#75583a",
    "board-felt": "#3d7d55",
    "board-last": "#8f8320",
    "board-cursor": "#4379b8",
    "board-chosen": "#4f8a3f",
    "board-hint": "#8563b5",
    "board-tells": "#b8473a",
    "board-white": "#ffffff",
    "board-black": "#000000",
}
_GREY_BOARD: Final = {
    **dict.fromkeys(_BOARD, "#787878"),
    "board-light": "#929292",
    "board-dark": "#626262",
    "board-white": "#ffffff",
    "board-black": "#000000",
}


@dataclass
class OwnTheme(Theme):
    """A theme of plytrace."""

    about: str = ""


def _make_theme(
    name: str,
    about: str,
    figure: dict[str, str],
    grounds: tuple[str, str, str],
    board: dict[str, str] = _BOARD,
) -> OwnTheme:
    """Return a theme in the colours of its figures, on a background, a surface and a panel."""
    background, surface, panel = grounds
    return OwnTheme(
        name=f"plytrace-{name}",
        about=about,
        primary=figure["figure-max"],
        secondary=figure["figure-chance"],
        accent=figure["figure-min"],
        warning=figure["figure-pending"],
        error=figure["figure-cut"],
        success=figure["figure-chance"],
        foreground=figure["figure-leaf"],
        background=background,
        surface=surface,
        panel=panel,
        dark=name.endswith("dark"),
        variables={**figure, **board},
    )


def _grey(ink: str, faint: str) -> dict[str, str]:
    """Return colours without hues: weight, reversal and strikes replace them."""
    return dict.fromkeys(_ON_DARK, ink) | {"figure-faint": faint, "figure-edge": faint}


_SAFE: Final = "with colour-blind-safe colours"
_SHADES: Final = "shades of grey only"
DARK: Final = _make_theme("dark", f"dark, {_SAFE}", _ON_DARK, ("#14171c", "#1b2027", "#262d36"))
LIGHT: Final = _make_theme("light", f"light, {_SAFE}", _ON_LIGHT, ("#fbfbf9", "#f2f2ee", "#e4e5e0"))
MONO_DARK: Final = _make_theme(
    "mono-dark",
    f"dark, {_SHADES}",
    _grey("#f2f2f2", "#a0a0a0"),
    ("#101010", "#1a1a1a", "#2a2a2a"),
    _GREY_BOARD,
)
MONO_LIGHT: Final = _make_theme(
    "mono-light",
    f"light, {_SHADES}",
    _grey("#101010", "#5c5c5c"),
    ("#ffffff", "#f2f2f2", "#e2e2e2"),
    _GREY_BOARD,
)

#: The themes of plytrace, the default first.
THEMES: Final = (DARK, LIGHT, MONO_DARK, MONO_LIGHT)


def figure_colours(*, dark: bool) -> dict[str, str]:
    """Return the colours of figures by variable, for themes that have none."""
    return {**(_ON_DARK if dark else _ON_LIGHT), **_BOARD}


class StyleFilter(LineFilter):
    """Gives every segment a style: Textual's filter for `NO_COLOR` fails without one."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line with a style everywhere."""
        return [
            Segment(text, Style.null() if style is None else style, control)
            for text, style, control in segments
        ]


_PLAIN: Final = Style()


def combine_styles(
    widget: Widget, names: Iterable[str], base: Style = _PLAIN, prefix: str = "figure"
) -> Style:
    """Return the combined style of several names on a widget."""
    style = base
    for name in names:
        style += widget.get_component_rich_style(f"{prefix}--{name}", partial=True)
    return style


# Plain ASCII on the whole screen, for simple terminals and screen readers.

#: ASCII replacements of one cell.
_ONE_CELL = {
    **dict(zip(UNICODE.joints, ASCII.joints, strict=True)),
    **dict(zip("╭╮╰╯║═╔╗╚╝", "++++|=++++", strict=True)),
    **dict(zip("►▶◄◀▲△▼▽●○□◆◇★•·⋮…✓✗╳×", ">><<^^vvoo#@o**.:~+xxx", strict=True)),
    **dict(zip("←→↑↓−–αβ₀‹›", "<>^v--ab0<>", strict=True)),
    **dict.fromkeys("█▉▊▋▇▆▅▄▓▀", "#"),
    **dict.fromkeys("▃▂▁▔", "_"),
    **dict.fromkeys("▌▍▎▏▐▕", "|"),
    **dict.fromkeys("░▒┄", "-"),
    "┆": ":",
}


#: ASCII replacements that need more than one cell.
_SPELLED = {"≤": "<=", "≥": ">=", "≠": "!=", "∞": "inf"}


class CleanFilter(LineFilter):
    """Removes unsafe characters, such as the start of a terminal command, from every line."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line without unsafe characters, which take no cells."""
        return [
            Segment(strip_unsafe(text), style, control)
            if control is None
            else Segment(text, style, control)
            for text, style, control in segments
        ]


class AsciiFilter(LineFilter):
    """Replaces every non-ASCII character by ASCII of the same width.

    Comparisons and infinities are spelled out, and use the free cells that follow. Without free
    cells they become `?`, which is at least not wrong.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line in ASCII."""
        if not any(sign in text for text, _, _ in segments for sign in _SPELLED):
            return [
                Segment(text if text.isascii() else _plain_cells(text), style, control)
                for text, style, control in segments
            ]
        line, more = [], 0
        for text, style, control in segments:
            spelled, more = _spell_out(text, more)
            line.append(Segment(spelled, style, control))
        if more:
            return [Segment(_plain_cells(text), style, how) for text, style, how in segments]
        return line


def _spell_out(text: str, more: int) -> tuple[str, int]:
    """Spell out the symbols of a text; return it with the number of cells too many."""
    pieces = []
    for piece in re.split("( {2,})", text):
        if piece.isspace():
            spare = min(more, len(piece) - 1)
            pieces.append(piece[spare:])
            more -= spare
        else:
            pieces.append("".join(_SPELLED.get(sign) or _plain_cells(sign) for sign in piece))
            more += sum(len(_SPELLED[sign]) - 1 for sign in piece if sign in _SPELLED)
    return "".join(pieces), more


@lru_cache(maxsize=4096)
def _plain_cells(text: str) -> str:
    return "".join(
        letter if letter.isascii() else _ONE_CELL.get(letter, "?") * cell_width(letter)
        for letter in text
    )


def uses_ascii(widget: Widget) -> bool:
    """Return whether the application of a widget draws with ASCII alone."""
    return bool(getattr(widget.app, "ascii", False))


def with_symbols(widget: Widget, text: str) -> str:
    """Return a text as it is, or in ASCII if the widget's application uses ASCII."""
    return to_ascii(text) if uses_ascii(widget) else text
