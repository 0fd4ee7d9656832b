"""SVG drawings as bitmaps and PDF pages by Typst; an extra.

Typst comes in one wheel and reads nothing from elsewhere. The font is Liberation Sans, which is
bundled in `fonts`, so a figure is the same byte for byte on every machine. System fonts are used
only for characters that the bundled fonts lack.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from math import ceil
from typing import IO, Any, Final, Literal

from engine.errors import InvalidInput, UsageError
from tracer.drawing.print.diagram_model import description, heading
from tracer.drawing.print.diagrams import diagram_of
from tracer.drawing.print.svg_figure import PALETTES, SvgDrawing, drawing_of
from tracer.export.format import ExportOptions
from tracer.recording.recording import Recording

#: The largest number of pixels; each takes four bytes while drawing.
MOST_PIXELS: Final = 100_000_000

#: The longest side of a page in points: 200 inches, the limit of PDF 1.7 (ISO 32000-1, annex C.2).
_LONGEST: Final = 14_400.0

_POINTS_PER_INCH: Final = 72

#: The bundled font, for `drawing_of`.
FONTS: Final = "'Liberation Sans'"

#: The bundled fonts have no characters from here on, except the symbols below: Liberation Sans ends
#: with Hebrew.
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
    """A drawing that fills a page."""

    drawing: SvgDrawing
    paper: str
    title: str
    alt: str


def page_of(trace: Recording, options: ExportOptions) -> Page:
    """Return the figure of a trace at a step."""
    diagram = diagram_of(trace, show=options.show, step=options.step)
    theme = "light" if options.theme == "auto" else options.theme  # there is no screen to follow
    drawing = drawing_of(diagram, theme=theme, legend=options.legend, fonts=FONTS)
    return Page(drawing, PALETTES[theme]["paper"], heading(diagram), description(diagram))


def write_png(trace: Recording, out: IO[bytes], options: ExportOptions) -> None:
    """Write the figure as a bitmap."""
    out.write(png_of(page_of(trace, options), options.dpi))


def write_pdf(trace: Recording, out: IO[bytes], options: ExportOptions) -> None:
    """Write the figure on a page of its size, with searchable text."""
    out.write(pdf_of([page_of(trace, options)]))


def png_of(page: Page, dpi: int) -> bytes:
    """Return a page as a bitmap."""
    drawing, scale = page.drawing, dpi / _POINTS_PER_INCH
    area = drawing.width * drawing.height / _POINTS_PER_INCH**2  # in square inches
    if area * dpi**2 > MOST_PIXELS:
        raise UsageError(
            f"the figure would have {area * dpi**2 / 1e6:,.0f} million pixels",
            expected=f"at most {MOST_PIXELS / 1e6:,.0f} million: "
            f"{int((MOST_PIXELS / area) ** 0.5)} dots per inch, or the format svg or pdf",
        )
    # Typst draws the dots first and then puts them on the page, which loses a row or a column if
    # the sizes differ by a fraction of a dot. So the frame has whole dots and the page less.
    wide, high = ceil(drawing.width * scale), ceil(drawing.height * scale + 0.05)
    svg = drawing.scaled(wide, high - 0.05, scale)
    return _typeset([(page, svg, wide - 0.01, high - 0.06)], "png")


def pdf_of(pages: Iterable[Page]) -> bytes:
    """Return pages as one PDF; pages larger than PDF allows are scaled down."""
    sized = []
    for page in pages:
        drawing = page.drawing
        shrunk = min(1.0, _LONGEST / max(drawing.width, drawing.height))
        sized.append((page, drawing.svg, drawing.width * shrunk, drawing.height * shrunk))
    return _typeset(sized, "pdf")


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
    """Typeset data that a Typst source reads as JSON, so no text in it is run as code."""
    typst = _typst(kind)
    with resources.as_file(resources.files("tracer.export") / "fonts") as fonts:
        made: bytes = typst.compile(
            source,
            format=kind,
            ppi=_POINTS_PER_INCH,
            font_paths=[str(fonts)],
            ignore_system_fonts=not any(is_foreign(text) for text in texts),
            sys_inputs={name: json.dumps(data, ensure_ascii=False)},
        )
    return made


def is_foreign(text: str) -> bool:
    """Return whether a text has characters that the bundled fonts lack."""
    return any(ord(one) >= _FOREIGN and ord(one) not in _SIGNS for one in set(text))


def _typst(kind: str) -> Any:
    """Import the package only when a figure is made."""
    try:
        import typst
    except ImportError as error:
        from engine.text import install_command  # late: slow to import

        raise InvalidInput(
            f"the format {kind} needs the package typst, which is not installed",
            hint=f"Install it with: {install_command('figures')}",
        ) from error
    return typst


# The letters that no font of this computer has, which a PDF would show as boxes.

#: A code point that never has a glyph: every missing letter is drawn as this one.
_NEVER: Final = "\U0010fffd"

#: Letters that are tried; a text with more of a script has the script's font or not.
_MOST: Final = 400

_LETTERS_SOURCE: Final = b"""
#set page(width: auto, height: auto)
#for letter in json(bytes(sys.inputs.letters)) { page(letter) }
"""
_GLYPH: Final = re.compile(rb'<use [^>]*href="#([^"]+)"')


def missing_letters(texts: Iterable[str]) -> str:
    """Return the letters of texts that neither the bundled fonts nor the system's have."""
    foreign = [
        one
        for one in dict.fromkeys("".join(texts))
        if is_foreign(one) and one.isprintable() and not one.isspace()
    ]
    if not foreign:
        return ""
    try:
        import typst
    except ImportError:
        return ""
    letters = [_NEVER, *foreign[:_MOST]]
    given = {"letters": json.dumps(letters, ensure_ascii=False)}
    pages: Any = typst.compile(_LETTERS_SOURCE, format="svg", sys_inputs=given)
    drawn = [_GLYPH.findall(page) for page in pages]
    never, *others = drawn
    return "".join(
        letter for letter, glyphs in zip(letters[1:], others, strict=True) if glyphs == never
    )
