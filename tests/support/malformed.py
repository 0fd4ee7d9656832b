"""Malformed files of every kind, made from valid ones and from the tables of keys."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

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
VALUES = (
    *("", "[]", "{}", "[1]", "[[1], [2, 3]]", "{a: 1}", "{1: {source: lecture}}", "d", "zzz"),
    *("''", "'3'", "-1", "0", "2.5", "1e400", "inf", "-inf", ".inf", "nan", ".nan", "true"),
    *("99999999999999999999999", "0x10", "1/0", "lecture", "nim:1", "nim:x", "[a, b]", "'\\0'"),
    *("no-such.yaml", "..", "[null]", "{visits: -1}", "[aima, zz]", "[1, 2]", "[2, -2]", "x" * 300),
)


class Kind(NamedTuple):
    """A kind of file."""

    name: str
    whole: dict[str, str]
    keys: tuple[str, ...]
    under: str
    open: Callable[[Path], Any]


def _grade(path: Path) -> Any:
    return grader_of(read_key(str(path)), diagnoses=False)


def _search(path: Path) -> Any:
    return trace(str(path), max_visits=10_000)


def _generate(path: Path) -> Any:
    entries, _seed, place = open_order(str(path))
    return read_order(entries, place)


def _worksheet(path: Path) -> Any:
    return WorksheetMaker(open_spec(str(path))).make()


def _lesson(path: Path) -> Any:
    return read_lesson(path.read_text(encoding="utf-8"), str(path))


_POINTS = "{visits: 1}"
_RUN = {
    "start": "[4, 4]",
    "directions": "[N, E]",
    "selection": "ucb1",
    "c": "sqrt(2)",
    "y": "up",
    "nodes": "states",
    "rewards": "[[4, 5, 1, 3], [5, 4, 1, 2]]",
}
_KEYS = tuple(KEYS)
_SPEC_KEYS = (*_KEYS, "title", "text", "figure", "counts", "convention", "generate")

KINDS = (
    Kind("key", {"source": "lecture", "parts": _POINTS}, _KEYS, "", _grade),
    Kind(
        "key of a game",
        {"source": "tic-tac-toe@xo.|.x.|..o", "depth": "2", "parts": _POINTS},
        _KEYS,
        "",
        _grade,
    ),
    Kind("key of a tree", {"tree": "[[3, 12], [2, 4]]", "parts": _POINTS}, _KEYS, "", _grade),
    Kind(
        "key of a search with playouts",
        {"source": "tic-tac-toe@xo.|.x.|..o", "search": "mcts", "iterations": "5", "seed": "1"},
        _KEYS,
        "",
        _grade,
    ),
    Kind("key of a matrix", {"matrix": "prisoners-dilemma", "parts": "[dominance]"}, _KEYS, "",
         _grade),
    Kind("set", {"problems": "{1: {source: lecture}}", "name": "Set"}, _KEYS, "", _grade),
    Kind("tree", {"tree": "[[3, 12], [2, 4]]", "root": "max"}, ("players", "name"), "", _search),
    Kind(
        "node",
        {"id": "A", "children": "[3, 4]"},
        ("player", "value", "eval", "note", "p", "node"),
        "tree",
        _search,
    ),
    Kind(
        "position",
        {"game": "tic-tac-toe", "position": "xo.|.x.|..o"},
        ("size", "to-move", "name"),
        "",
        _search,
    ),
    Kind("matrix", {"rows": "[a, b]", "payoffs": "[[[1, 2], [0, 0]], [[3, 1], [2, 2]]]"},
         ("columns", "first", "zero-sum", "payoff"), "matrix", lambda path: open_matrix(str(path))),
    Kind("mcts", _RUN, (), "mcts", lambda path: open_hand_run(str(path))),
    Kind("mcts as a key", _RUN, (), "mcts", _grade),
    Kind("order", {"plies": "3", "branching": "2"}, (*ORDER_KEYS,), "generate", _generate),
    Kind("spec", {"title": "S", "problems": "[{source: lecture, parts: [visits]}]"},
         ("seed", "variants", "paper", "convention", "instructions", "course"), "",
         _worksheet),
    Kind("problem of a spec", {"source": "lecture", "parts": "[visits]"}, _SPEC_KEYS,
         "problems", _worksheet),
    Kind("generated problem", {"generate": "{plies: 2, branching: 2}", "parts": "[visits]"},
         _SPEC_KEYS, "problems", _worksheet),
    Kind("lesson", {"title": "T", "about": "lecture", "pages": "[{say: Hello}]"},
         ("summary", "goals", "minutes"), "", _lesson),
)  # fmt: skip


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
