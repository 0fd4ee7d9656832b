"""Reasons for the moves that Monte Carlo tree search selects, and its final counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from engine.mcts.statistics import Statistics, statistics
from engine.mcts.ucb1 import USUAL_C
from tracer.recording.recording import Recording
from tracer.text.numbers import show_number


@dataclass(frozen=True, slots=True)
class MoveCount:
    """The statistics of one move at the root."""

    move: str
    visits: int
    mean: float


def root_moves(trace: Recording) -> list[MoveCount]:
    """Return the moves that were tried at the root, in the game's order."""
    counted = _count_before(trace, len(trace.log))
    moves = trace.game.moves(trace.game.initial)
    children = counted.root.children
    return [
        MoveCount(trace.game.name_of(moves[place]), children[place].visits, children[place].mean)
        for place in sorted(children)
    ]


def selection_reason(trace: Recording, row: int) -> str:
    """Return a clause that says why an iteration continues with a certain child."""
    log = trace.log
    way = trace.rows_to(row)
    child = row + 1
    if child >= len(log) or log.parent[child] != row:
        return "the search was stopped here"
    move, place = trace.move_name(child), log.action[child]
    if log.player[row] == Player.CHANCE:
        return f"the outcome {move} is drawn"
    counted = _count_before(trace, way[0])
    node = counted.find_node(log.action[above] for above in way if log.parent[above] != NO_PARENT)
    if node is None or place not in node.children:
        return f"{move} is the first move that has not been tried"
    constant = trace.settings.exploration
    c = USUAL_C if constant is None else constant
    score, mean = counted.ucb1(node, place, c), node.sign * node.children[place].mean
    return (
        f"{move} has the largest UCB1, {_short(score)} = mean {_short(mean)} + "
        f"{_short(score - mean)}, after {node.children[place].visits} of {node.visits} visits"
    )


def _short(number: float) -> str:
    return show_number(round(number, 3))


@lru_cache(maxsize=4)
def _count_before(trace: Recording, upto_row: int) -> Statistics:
    """Return the counts before an iteration; cached for the steps of that iteration."""
    return statistics(trace.log, upto_row)
