"""The moves of a match, and those that were taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engine.game import Player
from engine.match.choosing import Choice

__all__ = ["History", "Kind", "Played"]

#: How a move came about: somebody chose it, a pass was all there was, or chance drew it.
Kind: TypeAlias = Literal["chosen", "forced", "chance"]


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made.

    Args:
        number: its number in the match, from 1.
        player: whose turn it was; CHANCE for an outcome of chance.
        action: the game's own move.
        name: what people call it.
        kind: how it came about.
        before: the state in which it was made.
        after: the state that it led to.
        choice: how a player that is no person chose it; None for all other moves.
        comment: what a file says beside it; it is kept.
        glyphs: the numbers of PGN's annotation glyphs beside it, such as 1 for !; they are kept.
    """

    number: int
    player: Player
    action: Any
    name: str
    kind: Kind
    before: Any
    after: Any
    choice: Choice | None = None
    comment: str = ""
    glyphs: tuple[int, ...] = ()


class History:
    """The moves made, and the moves taken back. What follows by itself goes with its move."""

    def __init__(self) -> None:
        #: The moves made.
        self.done: list[Played] = []
        #: The moves taken back; the next to be made again stands last.
        self.undone: list[Played] = []

    def take_back(self) -> tuple[Played, ...]:
        """Take back the last move that somebody chose, and what followed by itself.

        Returns:
            The moves taken back, in the order in which they were made; nothing where none was.
        """
        chosen = [at for at, played in enumerate(self.done) if played.kind == "chosen"]
        if not chosen:
            return ()
        taken = self.done[chosen[-1] :]
        del self.done[chosen[-1] :]
        self.undone += reversed(taken)
        return tuple(taken)

    def make_again(self) -> tuple[Played, ...]:
        """Make the move again that was taken back last, and what followed by itself.

        Returns:
            The moves made again; nothing where there is none.
        """
        again: list[Played] = []
        while self.undone and (not again or self.undone[-1].kind != "chosen"):
            again.append(self.undone.pop())
        self.done += again
        return tuple(again)
