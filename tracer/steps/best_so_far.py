"""The best move that a running search has found, in words."""

from __future__ import annotations

from engine.running.control import PartialResult
from tracer.text.numbers import show_number


def best_so_far(now: PartialResult) -> str:
    """Describe the best move so far and its value; empty if the search chooses no move."""
    if not now.chooses:
        return ""
    if now.value is None:
        return "no move at the root has been searched completely yet"
    if now.times:
        return f"{now.move}, {now.times:,} visits, mean {show_number(round(now.value, 3))}"
    return f"{now.move}, worth {show_number(now.value)}"
