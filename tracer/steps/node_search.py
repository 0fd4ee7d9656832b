"""Find nodes of a trace: by name, by value, or cutoffs only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from engine.errors import InvalidInput
from engine.log.visit_log import Flag
from tracer.recording.euler_tour import EulerTour
from tracer.recording.recording import Recording
from tracer.recording.rerun import unwrapped_game
from tracer.steps.navigation import nearest_row, rows_named, rows_with_value
from tracer.steps.visit_views import shown_value
from trees.hand_tree import HandTree
from trees.text import number_from_text

#: Largest number of results.
_MOST = 200

#: The signs before a value, as in `≤ 2`, and the bound that it then is.
_VALUES: Final = {
    "=": 0,
    "≤": int(Flag.UPPER),
    "<=": int(Flag.UPPER),
    "≥": int(Flag.LOWER),
    ">=": int(Flag.LOWER),
}

#: Shortest accepted abbreviation of `cutoffs`.
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class FoundNode:
    """A visit that matches a query."""

    step: int
    name: str
    about: str


def find_nodes(trace: Recording, query: str) -> list[FoundNode]:
    """Find the first visits that match a query, at most 200."""
    first, _, rest = query.strip().partition(" ")
    if len(first) >= _SHORTEST and "cutoffs".startswith(first.lower().removesuffix("s")):
        rows = trace.log.find_rows(Flag.EARLY_RETURN)
        if rest.strip():
            wanted = set(_rows(trace, rest.strip()))
            rows = (row for row in rows if row in wanted)
        return [_found_node(trace, row, cut=True) for row in islice(rows, _MOST)]
    return [_found_node(trace, row, cut=False) for row in _rows(trace, query.strip())]


def find_step(trace: Recording, tour: EulerTour, text: str) -> int:
    """Find the step that a text names."""
    word, _, rest = text.strip().partition(" ")
    if text.strip().isdecimal():
        return _check_range(int(text), len(tour), "step", first=0)
    if word.lower() == "visit" and rest.strip().isdecimal():
        row = _check_range(int(rest), len(trace.log), "visit", first=1) - 1
        return tour.entered_at(row)
    name = rest if word.lower() == "node" and rest else text
    rows = list(rows_named(trace, name))
    exact = [row for row in rows if trace.name(row).lower() == " ".join(name.lower().split())]
    for row in exact or rows:
        return tour.entered_at(row)
    raise InvalidInput(
        explain_unvisited(trace, name) or f"no visited node is named {name.strip()!r}",
        expected=f"a step from 0 to {len(tour) - 1:,}, visit N, or a node's name",
    )


def explain_unvisited(trace: Recording, name: str) -> str:
    """Explain why a node of a hand tree was not visited; empty if the tree has no such node."""
    tree = unwrapped_game(trace)
    if not isinstance(tree, HandTree):
        return ""
    wanted = " ".join(name.lower().split())
    node = next((node for node, known in enumerate(tree.ids) if known.lower() == wanted), None)
    if node is None:
        return ""
    row, _ = nearest_row(trace, tree.list_moves_to(node), trace.root)
    row = trace.cutting_row(row)
    near = trace.name(row)
    if trace.log.flags[row] & Flag.EARLY_RETURN:
        return f"{tree.ids[node]} is not visited: a cutoff at {near} skips it"
    return f"{tree.ids[node]} is not visited: the search stops at {near}"


def _check_range(number: int, end: int, what: str, first: int) -> int:
    last = end - 1 + first
    if not first <= number <= last:
        raise InvalidInput(f"there is no {what} {number:,}", expected=f"{first} to {last:,}")
    return number


def _rows(trace: Recording, query: str) -> Iterator[int]:
    for sign, bound in _VALUES.items():
        if query.startswith(sign):
            number = number_from_text(query.removeprefix(sign).strip().replace("−", "-"))
            return rows_with_value(trace, float(number), _MOST, bound)
    return rows_named(trace, query, _MOST)


def _found_node(trace: Recording, row: int, *, cut: bool) -> FoundNode:
    tour, log = trace.tour, trace.log
    step = tour.left_at(row) - 1 if cut else tour.entered_at(row)
    complete = not log.flags[row] & Flag.INCOMPLETE
    value = f"value {shown_value(trace, row)}" if complete else "not finished"
    skipped = log.count_skipped(row)
    what = ""
    if cut:
        what = f" · cutoff, {skipped} skipped" if skipped else " · early return, nothing skipped"
    return FoundNode(step, trace.name(row), f"visit {row + 1:,} · {value}{what}")
