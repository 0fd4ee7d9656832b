"""Why a node has its value: the children that it comes from."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Player
from tracer.recording.recording import Recording
from tracer.steps.node_names import short_name
from tracer.steps.visit_views import Bound, bound_of
from tracer.text.numbers import show_number

#: Children whose values explain the value of a node.
_MOST_LISTED = 6


def value_reason(trace: Recording, row: int, most: int = _MOST_LISTED) -> str:
    """Say which children the value of a node comes from; empty if it is not simply the best."""
    log = trace.log
    if log.player[row] == Player.CHANCE:
        return ""
    if trace.vectors is not None:
        return _reason_of_shares(trace, row, most)
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


def _reason_of_shares(trace: Recording, row: int, most: int) -> str:
    """Say what the player to move has through each child; empty if there are too many."""
    game, children, best = trace.vectors, [*trace.log.children(row)], trace.best_child(row)
    assert game is not None, "a tree with vectors"
    if not children:
        return "It is a leaf"
    if best is None or len(children) > most:
        return ""
    me = game.mover(trace.state(row))
    found = {}
    for child in children:
        shares = trace.shares(child) or ()
        is_bound = bound_of(trace.log.flags[child]) is Bound.UPPER
        share = trace.log.value[child] if is_bound else float(shares[me])
        found[short_name(trace, child)] = f"{'at most ' if is_bound else ''}{show_number(share)}"
    who, chosen = game.share_names[me], short_name(trace, best)
    if len(found) == 1:
        return f"{chosen} is its only visited child"
    listed = ", ".join(f"{share} through {name}" for name, share in found.items())
    others = (share for name, share in found.items() if name != chosen)
    tie = trace.settings.convention.ties if found[chosen] in others else ""
    rule = f"; of equal ones, the {tie} one is taken" if tie in ("first", "last") else ""
    return f"{who} has {listed}, and takes {chosen}{rule}"


def list_values(values: Mapping[str, float]) -> str:
    """Return the values of nodes by name: `B = 3, C = 2`."""
    return ", ".join(f"{name} = {show_number(x)}" for name, x in values.items())


def chance_sum(trace: Recording, row: int) -> str:
    """Return the mean of a chance node in numbers: `0.5 × 3 + 0.5 × 2 = 2.5`."""
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
