"""The state of one visited node at a step: its status, its value, its window."""

from __future__ import annotations

from typing import Final

from engine.game import Player
from engine.log.visit_log import LEAF, Flag
from tracer.drawing.tree.figure_model import SIGNS, Sign, Status
from tracer.mcts.rewards import mcts_rewards
from tracer.recording.child_index import count_returned
from tracer.recording.fold import fold
from tracer.recording.recording import Recording
from tracer.steps.visit_views import Bound, bound_of, shown_value
from tracer.text.numbers import short_vector, show_number, show_window

#: The text of a leaf whose value is hidden.
COVERED: Final = "▒"

# Plain integers for speed: they are tested for every drawn node.
_LEAF, _CUTOFF, _INCOMPLETE = int(LEAF), int(Flag.CUTOFF), int(Flag.INCOMPLETE)


def sign_of(player: int, *, leaf: bool) -> Sign:
    """Return the symbol of a node."""
    return Sign.LEAF if leaf else SIGNS[Player(player)]


def status_of(trace: Recording, row: int, step: int) -> Status:
    """Return the status of a visited node at the end of a step."""
    tour = trace.tour
    if tour.entered_at(row) > step:
        return Status.UNSEEN
    unfinished = tour.left_at(row) > step or trace.log.flags[row] & _INCOMPLETE
    return Status.OPEN if unfinished else Status.DONE


def format_leaf(trace: Recording, status: Status, text: str) -> str:
    """Return the text of a leaf's value, or of its cover until it is visited."""
    hidden = trace.covers_leaves and status not in (Status.OPEN, Status.DONE)
    return COVERED if hidden else text


def cut_by(trace: Recording, row: int, step: int) -> bool:
    """Return whether a cutoff has skipped children of a node by the end of a step."""
    cutting = trace.cutting_row(row)
    return is_ever_cut(trace, row) and trace.tour.left_at(cutting) - 1 <= step


def is_ever_cut(trace: Recording, row: int) -> bool:
    """Return whether a cutoff skips children of a node at any step."""
    return bool(trace.log.flags[trace.cutting_row(row)] & _CUTOFF)


def value_of(trace: Recording, row: int, step: int) -> str:
    """Return the text of a node's value at the end of a step; see `FigureNode.value`.

    In a search with playouts: its visits so far, and their mean reward.
    """
    log = trace.log
    if trace.uses_playouts:
        rewards = mcts_rewards(trace)
        return rewards.measure_node(rewards.find_number(row), step).text
    status = status_of(trace, row, step)
    if status is Status.UNSEEN:
        return ""
    if log.flags[row] & _LEAF:
        shares = trace.shares(row)
        return show_number(log.value[row]) if shares is None else short_vector(shares)
    if status is Status.OPEN and trace.hides_v:
        return ""
    if status is Status.OPEN:
        count = count_returned(trace, row, step)
        return f"{show_number(fold(trace, row, count).v)}…" if count else "?"
    bound = bound_of(log.flags[row])
    if trace.vectors is not None and bound is not Bound.UNKNOWN:
        if bound is not Bound.EXACT:
            return shown_value(trace, row).removeprefix(f"{trace.player_name(row)} ")
        return f"= ({short_vector(trace.shares(row) or ())})"
    number = show_number(log.value[row])
    if log.flags[row] & Flag.REPEAT:
        number += " (repeat)"
    return f"{number}?" if bound is Bound.UNKNOWN else f"{bound} {number}"


def windows_of(trace: Recording, row: int, step: int) -> tuple[str, str]:
    """Return a node's window at the end of a step and on entry, as texts; empty without one."""
    log = trace.log
    leaf = log.flags[row] & _LEAF
    is_unknown = leaf or row == trace.unwritten or not trace.has_window
    if is_unknown or trace.tour.entered_at(row) > step:
        return "", ""
    now = fold(trace, row, count_returned(trace, row, step))
    return show_window(now.alpha, now.beta), show_window(log.alpha[row], log.beta[row])
