"""What is known of one visited node at a step: its status, its value, its window."""

from __future__ import annotations

from engine.game import Player
from engine.log import LEAF, Flag
from tracer.figure.model import Sign, Status
from tracer.recording import Recording
from tracer.rewards import rewards_of
from tracer.values import show_number, show_window
from tracer.views import Bound, bound_of
from tracer.wide import returned, so_far

__all__ = ["cut_by", "sign_of", "status_of", "value_of", "windows_of"]

# As plain numbers: they are looked at for every node that is drawn.
_LEAF, _CUTOFF, _INCOMPLETE = int(LEAF), int(Flag.CUTOFF), int(Flag.INCOMPLETE)

_SIGNS = {Player.MAX: Sign.MAX, Player.MIN: Sign.MIN, Player.CHANCE: Sign.CHANCE}


def sign_of(player: int, *, leaf: bool) -> Sign:
    """What a node is drawn as."""
    return Sign.LEAF if leaf else _SIGNS[Player(player)]


def status_of(trace: Recording, row: int, step: int) -> Status:
    """How far the search is with a visited node at the end of a step."""
    tour = trace.tour
    if tour.entered_at(row) > step:
        return Status.UNSEEN
    unfinished = tour.left_at(row) > step or trace.log.flags[row] & _INCOMPLETE
    return Status.OPEN if unfinished else Status.DONE


def cut_by(trace: Recording, row: int, step: int) -> bool:
    """Whether a node has, by the end of a step, cut off children of its own."""
    cut = bool(trace.log.flags[row] & _CUTOFF)
    return cut and trace.tour.left_at(row) - 1 <= step


def value_of(trace: Recording, row: int, step: int) -> str:
    """A node's value as it is written at the end of a step; see `FigureNode.value`.

    Of a search that plays out: its visits so far, and the mean of their rewards.
    """
    log = trace.log
    if trace.plays_out:
        rewards = rewards_of(trace)
        return rewards.at(rewards.number_of(row), step).told
    status = status_of(trace, row, step)
    if status is Status.UNSEEN:
        return ""
    if log.flags[row] & _LEAF:
        return show_number(log.value[row])
    if status is Status.OPEN:
        count = returned(trace, row, step)
        return f"{show_number(so_far(trace, row, count).v)}…" if count else "?"
    bound = bound_of(log.flags[row])
    number = show_number(log.value[row])
    if log.flags[row] & Flag.REPEAT:
        number += " (repeat)"
    return f"{number}?" if bound is Bound.UNKNOWN else f"{bound} {number}"


def windows_of(trace: Recording, row: int, step: int) -> tuple[str, str]:
    """A node's window at the end of a step and on entry, as texts; empty where it has none."""
    log = trace.log
    leaf = log.flags[row] & _LEAF
    if leaf or not trace.has_window or trace.tour.entered_at(row) > step:
        return "", ""
    now = so_far(trace, row, returned(trace, row, step))
    return show_window(now.alpha, now.beta), show_window(log.alpha[row], log.beta[row])
