"""Write marks into a gradebook that a platform exported; everything else stays as it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import InvalidInput, UsageError
from tracer.check.submissions.tables import Table, cell_text

_PLATFORMS: Final = "an export of Canvas, Moodle, Brightspace or Blackboard, or --column NAME"


def find_column(table: Table, name: str | None) -> int:
    """Return the index of the column for marks."""
    pattern = table.platform.mark
    titles: dict[int, str] = {}
    for index, word in enumerate(table.words):
        found = pattern.fullmatch(word.strip()) if pattern else None
        if found:
            titles[index] = found["title"]
    if name is not None:
        plain = name.strip().casefold()
        exact = [at for at, word in enumerate(table.words) if word.strip().casefold() == plain]
        columns = exact or [at for at, one in titles.items() if one.casefold() == plain]
    else:
        columns = [*titles]
    listed = ", ".join(repr(one) for one in titles.values())
    if not columns:
        what = f"there is no column {name!r}" if name else "there is no column for marks"
        raise InvalidInput(what, where=table.name, expected=listed or _PLATFORMS)
    if len(columns) > 1:
        raise UsageError(
            f"{table.name} has several columns for marks", expected=f"--column with one of {listed}"
        )
    kind = table.platform.columns.get(table.words[columns[0]].strip().casefold())
    if kind:
        raise InvalidInput(
            f"the column {table.words[columns[0]]!r} names the students", where=table.name
        )
    return columns[0]


def most_of(table: Table, column: int) -> float | None:
    """Return the maximum of a column; None if the gradebook does not say."""
    found = (
        table.platform.mark.fullmatch(table.words[column].strip()) if table.platform.mark else None
    )
    texts = [found.groupdict().get("most") or ""] if found else []
    for row in table.raw[table.heading + 1 : table.heading + 4]:
        if cell_text(row[0]).strip().casefold() == "points possible" and column < len(row):
            texts.append(cell_text(row[column]))
    words = [word.strip().casefold() for word in table.words]
    if table.platform.most in words and table.people:
        texts.append(cell_text(table.raw[table.people[0].row][words.index(table.platform.most)]))
    for text in texts:
        try:
            return float(text.strip().replace(",", "."))  # as the site's language writes it
        except ValueError:
            continue
    return None


def filled(table: Table, column: int, marks: Mapping[int, float]) -> tuple[bytes, list[int]]:
    """Return a gradebook with marks in a column, and the rows whose cells were kept."""
    kept: list[int] = []
    text = table.begin
    for index, (row, end) in enumerate(zip(table.raw, table.ends, strict=True)):
        cells = row
        if index in marks:
            old = row[column] if column < len(row) else ""
            if cell_text(old).strip().casefold() in table.platform.kept:
                kept.append(index)
            else:
                cells = [*row, *[""] * (column + 1 - len(row))]
                new = str(marks[index])
                cells[column] = f'"{new}"' if old.startswith('"') else new
        text += table.mark.join(cells) + end
    return text.encode(table.encoding), kept
