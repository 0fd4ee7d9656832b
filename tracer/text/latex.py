"""Conversion of any text to LaTeX for pdflatex."""

from __future__ import annotations

import unicodedata
from importlib.resources import files
from typing import Final


def _read_signs() -> dict[str, str]:
    """Return what pdflatex reads for a character, from `latex_signs.txt`."""
    _, _, text = (
        (files(__package__) / "latex_signs.txt").read_text(encoding="utf-8").partition("\n\n")
    )
    return {line[0]: line[2:] for line in text.splitlines()}


_SIGNS: Final = _read_signs()

#: LaTeX's names for accents over ASCII letters.
_ACCENTS: Final = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0327": "c",
    "\u0328": "k",
}


def latex_text(text: str) -> str:
    """Return one line of text as LaTeX in ASCII, for T1 fonts.

    Latin and Greek letters and the symbols of the field are typeset. Other characters are replaced
    by their code point (U+4E70).
    """
    return "".join(map(_letter, text))


def _letter(letter: str) -> str:
    if letter in _SIGNS:
        return _SIGNS[letter]
    if letter.isspace():
        return " "
    if letter.isascii():
        return letter if letter.isprintable() else ""
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if len(marks) == 1 and base.isascii() and base.isalpha() and marks[0] in _ACCENTS:
        return rf"\{_ACCENTS[marks[0]]}{{{base}}}"
    plain = unicodedata.normalize("NFKD", letter)
    if plain.isascii() and plain.isprintable():
        return "".join(map(_letter, plain))
    return rf"\texttt{{U+{ord(letter):04X}}}"
