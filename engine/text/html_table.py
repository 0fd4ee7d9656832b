"""A table in HTML, as notebooks show visits, counts and comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def html_table(columns: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return a table in HTML, without styles of its own."""
    from html import escape  # late: only notebooks show such tables

    heading = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{above}<thead><tr>{heading}</tr></thead><tbody>{body}</tbody></table>"
