"""Read tables in Markdown, or pasted from a spreadsheet, with a row per node or per part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

from tracer.marking.reading.part_names import part_called
from tracer.questions.typed_text import FIELDS, is_none

#: Between two cells; a bar after a backslash belongs to a cell.
_BETWEEN_CELLS: Final = re.compile(r"(?<!\\)\|")
#: An escaped sign in Markdown, of those that worksheets escape.
_ESCAPED: Final = re.compile(r"\\([\\`*_\[\]<>|#~&$])")

#: Columns by their headings.
_COLUMNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{word: {"at": "node", "why": "after"}.get(one, one) for word, one in FIELDS.items()},
        **dict.fromkeys(("nodes", "name", "visited", "visit"), "node"),
        **dict.fromkeys(("values", "returns", "returned", "minimax"), "value"),
        **dict.fromkeys(("(α, β)", "(alpha, beta)", "α, β", "[α, β]"), "window"),
        **dict.fromkeys(("part", "question"), "part"),
        **dict.fromkeys(("answer", "answers"), "answer"),
        **dict.fromkeys(("step", "#", "no", "no.", "order", "number"), "number"),
    }
)
#: Columns of the tables of a hand run.
_OF_RUNS: Final = frozenset({"mean", "average", "avg", "sum", "total", "reward sum", "q"})
#: Columns with the number of a node's visit.
_NUMBERS: Final = ("order", "visit", "visit order", "order of visit")
_SKIPPED: Final = re.compile(r"\b(?:prun|skip|left\sout\b)")
#: Parts with values of nodes.
_OF_VALUES: Final = ("values", "minimax", "expectiminimax", "counts")


def is_rule(line: str) -> bool:
    """Return whether a line is only a rule."""
    return line[0] in "-=_*|:+" and len(line) > 2 and not line.strip("-=_*|: +")


def table_mark(line: str) -> str:
    """Return the sign between the cells of a line that begins a table, or an empty text.

    A table with tabs, commas or semicolons begins with a header that has a column of nodes.
    """
    if line.startswith("|"):
        return "|"
    for mark in "\t,;":
        kinds = [_kind_of(" ".join(one.split()).casefold()) for one in line[:200].split(mark)]
        if len(kinds) > 1 and "node" in kinds and all(kinds):
            return mark
    return ""


def row_cells(line: str, mark: str = "|") -> list[str]:
    """Return the cells of a row, with a sign between them."""
    inner = line.removeprefix("|").removesuffix("|") if mark == "|" else line
    split = _BETWEEN_CELLS.split(inner) if mark == "|" else inner.split(mark)
    cells = (cell.strip().strip("*`").strip() for cell in split)
    return [*map(unescaped, cells)]


def unescaped(text: str) -> str:
    """Replace escaped Markdown characters by the characters themselves."""
    return _ESCAPED.sub(r"\1", text)


def table_answers(
    table: Sequence[Sequence[str]], part: str, *, is_answered: bool = False
) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Yield the parts that a table answers with their rows as lines; no part if there is none."""
    table = _upright(table)
    rows = [(at, row) for at, row in enumerate(table) if any(cell.strip("-: ") for cell in row)]
    # Rows with dashes as answers, unlike the rule below a header.
    bare = ((at, row) for at, row in enumerate(table[2:], 2) if any(row))
    dashes = [at for at, row in bare if not any(cell.strip("- ") for cell in row)]
    words = [" ".join(cell.split()).casefold() for cell in rows[0][1]] if rows else []
    kinds = [_kind_of(word) if part != "counts" else "" for word in words]
    if "node" in words:  # then a column of visits has their numbers
        kinds = [
            one if one != "node" or word == "node" else "number"
            for one, word in zip(kinds, words, strict=True)
        ]
    below = rows[1:]
    if words == ["count", "number"]:
        named = [(at, row) for at, row in below if len(row) > 1 and row[1]]
        yield "counts", [(at, f"{row[0]} = {row[1]}") for at, row in named]
    elif {"part", "answer"} <= {*kinds}:
        for at, row in below:
            cells = dict(zip(kinds, row, strict=False))
            yield part_called(cells.get("part", "")) or "", [(at, cells.get("answer", ""))]
    elif "node" in words and (
        part == "mcts" or (_OF_RUNS & {*words} and {"visits", "n"} & {*words})
    ):
        yield "mcts", [(at, line) for at, row in below if (line := _playouts(row, words))]
    elif words[:1] == ["player"] and all(map(part_called, words[1:])):
        for column, word in enumerate(words[1:], 1):
            yield part_called(word) or "", [(at, f"{row[0]}: {row[column]}") for at, row in below]
    elif "node" in kinds:
        if "node" in words and (placed := _in_order(words, below)):
            yield "visits", placed
        known = [(at, dict(zip(kinds, row, strict=False))) for at, row in below]
        if "skipped" in kinds or (part == "cutoffs" and not is_answered):
            is_filled = any(row.get("skipped") for _, row in known)
            lines = [
                (at, _cutoff(row, is_filled=is_filled)) for at, row in known if any(row.values())
            ]
            yield "cutoffs", lines + [(at, "none") for at in dashes]
            if part != "cutoffs":
                bounds = [(at, row) for at, row in known if row.get("node")]
                others = [row for _, row in bounds if is_none(row.get("skipped", "") or "-")]
                if others and all(_window(row) for _, row in bounds):  # not of cutoffs alone
                    yield "windows", [(at, f"{row['node']} {_window(row)}") for at, row in bounds]
                worth = [(at, row) for at, row in known if row.get("node") and row.get("value")]
                if worth:
                    yield "values", [(at, f"{row['node']} = {row['value']}") for at, row in worth]
        else:
            yield from _of_nodes(known, {*kinds}, "" if part == "cutoffs" else part)
    elif not part and below and all(map(part_called, words)):
        for column, word in enumerate(words):
            filled = [(at, row[column]) for at, row in below if row[column : column + 1]]
            yield part_called(word) or "", filled
    elif rows:
        yield part, [(at, _joined(row, part)) for at, row in rows]


def _in_order(
    words: Sequence[str], rows: Sequence[tuple[int, Sequence[str]]]
) -> list[tuple[int, str]]:
    """Return the nodes in the order of their numbers, if a column has those of all visits."""
    node = words.index("node")
    column = next((at for at, word in enumerate(words) if word in _NUMBERS), None)
    if column is None:
        return []
    numbered = [(row[column], at, row[node]) for at, row in rows if len(row) > max(column, node)]
    found = sorted((int(number), at, name) for number, at, name in numbered if number.isdecimal())
    is_whole = [number for number, _, _ in found] == [*range(1, len(found) + 1)]
    return [(at, name) for _, at, name in found] if is_whole else []


def _of_nodes(
    rows: Sequence[tuple[int, Mapping[str, str]]], kinds: set[str], part: str
) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Yield one entry per node, with its value and its window; other rows belong to no part."""
    named = [(at, row) for at, row in rows if row.get("node")]
    has_window = "window" in kinds or {"alpha", "beta"} <= kinds
    if has_window:
        lines = [(at, f"{row['node']} {_window(row)}") for at, row in named if _window(row)]
        yield "windows", lines
    if "value" in kinds:
        lines = [(at, f"{row['node']} = {row['value']}") for at, row in named if row.get("value")]
        yield part if part in _OF_VALUES else "values", lines
    if not has_window and "value" not in kinds:
        yield part or "visits", [(at, row["node"]) for at, row in named]
    rest = [(at, row) for at, row in rows if not row.get("node") and any(row.values())]
    yield "", [(at, " ".join(filter(None, row.values()))) for at, row in rest]


def _upright(table: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Return a table with a row for each node, also if it has a column for each."""
    first, *rows = [row for row in table if row and any(cell.strip("-: ") for cell in row)] or [[]]
    fields = [row[0].casefold() for row in rows]
    words = [*fields, *map(str.casefold, first[1:])]
    kinds = [_kind_of(word) if len(word) > 1 or word in ("α", "β") else "" for word in words]
    if not fields or not all(kinds[: len(fields)]) or any(kinds[len(fields) :]):
        return table
    return [*zip_longest(["node", *first[1:]], *rows, fillvalue="")]


def _playouts(row: Sequence[str], words: Sequence[str]) -> str:
    """Return the entry of a node, with its visits and its mean or sum; empty if it has none."""
    cells = dict(zip(words, row, strict=False))
    number, node = cells.pop("iteration", ""), cells.pop("node", "")
    # N is a direction too.
    fields = [f"{'visits' if word == 'n' else word} {cell}" for word, cell in cells.items() if cell]
    before = f"iteration {number}: " if number else ""
    return f"{before}{node}: {', '.join(fields)}" if fields else ""


def _window(row: Mapping[str, str]) -> str:
    """Return both bounds of a window as text; empty if there are none."""
    if row.get("window"):
        return f"({row['window'].strip('()[] ')})"
    ends = [row.get(end, "").strip("-–—? ") and row[end] for end in ("alpha", "beta")]
    return f"({ends[0]}, {ends[1]})" if any(ends) else ""


def _kind_of(heading: str) -> str:
    """Return the kind of a column; empty if it is unknown."""
    return _COLUMNS.get(heading, "skipped" if _SKIPPED.search(heading) else "")


def _cutoff(row: Mapping[str, str], *, is_filled: bool) -> str:
    """Return a cutoff as a line of text."""
    if all(is_none(cell) for cell in row.values() if cell):
        return "none"
    if is_none(row.get("skipped", "")) or (is_filled and not row.get("skipped")):
        return f"{row.get('node', '')}: none"
    fields = [row.get("node", "")]
    if row.get("window"):
        fields.append(_window(row))
    fields += [f"{end}={row[end]}" for end in ("alpha", "beta") if row.get(end)]
    if row.get("skipped"):
        fields.append(f"skips {row['skipped']}")
    return " ".join(filter(None, fields)) if len(fields) > 1 else fields[0]


def _joined(row: Sequence[str], part: str) -> str:
    """Return a row of a table without a header."""
    if part in _OF_VALUES and len(row) == 2:
        return f"{row[0]} = {row[1]}"
    if part == "windows" and len(row) == 3:
        return f"{row[0]} ({row[1]}, {row[2]})"
    if part == "cutoffs" and len(row) == 4:
        return f"{row[0]}: alpha={row[1]} beta={row[2]} skips {row[3]}"
    return " ".join(row)
