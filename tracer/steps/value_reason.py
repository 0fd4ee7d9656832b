"""Why a node has its value: the children that it comes from."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Player
from tracer.recording.recording import Recording
from tracer.steps.node_names import short_name
from tracer.text.numbers import show_number

__all__ = ["chance_sum", "list_values", "value_reason"]

#: Children whose values explain the value of a node.
_MOST_LISTED = 6


def value_reason(trace: Recording, row: int, most: int = _MOST_LISTED) -> str:
    """Say which children the value of a node comes from; empty if it is not simply the best.

    Args:
        trace: the search.
        row: the row of the node.
        most: the largest number of children to list; with more, the result is empty.
    """
    log = trace.log
    if log.player[row] == Player.CHANCE:
        return ""
    # A child that is searched again counts with its last value.
    found = {short_name(trace, child): log.value[child] for child in log.children(row)}
    values = [*found.values()]
    if not found and trace.game.is_terminal(trace.state(row)):
        return "It is a leaf"
    if not found or len(found) > most:
        return ""
    at_max = log.player[row] == Player.MAX
    if log.value[row] != (max if at_max else min)(values):
        return ""
    listed = list_values(found)
    who, which = ("MAX", "largest") if at_max else ("MIN", "smallest")
    if len(found) == 1:
        return f"Its only visited child is {listed}"
    tie = trace.settings.convention.ties if values.count(log.value[row]) > 1 else ""
    rule = f"; of equal ones, the {tie} one is kept" if tie in ("first", "last") else ""
    return f"{who} takes the {which} value of {listed}{rule}"


def list_values(values: Mapping[str, float]) -> str:
    """Return the values of nodes by name: `B = 3, C = 2`."""
    return ", ".join(f"{name} = {show_number(x)}" for name, x in values.items())


def chance_sum(trace: Recording, row: int) -> str:
    """Return the mean of a chance node in numbers: `0.5 × 3 + 0.5 × 2 = 2.5`.

    Args:
        trace: the search.
        row: the row of a chance node whose outcomes are all searched.
    """
    log = trace.log
    chances = trace.game.chances(trace.state(row))
    terms = " + ".join(
        f"{_factor(float(chances[log.action[child]][1]))} × {_factor(log.value[child])}"
        for child in log.last_children(row)
    )
    return f"{terms} = {show_number(log.value[row])}"


def _factor(value: float) -> str:
    """Format a factor of a product, in brackets if it is negative."""
    return f"({show_number(value)})" if value < 0 else show_number(value)
