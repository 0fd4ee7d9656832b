"""Programs of any form, which the adapter of a course calls with the watched game."""

from __future__ import annotations

from typing import Final

from ...watched_nodes import WatchedNodes
from ..aima.driver import Game, read
from ..parameters import NO_LIMIT
from ..program import Driver, Program, ProgramResult, ProgramTask

__all__ = ["DRIVER", "AdapterGame"]


class AdapterGame(Game):
    """The game of the AIMA shape with the settings of the key.

    Args:
        watched: nodes known so far.
        task: task of the program.
    """

    def __init__(self, watched: WatchedNodes, task: ProgramTask) -> None:
        super().__init__(watched, limited=task.depth is not None)
        self.search = task.search
        self.depth = NO_LIMIT if task.depth is None else task.depth
        self.alpha, self.beta = task.window


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the adapter with the program and the game, and read what it returns."""
    assert program.adapter is not None, "the key has an adapter"
    returned = program.adapter.call(program.module, AdapterGame(watched, task), program.folder)
    return read(returned, watched.node(0))


DRIVER: Final = Driver({}, lambda _: 0, run)
