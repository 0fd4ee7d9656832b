"""Make a trace of millions of visits without a search: minimax on a regular tree."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np

from engine.game import Game, Number, Player
from engine.log.visit_log import COLUMNS, Flag, VisitLog
from engine.searches.settings import Settings
from tracer import Trace

#: A node: its depth, and its index from the left at that depth.
State = tuple[int, int]


class Regular(Game[State, int]):
    """A tree with a constant branching factor and pseudo-random leaf values of −99 to 99."""

    initial = (0, 0)
    name = "regular"

    def __init__(self, branching: int, plies: int) -> None:
        self.branching = branching
        self.plies = plies

    def to_move(self, state: State) -> Player:
        """Return MAX at even depths."""
        return Player(state[0] % 2)

    def actions(self, state: State) -> Sequence[int]:
        """Return the indices of the children."""
        return range(self.branching)

    def result(self, state: State, action: int) -> State:
        """Return a child."""
        return state[0] + 1, state[1] * self.branching + action

    def is_terminal(self, state: State) -> bool:
        """Whether the state is a leaf."""
        return state[0] == self.plies

    def utility(self, state: State, player: Player) -> Number:
        """Return the value from `leaf_values`."""
        value = int(leaf_values(np.array([state[1]]))[0])
        return -value if player is Player.MIN else value


def leaf_values(places: np.ndarray) -> np.ndarray:
    """Compute leaf values from their indices, by a multiplicative hash."""
    hashed = places.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return (hashed >> np.uint64(40)).astype(np.int64) % 199 - 99


def regular_trace(branching: int, plies: int) -> Trace:
    """Build the trace of minimax on a regular tree, level by level."""
    sizes = [
        sum(branching**below for below in range(plies - depth + 1)) for depth in range(plies + 1)
    ]
    total = sizes[0]
    types = {"i": np.int32, "H": np.uint16, "B": np.uint8, "d": np.float64}
    columns = {name: np.zeros(total, types[code]) for name, code in COLUMNS}
    rows = [np.zeros(1, np.int64)]
    columns["parent"][0] = -1
    for depth in range(1, plies + 1):
        above = rows[-1]
        below = (above[:, None] + 1 + np.arange(branching) * sizes[depth]).ravel()
        columns["parent"][below] = np.repeat(above, branching)
        columns["action"][below] = np.tile(np.arange(branching), len(above))
        rows.append(below)
    values = leaf_values(np.arange(branching**plies)).astype(np.float64)
    for depth in range(plies, -1, -1):
        at = rows[depth]
        columns["depth"][at], columns["player"][at], columns["size"][at] = (
            depth,
            depth % 2,
            sizes[depth],
        )
        if depth == plies:
            columns["flags"][at] = Flag.TERMINAL
        else:
            columns["actions"][at] = columns["tried"][at] = branching
            best = values.reshape(-1, branching)
            values = best.min(axis=1) if depth % 2 else best.max(axis=1)
        columns["value"][at] = values
    log = VisitLog.from_columns(
        {name: array(code, columns[name].tobytes()) for name, code in COLUMNS}
    )
    game = Regular(branching, plies)
    return Trace(f"regular, {branching} moves, {plies} plies", game, "minimax", Settings(), log)
