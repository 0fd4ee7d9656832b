"""The letters that no font of this computer has, which a PDF would show as boxes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from tracer.export.typeset import is_foreign


#: A code point that never has a glyph: every missing letter is drawn as this one.
_NEVER: Final = "\U0010fffd"

#: Letters that are tried; a text with more of a script has the script's font or not.
_MOST: Final = 400

_SOURCE: Final = b"""
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
    pages: Any = typst.compile(_SOURCE, format="svg", sys_inputs=given)
    drawn = [_GLYPH.findall(page) for page in pages]
    never, *others = drawn
    return "".join(
        letter for letter, glyphs in zip(letters[1:], others, strict=True) if glyphs == never
    )
