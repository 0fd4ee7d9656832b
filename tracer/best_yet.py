"""The best move that a running search has found, in words."""

from __future__ import annotations

from engine.so_far import SoFar
from tracer.values import show_number

__all__ = ["best_yet"]


def best_yet(now: SoFar) -> str:
    """The best move so far and what it is worth; empty where a search cannot have one.

    Args:
        now: the search on its way.
    """
    if not now.chooses:
        return ""
    if now.value is None:
        return "no move at the root has been searched to its end yet"
    if now.times:
        return f"{now.move}, gone {now.times:,} times, mean {show_number(round(now.value, 3))}"
    return f"{now.move}, worth {show_number(now.value)}"
