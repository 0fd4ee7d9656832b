"""Principal variation search: alpha-beta with null-window searches of later moves.

Marsland and Campbell (1982); as NegaScout, Reinefeld (1983). The first move of a node is searched
with the full window. Every later one is searched with a null window, which asks only whether it is
above α (at a MIN node: below β) and prunes more. If it is, the move is searched again for its
value.
"""

from __future__ import annotations

import math
from math import inf, nextafter
from typing import Any, Final

from engine.conventions import read_listing
from engine.errors import SearchRefused
from engine.game import MAX, MIN, AnyGame
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.searches.alphabeta import AlphaBeta
from engine.searches.deepening import WindowedPasses, textbook_functions
from engine.searches.settings import Settings
from engine.searches.transposition import Transposition


class PrincipalVariation(AlphaBeta):
    """Scouts every move except the first with a null window, and searches better ones again."""

    name = "pvs"
    summary = "alpha-beta that scouts all moves except the first with a null window"
    phrase = "principal variation search"
    rules = (
        "The first child of a node is searched with the node's window, and so is every child while "
        "α at a MAX node, or β at a MIN node, is infinite. Any other child of a MAX node is "
        "searched with the window (α, α + δ), of a MIN node with (β − δ, β); no two values differ "
        "by less than δ. If the value is inside the node's window, the child is searched again "
        "with that window."
    )
    listing = read_listing("pvs")
    searches_again = True
    takes = AlphaBeta.takes | {"research"}
    second_windows = ("alpha", "value")

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        if settings.convention.ties == "last":
            raise SearchRefused(
                "pvs cannot keep the last of equal moves: its null window only shows that a later "
                "move is not better, and that bound may look like an equal value",
                expected="ties=first",
            )

    def visit(
        self, state: Any, action: int, parent: int, depth: int, alpha: float, beta: float
    ) -> float:
        """Search the first child with the full window; scout the others first."""
        low, high = alpha, beta
        if parent != NO_PARENT and len(self.log) > parent + 1:
            low, high = scout_window(self.log.player[parent], alpha, beta)
        v = super().visit(state, action, parent, depth, low, high)
        if high <= v < beta or alpha < v <= low:  # better, but the value is not known yet
            again = len(self.log)
            if self.second == "value":
                alpha, beta = (v, beta) if high <= v else (alpha, v)
            scout_value = v
            v = super().visit(state, action, parent, depth, alpha, beta)
            flags = self.log.flags[again] | Flag.RESEARCH
            if self.second == "value" and v == scout_value:  # each search proved one side
                flags &= ~Flag.BOUND
            self.log.flags[again] = flags
            self.log.returned = flags
        return v


def scout_window(player: int, alpha: float, beta: float) -> tuple[float, float]:
    """Return the null window of a node's later children: (α, α + 1) at MAX, (β − 1, β) at MIN."""
    # The step is 1, the least between whole values. A value inside the window is exact. If the
    # bound is infinite, the full window is kept.
    if player == MAX and math.isfinite(alpha):
        return alpha, min(beta, max(alpha + 1, math.nextafter(alpha, math.inf)))
    if player == MIN and math.isfinite(beta):
        return max(alpha, min(beta - 1, math.nextafter(beta, -math.inf))), beta
    return alpha, beta


# MTD(f): null windows around a guess, with a table, until the bounds of the value meet.
#
# Plaat, Schaeffer, Pijls and de Bruin (1996). Each pass asks whether the value is at least β. The
# table keeps what earlier passes found. With the first guess +∞ it visits the leaves of SSS*.


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
    listing = read_listing("mtdf") + _FUNCTIONS
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
            value = self.visit_root(alpha, beta)
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


# Aspiration search: alpha-beta with a window around a guess, and a second pass if it fails.
#
# Slate and Atkin (1977); Marsland (1986). The value is usually inside the first window, which
# prunes more. If not, the second pass has one of three windows (`research`): up to the value that
# the first one returned, up to its other bound, or the full one.


class Aspiration(WindowedPasses):
    """Searches with a window around a guess, and again if the value is outside."""

    name = "aspiration"
    summary = "alpha-beta with a window around a guess, and a second pass if it fails"
    phrase = "aspiration search"
    rules = (
        "The first pass has the window (f − m, f + m) around the guess f with the margin m. If its "
        "value v is at most f − m, or at least f + m, a second pass gives the value."
    )
    listing = read_listing("aspiration") + textbook_functions()
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
        value = self.visit_root(alpha, beta)
        if value <= alpha:
            self.visit_root(-inf, {"value": value, "bound": beta, "full": inf}[self.second])
        elif value >= beta:
            self.visit_root({"value": value, "bound": alpha, "full": -inf}[self.second], inf)
