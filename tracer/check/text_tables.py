"""Tables as Markdown draws them: a row a node, or a part and its answer a row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from tracer.check.part_names import part_called
from tracer.check.parts.cutoff_claim import says_none

__all__ = ["is_rule", "row_cells", "told_by_table", "unescaped"]

#: Between two cells; a bar behind a backslash belongs to one.
_BETWEEN_CELLS: Final = re.compile(r"(?<!\\)\|")
#: A sign that stands for itself in Markdown, of those that worksheets escape.
_ESCAPED: Final = re.compile(r"\\([\\`*_\[\]<>|#~&$])")

#: What columns are called, by what stands in them.
_COLUMNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("node", "nodes", "at", "name", "visited", "visit"), "node"),
        **dict.fromkeys(("value", "values", "v", "returns", "returned", "minimax"), "value"),
        **dict.fromkeys(("alpha", "α", "a"), "alpha"),
        **dict.fromkeys(("beta", "β", "b"), "beta"),
        **dict.fromkeys(("window", "windows", "(α, β)", "(alpha, beta)", "α, β"), "window"),
        **dict.fromkeys(("skipped", "skips", "pruned", "prunes", "children skipped"), "skipped"),
        **dict.fromkeys(("left out", "children left out"), "skipped"),
        **dict.fromkeys(("after", "why", "because", "reason"), "after"),
        **dict.fromkeys(("part", "question"), "part"),
        **dict.fromkeys(("answer", "answers"), "answer"),
        **dict.fromkeys(("step", "#", "no", "no.", "order", "number"), "number"),
    }
)
#: The columns of a table of counts, as worksheets have it.
_OF_COUNTS: Final = ("count", "number")
#: Parts that say what nodes are worth.
_OF_VALUES: Final = ("values", "minimax", "expectiminimax", "counts")


def is_rule(line: str) -> bool:
    """Whether a line is drawn, and says nothing."""
    return line[0] in "-=_*|:+" and len(line) > 2 and not line.strip("-=_*|: +")


def row_cells(line: str) -> list[str]:
    """The cells of a row."""
    inner = line.removeprefix("|").removesuffix("|")
    cells = (cell.strip().strip("*`").strip() for cell in _BETWEEN_CELLS.split(inner))
    return [*map(unescaped, cells)]


def unescaped(text: str) -> str:
    """A text of Markdown with the signs that stand for themselves."""
    return _ESCAPED.sub(r"\1", text)


def told_by_table(
    table: Sequence[Sequence[str]], part: str, *, is_answered: bool = False
) -> Iterator[tuple[str, list[str]]]:
    """The parts that a table answers, with their lines; an empty name where it answers none.

    Args:
        table: its rows, the first of which may name the columns.
        part: the part under whose heading it stands; may be empty.
        is_answered: whether that part was answered above it, so that it may be another's.
    """
    rows = [row for row in table if any(cell.strip("-: ") for cell in row)]
    words = [" ".join(cell.split()).casefold() for cell in rows[0]] if rows else []
    kinds = [_COLUMNS.get(word, "") for word in words]
    if words == list(_OF_COUNTS):
        yield "counts", [f"{row[0]} = {row[1]}" for row in rows[1:] if len(row) > 1 and row[1]]
    elif {"part", "answer"} <= {*kinds}:
        for row in rows[1:]:
            cells = dict(zip(kinds, row, strict=False))
            label = cells.get("part", "")
            yield part_called(label) or "", [cells.get("answer", "")]
    elif part == "mcts" and kinds[:1] == ["node"]:
        yield part, [*_of_playouts(rows[1:], words)]
    elif "node" in kinds:
        known = [dict(zip(kinds, row, strict=False)) for row in rows[1:]]
        if "skipped" in kinds or (part == "cutoffs" and not is_answered):
            yield "cutoffs", _of_cutoffs(known, is_denied=any(map(_is_dashes, table[2:])))
        else:
            yield from _of_nodes(known, {*kinds}, "" if part == "cutoffs" else part)
    elif rows:
        yield part, [_joined(row, part) for row in rows]


def _of_nodes(
    rows: Sequence[Mapping[str, str]], kinds: set[str], part: str
) -> Iterator[tuple[str, list[str]]]:
    """A row a node, with its value and its window."""
    has_window = "window" in kinds or {"alpha", "beta"} <= kinds
    if has_window:
        yield "windows", [f"{row['node']} {_window(row)}" for row in rows if _window(row)]
    if "value" in kinds:
        lines = [f"{row['node']} = {row['value']}" for row in rows if row.get("value")]
        yield part if part in _OF_VALUES else "values", lines
    if not has_window and "value" not in kinds:
        yield part or "visits", [row["node"] for row in rows]


def _of_cutoffs(rows: Sequence[Mapping[str, str]], *, is_denied: bool) -> list[str]:
    """A row a cutoff; where no row has one and some say so, that there is none."""
    filled = [row for row in rows if row.get("node")]
    cuts = [row for row in filled if not _says_none(row)]
    denied = is_denied or len(cuts) < len(filled)
    return [*map(_cutoff, cuts)] or (["none"] if denied else [])


def _says_none(row: Mapping[str, str]) -> bool:
    """Whether a row has the word none, or a stroke, in the place of a node, and nothing besides."""
    return all(says_none(cell) for cell in row.values() if cell)


def _is_dashes(row: Sequence[str]) -> bool:
    """Whether a row of a table has strokes for answers; the one below its head is drawn so."""
    return not any(cell.strip("- ") for cell in row) and any(row)


def _of_playouts(rows: Sequence[Sequence[str]], words: Sequence[str]) -> Iterator[str]:
    """A row a node, with what the columns say of it: visits, and a mean or a sum."""
    for row in rows:
        told = [f"{word} {cell}" for word, cell in zip(words[1:], row[1:], strict=False) if cell]
        if told:
            yield f"{row[0]}: {', '.join(told)}"


def _window(row: Mapping[str, str]) -> str:
    """Both ends of a window; empty where nothing is said."""
    if row.get("window"):
        return f"({row['window'].strip('()[] ')})"
    ends = [row.get(end, "").strip("-–—? ") and row[end] for end in ("alpha", "beta")]
    return f"({ends[0]}, {ends[1]})" if any(ends) else ""


def _cutoff(row: Mapping[str, str]) -> str:
    """A cutoff as a line of text."""
    told = [f"{row['node']}:"]
    if row.get("window"):
        told.append(_window(row))
    told += [f"{end}={row[end]}" for end in ("alpha", "beta") if row.get(end)]
    if row.get("skipped"):
        told.append(f"skips {row['skipped']}")
    return " ".join(told)


def _joined(row: Sequence[str], part: str) -> str:
    """A row of a table without a header."""
    if part in _OF_VALUES and len(row) == 2:
        return f"{row[0]} = {row[1]}"
    if part == "windows" and len(row) == 3:
        return f"{row[0]} ({row[1]}, {row[2]})"
    if part == "cutoffs" and len(row) == 4:
        return f"{row[0]}: alpha={row[1]} beta={row[2]} skips {row[3]}"
    return " ".join(row)
