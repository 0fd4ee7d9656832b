"""What the compiled kernel offers to `engine.compiled`."""

from array import array
from collections.abc import Callable
from typing import Any

from engine.log.visit_log import VisitLog

DEEPEST_PLIES: int
HAS_EXACT: bool
SOURCES: str

class BoardGame:
    plies: int
    widest: int
    has_chance: bool
    has_min: bool
    def __init__(self, game: Any, state: Any, formula: tuple[Any, ...] | None) -> None: ...

class InARowBoard(BoardGame): ...
class FallingBoard(BoardGame): ...
class ReversiBoard(BoardGame): ...
class RaceBoard(BoardGame): ...
class NimBoard(BoardGame): ...

class TreeLayout:
    chances: Any
    def read_exact(self) -> None: ...

class TreeBoard(BoardGame):
    layout: TreeLayout

class Chances:
    def __init__(self, known: list[tuple[list[int], int] | None]) -> None: ...

class Run:
    def __init__(
        self,
        board: BoardGame,
        log: VisitLog | None,
        checkpoint: Callable[[int], int] | None,
        reserve: Callable[[int], None] | None,
        *,
        limit: int | None,
        order: str,
        windowed: bool,
        strict: bool,
        fail_hard: bool,
        scouts: bool,
        keeps: bool,
        most_solved: int,
        window: tuple[float, float],
        turns: tuple[int, int, int],
        turned: bool,
        win: int | None,
        exacts: bool,
        chances: Chances | None,
    ) -> None: ...
    def search(self) -> bool: ...
    def set_limit(self, limit: int) -> None: ...
    def tallies(self) -> list[dict[str, int]]: ...
    @property
    def value(self) -> float: ...
    @property
    def no_estimate(self) -> int | None: ...
    @property
    def too_many(self) -> bool: ...

def moved_ends(
    parent: Any, player: Any, bound: Any, mover: int, root: float, start: int, stop: int
) -> array[float]: ...
def counted(log: VisitLog) -> tuple[dict[int, int], int, int, int]: ...
