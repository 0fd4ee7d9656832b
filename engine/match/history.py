"""The moves of a match, and those that were taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engine.game import Player
from engine.match.choosing import ChosenMove

#: How a move was made: a player chose it, a pass was the only move, or chance drew it.
Kind: TypeAlias = Literal["chosen", "forced", "chance"]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was made."""

    number: int
    player: Player
    action: Any
    name: str
    kind: Kind
    before: Any
    after: Any
    choice: ChosenMove | None = None
    comment: str = ""
    glyphs: tuple[int, ...] = ()


class MatchHistory:
    """The moves made and the moves taken back. Automatic moves belong to the move before them."""

    def __init__(self) -> None:
        #: The moves made.
        self.done: list[PlayedMove] = []
        #: The moves taken back; the last one is the next to redo.
        self.undone: list[PlayedMove] = []

    def take_back(self) -> tuple[PlayedMove, ...]:
        """Take back the last chosen move and the automatic moves after it."""
        chosen = [at for at, played in enumerate(self.done) if played.kind == "chosen"]
        if not chosen:
            return ()
        taken = self.done[chosen[-1] :]
        del self.done[chosen[-1] :]
        self.undone += reversed(taken)
        return tuple(taken)

    def make_again(self) -> tuple[PlayedMove, ...]:
        """Redo the move taken back last and the automatic moves after it."""
        again: list[PlayedMove] = []
        while self.undone and (not again or self.undone[-1].kind != "chosen"):
            again.append(self.undone.pop())
        self.done += again
        return tuple(again)
