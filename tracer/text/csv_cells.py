"""Texts in CSV cells, escaped so that a spreadsheet does not run them as formulas."""

from __future__ import annotations


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
