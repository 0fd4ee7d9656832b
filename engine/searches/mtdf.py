"""MTD(f): null windows around a guess, with a table, until the bounds of the value meet.

Plaat, Schaeffer, Pijls and de Bruin (1996). Each pass asks whether the value is at least β. The
table keeps what earlier passes found. With the first guess +∞ it visits the leaves of SSS*.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import Final

from engine.errors import SearchRefused
from engine.game import AnyGame
from engine.log.visit_log import NO_PARENT, VisitLog
from engine.searches.passes import WindowedPasses
from engine.searches.settings import Settings
from engine.searches.transposition import Transposition


_HEAD: Final = """\
search        | MTDF(state, f) → an action
              |   g, lower, upper ← f, −∞, +∞
              |   repeat
              |     if g = lower then β ← g + δ else β ← g
              |     g, move ← VALUE(state, β − δ, β)
              |     if g < β then upper ← g
              |     if g > β − δ then lower ← g
              |   until lower ≥ upper
              |   return the move of the last pass that proved it
              |
"""


#: The functions of alpha-beta with a table, which store bounds by the window of the node.
_FUNCTIONS: Final = (
    Transposition.listing[Transposition.listing.index("max.head") :]
    .replace("TABLE[state] ← {v} as a bound; return", "TABLE[state] ← v as a bound; return")
    .replace(
        "|   TABLE[state] ← {v}; return {v}, move",
        "|   TABLE[state] ← v, a bound if outside (α, β) at entry; return v, move",
    )
)


class Mtdf(WindowedPasses, Transposition):
    """Moves a null window towards the value, and answers positions from a table."""

    name = "mtdf"
    summary = "null windows around a guess, with a table, until the bounds meet: MTD(f)"
    phrase = "MTD(f)"
    rules = (
        "Start with the first guess g. In each pass, search from the root with the null window "
        "(β − δ, β): β is g + δ if g is the lower bound so far, otherwise g. No two values differ "
        "by less than δ. If the pass returns less than β, its value is the new upper bound, "
        "otherwise the new lower bound, and the next g. Stop when the bounds are equal. A table "
        "keeps the result of every position, as a bound if it is outside the window with which the "
        "position was entered. A position in the table is visited again but not "
        "expanded if its value is exact, or if its bound causes a cutoff."
    )
    listing = _HEAD + _FUNCTIONS
    takes = WindowedPasses.takes | {"gap"}

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        #: The smallest and the largest value that the game can have.
        self.low, self.high = -inf, inf
        convention = settings.convention
        if convention.returns == "fail-hard":
            raise SearchRefused(
                f"{self.name} cannot use returns=fail-hard: it moves its window by the bounds that "
                "passes return from outside it",
                expected="returns=fail-soft",
            )
        if convention.ties == "last":
            raise SearchRefused(
                f"{self.name} cannot keep the last of equal moves: a null window does not show "
                "that a later move is equally good",
                expected="ties=first",
            )

    def run(self) -> None:
        """Search pass after pass, until the lower and the upper bound meet."""
        lower, upper = self.low + 0.0, self.high + 0.0
        value = min(max((self.settings.guess or 0) + 0.0, lower), upper)
        while True:
            alpha, beta = pass_window(value, lower, self.settings.gap or 1)
            with self.recursion_guard:
                value = self.visit(self.game.initial, 0, NO_PARENT, 0, alpha, beta)
            if value < beta:
                upper = value
            if value > alpha:
                lower = value
            if lower >= upper:
                return


def pass_window(value: float, lower: float, gap: float) -> tuple[float, float]:
    """Return the window of the next pass; that of an infinite guess is the guess itself."""
    if value == lower:
        return value, max(value + gap, nextafter(value, inf)) if value > -inf else value
    return min(value - gap, nextafter(value, -inf)) if value < inf else value, value
