"""Explain a wrong vector: whose best move it is, or why no leaf has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracer.runs.search_trace import Trace
from tracer.text.numbers import nearly_equal


def explain_vector(trace: Trace, row: int, typed: Sequence[float]) -> str:
    """Return what is wrong with a vector for a node, without the right one; empty if unknown."""
    name, me = trace.name(row), trace.player_name(row)
    game = trace.vectors
    assert game is not None, "only max^n returns vectors"
    if trace.counts.skipped:  # some nodes have no vector, or not the true one
        return ""
    found = [one for one in _rows_below(trace, row) if _has(trace, one, typed)]
    if not found:
        return f"No leaf below {name} has these numbers. A node returns the whole vector of a leaf."
    children = [child for child in trace.log.children(row) if child in found]
    if not children:
        return f"No child of {name} returns this vector. Begin with the nodes above the leaves."
    mine = game.mover(trace.state(row))
    best = trace.shares(row) or ()
    if nearly_equal(typed[mine], float(best[mine])):
        kept = trace.settings.convention.ties
        return f"{me} has two equal moves at {name}. This search keeps the {kept} of them."
    returned = [trace.shares(child) or () for child in trace.log.children(row)]
    for place, other in enumerate(game.share_names):
        if all(shares[place] <= typed[place] for shares in returned if shares):
            return f"This is best for {other}. But {me} moves at {name}."
    return f"{me} moves at {name}, and another child is better for {me}."


def _rows_below(trace: Trace, row: int) -> Iterator[int]:
    """Yield the rows of a subtree without its root."""
    open_rows = [*trace.log.children(row)]
    while open_rows:
        one = open_rows.pop()
        yield one
        open_rows += trace.log.children(one)


def _has(trace: Trace, row: int, typed: Sequence[float]) -> bool:
    """Return whether a visit returned a vector."""
    shares = trace.shares(row) or ()
    return len(shares) == len(typed) and all(
        nearly_equal(mine, float(right)) for mine, right in zip(typed, shares, strict=True)
    )
