"""Aspiration search: alpha-beta with a window around a guess, and a second pass if it fails.

Slate and Atkin (1977); Marsland (1986). The value is usually inside the first window, which prunes
more. If not, the second pass has one of three windows (`research`): up to the value that the first
one returned, up to its other bound, or the full one.
"""

from __future__ import annotations

from math import inf
from typing import Final

from engine.errors import SearchRefused
from engine.game import AnyGame
from engine.log.visit_log import NO_PARENT, VisitLog
from engine.searches.passes import WindowedPasses, textbook_functions
from engine.searches.settings import Settings


_HEAD: Final = """\
search        | ASPIRATION-SEARCH(state, f, margin) → an action
              |   v, move ← VALUE(state, f − margin, f + margin)
              |   if v ≤ f − margin or v ≥ f + margin then
              |     v, move ← VALUE(state, the second window)
              |   return move
              |
"""


class Aspiration(WindowedPasses):
    """Searches with a window around a guess, and again if the value is outside."""

    name = "aspiration"
    summary = "alpha-beta with a window around a guess, and a second pass if it fails"
    phrase = "aspiration search"
    rules = (
        "The first pass has the window (f − m, f + m) around the guess f with the margin m. If its "
        "value v is at most f − m, or at least f + m, a second pass gives the value."
    )
    listing = _HEAD + textbook_functions()
    takes = WindowedPasses.takes | {"margin", "research"}
    #: The second windows, the default first.
    second_windows = ("value", "bound", "full")

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        if settings.guess in (inf, -inf):
            raise SearchRefused(
                "aspiration cannot center a window on an infinite guess", expected="a number"
            )
        if settings.convention.ties == "last" and self.second == "value":
            raise SearchRefused(
                "aspiration cannot keep the last of equal moves if the second window ends at the "
                "first value: it then only proves the value",
                expected="ties=first, or research bound or full",
            )

    def run(self) -> None:
        """Search with the small window, then with the second one if the value is outside."""
        guess, margin = self.settings.guess or 0, self.settings.margin or 1
        alpha, beta = guess - margin + 0.0, guess + margin + 0.0
        value = self._pass(alpha, beta)
        if value <= alpha:
            self._pass(-inf, {"value": value, "bound": beta, "full": inf}[self.second])
        elif value >= beta:
            self._pass({"value": value, "bound": alpha, "full": -inf}[self.second], inf)

    def _pass(self, alpha: float, beta: float) -> float:
        with self.recursion_guard:
            return self.visit(self.game.initial, 0, NO_PARENT, 0, alpha, beta)
