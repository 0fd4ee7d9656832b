"""The colours and strokes of a figure in SVG, which `figure.css` lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from tracer.drawing.print.diagram_model import Theme


def _read_blocks() -> dict[str, dict[str, str]]:
    """Return the declarations of each block of the file by its selector."""
    text = (files(__package__) / "figure.css").read_text(encoding="utf-8")
    blocks = re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return {
        selector.strip(): {
            name.strip(): value.strip()
            for name, _, value in (
                line.partition(":") for line in inside.split(";") if line.strip()
            )
        }
        for selector, inside in blocks
    }


_BLOCKS: Final = _read_blocks()

#: The colours by theme.
PALETTES: Final[Mapping[str, dict[str, str]]] = {
    theme: {name.removeprefix("--"): colour for name, colour in _BLOCKS.pop(f".{theme}").items()}
    for theme in ("light", "dark", "print")
}


def style_sheet(theme: Theme, *, mono: str) -> str:
    """Return the style sheet of a figure."""
    root = f".{root_class(theme)}"
    if theme != "auto":
        return _rules(root, {**PALETTES[theme], "mono": mono})
    light, dark = (
        ";".join(f"--plytrace-{name}:{colour}" for name, colour in PALETTES[theme].items())
        for theme in ("light", "dark")
    )
    named = {name: f"var(--plytrace-{name})" for name in PALETTES["light"]}
    return (
        f":where({root}){{{light}}}"
        f"@media (prefers-color-scheme:dark){{:where({root}){{{dark}}}}}"
        f"{_rules(root, {**named, 'mono': mono})}"
    )


def root_class(theme: Theme) -> str:
    """Return the CSS class of a figure, which limits its rules to figures of this theme."""
    return f"plytrace-{theme}"


def _rules(root: str, values: Mapping[str, str]) -> str:
    """Return the rules below a root, with the values of their variables."""
    rules = "".join(
        f"{','.join(f'{root} {part.strip()}' for part in selector.split(','))}"
        f"{{{';'.join(f'{name}:{value}' for name, value in looks.items())}}}"
        for selector, looks in _BLOCKS.items()
    )
    return re.sub(r"var\(--((?!plytrace-)[\w-]+)\)", lambda found: values[found[1]], rules)
