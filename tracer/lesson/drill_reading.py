"""Reading the exercise of a page: what is fresh about it, what is asked, and how often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from engine.conventions import PRESETS, Convention, parse_convention
from engine.errors import InvalidInput, PlytraceError
from engine.mcts.hand_run import Selection
from engine.search import SEARCHES
from tracer.check.part_names import ALL_PARTS
from tracer.generate import Order
from tracer.generate.order import SUITABLE
from tracer.generate.reading import read_order
from tracer.generate.spans import Span, span
from tracer.lesson.drill_matrix import MATRIX_PARTS
from tracer.lesson.drill_mcts import MCTS_PARTS
from tracer.lesson.entries import check_keys, check_known, line_at, texts_at, whole_at
from tracer.lesson.fresh_matrix import MOST_STRATEGIES, MatrixOrder
from tracer.lesson.fresh_run import FEWEST_ITERATIONS, MOST_ITERATIONS, RunOrder
from tracer.lesson.model import ALL_STEPS, Drill
from trees.hand_run import exploration_constant
from trees.plain import PlainFile, plain_map
from trees.quoting import quoted
from trees.yaml_nodes import YamlMap

__all__ = ["read_drill"]

#: What an exercise may be about; one of them.
_KINDS: Final = ("generate", "matrix", "mcts", "own")
_DRILL_KEYS: Final = (*_KINDS, "search", "convention", "ask", "until")
_MATRIX_KEYS: Final = ("rows", "columns", "payoffs", "zero-sum", "dominated", "pure")
_RUN_KEYS: Final = ("iterations", "selection", "c")
#: Payoffs with more digits take room and teach nothing.
_LARGEST_PAYOFF: Final = 99
_MOST_UNTIL: Final = 5
_TRUTHS: Final = {"yes": True, "true": True, "no": False, "false": False}

_Order = TypeVar("_Order", MatrixOrder, RunOrder)


def read_drill(file: PlainFile) -> Drill:
    """The exercise of a page.

    Args:
        file: the page, which has one.

    Raises:
        InvalidInput: it makes no sense, with the place.
    """
    place = file.place("exercise")
    inner = _map_at(file, "exercise", "a map with generate: and ask:")
    check_keys(inner, _DRILL_KEYS, "an exercise")
    own = "own" in inner.entries and _truth(inner, "own")
    kinds = [kind for kind in _KINDS if kind in inner.entries and (kind != "own" or own)]
    if len(kinds) != 1:
        raise InvalidInput(
            f"{kinds[0]}: beside {kinds[1]}:" if kinds else "no trees",
            where=inner.place(kinds[-1] if kinds else "generate"),
            expected="generate: and what the trees are like, matrix:, mcts:, or own: yes",
        )
    kind = kinds[0]
    until = whole_at(inner, "until", 1 if own else 2, 1, _MOST_UNTIL)
    if kind == "matrix":
        asks = _parts(inner, kind, MATRIX_PARTS)
        matrix = _read(inner, kind, _matrix_order)
        if "utility" in asks and not matrix.zero_sum:
            raise InvalidInput(
                "utility, and no value that both agree on",
                where=inner.place("ask"),
                expected="zero-sum: yes in matrix:",
            )
        return Drill(matrix, None, PRESETS["aima"], asks, until, place)
    if kind == "mcts":
        asks = _parts(inner, kind, MCTS_PARTS)
        return Drill(_read(inner, kind, _run_order), None, PRESETS["aima"], asks, until, place)
    search = line_at(inner, "search") or None
    if search is not None:
        check_known(search, SEARCHES, "search", inner.place("search"))
    asks = tuple(texts_at(inner, "ask"))
    if "ask" in inner.entries and not asks:
        raise InvalidInput(
            "nothing is asked",
            where=inner.place("ask"),
            expected=f"{ALL_STEPS}, parts of a sheet such as visits, or no ask: for {ALL_STEPS}",
        )
    asks = asks or (ALL_STEPS,)
    if asks != (ALL_STEPS,):
        for part in asks:
            check_known(part, ALL_PARTS, "part", inner.place("ask"))
    convention = _convention(inner)
    order = None if own else _tree_order(inner, search, convention)
    return Drill(order, search, convention, asks, until, place)


def _map_at(file: PlainFile, key: str, expected: str) -> PlainFile:
    """The map under a key; an empty one where nothing stands there."""
    node = file.node.entries[key][1] if file.node else None
    if not isinstance(node, YamlMap):
        raise InvalidInput(f"{key}: is no map", where=file.place(key), expected=expected)
    return plain_map(node, file.name, file.text, file.place(key))


def _convention(inner: PlainFile) -> Convention:
    try:
        return parse_convention(line_at(inner, "convention") or next(iter(PRESETS)))
    except PlytraceError as error:
        raise InvalidInput(
            error.found, where=inner.place("convention"), expected=error.expected, hint=error.hint
        ) from error


def _tree_order(inner: PlainFile, search: str | None, convention: Convention) -> Order:
    order = read_order(
        inner.entries.get("generate"), lambda key: f"{inner.place('generate', key)}: {key}"
    )
    # A search that orders take counts their cutoffs; the trees of another, such as expectimax, are
    # drawn as orders usually are.
    counted = search if search in SUITABLE else order.search
    return replace(order, convention=convention, search=counted)


# Matrices and runs ----------------------------------------------------------------------------


def _parts(inner: PlainFile, kind: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """The parts that are asked of a matrix or a run, which has no steps and no search."""
    for key in ("search", "convention"):
        if key in inner.entries:
            raise InvalidInput(
                f"{key}: beside {kind}:", where=inner.place(key), expected="trees for a search"
            )
    asks = tuple(texts_at(inner, "ask"))
    if not asks:
        raise InvalidInput(
            "nothing is asked",
            where=inner.place("ask"),
            expected=f"ask: and some of {', '.join(known)}",
        )
    for part in asks:
        check_known(part, known, "part", inner.place("ask"))
    return asks


def _read(inner: PlainFile, kind: str, made: Callable[[PlainFile], _Order]) -> _Order:
    below = _map_at(inner, kind, "a map, such as {rows: 2..3}" if kind == "matrix" else "a map")
    return made(below)


def _matrix_order(file: PlainFile) -> MatrixOrder:
    check_keys(file, _MATRIX_KEYS, "a matrix of an exercise")
    usual = MatrixOrder()
    payoffs = _span(file, "payoffs", usual.payoffs, -_LARGEST_PAYOFF, _LARGEST_PAYOFF)
    if payoffs.is_fixed:
        raise InvalidInput(
            f"payoffs: {payoffs}", where=file.place("payoffs"), expected="a range such as 0..9"
        )
    most = MOST_STRATEGIES**2
    return MatrixOrder(
        rows=_span(file, "rows", usual.rows, 2, MOST_STRATEGIES),
        columns=_span(file, "columns", usual.columns, 2, MOST_STRATEGIES),
        payoffs=payoffs,
        zero_sum=_truth(file, "zero-sum"),
        dominated=_truth(file, "dominated") if "dominated" in file.entries else None,
        pure=_span(file, "pure", Span(0, most), 0, most) if "pure" in file.entries else None,
    )


def _run_order(file: PlainFile) -> RunOrder:
    check_keys(file, _RUN_KEYS, "a run of an exercise")
    usual = RunOrder()
    word = line_at(file, "selection") or usual.selection.value
    check_known(word, [one.value for one in Selection], "selection", file.place("selection"))
    selection = Selection(word)
    c = usual.c if selection is Selection.UCB1 else 0.0
    if "c" in file.entries:
        if selection is Selection.MEAN:
            raise InvalidInput(
                "c beside selection mean, which has no constant",
                where=file.place("c"),
                expected="selection ucb1, or no c",
            )
        c = exploration_constant(line_at(file, "c"), file.place("c"))
    iterations = _span(file, "iterations", usual.iterations, FEWEST_ITERATIONS, MOST_ITERATIONS)
    return RunOrder(iterations, selection, c)


def _span(file: PlainFile, key: str, usual: Span, least: int, most: int) -> Span:
    if key not in file.entries:
        return usual
    given: Any = file.entries[key]
    return span(given, f"{file.place(key)}: {key}", least=least, most=most)


def _truth(file: PlainFile, key: str) -> bool:
    word = line_at(file, key)
    if word and word not in _TRUTHS:
        raise InvalidInput(f"{key}: {quoted(word)}", where=file.place(key), expected="yes or no")
    return _TRUTHS.get(word, False)
