"""The colours and strokes of a figure in SVG."""

from __future__ import annotations

from typing import Final

from tracer.drawing.print.diagram_model import Theme

#: The colours by theme. No meaning depends on colour alone: skipped parts are also dashed, the best
#: line is thick with bold values, and the current node is filled.
PALETTES: Final = {
    "light": {
        "paper": "#ffffff",
        "ink": "#1b1b1f",
        "dim": "#66666e",
        "max": "#dbe8fb",
        "min": "#fde5d0",
        "chance": "#e2f1dc",
        "best": "#0b4fb3",
        "cut": "#b42318",
        "last": "#ffe08a",
        "felt": "#d5ead9",
        "square-light": "#fbf7ef",
        "square-dark": "#dcccb2",
    },
    "dark": {
        "paper": "#17171b",
        "ink": "#ececf1",
        "dim": "#9c9ca8",
        "max": "#1f3c63",
        "min": "#5c3717",
        "chance": "#26482a",
        "best": "#8ab4f8",
        "cut": "#ff8a80",
        "last": "#7a6414",
        "felt": "#1f4a33",
        "square-light": "#8a7a66",
        "square-dark": "#54483b",
    },
    "print": {
        "paper": "#ffffff",
        "ink": "#000000",
        "dim": "#595959",
        "max": "#ffffff",
        "min": "#e9e9e9",
        "chance": "#ffffff",
        "best": "#000000",
        "cut": "#000000",
        "last": "#c4c4c4",
        "felt": "#ffffff",
        "square-light": "#ffffff",
        "square-dark": "#e9e9e9",
    },
}

#: The CSS rules; a name in braces is a colour.
_RULES: Final = (
    (".paper", "fill:{paper}"),
    ("text", "fill:{ink}"),
    (".sign", "fill:{paper};stroke:{ink};stroke-width:1;stroke-linejoin:round"),
    (".max .sign", "fill:{max}"),
    (".min .sign", "fill:{min}"),
    (".chance .sign", "fill:{chance}"),
    (".edge", "fill:none;stroke:{ink};stroke-width:.9;stroke-linejoin:round"),
    (".edge.unseen", "stroke:{dim};stroke-width:.6"),
    (".edge.skipped", "stroke:{dim};stroke-width:.8;stroke-dasharray:3 2.4"),
    (".edge.best", "stroke:{best};stroke-width:2.6;stroke-linecap:round"),
    (".cut", "fill:none;stroke:{cut};stroke-width:1.5;stroke-linecap:round"),
    (".unseen .sign", "fill:{paper};stroke:{dim};stroke-width:.8"),
    (".skipped .sign", "fill:{paper};stroke:{dim};stroke-width:.8;stroke-dasharray:3 2.4"),
    (".skipped text", "fill:{dim}"),
    (".best .sign", "stroke:{best};stroke-width:2"),
    (".current .sign", "fill:{ink};stroke:{ink}"),
    (".current .given", "fill:{paper}"),
    (".value", "fill:{ink}"),
    (".window,.leaf-name,.ruler,.level,.more,.label,.legend-text", "fill:{dim}"),
    (".bold,.level", "font-weight:bold"),
    (".line", "font-family:{mono};white-space:pre"),
    (".board", "fill:none;stroke:{dim};stroke-width:.5"),
    (".last", "fill:{last}"),
    (".felt", "fill:{felt}"),
    (".square-light", "fill:{square-light}"),
    (".square-dark", "fill:{square-dark}"),
    (".turned", "fill:none;stroke:{cut};stroke-width:1"),
    # Pieces have their own colours in every theme; the outline separates them from the board.
    (".black", "fill:#161616;stroke:{ink};stroke-width:.5;stroke-linejoin:round"),
    (".white", "fill:#ffffff;stroke:#161616;stroke-width:.5;stroke-linejoin:round"),
    (".strokes", "fill:none;stroke:{ink};stroke-linecap:round"),
    (".skipped .black,.skipped .white,.skipped .strokes", "opacity:.5"),
)


def style_sheet(theme: Theme, *, mono: str) -> str:
    """Return the style sheet of a figure."""
    root = f".{root_class(theme)}"
    if theme != "auto":
        return _rules(root, PALETTES[theme], mono)
    light, dark = (_properties(PALETTES[name]) for name in ("light", "dark"))
    named = {name: f"var(--plytrace-{name})" for name in PALETTES["light"]}
    return (
        f":where({root}){{{light}}}"
        f"@media (prefers-color-scheme:dark){{:where({root}){{{dark}}}}}{_rules(root, named, mono)}"
    )


def root_class(theme: Theme) -> str:
    """Return the CSS class of a figure, which limits its rules to figures of this theme."""
    return f"plytrace-{theme}"


def _properties(colours: dict[str, str]) -> str:
    return ";".join(f"--plytrace-{name}:{colour}" for name, colour in colours.items())


def _rules(root: str, colours: dict[str, str], mono: str) -> str:
    return "".join(
        ",".join(f"{root} {one}" for one in selector.split(","))
        + f"{{{look.format(mono=mono, **colours)}}}"
        for selector, look in _RULES
    )
