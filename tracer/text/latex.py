"""Conversion of any text to LaTeX for pdflatex."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

#: Characters that are commands in LaTeX, or need other names, in every document.
SPECIAL: Final[Mapping[str, str]] = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
}
#: All replacements for pdflatex in one line of text.
_SIGNS: Final = {
    **SPECIAL,
    "'": r"\textquotesingle{}",
    "-": r"{-}",  # two would form a dash
    ",": r"{,}",  # two would form a quotation mark
    "−": r"\ensuremath{-}",
    "∞": r"\ensuremath{\infty}",
    "≤": r"\ensuremath{\le}",
    "≥": r"\ensuremath{\ge}",
    "≠": r"\ensuremath{\ne}",
    "×": r"\ensuremath{\times}",
    "·": r"\ensuremath{\cdot}",
    "→": r"\ensuremath{\to}",
    "←": r"\ensuremath{\leftarrow}",
    "△": r"\ensuremath{\bigtriangleup}",
    "▽": r"\ensuremath{\bigtriangledown}",
    "○": r"\ensuremath{\bigcirc}",
    "●": r"\ensuremath{\bullet}",
    "…": r"\dots{}",
    "–": "--",
    "—": "---",
    "±": r"\ensuremath{\pm}",
    "√": r"\ensuremath{\surd}",
    "⌈": r"\ensuremath{\lceil}",
    "⌉": r"\ensuremath{\rceil}",
    "⌊": r"\ensuremath{\lfloor}",
    "⌋": r"\ensuremath{\rfloor}",
    "≈": r"\ensuremath{\approx}",
    "∈": r"\ensuremath{\in}",
    "∑": r"\ensuremath{\sum}",
    "↑": r"\ensuremath{\uparrow}",
    "↓": r"\ensuremath{\downarrow}",
    "⇒": r"\ensuremath{\Rightarrow}",
    "¹": r"\textsuperscript{1}",
    "²": r"\textsuperscript{2}",
    "³": r"\textsuperscript{3}",
    "°": r"\textdegree{}",
    "½": r"\textonehalf{}",
    "€": r"\texteuro{}",
    "§": r"\S{}",
    "•": r"\textbullet{}",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "„": r"\quotedblbase{}",
    "‘": r"\textquoteleft{}",
    "’": r"\textquoteright{}",
    "«": r"\guillemotleft{}",
    "»": r"\guillemotright{}",
}

#: Lowercase letters in the order of their code points.
_GREEK: Final = tuple(
    "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi - pi rho "  # noqa: SIM905
    "varsigma sigma tau upsilon varphi chi psi omega".split()
)
_GREEK_CAPITALS: Final = {
    "Γ": "Gamma",
    "Δ": "Delta",
    "Θ": "Theta",
    "Λ": "Lambda",
    "Ξ": "Xi",
    "Π": "Pi",
    "Σ": "Sigma",
    "Φ": "Phi",
    "Ψ": "Psi",
    "Ω": "Omega",
}

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
_LETTERS: Final = {
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "ð": r"\dh{}",
    "Ð": r"\DH{}",
    "þ": r"\th{}",
    "Þ": r"\TH{}",
    "ı": r"\i{}",
}


def latex_text(text: str) -> str:
    """Return one line of text as LaTeX in ASCII, for T1 fonts.

    Latin and Greek letters and the symbols of the field are typeset. Other characters are replaced
    by their code point (U+4E70).
    """
    return "".join(map(_letter, text))


def _letter(letter: str) -> str:
    replacement = _SIGNS.get(letter) or _LETTERS.get(letter) or _greek(letter)
    if replacement:
        return replacement
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


def _greek(letter: str) -> str:
    place = ord(letter) - ord("α")
    name = _GREEK_CAPITALS.get(letter, "")
    if 0 <= place < len(_GREEK):
        name = _GREEK[place]
    if not name:
        return ""
    return "o" if name == "-" else rf"\ensuremath{{\{name}}}"
