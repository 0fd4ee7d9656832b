"""Texts from users, made safe to print in a figure or on a page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final


def printable_text(text: str) -> str:
    """Return a text with plain spaces and a mark for each invisible character."""
    return "".join(
        " " if letter.isspace() else letter if letter.isprintable() else "�" for letter in text
    )


def begin_sentence(text: str, *names: str) -> str:
    """Return a text as the beginning of a sentence: with a capital letter, except in a name.

    Args:
        text: text of a sentence.
        names: names with which it may begin; they keep their case, as do Greek letters.

    Returns:
        The text, changed in its first letter at most.
    """
    starts_with_name = any(name and re.match(rf"{re.escape(name)}(?!\w)", text) for name in names)
    keeps_case = starts_with_name or not text[:1].isascii()
    return text if keeps_case else text[:1].upper() + text[1:]


# Game-tree symbols in ASCII, for terminals and files without Unicode.

_SIGNS = str.maketrans(
    {
        "α": "alpha",
        "β": "beta",
        "₀": "0",
        "∞": "inf",
        "−": "-",
        "–": "-",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "▶": ">",
        "←": "<-",
        "→": "->",
        "×": "*",
        "…": "...",
        "·": ".",
        "⋮": ":",
        "•": "*",
        "√": "sqrt",
        "►": ">",
        "✓": "+",
        "✗": "x",
        "↪": ">",
        "▒": "?",
    }
)


def to_ascii(text: str) -> str:
    """Return text with symbols spelled out in ASCII and other characters escaped."""
    return text.translate(_SIGNS).encode("ascii", "backslashreplace").decode("ascii")


def formula_to_ascii(text: str) -> str:
    """Return a text in ASCII, with its roots and products as programs write them."""
    return to_ascii(re.sub(r"√(\d+)", r"sqrt(\1)", text).replace("·", "*"))


# The width of a text in terminal cells.


@lru_cache(maxsize=8192)  # few different texts, at every step
def cell_width(text: str) -> int:
    """Return a text's width in cells: wide East Asian letters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


# Texts in CSV cells, escaped so that a spreadsheet does not run them as formulas.

#: Characters that start a formula in a spreadsheet.
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def csv_cell(text: str) -> str:
    """Return a text, with a leading apostrophe if a spreadsheet would run it as a formula.

    A number is unchanged. A text that begins with apostrophes and then such a character gets one
    more, so that `text_of_cell` can restore every text.
    """
    if not _is_formula(text):
        return text
    try:
        float(text)
    except ValueError:
        return f"'{text}"
    return text


def text_of_cell(cell: str) -> str:
    """Return the text from which `csv_cell` made a cell."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def _is_formula(text: str) -> bool:
    """Return whether a text begins with a formula character, after apostrophes and spaces."""
    return text.lstrip("' ").startswith(_FORMULA_SIGNS)


# Names of people in any order of their words.

_WORD: Final = re.compile(r"[^\W_]+")


def name_forms(name: str) -> frozenset[str]:
    """Return the spellings of a name without spaces: "Doe, Jane" and "Jane Doe" share one."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    words = _WORD.findall(
        "".join(letter for letter in letters if not unicodedata.combining(letter))
    )
    return frozenset("".join(words[at:] + words[:at]) for at in range(len(words)))


def show_names(names: Sequence[str]) -> str:
    """Return names with spaces between them, or commas if names contain spaces; `none` if none."""
    return (", " if any(" " in name for name in names) else " ").join(names) or "none"


def join_names(names: Sequence[str], word: str = "and") -> str:
    """Join names as in a sentence: node, α and skipped."""
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
