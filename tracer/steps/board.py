"""The board at a node, with the changes by the last move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from engine.game import AnyGame
from engine.log.visit_log import NO_PARENT
from engine.match.position import BoardView, board_view, choose_signs
from tracer.recording.recording import Recording


@dataclass(frozen=True, slots=True)
class BoardText:
    """A position as lines of text."""

    lines: tuple[str, ...]
    changed: frozenset[tuple[int, int]] = frozenset()
    view: BoardView | None = None
    signs: tuple[str, str] = ("", "")

    @property
    def width(self) -> int:
        """The characters of its longest line."""
        return max(map(len, self.lines), default=0)


def board_of(game: AnyGame, state: Any, before: Any = None) -> BoardText:
    """Return the board of a state."""
    lines = tuple(game.draw(state).split("\n"))
    if before is None:
        return BoardText(lines)
    earlier = game.draw(before).split("\n")
    changed = frozenset(
        (y, x)
        for y, (new, old) in enumerate(zip_longest(lines, earlier, fillvalue=""))
        for x, letter in enumerate(new)
        if letter != old[x : x + 1] and not letter.isspace()
    )
    return BoardText(lines, changed)


@dataclass(frozen=True, slots=True)
class _Made:
    """A move of a search, for `board_view`."""

    action: Any
    before: Any


def board_at(trace: Recording, row: int) -> BoardText:
    """Return the board of a visited node, with the changes by the move to it."""
    game, state, parent = trace.game, trace.state(row), trace.log.parent[row]
    before = None if parent == NO_PARENT else trace.state(parent)
    made = None
    if before is not None:
        made = _Made(game.moves(before)[trace.log.action[row]], before)
    view = board_view(game, state, made, shows_moves=False)
    return replace(board_of(game, state, before), view=view, signs=choose_signs(game))
