"""Malformed files of every kind, made from valid ones and from the tables of keys."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.tables import table
from tracer.generate.order_keys import ORDER_KEYS
from tracer.generate.order_reading import open_order, read_order
from tracer.lesson.page_file import read_lesson
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.key_table import KEYS
from tracer.runs.run import trace
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.spec import open_spec
from trees.other_inputs.hand_run import open_hand_run
from trees.other_inputs.matrix import open_matrix

#: Values that are often wrong under a key, as YAML writes them.
VALUES = (*table(__file__, "malformed_values"), "x" * 300)
#: Keys that a table names together.
_LISTED = {"$KEYS": KEYS, "$ORDER_KEYS": ORDER_KEYS}


def _generate(path: str) -> Any:
    entries, _seed, place = open_order(path)
    return read_order(entries, place)


_OPENERS: dict[str, Callable[[str], Any]] = {
    "grade": lambda path: grader_of(read_key(path), diagnoses=False),
    "search": lambda path: trace(path, max_visits=10_000),
    "generate": _generate,
    "worksheet": lambda path: WorksheetMaker(open_spec(path)).make(),
    "lesson": lambda path: read_lesson(Path(path).read_text(encoding="utf-8"), path),
    "matrix": open_matrix,
    "hand_run": open_hand_run,
}


class Kind(NamedTuple):
    """A kind of file."""

    name: str
    whole: dict[str, str]
    keys: tuple[str, ...]
    under: str
    open: Callable[[str], Any]


def _kind(name: str, row: dict[str, Any]) -> Kind:
    keys = [key for one in row.get("keys", ()) for key in _LISTED.get(one, (one,))]
    return Kind(name, row["whole"], (*keys,), row.get("under", ""), _OPENERS[row["open"]])


KINDS = tuple(_kind(*row) for row in table(__file__, "malformed_kinds"))


def malformed(kind: Kind) -> Iterator[tuple[str, str]]:
    """Yield malformed files of a kind, each with the key that was changed."""
    for key in (*kind.whole, *(one for one in kind.keys if one not in kind.whole), "nonsense"):
        for value in VALUES:
            yield key, _written(kind, {**kind.whole, key: value})
    for key in kind.whole:
        yield (
            key,
            _written(kind, {one: text for one, text in kind.whole.items() if one != key}),
        )


def _written(kind: Kind, entries: dict[str, str]) -> str:
    lines = [f"{key}: {value}" for key, value in entries.items()]
    if kind.under == "problems":  # a list of one
        lines = [f"  - {lines[0]}", *(f"    {line}" for line in lines[1:])] if lines else []
        lines = ["title: S", "problems:", *lines]
    elif kind.under:
        lines = [f"{kind.under}:", *(f"  {line}" for line in lines)]
    return "# a comment\n" + "\n".join(lines) + "\n"
