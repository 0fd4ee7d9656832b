"""Drawings in SVG made into pictures and pages by Typst; an extra.

Typst brings all that it needs in one wheel and reads nothing from elsewhere. The letters are those
of Liberation Sans, which comes along in `fonts`, so that a figure is the same byte for byte on any
machine; a machine's own fonts are asked only for letters that these do not have.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from math import ceil
from typing import Any, Final, Literal

from engine.errors import InvalidInput, UsageError
from tracer.diagram import Diagram, diagram_of
from tracer.diagram.words import description, heading
from tracer.export.options import ExportOptions
from tracer.export.svg import Drawing, drawing_of
from tracer.export.svg_style import PALETTES
from tracer.recording import Recording

__all__ = ["FONTS", "MOST_PIXELS", "Page", "page_of", "pdf_of", "png_of", "typeset"]

#: Pixels of a picture, which take four bytes each while it is drawn.
MOST_PIXELS: Final = 100_000_000

#: The longest side of a page in points: 200 inches, the limit of PDF 1.7 (ISO 32000-1, annex C.2).
_LONGEST: Final = 14_400.0

_POINTS_PER_INCH: Final = 72

#: The font that comes along, for `drawing_of`.
FONTS: Final = "'Liberation Sans'"

#: Letters from here on are in none of the fonts that come along, but for those of the signs below:
#: Liberation Sans ends with Hebrew.
_FOREIGN: Final = 0x0600
_SIGNS: Final = range(0x1E00, 0x2BFF)

_SOURCE: Final = b"""
#let figure = json(bytes(sys.inputs.figure))
#set document(title: figure.title, date: none)
#set page(margin: 0pt)
#for one in figure.pages {
  page(
    width: one.width * 1pt,
    height: one.height * 1pt,
    fill: rgb(one.paper),
    image(bytes(one.svg), format: "svg", width: 100%, height: 100%, alt: one.alt),
  )
}
"""


@dataclass(frozen=True, slots=True)
class Page:
    """A drawing that fills a page.

    Args:
        drawing: what is drawn.
        paper: the colour behind it.
        title: what it is, in a few words.
        alt: what it shows, for those who cannot see it.
    """

    drawing: Drawing
    paper: str
    title: str
    alt: str


def page_of(trace: Recording, options: ExportOptions) -> Page:
    """The figure of a trace at a step.

    Raises:
        UsageError: it cannot be shown so; see `diagram_of`.
    """
    return _page(diagram_of(trace, options), options)


def png_of(page: Page, dpi: int) -> bytes:
    """A page as a picture.

    Args:
        page: what is on it.
        dpi: dots per inch, 72 for one a point.

    Raises:
        UsageError: it would have too many dots.
        InvalidInput: the package typst is not installed.
    """
    drawing, scale = page.drawing, dpi / _POINTS_PER_INCH
    area = drawing.width * drawing.height / _POINTS_PER_INCH**2  # in square inches
    if area * dpi**2 > MOST_PIXELS:
        raise UsageError(
            f"the figure would have {area * dpi**2 / 1e6:,.0f} million dots",
            expected=f"no more than {MOST_PIXELS / 1e6:,.0f} million: "
            f"{int((MOST_PIXELS / area) ** 0.5)} dots an inch, or svg or pdf, which have none",
        )
    # Typst makes dots of a drawing first and then sets them on the page, where a row or a column is
    # lost if the two differ by a fraction of a dot: so the frame has whole dots, the page less.
    wide, high = ceil(drawing.width * scale), ceil(drawing.height * scale + 0.05)
    svg = drawing.scaled(wide, high - 0.05, scale)
    return _typeset([(page, svg, wide - 0.01, high - 0.06)], "png")


def pdf_of(pages: Iterable[Page]) -> bytes:
    """Pages as one document; those beyond the largest size of PDF are made smaller.

    Raises:
        InvalidInput: the package typst is not installed.
    """
    sized = []
    for page in pages:
        drawing = page.drawing
        shrunk = min(1.0, _LONGEST / max(drawing.width, drawing.height))
        sized.append((page, drawing.svg, drawing.width * shrunk, drawing.height * shrunk))
    return _typeset(sized, "pdf")


def _page(diagram: Diagram, options: ExportOptions) -> Page:
    theme = "light" if options.theme == "auto" else options.theme  # nobody's screen to follow
    drawing = drawing_of(diagram, theme=theme, legend=options.legend, fonts=FONTS)
    return Page(drawing, PALETTES[theme]["paper"], heading(diagram), description(diagram))


def _typeset(pages: Sequence[tuple[Page, str, float, float]], kind: Literal["png", "pdf"]) -> bytes:
    """Typeset pages, each with its drawing as SVG and its width and height in points."""
    figure = {
        "title": pages[0][0].title,
        "pages": [
            {"svg": svg, "alt": page.alt, "paper": page.paper, "width": width, "height": height}
            for page, svg, width, height in pages
        ],
    }
    return typeset(_SOURCE, "figure", figure, [svg for _, svg, _, _ in pages], kind)


def typeset(
    source: bytes, name: str, data: Any, texts: Iterable[str], kind: Literal["png", "pdf"]
) -> bytes:
    """Typeset data by a source that finds it as JSON, so that no text in it is taken for code.

    Args:
        source: the source in Typst.
        name: the name under which it finds the data among `sys.inputs`.
        data: what JSON can hold.
        texts: all that is written; it tells whether the machine's own fonts are asked.
        kind: the format.

    Raises:
        InvalidInput: the package typst is not installed.
    """
    typst = _typst(kind)
    with resources.as_file(resources.files("tracer.export") / "fonts") as fonts:
        made: bytes = typst.compile(
            source,
            format=kind,
            ppi=_POINTS_PER_INCH,
            font_paths=[str(fonts)],
            ignore_system_fonts=not any(_is_foreign(text) for text in texts),
            sys_inputs={name: json.dumps(data, ensure_ascii=False)},
        )
    return made


def _is_foreign(text: str) -> bool:
    """Whether a text has letters that the fonts that come along do not have."""
    return any(ord(one) >= _FOREIGN and ord(one) not in _SIGNS for one in set(text))


def _typst(kind: str) -> Any:
    """The package, imported where a figure is made: nothing else needs it."""
    try:
        import typst
    except ImportError as error:
        raise InvalidInput(
            f"the format {kind} needs the package typst, which is not installed",
            hint="Install it with pip install 'plytrace[figures]'",
        ) from error
    return typst
