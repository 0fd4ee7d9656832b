"""Read tables in Markdown, or pasted from a spreadsheet, with a row per node or per part.

Each cell is an entry of a part, or unread: a column whose heading is unknown is unread as a whole.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, takewhile, zip_longest
from types import MappingProxyType
from typing import Final, TypeAlias

from tracer.marking.reading.part_names import is_name_of_part, part_called, says_skipped
from tracer.questions.mcts import RUN_FIELDS, VISIT_WORDS
from tracer.questions.single_entries import count_named
from tracer.questions.typed_text import FIELDS, is_none, is_unanswered, normalized
from tracer.questions.visits import Visits

#: Between two cells; a bar after a backslash belongs to a cell.
_BETWEEN_CELLS: Final = re.compile(r"(?<!\\)\|")
#: The beginning of an item of a list, below its label.
_ITEM: Final = re.compile(r"(?:[-*•]|\d{1,3}[.)])\s")
#: Spaces between the cells of columns, which are not in brackets: at least two, or one.
_SPACES: Final = {
    "  ": re.compile(r"\s{2,}(?![^(\[]*[)\]])"),
    " ": re.compile(r"\s+(?![^(\[]*[)\]])"),
}
_NUMBER: Final = re.compile(r"(?<!\w)[-−–]?\d|∞|\binf")
#: An escaped sign in Markdown, of those that worksheets escape.
_ESCAPED: Final = re.compile(r"\\([\\`*_\[\]<>|#~&$])")

#: The name of the lines of a table that nothing reads.
UNREAD: Final = "unread"
#: The name of nodes in the order of the numbers of their rows, which may be the order of visits.
ROW_NUMBERS: Final = "row numbers"
#: Columns by their headings.
_COLUMNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{word: {"at": "node"}.get(one, one) for word, one in FIELDS.items()},
        **dict.fromkeys(("nodes", "name", "node name", "state", "n", "vertex"), "node"),
        **dict.fromkeys(("position", "knoten", "node visited", "visited node"), "node"),
        **dict.fromkeys(("lower", "lower bound"), "alpha"),
        **dict.fromkeys(("upper", "upper bound"), "beta"),
        "bounds": "window",
        **dict.fromkeys(("values", "val", "minimax", "minimax value", "utility", "score"), "value"),
        **dict.fromkeys(("return", "returns", "returned", "result", "wert"), "value"),
        **dict.fromkeys(("backed up value", "backed up", "node value", "expected value"), "value"),
        **dict.fromkeys(("expectiminimax value", "vector", "vectors", "payoff vector"), "value"),
        **dict.fromkeys(("returned value", "return value", "value returned"), "value"),
        **dict.fromkeys(("cut", "cut off", "cutoff", "cuts", "cutoffs", "not visited"), "skipped"),
        **dict.fromkeys(("part", "question"), "part"),
        **dict.fromkeys(("answer", "answers"), "answer"),
        **dict.fromkeys(("order", "visit order", "order of visit", "step", "time"), "order"),
        **dict.fromkeys(("sequence", "rank", "visited", "visit"), "order"),
        **dict.fromkeys(("#", "no", "nr", "number", "i"), "row"),
        **dict.fromkeys(("type", "kind", "player", "max/min", "min/max"), "player"),
    }
)
#: Headings of the nodes themselves if no other column has them.
_OF_NODES: Final = ("path", "visited", "visit", "moves")
#: Words around the heading of a column that leave its meaning.
_AROUND: Final = re.compile(
    r"\A(?:initial|final|my|the)\s|\s(?:at entry|on entry|in|entry)\Z|(?<=[αβ])\svalue\Z"
)
#: The heading of a column of windows: (α, β), [alpha; beta], α/β.
_BOTH_BOUNDS: Final = re.compile(r"[(\[]?(?:α|alpha)\s?[,;/|–\s]\s?(?:β|beta)[)\]]?(?:\swindow)?")
_IN_BRACKETS: Final = re.compile(r"(?<=\S)\s?\([^()]*\)\Z")
_SKIPPED: Final = re.compile(r"\b(?:prun|skip|left\sout\b)")
#: The player of a node, in a cell of its own or behind the name of the node.
_PLAYER: Final = re.compile(
    r"(?:\A|\s)\(?(?:max|min|chance|leaf|root|terminal)(?:\snode)?\)?\Z", re.IGNORECASE
)
#: Columns of windows.
_BOUNDS: Final = ("window", "alpha", "beta")
#: Columns of the tables of a hand run.
_OF_RUNS: Final = frozenset({"mean", "average", "avg", "sum", "total", "reward sum", "q"})
#: Parts with values of nodes.
_OF_VALUES: Final = ("values", "minimax", "expectiminimax", "counts")

_Lines: TypeAlias = list[tuple[int, str]]
#: The cells of a row by the kinds of their columns.
_Cells: TypeAlias = Mapping[str, str]


def is_rule(line: str) -> bool:
    """Return whether a line is only a rule."""
    return line[0] in "-=_*|:+" and len("".join(line.split())) > 2 and not line.strip("-=_*|: +")


def table_mark(lines: Sequence[str], at: int, line: str) -> str:
    """Return the sign between the cells of a line that begins a table, or an empty text.

    Without outer bars, there is a rule with bars or crosses below it; or it is a header with a
    column of nodes, above a row with as many cells. Columns with spaces between them have known
    headings only, and in each row a cell for each heading. Nodes may also be the columns.
    """
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    has_rule = ("|" in below or "+" in below) and is_rule(below)
    if line.startswith("|") or ("|" in line and has_rule):
        return "|"
    for mark in ("\t", ";", ",", "|", *_SPACES):
        cells = row_cells(line[:200], mark)
        kinds = [*map(_find_kind, cells)]
        others = [kind for kind in kinds if kind not in ("", "node")]
        if not ("node" in kinds and others):
            continue
        if mark in _SPACES:
            rows = takewhile(
                lambda row: row.strip() and ":" not in row, islice(lines, at + 1, None)
            )
            widths = {len(row_cells(row.strip(), mark)) for row in rows}
            is_label = line.rstrip(" *").endswith(":") or _ITEM.match(below) is not None
            is_label |= is_name_of_part(line) and says_skipped(line)
            if not is_label and all(kinds) and widths == {len(kinds)} and _NUMBER.search(below):
                return mark
        elif (mark != "," or all(kinds)) and 0 < below.count(mark) <= line.count(mark):
            return mark
    return ""


def row_cells(line: str, mark: str = "|") -> list[str]:
    """Return the cells of a row, with a sign between them."""
    inner = line.removeprefix("|").removesuffix("|") if mark == "|" else line
    between = _BETWEEN_CELLS if mark == "|" else _SPACES.get(mark)
    split = between.split(inner) if between else inner.split(mark)
    cells = (cell.strip().strip("*`").strip() for cell in split)
    return [*map(unescaped, cells)]


def is_row(line: str, mark: str, table: Sequence[Sequence[str]]) -> bool:
    """Return whether a line belongs to a table: it has the sign, or as many columns."""
    if mark not in _SPACES:
        return bool(mark) and mark in line
    return not table or len(row_cells(line, mark)) == len(table[0])


def unescaped(text: str) -> str:
    """Replace escaped Markdown characters by the characters themselves."""
    return _ESCAPED.sub(r"\1", text)


def is_of_nodes(heads: Sequence[str]) -> bool:
    """Return whether a header has a column of nodes and one of answers about them."""
    kinds = {*_find_kinds(heads)} - {""}
    return "node" in kinds and len(kinds) > 1


def _is_transposed(table: Sequence[Sequence[str]]) -> bool:
    """Return whether a table has a column for each node, and a row for each kind of answer."""
    heads = [row[0].strip() for row in table]
    is_node = bool(heads) and (not heads[0] or _find_kind(heads[0]) == "node")
    # A and B may be nodes.
    others = [head.casefold() not in ("a", "b") and _find_kind(head) for head in heads[1:]]
    return is_node and bool(others) and all(others) and all(_find_kinds(heads))


def table_answers(
    table: Sequence[Sequence[str]], part: str, *, is_answered: bool = False
) -> Iterator[tuple[str, _Lines]]:
    """Yield the parts that a table answers, or their labels, each with its rows as lines.

    It is empty for lines without a label, `UNREAD` for cells that nothing reads, and
    `ROW_NUMBERS` for nodes whose rows are numbered. `is_answered` says whether other lines are
    between the table and the label above it.
    """
    rows = [(at, row) for at, row in enumerate(table) if any(cell.strip("-: ") for cell in row)]
    if len(rows) == 1 and any(cell and not cell.strip("-:") for cell in rows[0][1]):
        yield UNREAD, [(rows[0][0], " | ".join(rows[0][1]))]  # the whole table is on one line
        return
    columns = [*zip_longest(*(row for _, row in rows), fillvalue="")]
    # A header whose only row is the node V has headings on both sides.
    if _is_transposed([row for _, row in rows]) and not _is_transposed(columns):
        for name, lines in table_answers(columns, part, is_answered=is_answered):
            yield name, [(rows[-1][0], line) for _, line in lines]
        return
    words = [" ".join(cell.split()).casefold() for cell in rows[0][1]] if rows else []
    kinds = _find_kinds(rows[0][1]) if rows and part != "counts" else []
    below = rows[1:]
    is_of_run = part == "mcts" or ({*words} & _OF_RUNS and {*words} & {*VISIT_WORDS})
    if words == ["count", "number"]:
        named = [(at, row) for at, row in below if len(row) > 1 and row[1]]
        yield "counts", [(at, f"{row[0]} = {row[1]}") for at, row in named]
    elif len(words) > 1 and all(map(count_named, words)) and _are_numbers(below):
        for at, row in below:
            yield (
                "counts",
                [(at, f"{word} = {cell}") for word, cell in zip(words, row, strict=False)],
            )
    elif {"part", "answer"} <= {*kinds}:
        for at, row in below:
            cells = dict(zip(kinds, row, strict=False))
            label = cells.get("part", "")
            yield label if part_called(label) else "", [(at, cells.get("answer", ""))]
    elif "node" in words and is_of_run:
        yield "mcts", [(at, line) for at, row in below if (line := _playouts(row, words))]
        read_columns = ("iteration", "node", *RUN_FIELDS)
        further = [
            (at, cell)
            for at, row in below
            for cell, word in zip_longest(row, words[: len(row)])
            if cell and word not in read_columns
        ]
        yield UNREAD, further
    elif words[:1] == ["player"] and all(map(part_called, words[1:])):
        for column, word in enumerate(words[1:], 1):
            yield word, [(at, f"{row[0]}: {row[column]}") for at, row in below]
    elif "node" in kinds:
        # Rows of dashes are answers, unlike the rule below a header.
        more = [(at, row) for at, row in enumerate(table[2:], 2) if any(row)]
        dashes = [at for at, row in more if not any(cell.strip("- ") for cell in row)]
        above = "" if is_answered else part
        yield from _read_node_table(rows[0][1], kinds, below, above)
        if "skipped" in kinds:
            yield "cutoffs", [(at, "-") for at in dashes]
    elif not part and below and all(map(part_called, words)):
        for column, word in enumerate(words):
            filled = [(at, row[column]) for at, row in below if row[column : column + 1]]
            yield word, filled
    elif rows:
        yield part, [(at, " ".join(row)) for at, row in rows]


def _are_numbers(rows: Sequence[tuple[int, Sequence[str]]]) -> bool:
    """Return whether there is one row, and it has whole numbers alone."""
    return len(rows) == 1 and all(map(str.isdecimal, rows[0][1]))


def _read_node_table(
    heads: Sequence[str],
    kinds: Sequence[str],
    table: Sequence[tuple[int, Sequence[str]]],
    part: str,
) -> Iterator[tuple[str, _Lines]]:
    """Yield the lines of a table with a row for each node; each cell is in one part or unread."""
    node = kinds.index("node")
    has_node = [(at, row) for at, row in table if len(row) > node and row[node]]
    names = {at: _PLAYER.sub("", row[node]) or row[node] for at, row in has_node}
    # A further cell may be a skipped node, where commas separate cells and nodes.
    rows = [
        (at, dict(zip(kinds, row, strict=False)) | {"node": names[at]})
        for at, row in has_node
        if "skipped" not in kinds or not any(row[len(kinds) :])
    ]
    in_columns = {at for at, _ in rows}
    answered = {"player"}
    is_doubtful = False
    without: set[int] = set()  # rows whose window is of no cutoff
    numbers = next((kind for kind in ("order", "row") if kind in kinds), "")
    if numbers and (placed := _in_order(rows, numbers)):
        answered |= {"node", numbers}
        is_order = numbers == "order" or part == Visits.name or {*kinds} == {"node", numbers}
        yield Visits.name if is_order else ROW_NUMBERS, placed
    elif part == Visits.name or len(kinds) == 1:
        # A node without any answer beside it may be one that is not visited, as may one with a
        # word instead of its number: "visited? no".
        has_words = any(not cells.get(numbers, "1")[:1].isdecimal() for _, cells in rows)
        is_doubtful = len(kinds) > 1 and any(_is_empty(cells) for _, cells in rows)
        is_doubtful |= bool(numbers) and has_words
        if not is_doubtful:
            answered.add("node")
            yield part or Visits.name, [(at, cells["node"]) for at, cells in rows]
    if "skipped" in kinds:
        answered |= {"node", "skipped", *_BOUNDS}
        is_entry = part != "cutoffs" and all(_window(cells) for _, cells in rows)
        is_entry = is_entry and any(is_none(cells.get("skipped") or "-") for _, cells in rows)
        if is_entry:  # the windows of all nodes, and not of cutoffs alone
            yield "windows", [(at, f"{cells['node']} {_window(cells)}") for at, cells in rows]
        is_filled = any(cells.get("skipped") for _, cells in rows)
        yield (
            "cutoffs",
            [(at, _cutoff(cells, is_filled=is_filled, is_entry=is_entry)) for at, cells in rows],
        )
        if not is_entry:
            without = {at for at, cells in rows if _is_uncut(cells, is_filled=is_filled)}
    elif part != "cutoffs" and not {*kinds}.isdisjoint(_BOUNDS):
        answered |= {"node", *_BOUNDS}
        windows = [
            (at, f"{cells['node']} {_window(cells)}") for at, cells in rows if _window(cells)
        ]
        yield "windows", windows
    if "value" in kinds and part != "cutoffs":
        answered |= {"node", "value"}
        lines = [(at, f"{row['node']} = {row['value']}") for at, row in rows if row.get("value")]
        yield part if part in _OF_VALUES else "values", lines
    unread: _Lines = []
    for at, row in table:
        cells = []
        for head, kind, cell in zip_longest(heads, kinds, row, fillvalue=""):
            is_read = kind in answered and at in in_columns
            is_read = is_read and not (at in without and kind in _BOUNDS)
            is_read = is_read and (kind != "player" or _PLAYER.fullmatch(cell) is not None)
            if not is_read and kind != "node" and not is_unanswered(cell):
                cells.append(f"{head}: {cell}" if head else cell)
        if cells or (at in names and (is_doubtful or "node" not in answered)):
            unread.append((at, f"{names.get(at, '')} {', '.join(cells)}".strip()))
    yield UNREAD, unread


def _is_empty(cells: _Cells) -> bool:
    """Return whether a row has a node and nothing else."""
    return all(
        is_unanswered(cell) for kind, cell in cells.items() if kind not in ("node", "player")
    )


def _in_order(rows: Sequence[tuple[int, _Cells]], kind: str) -> _Lines:
    """Return the nodes in the order of their numbers, if a column has those of all visits."""
    numbered = [(cells.get(kind, "").strip(" ."), at, cells["node"]) for at, cells in rows]
    found = sorted((int(number), at, name) for number, at, name in numbered if number.isdecimal())
    listed = [number for number, _, _ in found]
    is_whole = listed[:1] in ([0], [1]) and listed == [*range(listed[0], listed[0] + len(listed))]
    return [(at, name) for _, at, name in found] if is_whole else []


def _playouts(row: Sequence[str], words: Sequence[str]) -> str:
    """Return the entry of a node, with its visits and its mean or sum; empty if it has none."""
    cells = dict(zip(words, row, strict=False))
    number, node = cells.pop("iteration", ""), cells.pop("node", "")
    # N is a direction too.
    fields = [
        f"{'visits' if word == 'n' else word} {cell}"
        for word, cell in cells.items()
        if cell and word in RUN_FIELDS
    ]
    before = f"iteration {number}: " if number else ""
    return f"{before}{node}: {', '.join(fields)}" if fields else ""


def _window(row: _Cells) -> str:
    """Return both bounds of a window as text; empty if there are none."""
    if row.get("window"):
        return f"({row['window'].strip('()[] ')})"
    ends = [row.get(end, "").strip("-–—? ") and row[end] for end in ("alpha", "beta")]
    return f"({ends[0]}, {ends[1]})" if any(ends) else ""


def _find_kinds(heads: Sequence[str]) -> list[str]:
    """Return the kinds of the columns, each once; empty for those that are unknown."""
    kinds = [*map(_find_kind, heads)]
    if "node" not in kinds:
        plain = [head.strip().casefold() for head in heads]
        names = [head for head in _OF_NODES if head in plain and (head != "path" or any(kinds))]
        column = plain.index(names[0]) if names else None
        if column is None and len(kinds) > 1 and not plain[0] and any(kinds):
            column = 0
        if column is not None:
            kinds[column] = "node"
    if "node" in kinds and {"order", "row"}.isdisjoint(kinds):
        # The numbers of rows may have no heading.
        kinds = [
            kind or ("" if head.strip() else "row") for head, kind in zip(heads, kinds, strict=True)
        ]
    if not {"alpha", "beta"} <= {*kinds} or "window" in kinds:  # a window has two bounds
        kinds = ["" if kind in ("alpha", "beta") else kind for kind in kinds]
    return [kind if kind not in kinds[:at] else "" for at, kind in enumerate(kinds)]


@lru_cache(maxsize=4096)  # the sheets of a class have lines in common
def _find_kind(heading: str) -> str:
    """Return the kind of a column; empty if it is unknown."""
    plain = normalized(html.unescape(heading)).replace("-", " ").casefold().strip(" *`_=:.?")
    plain = _AROUND.sub("", _IN_BRACKETS.sub("", " ".join(plain.split())))
    if _BOTH_BOUNDS.fullmatch(plain):
        return "window"
    return _COLUMNS.get(plain, "skipped" if _SKIPPED.search(plain) else "")


def _is_uncut(row: _Cells, *, is_filled: bool) -> bool:
    """Return whether a row says that nothing is skipped at its node."""
    return is_none(row.get("skipped", "")) or (is_filled and not row.get("skipped"))


def _cutoff(row: _Cells, *, is_filled: bool, is_entry: bool) -> str:
    """Return a cutoff as a line of text."""
    if all(is_none(cell) for cell in row.values() if cell):
        return row["node"]
    if _is_uncut(row, is_filled=is_filled):
        return f"{row['node']}: none"
    # Whatever is in the column of skipped nodes, the cutoff is at the node of its row.
    fields = [f"at {row['node']}" if row.get("skipped") else row["node"]]
    if is_entry:
        fields.append(f"entry window {_window(row)}")
    elif row.get("window"):
        fields.append(_window(row))
    else:
        fields += [f"{end}={row[end]}" for end in ("alpha", "beta") if row.get(end)]
    if row.get("skipped"):
        fields.append(f"skips {row['skipped']}")
    return " ".join(filter(None, fields))
