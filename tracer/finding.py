"""Finding nodes of a trace: by name, by value, or cutoffs only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from engine.errors import InvalidInput
from engine.log import Flag
from tracer.navigation import nearest_row, rows_named, rows_with_value
from tracer.recording import Recording
from tracer.rerun import bare_game
from tracer.tour import Tour
from tracer.values import show_number
from trees.hand_tree import HandTree
from trees.numbers import number_from_text

__all__ = ["Found", "find", "step_of"]

#: How many are found at most.
_MOST = 200

#: Letters of `cutoffs` that are enough.
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Found:
    """A visit that was looked for.

    Args:
        step: the step to look at it: its entry, or for a cutoff the step at which its test held.
        name: the node's name.
        about: its visit and its value, in words.
    """

    step: int
    name: str
    about: str


def find(trace: Recording, query: str) -> list[Found]:
    """The first visits that answer a query, 200 at most.

    Args:
        trace: the search.
        query: the beginning of a node's name; `=` and a value; or `cutoffs`, which may be followed
            by either.

    Raises:
        InvalidInput: what follows `=` is no number.
    """
    first, _, rest = query.strip().partition(" ")
    if len(first) >= _SHORTEST and "cutoffs".startswith(first.lower().removesuffix("s")):
        rows = trace.log.rows_with(Flag.EARLY_RETURN)
        if rest.strip():
            wanted = set(_rows(trace, rest.strip()))
            rows = (row for row in rows if row in wanted)
        return [_found(trace, row, cut=True) for row in islice(rows, _MOST)]
    return [_found(trace, row, cut=False) for row in _rows(trace, query.strip())]


def step_of(trace: Recording, tour: Tour, text: str) -> int:
    """The step that a person names.

    Args:
        trace: the search.
        tour: its steps.
        text: a step's number; `visit` and a visit's; or a node's name, with `node` before it if it
            could be taken for a number.

    Raises:
        InvalidInput: there is no such step, visit or node.
    """
    word, _, rest = text.strip().partition(" ")
    if text.strip().isdecimal():
        return _within(int(text), len(tour), "step", first=0)
    if word.lower() == "visit" and rest.strip().isdecimal():
        row = _within(int(rest), len(trace.log), "visit", first=1) - 1
        return tour.entered_at(row)
    name = rest if word.lower() == "node" and rest else text
    rows = list(rows_named(trace, name))
    exact = [row for row in rows if trace.name(row).lower() == " ".join(name.lower().split())]
    for row in exact or rows:
        return tour.entered_at(row)
    raise InvalidInput(
        _why_not_visited(trace, name) or f"no node that was visited is called {name.strip()!r}",
        expected=f"a step from 0 to {len(tour) - 1:,}, visit and its number, or a node's name",
    )


def _why_not_visited(trace: Recording, name: str) -> str:
    """Why the search has not come to a node of a hand tree; empty where there is none called so."""
    tree = bare_game(trace)
    if not isinstance(tree, HandTree):
        return ""
    wanted = " ".join(name.lower().split())
    node = next((node for node, known in enumerate(tree.ids) if known.lower() == wanted), None)
    if node is None:
        return ""
    row, _ = nearest_row(trace, tree.moves_to(node), trace.root)
    near = trace.name(row)
    if trace.log.flags[row] & Flag.EARLY_RETURN:
        return f"{tree.ids[node]} is not visited: a cutoff at {near} skips it"
    return f"{tree.ids[node]} is not visited: the search comes no nearer than {near}"


def _within(number: int, end: int, what: str, first: int) -> int:
    last = end - 1 + first
    if not first <= number <= last:
        raise InvalidInput(f"there is no {what} {number:,}", expected=f"{first} to {last:,}")
    return number


def _rows(trace: Recording, query: str) -> Iterator[int]:
    if not query.startswith("="):
        return rows_named(trace, query, _MOST)
    return rows_with_value(
        trace, float(number_from_text(query[1:].strip().replace("−", "-"))), _MOST
    )


def _found(trace: Recording, row: int, *, cut: bool) -> Found:
    tour, log = trace.tour, trace.log
    step = tour.left_at(row) - 1 if cut else tour.entered_at(row)
    complete = not log.flags[row] & Flag.INCOMPLETE
    value = f"value {show_number(log.value[row])}" if complete else "not finished"
    skipped = log.actions[row] - log.tried[row]
    what = ""
    if cut:
        what = f" · cut, {skipped} skipped" if skipped else " · early return, nothing left to skip"
    return Found(step, trace.name(row), f"visit {row + 1:,} · {value}{what}")
