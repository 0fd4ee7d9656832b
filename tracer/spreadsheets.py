"""Texts in the cells of CSV, which a spreadsheet must show and not run."""

from __future__ import annotations

__all__ = ["cell_of", "text_of"]

#: What a spreadsheet takes for the start of a formula.
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def cell_of(text: str) -> str:
    """A text with an apostrophe in front where a spreadsheet would run it as a formula.

    A number stays as it is. A text that begins with apostrophes and then such a sign gets one more,
    so that `text_of` gives every text back.
    """
    if not text.lstrip("'").startswith(_FORMULA_SIGNS):
        return text
    try:
        float(text)
    except ValueError:
        return f"'{text}"
    return text


def text_of(cell: str) -> str:
    """The text that `cell_of` made a cell of."""
    is_marked = cell.startswith("'") and cell.lstrip("'").startswith(_FORMULA_SIGNS)
    return cell[1:] if is_marked else cell
